"""Text and tables in Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable


def plain(text: str) -> str:
    """A text in which no sign means anything to Markdown."""
    return re.sub(r"([\\`*\[\]<>|])", r"\\\1", text)


def table(*rows: Iterable[str]) -> str:
    """A table whose first row has the headings."""
    lines = [f"| {' | '.join(row)} |\n" for row in rows]
    return lines[0] + "|---" * (lines[0].count(" | ") + 1) + "|\n" + "".join(lines[1:])
