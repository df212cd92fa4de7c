"""The shipped set of problems: one JSON file, a problem a line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from ninefivetwo.drills.encoding import problem_object, problem_of
from ninefivetwo.drills.problem import Problem
from ninefivetwo.render.schema.base import decode, encode
from ninefivetwo.render.schema.kept import ProblemsObject

SET = Path(__file__).with_name("problems.json")


@cache
def shipped() -> tuple[Problem, ...]:
    """The problems that come with the package, in their order.  Raises DrillError, SchemaError, OSError."""
    return tuple(map(problem_of, decode(SET.read_bytes(), ProblemsObject).problems))


def set_text(problems: Sequence[Problem]) -> str:
    """The text of a set of these problems."""
    text = encode(ProblemsObject([problem_object(problem) for problem in problems])).decode()
    return text.replace('{"schema":"ninefivetwo.problem/', '\n{"schema":"ninefivetwo.problem/')[:-2] + "\n]}\n"
