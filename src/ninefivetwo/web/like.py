"""Hands like one as a page shows them beside advice on a call."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ninefivetwo.game import Call, DealView
from ninefivetwo.models.like import hands_like
from ninefivetwo.render.like import like_text
from ninefivetwo.web.figures_table import FiguresTable


class BarShown(msgspec.Struct, frozen=True):
    """A bar of a histogram.

    tricks: how many were won.  words: in what share of the hands.  length: of the bar, 1 the longest.  made: was that
    the contract?
    """

    tricks: int
    words: str
    length: float
    made: bool


class LikeShown(msgspec.Struct, frozen=True):
    """Hands like one as `static/advice.js` draws them: sentences, a histogram with its title, a table of all calls."""

    sentences: Sequence[str]
    title: str
    bars: Sequence[BarShown]
    table: FiguresTable
    footer: str


def like_shown(view: DealView) -> LikeShown | None:
    """Hands like the dealer's where his call is due; None at any other choice."""
    due = view.due
    if due is None or due.kind is not Call:
        return None
    found = hands_like(view)
    if found is None:
        return None
    text = like_text(found)
    most = max(bar.share for bar in text.bars)
    bars = [BarShown(bar.tricks, bar.words, round(bar.share / most, 4), bar.made) for bar in text.bars]
    return LikeShown(text.sentences, text.title, bars, FiguresTable(text.head, text.rows), text.footer)
