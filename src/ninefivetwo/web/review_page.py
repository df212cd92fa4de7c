"""Reviews as one self-contained HTML file: the modules in `page/review/`, joined, and the reviews' JSON and texts.

A file with several deals opens with an overview of the match. The address contains the deal and the decision shown. On
a page from the server, users can also follow links and try other choices.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Container, Sequence
from dataclasses import dataclass
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import replace

from ninefivetwo.cards import Seat
from ninefivetwo.game import Match
from ninefivetwo.game.records import Record
from ninefivetwo.keep.session import computer_levels
from ninefivetwo.study import Review
from ninefivetwo.web.modules import joined
from ninefivetwo.web.page_files import filled, inert, source
from ninefivetwo.web.table_state import TableObject, line_tables
from ninefivetwo.words.review import ReviewObject, with_words
from ninefivetwo.words.review_match import ReviewsObject
from ninefivetwo.words.review_page import DealFigures, MatchFigures
from ninefivetwo.words.speaker import Speaker

SCRIPT = "review/main.js"  # the module that starts the page
STYLES = ("table/tokens", "base", "table/table", "review/page")
NO_ICON = '<link rel="icon" href="data:,">'  # so that browsers do not ask for an icon
SHARE = "review_share.js"  # module that shares the position shown on a page from the server
_INLINE = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)


class ServedData(Struct, frozen=True):
    """The data that only a page from the server has: each deal's record, and the address for other choices."""

    records: tuple[str, ...]
    what_if: str


class ReviewData(Struct, frozen=True):
    """The data of the page.

    tables: each deal's table at each step. match, match_figures: the reviews of several deals without the deals, and
    their figures; null for one deal. served: null for a page that is a file.
    """

    deals: list[ReviewObject]
    tables: list[list[TableObject]]
    figures: list[DealFigures]
    match: ReviewsObject | None
    match_figures: MatchFigures | None
    served: ServedData | None


@dataclass(frozen=True)
class Served:
    """Additional data in a page from the server.

    records: the id of each deal's record. what_if: the address for evaluating other choices. share: the address of the
    module `SHARE`. head, top: the HTML that all pages of the server have in their head and above their content.
    """

    records: tuple[str, ...]
    what_if: str
    share: str
    head: str
    top: str


def deal_page(review: Review, record: Record, served: Served | None = None) -> str:
    """Return the page of one deal."""
    return _page([with_words(review, record.match)], [record], None, served)


def match_page(reviews: ReviewsObject, records: Sequence[Record], served: Served | None = None) -> str:
    """Return the page of several deals, which opens with an overview."""
    return _page(reviews.deals, records, replace(reviews, deals=()), served)


def _page(
    deals: Sequence[ReviewObject], records: Sequence[Record], whole: ReviewsObject | None, served: Served | None
) -> str:
    names = [Speaker.of(record.match).names for record in records]
    shown = ReviewData(
        list(deals),
        [tables(each.match, computer_levels(each), trying=served is not None) for each in records],
        [DealFigures.of(deal, called) for deal, called in zip(deals, names, strict=True)],
        whole,
        None if whole is None else MatchFigures.of(whole, deals),
        None if served is None else ServedData(served.records, served.what_if),
    )
    parts = {
        "STYLE": "".join(source(f"{name}.css") for name in STYLES),
        "HEAD": NO_ICON if served is None else served.head,
        "TOP": "" if served is None else served.top,
        "SCRIPT": joined(SCRIPT),
        "MODULE": "" if served is None else f'<script type="module" src="{served.share}"></script>\n',
        "DATA": inert(shown),
        "POLICY": "@POLICY@",
    }
    html = filled("review/page.html", **parts)
    return html.replace("@POLICY@", page_policy(html, served is not None), 1)


def tables(match: Match, computers: Container[Seat], trying: bool) -> list[TableObject]:
    """Return the table at each step of a match's deal. With `trying`, the user can try other choices."""
    return line_tables(match.deal, Speaker.of(match).names, computers, trying and match.deal.viewer is None)


def page_policy(html: str, served: bool) -> str:
    """Return a page's content security policy, which allows its inline scripts and styles by their hashes.

    A page from the server may also load scripts, styles and fonts from the server and show pictures from its modules.
    """
    found: dict[str, list[str]] = {kind: ["'self'"] if served else [] for kind in ("script", "style")}
    own_fonts = "font-src 'self'; " if served else ""
    for kind, text in _INLINE.findall(html):
        found[kind].append(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'")
    return (
        f"default-src 'none'; script-src {' '.join(found['script'])}; style-src {' '.join(found['style'])}; {own_fonts}"
        f"img-src 'self' data:{' blob:' if served else ''}; connect-src 'self'; form-action 'none'; base-uri 'none'"
    )
