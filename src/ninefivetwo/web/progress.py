"""How a player does: his grade over time, by phase, by rule set, and his luck beside his skill."""

from __future__ import annotations

from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ninefivetwo.evaluation import Estimate
from ninefivetwo.keep.library import Graded, Library, PlayerDeals, PlayerProgress
from ninefivetwo.keep.library.rows import summed, total_loss
from ninefivetwo.study import accuracy
from ninefivetwo.web.shell import page
from ninefivetwo.web.site import answer, read, site_of, waited_for
from ninefivetwo.words.figures import minus, plural, signed_tenths, tricks_words
from ninefivetwo.words.grade_words import ACCURACY_MEANS, grade_text
from ninefivetwo.words.review import PHASES

TOGETHER = 10  # deals whose grade a point of the curve is


class OfPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose progress is asked for."""

    name: str


def routes() -> list[Route]:
    """The page, and a player's figures."""
    return [
        Route("/library/progress", progress_page),
        Route("/api/library/progress", player_progress, methods=["POST"]),
    ]


async def progress_page(request: Request) -> Response:
    """The page; it knows by itself whose it is."""
    players = await waited_for(request, partial(_players, site_of(request).library))
    data: dict[str, object] = {"players": players, "means": ACCURACY_MEANS, "together": TOGETHER}
    return page("Progress", "/library", "progress.js", data, styles=("library.css",))


async def player_progress(request: Request) -> Response:
    """The figures of a player."""
    name = (await read(request, OfPlayer)).name
    progress = await waited_for(request, partial(site_of(request).library.progress, name))
    return answer(figures(name, progress))


def _players(library: Library) -> list[dict[str, object]]:
    """Whose progress can be shown: people before computers, who has most reviewed deals first."""

    def place(player: PlayerDeals) -> tuple[bool, int, int, str]:
        return player.computer, -player.reviewed, -player.records, player.name.casefold()

    return [
        {
            "name": player.name,
            "words": f"{player.name} ({player.reviewed} of {player.records} reviewed)",
            "computer": player.computer,
        }
        for player in sorted(library.players(), key=place)
    ]


def figures(name: str, progress: PlayerProgress) -> dict[str, object]:
    """What is drawn of a player's progress: in all, by phase, by rule set, deal by deal as added.

    Deals without fair figures are left out.
    """
    deals = [deal for deal in progress.by_record if deal.loss is not None]
    by_rules: dict[str, list[Graded]] = {}
    for deal in deals:
        by_rules.setdefault(deal.rules, []).append(deal)
    whole, last = total_loss(deals), total_loss(deals[-TOGETHER:])
    now, number = accuracy(last, last.n), max(1, whole.n)
    each = tricks_words(Estimate(whole.mean / number, whole.standard_error / number, number))
    return {
        "name": name,
        "all": {
            "accuracy": _accuracy_words(whole),
            "decisions": whole.n,
            "words": f"{whole.n} decisions with a choice, {each} lost each",
            "deals": plural(len(deals), "reviewed deal"),
            "now": "" if now is None else f"now {grade_text(now)} of 100",
        },
        "phases": [_grade(PHASES[phase], summed(mean)) for phase, mean in progress.by_phase.items()],
        "rules": [_grade(rules, total_loss(those)) for rules, those in by_rules.items()],
        "deals": [_deal(deal, deals[max(0, i + 1 - TOGETHER) : i + 1]) for i, deal in enumerate(deals)],
    }


def _accuracy_words(loss: Estimate) -> str:
    """The grade of some decisions' loss, "too few" of a few."""
    return grade_text(accuracy(loss, loss.n)) or "too few"


def _grade(name: str, loss: Estimate) -> dict[str, object]:
    """A grade as a bar: its value with its error, and both in words with the number of decisions."""
    grade = accuracy(loss, loss.n)
    value, error = (None, None) if grade is None else (round(grade.mean, 1), round(grade.standard_error, 1))
    words = f"{_accuracy_words(loss)}, {loss.n} decisions"
    return {"name": name, "decisions": loss.n, "value": value, "error": error, "words": words}


def _deal(deal: Graded, last: list[Graded]) -> dict[str, object]:
    """A deal: its row in words, its grade, that of the deals up to it taken together, tricks by luck and by skill."""
    own, together = _grade("", total_loss([deal])), _grade("", total_loss(last))
    split = [None if figure is None else round(figure, 2) for figure in (deal.luck, deal.skill)]
    cells = [
        f"{deal.when.astimezone():%Y-%m-%d}",
        deal.seat.word,
        str(deal.decisions),
        _accuracy_words(total_loss([deal])),
    ]
    return {
        "record": deal.record,
        "cells": cells + ["" if figure is None else minus(signed_tenths(figure)) for figure in split],
        "grade": own["value"],
        "together": together["value"],
        "together_error": together["error"],
        "split": None if None in split else split,
    }
