"""How a player does: his grade over time, by phase, by rule set, and his luck beside his skill."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from math import hypot

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ninefivetwo.evaluation import Estimate
from ninefivetwo.keep.library import Graded, Library, PlayerProgress
from ninefivetwo.keep.session import is_computer
from ninefivetwo.study import accuracy
from ninefivetwo.web.asking import answer, read
from ninefivetwo.web.shell import page
from ninefivetwo.web.site import site_of
from ninefivetwo.web.stream import waited_for
from ninefivetwo.words.grade_words import ACCURACY_MEANS
from ninefivetwo.words.review import PHASES

TOGETHER = 10  # deals whose grade a point of the curve is


class OfPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose progress is asked for."""

    name: str


class PlayerChoice(msgspec.Struct, frozen=True):
    """A player whose progress can be shown: in how many deals he played, and in how many of them that are reviewed."""

    name: str
    deals: int
    reviewed: int
    computer: bool


class ProgressData(msgspec.Struct, frozen=True):
    """What the page begins with; people come before computers, who has most reviewed deals first."""

    players: list[PlayerChoice]
    means: str
    together: int = TOGETHER


class GradeFigure(msgspec.Struct, frozen=True):
    """A grade of 0 to 100 with its error, None of too few decisions; `lost`: tricks each, on average."""

    name: str
    decisions: int
    grade: float | None
    error: float | None
    lost: float


class DealFigure(msgspec.Struct, frozen=True):
    """A deal: its grade, that of the deals up to it taken together, and tricks by luck and by skill."""

    record: str
    date: str
    seat: str
    decisions: int
    grade: float | None
    error: float | None
    together: float | None
    together_error: float | None
    luck: float | None
    skill: float | None


class PlayerFigures(msgspec.Struct, frozen=True):
    """How one player does: in all, by phase, by rule set, and deal by deal as added."""

    name: str
    all: list[GradeFigure]
    phases: list[GradeFigure]
    rules: list[GradeFigure]
    deals: list[DealFigure]


def routes() -> list[Route]:
    """The page, and a player's figures."""
    return [
        Route("/library/progress", progress_page),
        Route("/api/library/progress", player_progress, methods=["POST"]),
    ]


async def progress_page(request: Request) -> Response:
    """The page; it knows by itself whose it is."""
    players = await waited_for(request, partial(_players, site_of(request).library))
    data = ProgressData(players, ACCURACY_MEANS)
    return page("Progress", "/library", "progress.js", data, styles=("library.css",))


async def player_progress(request: Request) -> Response:
    """The figures of a player."""
    name = (await read(request, OfPlayer)).name
    found = await waited_for(request, partial(site_of(request).library.progress, name))
    return answer(figures(name, found))


def _players(library: Library) -> list[PlayerChoice]:
    players = [PlayerChoice(name, deals, done, is_computer(name)) for name, deals, done in library.players()]
    return sorted(players, key=lambda each: (each.computer, -each.reviewed, -each.deals, each.name.casefold()))


def figures(name: str, progress: PlayerProgress) -> PlayerFigures:
    """What is drawn of a player's progress; deals without fair figures are left out."""
    deals = [deal for deal in progress.by_record if deal.grade is not None]
    by_rules: dict[str, list[Graded]] = {}
    for deal in deals:
        by_rules.setdefault(deal.rules, []).append(deal)
    return PlayerFigures(
        name,
        [_grade("all", _sum(deals))] if deals else [],
        [_grade(PHASES[phase], _whole(mean)) for phase, mean in progress.by_phase.items()],
        [_grade(rules, _sum(those)) for rules, those in by_rules.items()],
        [_deal(deal, deals[max(0, i + 1 - TOGETHER) : i + 1]) for i, deal in enumerate(deals)],
    )


def _whole(mean: Estimate) -> Estimate:
    """The loss of all decisions together."""
    return Estimate(mean.mean * mean.n, mean.standard_error * mean.n, mean.n)


def _sum(deals: Iterable[Graded]) -> Estimate:
    """The loss of all decisions of some deals together, in tricks."""
    known = [(deal.grade or 0.0, deal.error or 0.0, deal.decisions) for deal in deals]
    lost = sum(grade * number / 1000 for grade, _, number in known)
    return Estimate(lost, hypot(*(error * number / 1000 for _, error, number in known)), sum(n for *_, n in known))


def _grade(name: str, loss: Estimate) -> GradeFigure:
    grade = accuracy(loss, loss.n)
    mean, error = (None, None) if grade is None else (round(grade.mean, 1), round(grade.standard_error, 1))
    return GradeFigure(name, loss.n, mean, error, round(loss.mean / max(1, loss.n), 3))


def _deal(deal: Graded, last: list[Graded]) -> DealFigure:
    own, together = _grade("", _sum([deal])), _grade("", _sum(last))
    return DealFigure(
        deal.record,
        f"{deal.when.astimezone():%Y-%m-%d}",
        deal.seat.word,
        deal.decisions,
        own.grade,
        own.error,
        together.grade,
        together.error,
        None if deal.luck is None else round(deal.luck, 2),
        None if deal.skill is None else round(deal.skill, 2),
    )
