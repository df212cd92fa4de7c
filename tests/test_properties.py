"""What must hold of every position, whatever its value: symmetries, sums, costs and gifts."""

from random import Random

import pytest
from positions import asked, index, random_state
from reference import State

from ninefivetwo_solver.engine import Engine


def rename(state: State, suits: list[int]) -> State:
    def card(c):
        return (suits[c[0]], c[1])

    hands = tuple(frozenset(map(card, hand)) for hand in state.hands)
    trump = None if state.trump is None else suits[state.trump]
    return State(hands, state.leader, tuple(map(card, state.table)), trump)


def test_renaming_suits_changes_nothing():
    random, engine = Random(1), Engine()
    for _ in range(100):
        state, seat = random_state(random, random.randint(5, 11), random.randrange(3)), random.randrange(3)
        suits = random.sample(range(4), 4)
        renamed = rename(state, suits)
        assert engine.guarantee(*asked(state), seat) == engine.guarantee(*asked(renamed), seat)
        before, after = engine.after_each(*asked(state), seat), engine.after_each(*asked(renamed), seat)
        assert {16 * suits[i // 16] + i % 16: tricks for i, tricks in before.items()} == after


def test_rotating_seats_changes_nothing():
    random, engine = Random(2), Engine()
    for _ in range(100):
        state, seat = random_state(random, random.randint(5, 11), random.randrange(3)), random.randrange(3)
        turned = state._replace(hands=state.hands[2:] + state.hands[:2], leader=(state.leader + 1) % 3)
        assert engine.guarantee(*asked(state), seat) == engine.guarantee(*asked(turned), (seat + 1) % 3)


def test_swapping_touching_cards_changes_nothing():
    """Cards of one hand with none in play between them are worth the same to play."""
    random, engine, met = Random(3), Engine(), 0
    for _ in range(500):
        state, seat = random_state(random, random.randint(3, 9), random.randrange(3)), random.randrange(3)
        parting = {c for i, hand in enumerate(state.hands) if i != state.mover for c in hand} | set(state.table)
        for suit, rank in state.legal():
            if (suit, rank + 1) in state.hands[state.mover] and (suit, rank + 1) not in parting:
                met += 1
                values = []
                for card in [(suit, rank), (suit, rank + 1)]:
                    after, winner = state.play(card)
                    engine.clear()
                    rest = engine.guarantee(*asked(after), seat) if any(after.hands) else 0
                    values.append((winner == seat) + rest)
                assert values[0] == values[1], (state, suit, rank)
    assert met > 300


@pytest.mark.parametrize("tricks", [6, 12])
def test_no_card_raises_its_player_s_guarantee_or_lowers_another_s(tricks):
    """Along random play, where guarantees never sum to more than the tricks."""
    random, engine = Random(tricks), Engine()
    for _ in range(15):
        state = random_state(random, tricks)
        left, before = tricks, None
        while any(state.hands):
            now = [engine.guarantee(*asked(state), seat) for seat in range(3)]
            assert sum(now) <= left
            after = [engine.after_each(*asked(state), seat) for seat in range(3)]
            for seat in range(3):
                best = max if seat == state.mover else min
                assert best(after[seat].values()) == now[seat]
                if before is not None:
                    assert now[seat] == before[seat]
            card = random.choice(state.legal())
            before = [after[seat][index(card)] for seat in range(3)]
            state, winner = state.play(card)
            if winner is not None:
                left -= 1
                before[winner] -= 1


@pytest.mark.parametrize("tricks", [8, 12, 16])
def test_traces_of_played_deals_equal_cold_solves(tricks, seed, count):
    """One warm table along a deal, against a cold solve at every card."""
    random = Random(seed)
    for _ in range(count(1, 100)):
        state, warm, cold, seat = random_state(random, tricks), Engine(), Engine(), random.randrange(3)
        while any(state.hands):
            cold.clear()
            assert warm.guarantee(*asked(state), seat) == cold.guarantee(*asked(state), seat)
            state, _ = state.play(random.choice(state.legal()))
