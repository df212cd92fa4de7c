"""A grade in words: its accuracy, and the level that it is like."""

from __future__ import annotations

from msgspec import UNSET

from ninefivetwo.render.schema.review import GradeObject, PhaseGradeObject

#: What a player of each level is.
LEVELS = {
    "beginner": "a beginner",
    "rule": "a player who goes by the plain rules",
    "club": "a club player",
    "expert": "an expert",
    "master": "a master",
}
#: One sentence on what the grade means, for where it first stands.
ACCURACY_MEANS = "accuracy: 100 if no decision lost anything that could have been known; a club player gets about 80"


def accuracy_text(grade: PhaseGradeObject) -> str:
    """`accuracy 84 ± 4 of 100`; empty where there is no grade."""
    return f"accuracy {accuracy_cell(grade)} of 100" if grade.accuracy is not UNSET else ""


def accuracy_cell(grade: PhaseGradeObject) -> str:
    """`84 ± 4`, for a table; empty where there is no grade."""
    if grade.accuracy is UNSET:
        return ""
    error = grade.accuracy.se or 0.0
    return f"{grade.accuracy.mean:.0f} ± {error:.0f}" if error >= 0.05 else f"{grade.accuracy.mean:.0f}"


def plays_like_text(grade: GradeObject) -> str:
    """`plays like a club player`; empty while that is not clear."""
    return "" if grade.plays_like is UNSET else f"plays like {LEVELS[grade.plays_like]}"
