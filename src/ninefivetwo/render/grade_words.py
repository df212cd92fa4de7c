"""A grade in words: its accuracy, and the level that it is like."""

from __future__ import annotations

from math import inf

from msgspec import UNSET

from ninefivetwo.evaluation import Estimate
from ninefivetwo.render.schema.review import GradeObject, PhaseGradeObject

#: What a player of each level is, the weakest first.
LEVELS = {
    "beginner": "a beginner",
    "rule": "a player who goes by the plain rules",
    "club": "a club player",
    "expert": "an expert",
    "master": "the strongest player",
}
#: One sentence on what the grade means, for where it first stands.
ACCURACY_MEANS = "Accuracy: 100 if no decision lost anything that could have been known; a club player gets about 80"


def accuracy_text(grade: PhaseGradeObject) -> str:
    """`accuracy 84 ± 4 of 100`; empty where there is no grade."""
    return f"accuracy {accuracy_cell(grade)} of 100" if grade.accuracy is not UNSET else ""


def accuracy_cell(grade: PhaseGradeObject) -> str:
    """`84 ± 4`, for a table; empty where there is no grade."""
    return grade_text(None if grade.accuracy is UNSET else grade.accuracy.estimate)


def grade_text(accuracy: Estimate | None) -> str:
    """`84 ± 4`, without what is no whole error; empty for None."""
    if accuracy is None:
        return ""
    error = f" ± {_whole(accuracy.standard_error)}" if 0.5 <= accuracy.standard_error < inf else ""
    return f"{_whole(accuracy.mean)}{error}"


def _whole(number: float) -> int:
    """The nearest whole number, of two the higher, as the page's script rounds."""
    return int(number + 0.5)


def plays_like_text(grade: GradeObject) -> str:
    """`plays like a club player`; empty while that is not clear."""
    return "" if grade.plays_like is UNSET else f"plays like {LEVELS[grade.plays_like]}"
