"""The face of the engine: layouts in, guarantees out.

A seat's *guarantee* is the number of tricks it can take whatever the other two do, even against it together, with all
cards seen.  It is exact.  Nothing here says anything of hands that cannot be seen.
"""

from ninefivetwo.solve.batch import Question, ask_batch, best_discards, solve_batch
from ninefivetwo.solve.discard import Discards, Throw
from ninefivetwo.solve.solver import (
    DEFAULT_MEMORY,
    MOST_MEMORY,
    Solver,
    best_discard,
    best_line,
    can_force,
    solve,
    solve_moves,
)
from ninefivetwo.solve.values import Guarantees, Moves, Solution

__all__ = [
    "DEFAULT_MEMORY",
    "MOST_MEMORY",
    "Discards",
    "Guarantees",
    "Moves",
    "Question",
    "Solution",
    "Solver",
    "Throw",
    "ask_batch",
    "best_discard",
    "best_discards",
    "best_line",
    "can_force",
    "solve",
    "solve_batch",
    "solve_moves",
]
