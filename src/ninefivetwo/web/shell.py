"""The frame of every page, and the static files that pages load."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

import msgspec
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ninefivetwo.cards import Suit
from ninefivetwo.web.modules import imported
from ninefivetwo.web.page_files import STATIC, icon, inert, without_types
from ninefivetwo.words.figures import minus
from ninefivetwo.words.template import SIGNS, Term, say

#: The addresses and names of the pages in the navigation.
PAGES = {
    "/": "Home",
    "/play": "Play",
    "/drill": "Practise",
    "/analyse": "Analyse",
    "/library": "Library",
}
UNDER = {"/today": "/", "/rules": "/"}  # pages that are reached from another page
LINK_INCOMPLETE = "This link is incomplete or damaged."


def page(
    title: str,
    here: str,
    script: str = "",
    data: msgspec.Struct | None = None,
    styles: Sequence[str] = (),
    body: str = "",
    actions: str = "",
    status: int = 200,
) -> HTMLResponse:
    """Return a page whose `script` draws `data`.

    `here` is the address of the current page's link, and `styles` are additional style sheets. `actions` is HTML beside
    the heading, and `body` is HTML below the heading.
    """
    heading = f"<h1>{escape(title)}</h1>"
    if actions:
        heading = f'<div class="row head">{heading}{actions}</div>'
    first = "" if data is None else f'<script type="application/json" id="data">{inert(data)}</script>'
    return HTMLResponse(
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(say('{title} · 9-5-2', title=Term(title)))}</title>"
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"{head('table/tokens.css', 'fonts.css', 'base.css', *styles)}{_modules(script)}</head><body>{page_top(here)}"
        f'<main id="main" tabindex="-1">{heading}{body}</main>{first}</body></html>',
        status,
    )


def lone_page(title: str, words: Sequence[str], status: int) -> HTMLResponse:
    """Return a page that only gives a reason why there is nothing to show, with a link to the home page."""
    backs = '<span class="card-back"></span>' * 3
    told = "".join(f"<p>{escape(each)}</p>" for each in words)
    home = '<a class="b main" href="/">Go to Home</a>'
    return page(title, "", body=f'<div class="lone">{told}{home}<div class="backs">{backs}</div></div>', status=status)


def head(*styles: str) -> str:
    """Return the elements of a page's head that load its icon, the stored colours, and its style sheets, as HTML."""
    sheets = "".join(f'<link rel="stylesheet" href="{static(name)}">' for name in styles)
    icon_link = f'<link rel="icon" type="image/svg+xml" href="{static("icon.svg")}">'
    return f'{icon_link}<script src="{static("theme.js")}"></script>{sheets}'


def page_top(here: str) -> str:
    """Return the top of a page as HTML: a link that skips the navigation, and the navigation."""
    skip = '<a class="skip" href="#main">Skip to content</a>'
    return f'{skip}<nav class="site" aria-label="Pages">{navigation(here)}</nav>'


def navigation(here: str) -> str:
    """Return the links of the navigation as HTML, with the link to the page `here`, or to the page above it, marked."""

    def link(path: str, content: str, more: str = "") -> str:
        current = ' aria-current="page"' if path == here else ' aria-current="true"' if path == UNDER.get(here) else ""
        return f'<a href="{path}"{more}{current}>{content}</a>'

    name = "Settings"
    gear = f' class="gear" aria-label="{name}" title="{name}"'
    return "".join(
        ["<b>9·5·2</b>", *(link(path, page) for path, page in PAGES.items()), link("/settings", icon("gear"), gear)]
    )


def options(words: Mapping[str, str], chosen: str | None = None) -> str:
    """Return the options of a select field as HTML, given the words for each value."""
    return "".join(
        f'<option value="{escape(value)}"{" selected" if value == chosen else ""}>{escape(text)}</option>'
        for value, text in words.items()
    )


def descriptions(words: Mapping[str, str]) -> str:
    """Return the content of a list of descriptions as HTML, given the words for each term."""
    return "".join(f"<dt>{escape(term)}</dt><dd>{escape(text)}</dd>" for term, text in words.items())


def static(name: str) -> str:
    """Return the address of a static file, which changes with the file, so that browsers may cache it forever."""
    return f"/static/{_version()}/{name}"


def static_route() -> Mount:
    """Return the route of the static files."""
    return Mount(f"/static/{_version()}", _Files(directory=STATIC))


class _Files(StaticFiles):
    """Static files, which browsers may cache forever, with scripts as browsers load them."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        path = Path(full_path)
        if path.suffix == ".js":
            found = Response(without_types(path.read_text("utf-8")), status_code, media_type="text/javascript")
        else:
            found = super().file_response(full_path, stat_result, scope, status_code)
        if found.status_code == 200:
            found.headers["cache-control"] = "public, max-age=31536000, immutable"
        return found


@cache
def _version() -> str:
    found = sha256()
    for path in sorted(STATIC.rglob("*")):
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
