"""Drills in the page: a problem is posed, the player answers, and then sees what the answer was worth and why.

The address names the drill and the problem; the server keeps nothing but what the library does.
"""

from __future__ import annotations

from datetime import UTC, datetime
from secrets import randbits

from msgspec import Raw, Struct
from msgspec.json import decode
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ninefivetwo.errors import DrillError
from ninefivetwo.game.rules import NAMED
from ninefivetwo.game.share import SharedProblem, shared
from ninefivetwo.keep.drills.drills import Count, Drills
from ninefivetwo.keep.drills.judge import verdict
from ninefivetwo.keep.drills.posing import LIMITS as PRICE_LIMITS
from ninefivetwo.keep.drills.posing import problem_at
from ninefivetwo.keep.drills.problem import Problem
from ninefivetwo.keep.drills.trial import LIMITS as TRIAL_LIMITS
from ninefivetwo.keep.drills.trial import trial
from ninefivetwo.keep.drills.weakness import (
    Weakness,
    mined_for,
    mistake,
    mistaken,
    training,
    weakness_called,
    weaknesses,
)
from ninefivetwo.keep.library import Library
from ninefivetwo.think.advise import Limits
from ninefivetwo.web.drill_objects import (
    KIND_NAMES,
    answer_shown,
    failing_shown,
    is_failing,
    kind_shown,
    problem_shown,
    speaker_of,
)
from ninefivetwo.web.lanes import Lane
from ninefivetwo.web.shell import page
from ninefivetwo.web.site import Telling, read, site_of, stream
from ninefivetwo.words.drills import rating_text, reasons
from ninefivetwo.words.figures import plural, tricks_words
from ninefivetwo.words.kept import weakness_words

PLAYERS_OFFERED = 8  # whose mistakes can be drilled
DEALS_LOOKED_AT = 60  # for new problems that train a weakness
MINED = 3  # new problems, at most, of one search
STYLES = ("table/table.css", "advice.css", "share.css", "drill.css")


class DrillAsked(Struct, frozen=True):
    """Which problem is wanted: this one, or the next of a kind, of a player's mistakes, of what trains his weakness.

    code: of a problem that was shared.  among: the ids of those, once they were found.
    """

    problem: str = ""
    code: str = ""
    kind: str = ""
    player: str = ""
    weak: str = ""
    among: list[str] | None = None


class DrillAnswer(Struct, frozen=True):
    """An answer to a problem: an action in JSON, or a chance."""

    problem: str
    answer: Raw


def routes() -> list[Route]:
    """The page, and what it asks."""
    return [
        Route("/drill", drill_page),
        Route("/api/drill/next", next_problem, methods=["POST"]),
        Route("/api/drill/answer", answer_problem, methods=["POST"]),
        Route("/api/drill/weak", find_weaknesses, methods=["POST"]),
        Route("/api/drill/mine", mine_problems, methods=["POST"]),
    ]


def drill_page(request: Request) -> Response:
    """The page; with the problem that its address names, or the next of a kind."""
    library, asked, now = site_of(request).library, request.query_params, datetime.now(UTC)
    problem, drills = None, Drills(library)
    if asked.get("problem") or asked.get("kind") in KIND_NAMES:
        problem = _next(drills, DrillAsked(problem=asked.get("problem", ""), kind=asked.get("kind", "")), now)
    rating = rating_text(drills.ratings(now).player)
    counts = drills.counts(now)
    due, unseen = (sum(getattr(counts[kind], name) for kind in KIND_NAMES) for name in ("due", "unseen"))
    data: dict[str, object] = {
        "kinds": [{**kind_shown(kind, counts[kind]), "standing": _standing(counts[kind])} for kind in KIND_NAMES],
        "due": f"{due} due today",
        "standing": f"{unseen} new · your drill rating: {rating}",
        "players": _people(library),
        "problem": None if problem is None else problem_shown(problem),
    }
    return page("Drill", "/drill", "drill.js", data, STYLES)


async def next_problem(request: Request) -> Response:
    """The problem to be posed; a search for it tells how far it is, and ends when its reader leaves."""
    asked, site = await read(request, DrillAsked), site_of(request)
    lane = Lane.SEARCH if asked.player and not asked.problem and asked.among is None else Lane.QUICK

    def job(telling: Telling) -> None:
        drills, now, wish = Drills(site.library), datetime.now(UTC), asked
        if lane is Lane.SEARCH:
            among = _searched(site.library, drills, asked, telling)
            wish = DrillAsked(kind=asked.kind, among=sorted(among))
        problem = _shared(drills, asked.code, telling) if asked.code else _next(drills, wish, now)
        shown, counts = None if problem is None else problem_shown(problem), drills.counts(now)
        kinds = [kind_shown(kind, counts[kind]) for kind in KIND_NAMES]
        telling.tell({"problem": shown, "among": wish.among, "kinds": kinds})

    return stream(request, job, lane)


