"""Terms for the levels of players, and sentences on accuracy and on the levels that would find a better choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import UNSET

from ninefivetwo.evaluation import Estimate, mean_text
from ninefivetwo.think.playouts import Level
from ninefivetwo.think.playouts.policies import CARELESS
from ninefivetwo.words.figures import plural
from ninefivetwo.words.template import Amount, Name, Template, Term, listed, say

if TYPE_CHECKING:  # advice needs neither of them
    from ninefivetwo.study import Grade
    from ninefivetwo.think.players.recognise import Recognised

#: The noun for a player of each level, the weakest level first.
LEVEL_NOUNS = {
    "beginner": "beginner",
    "rule": "rule-of-thumb player",
    "club": "club player",
    "expert": "expert",
    "master": "master",
}
#: The same nouns with their articles.
LEVEL_WORDS = {level: f"{'an' if level == 'expert' else 'a'} {noun}" for level, noun in LEVEL_NOUNS.items()}
#: The meaning of an accuracy, shown once beside the first accuracy.
ACCURACY_MEANS = "Accuracy: 100 means no avoidable loss; club players average about 80."

FINDS = 0.5  # minimum share of a level's players who find a choice if the level is said to find it
ALWAYS, USUALLY, SELDOM, NEVER = 0.95, 2 / 3, 0.25, 0.05
REALLY = 0.1  # minimum lead of a weaker level, as a share, for which the reason is given

WOULD_FIND = Template("{levels} would find this.")
WOULD_USUALLY_FIND = Template("{levels} would usually find this.")
WOULD_OFTEN_FIND = Template("{levels} would find this half the time.")
WOULD_MISS = Template("{levels} would miss this.")
ALMOST_ALWAYS_MISS = Template("{levels} would almost always miss this.")
USUALLY_MISS = Template("{levels} would usually miss this.")
OFTEN_MISS = Template("{levels} would often miss this.")


def accuracy_cell(grade: Grade) -> str:
    """Return the accuracy of a grade as a table shows it: "84 ± 4"; empty if the grade has none."""
    return grade_text(None if grade.accuracy is UNSET else grade.accuracy)


def grade_text(accuracy: Estimate | None) -> str:
    """Return an accuracy as text: "84 ± 4"; empty for None."""
    return "" if accuracy is None else mean_text(accuracy)


def finders_words(finders: Mapping[str, float]) -> str:
    """Return sentences on the levels whose players would find a choice: "Only a master would find this."

    `finders` has the share of each level's players, 0 to 1, who make a choice as good as the best. If the share rises
    from level to level, only the weakest level that finds the choice and the next weaker level are named. If the share
    falls clearly from one level to the next, the reason is added.
    """
    fewer = [level for before, level in pairwise(finders) if finders[before] - finders[level] > REALLY]
    return " ".join(filter(None, [_who_finds(finders), *(_why_fewer(level, finders) for level in fewer)]))


def _why_fewer(level: str, finders: Mapping[str, float]) -> str:
    """Return the reason why a level finds the better choice less often than the next weaker level."""
    if level == "club":
        return (
            "Beginners find this by chance."
            if finders["beginner"] <= CARELESS
            else "Here, the beginners' rule of thumb is right."
        )
    return "Experts consider only a few possible deals, which can mislead them here." if level == "expert" else ""


def _who_finds(finders: Mapping[str, float]) -> str:
    levels = [level for level in LEVEL_WORDS if level in finders]
    found = [level for level in levels if finders[level] >= FINDS]
    missed = [level for level in levels if level not in found]
    if not levels:
        return ""
    if not found:
        best = finders[levels[-1]]
        miss = ALMOST_ALWAYS_MISS if best < NEVER else USUALLY_MISS if best < SELDOM else OFTEN_MISS
        return miss(levels=_even(levels[-1]))
    if found == levels[len(missed) :]:
        found, missed = found[:1], missed[-1:]
    least = min(finders[level] for level in found)
    find = WOULD_FIND if least >= ALWAYS else WOULD_USUALLY_FIND if least >= USUALLY else WOULD_OFTEN_FIND
    if not missed:
        return find(levels=_even(found[0]))
    most = max(finders[level] for level in missed)
    if found == ["master"] and least >= ALWAYS and most < NEVER:
        return "Only a master would find this."
    miss = WOULD_MISS if most < NEVER else USUALLY_MISS if most < SELDOM else OFTEN_MISS
    return f"{find(levels=_all(found))} {miss(levels=_all(missed))}"


def _even(level: str) -> Term:
    return Term(f"even {LEVEL_WORDS[level]}")


def _all(levels: Sequence[str]) -> Term:
    return Term(listed([LEVEL_WORDS[level] for level in levels]))


# The levels assumed for players, or recognised from their play.

#: The terms for one player of a level and for several players.
PLAYERS_AT: dict[Level, tuple[str, str]] = {
    level: (LEVEL_WORDS[level.value], f"{LEVEL_NOUNS[level.value]}s") for level in Level if level is not Level.MIXED
} | {Level.MIXED: ("a rule-of-thumb, club or expert player", "a mix of rule-of-thumb, club and expert players")}

PLAYS_LIKE = Template("{players} {players:plays|play} like {level} ({chance} sure after {deals}).")


def recognised_words(found: Recognised) -> str:
    """Return a sentence on players' estimated levels, with the chance that the estimate is right."""
    sure = {"chance": Amount(f"{min(int(100 * found.chance), 99)} %"), "deals": plural(found.deals, "deal")}
    groups = _by_level(found.levels)
    if len(groups) == 1:
        ((names, level),) = groups
        who = Name("the opponents") if len(found.levels) > 1 else Name(names[0], first=True)
        return PLAYS_LIKE(players=who, level=level, **sure)
    levels = levels_term(found.levels)
    return say("The opponents play like {levels} ({chance} sure after {deals}).", levels=levels, **sure)


def levels_term(levels: Mapping[str, Level]) -> Term:
    """Return players' assumed levels: "club players", "a beginner (Ann) and experts (Bob and Cy)"."""
    groups = _by_level(levels)
    if len(groups) == 1:
        return Term(PLAYERS_AT[next(iter(levels.values()))][1])
    return Term(listed([f"{level} ({listed(names)})" for names, level in groups]))


def _by_level(levels: Mapping[str, Level]) -> list[tuple[list[str], Term]]:
    """Group players by level; return the names and the level's term for each group."""
    names = dict[Level, list[str]]()
    for name, level in levels.items():
        names.setdefault(level, []).append(name)
    return [(each, Term(PLAYERS_AT[level][len(each) > 1])) for level, each in names.items()]
