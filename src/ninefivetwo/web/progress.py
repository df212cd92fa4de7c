"""The page on a player's progress, with accuracy, luck and skill."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ninefivetwo.evaluation import Estimate
from ninefivetwo.keep.library import Graded, PlayerDeals, PlayerProgress
from ninefivetwo.keep.library.rows import summed, total_loss
from ninefivetwo.study import accuracy
from ninefivetwo.web.page_files import filled
from ninefivetwo.web.shell import options, page
from ninefivetwo.web.site import answer, read, site_of, waited_for
from ninefivetwo.words.figures import in_digits, minus, plural, signed_tenths, tricks_words
from ninefivetwo.words.levels import ACCURACY_MEANS, grade_text
from ninefivetwo.words.review import PHASES
from ninefivetwo.words.template import Amount, Name, say

DEALS_TOGETHER = 10  # number of deals over which each point of the curve is averaged


class OfPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a player's progress."""

    name: str


class ProgressData(msgspec.Struct, frozen=True):
    """The initial data of the page: what accuracy means, and the number of deals that a point of the curve averages."""

    means: str
    together: int


class GradeBar(msgspec.Struct, frozen=True):
    """A bar with an accuracy (0 to 100) and its standard error, both null if there are too few decisions.

    words: the label of the bar.
    """

    name: str
    value: float | None
    error: float | None
    words: str


class ProgressDeal(msgspec.Struct, frozen=True):
    """A deal of the player.

    played, added: as in the library's list. cells: the row of the table. grade: the accuracy. together, together_error:
    the accuracy over this and earlier deals, with its standard error. split: tricks by luck and by skill. A figure that
    is unknown is null.
    """

    record: str
    played: str | None
    added: str
    cells: list[str]
    grade: float | None
    together: float | None
    together_error: float | None
    split: tuple[float, float] | None


class ProgressTotal(msgspec.Struct, frozen=True):
    """A player's accuracy over all decisions, and `now` over the last deals; `words` gives the average loss."""

    accuracy: str
    words: str
    deals: str
    now: str


class ProgressShown(msgspec.Struct, frozen=True):
    """A player's progress in total, by phase, by rule set and by deal, the oldest first."""

    all: ProgressTotal
    phases: list[GradeBar]
    rules: list[GradeBar]
    deals: list[ProgressDeal]


def routes() -> list[Route]:
    """Return the routes of this page and of the request for a player's figures."""
    return [
        Route("/library/progress", progress_page),
        Route("/api/library/progress", player_progress, methods=["POST"]),
    ]


async def progress_page(request: Request) -> Response:
    """Return the page, whose script chooses the player."""
    players = await waited_for(request, site_of(request).library.players)
    people, computers = (_names(players, of_computers) for of_computers in (False, True))
    groups = [("People", people), ("Computers", computers)]
    shown = "".join(f'<optgroup label="{label}">{options(names)}</optgroup>' for label, names in groups if names)
    choose = "" if people else options({"": "choose"})
    data = ProgressData(f"{ACCURACY_MEANS} ± is one standard error.", DEALS_TOGETHER)
    body = filled("progress.html", HIDDEN="" if players else " hidden", NAMES=choose + shown)
    actions = '<a class="b" href="/library">Back to the library</a>'
    return page("Progress", "/library", "progress.js", data, ("pages.css", "library.css"), body, actions)


async def player_progress(request: Request) -> Response:
    """Return a player's figures."""
    name = (await read(request, OfPlayer)).name
    progress = await waited_for(request, partial(site_of(request).library.progress, name))
    return answer(progress_figures(progress))


def _names(players: Sequence[PlayerDeals], computers: bool) -> dict[str, str]:
    """Return the words for each human or computer player by name, with the most reviewed deals first."""

    def place(player: PlayerDeals) -> tuple[int, int, str]:
        return -player.reviewed, -player.records, player.name.casefold()

    return {
        player.name: say(
            "{player} ({number} of {all} reviewed)",
            player=Name(player.name),
            number=in_digits(player.reviewed),
            all=in_digits(player.records),
        )
        for player in sorted(players, key=place)
        if player.computer is computers
    }


def progress_figures(progress: PlayerProgress) -> ProgressShown:
    """Return a player's progress in total, by phase, by rule set and by deal.

    Deals without known avoidable losses are left out.
    """
    deals = [deal for deal in progress.by_record if deal.loss is not None]
    by_rules: dict[str, list[Graded]] = {}
    for deal in deals:
        by_rules.setdefault(deal.rules, []).append(deal)
    whole, last = total_loss(deals), total_loss(deals[-DEALS_TOGETHER:])
    now, number = accuracy(last), max(1, whole.n)
    each = tricks_words(Estimate(whole.mean / number, whole.standard_error / number, number))
    return ProgressShown(
        ProgressTotal(
            _accuracy_words(whole),
            say(
                "Average loss: {tricks} per decision, over {decisions} with a choice.",
                tricks=each,
                decisions=plural(whole.n, "decision"),
            ),
            plural(len(deals), "reviewed deal"),
            "not rated yet" if now is None else grade_text(now),
        ),
        [_grade(PHASES[phase], summed(mean)) for phase, mean in progress.by_phase.items()],
        [_grade(rules, total_loss(those)) for rules, those in by_rules.items()],
        [_deal(deal, deals[max(0, i + 1 - DEALS_TOGETHER) : i + 1]) for i, deal in enumerate(deals)],
    )


def _accuracy_words(loss: Estimate) -> str:
    """Return an accuracy as text, or a note that there are too few decisions."""
    return grade_text(accuracy(loss)) or "not rated yet"


def _grade(name: str, loss: Estimate) -> GradeBar:
    grade = accuracy(loss)
    value, error = (None, None) if grade is None else (round(grade.mean, 1), round(grade.standard_error, 1))
    words = say("{accuracy}, {decisions}", accuracy=Amount(_accuracy_words(loss)), decisions=plural(loss.n, "decision"))
    return GradeBar(name, value, error, words)


def _deal(deal: Graded, last: list[Graded]) -> ProgressDeal:
    """Return a deal's figures; `last` are the deals over which the accuracy is averaged."""
    own, together = _grade("", total_loss([deal])), _grade("", total_loss(last))
    luck, skill = (None if figure is None else round(figure, 2) for figure in (deal.luck, deal.skill))
    cells = [deal.seat.word, str(deal.decisions), _accuracy_words(total_loss([deal]))]
    return ProgressDeal(
        deal.record,
        deal.played,
        deal.when.isoformat(),
        cells + ["" if figure is None else minus(signed_tenths(figure)) for figure in (luck, skill)],
        own.value,
        together.value,
        together.error,
        None if luck is None or skill is None else (luck, skill),
    )
