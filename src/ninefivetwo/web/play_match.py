"""The matches of each browser, whose steps are checked, saved in the library, and sent to the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal
from urllib.parse import quote

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from ninefivetwo.cards import Card
from ninefivetwo.errors import StaleError
from ninefivetwo.game import known_cards
from ninefivetwo.game.rules import rules_text
from ninefivetwo.keep.daily import keep_daily
from ninefivetwo.keep.library import Library
from ninefivetwo.keep.library.records import record_id
from ninefivetwo.keep.session import Computers, Due, GameSession, session_of, session_text
from ninefivetwo.keep.session.fair import dealt_layout
from ninefivetwo.layout import Trick
from ninefivetwo.web.site import Telling
from ninefivetwo.web.table_state import OwnTable, table_object
from ninefivetwo.words.figures import in_digits
from ninefivetwo.words.speaker import Speaker
from ninefivetwo.words.template import Name, listed, say
from ninefivetwo.words.verdict import result_line

#: The names of a browser's matches: its own match (no name), the deal of the day, and a replay.
TableName = Literal["", "daily", "again"]
Change = Callable[[GameSession], GameSession]
_LOCAL = re.compile(r"/(?![/\\])[!-~]{0,1000}")  # an address of this server, and of no other


class ResultRow(Struct, frozen=True):
    """A player's contract and tricks in a finished deal, the points, and the new total in the match."""

    name: str
    contract: int
    won: int
    points: int
    total: int


class MatchResult(Struct, frozen=True):
    """The result of a finished deal: a title, a sentence, the players from the dealer on, and the record's id."""

    title: str
    words: str
    rows: list[ResultRow]
    record: str


class Fingerprint(Struct, frozen=True):
    """The fingerprint of a deal's cards and, after the deal, the data for checking it; null before.

    salt: the text that was added to the cards. dealt: the layout. seed: the match's seed after the match, but null in a
    replay, because the original match may still use the seed.
    """

    fingerprint: str
    salt: str | None
    dealt: str | None
    seed: str | None


class MatchShown(Struct, frozen=True):
    """A match in the form that the page shows.

    version: the version of the match in the library
    number: the deal's number; events: the number of events; tricks: the deal's tricks; log: sentences on the events
    due: whose step is next; training: whether hints and undo are allowed; rules: the rules in words
    drawn: the card that each player drew to decide the first dealer, empty after the first deal
    told: sentences on the events since the previous state
    result: the result of the deal, null before its end
    """

    version: int
    number: int
    events: int
    due: Due
    training: bool
    rules: str
    drawn: dict[str, Card]
    table: OwnTable
    told: list[str]
    tricks: list[Trick]
    log: list[str]
    result: MatchResult | None
    fair: Fingerprint


class MatchLine(Struct, frozen=True):
    """A state of the match, null if none is saved; `stale` is whether another window has changed the match."""

    match: MatchShown | None
    stale: bool | UnsetType = UNSET


class Address(Struct, frozen=True):
    """The address of the page to go to."""

    address: str


@dataclass(frozen=True)
class Moment:
    """A session, and its version in the library; `copy` marks a replay."""

    session: GameSession
    version: int
    copy: bool = False


class KeptMatch:
    """One match of one browser, which is saved in the library under the name `owner`."""

    def __init__(self, library: Library, owner: str, table: TableName) -> None:
        self._library, self._table = library, table
        self.owner = f"{owner} {table}".strip()

    def read(self) -> Moment | None:
        """Return the saved match, or None if no match is saved. Raises LibraryError if the match cannot be read."""
        saved = self._library.session(self.owner)
        return None if saved is None else self._moment(session_of(saved[0]), saved[1])

    @property
    def version(self) -> int | None:
        """The version of the saved match, even if the match cannot be read; None if no match is saved."""
        saved = self._library.session(self.owner)
        return None if saved is None else saved[1]

    def begin(self, version: int | None, session: GameSession) -> Moment:
        """Replace the saved match with a new match. Raises StaleError if the saved match has another version."""
        return self._moment(session, self._library.save_session(self.owner, session_text(session), version))

    def step(self, before: Moment, after: GameSession) -> Moment:
        """Save the next state of the match. Raises StaleError if another window has continued the match."""
        moment = self.begin(before.version, after)
        if self._table == "":
            self._library.keep_deals(before.session, after)
        elif self._table == "daily":
            keep_daily(self._library, self.owner, after, datetime.now(UTC))
        return moment

    def drop(self, version: int | None) -> None:
        """Delete the match, but not its finished deals. Raises StaleError if the saved version differs."""
        self._library.drop_session(self.owner, version)

    def _moment(self, session: GameSession, version: int) -> Moment:
        return Moment(session, version, copy=self._table == "again")


