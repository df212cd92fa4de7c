"""The moment in the play as a player tells it: his cards, the trump suit, the tricks; and what cannot be."""

import pytest
from msgspec.structs import replace
from table import WIKIPEDIA, cards, finished_deals

from ninefivetwo.cards import FULL_DECK, Hand, Seat, Trump, parse_cards
from ninefivetwo.errors import AdviceError
from ninefivetwo.game import Discard, Give, Play, Return, Show, Situation, YesNo, parse_tricks
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.game.told_tricks import next_turn

D = Seat.DEALER
HAND = Hand.parse("KJT3.AJ94.K86.QJ965")


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
            if deal.turn is None or issubclass(deal.turn.kind, YesNo):
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
        ("", ""),
        (" / ", ""),
        ("S3 S2 SJ", "S3 S2 SJ"),
        ("s3,S2;10s / ♥k", "S3 S2 ST HK"),
        ("3S 2 10 / hk A s2 /", "S3 S2 ST HK HA S2"),
        ("S3S2S10HKH4", "S3 S2 ST HK H4"),
        ("♠️3♠️2♠️10♥️K♥️4 ♦️2", "S3 S2 ST HK H4 D2"),
        ("S3 S2 SJ HK H4 S5 D2", "S3 S2 SJ HK H4 S5 D2"),
        ("S3 2 J\nHK 4 S5\nD2", "S3 S2 SJ HK H4 S5 D2"),
    ],
)
def test_tricks_are_read_as_people_type_them(text, expected):
    assert parse_tricks(text) == parse_cards(expected)


def test_after_the_last_trick_no_card_is_due():
    deal = finished_deals(WIKIPEDIA, 5, 1)[0]
    situation = told(deal.seen_by(D))
    with pytest.raises(AdviceError, match="all 16 tricks are played"):
        situation.view(Play)
    rest = [card for card in FULL_DECK if card not in situation.played][:1]
    with pytest.raises(AdviceError, match="trick 17, card 1: extra card"):
        replace(situation, played=(*situation.played, *rest)).view(Play)
