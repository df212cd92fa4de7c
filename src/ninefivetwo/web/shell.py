"""The frame of every page, and the files that pages are drawn with."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

import msgspec
from starlette.responses import HTMLResponse
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

from ninefivetwo.codec import encode
from ninefivetwo.web.guard import POLICY
from ninefivetwo.words.figures import minus

PAGES = {
    "/": "Play",
    "/today": "Today",
    "/drill": "Drill",
    "/analyse": "Analyse",
    "/library": "Library",
    "/rules": "Rules",
    "/settings": "Settings",
}
STATIC = Path(__file__).parent / "page"
TABLE = STATIC / "table"  # what the table is drawn with; a review's page has it too
mimetypes.add_type("text/javascript", ".js")  # some systems say otherwise, and browsers then refuse the file
_IMPORT = re.compile(r'^import .* from "(.+)";', re.MULTILINE)


def page(
    title: str,
    here: str,
    script: str = "",
    data: msgspec.Struct | dict[str, object] | None = None,
    styles: Sequence[str] = (),
    body: str = "",
    status: int = 200,
) -> HTMLResponse:
    """A page: its `script` draws it into `main`, below the heading, from its `data`.

    here: the address of the page, or of the one in the links that it belongs to.  styles: beside the base.  body: HTML
    that is there at once, after the heading.
    """
    links = "".join(
        f'<a href="{path}"{" aria-current=page" if path == here else ""}>{name}</a>' for path, name in PAGES.items()
    )
    sheets = "".join(
        f'<link rel="stylesheet" href="{static(name)}">' for name in ("table/tokens.css", "base.css", *styles)
    )
    first = "" if data is None else f'<script type="application/json" id="data">{_inert(data)}</script>'
    return HTMLResponse(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)} · 9-5-2</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="icon" type="image/svg+xml" href="{static("icon.svg")}">'
        f'<script src="{static("theme.js")}"></script>{sheets}{_modules(script)}</head><body>'
        f'<a class="skip" href="#main">To the page</a><nav aria-label="Pages"><b>9·5·2</b>{links}</nav>'
        f'<main id="main" tabindex="-1"><h1>{escape(title)}</h1>{body}</main>{first}</body></html>',
        status,
        {"Content-Security-Policy": POLICY, "Cache-Control": "no-store"},
    )


def static(name: str) -> str:
    """The address of a file that pages are drawn with; it changes with the files, so browsers may keep it for ever."""
    return f"/static/{_version()}/{name}"


def static_routes() -> list[Mount]:
    """Where these files are."""
    return [
        Mount(f"/static/{_version()}/table", _Kept(TABLE)),
        Mount(f"/static/{_version()}", _Kept(STATIC)),
    ]


class _Kept:
    """Files that browsers may keep for ever."""

    def __init__(self, folder: Path) -> None:
        self._files = StaticFiles(directory=folder)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def kept(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                message["headers"] = [*message["headers"], (b"cache-control", b"public, max-age=31536000, immutable")]
            await send(message)

        await self._files(scope, receive, kept)


@cache
def _version() -> str:
    found = sha256()
    for path in sorted([*STATIC.iterdir(), *TABLE.iterdir()]):
        if path.is_file():
            found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:12]


@cache
def _modules(script: str) -> str:
    """The script of a page; the modules that it imports are asked for at once, not one after the other."""
    if not script:
        return ""
    needed = "".join(f'<link rel="modulepreload" href="{static(name)}">' for name in _imported(script))
    return f'{needed}<script type="module" src="{static(script)}"></script>'


def _imported(script: str) -> list[str]:
    """The modules that a script needs, its own name not among them."""
    found: list[str] = []
    waiting = [script]
    while waiting:
        name = waiting.pop()
        folder, _, file = name.rpartition("/")
        text = ((TABLE if folder == "table" else STATIC) / file).read_text("utf-8")
        for other in _IMPORT.findall(text):
            joined = other.removeprefix("./") if not folder else f"{folder}/{other.removeprefix('./')}"
            if joined not in found and joined != script:
                found.append(joined)
                waiting.append(joined)
    return found


def _inert(data: msgspec.Struct | dict[str, object]) -> str:
    """Data as it may stand in a page's text: nothing in it ends the element or begins another."""
    return encode(data).decode().replace("<", "\\u003c")


_CARDS = re.compile(r"\b([SHDC])([AKQJT2-9]+)\b")
_SIGNS = dict(zip("SHDC", "♠♥♦♣", strict=True))


def sentence(words: str) -> str:
    """Words as HTML; cards as the project writes them, HK or CKQT, as ♥K and ♣KQ10.

    >>> sentence("HK < HA")
    '<span class="inline H">♥K</span> &lt; <span class="inline H">♥A</span>'
    >>> sentence("6 tricks are -3")
    '6 tricks are \u22123'
    """
    return _CARDS.sub(_cards, escape(minus(words), quote=False))


def _cards(found: re.Match[str]) -> str:
    suit, ranks = found.groups()
    spaced = "\u2009".join(ranks) if "T" in ranks else ranks  # 10 9 8, but 98
    return f'<span class="inline {suit}">{_SIGNS[suit]}{spaced.replace("T", "10")}</span>'
