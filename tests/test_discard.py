"""The exact best discard, against discarding every way there is and the plain minimax."""

from itertools import combinations, islice, pairwise
from random import Random

import pytest
from positions import ALL_CARDS, bits
from reference import State, value

from ninefivetwo import Hand, Layout, Position, SearchStopped, Seat, Solver, Trump, best_discard
from ninefivetwo.errors import PositionError
from ninefivetwo.exact import best_discards
from ninefivetwo.exact.values import discard_classes
from ninefivetwo.layout import random_deals


def too_long(random, tricks, more):
    """Hands of `tricks` cards, but one of `more` as well; now and then of few suits."""
    deck = [card for card in ALL_CARDS if random.random() < 0.5 or card[0] < 2]
    deck = random.sample(deck if len(deck) >= 3 * tricks + more else ALL_CARDS, 3 * tricks + more)
    cuts = [0, tricks + more, 2 * tricks + more, 3 * tricks + more]
    return [frozenset(deck[a:b]) for a, b in pairwise(cuts)]


@pytest.mark.parametrize("exact", [1, 3, 1000])
def test_discards_are_worth_what_every_throw_is(exact):
    """Every way of discarding is in one class of discards; each class's bounds hold, the best one's are exact."""
    random, solver = Random(exact), Solver(1 << 20)
    for _ in range(60):
        tricks, more = random.choice([(1, 1), (1, 4), (2, 2), (3, 2), (3, 1)])
        hands, seat, lead = too_long(random, tricks, more), random.choice(list(Seat)), random.choice(list(Seat))
        trump = random.choice(list(Trump))
        hands = hands[-seat:] + hands[:-seat]
        layout = Layout(*(Hand(bits(hand)) for hand in hands))
        discards = solver.best_discard(layout, trump, seat, lead=lead, exact=exact)
        worth = {}
        for discarded in combinations(sorted(hands[seat]), more):
            kept = tuple(hand - set(discarded) if i == seat else hand for i, hand in enumerate(hands))
            state = State(kept, int(lead), (), None if trump == Trump.NO_TRUMP else int(trump))
            worth[bits(discarded)] = value(state, seat)
        for discard in discards.discards:
            assert discard.low <= worth[discard.cards.cards] <= discard.high
        assert discards.guarantee == max(worth.values())
        assert discards.best[0] == discards.discards[0]
        certain = sorted((discard.low for discard in discards.discards if discard.exact), reverse=True)
        likeness = {tuple(sorted(like(hands, seat, discarded))): worth[discarded] for discarded in worth}
        assert len(likeness) == len(discards.discards)
        assert certain[:exact] == sorted(likeness.values(), reverse=True)[:exact]


def like(hands, seat, discarded):
    """What is alike in discards of one class: of each stretch of touching cards how many go."""
    deck = sorted(card for hand in hands for card in hand)
    stretch, before = 0, None
    for card in deck:
        holder = next(i for i, hand in enumerate(hands) if card in hand)
        stretch += (holder, card[0]) != before
        before = (holder, card[0])
        if discarded >> (16 * card[0] + card[1]) & 1:
            yield stretch


def test_full_size_throws_are_worth_what_they_say(count):
    solver = Solver()
    for deal in islice(random_deals(31), count(1, 20)):
        layout = Layout(deal.dealer | deal.out, deal.left, deal.right)
        for trump in (Trump.HEARTS, Trump.NO_TRUMP):
            discards = solver.best_discard(layout, trump, exact=4)
            assert sum(discard.exact for discard in discards.discards) >= 4
            for discard in (*discards.discards[:5], *discards.discards[-2:]):
                position = Position(Layout(layout.dealer - discard.cards, layout.left, layout.right))
                assert discard.low <= solver.guarantee(position, trump, Seat.DEALER) <= discard.high
            assert {trump: discards} == best_discards(layout, [trump], exact=4)


def test_a_hand_of_one_suit_has_one_class():
    hand = Hand.parse("AKQJT98765432...")
    assert discard_classes(hand, Hand.parse(".AK.."), 4, Trump.NO_TRUMP) == [Hand.parse("5432...")]


def test_a_time_limit_stops_the_search_and_misfits_are_refused():
    deal = next(random_deals(32))
    layout = Layout(deal.dealer | deal.out, deal.left, deal.right)
    with pytest.raises(SearchStopped, match="out of time: D:"):
        best_discard(layout, Trump.SPADES, seconds=1e-9)
    with pytest.raises(SearchStopped):
        best_discards(layout, seconds=1e-9)
    with pytest.raises(PositionError, match=r"do not fit: dealer 16, left 16, right 16 .*and dealer to hold more"):
        best_discard(deal, Trump.SPADES)
    with pytest.raises(PositionError):
        best_discard("D:A... K.2.. Q...", Trump.SPADES)
    with pytest.raises(PositionError):
        best_discard("D:A...  ... ...", Trump.SPADES)
