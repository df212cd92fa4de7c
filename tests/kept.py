"""Support for tests of what is kept: records of the examples, a review of one of them, a file changed behind SQL."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path

from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game.records import read_file
from ninefivetwo.study import Fair, review

ROOT = Path(__file__).parents[1]
FRIDAY, CLUB, HOLIDAY = ((ROOT / f"examples/{name}.n52").read_text() for name in ("friday", "club-evening", "holiday"))


def only_match(text):
    return read_file(text).records[0].match


@cache
def hindsight():
    """The review of the deal of Friday, without fair figures."""
    return review(only_match(FRIDAY))


def with_losses(found, loss_of):
    """The review with a fair loss for each decision that was not forced, as a function of the decision."""
    decisions = []
    for decision in found.decisions:
        action = decision.node.action
        best = Evaluation(action, Estimate(9, 0.1, 10), Estimate(0, 0, 10), None)
        chosen = Evaluation(action, Estimate(8, 0.1, 10), loss_of(decision), None)
        decisions.append(replace(decision, fair=None if decision.forced else Fair(best, chosen, False)))
    return replace(found, decisions=tuple(decisions), worlds=20)


def change(path, statement, *values):
    """Change a library's file as another program might; what the statement gives."""
    with closing(sqlite3.connect(path)) as db, db:
        return db.execute(statement, values).fetchall()
