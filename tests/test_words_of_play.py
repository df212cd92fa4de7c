"""Sentences about reviews, verdicts and the library for rare cases: each kind of choice, luck and ending."""

import sys
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from reviews import priced, review_once, unpriced

from ninefivetwo.cards import Hand, Seat, Trump, parse_cards
from ninefivetwo.cli.play import MatchTable
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Call, Discard, Give, Play
from ninefivetwo.game.records import read_file
from ninefivetwo.keep.daily import daily_deal
from ninefivetwo.layout import Layout, Position
from ninefivetwo.study import decision_nodes
from ninefivetwo.study.luck import Luck, LuckTerm
from ninefivetwo.study.match import DealPlace, LeftOut
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.playouts.opponents import PEOPLE
from ninefivetwo.words.kept import added_words, deal_words
from ninefivetwo.words.match_results import _who_won, stopped_words
from ninefivetwo.words.picture import position_picture
from ninefivetwo.words.review import ReviewText, grade_words
from ninefivetwo.words.review_match import deal_line, left_out_words
from ninefivetwo.words.review_screen import assumptions_words, deal_html, deal_screen, deal_text, quiet_words
from ninefivetwo.words.speaker import Speaker
from ninefivetwo.words.template import either
from ninefivetwo.words.verdict import deal_end_words, luck_line, verdict_text
from ninefivetwo.words.what_if import what_if_words

MATCH = read_file((Path(__file__).parents[1] / "examples/friday.n52").read_text()).records[0].match
NODES = decision_nodes(MATCH.deal)
DAYS = [date(2026, 11, day) for day in range(1, 20)]


@pytest.fixture(scope="module")
def reviewed():
    return review_once(MATCH, Limits(None, 4))


def told(kind, other, loss):
    """The verdict on the first decision of a kind, where another choice is better."""
    (decision, *_) = (d for d in unpriced(MATCH, 4).decisions if isinstance(d.chosen, kind))
    return verdict_text(priced(decision, loss, other), Speaker.of(MATCH))[1]


@pytest.mark.parametrize(
    ("kind", "other", "words"),
    [
        (Call, Call(Seat.DEALER, Trump.NO_TRUMP), "calling no-trump"),
        (Discard, Discard(Seat.DEALER, Hand.parse("2.3.4.5")), "discarding ♠2 ♥3 ♦4 ♣5"),
        (Give, Give.of(Seat.RIGHT, {Seat.DEALER: Hand.parse("5...")}), "giving ♠5 to Bob"),
        (Play, Play(Seat.DEALER, next(iter(Hand.parse("...2")))), "the 2 of clubs"),
    ],
)
def test_a_verdict_names_each_kind_of_choice(kind, other, words):
    assert told(kind, other, Estimate(0.8, 0.1, 60)) == f"Mistake: {words} would win 0.80 ± 0.10 tricks more."
    unsure = told(kind, other, Estimate(0.3, 0.2, 60))
    assert unsure == f"{words[0].upper()}{words[1:]} may be better by 0.3 ± 0.2 tricks (too close to call)."


def lucky(hands=0.0, kitty=0.0, exchange=0.0):
    """A review in which luck brought the dealer these tricks, and the left seat as many fewer."""
    terms = (LuckTerm((tricks, -tricks, 0.0), 0.01) for tricks in (hands, kitty, exchange))
    luck = Luck(LuckTerm((7.0, 5.0, 4.0)), *terms, {}, (7, 5, 4))
    return replace(unpriced(MATCH), luck=luck)


def test_luck_has_its_source_if_one_outweighs_the_others():
    kitty = lucky(kitty=1.0)
    best, worst = "Luckiest: Bob, +1.000 ± 0.017 tricks (mainly the kitty).", "Unluckiest: Cy, -1.000 ± 0.017."
    assert ReviewText.of(kitty).luck == f"{best} {worst}"
    spread = lucky(hands=0.4, kitty=0.4, exchange=0.4)
    assert ReviewText.of(spread).luck == "Luckiest: Bob, +1.200 ± 0.017 tricks. Unluckiest: Cy, -1.200 ± 0.017."
    assert ReviewText.of(lucky()).luck.startswith("Luck was about even: Bob had the most, +0.000")
    lines = [luck_line(lucky(hands=tricks), Seat.DEALER) for tricks in (1.0, -1.0, 0.0)]
    assert [line.split(":")[0] for line in lines[:2]] == ["You were lucky", "You were unlucky"]
    assert lines[2].startswith("Your luck was about even (") and "mainly the cards dealt" in lines[0]
    assert luck_line(kitty, Seat.LEFT) == "You were unlucky: -1.000 ± 0.017 tricks (mainly the dealer's kitty)."
    assert luck_line(spread, Seat.LEFT) == "You were unlucky: -1.200 ± 0.017 tricks."
    assert luck_line(spread, Seat.DEALER) == "You were lucky: +1.200 ± 0.017 tricks."


