"""Reviews made in the background, one deal at a time; each is kept in the library as soon as it is done.

The queue holds only deals without a review, so a restarted server can rebuild it from the library. The work steps aside
while a user waits for an answer, and leaves one core free.
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
AT_START = 30  # newest deals of matches without a review that a new server reviews
BETWEEN_LOOKS = 0.2  # seconds at least between two progress reports
TELLING = 0.1  # share of a review after which its own pace predicts the rest
REMEMBERED = 5  # reviews whose times predict the next one


@dataclass
class _ReviewUnderWay:
    """The review in progress, with its share done and its start."""

    record: str
    token: CancelToken = field(default_factory=CancelToken)
    began: float = field(default_factory=monotonic)
    part: float = 0.0


@dataclass(frozen=True)
class ReviewsLeft:
    """The progress of some records' reviews.

    left: the records without a review. part: the share done of the review in progress, 0 to 1; None for another
    review. before: how many other reviews come first. seconds: about how long until all are done; None if unknown.
    """

    left: tuple[str, ...]
    part: float | None
    before: int
    seconds: float | None


class Reviewing:
    """The queue of one server, which all its threads share."""

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
        """The key of these reviews in the library."""
        return review_key(self._worlds, SEED)

    def ask(self, records: Iterable[str], first: bool = False) -> None:
        """Queue the records with these full ids that have no review; with `first`, before the others."""
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
        """Queue the finished deals against computers that have no review."""
        self.ask(self._library.without_review(self.key, SOURCE, AT_START))

    def stop(self, records: Iterable[str]) -> None:
        """Remove records from the queue, and cancel the review in progress if it is one of them."""
        ids = set(records)
        with self._lock:
            self._waiting = [id for id in self._waiting if id not in ids]
            if self._now is not None and self._now.record in ids:
                self._now.token.cancel()
        self._changed()

    def close(self) -> None:
        """Begin nothing more, and cancel the review in progress."""
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
        """Return the error of a record's review in one line, None if there was none."""
        with self._lock:
            return self._faults.get(record)

    async def changes(self) -> AsyncIterator[None]:
        """Yield at once and after each change, at most every `BETWEEN_LOOKS` seconds."""
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
        """Return the predicted time in seconds for the first deals of the queue, None while unknown."""
        usual = sum(self._lasted) / len(self._lasted) if self._lasted else None
        if now is None:
            return None if usual is None else deals * usual
        gone, rest = monotonic() - now.began, None if usual is None else usual * (1 - now.part)
        if now.part >= TELLING:
            rest = gone * (1 - now.part) / now.part
            usual = usual or gone / now.part
        return None if rest is None or usual is None else rest + (deals - 1) * usual

    def _work(self) -> None:
        """Review the first deal of the queue in the background thread, then schedule the next one."""
        with self._lock:
            self._now = now = _ReviewUnderWay(self._waiting.pop(0)) if self._waiting else None
            self._busy = now is not None
        if now is None:
            return
        try:
            self._review(now)
        except SearchStopped:
            pass
        except NineFiveTwoError as error:  # such as a record deleted meanwhile
            self._faults[now.record] = str(error)
        except Exception:
            logging.getLogger(__name__).exception("the review of %s failed", now.record)
            self._faults[now.record] = "the review failed; the terminal of `n52 serve` has the details"
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


# Memory: these calls exist only in glibc.

M_MMAP_THRESHOLD, LARGE_BLOCK = -3, 1 << 20  # of malloc.h; bytes
NO_GLIBC = AttributeError, OSError, TypeError


def keep_no_large_blocks() -> None:
    """Return large blocks to the system as soon as they are freed (mallopt(3)).

    Otherwise every thread keeps the first large block that it frees, such as the table of a review.
    """
    with suppress(*NO_GLIBC):
        ctypes.CDLL(None).mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK)


def return_memory() -> None:
    """Return free memory to the system (malloc_trim(3))."""
    with suppress(*NO_GLIBC):
        ctypes.CDLL(None).malloc_trim(0)
