"""The page at /drill, which poses puzzles and rates answers.

The page's address contains the drill and the puzzle, and all other data is in the library.
"""

from __future__ import annotations

from dataclasses import astuple
from datetime import UTC, datetime
from secrets import randbits

from msgspec import Raw, Struct, structs
from msgspec.json import decode
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ninefivetwo.errors import DrillError
from ninefivetwo.game.rules import NAMED
from ninefivetwo.game.share import SharedProblem, shared
from ninefivetwo.keep.drills.drills import Count, Drills
from ninefivetwo.keep.drills.judge import verdict
from ninefivetwo.keep.drills.kinds import DRILL_KINDS
from ninefivetwo.keep.drills.posing import POSING_LIMITS as PRICE_LIMITS
from ninefivetwo.keep.drills.posing import problem_at
from ninefivetwo.keep.drills.problem import Problem
from ninefivetwo.keep.drills.trial import TRIAL_LIMITS as TRIAL_LIMITS
from ninefivetwo.keep.drills.trial import trial
from ninefivetwo.keep.drills.weakness import mined_for, mistake, mistaken, training, weakness_called, weaknesses
from ninefivetwo.keep.library import Library
from ninefivetwo.web.drill_objects import (
    AnswerLine,
    AnswerShown,
    DrillData,
    FailingShown,
    KindListed,
    KindShown,
    NextShown,
    ProblemShown,
    SearchedShown,
    WeaknessesShown,
    WeaknessShown,
)
from ninefivetwo.web.lanes import Lane
from ninefivetwo.web.shell import page
from ninefivetwo.web.site import Telling, read, site_of, stream
from ninefivetwo.words.drill_reasons import TrialText, reasons
from ninefivetwo.words.drills import KIND_WORDS, VerdictText, count_words, lost_words, speaker_of
from ninefivetwo.words.figures import in_digits
from ninefivetwo.words.kept import rating_text, weakness_words
from ninefivetwo.words.template import say

DEALS_LOOKED_AT = 60  # deals searched for new puzzles that train a weakness
MINED = 3  # number of new puzzles after which a search ends
STYLES = ("pages.css", "table/table.css", "advice.css", "share.css", "drill.css")


class DrillAsked(Struct, frozen=True):
    """A request for a given puzzle, or for the next puzzle of a kind, from a player's mistakes or for a weakness.

    code: the code of a shared puzzle. among: the ids of the puzzles to choose from, None for all puzzles.
    """

    problem: str = ""
    code: str = ""
    kind: str = ""
    player: str = ""
    weak: str = ""
    among: list[str] | None = None


class DrillAnswer(Struct, frozen=True):
    """An answer to a puzzle: an action in JSON, or a probability."""

    problem: str
    answer: Raw


def routes() -> list[Route]:
    """Return the routes of this page and of its requests."""
    return [
        Route("/drill", drill_page),
        Route("/api/drill/next", next_problem, methods=["POST"]),
        Route("/api/drill/answer", answer_problem, methods=["POST"]),
        Route("/api/drill/weak", find_weaknesses, methods=["POST"]),
        Route("/api/drill/mine", mine_problems, methods=["POST"]),
    ]


def drill_page(request: Request) -> Response:
    """Return the page with the puzzle in its address, or with the next puzzle of a kind."""
    library, asked, now = site_of(request).library, request.query_params, datetime.now(UTC)
    problem, drills = None, Drills(library)
    if asked.get("problem") or asked.get("kind") in DRILL_KINDS:
        problem = _next(drills, DrillAsked(problem=asked.get("problem", ""), kind=asked.get("kind", "")), now)
    rating = rating_text(drills.ratings(now))
    counts = drills.counts(now)
    due, unseen = sum(n.due for n in counts.values()), sum(n.unseen for n in counts.values())
    data = DrillData(
        kinds=[KindListed(**structs.asdict(_kind(kind, n)), standing=count_words(n)) for kind, n in counts.items()],
        due=say("Due today: {number}", number=in_digits(due)),
        standing=say("{number} new · drill rating {rating}", number=in_digits(unseen), rating=rating),
        players=_people(library),
        own=sorted(library.own_names()),
        problem=None if problem is None else ProblemShown.of(problem),
    )
    return page("Practise", "/drill", "drill.js", data, STYLES)


async def next_problem(request: Request) -> Response:
    """Send the next puzzle, and report the progress if a puzzle must be found first."""
    asked, site = await read(request, DrillAsked), site_of(request)
    lane = Lane.SEARCH if asked.player and not asked.problem and asked.among is None else Lane.QUICK

    def job(telling: Telling) -> None:
        drills, now, wish = Drills(site.library), datetime.now(UTC), asked
        if lane is Lane.SEARCH:
            among = _searched(site.library, drills, asked, telling)
            wish = DrillAsked(kind=asked.kind, among=sorted(among))
        problem = _shared(drills, asked.code, telling) if asked.code else _next(drills, wish, now)
        kinds = [_kind(kind, so_far) for kind, so_far in drills.counts(now).items()]
        telling.tell(NextShown(None if problem is None else ProblemShown.of(problem), wish.among, kinds))

    return stream(request, job, lane)


