"""A browser's match in the library: every step is checked and saved, then the whole state is sent to the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from ninefivetwo.cards import Seat
from ninefivetwo.errors import StaleError
from ninefivetwo.game.rules import rules_text
from ninefivetwo.keep.daily import keep_daily
from ninefivetwo.keep.library import Library
from ninefivetwo.keep.library.records import record_id
from ninefivetwo.keep.session import Computers, Due, GameSession, session_of, session_text
from ninefivetwo.keep.session.fair import dealt_layout
from ninefivetwo.web.site import Telling
from ninefivetwo.web.table_state import table_object
from ninefivetwo.words.figures import in_digits
from ninefivetwo.words.page_play import DAILY_OVER, DEAL_OVER, MATCH_WON
from ninefivetwo.words.speaker import Speaker
from ninefivetwo.words.template import Name, listed
from ninefivetwo.words.verdict import result_line

#: Which of a browser's matches: its own, the deal of the day, or a copy of a moment that is tried again.
TableName = Literal["", "daily", "again"]
Change = Callable[[GameSession, Telling], GameSession]


@dataclass(frozen=True)
class Moment:
    """A session, and the version under which it is saved; `copy`: it is a moment of another, tried again."""

    session: GameSession
    version: int
    copy: bool = False


class KeptMatch:
    """One match of one browser, as the library keeps it."""

    def __init__(self, library: Library, owner: str, table: TableName) -> None:
        self._library, self._table = library, table
        self._owner = f"{owner} {table}".strip()

    def read(self) -> Moment | None:
        """The match as it was saved; None if there is none.  Raises LibraryError for what cannot be read."""
        saved = self._library.session(self._owner)
        return None if saved is None else self._moment(session_of(saved[0]), saved[1])

    @property
    def version(self) -> int | None:
        """Of what is saved, also where it cannot be read; None if nothing is."""
        saved = self._library.session(self._owner)
        return None if saved is None else saved[1]

    def begin(self, version: int | None, session: GameSession) -> Moment:
        """Save a new match in the place of what is saved.  Raises StaleError where that is of another version."""
        return self._moment(session, self._library.save_session(self._owner, session_text(session), version))

    def step(self, before: Moment, after: GameSession) -> Moment:
        """Save the next state.  Raises StaleError where another window has played on since `before`."""
        moment = self.begin(before.version, after)
        if self._table == "":
            self._library.keep_deals(before.session, after)
        elif self._table == "daily":
            keep_daily(self._library, self._owner, after, datetime.now(UTC))
        return moment

    def drop(self, version: int | None) -> None:
        """Forget the match; the deals played out stay in the library.  Raises StaleError as `step` does."""
        self._library.drop_session(self._owner, version)

    def _moment(self, session: GameSession, version: int) -> Moment:
        return Moment(session, version, copy=self._table == "again")


def unless_stale(match: KeptMatch, job: Callable[[Telling], None]) -> Callable[[Telling], None]:
    """A job on a match; where that has gone on in another window, it is told as it stands instead."""

    def careful(telling: Telling) -> None:
        try:
            job(telling)
        except StaleError:
            tell(telling, match.read(), stale=True)

    return careful


def telling_change(match: KeptMatch, version: int | None, change: Change) -> Callable[[Telling], None]:
    """The job that makes a change which the person asks for, and lets the computers go on from there.

    version: of the match as the page shows it.
    """

    def job(telling: Telling) -> None:
        before = match.read()
        if before is None or before.version != version:
            raise StaleError("the match has gone on in another window")
        after = match.step(before, change(before.session, telling))
        tell(telling, after, before)
        go_on(telling, match, after)

    return unless_stale(match, job)


def go_on(telling: Telling, match: KeptMatch, moment: Moment) -> None:
    """Let the computers act until it is the person's turn; each action is saved, then told."""
    computers = Computers()  # let go once the person is to act: their tables hold 64 MiB each
    while moment.session.due is Due.COMPUTER:
        telling.tick()
        after = moment.session.computer_acts(computers)
        telling.tick()  # what a reader who has left did not see is not done
        try:
            saved = match.step(moment, after)
        except StaleError:  # another window of this browser was quicker
            current = match.read()
            tell(telling, current)
            if current is None:
                return
            moment = current
        else:
            tell(telling, saved, moment)
            moment = saved