def test_the_end_of_a_deal_speaks_to_every_seat(reviewed):
    """Accuracies, at most two mistakes of one's own, what was not to be foreseen, and luck; each speaks to "you"."""
    for me in Seat:
        said = deal_end_words(reviewed, MATCH, me)
        assert said[0].startswith("Accuracy, out of 100: You ") and len(said) <= 5
        own = [words for words in said if "should have" in words]
        assert all(" you should have" in words for words in own)
        assert own or "You made no avoidable mistake." in said
        assert said[-2].endswith("only because of how the cards lay.") and said[-1].startswith("You")


def test_the_terminal_ends_a_deal_in_four_lines(monkeypatch, capsys, shared_reviews):
    monkeypatch.setattr(sys.modules["ninefivetwo.cli.play"], "FAIR_WORLDS", 4)
    session = SimpleNamespace(match=MATCH, opponents=PEOPLE, me=Seat.RIGHT)
    MatchTable(session, None, verdicts=True).review()
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("Accuracy, out of 100: You ") and any("you should have" in line for line in said)
    assert len(said) == 4 and said[-1].startswith("You were lucky: +0.96")


def test_what_is_assumed_and_what_got_no_row_is_told(reviewed):
    losses = "Avoidable losses are based on up to 60 possible deals per decision (seed 0)."
    for review in (reviewed, replace(reviewed, players=("Ann", "Ann", "Ann"))):
        assert assumptions_words(review).startswith(losses)
    one_sided = replace(reviewed, viewer=Seat.DEALER)
    forced = sum(decision.forced for decision in reviewed.decisions)
    quiet = len(reviewed.decisions) - forced - 1
    assert quiet_words(one_sided, 1) == f"{quiet} more decisions had no clear loss, and {forced} were forced."
    unjudged = quiet_words(replace(one_sided, fair_worlds=0), 1)
    assert unjudged == f"{quiet} more decisions were not judged, and {forced} were forced."
    assert quiet_words(reviewed, 1) == f"{quiet} more decisions cost and gave no tricks, and {forced} were forced."


def test_a_review_without_its_match_has_no_score(reviewed):
    """As `print` shows it, and as a notebook does."""
    text = deal_text(reviewed)
    assert text.startswith("Deal 5, wikipedia\n") and "Costliest avoidable mistakes" in text
    assert "Accuracy: 100" in text and "score" not in text
    assert deal_html(reviewed).count("<table") == 2 and "should have" in deal_html(reviewed)


def test_the_winners_of_a_match_stand_below_its_last_deal(reviewed):
    over = SimpleNamespace(names=MATCH.names, deal=MATCH.deal, total=(0, 0, 0), winners=lambda: [Seat.LEFT])
    screen = deal_screen(reviewed, "A deal", over, "", 80)
    assert screen[-1] == "Cy wins the match."
    over.winners = lambda: [Seat.LEFT, Seat.RIGHT]
    assert deal_screen(reviewed, "A deal", over, "", 80)[-1] == "Cy and Ann win the match."


def test_a_grade_names_the_level_that_it_is_like(reviewed):
    grade = replace(reviewed.seats[0], plays_like="club")
    assert grade_words("Bob", grade).endswith(" This is how a club player plays.")
    assert grade_words("Bob", grade, 3).count(" a deal") == 1


def test_the_most_lost_may_be_of_no_phase_in_particular(reviewed):
    grade = reviewed.seats[2]
    none_lost = replace(next(iter(grade.phases.values())), fair_loss=Estimate(0.0, 0.0, 9))
    many = replace(grade, phases=dict.fromkeys(grade.phases, none_lost))
    exact = [replace(seat, fair_loss=Estimate(seat.fair_loss.mean, 0.0, 9)) for seat in (*reviewed.seats[:2], many)]
    line = deal_line(replace(reviewed, seats=tuple(exact)))
    assert "Lost most: Ann, " in line
    assert "mainly" not in line


