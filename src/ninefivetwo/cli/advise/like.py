"""`ninefivetwo advise trump --like`: what was called with hands like it, and what it made."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ninefivetwo.cli.advise.printed import filled
from ninefivetwo.cli.survey.libraries import need
from ninefivetwo.cli.text_table import Column, TextTable, figures
from ninefivetwo.errors import AdviceError
from ninefivetwo.game import DealView
from ninefivetwo.models.like import HandsLike, hands_like
from ninefivetwo.render.like import TricksBar, like_text

if TYPE_CHECKING:
    from rich.console import Console

LONGEST_BAR = 50  # characters
BESIDE = 12  # characters that a line of the histogram has beside its bar
MADE, DOWN = "█", "░"  # the contract


def like_asked(view: DealView, as_well: bool, folder: Path | None) -> HandsLike | None:
    """What was called with hands like it, if that is asked; from a survey's folder, if one is named.

    Raises AdviceError for a folder without the question, SurveyError for one that does not answer it.
    """
    if not as_well:
        if folder is not None:
            raise AdviceError("--survey without --like (expected both, or neither)")
        return None
    if folder is None:
        return hands_like(view)
    need("pyarrow")
    from ninefivetwo.survey.like import hands_like_in

    return hands_like_in(folder, view)


def print_like(out: Console, found: HandsLike) -> None:
    """Print it within the console's width: sentences, a histogram, a table of all calls."""
    text = like_text(found)
    out.print()
    for sentence in text.sentences:
        out.print(filled(sentence, out.width))
    out.print(f"\n{text.title} ({MADE} makes {found.contract}):")
    for line in bar_lines(text.bars, out.width):
        out.print(line)
    out.print(TextTable([Column(text.head[0], fold=12), *figures(*text.head[1:])], text.rows))
    out.print(filled(text.footer, out.width))


def bar_lines(bars: tuple[TricksBar, ...], width: int) -> list[str]:
    """A histogram as lines of at most so many characters, the longest bar across all the room that there is."""
    room = max(1, min(LONGEST_BAR, width - BESIDE))
    most = max(bar.share for bar in bars)
    lines = []
    for bar in bars:
        length = round(room * bar.share / most)
        lines.append(f"{bar.tricks:4}  {(MADE if bar.made else DOWN) * length}{' ' * bool(length)}{bar.words}")
    return lines
