"""Sentences of advice and of exact answers that few hands lead to, each written out once."""

from dataclasses import replace as replace_value
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from ninefivetwo.cards import Card, Hand, Seat, Suit, Trump
from ninefivetwo.cli.survey.run import _checked_words
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Call, Discard, Give, Look, Play, Situation
from ninefivetwo.game.rules import NAMED
from ninefivetwo.think.advise import FirstLook, Limits, MatchScore, Objective, Question, Utility, advise
from ninefivetwo.think.advise.reasons import Holding, Returned, Risk, Rival, Split, Voids
from ninefivetwo.think.models.like import KittySeen, hands_like
from ninefivetwo.words.advice import advice_text, moment_words
from ninefivetwo.words.advice_reasons import beyond_verdict, reason_words
from ninefivetwo.words.advice_verdict import advised_words, first_look_words, play_words
from ninefivetwo.words.like import like_text
from ninefivetwo.words.solving import best_discard_words, force_words, more_discards_words, return_words
from ninefivetwo.words.speaker import Speaker

D, L, R = Seat
CHANCE, COST, LESS = Estimate(0.4, 0.02, 500), Estimate(1.5, 0.1, 500), Estimate(-2.0, 0.2, 500)
ANN = Speaker(("Ann", "Bob", "Cy"), L)


def card(text):
    return Card.parse(text)


def split(least, most, cards="-.-.AKQ.-"):
    return Split(Holding((L,), Hand.parse(cards), least, most), CHANCE, LESS, Estimate(0.1, 0.1, 500))


HOLDINGS = [
    (split(1, 1, "-.-.A.-"), "left holds the ace of diamonds"),
    (split(0, 0), "left has no diamonds"),
    (split(1, 13), "left has any diamonds"),
    (split(3, 13), "left holds three diamonds or more"),
]


@pytest.mark.parametrize(("found", "held"), HOLDINGS)
def test_a_holding_is_told_with_what_it_would_cost(found, held):
    play = Play(D, card("S8"))
    worth = replace(found, within=COST, otherwise=Estimate(3.0, 0.1, 500))
    wins = f"you win 1.50 ± 0.10 tricks if {held} (40 % ± 2 of deals), otherwise 3.00 ± 0.10."
    assert reason_words(Risk(worth)) == f"With this choice, {wins}"
    rival = Rival(play, False, COST, None, found)
    cost = f"2.0 ± 0.2 tricks if {held} (40 % ± 2 of deals)."
    assert reason_words(rival) == f"The 8 of spades would cost 1.50 ± 0.10 tricks. The cost is {cost}"
    assert beyond_verdict(rival, play) == f"The 8 of spades would cost {cost}"
    assert beyond_verdict(rival, None) == reason_words(rival)


def test_a_cost_that_the_verdict_gives_is_not_repeated():
    call = Call(D, Trump.CLUBS)
    assert beyond_verdict(Rival(call, False, COST, None, None), call) == ""
    thumb = Rival(call, True, COST, None, None)
    assert beyond_verdict(thumb, call) == "The rule of thumb (clubs) would cost 1.50 ± 0.10 tricks."
    assert reason_words(Rival(Play(D, card("S8")), False, COST, L, None), ANN) == (
        "The 8 of spades would give away 1.50 ± 0.10 tricks, mainly to you."
    )


def test_voids_and_returned_cards_are_told_in_full():
    voids = Voids((Suit.HEARTS, Suit.CLUBS), 1)
    assert reason_words(voids) == "You keep no hearts and no clubs, and have one trump to ruff with."
    both = Returned({D: ((card("HA"), CHANCE),), R: ((card("CA"), CHANCE),)})
    assert reason_words(both) == (
        "You most often get back the ace of hearts from the dealer (40 % ± 2) and the ace of clubs from right "
        "(40 % ± 2)."
    )


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (Look(D, True), "Look at the kitty."),
        (Look(D, False), "Do not look at the kitty."),
        (Discard(D, Hand.parse("-.32.T3.-")), "Discard ♥3 2 ♦10 3."),
        (Give.of(D, {L: Hand.parse("-.3.-.2"), R: Hand.parse("-.-.T.-")}), "Give ♥3 ♣2 to you and ♦10 to Cy."),
        (Give.of(D, {}), "Give nothing."),
        (Call(D, Trump.NO_TRUMP), "Call no-trump."),
    ],
)
def test_each_kind_of_choice_is_told_as_advice(action, words):
    assert advised_words(action, ANN) == words


def test_equal_cards_share_their_suit():
    eight, seven, six = card("D8"), card("D7"), card("D6")
    assert play_words(Play(D, eight), [eight, seven]) == "Play the 8 or 7 of diamonds."
    assert play_words(Play(D, seven), [eight, seven, six]) == "Play the 8, 7 or 6 of diamonds."


def test_a_first_look_that_decides_says_why():
    view = Situation(NAMED["wikipedia"].rules, D, Hand.parse("AKJ94.Q83.KT5.A7642")).view(Call)
    assert first_look_words(FirstLook(view, Look(D, True), (), True)) == "Look at the kitty. A look costs nothing."
    only = first_look_words(FirstLook(view, Call(D, Trump.SPADES), (), True))
    assert only == "Call spades. There is no other choice."


