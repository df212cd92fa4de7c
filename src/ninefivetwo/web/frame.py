"""What all pages share: their frame, buttons and tables, error messages, and the browser's name."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from html import escape
from importlib.resources import files

from nicegui import app, background_tasks, ui

from ninefivetwo.errors import NineFiveTwoError

PAGES = {"/": "Play", "/drill": "Drill", "/analyse": "Analyse", "/library": "Library"}


@contextmanager
def page_frame(here: str, title: str) -> Iterator[None]:
    """A page's head with its links; the page's content is drawn inside the context."""
    ui.page_title(f"{title} · 9-5-2")
    links = "".join(
        f'<a href="{path}"{" class=here" if path == here else ""}>{name}</a>' for path, name in PAGES.items()
    )
    four = '<label><input type="checkbox" id="four" onchange="n52four(this.checked)"> four colours</label>'
    ui.add_css(_shipped("style.css"))
    ui.add_body_html(f"<script>{_shipped('script.js')}</script>")
    ui.html(f"<b>9<span>·</span>5<span>·</span>2</b>{links}{four}", sanitize=False, tag="nav").classes("n52-top")
    with ui.element("main").classes("n52-main"):
        yield


@cache
def _shipped(name: str) -> str:
    """The text of a file of this package."""
    return files("ninefivetwo.web").joinpath(name).read_text(encoding="utf-8")


def button(
    words: str, on_click: Callable[..., object], kind: str = "", *, key: str = "", enabled: bool = True
) -> ui.element:
    """Draw a button with a text; `key` presses it from the keyboard."""
    made = ui.element("button").classes(f"b {kind}").props('type="button"')
    if key:
        made.props(f'data-key="{key}" title="key: {key}"')
    enable(made, enabled)
    with made:
        ui.html(escape(words), sanitize=False, tag="span")
    made.on("click", on_click)
    return made


def enable(made: ui.element, enabled: bool) -> None:
    """Let a button be pressed, or not."""
    made.props(remove="disabled") if enabled else made.props("disabled")


def text(words: str, kind: str = "", tag: str = "p") -> ui.html:
    """Draw a text; characters that mean something in HTML are escaped."""
    return ui.html(escape(words), sanitize=False, tag=tag).classes(kind)


def table(head: Sequence[str], rows: Sequence[Sequence[str]], kinds: Sequence[str] = ()) -> None:
    """Draw a table; `kinds` are the CSS classes of the rows: best, yours."""
    body = "".join(
        f'<tr class="{kinds[i] if i < len(kinds) else ""}">'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row)
        + "</tr>"
        for i, row in enumerate(rows)
    )
    names = "".join(f"<th>{escape(name)}</th>" for name in head)
    ui.html(
        f'<div class="scroll"><table class="t"><thead><tr>{names}</tr></thead><tbody>{body}</tbody></table></div>',
        sanitize=False,
    )


def later(root: ui.element, job: Callable[[], Coroutine[object, None, None]]) -> None:
    """Run a job after the page has been shown.  What it draws goes into `root`, which must still exist then."""

    async def within() -> None:
        with root:
            await job()

    background_tasks.create(within())


def browser() -> str:
    """The browser's name.  Its match is kept under this name and never shown to another browser."""
    return f"browser {app.storage.browser['id']}"


def complain(error: NineFiveTwoError) -> None:
    """Show an error's one line."""
    ui.notify(str(error), type="negative", multi_line=True, timeout=8000)