def again_address(back: str) -> str:
    """Return the address of the replay, whose Back button leads to the page `back` of this server."""
    page = back_to(back)
    return "/play?table=again" + (f"&back={quote(page, safe='')}" if page != "/play" else "")


def back_to(address: str) -> str:
    """Return the address of the page that a replay's Back button leads to: the table unless it is on this server."""
    return address if _LOCAL.fullmatch(address) else "/play"


def unless_stale(match: KeptMatch, job: Callable[[Telling], None]) -> Callable[[Telling], None]:
    """Return a job that runs `job` or, if another window has continued the match, sends the current state."""

    def careful(telling: Telling) -> None:
        try:
            job(telling)
        except StaleError:
            tell(telling, match.read(), stale=True)

    return careful


def telling_change(match: KeptMatch, version: int | None, change: Change) -> Callable[[Telling], None]:
    """Return a job that changes the match and then lets the computers act.

    `version` is the version of the match on the page.
    """

    def job(telling: Telling) -> None:
        before = match.read()
        if before is None or before.version != version:
            raise StaleError("the match has gone on in another window")
        after = match.step(before, change(before.session))
        tell(telling, after, before)
        go_on(telling, match, after)

    return unless_stale(match, job)


def go_on(telling: Telling, match: KeptMatch, moment: Moment) -> None:
    """Let the computers act until it is the user's turn, and save and send each action."""
    computers = Computers()  # freed before the user's turn, because each computer's table takes 64 MiB
    while moment.session.due is Due.COMPUTER:
        telling.tick()
        after = moment.session.computer_acts(computers)
        telling.tick()  # if the user has left, the action is not saved
        try:
            saved = match.step(moment, after)
        except StaleError:  # another window has continued the match
            current = match.read()
            tell(telling, current)
            if current is None:
                return
            moment = current
        else:
            tell(telling, saved, moment)
            moment = saved


def tell(telling: Telling, moment: Moment | None, before: Moment | None = None, stale: bool = False) -> None:
    """Send the match. `before` is the last state sent. `stale` means that another window has changed the match."""
    telling.tell(MatchLine(None if moment is None else match_shown(moment, before), stale))


def match_shown(moment: Moment, before: Moment | None = None) -> MatchShown:
    """Return the match in the form that the page shows. `before` is the last state sent."""
    session = moment.session
    view, match = session.view, session.match
    seen = len(view.events) if before is None else _seen(before.session, session)
    speaker = Speaker.of(match, session.me)
    log = speaker.before_play(view.events)
    log += [speaker.trick(number, trick) for number, trick in enumerate(view.tricks, 1)]
    return MatchShown(
        moment.version,
        match.number,
        len(view.events),
        session.due,
        session.training,
        rules_text(match.rules),
        session.drawn if match.number == 1 else {},
        _table(session, seen),
        speaker.before_play(view.events[seen:]),
        view.tricks,
        log,
        _result(session) if session.deal.over else None,
        _fair(session, moment.copy),
    )


def _table(session: GameSession, seen: int) -> OwnTable:
    """Return the table as the user sees it; after the deal, the dealer's discards are face up."""
    match, over = session.match, session.deal.over
    table = table_object(session.view, match.names, match.total if over else match.score, seen, session.computers)
    return replace(table, discarded=[*map(str, known_cards(session.deal.discarded))]) if over else table


def _seen(before: GameSession, after: GameSession) -> int:
    """Return the number of events that the page has already shown; after an undo, all events count as shown."""
    old, new = before.deal.events, after.deal.events
    if after.match.number == before.match.number + 1:
        return 0
    return len(old) if after.match.number == before.match.number and new[: len(old)] == old else len(new)


def _result(session: GameSession) -> MatchResult:
    match = session.match
    columns = zip(match.names, match.rules.contracts, match.deal.won, match.deal.scores, match.total, strict=True)
    rows = [ResultRow(*row) for row in columns]
    return MatchResult(title_of(session), result_line(match, session.me), rows, record_id(match))


def title_of(session: GameSession) -> str:
    """Return a title with the number of the finished deal or the winners of the match."""
    match = session.match
    if session.daily:
        return "Deal of the day finished"
    titles = Speaker.of(match, session.me).titles
    winners = [titles[seat] for seat in match.winners()]
    return (
        say("{winners} won the match", winners=Name(listed(winners)))
        if winners
        else say("Deal {number} finished", number=in_digits(match.number))
    )


def _fair(session: GameSession, copy: bool) -> Fingerprint:
    layout = dealt_layout(session.deal) if session.deal.over else None
    return Fingerprint(
        session.fingerprint,
        session.salt,
        None if layout is None else str(layout),
        None if copy or session.seed_told is None else str(session.seed_told),
    )
