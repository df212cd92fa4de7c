"""What a review prints for a person: a deal's screen or line, its tables, the match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ninefivetwo.cli.review.course import Reviewed
from ninefivetwo.cli.review.screen import show_deal, show_line, show_match
from ninefivetwo.cli.review.table import show_luck, show_tables
from ninefivetwo.render.review import with_words
from ninefivetwo.render.schema.review import ReviewsObject

if TYPE_CHECKING:
    from rich.console import Console

MORE = "More: --all every decision and table; --html FILE a page to step through."
MORE_OF_SEVERAL = "More: --deal N one deal; --all every decision and table; --html FILE all of it as a page."


@dataclass(frozen=True)
class Shown:
    """What is printed, and where.

    every: with all decisions and tables.  summary: a line for each deal, and no more.  several: of several deals.
    records: of several records.
    """

    out: Console
    every: bool
    summary: bool
    several: bool
    records: bool

    def deal(self, each: Reviewed) -> None:
        """A deal that has just been reviewed: its line where there are several, else its screen."""
        match = each.review.match
        if self.several or self.summary:
            show_line(self.out, each.value, f"{each.place.record}, deal" if self.records else "Deal", each.place.deal)
        else:
            show_deal(self.out, with_words(each.value, match), match, each.title, "" if self.every else MORE)
        if self.every:
            show_tables(self.out, each.value)

    def match(self, whole: ReviewsObject) -> None:
        """What all deals come to together."""
        if not self.summary:
            show_match(self.out, whole, "" if self.every else MORE_OF_SEVERAL)
        if self.every:
            show_luck(self.out, whole.players)
