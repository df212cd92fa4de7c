"""The page at /play for a match against the computer, and the handlers of /api/match/…."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Literal

from msgspec import Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ninefivetwo.cards import Seat
from ninefivetwo.codec import ActionValue
from ninefivetwo.errors import GameError, NineFiveTwoError, StaleError
from ninefivetwo.game.events import action_of
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.keep.session import GameSession, new_seed
from ninefivetwo.web.hints import hint
from ninefivetwo.web.page_files import filled
from ninefivetwo.web.play_match import (
    Address,
    KeptMatch,
    MatchLine,
    MatchShown,
    Moment,
    TableName,
    again_address,
    back_to,
    go_on,
    match_shown,
    tell,
    telling_change,
    unless_stale,
)
from ninefivetwo.web.shell import page
from ninefivetwo.web.site import Telling, answer, owner, player_name, read, site_of, stream
from ninefivetwo.web.verdicts import deal_end, replay_shown, tell_line, verdict
from ninefivetwo.words.speaker import CLAIM_REFUSED

#: The pages on which the matches begin, by the names of the matches.
BEGUN_AT: dict[TableName, str] = {"": "/", "daily": "/today", "again": "/play"}
#: The pages on which the matches are played, except for replays.
PLAYED_AT: dict[TableName, str] = {"": "/play", "daily": "/play?table=daily"}


class MatchAsked(Struct, forbid_unknown_fields=True, kw_only=True):
    """A request about a match.

    version: the version of the match on the page, None if the page shows no match
    table: the name of the browser's match (own match, deal of the day, or replay)
    """

    version: int | None = None
    table: TableName = ""


class ActAsked(MatchAsked, kw_only=True):
    """A request with the user's choice, which is an action in JSON, or a boolean for yes or no."""

    choice: ActionValue | bool


class AgainAsked(MatchAsked, kw_only=True):
    """A request to replay the deal from a position, given by the number of events before the position.

    back: the address of the page to return to, which is kept if a replay is replayed
    """

    events: int
    back: str = ""


class NewMatchAsked(MatchAsked, kw_only=True):
    """A request for a new match instead of the match with this `version`; `changes` are changes to the rules."""

    rules: str
    left: str
    right: str
    seat: Literal["dealer", "left", "right", "draw"]
    training: bool
    changes: str = ""
    name: str = ""


class PlayData(Struct, frozen=True):
    """The initial data of the page: the browser's match, and the address of the Back button's page."""

    table: TableName
    match: MatchShown
    back: str


def routes() -> list[Route]:
    """Return the routes of this page and of its requests."""
    return [
        Route("/play", _page),
        Route("/api/match/download", _download),
        _post("new", _new, NewMatchAsked),
        _post("state", _state),
        _post("act", _act, ActAsked),
        _post("go-on", _go_on),
        _post("undo", _undo),
        _post("claim", _claim),
        _post("next", _next_deal),
        _post("again", _again, AgainAsked),
        _post("replay", _replay),
        _post("line", _line, AgainAsked),
        _post("leave", _leave),
        _post("hint", _hint),
        _post("verdict", _verdict),
        _post("end", _end),
    ]


def _post(name: str, handler: Callable[..., Awaitable[Response]], kind: type[MatchAsked] = MatchAsked) -> Route:
    """Return the route of a request, whose `handler` gets the request, its content and the match that it names."""

    async def answered(request: Request) -> Response:
        asked = await read(request, kind)
        return await handler(request, asked, _kept(request, asked.table))

    return Route(f"/api/match/{name}", answered, methods=["POST"])


async def _page(request: Request) -> Response:
    """Return the page with the match in progress, or redirect to the page on which a match begins."""
    table = _table(request)
    match = await run_in_threadpool(_first, _kept(request, table))
    if match is None:
        return RedirectResponse(BEGUN_AT[table], 303)
    data = PlayData(table, match, back_to(request.query_params.get("back", "")))
    styles = ("table/table.css", "advice.css", "share.css", "play.css")
    return page("Play", "/play", script="play.js", data=data, styles=styles, body=filled("play.html"))


def _first(match: KeptMatch) -> MatchShown | None:
    """Return the first state of the match, or None if there is no match or the match cannot be read."""
    try:
        moment = match.read()
    except NineFiveTwoError:  # the home page shows the reason
        return None
    return None if moment is None else match_shown(moment)


async def _new(request: Request, asked: NewMatchAsked, _: KeptMatch) -> Response:
    """Save a new match. The computers act when the match is shown at the table."""
    match = _kept(request, "")
    rules = parse_rules(f"{asked.rules} {asked.changes}")
    seat = None if asked.seat == "draw" else Seat.parse(asked.seat)
    name, levels = player_name(asked.name), (asked.left, asked.right)
    session = GameSession.start(rules, levels, seat, new_seed(), asked.training, name)

    def job(telling: Telling) -> None:
        tell(telling, match.begin(asked.version, session))

    return stream(request, unless_stale(match, job))


async def _state(request: Request, asked: MatchAsked, match: KeptMatch) -> Response:
    """Return the saved match."""
    moment = await run_in_threadpool(match.read)
    return answer(MatchLine(None if moment is None else match_shown(moment)))


