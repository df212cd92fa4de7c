"""Reviews in the background, one deal at a time, which are saved in the library.

The queue contains only deals without a review, so a restarted server can rebuild the queue from the library. Reviewing
pauses while a user waits for an answer, and leaves one core free.
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
from ninefivetwo.keep.library.library import PLAYED_HERE
from ninefivetwo.keep.session import opponents_of
from ninefivetwo.study import Judge, review
from ninefivetwo.think.advise import Limits
from ninefivetwo.web.lanes import Lane, Lanes

REVIEW_SEED = 0
AT_START = 30  # maximum number of unreviewed deals, newest first, that are queued when the server starts
BETWEEN_REPORTS = 0.2  # minimum seconds between two progress reports
TELLING = 0.1  # share of a review after which its own speed is used to predict the rest
RECENT_REVIEWS = 5  # number of recent reviews whose durations predict the next review


@dataclass
class _ReviewUnderWay:
    """The review in progress, with its start time and the completed share."""

    record: str
    token: CancelToken = field(default_factory=CancelToken)
    began: float = field(default_factory=monotonic)
    part: float = 0.0


@dataclass(frozen=True)
class ReviewsLeft:
    """The progress of some records' reviews.

    left: the records still in the queue. part: the completed share (0 to 1) of the review in progress, else None.
    before: the number of other reviews ahead in the queue. seconds: the estimated total time left, None if unknown.
    """

    left: tuple[str, ...]
    part: float | None
    before: int
    seconds: float | None


class Reviewing:
    """The queue of one server's reviews, shared by all its threads."""

    def __init__(self, library: Library, lanes: Lanes, worlds: int) -> None:
        self._library, self._lanes, self._worlds = library, lanes, worlds
        self._lock = Lock()
        self._waiting: list[str] = []
        self._now: _ReviewUnderWay | None = None
        self._busy = self._closed = False
        self._lasted: deque[float] = deque(maxlen=RECENT_REVIEWS)
        self._faults: dict[str, str] = {}
        self._watchers: set[Callable[[], None]] = set()

    @property
    def key(self) -> str:
        """The key under which the library stores these reviews."""
        return review_key(self._worlds, REVIEW_SEED)

    def ask(self, records: Iterable[str], first: bool = False) -> None:
        """Add records (full ids) without a review to the end of the queue or, with `first`, to the beginning."""
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
        """Add finished deals against computers without a review to the queue."""
        self.ask(self._library.without_review(self.key, PLAYED_HERE, AT_START))

    def stop(self, records: Iterable[str]) -> None:
        """Remove records from the queue, and cancel the review in progress if its record is among them."""
        ids = set(records)
        with self._lock:
            self._waiting = [id for id in self._waiting if id not in ids]
            if self._now is not None and self._now.record in ids:
                self._now.token.cancel()
        self._changed()

    def close(self) -> None:
        """Start no more reviews, and cancel the review in progress."""
        with self._lock:
            self._closed = True
            self._waiting = []
            if self._now is not None:
                self._now.token.cancel()
        self._changed()

    def left(self, records: Sequence[str]) -> ReviewsLeft:
        """Return the progress of some records' reviews."""
        with self._lock:
            now = self._now if self._now is not None and not self._now.token.cancelled else None
            queue = ([now.record] if now else []) + self._waiting
            part = now.part if now else 0.0
            left = tuple(id for id in queue if id in records)
            seconds = self._seconds(queue.index(left[-1]) + 1, now) if left else 0.0
            before = queue.index(left[0]) if left else 0
        return ReviewsLeft(left, part if now is not None and now.record in left else None, before, seconds)

    def fault(self, record: str) -> str | None:
        """Return the error message of a record's review, or None if the review did not fail."""
        with self._lock:
            return self._faults.get(record)

    async def changes(self) -> AsyncIterator[None]:
        """Yield immediately, and then after changes of the queue, at most once in `BETWEEN_REPORTS` seconds."""
        loop, event = asyncio.get_running_loop(), asyncio.Event()

        def changed() -> None:
            with suppress(RuntimeError):  # the event loop may have ended
                loop.call_soon_threadsafe(event.set)

        self._watchers.add(changed)
        try:
            while True:
                yield
                await event.wait()
                await asyncio.sleep(BETWEEN_REPORTS)
                event.clear()
        finally:
            self._watchers.discard(changed)

    def _seconds(self, deals: int, now: _ReviewUnderWay | None) -> float | None:
        """Return the estimated time in seconds for the first `deals` reviews in the queue, or None if unknown."""
        usual = sum(self._lasted) / len(self._lasted) if self._lasted else None
        if now is None:
            return None if usual is None else deals * usual
        gone, rest = monotonic() - now.began, None if usual is None else usual * (1 - now.part)
        if now.part >= TELLING:
            rest = gone * (1 - now.part) / now.part
            usual = usual or gone / now.part
        return None if rest is None or usual is None else rest + (deals - 1) * usual

    def _work(self) -> None:
        """Review the first deal of the queue in the background thread, then schedule the next review."""
        with self._lock:
            self._now = now = _ReviewUnderWay(self._waiting.pop(0)) if self._waiting else None
            self._busy = now is not None
        if now is None:
            return
        try:
            self._review(now)
        except SearchStopped:
            pass
        except NineFiveTwoError as error:  # for example, the record has been deleted
            self._faults[now.record] = str(error)
        except Exception:
            logging.getLogger(__name__).exception("the review of %s failed", now.record)
            self._faults[now.record] = "the review failed; the terminal of `n52 serve` has the details"
        with self._lock:
            self._now = None
        self._changed()
        with suppress(RuntimeError):  # the server is shutting down
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
        limits = Limits(None, self._worlds, REVIEW_SEED, threads=spare, token=now.token)
        found = review(record.match, limits, tick, judge=judge, opponents=opponents_of(record))
        self._library.add_review(now.record, self.key, found)
        return_memory()
        self._lasted.append(monotonic() - now.began)

    def _changed(self) -> None:
        for watcher in tuple(self._watchers):
            watcher()


# Memory: these calls exist only in glibc.

M_MMAP_THRESHOLD, LARGE_BLOCK = -3, 1 << 20  # of malloc.h; bytes
NO_GLIBC = AttributeError, OSError, TypeError


def keep_no_large_blocks() -> None:
    """Make malloc return large freed blocks of memory to the system immediately (mallopt(3)).

    By default, every thread keeps the first large block that it frees, such as the table of a review.
    """
    with suppress(*NO_GLIBC):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK)


def return_memory() -> None:
    """Return unused memory to the system (malloc_trim(3))."""
    with suppress(*NO_GLIBC):
        ctypes.CDLL(None).malloc_trim(0)
