"""Problems from the player's own mistakes: decisions of reviewed deals for which something better could be found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ninefivetwo.game import Call, Discard, Give, Match, Play
from ninefivetwo.game.records import read_file
from ninefivetwo.keep.drills.choices import is_choice
from ninefivetwo.keep.drills.judge import is_right
from ninefivetwo.keep.drills.posing import LIMITS, problem_at
from ninefivetwo.keep.drills.problem import Problem, problem_id, records_for
from ninefivetwo.keep.library import Library, Query
from ninefivetwo.study import DecisionNode, decision_nodes
from ninefivetwo.think.advise import Limits

KINDS: dict[type[Any], str] = {Call: "call", Discard: "discard", Give: "give", Play: "play"}
MAX_DECISIONS = 1000  # of a player that are looked at


def mistakes_of(library: Library, name: str, limits: Limits = LIMITS) -> Iterator[Problem]:
    """Problems of the findable mistakes of a player, in reviewed records of a library, that it does not hold yet."""
    known = {posed.id for posed in library.problems(source="mistake")}
    for id, match, node in mistaken(library, name):
        if id not in known and (problem := mistake(match, node, limits)) is not None:
            yield problem


def mistaken(library: Library, name: str) -> Iterator[tuple[str, Match, DecisionNode]]:
    """The decisions of a player that could have been better by what he knew: the id of the problem, match, decision."""
    for row in library.decisions(Query(name=name, limit=MAX_DECISIONS)):
        if row.findable and row.name == name:
            match = read_file(library.record(row.record).text).records[0].match
            node = decision_nodes(match.deal)[row.index]
            record, _ = records_for(_at(match, node), node.seat)
            yield problem_id(KINDS[type(node.action)], record), match, node


def mistake(match: Match, node: DecisionNode, limits: Limits = LIMITS) -> Problem | None:
    """The problem that a decision poses; None if fresh advice finds that it was as good as any."""
    problem = problem_at(_at(match, node), node.seat, "mistake", limits)
    own = next((choice for choice in problem.choices if is_choice(choice, node.action)), None)
    return None if own is not None and is_right(problem, own) else problem


def _at(match: Match, node: DecisionNode) -> Match:
    """The match at the moment of a decision."""
    return replace(match, deal=node.before)
