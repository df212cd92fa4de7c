"""Deals reviewed, shown one after the other: how far the work is, what is left out, and what Ctrl-C leaves of it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic

from msgspec.structs import replace

from ninefivetwo.cli.sources import numbered
from ninefivetwo.cli.terminal import working
from ninefivetwo.codec import as_written
from ninefivetwo.errors import NineFiveTwoError, RecordError, raised_as
from ninefivetwo.exact import CancelToken, in_order
from ninefivetwo.files import display_name
from ninefivetwo.game.records.records import Record, check_not_json, no_deal, read_apart
from ninefivetwo.keep.session import opponents_of
from ninefivetwo.study import Judge, LeftOut, Review
from ninefivetwo.study import review as review_deal
from ninefivetwo.study.deal import ReviewProgress
from ninefivetwo.study.match import DealPlace
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.players.recognise import Recognised
from ninefivetwo.think.playouts import Level, Opponents

STOPPED = "the work was stopped"
TOGETHER = 2  # deals that are reviewed at once
SOON = 0.05  # of the work: before that the time left cannot be told


@dataclass(frozen=True)
class Asked:
    """A deal to review: its record's path, its number there, and what it is, or why it cannot be."""

    path: str
    number: int
    record: Record | RecordError

    @property
    def place(self) -> DealPlace:
        return DealPlace(display_name(self.path), self.number)

    @property
    def playable(self) -> Record:
        """The record.  Raises RecordError for one that breaks the rules, with the line."""
        if isinstance(self.record, RecordError):
            raise RecordError(f"{display_name(self.path)}, {self.record}") from self.record
        return self.record

    def left_out(self, error: Exception | None) -> LeftOut:
        """The deal as one that is not reviewed; for no error, as one that the work did not come to."""
        why = STOPPED if error is None else str(self.record if isinstance(self.record, RecordError) else error)
        return LeftOut(display_name(self.path), self.number, why)


def deals_of(path: str, text: str, number: int | None) -> list[Asked]:
    """The deals of a file, or the one with this number.  Raises RecordError where there is none."""
    check_not_json(path, text)
    with raised_as(RecordError, f"{display_name(path)}, "):
        deals = read_apart(text)
    if not deals:
        raise no_deal(path)
    return [Asked(path, i, deal) for i, deal in enumerate(numbered(path, deals, number), number or 1)]


@dataclass(frozen=True)
class Reviewed:
    """A deal and its review."""

    place: DealPlace
    record: Record
    review: Review

    @property
    def title(self) -> str:
        """What the deal is called: its event or its record, and its number in the match."""
        return f"{self.review.event or self.place.record}, deal {self.review.number}"


def reviewed(
    asked: Asked,
    limits: Limits | None,
    deep: bool,
    level: Level | None,
    people: Recognised | None,
    threads: int,
    token: CancelToken,
    progress: ReviewProgress,
) -> Reviewed:
    """A deal's review.  Raises RecordError for one that breaks the rules, SearchStopped when it is cancelled.

    limits: of fair prices, None for none.  deep: are all choices valued exactly?  level: of all players; None for what
    is known of them.  people: those recognised.  threads: how many work at once.
    """
    record, judge = asked.playable, Judge(deep=deep, threads=threads, token=token)
    limits = limits and replace(limits, threads=threads, token=token)
    opponents = opponents_of(record, people) if level is None else Opponents.all(level)
    review = review_deal(record.match, limits, progress, judge=judge, opponents=opponents)
    return Reviewed(asked.place, record, as_written(replace(review, event=record.event)))


def review_all(
    deals: Sequence[Asked],
    limits: Limits | None,
    deep: bool,
    level: Level | None,
    people: Recognised | None,
    threads: int | None,
    show: Callable[[Reviewed], None] | None,
) -> tuple[list[Reviewed], list[LeftOut]]:
    """Review deals, each shown when it is done; what is at fault is left out, and after Ctrl-C what is not done.

    limits, deep, level, people: as in `reviewed`.  threads: how many work at once, None for one a core; where there are
    several, two deals share them, for parts of a review are work for one.  Raises the fault of the first deal where
    none can be reviewed, and KeyboardInterrupt where none is.
    """
    done: list[Reviewed] = []
    faults: dict[int, NineFiveTwoError] = {}
    threads, began, halt = threads or os.cpu_count() or 1, monotonic(), CancelToken(limits.token if limits else None)
    together = min(TOGETHER, threads, max(len(deals), 1))
    shown: dict[int, ReviewProgress] = {}
    pool = ThreadPoolExecutor(together)

    def start(number: int) -> Future[Reviewed]:
        def progress(steps: int, of: int) -> None:
            if tell := shown.get(number):
                tell(steps, of)

        return pool.submit(reviewed, deals[number], limits, deep, level, people, threads // together, halt, progress)

    try:
        for i, found in enumerate(in_order(range(len(deals)), start, together + 1)):
            try:
                with progress_shown(i + 1, len(deals), began) as shown[i]:
                    done.append(found.result())
            except NineFiveTwoError as error:
                faults[i] = error
            else:
                if show is not None:
                    show(done[-1])
    except KeyboardInterrupt:
        if not done:
            raise
    finally:
        halt.cancel()
        pool.shutdown(cancel_futures=True)
    if not done:
        raise next(iter(faults.values()))
    left = [*faults, *range(len(done) + len(faults), len(deals))]
    return done, [deals[i].left_out(faults.get(i)) for i in left]


@contextmanager
def progress_shown(deal: int, deals: int, began: float) -> Iterator[ReviewProgress]:
    """Show on a terminal how far the work is, of which this deal is the next: what is to be called with steps done."""

    def words(done: float) -> str:
        return progress_words(deal, deals, done, monotonic() - began)

    with working(words(0.0)) as update:
        yield lambda done, of: update(words(done / max(of, 1)))


def progress_words(deal: int, deals: int, done: float, seconds: float) -> str:
    """How far the work is: which deal, how much of all, and about how long the rest takes."""
    whole = (deal - 1 + done) / deals
    what = f"deal {deal} of {deals}" if deals > 1 else "reviewing"
    left = f", about {seconds * (1 - whole) / whole:.0f} s left" if whole > SOON else ""
    return f"{what}: {100 * whole:.0f} %{left}"
