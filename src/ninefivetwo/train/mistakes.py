"""Problems from the player's own mistakes: decisions of reviewed deals for which something better could be found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ninefivetwo.advise import Effort, Terms, advise_before_play, advise_play
from ninefivetwo.game import Call, Discard, Give, Match, Play
from ninefivetwo.record import read_file
from ninefivetwo.review import Point, points_of
from ninefivetwo.train.judge import is_right
from ninefivetwo.train.library import Library, Wanted
from ninefivetwo.train.price import MARGINS, advised_choices, card_choices, difficulty, is_choice
from ninefivetwo.train.problem import Choice, Problem, action_of, problem_id, records_for
from ninefivetwo.train.themes import theme_of

KINDS: dict[type[Any], str] = {Call: "call", Discard: "discard", Give: "give", Play: "play"}
MOST = 1000  # decisions of a player that are looked at
EFFORT = Effort(seconds=None, worlds=16, estimated=1000)


def mistakes_of(library: Library, name: str, effort: Effort = EFFORT) -> Iterator[Problem]:
    """The findable mistakes of a player in the reviewed records of a library, those that are no problem there yet."""
    known = {posed.id for posed in library.problems(source="mistake")}
    for id, match, point in mistaken(library, name):
        if id not in known and (problem := mistake(match, point, effort)) is not None:
            yield problem


def mistaken(library: Library, name: str) -> Iterator[tuple[str, Match, Point]]:
    """The decisions of a player for which something better could be found, each with the id of the problem it poses."""
    for lost in library.decisions(Wanted(name=name, limit=MOST)):
        if lost.findable:
            match = read_file(library.record(lost.record).text).records[0].match
            assert match.deal is not None
            point = points_of(match.deal)[lost.index]
            record, _ = records_for(_at(match, point), point.seat)
            yield problem_id(KINDS[type(point.action)], record), match, point


def mistake(match: Match, point: Point, effort: Effort = EFFORT) -> Problem | None:
    """The problem that a decision poses; None if by fresh advice it was as good as any."""
    kind, view = KINDS[type(point.action)], point.before.seen_by(point.seat)
    choices, margin = _choices(point, effort), MARGINS[kind]
    record, whole = records_for(_at(match, point), point.seat)
    theme = theme_of(view, action_of(view, choices[0].action))
    level = difficulty(kind, view, choices, margin)
    problem = Problem(kind, record, whole, tuple(choices), margin, theme, level, "mistake")
    own = next((choice for choice in choices if is_choice(choice, point.action)), None)
    return None if own is not None and is_right(problem, own) else problem


def _choices(point: Point, effort: Effort) -> list[Choice]:
    view = point.before.seen_by(point.seat)
    if isinstance(point.action, Play):
        return card_choices(advise_play(view, effort, Terms()))
    return advised_choices(advise_before_play(view, effort, Terms()))


def _at(match: Match, point: Point) -> Match:
    """The match at the moment of a decision."""
    return replace(match, deal=point.before)
