"""The engine against DDS, through the ghost embedding."""

from random import Random

import judge
from positions import asked

from ninefivetwo_solver.engine import Engine


def compare(seed: int, count: int, sizes: range) -> None:
    random, engine = Random(seed), Engine()
    for i in range(count):
        state, ghost = judge.ghost_ending(random, sizes[i % len(sizes)])
        seat = random.randrange(3)
        engine.clear()
        found = engine.guarantee(*asked(state), seat)
        assert found == judge.guarantee(state, ghost, seat), (state, seat)


def compare_cards(seed: int, count: int, sizes: range) -> int:
    random, engine, cards = Random(seed), Engine(), 0
    for i in range(count):
        state, ghost = judge.ghost_ending(random, sizes[i % len(sizes)])
        seat = random.randrange(3)
        expected = judge.after_each(state, ghost, seat)
        assert engine.after_each(*asked(state), seat) == dict(sorted(expected.items())), (state, seat)
        cards += len(expected)
    return cards


def test_values(seed, count):
    """Endings of 6 to 13 tricks: the same guarantee."""
    compare(seed, count(400, 5000), range(6, 14))


def test_leads(seed, count):
    """Of a fifth as many: the same tricks after every lead, the table warm from other endings."""
    compare_cards(seed, count(400, 5000) // 5, range(6, 14))
