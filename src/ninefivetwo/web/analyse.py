"""The page at /analyse: one hand and a choice, three open hands played over, or a moment that somebody has shared.

All that it shows is in its address: the fields of a form, or a code.  /api/analyse/… answers what it asks.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ninefivetwo.cards import Seat, Trump
from ninefivetwo.errors import GameError, NineFiveTwoError, ShareError
from ninefivetwo.exact import Solver
from ninefivetwo.game import DealView, Match
from ninefivetwo.game.match import NAMES
from ninefivetwo.game.rules import NAMED, rules_text
from ninefivetwo.game.share import SharedDeal, SharedMatch, SharedPosition, SharedProblem, shared
from ninefivetwo.keep.library import Library
from ninefivetwo.layout import Trick
from ninefivetwo.think.playouts import Level, Opponents
from ninefivetwo.think.playouts.opponents import PEOPLE
from ninefivetwo.web.hints import advise
from ninefivetwo.web.layout_form import LayoutShown, OpenPlay, layout_shown, open_play_of, told_of, told_of_deal
from ninefivetwo.web.sharing import question_words
from ninefivetwo.web.shell import page
from ninefivetwo.web.site import FormFields, Telling, answer, number_in, read, site_of, stream
from ninefivetwo.web.situation_form import SituationShown, situation_shown, view_of_moment
from ninefivetwo.web.table_state import TableObject, looked_at, table_object
from ninefivetwo.words.card_words import WORDS
from ninefivetwo.words.drills import names_by_contract
from ninefivetwo.words.speaker import Speaker

FieldText = Annotated[str, msgspec.Meta(max_length=1000)]
STYLES = ("table/table.css", "advice.css", "share.css", "analyse.css")


class FormAsked(msgspec.Struct, forbid_unknown_fields=True):
    """The fields of a form as they stand, by name."""

    told: dict[str, FieldText]


class AdviceAsked(msgspec.Struct, forbid_unknown_fields=True):
    """The moment at which advice is asked: by the fields of the form, or by a code.

    opponents: how well the others play, by the browser's settings; None if that is not known
    """

    told: dict[str, FieldText] = {}
    code: str = ""
    opponents: Level | None = None


class MomentShown(msgspec.Struct, frozen=True):
    """A moment that was shared: the table as its player sees it, and what is asked.

    words: what is asked, or how far the deal has come.  ready: is the choice due the player's?  log: what happened
    before the play, in sentences.
    """

    table: TableObject
    words: str
    ready: bool
    code: str
    log: list[str]
    tricks: list[Trick]


class PageData(msgspec.Struct, frozen=True):
    """What the page begins with.

    kind: which of the three it shows.  told: the fields filled in.  fault: why what the address asks for is not there.
    deals: of a match that was shared, the addresses of its deals, the one shown without.  play_on: the code of a deal
    under way that can be played on; else empty.
    """

    kind: Literal["hand", "all", "moment"]
    told: FormFields
    shown: SituationShown | LayoutShown | MomentShown
    rules: list[str]
    trumps: dict[str, str]
    fault: str = ""
    deals: list[str] = []
    play_on: str = ""


def routes() -> list[Route]:
    """The addresses of the page and of its questions."""
    asked = {"hand": _hand, "layout": _layout, "advise": _advise, "values": _values, "solve": _solve}
    return [
        Route("/analyse", analyse_page),
        *(Route(f"/api/analyse/{name}", answered, methods=["POST"]) for name, answered in asked.items()),
    ]


def analyse_page(request: Request) -> Response:
    """The page; what the address asks for and cannot be had is told on it."""
    told = dict(request.query_params)
    try:
        data = _data(site_of(request).library, told)
    except NineFiveTwoError as error:
        kept = {name: text for name, text in told.items() if name not in ("code", "record")}
        data = msgspec.structs.replace(_form(kept), fault=str(error))
    title = {"hand": "Analyse a hand", "all": "Analyse three hands", "moment": "Analyse a moment"}[data.kind]
    return page(title, "/analyse", "analyse.js", data, STYLES)


def _data(library: Library, told: FormFields) -> PageData:
    """What the page begins with.  Raises errors of a code that is none, and of a record that is not there."""
    after = number_in(told.get("after", ""))
    if told.get("code"):
        return _of_code(told["code"], told.get("deal", ""), after)
    if told.get("record"):
        match = library.record(told["record"]).match
        return _of_match(match, 0 if after is None else after)
    return _form(told)


def _form(told: FormFields) -> PageData:
    """One of the two forms, filled in."""
    if told.get("what") == "play":  # as addresses told it before there was one form for all choices
        told = {**told, "what": "", "ask": "play"}
    if told.get("what") == "all":
        return _page_data("all", told, layout_shown(told))
    return _page_data("hand", told, situation_shown(told))


def _of_code(code: str, deal: str, after: int | None) -> PageData:
    match shared(code):
        case SharedPosition(position, trump, played):
            return _form(told_of(position, trump, played[:after], played))
        case SharedMatch(matches):
            asked = number_in(deal) or 1
            number = asked if asked <= len(matches) else 1
            numbers = range(1, len(matches) + 1)
            links = ["" if n == number else f"/analyse?code={code}&deal={n}" for n in numbers]
            return msgspec.structs.replace(_of_match(matches[number - 1], after, code), deals=links)
        case SharedDeal(shown):
            under_way = shown.deal.viewer is None and shown.deal.turn is not None and after is None
            return msgspec.structs.replace(_of_match(shown, after, code), play_on=code if under_way else "")
        case SharedProblem() as problem:
            named = _named(problem.match)
            return _moment(named, code, question_words(problem, Speaker.of(named)))
        case _:
            raise ShareError("a hand is opened at its own address (expected /s/ before the code)")


def _of_match(match: Match, after: int | None, code: str = "") -> PageData:
    """A deal: on the board where all hands are known, else as the seat sees it."""
    if match.deal.viewer is None:
        if after is None and match.deal.over:
            after = 0  # an empty table would tell nobody anything
        return _form(told_of_deal(match.deal, after))
    if not code:
        raise GameError("not all hands of this deal are known, and it has no moment to ask about")
    named = _named(match)
    return _moment(
        named,
        code,
        f"Deal {match.number} as {named.names[match.view.viewer]} saw it, by the rules {rules_text(match.rules)}.",
    )


def _moment(match: Match, code: str, words: str) -> PageData:
    view = match.view
    ready = view.due is not None and view.due.seat is view.viewer
    log = Speaker.of(match).choices(view.events)
    table, tricks = looked_at(table_object(view, match.names, match.score)), view.tricks
    shown = MomentShown(table, words, ready, code, log, tricks)
    return _page_data("moment", {"code": code}, shown)


def _named(match: Match) -> Match:
    """The match; players without names are called by what they have to win, for seats' words say where nobody sits."""
    return match if match.names != NAMES else replace(match, names=names_by_contract(match.rules))


