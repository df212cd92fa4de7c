"""What all pages share: their frame, buttons, tables, and who is looking."""

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
    """The head of a page with its links; the content goes inside."""
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
    """A file that comes with the page."""
    return files("ninefivetwo.web").joinpath(name).read_text(encoding="utf-8")


def button(
    words: str, on_click: Callable[..., object], kind: str = "", *, key: str = "", enabled: bool = True
) -> ui.element:
    """A plain button; `key` presses it from the keyboard."""
    made = ui.element("button").classes(f"b {kind}").props('type="button"')
    if key:
        made.props(f'data-key="{key}" title="key: {key}"')
    if not enabled:
        made.props("disabled")
    with made:
        ui.html(escape(words), sanitize=False, tag="span")
    made.on("click", on_click)
    return made


def text(words: str, kind: str = "", tag: str = "p") -> ui.html:
    """Words as they are, whatever signs are in them."""
    return ui.html(escape(words), sanitize=False, tag=tag).classes(kind)


def table(head: Sequence[str], rows: Sequence[Sequence[str]], kinds: Sequence[str] = ()) -> None:
    """Rows of words; `kinds` are the classes of the rows: best, yours."""
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
    """Do this when the page has been shown; `root` is to outlive it, whatever is drawn anew meanwhile."""

    async def within() -> None:
        with root:
            await job()

    background_tasks.create(within())


def browser() -> str:
    """Which browser this is: what it plays is kept under this name and never shown to another."""
    return f"browser {app.storage.browser['id']}"


def complain(error: NineFiveTwoError) -> None:
    """Tell what is wrong, in its one line."""
    ui.notify(str(error), type="negative", multi_line=True, timeout=8000)
