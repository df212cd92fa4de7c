"""The shipped set of problems: one JSON file, a problem a line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ninefivetwo.drills.encoding import problem_of, problem_text
from ninefivetwo.drills.problem import Problem
from ninefivetwo.errors import DrillError

SCHEMA = "ninefivetwo.problems/2"
SET = Path(__file__).with_name("problems.json")


@cache
def shipped() -> tuple[Problem, ...]:
    """The problems that come with the package, in their order.  Raises DrillError, OSError."""
    value = json.loads(SET.read_text(encoding="utf-8"))
    if value.get("schema") != SCHEMA:
        raise DrillError(f'{SET.name}: no set of problems (expected "schema": "{SCHEMA}")')
    return tuple(problem_of(problem) for problem in value["problems"])


def set_text(problems: Sequence[Problem]) -> str:
    """The text of a set of these problems."""
    lines = ",\n".join(problem_text(problem) for problem in problems)
    return f'{{"schema":"{SCHEMA}","problems":[\n{lines}\n]}}\n'
