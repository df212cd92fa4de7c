"""A browser's match, in the library: every step is checked, saved, then told; the computers' steps one by one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Literal

from ninefivetwo.errors import StaleError
from ninefivetwo.keep.daily import keep_daily
from ninefivetwo.keep.library import Library
from ninefivetwo.keep.library.keeping import keep_deals
from ninefivetwo.keep.session import Computers, Due, GameSession, session_of, session_text
from ninefivetwo.web.play_state import Moment, news, play_object
from ninefivetwo.web.stream import Telling

#: Which of a browser's matches: its own, the deal of the day, or a copy of a moment that is tried again.
TableName = Literal["", "daily", "again"]
Change = Callable[[GameSession, Telling], GameSession]

_THREAD = threading.local()


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
            keep_deals(self._library, before.session, after)
        elif self._table == "daily":
            keep_daily(self._library, self._owner, after, datetime.now(UTC))
        return moment

    def drop(self, version: int | None) -> None:
        """Forget the match; the deals played out stay in the library.  Raises StaleError as `step` does."""
        self._library.drop_session(self._owner, version)

    def _moment(self, session: GameSession, version: int) -> Moment:
        return Moment(session, version, copy=self._table == "again")


def telling_change(match: KeptMatch, version: int | None, change: Change) -> Callable[[Telling], None]:
    """The job that makes a change which the person asks for, and lets the computers go on from there.

    version: of the match as the page shows it; where another is saved, that one is told instead.
    """

    def job(telling: Telling) -> None:
        before = match.read()
        if before is None or before.version != version:
            tell_whole(telling, before, stale=True)
            return
        try:
            after = match.step(before, change(before.session, telling))
        except StaleError:
            tell_whole(telling, match.read(), stale=True)
            return
        tell_news(telling, before, after)
        go_on(telling, match, after)

    return job


def go_on(telling: Telling, match: KeptMatch, moment: Moment) -> None:
    """Let the computers act until it is the person's turn; each action is saved, then told."""
    while moment.session.due is Due.COMPUTER:
        telling.tick()
        after = moment.session.computer_acts(_computers())
        telling.tick()  # what a reader who has left did not see is not done
        try:
            saved = match.step(moment, after)
        except StaleError:  # another window of this browser was quicker
            found = match.read()
            tell_whole(telling, found)
            if found is None:
                return
            moment = found
        else:
            tell_news(telling, moment, saved)
            moment = saved


def tell_news(telling: Telling, before: Moment, after: Moment) -> None:
    """Tell what is new after a step."""
    telling.tell({"news": news(play_object(before), play_object(after, before))})


def tell_whole(telling: Telling, moment: Moment | None, stale: bool = False) -> None:
    """Tell the match as it stands; `stale`: because it is not the one the page showed."""
    telling.tell({"match": None if moment is None else play_object(moment), "stale": stale})


def _computers() -> Computers:
    """The computer players of this thread, whose tables stay warm."""
    if not hasattr(_THREAD, "computers"):
        _THREAD.computers = Computers()
    found: Computers = _THREAD.computers
    return found
