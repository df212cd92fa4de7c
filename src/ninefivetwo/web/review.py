"""Records reviewed, in the page: one deal, or all of a match, each shown as it is done."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from urllib.parse import quote

from nicegui import ui

from ninefivetwo.advise import Limits
from ninefivetwo.errors import NineFiveTwoError
from ninefivetwo.game import Match
from ninefivetwo.library import Library, RecordRow, review_key
from ninefivetwo.record import read_file
from ninefivetwo.render.page import Served, match_page, page
from ninefivetwo.render.review_match import deal_line, reviews_object
from ninefivetwo.render.schema.review import PlaceObject
from ninefivetwo.review import Judge, Review, review
from ninefivetwo.review.match import LeftOut
from ninefivetwo.web.frame import PAGES, button, later, page_frame, text
from ninefivetwo.web.work import Work

SEED = 0
WHAT_IF = "/what-if"
WHOLE = 1000  # of a deal's progress
TELLING = 0.1  # of the work, after which it is told how long the rest will take


def review_html(library: Library, record: str, worlds: int) -> str | None:
    """The page of a record's review, None where it is not reviewed yet.  Raises LibraryError."""
    row = library.record(record)
    found = library.review(row.id, review_key(worlds, SEED))
    return None if found is None else page(found, _match(row), _served([row]))


def match_html(library: Library, record: str, worlds: int, part: bool = False) -> str | None:
    """The page of the match that a record is of; None where a deal is not reviewed yet.

    part: show those that are reviewed, if there are any.  Raises LibraryError.
    """
    rows = library.match_of(record)
    found = [(row, library.review(row.id, review_key(worlds, SEED))) for row in rows]
    done = [(row, value) for row, value in found if value is not None]
    if len(done) < (1 if part else len(rows)):
        return None
    matches = [_match(row) for row, _ in done]
    places = [PlaceObject(row.event or row.source, match.number) for (row, _), match in zip(done, matches, strict=True)]
    left_out = [_left_out(row) for row, value in found if value is None]
    reviews = reviews_object([value for _, value in done], matches, places, left_out)
    return match_page(reviews, _served([row for row, _ in done]))


def _left_out(row: RecordRow) -> LeftOut:
    return LeftOut(row.event or row.source, _match(row).number, "it is not reviewed yet")


def _served(rows: Sequence[RecordRow]) -> Served:
    return Served(tuple(row.id for row in rows), WHAT_IF, tuple(PAGES.items()))


def _match(row: RecordRow) -> Match:
    return read_file(row.text).records[0].match


def address(record: str, whole: bool) -> str:
    """Where the review of a record is, or of the whole match that it is of."""
    return f"/{'match' if whole else 'review'}/{quote(record, safe='')}"


def reviewing_page(library: Library, record: str, worlds: int, whole: bool) -> None:
    """The page on which a record, or the `whole` match that it is of, is reviewed; then its review is shown."""
    with page_frame("/library", "Review"):
        try:
            rows = library.match_of(record) if whole else [library.record(record)]
        except NineFiveTwoError as error:
            text(str(error), "warn")
            return
        _Making(library, rows, worlds, address(record, whole))


class _Making:
    """Reviews being made: how far they are, each deal as it is done, and a button that stops the work."""

    def __init__(self, library: Library, rows: list[RecordRow], worlds: int, address: str) -> None:
        self._library, self._rows, self._worlds, self._address = library, rows, worlds, address
        self._done: list[tuple[RecordRow, str]] = []  # reviewed in this job, with what is to say; the page shows them
        self._shown, self._began = 0, 0.0
        root = ui.element("div")
        with root:
            text("Reviewing the deal" if len(rows) == 1 else f"Reviewing {len(rows)} deals", tag="h1")
            text("Every decision is priced: with all cards seen, and by what its player could know.")
            self._bar = ui.linear_progress(0.0, show_value=False).props("color=green-9 size=14px rounded")
            self._words = text("", "soft").props('aria-live="polite"')
            self._list = ui.element("ol").props('data-testid="done"')
            self._work = Work[bool](self._job)
            self._buttons = ui.element("div").classes("row")
            with self._buttons:
                button("Stop", self._work.stop, key="escape")
            ui.timer(0.3, self._tick)
        later(root, self._run)

    def _job(self, work: Work[bool]) -> bool:
        """Review what is not reviewed yet, deal by deal; each is kept as it comes."""
        judge, key = Judge(), review_key(self._worlds, SEED)
        judge.solver.token = work.token
        kept = {row.id: self._library.review(row.id, key) for row in self._rows}
        missing = [row for row in self._rows if kept[row.id] is None]
        self._began = monotonic()
        for row in self._rows:
            value = kept[row.id]
            if value is None:
                found = self._reviewed(row, work, judge, missing.index(row), len(missing))
                value = self._library.add_review(row.id, key, found)
            self._done.append((row, deal_line(value)))
        return True

    def _reviewed(self, row: RecordRow, work: Work[bool], judge: Judge, number: int, of: int) -> Review:
        """The review of the deal that is the `number`th of so many."""

        def tick(done: int, steps: int) -> None:
            work.tick(WHOLE * number + WHOLE * done // max(steps, 1), WHOLE * of)

        return review(_match(row), Limits(None, self._worlds, SEED, token=work.token), tick, judge=judge)

    def _tick(self) -> None:
        """Show how far the work is, and what has been done since."""
        part = self._work.done / max(self._work.of, 1)
        self._bar.set_value(part)
        self._words.set_content(", ".join(filter(None, [self._deals_done(), self._time_left(part)])))
        with self._list:
            for row, line in self._done[self._shown :] if len(self._rows) > 1 else ():
                with ui.element("li"):
                    ui.link(f"Deal {_match(row).number}", address(row.id, False), new_tab=True)
                    text(f": {line}", tag="span")
        self._shown = len(self._done)

    def _deals_done(self) -> str:
        return f"{len(self._done)} of {len(self._rows)} deals" if len(self._rows) > 1 else ""

    def _time_left(self, part: float) -> str:
        """About how long it will still take, once enough is done to tell."""
        if part < TELLING:
            return ""
        return f"about {max(1, round((monotonic() - self._began) * (1 - part) / part))} s left"

    async def _run(self) -> None:
        if await self._work.result():
            ui.run_javascript(f"location.replace({self._address!r} + location.hash)")
            return
        self._tick()
        self._buttons.clear()
        with self._buttons:
            text(
                "Stopped; what is done is kept." if self._done else "There is no review: the work was stopped.", "soft"
            )
            button("Go on", lambda: ui.run_javascript("location.reload()"), "main")
            if self._done and len(self._rows) > 1:
                button("Show what is done", lambda: ui.navigate.to(f"{self._address}?part=1"))
            button("To the library", lambda: ui.navigate.to("/library"))
