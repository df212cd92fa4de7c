"""The library in the page: records searched, brought in and taken out, and how a player does over time."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from nicegui import events, run, ui

from ninefivetwo.cards import Seat
from ninefivetwo.errors import FileError, LibraryError, NineFiveTwoError, SchemaError
from ninefivetwo.files import LIMIT, MEBIBYTE, check_size, decode
from ninefivetwo.library import Graded, Library, PlayerProgress, Query, RecordRow
from ninefivetwo.render.grade_words import ACCURACY_MEANS, grade_text
from ninefivetwo.render.record import import_json
from ninefivetwo.render.review import PHASES
from ninefivetwo.review import Phase
from ninefivetwo.rules import NAMED, parse_rules
from ninefivetwo.session import is_computer
from ninefivetwo.web.frame import button, complain, page_frame, table, text
from ninefivetwo.web.plots import pairs_plot, points_plot

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
            _import_panel(library, changed)
            _export_panel(library)


def _import_panel(library: Library, changed: Callable[[], None]) -> None:
    """Files dropped here are added to the library; then `changed` is called."""
    text("Bring in", tag="h2")
    text("Records (.n52), saved logs of Board Game Arena (.json, an experiment), or another library.", "soft")

    async def uploaded(event: events.UploadEventArguments) -> None:
        content = await event.file.read()
        try:
            message = await run.io_bound(import_file, library, event.file.name, content)
        except NineFiveTwoError as error:
            complain(error)
            return
        ui.notify(str(message), type="positive", timeout=8000)
        changed()

    too_large = FileError(f"too large (expected at most {LIMIT // MEBIBYTE} MiB)")
    ui.upload(
        on_upload=uploaded,
        on_rejected=lambda: complain(too_large),
        max_file_size=LIMIT,
        auto_upload=True,
        label="drop files here",
        multiple=True,
    ).props("flat bordered accept=.n52,.json,.sqlite,.txt color=green-9").style("width:100%")


def import_file(library: Library, name: str, content: bytes) -> str:
    """Add the records of a file called `name`; returns what was added, in words.

    Raises FileError, LibraryError or RecordError for a file that is neither a library, nor JSON, nor records.
    """
    check_size(name, len(content))
    if content.startswith(SQLITE):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "library.sqlite"
            path.write_bytes(content)
            return ", ".join(f"{number} {what}" for what, number in library.import_from(path, name).run().items())
    record_text = decode(name, content)
    if name.endswith(".json"):
        try:
            record_text = str(import_json(record_text, parse_rules("bga")).file)
        except SchemaError as error:
            raise LibraryError(f"{name}, {error}") from error
    added = library.add_records(record_text, name)
    return f"{sum(new for _, new in added)} new of {len(added)} deals"


def _export_panel(library: Library) -> None:
    text("Take out", tag="h2")
    with ui.element("div").classes("row"):
        button("Download the whole library", lambda: _export(library))


async def _export(library: Library) -> None:
    def copy() -> bytes:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "library.sqlite"
            library.export_to(path)
            return path.read_bytes()

    try:
        content = await run.io_bound(copy)
    except NineFiveTwoError as error:
        complain(error)
        return
    if content is not None:
        ui.download.content(content, "ninefivetwo-library.sqlite")


class _Search:
    """The search fields and the records that match them."""

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

    def _query(self) -> Query:
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
        """Search again and list the records."""
        self._place.clear()
        with self._place:
            try:
                records = self._library.records(self._query())
            except NineFiveTwoError as error:
                text(str(error), "warn")
                return
            for record in records:
                with ui.element("div").classes("row").style("border-top:1px solid var(--line);padding:.35rem 0"):
                    _record_row(record)
            if not records:
                text("No record matches. Play a deal, or bring records in.", "soft")
            elif len(records) == SHOWN:
                text(f"Only the first {SHOWN} are listed; narrow the search to find others.", "soft")


def _record_row(record: RecordRow) -> None:
    with ui.element("div").style("flex:1;min-width:12rem"):
        text(", ".join(f"{name} ({seat.word})" for name, seat in zip(record.names, Seat, strict=True)), tag="div")
        over = "" if record.over else " · not over"
        text(f"{record.event or record.source} · {record.rules} · {record.added:%Y-%m-%d %H:%M}{over}", "soft", "div")
    button("Review", lambda: ui.navigate.to(f"/review/{record.id}"))
    button("Whole match", lambda: ui.navigate.to(f"/match/{record.id}"))
    button("Analyse", lambda: ui.navigate.to(f"/analyse?record={record.id}"))
    button("Save", lambda: ui.download.content(record.text, f"{record.id}.n52", "text/plain"))


class _Progress:
    """How a player does over time."""

    def __init__(self, library: Library) -> None:
        self._library = library
        with ui.element("div").classes("panel"):
            text("Progress", tag="h2")
            self._player = ui.select([], label="Player", on_change=self._show)
            self._place = ui.element("div")
        self.draw()

    def draw(self) -> None:
        """Offer the players of all records, people first; the one with most deals is shown."""
        rows = self._library.records(Query(limit=1000))
        deals = Counter(name for row in rows for name in row.names if name)
        players = sorted(deals, key=lambda name: (is_computer(name), -deals[name]))
        self._player.set_options(players, value=self._player.value or next(iter(players), None))
        self._show()

    def _show(self) -> None:
        self._place.clear()
        with self._place:
            if not self._player.value:
                text("Nothing yet: progress is drawn from reviewed deals.", "soft")
                return
            try:
                progress = self._library.progress(self._player.value)
            except NineFiveTwoError as error:
                text(str(error), "warn")
                return
            graded = [deal for deal in progress.by_record if deal.grade is not None]
            if graded:
                _show_progress(progress, graded)
            else:
                text("No deal of this player has been reviewed yet.", "soft")


def _show_progress(progress: PlayerProgress, graded: list[Graded]) -> None:
    with ui.element("div").classes("two even"):
        with ui.element("div"):
            text("Loss of a decision, by phase", tag="h2")
            _plot_phases(progress)
        with ui.element("div"):
            text("Accuracy, deal by deal", tag="h2")
            _plot_grades(graded)
    with ui.element("div").classes("two even"):
        with ui.element("div"):
            text("Luck and skill, deal by deal", tag="h2")
            _plot_luck(graded)
        with ui.element("div"):
            text("Deal by deal", tag="h2")
            head = ["deal", "seat", "decisions", "accuracy", "luck", "skill"]
            table(head, [_cells(number, deal) for number, deal in enumerate(graded, 1)])
    text(f"{ACCURACY_MEANS}; ± and bars are one standard error.", "soft")
    text("Luck: hands, kitty and exchange; skill: the player's own decisions; in tricks.", "soft")


def _plot_phases(progress: PlayerProgress) -> None:
    names = [PHASES[phase] for phase in progress.by_phase]
    means = list(progress.by_phase.values())
    points_plot(names, [m.mean for m in means], [m.standard_error for m in means], "tricks a decision", "loss by phase")


def _plot_grades(graded: list[Graded]) -> None:
    names = [str(number) for number in range(1, len(graded) + 1)]
    grades = [deal.accuracy for deal in graded if deal.accuracy is not None]
    points_plot(names, [g.mean for g in grades], [g.standard_error for g in grades], "of 100", "accuracy")


def _plot_luck(graded: list[Graded]) -> None:
    split = [(deal.luck, deal.skill) for deal in graded if deal.luck is not None and deal.skill is not None]
    names = [str(number) for number in range(1, len(split) + 1)]
    values = {"luck": [luck for luck, _ in split], "skill": [skill for _, skill in split]}
    pairs_plot(names, values, "tricks", "luck and skill")


def _cells(number: int, deal: Graded) -> list[str]:
    def signed(value: float | None) -> str:
        return "" if value is None else f"{value:+.1f}"

    grade = grade_text(deal.accuracy)
    return [str(number), deal.seat.word, str(deal.decisions), grade, signed(deal.luck), signed(deal.skill)]