async def _act(request: Request, asked: ActAsked, match: KeptMatch) -> Response:
    def act(session: GameSession) -> GameSession:
        turn = session.view.due_turn
        return session.act(action_of(turn.kind, turn.seat, asked.choice))

    return stream(request, telling_change(match, asked.version, act))


async def _go_on(request: Request, asked: MatchAsked, match: KeptMatch) -> Response:
    """Continue the saved match, for a page that was opened during a computer's turn."""

    def job(telling: Telling) -> None:
        moment = match.read()
        if moment is None or moment.version != asked.version:
            tell(telling, moment)
        if moment is not None:
            go_on(telling, match, moment)

    return stream(request, job)


async def _undo(request: Request, asked: MatchAsked, match: KeptMatch) -> Response:
    return stream(request, telling_change(match, asked.version, GameSession.undo))


async def _next_deal(request: Request, asked: MatchAsked, match: KeptMatch) -> Response:
    """Start the next deal, except in a replay, because the original match will have the same cards."""
    if asked.table == "again":
        raise GameError("a replay ends with its deal")
    return stream(request, telling_change(match, asked.version, GameSession.next_deal))


async def _claim(request: Request, asked: MatchAsked, match: KeptMatch) -> Response:
    """Claim the remaining tricks of the deal. A refused claim is saved and sent before the error message."""
    refused = list[GameSession]()

    def claim(session: GameSession) -> GameSession:
        after = session.claim()
        refused.extend([] if after.deal.over else [after])
        return after

    changed = telling_change(match, asked.version, claim)

    def job(telling: Telling) -> None:
        changed(telling)
        if refused:
            raise GameError(CLAIM_REFUSED)

    return stream(request, job)


async def _again(request: Request, asked: AgainAsked, match: KeptMatch) -> Response:
    """Copy a position to the table for replays; the original match is unchanged."""
    copy = _kept(request, "again")

    def make() -> None:
        copy.begin(copy.version, _current(match, asked).session.copy_at(asked.events))

    await run_in_threadpool(make)
    return answer(Address(again_address(asked.back if asked.table == "again" else PLAYED_AT[asked.table])))


async def _replay(request: Request, asked: MatchAsked, match: KeptMatch) -> Response:
    """Send the tables of a finished deal, step by step."""
    moment = await run_in_threadpool(_current, match, asked)
    return answer(await run_in_threadpool(replay_shown, moment.session))


async def _line(request: Request, asked: AgainAsked, match: KeptMatch) -> Response:
    """Send the tables of a line of best play from a position of a finished deal."""
    name = f"line {match.owner}"
    return stream(request, lambda told: tell_line(_current(match, asked).session, asked.events, told), newest=name)


async def _leave(request: Request, asked: MatchAsked, match: KeptMatch) -> Response:
    """Delete the match, unless another window has continued it."""

    def job(telling: Telling) -> None:
        match.drop(asked.version)
        tell(telling, None)

    return stream(request, unless_stale(match, job))


async def _hint(request: Request, asked: MatchAsked, match: KeptMatch) -> Response:
    """Send advice based on the user's view, beginning with a quick answer (see `hints.py`)."""
    return stream(request, lambda telling: hint(_current(match, asked).session, telling), newest=f"hint {match.owner}")


async def _verdict(request: Request, asked: MatchAsked, match: KeptMatch) -> Response:
    """Rate the user's last choice in this deal, even after computers have acted (see `verdicts.py`)."""
    worlds, name = site_of(request).worlds, f"verdict {match.owner}"
    return stream(request, lambda telling: verdict(_read(match).session, worlds, telling), newest=name)


async def _end(request: Request, asked: MatchAsked, match: KeptMatch) -> Response:
    """Send the result of a deal and, after the review, luck and the costliest mistake (see `deal_end`)."""
    if asked.table == "again":
        raise GameError("a replay is not reviewed")
    moment = await run_in_threadpool(_current, match, asked)
    return deal_end(site_of(request), moment.session)


async def _download(request: Request) -> Response:
    """Return the match as a file of records, with the deal in progress as the user sees it."""
    moment = await run_in_threadpool(_read, _kept(request, _table(request)))
    headers = {"Content-Disposition": 'attachment; filename="match.n52"'}
    return Response(moment.session.records(), media_type="text/plain; charset=utf-8", headers=headers)


def _current(match: KeptMatch, asked: MatchAsked) -> Moment:
    """Return the saved match. Raises StaleError if the page shows an older version of the match."""
    moment = _read(match)
    if moment.version != asked.version:
        raise StaleError("the match has gone on in another window")
    return moment


def _read(match: KeptMatch) -> Moment:
    """Return the saved match. Raises GameError if no match is saved."""
    moment = match.read()
    if moment is None:
        raise GameError("no match in progress")
    return moment


def _kept(request: Request, table: TableName) -> KeptMatch:
    return KeptMatch(site_of(request).library, owner(request), table)


def _table(request: Request) -> TableName:
    """Return the name of the match in an address, empty for the browser's own match."""
    named = request.query_params.get("table")
    if "daily" in request.query_params or named == "daily":
        return "daily"
    return "again" if named == "again" else ""