def _page_data(
    kind: Literal["hand", "all", "moment"], told: FormFields, shown: SituationShown | LayoutShown | MomentShown
) -> PageData:
    return PageData(kind, told, shown, list(NAMED), {d.letter: WORDS[d] for d in Trump})


# What the page asks.


async def _hand(request: Request) -> Response:
    told = (await read(request, FormAsked)).told
    return answer(await run_in_threadpool(situation_shown, told))


async def _layout(request: Request) -> Response:
    told = (await read(request, FormAsked)).told
    return answer(await run_in_threadpool(layout_shown, told))


async def _advise(request: Request) -> Response:
    """Advice on the moment, sharper and sharper, line by line."""
    asked = await read(request, AdviceAsked)
    view = await run_in_threadpool(lambda: _view_of_code(asked.code) if asked.code else view_of_moment(asked.told))
    opponents = Opponents.all(asked.opponents) if asked.opponents else PEOPLE
    return stream(request, lambda telling: advise(view, telling, opponents))


def _view_of_code(code: str) -> DealView:
    """The moment of a code, as its player sees it.  Raises ShareError, GameError."""
    thing = shared(code)
    if not isinstance(thing, SharedDeal | SharedProblem):
        raise ShareError("a code of no moment (expected one as a seat sees it)")
    return thing.match.view


async def _values(request: Request) -> Response:
    """What every card of the turn leads to, with all cards seen."""
    play = await run_in_threadpool(open_play_of, (await read(request, FormAsked)).told)
    return stream(request, lambda telling: _tell_values(play, telling))


async def _solve(request: Request) -> Response:
    """What every seat is sure of, denomination by denomination."""
    play = await run_in_threadpool(open_play_of, (await read(request, FormAsked)).told)
    return stream(request, lambda telling: _tell_solution(play, telling))


def _tell_values(play: OpenPlay, telling: Telling) -> None:
    position = play.due_position
    moves, won = Solver(token=telling.token).moves(position, play.trump), play.won
    cards = {str(card): won[position.mover] + after[position.mover] for card, after in moves.after.items()}
    sure = {seat.word: won[seat] + moves.guarantee[seat] for seat in Seat}
    telling.tell({"values": cards, "best": [str(card) for card in moves.best], "sure": sure})


def _tell_solution(play: OpenPlay, telling: Telling) -> None:
    solver, position, won = Solver(token=telling.token), play.due_position, play.won
    for trump in Trump:
        solution = solver.solve(position, [trump])
        ranges = {seat.word: [won[seat] + end for end in solution.range(trump, seat)] for seat in Seat}
        telling.tell({"trump": trump.letter, "ranges": ranges, "slack": solution.slack(trump)})
