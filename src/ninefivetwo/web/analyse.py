"""The page at /analyse, which gives advice on one hand, three open hands, or a shared position.

The page's address contains the fields of a form, or a share code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from html import escape
from typing import Annotated, Literal

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ninefivetwo.cards import Card, Seat, Trump, by_seat
from ninefivetwo.codec import BySeat
from ninefivetwo.errors import GameError, NineFiveTwoError, ShareError
from ninefivetwo.exact import Solver
from ninefivetwo.game import DealView, Match
from ninefivetwo.game.match import SEAT_NAMES
from ninefivetwo.game.rules import NAMED, rules_text
from ninefivetwo.game.share import SharedDeal, SharedMatch, SharedPosition, SharedProblem, shared
from ninefivetwo.keep.library import Library
from ninefivetwo.layout import Trick
from ninefivetwo.think.playouts import Level, Opponents
from ninefivetwo.think.playouts.opponents import PEOPLE
from ninefivetwo.web.hints import advise_page
from ninefivetwo.web.layout_form import LayoutShown, OpenPlay, layout_shown, open_play_of, told_of, told_of_deal
from ninefivetwo.web.page_files import filled
from ninefivetwo.web.sharing import question_words
from ninefivetwo.web.shell import LINK_INCOMPLETE, options, page
from ninefivetwo.web.site import FormFields, Telling, answer, number_in, read, site_of, stream
from ninefivetwo.web.situation_form import AT_SEAT, SituationShown, situation_shown, view_of_moment
from ninefivetwo.web.table_state import OwnTable, looked_at, table_object
from ninefivetwo.words.drills import names_by_contract
from ninefivetwo.words.figures import in_digits
from ninefivetwo.words.speaker import Speaker
from ninefivetwo.words.template import WORDS, Name, Template, Term, say

FieldText = Annotated[str, msgspec.Meta(max_length=1000)]
STYLES = ("pages.css", "table/table.css", "advice.css", "share.css", "analyse.css")


class FormAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A request with the text in each field of a form."""

    told: dict[str, FieldText]


class AdviceAsked(msgspec.Struct, forbid_unknown_fields=True):
    """A request for advice on a position, which is given by form fields or by a share code.

    opponents: the assumed level of the opponents; None for the default assumption
    """

    told: dict[str, FieldText] = {}
    code: str = ""
    opponents: Level | None = None


class CardValues(msgspec.Struct, frozen=True):
    """The tricks that the player to act guarantees in all with each legal card, double dummy.

    best: the cards that guarantee the most. sure: the tricks in all that each seat guarantees.
    """

    values: dict[Card, int]
    best: list[Card]
    sure: BySeat[int]


class TrumpSolved(msgspec.Struct, frozen=True):
    """The tricks in all that each seat guarantees and wins at most at one trump, double dummy.

    slack: the tricks that no seat guarantees
    """

    trump: Trump
    ranges: BySeat[list[int]]
    slack: int


class MomentShown(msgspec.Struct, frozen=True):
    """A shared position from its player's view, with the question.

    words: the question, or a description of the deal. ready: whether the player is to act. log: sentences
    on the events before the first lead.
    """

    table: OwnTable
    words: str
    ready: bool
    log: list[str]
    tricks: list[Trick]


class PageData(msgspec.Struct, frozen=True):
    """The initial data of the page.

    kind: one hand, the layout of three hands, or a shared position. told: the texts of the form's fields. fault:
    the reason why the address is invalid. deals: links to the deals of a shared match, empty for the current deal.
    play_on: the share code if the user can continue the deal, otherwise empty.
    """

    kind: Literal["hand", "layout", "moment"]
    told: FormFields
    shown: SituationShown | LayoutShown | MomentShown
    fault: str = ""
    deals: list[str] = []
    play_on: str = ""


def routes() -> list[Route]:
    """Return the routes of this page and of its requests."""
    asked: dict[str, Callable[..., object]] = {
        "hand": partial(_shown, shown=situation_shown),
        "layout": partial(_shown, shown=layout_shown),
        "advise": _advise,
        "values": partial(_solved, tell=_tell_values),
        "solve": partial(_solved, tell=_tell_solution),
    }
    return [
        Route("/analyse", analyse_page),
        *(Route(f"/api/analyse/{name}", answered, methods=["POST"]) for name, answered in asked.items()),
    ]


def analyse_page(request: Request) -> Response:
    """Return the page, which reports the error if its address is invalid."""
    told = dict(request.query_params)
    try:
        data = _data(site_of(request).library, told)
    except NineFiveTwoError as error:
        kept = {name: text for name, text in told.items() if name not in ("code", "record")}
        fault = LINK_INCOMPLETE if isinstance(error, ShareError) else str(error)
        data = msgspec.structs.replace(_form(kept), fault=fault)
    title = {"hand": "Analyse a hand", "layout": "Analyse three hands", "moment": "Analyse a position"}[data.kind]
    warning = f'<p class="warn" role="alert">{escape(data.fault)}</p>' if data.fault else ""
    parts = _hand_parts() if data.kind == "hand" else {}
    body = filled(f"analyse_{data.kind}.html", TRUMPS=options({d.letter: WORDS[d] for d in Trump}), **parts)
    return page(title, "/analyse", f"analyse_{data.kind}.js", data, STYLES, warning + body, _links(data))


