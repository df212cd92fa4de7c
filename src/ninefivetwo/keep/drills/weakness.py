"""A player's weaknesses (the themes of the costliest avoidable mistakes), and the problems that train a weakness.

Reviews name the theme of a mistake (`study.why`). A mistake without a theme is counted under its kind of decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ninefivetwo.errors import DrillError, quoted
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Match
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.keep.drills.drills import MISTAKE, Drills
from ninefivetwo.keep.drills.judge import is_right
from ninefivetwo.keep.drills.kinds import DRILL_KINDS, KIND_OF
from ninefivetwo.keep.drills.mining import mine
from ninefivetwo.keep.drills.posing import POSING_LIMITS, problem_at
from ninefivetwo.keep.drills.problem import Problem, problem_id, records_for
from ninefivetwo.keep.library import Library, Query
from ninefivetwo.study import DecisionNode, Phase, Theme, decision_nodes
from ninefivetwo.think.advise import Limits

MOST_DECISIONS = 1000  # maximum number of a player's decisions that are evaluated
MOST_RECORDS = 200  # maximum number of a player's reviewed deals that are evaluated, newest first
LEAST_LOST = 0.25  # minimum total loss, in tricks, that counts as a weakness

#: The problem themes that train each review theme. Problems of any theme train a review theme that is not listed.
TRAINED_BY = {
    Theme.RUFF_MISSED: ("ruff", "sluff"),
    Theme.LED_INTO_RUFF: ("draw trumps", "lead low"),
    Theme.OVERRUFFED: ("ruff", "sluff"),
    Theme.WASTED: ("which loser", "duck"),
    Theme.WINNER_THROWN: ("sluff",),
    Theme.TRICK_MISSED: ("take",),
    Theme.TOO_HIGH: ("take",),
    Theme.TRUMPS_NOT_DRAWN: ("draw trumps",),
    Theme.RUFFED: ("draw trumps", "cash"),
    Theme.GUARD_GONE: ("sluff", "which loser"),
    Theme.FALLS: ("lead low", "duck", "hold up"),
    Theme.STRANDED: ("cash",),
    Theme.RUFFS_MISSED: ("ruff",),
    Theme.RUFFS_GIVEN: ("draw trumps", "lead low"),
    Theme.SET_UP: ("lead low",),
    Theme.SUIT: ("lead low", "cash", "hold up"),
    Theme.SUIT_OPENED: ("lead low", "draw trumps"),
    Theme.GUARD_THROWN: ("sluff",),
    Theme.SUIT_GIVEN: ("hold up", "duck", "lead low"),
    Theme.SIDE_SUITS: ("lead low", "draw trumps"),
    Theme.TRUMPS_LET_GO: ("discard a trump", "ask for trumps"),
    Theme.GUARD_LET_GO: ("keep the guard", "keep what is good"),
    Theme.VOID_NOT_MADE: ("make a void",),
    Phase.LEAD: ("draw trumps", "cash", "lead low"),
    Phase.FOLLOW: ("take", "hold up", "duck", "which loser"),
    Phase.RUFF_OR_SLUFF: ("ruff", "sluff"),
}


@dataclass(frozen=True)
class Weakness:
    """A theme of mistakes that cost a player tricks.

    `theme` comes from the reviews, or is the kind of decision if a review names no theme. `phases` are the kinds of
    decisions in which the theme occurred. `lost` is the total avoidable loss in tricks, over `mistakes` decisions.
    """

    theme: Theme | Phase
    phases: frozenset[Phase]
    lost: Estimate
    mistakes: int

    @property
    def name(self) -> str:
        """The name of the weakness in web addresses and on the command line, such as "trumps-not-drawn"."""
        return self.theme.value.replace(" ", "-").replace("'", "")

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of problems that train this weakness."""
        return frozenset(name for name, kind in DRILL_KINDS.items() if kind.phases & self.phases)

    def trained_by(self, kind: str, theme: str) -> bool:
        """Return whether a problem of this kind and theme trains this weakness."""
        themes = TRAINED_BY.get(self.theme)
        return kind in self.kinds and (themes is None or theme in themes)


def weaknesses(library: Library, player: str) -> list[Weakness]:
    """Return a player's weaknesses, costliest first; empty if no deal of the player has been reviewed."""
    by_theme = dict[Theme | Phase, Weakness]()
    for phase, named, lost in library.mistakes(player, MOST_RECORDS):
        theme = named or phase
        so_far = by_theme.get(theme, Weakness(theme, frozenset(), Estimate(0.0, 0.0, 0), 0))
        by_theme[theme] = Weakness(theme, so_far.phases | {phase}, so_far.lost + lost, so_far.mistakes + 1)
    costly = [weakness for weakness in by_theme.values() if weakness.lost.mean >= LEAST_LOST]
    return sorted(costly, key=lambda weakness: -weakness.lost.mean)


def weakness_called(library: Library, player: str, name: str) -> Weakness:
    """Return the weakness with the given name. Raises DrillError if there is no such weakness."""
    for weakness in weaknesses(library, player):
        if weakness.name == name:
            return weakness
    raise DrillError(f"unknown weakness of {quoted(player)}: {quoted(name)} (expected one named in the reviews)")


def training(drills: Drills, library: Library, player: str, weakness: Weakness) -> set[str]:
    """Return the ids of the problems that train a weakness: the player's own mistakes and similar problems."""
    own = {id for id, _, node in mistaken(library, player) if node.phase in weakness.phases}
    return {
        problem.id
        for problem in drills.problems()
        if weakness.trained_by(problem.kind, problem.theme) and (problem.source != MISTAKE or problem.id in own)
    }


def mined_for(weakness: Weakness, rules: RuleSet, seed: int, deals: int) -> Iterator[Problem | None]:
    """Mine `deals` deals for problems that train a weakness. Yields a problem or None for each deal."""
    kind = min(weakness.kinds)
    for number in range(deals):
        problem = mine(kind, rules, seed + number)
        yield problem if problem is not None and weakness.trained_by(problem.kind, problem.theme) else None


def mistakes_of(library: Library, name: str, limits: Limits = POSING_LIMITS) -> Iterator[Problem]:
    """Yield problems made from a player's avoidable mistakes, except those already in the library."""
    known = {problem.id for problem in library.problems(source=MISTAKE)}
    for id, match, node in mistaken(library, name):
        if id not in known and (problem := mistake(match, node, limits)) is not None:
            yield problem


def mistaken(library: Library, name: str) -> Iterator[tuple[str, Match, DecisionNode]]:
    """Yield a player's avoidable mistakes. Each mistake has the id of its problem, the match and the decision."""
    for row in library.decisions(Query(player=name, limit=MOST_DECISIONS)):
        if row.avoidable:
            match = library.record(row.record).match
            node = decision_nodes(match.deal)[row.index]
            record, _ = records_for(replace(match, deal=node.before), node.seat)
            yield problem_id(KIND_OF[type(node.action)], record), match, node


def mistake(match: Match, node: DecisionNode, limits: Limits = POSING_LIMITS) -> Problem | None:
    """Return a problem made from a decision, or None if a new evaluation finds no mistake."""
    problem = problem_at(replace(match, deal=node.before), node.seat, MISTAKE, limits)
    own = next((choice for choice in problem.choices if choice.includes(node.action)), None)
    return None if own is not None and is_right(problem, own) else problem