async def answer_problem(request: Request) -> Response:
    """What an answer is worth, at once; then why, and the deal in which it fails.

    One to a problem that is not due is not kept: it was seen with its answer.
    """
    asked, site = await read(request, DrillAnswer), site_of(request)

    def job(telling: Telling) -> None:
        drills, now = Drills(site.library), datetime.now(UTC)
        problem, given = drills.problem(asked.problem), decode(asked.answer)
        kept = site.library.scheduled(problem.id)
        counted = kept is None or kept.due <= now
        result = drills.answer(problem, given, now) if counted else verdict(problem, given)
        telling.tell({"answer": answer_shown(problem, result, counted, rating_text(drills.ratings(now).player))})
        if is_failing(result) and result.own is not None:
            limits = Limits(worlds=TRIAL_LIMITS.worlds, seed=TRIAL_LIMITS.seed, token=telling.token)
            telling.tell({"reasons": reasons(problem, result.own, speaker_of(problem), limits)})
            telling.tell({"failing": failing_shown(problem, result, trial(problem, result.own.action, limits))})

    return stream(request, job)


async def find_weaknesses(request: Request) -> Response:
    """What a player loses most by, from his reviews."""
    asked, site = await read(request, DrillAsked), site_of(request)

    def job(telling: Telling) -> None:
        rows = [
            {
                "name": weakness.name,
                "words": weakness_words(weakness),
                "lost": lost_words(weakness),
            }
            for weakness in weaknesses(site.library, asked.player)
        ]
        telling.tell({"weaknesses": rows})

    return stream(request, job)


async def mine_problems(request: Request) -> Response:
    """New problems that train a player's weakness, kept as they are found."""
    asked, site = await read(request, DrillAsked), site_of(request)

    def job(telling: Telling) -> None:
        weakness, drills, number = weakness_called(site.library, asked.player, asked.weak), Drills(site.library), 0
        rules = NAMED["wikipedia"].rules
        for looked, problem in enumerate(mined_for(weakness, rules, randbits(32), DEALS_LOOKED_AT), 1):
            telling.tick()
            if problem is not None:
                drills.add(problem)
                number += 1
            telling.tell({"looked": looked, "found": number})
            if number == MINED:
                break

    return stream(request, job, Lane.SEARCH)


def lost_words(weakness: Weakness) -> str:
    """What is lost by something: "1.2 ± 0.2 tricks in 3 decisions"."""
    return f"{tricks_words(weakness.lost)} in {plural(weakness.mistakes, 'decision')}"


def _standing(count: Count) -> str:
    """How a kind of problem stands with the player: "3 due · 4 new · 2 of 5 right"."""
    answers = f" · {count.right} of {count.answered} right" if count.answered else ""
    return f"{count.due} due · {count.unseen} new{answers}"


def _people(library: Library) -> list[str]:
    """The players of the library's records whose mistakes can be drilled, those with most deals first."""
    people = [player for player in library.players() if not player.computer]
    return [player.name for player in sorted(people, key=lambda player: -player.records)][:PLAYERS_OFFERED]


def _next(drills: Drills, asked: DrillAsked, now: datetime) -> Problem | None:
    """The problem that is asked for.  Raises DrillError for one that there is not, or another kind."""
    if asked.problem:
        return drills.problem(asked.problem)
    return drills.next(asked.kind or None, now, among=asked.among)


def _shared(drills: Drills, code: str, telling: Telling) -> Problem:
    """The problem that a code holds, priced here and kept, so that it can be answered.

    Raises ShareError, and DrillError for a question of knowledge, whose answer the code does not tell.
    """
    thing = shared(code)
    if not isinstance(thing, SharedProblem) or thing.card is not None:
        raise DrillError("no problem to be posed: its answer is not known here (expected one of this library)")
    limits = Limits(worlds=PRICE_LIMITS.worlds, token=telling.token)
    problem = problem_at(thing.match, thing.match.deal.due_turn.seat, "mined", limits)
    telling.tick()
    drills.add(problem)
    return problem


def _searched(library: Library, drills: Drills, asked: DrillAsked, telling: Telling) -> set[str]:
    """The ids of the problems from a player's mistakes, made where they are not there yet; or for his weakness."""
    if asked.weak:
        return training(drills, library, asked.player, weakness_called(library, asked.player, asked.weak))
    limits = Limits(worlds=PRICE_LIMITS.worlds, token=telling.token)
    ids, known = set[str](), {info.id for info in drills.problems()}
    for looked, (id, match, node) in enumerate(mistaken(library, asked.player), 1):
        problem = None if id in known else mistake(match, node, limits)
        telling.tick()  # before it is kept: once the reader has left, it is made of fewer worlds
        if problem is not None:
            drills.add(problem)
            known.add(id)
        ids |= {id} & known
        telling.tell({"looked": looked, "found": len(ids)})
    return ids
