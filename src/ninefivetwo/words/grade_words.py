"""A grade in words: its accuracy, and the level that it is like."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from msgspec import UNSET

from ninefivetwo.evaluation import Estimate, mean_text
from ninefivetwo.study import Grade
from ninefivetwo.study.grades import PlayerGrade
from ninefivetwo.think.playouts.policies import CARELESS
from ninefivetwo.words.template import capital, listed

#: What a player of each level is, the weakest first.
LEVELS = {
    "beginner": "a beginner",
    "rule": "a player who goes by the plain rules",
    "club": "a club player",
    "expert": "an expert",
    "master": "a master",
}
#: One sentence on what the grade means, for where it first stands.
ACCURACY_MEANS = "Accuracy: 100 means no avoidable loss; club players average about 80"


def accuracy_cell(grade: Grade) -> str:
    """`84 ± 4`, for a table; empty where there is no grade."""
    return grade_text(None if grade.accuracy is UNSET else grade.accuracy)


def grade_text(accuracy: Estimate | None) -> str:
    """`84 ± 4`; empty for None."""
    return "" if accuracy is None else mean_text(accuracy)


def plays_like_text(grade: PlayerGrade) -> str:
    """`plays like a club player`; empty while that is not clear."""
    return "" if grade.plays_like is UNSET else f"plays like {LEVELS[grade.plays_like]}"


FINDS = 0.5  # a share of a level's players, from which on they are said to find it
ALWAYS, MOSTLY, SELDOM, NEVER = 0.95, 2 / 3, 0.25, 0.05
REALLY = 0.1  # of the players: by so much more a level must find it than a stronger one before the reason is given


def finders_words(finders: Mapping[str, float]) -> str:
    """Who would have found it: "A club player would find it; a beginner seldom would."

    finders: for each level the share of its players who choose as well as the best, 0 to 1.  Where each level finds it
    sooner than the weaker ones, the two are named between whom it changes.  If a level really finds it less often than
    the one before, the reason follows.
    """
    fewer = [level for before, level in pairwise(finders) if finders[before] - finders[level] > REALLY]
    return " ".join(filter(None, [_who_finds(finders), *(_why_fewer(level, finders) for level in fewer)]))


def _why_fewer(level: str, finders: Mapping[str, float]) -> str:
    """Why a level finds it less often than the one before it."""
    if level == "club":
        by_chance = finders["beginner"] <= CARELESS
        return "Beginners find it by chance." if by_chance else "The rule of thumb that beginners follow is right here."
    return "Experts sample few possible deals, which can mislead them here." if level == "expert" else ""


def _who_finds(finders: Mapping[str, float]) -> str:
    """The levels that find it and those that do not."""
    levels = [level for level in LEVELS if level in finders]
    found = [level for level in levels if finders[level] >= FINDS]
    missed = [level for level in levels if level not in found]
    if not levels:
        return ""
    if not found:
        return f"Even {LEVELS[levels[-1]]} would {_how_seldom(finders[levels[-1]])} find it."
    if not missed:
        return f"Even {LEVELS[found[0]]} {_how_often(finders[found[0]])}."
    if found == levels[len(missed) :]:
        found, missed = found[:1], missed[-1:]
    often = _how_often(min(finders[level] for level in found))
    least = max(finders[level] for level in missed)
    seldom = "would not" if least < NEVER else f"{_how_seldom(least)} would"
    words = _and(found)
    return f"{capital(words)} {often}; {_and(missed)} {seldom}."


def _how_often(share: float) -> str:
    if share < MOSTLY:
        return "would find it half the time"
    return "would find it" if share >= ALWAYS else "would usually find it"


def _how_seldom(share: float) -> str:
    return "hardly ever" if share < NEVER else "seldom" if share < SELDOM else "only sometimes"


def _and(levels: list[str]) -> str:
    return listed([LEVELS[level] for level in levels])
