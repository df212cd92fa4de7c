"""The moment in the play as a player tells it: his cards, the trump suit, the tricks; and what cannot be."""

import re

import pytest
from commands import answer, refusal
from msgspec.structs import replace
from table import cards, finished_deals

from ninefivetwo.cards import FULL_DECK, Hand, Seat, Trump, parse_cards
from ninefivetwo.errors import AdviceError
from ninefivetwo.game import Discard, Give, Look, Play, Return, Show, Situation, parse_tricks
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.game.told_tricks import next_turn

D, L, R = Seat
WIKIPEDIA = parse_rules("wikipedia")
HAND = Hand.parse("KJT3.AJ94.K86.QJ965")
LATER = Situation(WIKIPEDIA, L, HAND, trump=Trump.SPADES, played=parse_tricks("SK S2 S4 / HA H2 H3"))
TOLD = ("advise", "play", "--hand", str(HAND), "--trump", "S")


def told(view):
    """What the player of a view would say of his moment in the play."""
    gave, received = ({seat: Hand() for seat in Seat} for _ in "01")
    shown = discarded = Hand()
    for event in view.events:
        match event:
            case Give(seat, gifts):
                for to in Seat:
                    if seat is view.viewer:
                        gave[to] |= gifts[to]
                    elif to is view.viewer:
                        received[seat] |= gifts[to]
            case Return(seat, to, back):
                if seat is view.viewer:
                    gave[to] |= back
                elif to is view.viewer:
                    received[seat] |= back
            case Show(_, to, seen) if to is view.viewer:
                shown |= seen
            case Discard(seat, gone) if seat is view.viewer:
                discarded = gone
    played = tuple(play.card for play in view.plays)
    hand, results = view.hand(view.viewer), view.previous_results
    return Situation(view.rules, view.viewer, hand, gave, received, results, view.trump, discarded, shown, played)


def same(made, seen):
    """Is one view the other, but for which of the dealer's own cards were the kitty?"""
    fields = ("viewer", "hands", "discarded", "trump", "lead", "table", "won", "previous_results", "due")
    assert all(getattr(made, name) == getattr(seen, name) for name in fields)
    for other in Seat:
        assert made.given(seen.viewer, other) == seen.given(seen.viewer, other)
        assert made.given(other, seen.viewer) == seen.given(other, seen.viewer)
        assert made.handed_back(seen.viewer, other) == seen.handed_back(seen.viewer, other)
        assert made.handed_back(other, seen.viewer) == seen.handed_back(other, seen.viewer)
    shown = [[e for e in view.events if isinstance(e, Show) and seen.viewer is e.to] for view in (made, seen)]
    assert shown[0] == shown[1]
    return True


@pytest.mark.parametrize(
    "rules", [*NAMED, "wikipedia kitty_show=returned kitty_peek=yes", "cat-pm kitty_show=returned"]
)
def test_every_moment_of_a_deal_is_what_its_player_tells(rules, count):
    """Under every rule set, what to give, call, discard and play after exchanges of random cards: with what the kitty
    holds where that has been seen, and in the play with the hand as it is, and as play began.
    """
    for deal in finished_deals(parse_rules(rules), 5, count(2, 30))[1:]:
        while deal.past is not None:
            deal = deal.past
            if deal.turn is None or deal.turn.kind is Look:
                continue
            seen = deal.seen_by(deal.turn.seat)
            situation = told(seen)
            if seen.turn.kind is Play:
                own = Hand.of(play.card for play in seen.plays if play.seat is seen.viewer)
                assert same(replace(situation, hand=situation.hand | own).view(Play), seen)
                assert next_turn(seen.rules.lead, seen.called, situation.played) is seen.viewer
            elif isinstance(seen.kitty, Hand):
                situation = replace(situation, hand=situation.hand | seen.kitty)
            made = situation.view(seen.turn.kind)
            assert same(made, seen) and (len(made.kitty), len(made.dealt_kitty)) == (len(seen.kitty), 4)


