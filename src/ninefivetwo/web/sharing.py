"""Addresses that hold what they show: /s/CODE opens it, /s/CODE.svg draws it, /api/share makes codes."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ninefivetwo.cards import Seat
from ninefivetwo.codec import SeatWord
from ninefivetwo.errors import DrillError, GameError, ShareError
from ninefivetwo.game import Match
from ninefivetwo.game.records import File, record_of
from ninefivetwo.game.share import (
    Shared,
    SharedDeal,
    SharedHand,
    SharedMatch,
    SharedPosition,
    SharedProblem,
    share_code,
    shared,
)
from ninefivetwo.keep.drills.drills import Drills
from ninefivetwo.keep.drills.problem import PlaceQuestion, Problem, problem_id
from ninefivetwo.keep.library import Library
from ninefivetwo.keep.session import GameSession, new_seed
from ninefivetwo.layout import Position
from ninefivetwo.study import decision_nodes
from ninefivetwo.web.play_match import KeptMatch, TableName
from ninefivetwo.web.site import answer, number_in, owner, read, site_of
from ninefivetwo.web.situation_form import address_of
from ninefivetwo.words.drills import PROMPTS, place_words
from ninefivetwo.words.picture import Picture, deal_picture, position_picture, svg
from ninefivetwo.words.speaker import Speaker

PICTURE = "image/svg+xml"
OPPONENTS = ("club", "club")  # against whom a moment is played on
#: A picture that is opened by itself runs nothing and loads nothing.
PICTURE_HEADERS = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}


class ShareAsked(msgspec.Struct, forbid_unknown_fields=True):
    """What is to be shared: one of `record`, `problem` (their ids) and `playing`, this browser's match as it is seen
    (`table`: which of them).

    events: of a deal, only its first so many; None: all.  decision: of a record, only what had happened before this
    one of the decisions that a review tells of, counted from 0.  seat: only what this seat has seen.  whole: the match
    that the record is of.
    """

    record: str = ""
    problem: str = ""
    playing: bool = False
    table: TableName = ""
    events: int | None = None
    decision: int | None = None
    seat: SeatWord | None = None
    whole: bool = False


class PlayOnAsked(ShareAsked):
    """A moment that is to be played on against computers; code: what was shared, in the place of all else."""

    code: str = ""


def routes() -> list[Route]:
    """The addresses of what is shared, and of the questions for a code and for a copy to be played on."""
    return [
        Route("/s/{code}.svg", _picture),
        Route("/s/{code}", _open),
        Route("/api/share", _share, methods=["POST"]),
        Route("/api/share/play", _play_on, methods=["POST"]),
    ]


async def _share(request: Request) -> Response:
    asked, browser, library = await read(request, ShareAsked), owner(request), site_of(request).library
    return answer({"code": await run_in_threadpool(lambda: share_code(_asked(library, asked, browser)))})


async def _play_on(request: Request) -> Response:
    """Lay a copy of a moment on this browser's table for such; its match stays as it is.  Raises GameError."""
    asked, browser, library = await read(request, PlayOnAsked), owner(request), site_of(request).library

    def lay() -> None:
        thing = shared(asked.code) if asked.code else _asked(library, asked, browser)
        if not isinstance(thing, SharedDeal):
            raise GameError("nothing to play on (expected a deal under way, with all hands known)")
        copy = KeptMatch(library, browser, "again")
        copy.begin(copy.version, GameSession.from_moment(thing.match, OPPONENTS, new_seed()))

    await run_in_threadpool(lay)
    return answer({"address": "/?table=again"})


def _asked(library: Library, asked: ShareAsked, browser: str) -> Shared:
    """What is to be shared.  Raises ShareError, and errors of what is not there."""
    if asked.problem:
        return shared_problem(Drills(library).problem(asked.problem))
    if asked.playing:
        return SharedDeal(_under_way(KeptMatch(library, browser, asked.table), asked.events))
    if asked.whole:
        return SharedMatch(tuple(row.match for row in library.match_of(asked.record)))
    match = _at(library.record(asked.record).match, asked.events)
    if asked.decision is not None:
        match = _before(match, asked.decision)
    if asked.seat is not None:
        match = replace(match, deal=match.deal.seen_by(Seat.parse(asked.seat)))
    return SharedDeal(match)


