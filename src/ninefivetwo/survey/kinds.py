"""The kinds of rows, by name; each is made in a module of its own."""

from __future__ import annotations

from ninefivetwo.survey.work import RowKind

KINDS: dict[str, RowKind] = {}
