"""A record reviewed, in the page."""

from __future__ import annotations

from urllib.parse import quote

from nicegui import ui

from ninefivetwo.advise import Limits
from ninefivetwo.errors import NineFiveTwoError
from ninefivetwo.library import Library, RecordRow, review_key
from ninefivetwo.record import read_file
from ninefivetwo.render.page import page
from ninefivetwo.review import Judge, Review, review
from ninefivetwo.web.frame import button, later, page_frame, text
from ninefivetwo.web.work import Work

SEED = 0
#: The frame takes the height of what is in it, and follows when that changes.
FRAME = """<iframe class="full" title="review" src="/review-page/{}" scrolling="no" onload="
  const page = this.contentDocument, fit = () => this.style.height = page.documentElement.scrollHeight + 'px';
  fit(); new ResizeObserver(fit).observe(page.body)"></iframe>"""


def review_html(library: Library, record: str, worlds: int) -> str:
    """The review's own page, as the command line writes it."""
    try:
        found = library.review(record, review_key(worlds, SEED))
        if found is not None:
            return page(found, read_file(library.record(record).text).records[0].match)
    except NineFiveTwoError:
        pass
    return "<!doctype html><title>no review</title><p>There is no such review."


def review_page(library: Library, record: str, worlds: int) -> None:
    """The page at /review/RECORD: the review, made first, with so many worlds, where there is none yet."""
    with page_frame("/library", "Review"):
        try:
            stored = library.record(record)
        except NineFiveTwoError as error:
            text(str(error), "warn")
            return
        root = ui.element("div")
        with root:
            if library.review(record, review_key(worlds, SEED)):
                _show(stored)
            else:
                _Making(library, stored, worlds, root)


def _show(stored: RecordRow) -> None:
    with ui.element("div").classes("row"):
        button("Look into the deal", lambda: ui.navigate.to(f"/analyse?record={stored.id}"))
        text("Learn from the mistakes of")
        for name in filter(None, stored.names):
            button(name, lambda name=name: ui.navigate.to(f"/drill?player={quote(name)}"))
    ui.html(FRAME.format(quote(stored.id, safe="")), sanitize=False)


class _Making:
    """A review being made: how far it is, and a button that stops it."""

    def __init__(self, library: Library, stored: RecordRow, worlds: int, root: ui.element) -> None:
        self._library, self._stored, self._worlds, self._root = library, stored, worlds, root
        self._place = ui.element("div")
        with self._place:
            text("Reviewing the deal", tag="h1")
            text("Every decision is priced: with all cards seen, and by what its player could know.")
            self._bar = ui.linear_progress(0.0, show_value=False).props("color=green-9 size=14px rounded")
            self._work = Work[Review](self._job)
            button("Stop", self._stop)
            ui.timer(0.3, self._tick)
        later(root, self._run)

    def _job(self, work: Work[Review]) -> Review:
        match = read_file(self._stored.text).records[0].match
        judge = Judge()
        judge.solver.token = work.token
        found = review(match, Limits(None, self._worlds, SEED, token=work.token), work.tick, judge=judge)
        self._library.add_review(self._stored.id, review_key(self._worlds, SEED), found)
        return found

    def _tick(self) -> None:
        self._bar.set_value(self._work.done / max(self._work.of, 1))

    def _stop(self) -> None:
        self._work.stop()
        ui.navigate.to("/library")

    async def _run(self) -> None:
        found = await self._work.result()
        self._place.clear()
        if found is None:
            text("There is no review: the work was stopped.", "soft")
        else:
            _show(self._stored)
