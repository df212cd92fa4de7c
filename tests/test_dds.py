"""The engine against DDS, through the ghost embedding."""

import sys
from random import Random

import pytest
from positions import asked

from ninefivetwo_solver.engine import Engine

if sys.version_info >= (3, 14):  # for which endplay has no wheel; nothing else is skipped on Linux
    pytest.importorskip("endplay")

import judge


def endings(seed, count):
    """Endings of 6 to 13 tricks, with the ghost hand of each and a seat to ask about."""
    random = Random(seed)
    for i in range(count):
        yield *judge.ghost_ending(random, 6 + i % 8), random.randrange(3)


def test_guarantees_are_those_of_dds(seed, count):
    """The same guarantee."""
    engine = Engine()
    for state, ghost, seat in endings(seed, count(200, 5000)):
        engine.clear()
        assert engine.guarantee(*asked(state), seat) == judge.guarantee(state, ghost, seat), (state, seat)


def test_every_lead_wins_what_dds_says(seed, count):
    """Of fewer: the same tricks after every lead, the table warm from other endings."""
    engine = Engine()
    for state, ghost, seat in endings(seed, count(400, 5000) // 5):
        expected = judge.after_each(state, ghost, seat)
        assert engine.after_each(*asked(state), seat) == dict(sorted(expected.items())), (state, seat)