def _links(data: PageData) -> str:
    """Return links to the kinds of this page, and to the deals of a shared match, as HTML."""
    kinds = {"hand": ("/analyse", "One hand"), "layout": ("/analyse?what=all", "Three hands")}
    current = ' aria-current="page"'
    links = [
        f'<a class="b" href="{href}"{current if kind == data.kind else ""}>{words}</a>'
        for kind, (href, words) in kinds.items()
    ]
    for number, href in enumerate(data.deals, 1):
        where = f'href="{escape(href)}"' if href else 'aria-current="true"'
        links.append(f'<a class="b" {where}>{say("Deal {number}", number=in_digits(number))}</a>')
    label = "What to analyse"
    return f'<div class="row analyse-kinds" role="group" aria-label="{label}">{"".join(links)}</div>'


def _hand_parts() -> dict[str, str]:
    """Return the parts of the form for one hand as HTML: the rule sets, and a field for each seat and kind of gift."""

    def fields(name: str, label: Template, more: str, when: str = "") -> str:
        return "".join(
            f'<label class="field" data-other="{seat.word}"{when}>{label(player=Term(AT_SEAT[seat]))}'
            f'<input name="{name}-{seat.word}" {more}></label>'
            for seat in Seat
        )

    number = 'type="number" min="0" max="9" inputmode="numeric"'
    return {
        "RULE_SETS": options({name: name for name in NAMED}),
        "GIVES": fields("give", Template("Cards to give {player}"), number, ' data-when="give"'),
        "GAVE": fields("gave", Template("You gave {player}"), 'type="text" placeholder="♣3 ♦2"'),
        "GOT": fields("from", Template("You got from {player}"), 'type="text" placeholder="♣K ♦A"'),
    }


def _data(library: Library, told: FormFields) -> PageData:
    """Return the page's initial data. Raises ShareError, LibraryError or GameError for an invalid address."""
    after = number_in(told.get("after", ""))
    if told.get("code"):
        return _of_code(told["code"], told.get("deal", ""), after)
    if told.get("record"):
        match = library.record(told["record"]).match
        return _of_match(match, 0 if after is None else after)
    return _form(told)


def _form(told: FormFields) -> PageData:
    """Return the data for a page with a filled-in form."""
    if told.get("what") == "all":
        return PageData("layout", told, layout_shown(told))
    return PageData("hand", told, situation_shown(told))


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
            raise GameError("open the code of a hand at /s/CODE")


def _of_match(match: Match, after: int | None, code: str = "") -> PageData:
    """Return the data for a page on a deal, with open hands if all hands are known, otherwise from one seat's view."""
    if match.deal.viewer is None:
        if after is None and match.deal.over:
            after = 0  # the table would be empty at the end, so show the beginning
        return _form(told_of_deal(match.deal, after))
    if not code:
        raise GameError("cannot analyse this deal: not all its hands are known")
    named = _named(match)
    words = say(
        "Deal {number} as {player} saw it, by the {rules} rules.",
        number=in_digits(match.number),
        player=Name(named.names[match.view.viewer]),
        rules=Term(rules_text(match.rules)),
    )
    return _moment(named, code, words)


def _moment(match: Match, code: str, words: str) -> PageData:
    view = match.view
    ready = view.due is not None and view.due.seat is view.viewer
    log = Speaker.of(match).choices(view.events)
    table, tricks = looked_at(table_object(view, match.names, match.score)), view.tricks
    return PageData("moment", {"code": code}, MomentShown(table, words, ready, log, tricks))


def _named(match: Match) -> Match:
    """Return the match, with players without names named after their contracts."""
    return match if match.names != SEAT_NAMES else replace(match, names=names_by_contract(match.rules))


# The page's requests.


async def _shown(request: Request, shown: Callable[[FormFields], msgspec.Struct]) -> Response:
    """Send the page's view of the fields of a form."""
    return answer(await run_in_threadpool(shown, (await read(request, FormAsked)).told))


async def _advise(request: Request) -> Response:
    """Send several answers with advice on the position, each more precise than the previous answer."""
    asked = await read(request, AdviceAsked)
    view = await run_in_threadpool(lambda: _view_of_code(asked.code) if asked.code else view_of_moment(asked.told))
    opponents = Opponents.all(asked.opponents) if asked.opponents else PEOPLE
    return stream(request, lambda telling: advise_page(view, telling, opponents))


def _view_of_code(code: str) -> DealView:
    """Return the player's view of the position in a share code. Raises ShareError or GameError."""
    thing = shared(code)
    if not isinstance(thing, SharedDeal | SharedProblem):
        raise ShareError("not the code of a position")
    return thing.match.view


async def _solved(request: Request, tell: Callable[[OpenPlay, Telling], None]) -> Response:
    """Send figures of the open hands in the fields of a form."""
    play = await run_in_threadpool(open_play_of, (await read(request, FormAsked)).told)
    return stream(request, partial(tell, play))


def _tell_values(play: OpenPlay, telling: Telling) -> None:
    """Send the tricks that the player guarantees with each legal card, with all hands open."""
    position = play.due_position
    moves, won = Solver(token=telling.token).moves(position, play.trump), play.won
    cards = {card: won[position.mover] + after[position.mover] for card, after in moves.after.items()}
    sure = by_seat(won[seat] + moves.guarantee[seat] for seat in Seat)
    telling.tell(CardValues(cards, list(moves.best), sure))


def _tell_solution(play: OpenPlay, telling: Telling) -> None:
    """Send the tricks that each seat can guarantee, for one trump after another."""
    solver, position, won = Solver(token=telling.token), play.due_position, play.won
    for trump in Trump:
        solution = solver.solve(position, [trump])
        ranges = by_seat([won[seat] + end for end in solution.range(trump, seat)] for seat in Seat)
        telling.tell(TrumpSolved(trump, ranges, solution.slack(trump)))
