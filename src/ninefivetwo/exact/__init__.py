"""Exact values with all hands visible: the Python interface to the search engine.

A seat's *guarantee* is the number of tricks that it can win even if the other two cooperate against it. *max^n* gives
the tricks of three players who each maximise their own tricks. This package must not import rule sets, files or
screens. Begin with `solver.py`; `batch.py` has the worker threads.

Internal: programs import names from `ninefivetwo` instead.
"""

from ninefivetwo.exact.batch import PositionQuestion, Workers, ask_batch, best_discards, in_order, solve_batch
from ninefivetwo.exact.max_n import max_n_range
from ninefivetwo.exact.solver import (
    MOST_MEMORY,
    CardSets,
    SeatQuestions,
    Solver,
    best_discard,
    best_line,
    can_force,
    solve,
    solve_moves,
)
from ninefivetwo.exact.values import Discards, Guarantees, Moves, Solution
from ninefivetwo_solver.engine import CancelToken

__all__ = [
    "MOST_MEMORY",
    "CancelToken",
    "CardSets",
    "Discards",
    "Guarantees",
    "Moves",
    "PositionQuestion",
    "SeatQuestions",
    "Solution",
    "Solver",
    "Workers",
    "ask_batch",
    "best_discard",
    "best_discards",
    "best_line",
    "can_force",
    "in_order",
    "max_n_range",
    "solve",
    "solve_batch",
    "solve_moves",
]
