"""Reviews as one HTML file that needs nothing else: the parts in `page/review/`, put together with the reviews' JSON.

Of several deals its first page is the match; the address says which deal and which decision is shown.  The served page
is the same, with links to the other pages, and with an engine for what if.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Container, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files

from msgspec.structs import replace

from ninefivetwo.cards import Seat
from ninefivetwo.codec import encode
from ninefivetwo.game import Match
from ninefivetwo.game.records import Record
from ninefivetwo.keep.session import computer_levels
from ninefivetwo.study import Review
from ninefivetwo.web.review_figures import deal_figures, match_figures
from ninefivetwo.web.table_state import TableObject, line_tables
from ninefivetwo.words.review import with_words
from ninefivetwo.words.review_match import ReviewsObject
from ninefivetwo.words.speaker import Speaker

#: The modules of the card table that the page uses, in an order in which each uses what stands before it.
TABLE = ("dom", "cards", "places", "pieces", "plates", "choosing", "motion", "table")
STYLES = (("table", "tokens"), ("table", "table"), ("review", "page"))
#: The page's own script, in such an order; `main` starts the page.
SCRIPTS = ("text", "line", "table", "decision", "plot", "deal", "match", "what_if", "main")


_INLINE = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)


@dataclass(frozen=True)
class Served:
    """What a page that is served can do more: the records' ids, deal by deal, and where to ask what if.

    `pages` are the other pages: their addresses and names.  `share` is the address of the module by which the moment
    shown is shared.
    """

    records: tuple[str, ...]
    what_if: str
    share: str
    pages: tuple[tuple[str, str], ...]


def page(review: Review, record: Record, served: Served | None = None) -> str:
    """The text of the page of one deal; `record` is what was reviewed."""
    return _page([with_words(review, record.match)], [record], None, served)


def match_page(reviews: ReviewsObject, records: Sequence[Record], served: Served | None = None) -> str:
    """The text of the page of several deals, with the match as its first page; `records` are what was reviewed."""
    return _page(reviews.deals, records, replace(reviews, deals=()), served)


def _page(
    deals: Sequence[Review], records: Sequence[Record], whole: ReviewsObject | None, served: Served | None
) -> str:
    names = [Speaker.of(record.match).names for record in records]
    shown = {
        "deals": list(deals),
        "tables": [tables(each.match, computer_levels(each), trying=served is not None) for each in records],
        "figures": [deal_figures(deal, called) for deal, called in zip(deals, names, strict=True)],
        "match": whole,
        "match_figures": None if whole is None else match_figures(whole),
        "served": None if served is None else vars(served),
    }
    data = encode(shown).decode()
    html = (
        _part("page.html")
        .replace("@STYLE@", "".join(_part(f"{name}.css", folder) for folder, name in STYLES))
        .replace("@SCRIPT@", _script())
        .replace("@MODULE@", "" if served is None else f'<script type="module" src="{served.share}"></script>\n')
        .replace("@DATA@", data.replace("<", "\\u003c"))
    )
    return html.replace("@POLICY@", policy(html, served is not None), 1)


def tables(match: Match, computers: Container[Seat], trying: bool) -> list[TableObject]:
    """The tables of a match's deal, step by step; `trying`: another choice can be tried there."""
    return line_tables(match.deal, Speaker.of(match).names, computers, trying and match.deal.viewer is None)


def policy(html: str, served: bool) -> str:
    """What a page whose parts stand in it may use: these scripts and styles, by their hashes, and its own server.

    served: then its server's modules, too, and the pictures that they make.
    """
    found: dict[str, list[str]] = {"script": ["'self'"] if served else [], "style": []}
    for kind, text in _INLINE.findall(html):
        found[kind].append(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'")
    return (
        f"default-src 'none'; script-src {' '.join(found['script'])}; style-src {' '.join(found['style'])}; "
        f"img-src 'self' data:{' blob:' if served else ''}; connect-src 'self'; form-action 'none'; base-uri 'none'"
    )


def _script() -> str:
    """The parts of the script as one; no name of one part stands in another again."""
    head = (
        '"use strict";\nconst DATA = JSON.parse(document.getElementById("data").textContent);  // see docs/formats.md\n'
    )
    table = "\n".join(as_script(_part(f"{name}.js", "table")) for name in TABLE)
    text = table + "\n" + "\n".join(_part(f"{name}.js") for name in SCRIPTS)
    return head + text


def as_script(module: str) -> str:
    """A module's text without its imports and exports, to be joined with those that it imports."""
    return re.sub(r"^import [^\n]*\n|^export ", "", module, flags=re.MULTILINE)


def _part(name: str, folder: str = "review") -> str:
    return files("ninefivetwo.web").joinpath("page", folder, name).read_text("utf-8")
