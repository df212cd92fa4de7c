"""Share codes: /s/CODE opens the shared content, /s/CODE.svg is a picture, and /api/share makes new codes."""

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
from ninefivetwo.web.play_match import Address, KeptMatch, TableName, again_address
from ninefivetwo.web.site import answer, number_in, owner, read, site_of
from ninefivetwo.web.situation_form import address_of
from ninefivetwo.words.drills import KIND_WORDS, place_asked
from ninefivetwo.words.picture import Picture, deal_picture, hand_picture, position_picture, svg
from ninefivetwo.words.speaker import Speaker

PICTURE = "image/svg+xml"
OPPONENT_LEVELS = ("club", "club")  # levels of the computers when a shared position is played on
#: A picture that is opened on its own must not run scripts or load anything.
PICTURE_HEADERS = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox"}


class ShareAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A request to share a record or a puzzle by its id or, with `playing`, the browser's match named `table`.

    events: the number of events to share, None for all events. decision: the decision of the record's review, counted
    from 0, at which the shared deal ends. seat: the seat whose view is shared. whole: whether to share the record's
    whole match.
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
    """A position to play on against computers. `code` is a share code, used instead of the fields of `ShareAsked`.

    back: the address of the page to return to
    """

    code: str = ""
    back: str = ""


class ShareCode(msgspec.Struct, frozen=True):
    """The code of shared content, which /s/CODE opens."""

    code: str


def routes() -> list[Route]:
    """Return the routes of shared addresses, and of requests for a code or for a position to play on."""
    return [
        Route("/s/{code}.svg", _picture),
        Route("/s/{code}", _open),
        Route("/api/share", _share, methods=["POST"]),
        Route("/api/share/play", _play_on, methods=["POST"]),
    ]


async def _share(request: Request) -> Response:
    asked, browser, library = await read(request, ShareAsked), owner(request), site_of(request).library
    return answer(ShareCode(await run_in_threadpool(lambda: share_code(_asked(library, asked, browser)))))


async def _play_on(request: Request) -> Response:
    """Copy a position to the browser's table for replays; the original match is unchanged. Raises GameError."""
    asked, browser, library = await read(request, PlayOnAsked), owner(request), site_of(request).library

    def lay() -> None:
        thing = shared(asked.code) if asked.code else _asked(library, asked, browser)
        if not isinstance(thing, SharedDeal):
            raise GameError("cannot play on (expected an unfinished deal with all hands known)")
        copy = KeptMatch(library, browser, "again")
        copy.begin(copy.version, GameSession.from_moment(thing.match, OPPONENT_LEVELS, new_seed()))

    await run_in_threadpool(lay)
    return answer(Address(again_address(asked.back)))


def _asked(library: Library, asked: ShareAsked, browser: str) -> Shared:
    """Return the content to share. Raises ShareError, or LibraryError or DrillError for an unknown id."""
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
    """Return a browser's match, with all hands open only after the deal."""
    moment = kept.read()
    if moment is None:
        raise ShareError("no match in progress in this browser")
    match = _at(moment.session.match, events)
    return match if moment.session.deal.over else replace(match, deal=match.deal.seen_by(moment.session.me))


def _at(match: Match, events: int | None) -> Match:
    """Return the match after at most `events` events of its deal; None keeps all events."""
    deal = match.deal
    while events is not None and len(deal.events) > events and deal.past is not None:
        deal = deal.undo()
    return replace(match, deal=deal, past=None)


def _before(match: Match, decision: int) -> Match:
    """Return the match before a decision of its review, or unchanged if the decision does not exist."""
    nodes = decision_nodes(match.deal)
    return replace(match, deal=nodes[decision].before, past=None) if 0 <= decision < len(nodes) else match


def shared_problem(problem: Problem) -> SharedProblem:
    """Return a puzzle in the form for sharing, with the player's view and the question."""
    question = problem.question
    card, place = (None, None) if question is None else (question.card, question.place)
    return SharedProblem(problem.kind, problem.match, card, place)


def question_words(thing: SharedProblem, speaker: Speaker) -> str:
    """Return the question of a shared puzzle."""
    if thing.card is None or thing.place is None:
        return KIND_WORDS[thing.kind].asks
    return place_asked(thing.card, thing.place, speaker)


def _open(request: Request) -> Response:
    """Return a redirect to the page for the content of a code. Raises ShareError for an invalid code."""
    code, after = request.path_params["code"], _after(request)
    return RedirectResponse(_page_of(site_of(request).library, shared(code), code, after), 303)


def _after(request: Request) -> int | None:
    """Return the number of played cards that the page should show, None for all cards."""
    return number_in(request.query_params.get("after", ""))


def _page_of(library: Library, thing: Shared, code: str, after: int | None) -> str:
    if isinstance(thing, SharedHand):
        return address_of(thing.situation, thing.due)
    if isinstance(thing, SharedProblem):
        if (known := _known(library, thing)) is not None:
            return f"/drill?problem={known}"
        if thing.card is None:  # not a card-reading puzzle, because its answer is not in the code
            return f"/drill?code={quote(code)}"
    return f"/analyse?code={quote(code)}" + ("" if after is None else f"&after={after}")


def _known(library: Library, thing: SharedProblem) -> str | None:
    """Return the id of a shared puzzle, or None if neither the library nor the program contains the puzzle."""
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
    """Return a picture of shared content: a match's last deal, or a position of open hands after `after` cards.

    Raises GameError if no card is left to draw.
    """
    match thing:
        case SharedPosition(position, trump, played):
            at: Position | None = position
            for card in played[:after]:
                at = None if at is None or trump is None else at.after(card, trump)
            if at is None:
                raise GameError("no picture: all tricks are played")
            return position_picture(at, trump)
        case SharedHand(situation, due):
            return hand_picture(situation.view(due))
        case SharedMatch(matches):
            return deal_picture(matches[-1])
        case SharedDeal(shown) | SharedProblem(_, shown):
            return deal_picture(shown)
