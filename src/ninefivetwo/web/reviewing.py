"""Reviews made in the background, one deal at a time: each is kept in the library as soon as it is done.

The queue holds what is not reviewed yet, so nothing is lost with it: a server that is started again finds the deals of
its matches that lack a review.  The work steps aside while somebody waits for an answer, and leaves a core.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import os
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic

from ninefivetwo.errors import NineFiveTwoError, SearchStopped
from ninefivetwo.exact import CancelToken
from ninefivetwo.keep.library import Library, review_key
from ninefivetwo.keep.library.library import SOURCE
from ninefivetwo.keep.session import opponents_of
from ninefivetwo.study import Judge, review
from ninefivetwo.think.advise import Limits
from ninefivetwo.web.lanes import Lane, Lanes

SEED = 0
AT_START = 30  # deals of matches, the newest, that are reviewed if the server finds them without a review
BETWEEN_LOOKS = 0.2  # seconds at least between two looks at how far the work is
TELLING = 0.1  # of a review, after which it tells how long the rest will take
REMEMBERED = 5  # reviews whose time tells how long the next one will take


@dataclass
class _ReviewUnderWay:
    """The review that is being made: how far it is, and since when."""

    record: str
    token: CancelToken = field(default_factory=CancelToken)
    began: float = field(default_factory=monotonic)
    part: float = 0.0


@dataclass(frozen=True)
class ReviewsLeft:
    """How far the reviews of some records are.

    left: those that are not done yet.  part: of the review of one that is being made, 0 to 1; None where it is none of
    them.  before: how many others come before the first of them.  seconds: about how long until all are done; None
    while that is not known.
    """

    left: tuple[str, ...]
    part: float | None
    before: int
    seconds: float | None


class Reviewing:
    """The queue of one server, shared by all its threads."""

    def __init__(self, library: Library, lanes: Lanes, worlds: int) -> None:
        self._library, self._lanes, self._worlds = library, lanes, worlds
        self._lock = Lock()
        self._waiting: list[str] = []
        self._now: _ReviewUnderWay | None = None
        self._busy = self._closed = False
        self._lasted: deque[float] = deque(maxlen=REMEMBERED)
        self._faults: dict[str, str] = {}
        self._watchers: set[Callable[[], None]] = set()

    @property
    def key(self) -> str:
        """What tells these reviews from others of the same records."""
        return review_key(self._worlds, SEED)

    def ask(self, records: Iterable[str], first: bool = False) -> None:
        """Have records of these full ids reviewed, as far as they are not; `first`: before others, as one waits."""
        unreviewed = [id for id in dict.fromkeys(records) if self._library.review(id, self.key) is None]
        with self._lock:
            if self._closed:
                return
            for id in unreviewed:
                self._faults.pop(id, None)
            if first:
                self._waiting = [id for id in self._waiting if id not in unreviewed]
            under_way = self._now.record if self._now is not None and not self._now.token.cancelled else None
            new = [id for id in unreviewed if id not in self._waiting and id != under_way]
            self._waiting = [*new, *self._waiting] if first else [*self._waiting, *new]
            begins = bool(self._waiting) and not self._busy
            self._busy = self._busy or begins
        if begins:
            self._lanes.submit(Lane.BACKGROUND, self._work)
        self._changed()

    def ask_played(self) -> None:
        """Have the deals of matches against the computer reviewed that are played out and not reviewed yet."""
        self.ask(self._library.without_review(self.key, SOURCE, AT_START))

    def stop(self, records: Iterable[str]) -> None:
        """Do not review these; a review of one that is being made is given up."""
        ids = set(records)
        with self._lock:
            self._waiting = [id for id in self._waiting if id not in ids]
            if self._now is not None and self._now.record in ids:
                self._now.token.cancel()
        self._changed()

    def close(self) -> None:
        """Begin nothing more, and give up the review that is being made."""
        with self._lock:
            self._closed = True
            self._waiting = []
            if self._now is not None:
                self._now.token.cancel()
        self._changed()

    def left(self, records: Sequence[str]) -> ReviewsLeft:
        """How far the reviews of some records are."""
        with self._lock:
            now = self._now if self._now is not None and not self._now.token.cancelled else None
            queue = ([now.record] if now else []) + self._waiting
            part = now.part if now else 0.0
            left = tuple(id for id in queue if id in records)
            seconds = self._seconds(queue.index(left[-1]) + 1, now) if left else 0.0
            before = queue.index(left[0]) if left else 0
        return ReviewsLeft(left, part if now is not None and now.record in left else None, before, seconds)

    def fault(self, record: str) -> str | None:
        """Why a record could not be reviewed, in one line; None where nothing is known to be wrong."""
        with self._lock:
            return self._faults.get(record)

    async def changes(self) -> AsyncIterator[None]:
        """Now, and then whenever something has changed, but not more often than a reader can follow."""
        loop, event = asyncio.get_running_loop(), asyncio.Event()

        def changed() -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(event.set)

        self._watchers.add(changed)
        try:
            while True:
                yield
                await event.wait()
                await asyncio.sleep(BETWEEN_LOOKS)
                event.clear()
        finally:
            self._watchers.discard(changed)

    def _seconds(self, deals: int, now: _ReviewUnderWay | None) -> float | None:
        """About how long the first deals of the queue take."""
        usual = sum(self._lasted) / len(self._lasted) if self._lasted else None
        if now is None:
            return None if usual is None else deals * usual
        gone, rest = monotonic() - now.began, None if usual is None else usual * (1 - now.part)
        if now.part >= TELLING:
            rest = gone * (1 - now.part) / now.part
            usual = usual or gone / now.part
        return None if rest is None or usual is None else rest + (deals - 1) * usual

    def _work(self) -> None:
        """Review the first deal that waits, in the background's thread; then the next one is up."""
        with self._lock:
            self._now = now = _ReviewUnderWay(self._waiting.pop(0)) if self._waiting else None
            self._busy = now is not None
        if now is None:
            return
        try:
            self._review(now)
        except SearchStopped:
            pass
        except NineFiveTwoError as error:  # the record is gone, say
            self._faults[now.record] = str(error)
        except Exception:
            logging.getLogger(__name__).exception("the review of %s failed", now.record)
            self._faults[now.record] = "the review failed; the terminal of `n52 serve` says why"
        with self._lock:
            self._now = None
        self._changed()
        with suppress(RuntimeError):  # the server ends
            self._lanes.submit(Lane.BACKGROUND, self._work)

    def _review(self, now: _ReviewUnderWay) -> None:
        def tick(done: int, steps: int) -> None:
            now.part = done / max(steps, 1)
            self._changed()
            if now.token.cancelled:
                raise SearchStopped("review stopped, cancelled")
            self._lanes.step_aside()

        record = self._library.record(now.record).record
        spare = max((os.cpu_count() or 1) - 1, 1)
        judge = Judge(threads=spare, token=now.token)
        limits = Limits(None, self._worlds, SEED, threads=spare, token=now.token)
        found = review(record.match, limits, tick, judge=judge, opponents=opponents_of(record))
        self._library.add_review(now.record, self.key, found)
        return_memory()
        self._lasted.append(monotonic() - now.began)

    def _changed(self) -> None:
        for watcher in tuple(self._watchers):
            watcher()


# Memory, where the C library is glibc: other systems have no such calls, or no C library to name.

M_MMAP_THRESHOLD, LARGE_BLOCK = -3, 1 << 20  # of malloc.h; bytes
NO_GLIBC = AttributeError, OSError, TypeError


def keep_no_large_blocks() -> None:
    """Have large blocks given back to the system as soon as they are freed (mallopt(3)).

    Else the first that was freed, such as the table of a review, is kept for every thread that had one.
    """
    with suppress(*NO_GLIBC):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK)


def return_memory() -> None:
    """Give the system back what is free (malloc_trim(3))."""
    with suppress(*NO_GLIBC):
        ctypes.CDLL(None).malloc_trim(0)