def _under_way(kept: KeptMatch, events: int | None) -> Match:
    """The deal of a browser's match, of which its player shares what he has seen; all of it once it is over."""
    moment = kept.read()
    if moment is None:
        raise ShareError("no match under way in this browser (expected one)")
    match = _at(moment.session.match, events)
    return match if moment.session.deal.over else replace(match, deal=match.deal.seen_by(moment.session.me))


def _at(match: Match, events: int | None) -> Match:
    """The match when so many events of its deal had happened, or as soon as a choice was due after them."""
    deal = match.deal
    while events is not None and len(deal.events) > events and deal.past is not None:
        deal = deal.undo()
    return replace(match, deal=deal, past=None)


def _before(match: Match, decision: int) -> Match:
    """The match before a decision of its deal, of those that a review tells of; after the last one as it stands."""
    nodes = decision_nodes(match.deal)
    return replace(match, deal=nodes[decision].before, past=None) if 0 <= decision < len(nodes) else match


def shared_problem(problem: Problem) -> SharedProblem:
    """A problem as it is shared: what its player sees, and what is asked."""
    question = problem.question
    card, place = (None, None) if question is None else (question.card, question.place)
    return SharedProblem(problem.kind, problem.match, card, place)


def question_words(thing: SharedProblem, speaker: Speaker) -> str:
    """What a shared problem asks."""
    if thing.card is None or thing.place is None:
        return PROMPTS[thing.kind]
    return f"How likely is it that {place_words(thing.card, thing.place, speaker)}?"


def _open(request: Request) -> Response:
    """The page where what a code holds belongs.  Raises ShareError for a code that is none."""
    code, after = request.path_params["code"], _after(request)
    return RedirectResponse(_page_of(site_of(request).library, shared(code), code, after), 303)


def _after(request: Request) -> int | None:
    """How many of the cards played are to be shown as played; None: all."""
    return number_in(request.query_params.get("after", ""))


def _page_of(library: Library, thing: Shared, code: str, after: int | None) -> str:
    if isinstance(thing, SharedHand):
        return address_of(thing.situation, thing.due)
    if isinstance(thing, SharedProblem):
        if (known := _known(library, thing)) is not None:
            return f"/drill?problem={known}"
        if thing.card is None:  # it can be priced; where a card lies only its own library knows
            return f"/drill?code={quote(code)}"
    return f"/analyse?code={quote(code)}" + ("" if after is None else f"&after={after}")


def _known(library: Library, thing: SharedProblem) -> str | None:
    """The id of a problem that is in the library or shipped, so that it can be posed; None if it is not there."""
    asked = None if thing.card is None or thing.place is None else PlaceQuestion(thing.card, thing.place, {})
    id = problem_id(thing.kind, str(File.of([record_of(thing.match)])), asked)
    try:
        return Drills(library).problem(id).id
    except DrillError:
        return None


def _picture(request: Request) -> Response:
    drawn = svg(picture_of(shared(request.path_params["code"]), _after(request)))
    return Response(drawn, media_type=PICTURE, headers=PICTURE_HEADERS)


def picture_of(thing: Shared, after: int | None = None) -> Picture:
    """The picture of what is shared; of a match, its last deal; of open hands, after so many of the cards played on.

    Raises GameError where no card is left to draw.
    """
    match thing:
        case SharedPosition(position, trump, played):
            at: Position | None = position
            for card in played[:after]:
                at = None if at is None or trump is None else at.after(card, trump)
            if at is None:
                raise GameError("no picture: all tricks are played (expected a card left)")
            return position_picture(at, trump)
        case SharedHand(situation, due):
            view = situation.view(due)
            return deal_picture(Match(view.rules, previous_results=view.previous_results, number=2, deal=view))
        case SharedMatch(matches):
            return deal_picture(matches[-1])
        case SharedDeal(shown) | SharedProblem(_, shown):
            return deal_picture(shown)
