"""The quantal value against its naive twin, and what follows from its definition."""

from math import exp
from random import Random

import pytest
from positions import FREAKS, random_state
from quantal_reference import classes, max_n, values, values_after

from ninefivetwo import Denomination, Layout, Position, PositionError, SearchStopped, Seat, Solver
from ninefivetwo.cards import Card, Hand, Suit
from ninefivetwo.exact import MaxNSolver, QuantalSolver, max_n_range
from ninefivetwo.game.dealing import random_deals


def position_of(state):
    hands = [Hand.of(Card(Suit(suit), rank) for suit, rank in hand) for hand in state.hands]
    table = tuple(Card(Suit(suit), rank) for suit, rank in state.table)
    denomination = Denomination.N if state.trump is None else Denomination(state.trump)
    return Position(Layout(*hands), Seat(state.leader), table), denomination


def close(one, other):
    return all(abs(a - b) < 1e-6 for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("temperature", [0.35, 0.05, 2.0])
def test_values_are_the_naive_recursions(temperature, seed, count):
    """Every legal card's too; void suits, long suits, tricks in progress, one table for all."""
    random, solver = Random(f"quantal {temperature} {seed}"), QuantalSolver(temperature)
    for i in range(count(300, 2000)):
        size = 5 if i % 50 == 49 else 1 + i % 4
        state = random_state(random, size, random.randrange(3) if size > 1 else 0, FREAKS[i % len(FREAKS)])
        position, denomination = position_of(state)
        assert close(solver.values(position, denomination), values(state, temperature)), position
        if i % 4 == 0:
            found = solver.moves(position, denomination)
            assert {(int(card.suit), card.rank) for card in found} == set(state.legal())
            for group in classes(state):
                wanted = values_after(state, group[0], temperature)
                assert all(close(found[Card(Suit(suit), rank)], wanted) for suit, rank in group)
        if i % 300 == 299:
            values.cache_clear()


@pytest.mark.parametrize("spare", [False, True])
@pytest.mark.parametrize("about", Seat)
def test_strict_values_are_the_naive_recursions(about, spare, seed, count):
    """Each plays the best for himself; of equals the named tie rule decides."""
    random, solver = Random(f"max_n {about} {spare} {seed}"), MaxNSolver(about, spare)
    for i in range(count(60, 1000)):
        state = random_state(random, 1 + i % 4, random.randrange(3) if i % 4 else 0, FREAKS[i % len(FREAKS)])
        assert solver.values(*position_of(state)) == max_n(state, int(about), spare)


def test_the_tie_rule_decides_much():
    """Which is why it is a range: at eight tricks the two rules differ in many endings, by a trick or more."""
    found = [max_n_range(position, denomination, Seat.DEALER) for position, denomination in endings(8, 8, 30)]
    assert sum(spited != spared for spited, spared in found) > 8
    assert sum(spared - spited for spited, spared in found) > 5


def endings(seed, tricks, number):
    random = Random(seed)
    for layout, _ in zip(random_deals(seed), range(number), strict=False):
        hands = [Hand.of(random.sample(list(layout[seat]), tricks)) for seat in Seat]
        yield Position(Layout(*hands), Seat(random.randrange(3))), Denomination(random.randrange(5))


def test_values_sum_to_the_tricks_and_hardly_fall_short_of_what_is_sure():
    quantal, solver = QuantalSolver(temperature=0.02), Solver()
    for position, denomination in endings(3, 6, 30):
        found, sure = quantal.values(position, denomination), solver.guarantees(position, denomination)
        assert sum(found) == pytest.approx(6)
        for seat in Seat:  # who hardly errs does not fall short of what he is sure of by much
            assert found[seat] > sure[seat] - 0.35


def test_a_small_table_gives_the_same_values():
    """So does a warm one, and one that has been filled by other positions."""
    small, large = QuantalSolver(memory=1), QuantalSolver()
    for position, denomination in endings(4, 8, 6):
        assert small.values(position, denomination) == pytest.approx(large.values(position, denomination), abs=1e-9)
        assert QuantalSolver().values(position, denomination) == pytest.approx(large.values(position, denomination))


def test_renaming_suits_and_seats_changes_nothing():
    solver = QuantalSolver()
    for position, _ in endings(5, 6, 10):
        hands = [position.layout[seat] for seat in Seat]
        found = solver.values(position, Denomination.S)
        renamed = [Hand.of(Card(Suit((c.suit + 1) % 4), c.rank) for c in hand) for hand in hands]
        moved = Position(Layout(*renamed), position.lead)
        assert solver.values(moved, Denomination.H) == pytest.approx(found)
        turned = Position(Layout(hands[2], hands[0], hands[1]), position.lead.next)
        after = QuantalSolver().values(turned, Denomination.S)
        assert (after[1], after[2], after[0]) == pytest.approx(found)


def test_by_hand():
    """Dealer leads ace or queen to the king: the ace keeps two tricks, the queen one; he mostly finds the ace."""
    position = Position(Layout.parse("D:AQ... K2... 43..."), Seat.DEALER)
    found = QuantalSolver().moves(position, Denomination.N)
    ace, queen = found[Card.parse("SA")], found[Card.parse("SQ")]
    assert queen[0] < 1.2 and ace[0] > 1  # left plays deuce or king, neither certain
    value = QuantalSolver().values(position, Denomination.N)[0]
    weight = exp(ace[0] / 0.35) / (exp(ace[0] / 0.35) + exp(queen[0] / 0.35))
    assert value == pytest.approx(weight * ace[0] + (1 - weight) * queen[0])


def test_what_is_refused():
    for temperature in (0, -1, float("nan"), float("inf")):
        with pytest.raises(PositionError, match="temperature"):
            QuantalSolver(temperature)
    position, denomination = next(endings(6, 13, 1))
    with pytest.raises(SearchStopped, match="out of time"):
        QuantalSolver().values(position, denomination, seconds=1e-9)