def test_the_dealer_may_leave_the_discard_in_his_hand():
    twenty = Situation(WIKIPEDIA, D, HAND | cards("S2 H2 D2 C2"), trump=Trump.SPADES, discarded=cards("S2 H2 D2 C2"))
    after = replace(twenty, played=parse_cards("CA C4"))
    assert after.view(Play).hand(D) == HAND and after.view(Play).discarded == cards("S2 H2 D2 C2")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" / ", ""),
        ("S3 S2 SJ", "S3 S2 SJ"),
        ("s3,S2;10s / ♥k", "S3 S2 ST HK"),
        ("3S 2 10 / hk A s2 /", "S3 S2 ST HK HA S2"),
        ("S3S2S10HKH4", "S3 S2 ST HK H4"),
        ("♠️3♠️2♠️10♥️K♥️4 ♦️2", "S3 S2 ST HK H4 D2"),
        ("S3 2 J\nHK 4 S5\nD2", "S3 S2 SJ HK H4 S5 D2"),
    ],
)
def test_tricks_as_people_type_them(text, expected):
    assert parse_tricks(text) == parse_cards(expected)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("SK S2 S4 / S2", "trick 2, card 1: S2 played twice: right played it to trick 1"),
        ("SK S2 S4 / SA", "trick 2, card 1: SA would be your own card, but you do not hold it.*you lead.*with SK"),
        ("SK SJ", "trick 1, card 2: SJ would be right's card, but you hold it.*you lead to the first trick"),
        ("SK H2 S4 / S3 S5", "trick 2, card 2: S5 would be right's card, but right did not follow spades in trick 1"),
        (
            "SK S2 S4 / HA H2 C7 / DK D2 H3",
            "trick 3, card 3: H3 would be dealer's card, but dealer did not follow hearts in tr",
        ),
        ("SK S2 SA / D2 C5", "trick 2, card 2: C5 played while you hold DK D8 D6 .expected to follow suit"),
        ("SK S2", "dealer is to play after S2, not left"),
        ("SK S2 / S4 S5 S6", "trick 1: 2 cards, 'SK S2' .expected 3"),
        ("SK S2 S4 S5 / S6", "trick 1: 4 cards"),
        ("SK S2 S4 / 2", "trick 2, card 1: '2' without a suit .expected one for the card led, such as S2"),
        ("SK SX", "trick 1, card 2: not a card: 'SX'"),
        ("SK S2 S4 / 10", "such as S10"),
        ("SK S2 S4 / HA 2 3 / " * 9, "trick 3, card 1: SK played twice"),
    ],
)
def test_tricks_that_cannot_be(text, fault):
    """The trick, the card, whose it would be, and what was expected."""
    with pytest.raises(AdviceError, match=fault):
        Situation(WIKIPEDIA, L, HAND, trump=Trump.SPADES, played=parse_tricks(text)).view(Play)


@pytest.mark.parametrize(
    ("situation", "fault"),
    [
        (Situation(WIKIPEDIA, L, HAND), "missing trump: it is called before this decision .expected --trump"),
        (Situation(WIKIPEDIA, R, HAND, trump=Trump.SPADES), "left is to play to the first trick, not right"),
        (Situation(WIKIPEDIA, D, HAND, trump=Trump.SPADES), "expected --discarded"),
        (Situation(WIKIPEDIA, L, HAND - cards("S3"), trump=Trump.SPADES), "15 cards held, 0 cards.*expected 16"),
        (Situation(WIKIPEDIA, L, HAND, trump=Trump.SPADES, shown=cards("SA")), "expected no --shown"),
        (Situation(WIKIPEDIA, D, HAND, trump=Trump.SPADES, discarded=cards("S2")), "1 cards? discarded"),
        (Situation(WIKIPEDIA, D, HAND, trump=Trump.SPADES, discarded=cards("SK S2 S4 S5")), "both discarded"),
        (Situation(WIKIPEDIA, L, HAND, trump=Trump.SPADES, discarded=cards("S2 S4 S5 S6")), "left cannot discard"),
        (replace(LATER, hand=HAND - cards("SK")), "HA played by left but still in HAND"),
        (
            replace(LATER, hand=HAND - cards("SK HA C5")),
            "13 cards held, 2 cards played by left .expected 14 in HAND now, or 16 as",
        ),
    ],
)
def test_moments_that_cannot_be(situation, fault):
    with pytest.raises(AdviceError, match=fault):
        situation.view(Play)