async def answer_problem(request: Request) -> Response:
    """Rate and explain an answer, and search for a deal in which a wrong answer fails.

    An answer counts only if the puzzle is due; otherwise, the user may have seen the solution.
    """
    asked, site = await read(request, DrillAnswer), site_of(request)

    def job(telling: Telling) -> None:
        drills, now = Drills(site.library), datetime.now(UTC)
        problem, given = drills.problem(asked.problem), decode(asked.answer)
        kept = site.library.scheduled(problem.id)
        counted = kept is None or kept.due <= now
        result = drills.answer(problem, given, now) if counted else verdict(problem, given)
        speaker = speaker_of(problem)
        rated = AnswerShown.of(VerdictText(problem, result, speaker), counted, rating_text(drills.ratings(now)))
        telling.tell(AnswerLine(answer=rated))
        if rated.failing and result.own is not None:
            limits = structs.replace(TRIAL_LIMITS, token=telling.token)
            telling.tell(AnswerLine(reasons=reasons(problem, result.own, speaker, limits)))
            tried = TrialText(problem, result.own, trial(problem, result.own.action, limits), speaker)
            telling.tell(AnswerLine(failing=FailingShown.of(tried)))

    return stream(request, job)


async def find_weaknesses(request: Request) -> Response:
    """Send a player's biggest weaknesses in reviewed deals."""
    asked, site = await read(request, DrillAsked), site_of(request)

    def job(telling: Telling) -> None:
        rows = [
            WeaknessShown(weakness.name, weakness_words(weakness), lost_words(weakness))
            for weakness in weaknesses(site.library, asked.player)
        ]
        telling.tell(WeaknessesShown(rows))

    return stream(request, job)


async def mine_problems(request: Request) -> Response:
    """Search for new puzzles that train a player's weakness, and save each new puzzle immediately."""
    asked, site = await read(request, DrillAsked), site_of(request)

    def job(telling: Telling) -> None:
        weakness, drills, number = weakness_called(site.library, asked.player, asked.weak), Drills(site.library), 0
        rules = NAMED["wikipedia"].rules
        for looked, problem in enumerate(mined_for(weakness, rules, randbits(32), DEALS_LOOKED_AT), 1):
            telling.tick()
            if problem is not None:
                drills.add(problem)
                number += 1
            telling.tell(SearchedShown(looked, number))
            if number == MINED:
                break

    return stream(request, job, Lane.SEARCH)


def _kind(kind: str, so_far: Count) -> KindShown:
    words = KIND_WORDS[kind]
    return KindShown(kind, words.name, words.question, *astuple(so_far))


def _people(library: Library) -> list[str]:
    """Return the names of human players in the library, the player with the most deals first."""
    people = [player for player in library.players() if not player.computer]
    return [player.name for player in sorted(people, key=lambda player: -player.records)]


def _next(drills: Drills, asked: DrillAsked, now: datetime) -> Problem | None:
    """Return the requested puzzle, or None if no puzzle fits. Raises DrillError for an unknown puzzle or kind."""
    if asked.problem:
        return drills.problem(asked.problem)
    return drills.next(asked.kind or None, now, among=asked.among)


def _shared(drills: Drills, code: str, telling: Telling) -> Problem:
    """Return the puzzle in a share code, after evaluating and saving the puzzle.

    Raises ShareError for an invalid code, and DrillError for a card-reading puzzle, whose answer is not in the code.
    """
    thing = shared(code)
    if not isinstance(thing, SharedProblem) or thing.card is not None:
        raise DrillError("this puzzle cannot be posed: its answer is not in this library")
    limits = structs.replace(PRICE_LIMITS, token=telling.token)
    problem = problem_at(thing.match, thing.match.deal.due_turn.seat, "mined", limits)
    telling.tick()
    drills.add(problem)
    return problem


def _searched(library: Library, drills: Drills, asked: DrillAsked, telling: Telling) -> set[str]:
    """Return the ids of puzzles for a player's weakness or from the player's mistakes, after making them if needed."""
    if asked.weak:
        return training(drills, library, asked.player, weakness_called(library, asked.player, asked.weak))
    limits = structs.replace(PRICE_LIMITS, token=telling.token)
    ids, known = set[str](), {info.id for info in drills.problems()}
    for looked, (id, match, node) in enumerate(mistaken(library, asked.player), 1):
        problem = None if id in known else mistake(match, node, limits)
        telling.tick()  # if the user has left, the puzzle is based on too few deals and must not be saved
        if problem is not None:
            drills.add(problem)
            known.add(id)
        ids |= {id} & known
        telling.tell(SearchedShown(looked, len(ids)))
    return ids
