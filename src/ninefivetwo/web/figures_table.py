"""A table of figures as a page shows it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec


class FiguresTable(msgspec.Struct, frozen=True):
    """A table of figures: the names of its columns, and rows, of which the first is the recommended choice's."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