def test_after_the_last_trick_no_card_is_due():
    deal = finished_deals(WIKIPEDIA, 5, 1)[0]
    situation = told(deal.seen_by(D))
    with pytest.raises(AdviceError, match="all 16 tricks are played"):
        situation.view(Play)
    rest = [card for card in FULL_DECK if card not in situation.played][:1]
    with pytest.raises(AdviceError, match="trick 17, card 1: extra card"):
        replace(situation, played=(*situation.played, *rest)).view(Play)


# As typed at a terminal.


def test_a_card_is_advised_without_a_record():
    assert "You (left) are on lead and hold ♠K J 10 3 ♥A J 9 4 ♦K 8 6 ♣Q J 9 6 5." in answer(*TOLD, "--worlds", "2")
    now = answer(*TOLD[:3], "JT3.AJ94.K86.QJ965", "--trump", "s", "--tricks", "SK 2 4 /", "--worlds", "2")
    assert now == answer(*TOLD, "--tricks", "sk s2 s4", "--seat", "left", "--worlds", "2")
    assert "won one of the five tricks that you need." in " ".join(now.split())
    exchanged = ("--gave", "dealer:C2", "--received", "dealer:CQ", "--rules", "catalan", "--shown", "CA")
    assert "You (left) are on lead" in answer(*TOLD, *exchanged, "--worlds", "2")
    voids = ("--hand", "-.AJ94.K86532.QJ9652", "--trump", "S", "--worlds", "2")
    assert "hold ♥A J 9 4" in answer("advise", "play", *voids)


def test_a_contract_that_is_made_is_told_as_made():
    right = ("advise", "play", "--trump", "N", "--seat", "right", "--hand", "AKQJ.AKQJ.AKQJ.AKQJ", "--worlds", "2")
    told = " ".join(answer(*right, "--tricks", "S2 SA S3").split())
    assert "♣A K Q J. There is no trump suit. You have won one of the two tricks that you need." in told
    made = answer(*right, "--tricks", "S2 SA S3 / HA 2 3 / HK 4 5")
    assert "You have won 3 tricks and made your contract of two." in " ".join(made.split())


@pytest.mark.parametrize(
    ("arguments", "status", "fault"),
    [
        ((*TOLD, "examples/holiday.n52"), 2, "RECORD cannot be combined with --hand, --trump"),
        ((*TOLD, "--after", "3"), 2, "--deal and --after require RECORD"),
        (("advise", "play"), 2, "expected RECORD, or --hand and --trump"),
        ((*TOLD[:4], "--trump", "N", "--rules", "cat"), 1, "N may not be called[^;]*$"),
        ((*TOLD, "--tricks", "SK S2"), 1, "your seat is assumed to be dealer, whose turn it is"),
        ((*TOLD, "--known", "right:SK"), 1, "the king of spades cannot be with right: it is in left's own hand"),
        (
            (*TOLD, "--tricks", "SK S2 S4", "--known", "right:S2"),
            1,
            "the 2 of spades cannot be with right: it has been played",
        ),
        (
            (*TOLD, "--rules", "952", "--void", "dealer:H", "--void", "right:H"),
            1,
            "9 hearts would have to be in the discard, but only 4 cards fit there; dealer and right are said to be",
        ),
        ((*TOLD, "--number", "2"), 2, "--number requires --score"),
        (
            ("advise", "play", "examples/holiday.n52", "--rules", "wiki", "--seat", "D"),
            2,
            "RECORD cannot be combined with --seat, --rules",
        ),
        (("advise", "play", "--hand", "AK", "--trump", "S"), 1, "not a hand: 'AK'"),
    ],
)
def test_faults_are_one_line(arguments, status, fault):
    assert re.search(fault, refusal(*arguments, status=status))