def advised(utility=Utility.TRICKS, score=None, compare=Trump.HEARTS):
    view = Situation(NAMED["bga"].rules, D, Hand.parse("AKJ94.Q83.KT5.A7642")).view(Call)
    return advise(Question(view, Limits(worlds=60), Objective(utility, score), compared=Call(D, compare)))


@pytest.mark.parametrize(
    ("utility", "regret", "words"),
    [
        (Utility.TRICKS, Estimate(0.02, 0.01, 60), "costs 0.020 ± 0.010 tricks, too little to matter."),
        (Utility.TRICKS, Estimate(0.1, 0.2, 60), "costs 0.1 ± 0.2 tricks (too close to call)."),
        (Utility.MAKE, Estimate(1e-6, 0.0, 60), "costs nothing for your aim, but may win fewer tricks."),
    ],
)
def test_the_cost_of_the_users_own_choice_is_told(utility, regret, words):
    """Clubs are made the second best choice, with this regret."""
    found = advised(utility, compare=Trump.CLUBS)
    clubs = next(each for each in found.evaluations if each.action == Call(D, Trump.CLUBS))
    best = next(each for each in found.evaluations if each is not clubs)
    same = replace(clubs.details, make=best.details.make)
    rival = replace_value(clubs, details=same, regret=regret)
    found = replace_value(found, evaluations=(best, rival), clear=False, effective=400.0)
    assert f"Your choice, clubs, {words}" in advice_text(found).reasons


def test_a_choice_that_wins_the_match_more_often_is_named():
    found = advised(score=MatchScore((0, 1, -1), 9))
    best, rival = found.evaluations[:2]
    best = replace_value(best, details=replace(best.details, match=Estimate(0.3, 0.02, 400)))
    rival = replace_value(rival, details=replace(rival.details, match=Estimate(0.5, 0.02, 400)))
    text = advice_text(replace_value(found, evaluations=(best, rival)))
    assert any(words.endswith("would win the match more often (50 % ± 2).") for words in text.reasons)


def test_a_position_is_told_with_hand_trump_and_contract():
    rules = NAMED["wikipedia"].rules
    hand = Hand.parse("KJT3.AJ94.K86.QJ965")
    told = Situation.of(hand, rules=rules, seat=R, trump=Trump.CLUBS, played="S2")
    assert moment_words(told.view(Play)) == (
        "You (right) are playing to ♠2 and hold ♠K J 10 3 ♥A J 9 4 ♦K 8 6 ♣Q J 9 6 5. Clubs are trump."
        " You have won none of the two tricks that you need."
    )


def test_similar_hands_are_told_with_what_was_seen():
    view = Situation(NAMED["wikipedia"].rules, D, Hand.parse("AKJ94.Q83.KT5.A7642")).view(Call)
    found = hands_like(view)
    for kitty, words in ((KittySeen.YES, "With the kitty seen"), (KittySeen.DISCARDED, "After the discard")):
        text = like_text(replace(found, kitty=kitty, measured=False), 9)
        assert text.sentences[0].startswith(f"{words}, ") and "they have the same suit lengths" in text.sentences[0]
        assert "the nearest to your rules." in text.footer


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (force_words(Trump.NO_TRUMP, R, 1, False), "No-trump: right cannot force 1 trick."),
        (
            best_discard_words(SimpleNamespace(trump=Trump.HEARTS, guarantee=1), 2),
            "♥ hearts: the best discard guarantees 1 trick, too few for two.",
        ),
        (
            best_discard_words(SimpleNamespace(trump=Trump.HEARTS, guarantee=9), 9),
            "♥ hearts: the best discard guarantees 9 tricks, enough for nine.",
        ),
        (more_discards_words(1, 3), "1 more kind of discard guarantees at most 3 tricks."),
        (more_discards_words(2234, 3), "2,234 more kinds of discard guarantee at most 3 tricks."),
        (return_words(card("C3"), card("CA"), None), "Return the ace of clubs for the 3 of clubs."),
        (return_words(card("C3"), card("CA"), L), "Return the ace of clubs to left for the 3 of clubs."),
        (
            return_words(card("C3"), card("C3"), None),
            "Return the 3 of clubs itself: you hold no higher card of its suit.",
        ),
        (
            return_words(card("C3"), card("C3"), L),
            "Return the 3 of clubs itself to left: you hold no higher card of its suit.",
        ),
    ],
)
def test_exact_answers_are_told_in_one_line(words, told):
    assert words == told


def test_a_survey_in_progress_is_told_by_its_batches():
    file = SimpleNamespace(fault=None, again="made by ninefivetwo 0.1", rows=20)
    lines = list(_checked_words("rows", SimpleNamespace(files=[file], batches=8, sum="ab")))
    assert lines == [
        "rows: 1 of 8 batches generated so far, all intact (20 rows)",
        "impossible to generate again here: 1 batch (made by ninefivetwo 0.1)",
        "checksum of all rows: ab",
    ]