def test_deals_left_out_are_told_by_file_and_reason():
    out = [LeftOut("a.n52", 1, "stopped"), LeftOut("a.n52", 2, "stopped"), LeftOut("b.n52", 4, "line 3: not a card")]
    assert list(left_out_words(out, {DealPlace("a.n52", 3).record})) == [
        "a.n52, deals 1 to 2 left out: stopped.",
        "b.n52, deal 4 left out: line 3: not a card.",
    ]


def test_another_choice_is_told_with_what_it_gains_or_costs(reviewed):
    """In words only: nothing is computed."""
    for node in NODES[:3]:
        unpriced = dict.fromkeys(("before", "after", "after_made", "gain", "played"))
        found = SimpleNamespace(node=node, action=node.action, seat=node.seat, **unpriced)
        assert "the same choice as in the deal (" in next(what_if_words(found, MATCH))
    (gift, call, discard, *_), more = NODES, Estimate(0.8, 0.1, 9)
    cases = [
        (gift, Give.of(Seat.RIGHT, {}), "Exchange: Ann gives nothing instead of ♠5 ♦7 to Bob and ♥6 to Cy."),
        (discard, Discard(Seat.DEALER, Hand.parse("2.3.4.5")), "Discard: Bob discards ♠2 ♥3 ♦4 ♣5 instead of "),
        (call, Call(Seat.DEALER, Trump.NO_TRUMP), "Call: Bob calls no-trump instead of diamonds."),
    ]
    for (node, action, words), gain in zip(cases, (more, -more, Estimate(0.01, 0.1, 9)), strict=True):
        sure = {"before": (6, 3, 2), "after": (5, 3, 3), "after_made": (6, 3, 2)}
        found = SimpleNamespace(node=node, action=action, seat=node.seat, **sure, gain=gain, played=None)
        first, open_hands, fair = what_if_words(found, MATCH)
        assert (first.startswith(words) and "gives 1 trick to" in open_hands) or node.seat is Seat.RIGHT
        assert ("more than" in fair, "less than" in fair) == (gain.mean > 0.5, gain.mean < -0.5)
    found.before = found.after = found.after_made
    assert "costs nothing." in list(what_if_words(found, MATCH))[1]
    unfinished = SimpleNamespace(**vars(found) | {"played": MATCH.deal})
    begun = SimpleNamespace(names=MATCH.names, deal=SimpleNamespace(over=False))
    words = list(what_if_words(unfinished, begun))
    assert words[-1] == "If club players finish the deal, the result is Bob 7, Cy 1, Ann 8."


def test_who_won_the_most_and_what_was_stopped_is_told():
    over = [SimpleNamespace(over=True)]
    played = SimpleNamespace(deals=[1, 2], seed=7, rules=MATCH.rules, matches=[over], results={})
    assert _who_won(played) == "2 deals, wikipedia, seed 7: no match was finished."
    played.results = {"Ann": SimpleNamespace(wins=2.0), "Bob": SimpleNamespace(wins=0.0)}
    assert _who_won(played) == "2 deals, wikipedia, seed 7: Ann won the most matches (2 of 1)."
    assert stopped_words(3, 9, None) == "stopped after 3 of 9 rounds"
    assert stopped_words(3, 9, "a.n52").endswith("; the same command with -o a.n52 continues")


def test_what_is_new_and_what_a_day_begins_with_is_told():
    assert (added_words([True]), added_words([True, False])) == ("1 deal, all new", "2 deals, 1 new")
    assert added_words([False]) == "1 deal, none new"
    days = {deal_words(daily_deal(day)).split(". ")[1] for day in DAYS}
    assert days == {"There is no exchange", "The deal begins with an exchange"}


def test_a_position_at_the_start_of_a_trick_names_the_leader():
    layout = Layout.parse("D:A2... K3... Q4...")
    assert position_picture(Position(layout, Seat.LEFT), None).foot == "left to lead, 2 tricks left"


def test_equal_cards_are_one_choice():
    """Without the word between them, they would read as two cards to play."""
    for cards, words in (("S8 S7", "♠8 or 7"), ("SK", "♠K"), ("DQ C5 C4 CT", "♦Q or ♣10, 5 or 4")):
        assert either(parse_cards(cards)) == words
