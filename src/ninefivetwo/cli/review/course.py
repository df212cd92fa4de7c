"""The review of several deals in a row, which shows the progress, skips invalid deals and stops after Ctrl-C."""

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
from ninefivetwo.words.review_screen import reviewing_words

STOPPED = "the work was stopped"
TOGETHER = 2  # number of deals that are reviewed at the same time
SOON_SHARE = 0.05  # minimum share of the work done before the time left is estimated


@dataclass(frozen=True)
class Asked:
    """A deal to review: the file's path, the deal's number in the file, and the deal's record or error."""

    path: str
    number: int
    record: Record | RecordError

    @property
    def place(self) -> DealPlace:
        return DealPlace(display_name(self.path), self.number)

    @property
    def playable(self) -> Record:
        """The record. Raises RecordError, with the line number, if the record breaks the rules."""
        if isinstance(self.record, RecordError):
            raise RecordError(f"{display_name(self.path)}, {self.record}") from self.record
        return self.record

    def left_out(self, error: Exception | None) -> LeftOut:
        """Return a left-out deal with the error as the reason, or None if the work was stopped."""
        why = STOPPED if error is None else str(self.record if isinstance(self.record, RecordError) else error)
        return LeftOut(display_name(self.path), self.number, why)


def deals_of(path: str, text: str, number: int | None) -> list[Asked]:
    """Return the deals of a file, or only the deal `number`. Raises RecordError if no deal is found."""
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
    """Review a deal.

    `limits` contains the limits for avoidable losses; None leaves avoidable losses out. `deep` solves all choices
    exactly. `level` is the level of all players; None uses each player's known level. `people` contains the estimated
    levels. Raises RecordError if the deal breaks the rules, and SearchStopped if the work is cancelled.
    """
    record, judge = asked.playable, Judge(deep=deep, threads=threads, token=token)
    limits = limits and replace(limits, threads=threads, token=token)
    opponents = opponents_of(record, people) if level is None else Opponents.all(level)
    review = review_deal(record.match, limits, progress, judge=judge, opponents=opponents)
    return Reviewed(asked.place, record, replace(review, event=record.event))


def review_all(
    deals: Sequence[Asked],
    limits: Limits | None,
    deep: bool,
    level: Level | None,
    people: Recognised | None,
    threads: int | None,
    show: Callable[[Reviewed], None] | None,
) -> tuple[list[Reviewed], list[LeftOut]]:
    """Review deals and show each review when it is finished, without invalid deals.

    `limits`, `deep`, `level` and `people` are as in `reviewed`; `threads` is None for one thread per core. Two deals
    are reviewed at a time, because parts of a review use only one thread. Raises the first deal's error if no deal is
    valid, and KeyboardInterrupt if no review is finished after Ctrl-C.
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
    """Show the progress on a terminal, and yield a function that receives the number of steps done for a deal."""

    def words(done: float) -> str:
        return progress_words(deal, deals, done, monotonic() - began)

    with working(words(0.0)) as update:
        yield lambda done, of: update(words(done / max(of, 1)))


def progress_words(deal: int, deals: int, done: float, seconds: float) -> str:
    """Return the progress as text, with the deal, the share of the work done and the time left."""
    whole = (deal - 1 + done) / deals
    left = seconds * (1 - whole) / whole if whole > SOON_SHARE else None
    return reviewing_words(deal, deals, whole, left)
