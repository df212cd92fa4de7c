"""Compare the answers of the drill "what do you know?" with the deals that the questions come from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from benchmarks.told import Asked, Figure, Position
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.keep.drills.mining import mined

BLOCK = 20  # questions found in one task


def questions(rules: RuleSet, asked: Asked, block: int) -> Iterator[Figure]:
    """Yield the questions of a block: the chance that is the answer, and whether the card is there."""
    for number, problem in enumerate(islice(mined("know", rules, asked.seed_of(block)), BLOCK)):
        question, exchanged = problem.question, problem.match.previous_results is not None
        assert question is not None
        at = Position(BLOCK * block + number, problem.seat, problem.theme, exchanged)
        where = question.place.name.lower()
        yield Figure(at, f"card {where}", question.chance.weighed.mean, float(bool(problem.truth)))
