"""max^n against its naive twin, and what follows from its definition."""

from random import Random

import pytest
from positions import FREAKS, random_state
from reference import max_n

from ninefivetwo import Layout, Position, SearchStopped, Seat, Trump
from ninefivetwo.cards import Card, Hand, Suit
from ninefivetwo.exact import max_n_range
from ninefivetwo.exact.max_n import MaxNSolver
from ninefivetwo.layout import random_deals


def position_of(state):
    hands = [Hand.of(Card(Suit(suit), rank) for suit, rank in hand) for hand in state.hands]
    table = tuple(Card(Suit(suit), rank) for suit, rank in state.table)
    trump = Trump.NO_TRUMP if state.trump is None else Trump(state.trump)
    return Position(Layout(*hands), Seat(state.leader), table), trump


def endings(seed, tricks, number):
    random = Random(seed)
    for layout, _ in zip(random_deals(seed), range(number), strict=False):
        hands = [Hand.of(random.sample(list(layout[seat]), tricks)) for seat in Seat]
        yield Position(Layout(*hands), Seat(random.randrange(3))), Trump(random.randrange(5))


@pytest.mark.parametrize("spare", [False, True])
@pytest.mark.parametrize("about", Seat)
def test_values_are_the_naive_recursions(about, spare, seed, count):
    """Void suits, long suits, tricks in progress, one table for all; of equals the named tie rule decides."""
    random, solver = Random(f"max_n {about} {spare} {seed}"), MaxNSolver(about, spare)
    for i in range(count(60, 1000)):
        state = random_state(random, 1 + i % 4, random.randrange(3) if i % 4 else 0, FREAKS[i % len(FREAKS)])
        assert solver.values(*position_of(state)) == max_n(state, int(about), spare)


def test_the_tie_rule_decides_much():
    """Which is why it is a range: at eight tricks the two rules differ in many endings, by a trick or more."""
    found = [max_n_range(position, trump, Seat.DEALER) for position, trump in endings(8, 8, 30)]
    assert sum(spited != spared for spited, spared in found) > 8
    assert sum(spared - spited for spited, spared in found) > 5


def test_a_full_table_gives_the_same_values():
    """Suits renamed are other questions with the same answers; these endings fill more than one table."""
    solver = MaxNSolver(Seat.DEALER)
    for position, _ in endings(5, 9, 6):
        found = solver.values(position, Trump.SPADES)
        assert sum(found) == 9
        renamed = [Hand.of(Card(Suit((c.suit + 1) % 4), c.rank) for c in position.layout[seat]) for seat in Seat]
        assert MaxNSolver(Seat.DEALER).values(Position(Layout(*renamed), position.lead), Trump.HEARTS) == found
        assert solver.values(position, Trump.SPADES) == found


def test_turning_the_seats_turns_the_values():
    for position, trump in endings(5, 6, 10):
        hands = [position.layout[seat] for seat in Seat]
        turned = Position(Layout(hands[2], hands[0], hands[1]), position.lead.next)
        after = MaxNSolver(Seat.RIGHT).values(turned, trump)
        assert (after[1], after[2], after[0]) == MaxNSolver(Seat.LEFT).values(position, trump)


def test_a_time_limit_stops_a_search_once_it_has_passed():
    position, trump = next(endings(6, 13, 1))
    with pytest.raises(SearchStopped, match="out of time"):
        MaxNSolver(Seat.DEALER).values(position, trump, seconds=1e-9)
    position, trump = next(endings(6, 9, 1))
    long, without = (MaxNSolver(Seat.DEALER).values(position, trump, seconds=limit) for limit in (1e6, None))
    assert long == without
