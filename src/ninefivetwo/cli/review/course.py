"""Review several deals in a row, and print reviews, summaries, tables and the results of `--what-if`.

The review of several deals shows the progress, skips invalid deals and stops after Ctrl-C.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING

from msgspec import structs

from ninefivetwo.cli.options import print_json
from ninefivetwo.cli.record import tricks_table
from ninefivetwo.cli.sources import numbered
from ninefivetwo.cli.terminal import console, print_lines, print_prose, working
from ninefivetwo.errors import GameError, NineFiveTwoError, RecordError, ReviewError, raised_as
from ninefivetwo.exact import CancelToken, in_order
from ninefivetwo.files import display_name
from ninefivetwo.game import Action, Match, PlayTurn
from ninefivetwo.game.events import format_cards
from ninefivetwo.game.records.records import Record, check_not_json, no_deal, read_apart
from ninefivetwo.keep.session import opponents_of
from ninefivetwo.study import DecisionNode, Judge, LeftOut, Review, decision_nodes
from ninefivetwo.study import review as review_deal
from ninefivetwo.study.deal import ReviewProgress
from ninefivetwo.study.match import DealPlace, PlayerSums
from ninefivetwo.study.other_choice import what_if
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.players.recognise import Recognised
from ninefivetwo.think.playouts import Level, Opponents
from ninefivetwo.words.figures import wrapped
from ninefivetwo.words.review import ReviewText
from ninefivetwo.words.review_match import ReviewsObject, deal_line
from ninefivetwo.words.review_screen import (
    GRADES,
    GRADES_OPEN,
    assumptions_words,
    deal_screen,
    decisions_meaning,
    match_foot,
    match_head,
    mistake_lines,
    quiet_words,
    reviewing_words,
)
from ninefivetwo.words.review_tables import (
    decisions_table,
    grades_table,
    ledger_table,
    luck_note,
    luck_table,
    phases_table,
    shares_table,
    short_names,
    shown_decisions,
)
from ninefivetwo.words.speaker import Speaker, parse_action
from ninefivetwo.words.what_if import what_if_object, what_if_words

WORK_STOPPED = "the work was stopped"
TOGETHER = 2  # number of deals that are reviewed at the same time
SOON_SHARE = 0.05  # minimum share of the work done before the time left is estimated

if TYPE_CHECKING:
    from rich.console import Console


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
        why = WORK_STOPPED if error is None else str(self.record if isinstance(self.record, RecordError) else error)
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
class Method:
    """How deals are reviewed.

    `limits` contains the limits for avoidable losses; None leaves avoidable losses out. `deep` solves all choices
    exactly. `level` is the level of all players; None uses each player's known level. `people` contains the estimated
    levels.
    """

    limits: Limits | None
    deep: bool
    level: Level | None
    people: Recognised | None = None

    def opponents(self, record: Record) -> Opponents:
        """Return the levels of the players in a deal."""
        return opponents_of(record, self.people) if self.level is None else Opponents.all(self.level)


@dataclass(frozen=True)
class Reviewed:
    """A deal and its review."""

    place: DealPlace
    record: Record
    review: Review


def reviewed(asked: Asked, method: Method, threads: int, token: CancelToken, progress: ReviewProgress) -> Reviewed:
    """Review a deal.

    Raises RecordError if the deal breaks the rules, and SearchStopped if the work is cancelled.
    """
    record, judge = asked.playable, Judge(deep=method.deep, threads=threads, token=token)
    limits = method.limits and structs.replace(method.limits, threads=threads, token=token)
    review = review_deal(record.match, limits, progress, judge=judge, opponents=method.opponents(record))
    return Reviewed(asked.place, record, structs.replace(review, event=record.event))


def review_all(
    deals: Sequence[Asked], method: Method, threads: int | None, show: Callable[[Reviewed], None] | None
) -> tuple[list[Reviewed], list[LeftOut]]:
    """Review deals and show each review when it is finished, without invalid deals.

    `threads` is None for one thread per core. Two deals are reviewed at a time, because parts of a review use only one
    thread. Raises the first deal's error if no deal is valid, and KeyboardInterrupt if no review is finished after
    Ctrl-C.
    """
    done: list[Reviewed] = []
    faults: dict[int, NineFiveTwoError] = {}
    threads, began = threads or os.cpu_count() or 1, monotonic()
    halt = CancelToken(method.limits.token if method.limits else None)
    together = min(TOGETHER, threads, max(len(deals), 1))
    shown: dict[int, ReviewProgress] = {}
    pool = ThreadPoolExecutor(together)

    def start(number: int) -> Future[Reviewed]:
        def progress(steps: int, of: int) -> None:
            if tell := shown.get(number):
                tell(steps, of)

        return pool.submit(reviewed, deals[number], method, threads // together, halt, progress)

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


def show_deal(out: Console, review: Review, match: Match, title: str, more: str) -> None:
    """Print the review of one deal in sentences.

    `more` names the options that show more.
    """
    print_lines(out, deal_screen(review, title, match, more, out.width))


def show_match(out: Console, found: ReviewsObject, more: str) -> None:
    """Print the summary of several deals. `more` names the options that show more."""
    print_lines(out, list(match_head(found, out.width)))
    if more:
        print_lines(out, [""])
    else:
        out.print(phases_table(found.players))
    print_lines(out, [*match_foot(found, out.width, not more), *(["", *wrapped(more, out.width)] if more else [])])


def show_line(out: Console, review: Review, place: str, number: int) -> None:
    """Print the line for a deal."""
    print_lines(out, wrapped(deal_line(review), out.width, f"{place} {number}: ", "  "))


def show_tables(out: Console, review: Review) -> None:
    """Print every decision of a deal, all mistakes, and the tables."""
    if all(decision.forced for decision in review.decisions):
        return
    shown, text = shown_decisions(review), ReviewText.of(review)
    print_prose(out, "", "Decisions", *decisions_meaning(review))
    if shown:
        out.print(decisions_table(review, shown))
    print_prose(out, quiet_words(review, len(shown)))
    if mistakes := list(mistake_lines(review, out.width)):
        print_prose(out, "", "Avoidable mistakes")
        print_lines(out, mistakes)
    if review.turning_points:
        print_prose(out, "", "Turning points, with all hands open")
        for index in review.turning_points:
            print_lines(out, wrapped(text.turning_point(review.decisions[index]), out.width, " - "))
    for chance in text.unused():
        print_lines(out, wrapped(chance, out.width, " - "))
    if review.ledger is not None:
        print_prose(out, "", "Who gave tricks to whom, with all hands open (negative: own losses)")
        out.print(ledger_table(review, review.ledger))
    if review.luck is not None:
        print_prose(out, "How the result came about, in tricks: the average for the seat, luck and decisions")
        out.print(luck_table(review, review.luck))
        print_prose(out, luck_note(review.luck), "")
    print_prose(out, GRADES if review.fair_worlds else GRADES_OPEN)
    out.print(grades_table(dict(zip(short_names(review), review.seats, strict=True))))
    if review.fair_worlds:
        print_prose(out, assumptions_words(review))


def show_luck(out: Console, players: Mapping[str, PlayerSums]) -> None:
    """Print tables of par, luck and decisions for each player in several deals, and of the grades."""
    shares = shares_table(players)
    if shares.rows:
        print_prose(out, "", "How each player's tricks came about: the average for the seats (par), luck and decisions")
        out.print(shares)
    print_prose(out, "Grades")
    out.print(grades_table(players))


def show_what_if(record: Record, index: int, choice: str, method: Method, as_json: bool) -> None:
    """Print the result of another choice for a decision.

    `index` is the decision's number in the table of `--all`. Raises ReviewError for an unknown decision or an invalid
    choice.
    """
    match = record.match
    nodes = decision_nodes(match.deal, method.opponents(record))
    if index >= len(nodes):
        raise ReviewError(f"unknown decision {index} (expected 0 to {len(nodes) - 1})")
    node = nodes[index]
    action = _typed(node, choice, f"--what-if {index}, {Speaker.of(match).name(node.seat).whose} {node.phase.value}")
    if action == node.action:
        raise ReviewError(f"--what-if {index} {choice}: the choice that was made (expected another)")
    with working():
        found = what_if(node, action, method.limits, [step.action for step in nodes])
    if as_json:
        print_json(what_if_object(found, index, match))
        return
    out = console()
    print_prose(out, *what_if_words(found, match))
    if found.played is not None:
        print_prose(out, *Speaker.of(match).choices(found.played.events[len(node.before.events) + 1 :]))
        tricks = tricks_table(match, found.played)
        out.print(replace(tricks, rows=tricks.rows[(node.trick or 1) - 1 :]))


def _typed(node: DecisionNode, choice: str, where: str) -> Action:
    """Parse a choice. Raises ReviewError, with the expected choices, if the choice is illegal."""
    try:
        return parse_action(node.before.seen_by(node.seat), choice)
    except GameError as error:
        turn, message = node.before.due_turn, str(error)
        if isinstance(turn, PlayTurn) and "expected" not in message:
            message += f" (expected one of {format_cards(turn.legal())})"
        raise ReviewError(f"{where}: {message}") from error
