"""The home page at /: the match in progress or a new match, the deal of the day, puzzles due, and recent results."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ninefivetwo.cards import Seat
from ninefivetwo.errors import NineFiveTwoError
from ninefivetwo.game.rules import NAMED
from ninefivetwo.keep.daily import keep_finished, read_today
from ninefivetwo.keep.library import Library, PlayerSummary, Query, RecordSummary
from ninefivetwo.keep.session import LEVELS, Due
from ninefivetwo.web.page_files import filled
from ninefivetwo.web.play_match import KeptMatch, Moment, title_of
from ninefivetwo.web.shell import descriptions, options, page
from ninefivetwo.web.site import LEVEL_NOTES, NAME_LENGTH, answer, owner, player_name, read, site_of, waited_for
from ninefivetwo.web.today import DayShown, Standing, clock, today_shown
from ninefivetwo.words.figures import count, in_digits, minus, signed
from ninefivetwo.words.template import Name, Term, listed, say
from ninefivetwo.words.verdict import result_line

RESULTS_SHOWN = 4  # shown
LOOKED_AT = 40  # newest records among which the user's results are looked for


class HomeAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for the page's content, with the user's date and name."""

    today: str
    name: str = ""


class PlayerScore(Struct, frozen=True):
    """A player's score in the match; `me` is whether the player is the user."""

    name: str
    score: str
    me: bool


class MatchSummary(Struct, frozen=True):
    """A match as a title, a sentence, and the players' scores, the user's first; `over` is whether it has ended."""

    title: str
    words: str
    over: bool
    players: list[PlayerScore]


class RulesOffered(Struct, frozen=True):
    """A rule set for a new match, with its source, and the contracts of dealer, left and right in tricks."""

    name: str
    source: str
    contracts: tuple[int, int, int]


class HomeData(Struct, frozen=True, kw_only=True):
    """The initial data of the page.

    match: the match in progress, null if there is none or it cannot be read. version: the version of the saved match,
    null if none is saved. error: the reason why the match cannot be read, absent without an error.
    """

    match: MatchSummary | None
    version: int | None
    error: str | UnsetType = UNSET
    rules: list[RulesOffered]


class RecentResult(Struct, frozen=True):
    """The user's result in a deal, as points and in words, with a title and the address of the review."""

    address: str
    title: str
    points: str
    words: str


class HomeShown(Struct, frozen=True):
    """The deal of the day, sentences on it and on the puzzles due, and the user's newest results."""

    day: DayShown
    standing: Standing
    results: list[RecentResult]


def routes() -> list[Route]:
    """Return the routes of this page and of its request."""
    return [Route("/", home_page), Route("/api/home", shown, methods=["POST"])]


async def home_page(request: Request) -> Response:
    """Return the page with the match in progress, or with the form for a new match."""
    match = KeptMatch(site_of(request).library, owner(request), "")
    data = await run_in_threadpool(_first, match)
    body = filled(
        "home.html",
        NAME_LENGTH=str(NAME_LENGTH),
        RULE_SETS=options({name: name for name in NAMED}),
        LEVELS=options({level: level for level in LEVELS}),
        LEVEL_NOTES=descriptions(LEVEL_NOTES),
    )
    return page("Home", "/", "home.js", data, ("table/table.css", "home.css"), body)


def _first(match: KeptMatch) -> HomeData:
    rules = [RulesOffered(each.rules.name, each.source, each.rules.contracts) for each in NAMED.values()]
    try:
        moment = match.read()
    except NineFiveTwoError as error:
        return HomeData(match=None, version=match.version, error=str(error), rules=rules)
    shown, version = (None, None) if moment is None else (summary(moment), moment.version)
    return HomeData(match=shown, version=version, rules=rules)


def summary(moment: Moment) -> MatchSummary:
    """Return the match as the home page shows it: a title, a sentence, and the players with their scores."""
    session = moment.session
    match, me, over = session.match, session.me, session.deal.over
    scores = match.total if over else match.score
    return MatchSummary(
        title_of(session)
        if over
        else say(
            "Deal {number}: you need {tricks}",
            number=in_digits(match.number),
            tricks=count(match.rules.contracts[me]),
        ),
        minus(result_line(match, me)) if over else _so_far(me, session.deal.won[me]),
        session.due is Due.OVER,
        [
            PlayerScore(match.names[seat], minus(signed(scores[seat])), seat is me)
            for seat in (me, me.next, me.after(2))
        ],
    )


def _so_far(me: Seat, won: int) -> str:
    seat = "You are the dealer." if me is Seat.DEALER else say("You sit on the dealer's {place}.", place=Term(me.word))
    return " ".join([seat, *([say("You have won {tricks} so far.", tricks=count(won))] if won else [])])


async def shown(request: Request) -> Response:
    """Return the deal of the day, the puzzles due and the user's recent results."""
    asked, now = await read(request, HomeAsked), clock()
    library, who = site_of(request).library, owner(request)
    today = read_today(asked.today, now)

    def job() -> HomeShown:
        keep_finished(library, who, now)
        stored = today_shown(library, who, today, today, now)
        return HomeShown(stored.day, stored.standing, recent(library, player_name(asked.name)))

    return answer(await waited_for(request, job))


def recent(library: Library, name: str) -> list[RecentResult]:
    """Return the results of a player's most recent deals, newest first."""
    listing = library.listing(Query(name=name, limit=LOOKED_AT))
    found = [(record, player) for record in listing.records for player in record.players if player.name == name]
    return [_result(record, player) for record, player in found if player.result is not None][:RESULTS_SHOWN]


def _result(record: RecordSummary, player: PlayerSummary) -> RecentResult:
    """Return a player's result in a deal, with the deal's other players and the address of its review."""
    assert player.won is not None and player.result is not None
    others = listed([other.name for other in record.players if other is not player])
    won, contract = in_digits(player.won), count(player.won - player.result)
    return RecentResult(
        f"/review/{record.row.id}",
        say("Deal {number} with {players}", number=in_digits(record.row.number), players=Name(others)),
        minus(signed(player.result)),
        say("{number} of {tricks}", number=won, tricks=contract),
    )
