"""The library in the page: records searched, brought in and taken out, and how a player does over time."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from nicegui import events, run, ui

from ninefivetwo.cards import Seat
from ninefivetwo.errors import LibraryError, NineFiveTwoError, SchemaError
from ninefivetwo.library import Graded, Library, PlayerProgress, Query, RecordRow
from ninefivetwo.render.record import import_json
from ninefivetwo.render.review import PHASES
from ninefivetwo.review import Phase
from ninefivetwo.rules import NAMED, parse_rules
from ninefivetwo.session.game_session import is_computer
from ninefivetwo.web.frame import button, complain, page_frame, table, text
from ninefivetwo.web.plots import pairs, points

UPLOAD = 20 << 20  # bytes, the most that is taken in at once
SHOWN = 100  # records listed
SQLITE = b"SQLite format 3\0"
ANY = "any"


def library_page(library: Library) -> None:
    """The page at /library."""
    with page_frame("/library", "Library"):
        text("Library", tag="h1")
        with ui.element("div").classes("two"):
            with ui.element("div"):
                search = _Search(library)
            place = ui.element("div").classes("panel")
        progress = _Progress(library)

        def changed() -> None:
            search.draw()
            progress.draw()

        with place:
            _exchange(library, changed)


def _exchange(library: Library, changed: Callable[[], None]) -> None:
    """Records in, everything in and out."""
    text("Bring in", tag="h2")
    text("Records (.n52), saved logs of Board Game Arena (.json), or another library.", "soft")

    async def taken(event: events.UploadEventArguments) -> None:
        found = await event.file.read()
        try:
            told = await run.io_bound(bring_in, library, event.file.name, found)
        except NineFiveTwoError as error:
            complain(error)
            return
        ui.notify(str(told), type="positive", timeout=8000)
        changed()

    refused = f"too large (expected at most {UPLOAD >> 20} MiB)"
    ui.upload(
        on_upload=taken,
        on_rejected=lambda: complain(LibraryError(refused)),
        max_file_size=UPLOAD,
        auto_upload=True,
        label="drop files here",
        multiple=True,
    ).props("flat bordered accept=.n52,.json,.sqlite,.txt color=green-9").style("width:100%")
    text("Take out", tag="h2")
    with ui.element("div").classes("row"):
        button("All of the library", lambda: _export(library))


def bring_in(library: Library, name: str, found: bytes) -> str:
    """Add what a file holds: what came of it, in words.  Raises errors of ours for what is none of the three kinds."""
    if len(found) > UPLOAD:
        raise LibraryError(f"{name}: {len(found)} bytes (expected at most {UPLOAD})")
    if found.startswith(SQLITE):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "library.sqlite"
            path.write_bytes(found)
            return ", ".join(f"{number} {what}" for what, number in library.import_from(path).items())
    try:
        words = found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LibraryError(f"{name}: no text (expected UTF-8)") from error
    if name.endswith(".json"):
        try:
            words = str(import_json(words, parse_rules("bga")).file)
        except SchemaError as error:
            raise LibraryError(f"{name}, {error}") from error
    added = library.add_records(words, name)
    return f"{sum(new for _, new in added)} new of {len(added)} deals"


async def _export(library: Library) -> None:
    def copied() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "library.sqlite"
            library.export_to(path)
            return path.read_bytes()

    try:
        whole = await run.io_bound(copied)
    except NineFiveTwoError as error:
        complain(error)
        return
    if whole is not None:
        ui.download.content(whole, "ninefivetwo-library.sqlite")


class _Search:
    """The records that are looked for."""

    def __init__(self, library: Library) -> None:
        self._library = library
        with ui.element("div").classes("panel"):
            text("Records", tag="h2")
            with ui.element("div").classes("row"):
                self._name = ui.input("Player, the whole name", on_change=self.draw).props("clearable")
                self._seat = ui.select([ANY, *(s.word for s in Seat)], value=ANY, label="Seat", on_change=self.draw)
                self._rules = ui.select([ANY, *NAMED], value=ANY, label="Rules", on_change=self.draw)
                phases = {None: ANY} | {phase: PHASES[phase] for phase in Phase}
                self._phase = ui.select(phases, value=None, label="With losses in", on_change=self.draw)
                self._loss = ui.number("Lost at least, tricks", min=0, max=16, step=0.25, on_change=self.draw)
            self._place = ui.element("div")
            self.draw()

    def _wanted(self) -> Query:
        seat, rules = self._seat.value, self._rules.value
        return Query(
            (self._name.value or "").strip() or None,
            None if seat == ANY else Seat.parse(seat),
            None if rules == ANY else rules,
            self._phase.value,
            self._loss.value,
            SHOWN,
        )

    def draw(self) -> None:
        self._place.clear()
        with self._place:
            try:
                found = self._library.records(self._wanted())
            except NineFiveTwoError as error:
                text(str(error), "warn")
                return
            if not found:
                text("No record is like this. Play a deal, or bring records in.", "soft")
                return
            for stored in found:
                with ui.element("div").classes("row").style("border-top:1px solid var(--line);padding:.35rem 0"):
                    _row(stored)
            if len(found) == SHOWN:
                text(f"The first {SHOWN}; tell more to find others.", "soft")


def _row(stored: RecordRow) -> None:
    with ui.element("div").style("flex:1;min-width:12rem"):
        names = ", ".join(f"{name} ({seat.word})" for name, seat in zip(stored.names, Seat, strict=True))
        text(names, tag="div")
        over = "" if stored.over else " · not over"
        text(f"{stored.event or stored.source} · {stored.rules} · {stored.added:%Y-%m-%d %H:%M}{over}", "soft", "div")
    button("Review", lambda: ui.navigate.to(f"/review/{stored.id}"))
    button("Look into", lambda: ui.navigate.to(f"/analyse?record={stored.id}"))
    button("Save", lambda: ui.download.content(stored.text, f"{stored.id}.n52", "text/plain"))


class _Progress:
    """How a player does over time."""

    def __init__(self, library: Library) -> None:
        self._library = library
        with ui.element("div").classes("panel"):
            text("Progress", tag="h2")
            self._who = ui.select([], label="Player", on_change=self._show)
            self._place = ui.element("div")
        self.draw()

    def draw(self) -> None:
        """Offer who has played, people first; the one who has most often is shown."""
        names = Counter(name for stored in self._library.records(Query(limit=1000)) for name in stored.names if name)
        order = sorted(names, key=lambda name: (is_computer(name), -names[name]))
        self._who.set_options(order, value=self._who.value or next(iter(order), None))
        self._show()

    def _show(self) -> None:
        self._place.clear()
        with self._place:
            if not self._who.value:
                text("Nothing yet: it is drawn from the deals that were reviewed.", "soft")
                return
            try:
                found: PlayerProgress = self._library.progress(self._who.value)
            except NineFiveTwoError as error:
                text(str(error), "warn")
                return
            graded = [each for each in found.by_record if each.grade is not None]
            if not graded:
                text("No reviewed deal of this player yet.", "soft")
                return
            with ui.element("div").classes("two even"):
                with ui.element("div"):
                    text("Loss of a decision, by phase", tag="h2")
                    _by_phase(found)
                with ui.element("div"):
                    text("Grade, deal by deal", tag="h2")
                    names = [str(i + 1) for i in range(len(graded))]
                    errors = [each.error or 0.0 for each in graded]
                    points(names, [each.grade or 0.0 for each in graded], errors, "‰ of a trick a decision", "grade")
            with ui.element("div").classes("two even"):
                with ui.element("div"):
                    text("Luck against skill, deal by deal", tag="h2")
                    _luck(graded)
                with ui.element("div"):
                    text("Deal by deal", tag="h2")
                    head = ["deal", "seat", "decisions", "grade ‰", "luck", "skill"]
                    table(head, [_cells(i, each) for i, each in enumerate(graded)])
            text("± and bars are one standard error.", "soft")
            text("Luck: hands, kitty and exchange; skill: the player's own decisions; in tricks.", "soft")


def _luck(graded: list[Graded]) -> None:
    split = [each for each in graded if each.luck is not None and each.skill is not None]
    luck, skill = [each.luck or 0.0 for each in split], [each.skill or 0.0 for each in split]
    pairs([str(i + 1) for i in range(len(split))], luck, skill, ("luck", "skill"))


def _by_phase(found: PlayerProgress) -> None:
    names = [PHASES[phase] for phase in found.by_phase]
    means = list(found.by_phase.values())
    points(names, [m.mean for m in means], [m.standard_error for m in means], "tricks a decision", "loss by phase")


def _cells(i: int, graded: Graded) -> list[str]:
    def told(value: float | None) -> str:
        return "" if value is None else f"{value:+.2f}"

    grade = "" if graded.grade is None else f"{graded.grade:.0f} ± {graded.error or 0:.0f}"
    return [str(i + 1), graded.seat.word, str(graded.decisions), grade, told(graded.luck), told(graded.skill)]
