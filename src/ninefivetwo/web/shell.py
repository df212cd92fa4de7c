"""The frame of every page, and the static files that pages load."""

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

from ninefivetwo.cards import Suit
from ninefivetwo.web.guard import POLICY
from ninefivetwo.web.page_texts import STATIC, imported, inert, script_texts
from ninefivetwo.words import page_shared as texts
from ninefivetwo.words.card_words import SIGNS
from ninefivetwo.words.figures import minus
from ninefivetwo.words.template import Term

PAGES = {
    "/": texts.PLAY(),
    "/today": texts.TODAY(),
    "/drill": texts.DRILL(),
    "/analyse": texts.ANALYSE(),
    "/library": texts.LIBRARY(),
    "/rules": texts.RULES(),
    "/settings": texts.SETTINGS(),
}
TABLE = STATIC / "table"  # files of the card table, which review pages contain too
mimetypes.add_type("text/javascript", ".js")  # some systems give another type, which browsers refuse


def page(
    title: str,
    here: str,
    script: str = "",
    data: msgspec.Struct | dict[str, object] | None = None,
    styles: Sequence[str] = (),
    body: str = "",
    status: int = 200,
) -> HTMLResponse:
    """Return a page whose `script` draws `data` below the heading.

    `here` is the address of the current page's link, `styles` are additional style sheets, and `body` is HTML below the
    heading.
    """
    links = "".join(
        f'<a href="{path}"{" aria-current=page" if path == here else ""}>{name}</a>' for path, name in PAGES.items()
    )
    sheets = "".join(
        f'<link rel="stylesheet" href="{static(name)}">' for name in ("table/tokens.css", "base.css", *styles)
    )
    first = "" if data is None else f'<script type="application/json" id="data">{inert(data)}</script>'
    return HTMLResponse(
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(texts.PAGE_TITLE(title=Term(title)))}</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<link rel="icon" type="image/svg+xml" href="{static("icon.svg")}">'
        f'<script src="{static("theme.js")}"></script>{sheets}{_modules(script)}</head><body>'
        f'<a class="skip" href="#main">{texts.SKIP_LINKS()}</a>'
        f'<nav aria-label="{texts.PAGES()}"><b>9·5·2</b>{links}</nav>'
        f'<main id="main" tabindex="-1"><h1>{escape(title)}</h1>{body}</main>{_texts(script)}{first}</body></html>',
        status,
        {"Content-Security-Policy": POLICY, "Cache-Control": "no-store"},
    )


def static(name: str) -> str:
    """Return the address of a static file, which changes with the file, so that browsers may cache it forever."""
    return f"/static/{_version()}/{name}"


def static_routes() -> list[Mount]:
    """Return the routes of the static files."""
    return [
        Mount(f"/static/{_version()}/table", _Kept(TABLE)),
        Mount(f"/static/{_version()}", _Kept(STATIC)),
    ]


class _Kept:
    """Static files that browsers may cache forever."""

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
    """Return the HTML that loads a page's script and all modules that the script imports."""
    if not script:
        return ""
    needed = "".join(f'<link rel="modulepreload" href="{static(name)}">' for name in imported(script))
    return f'{needed}<script type="module" src="{static(script)}"></script>'


@cache
def _texts(script: str) -> str:
    """Return the HTML element with the texts that a page's script uses."""
    return f'<script type="application/json" id="texts">{inert(script_texts(script))}</script>' if script else ""


_RANK = r"(?:10|[AKQJ2-9])"
_CARDS = re.compile(rf"([♠♥♦♣])(?:{_RANK}(?: {_RANK})*(?!\w|\.\d))?")


def sentence(words: str) -> str:
    """Return a text as HTML, with cards and suit symbols in the colours of their suits.

    >>> sentence("♥K Q < ♥A")
    '<span class="inline H">♥K Q</span> &lt; <span class="inline H">♥A</span>'
    >>> sentence("6 tricks are -3")
    '6 tricks are \u22123'
    """
    return _CARDS.sub(_coloured, escape(minus(words), quote=False))


def _coloured(found: re.Match[str]) -> str:
    return f'<span class="inline {Suit(SIGNS.index(found[1])).letter}">{found[0]}</span>'