def tell(telling: Telling, moment: Moment | None, before: Moment | None = None, stale: bool = False) -> None:
    """Tell the match as it stands; `before`: what was told last; `stale`: it is not the one that the page showed."""
    telling.tell({"match": None if moment is None else match_shown(moment, before), "stale": stale})


def match_shown(moment: Moment, before: Moment | None = None) -> dict[str, object]:
    """The match as the page shows it to the person; `before` is what was shown last.

    version: as it is saved
    number: of the deal
    events: how many have happened in it
    due: what comes next: `person`, `computer`, `next deal`, `over`
    drawn: the cards drawn for the first deal, by player
    told: sentences about what has happened since the state before
    tricks, log: of the deal
    """
    session = moment.session
    view, match = session.view, session.match
    seen = len(view.events) if before is None else _seen(before.session, session)
    speaker = Speaker.of(match, session.me)
    log = speaker.before_play(view.events)
    log += [speaker.trick(number, trick) for number, trick in enumerate(view.tricks, 1)]
    return {
        "version": moment.version,
        "number": match.number,
        "events": len(view.events),
        "due": session.due.value,
        "training": session.training,
        "rules": rules_text(match.rules),
        "drawn": {name: str(card) for name, card in session.drawn.items()} if match.number == 1 else {},
        "table": table_object(
            view, match.names, match.total if session.deal.over else match.score, seen, session.computers
        ),
        "told": speaker.before_play(view.events[seen:]),
        "tricks": view.tricks,
        "log": log,
        "result": _result(session) if session.deal.over else None,
        "fair": _fair(session, moment.copy),
    }


def _seen(before: GameSession, after: GameSession) -> int:
    """How many of a deal's events were shown before; all of them where the deal was taken back."""
    old, new = before.deal.events, after.deal.events
    if after.match.number == before.match.number + 1:
        return 0
    return len(old) if after.match.number == before.match.number and new[: len(old)] == old else len(new)


def _result(session: GameSession) -> dict[str, object]:
    """A deal's end: which is over or who has won the match, words about the person's contract, the record's id.

    rows: what each player made of it, the dealer first: the tricks won and due, the points for them, the score with
    them.
    """
    match, deal, contracts = session.match, session.match.deal, session.match.rules.contracts
    rows = [
        {
            "name": match.names[seat],
            "contract": contracts[seat],
            "won": deal.won[seat],
            "points": deal.scores[seat],
            "total": match.total[seat],
        }
        for seat in Seat
    ]
    words = result_line(match, session.me)
    return {"title": _title(session), "words": words, "rows": rows, "record": record_id(match)}


def _title(session: GameSession) -> str:
    """Return which deal is finished, or the winners of the match."""
    match = session.match
    if session.daily:
        return DAILY_OVER()
    titles = Speaker.of(match, session.me).titles
    winners = [titles[seat] for seat in match.winners()]
    return MATCH_WON(winners=Name(listed(winners))) if winners else DEAL_OVER(number=in_digits(match.number))


def _fair(session: GameSession, copy: bool) -> dict[str, object]:
    """What fair dealing tells: the fingerprint of the deal's cards; once the deal is over, by what it is checked.

    seed: of the match, once it is told; of a copy never, for its match may still be dealt by it.
    """
    layout = dealt_layout(session.deal) if session.deal.over else None
    return {
        "fingerprint": session.fingerprint,
        "salt": session.salt,
        "dealt": None if layout is None else str(layout),
        "seed": None if copy or session.seed_told is None else str(session.seed_told),
    }
