"""The text format of `.n52` files, with functions that parse text into ordered items and write items as text.

The syntax is that of PBN 2.1. A file contains tags (``[Name "value"]``), comments (``{comment}``, or ``; comment`` to
the end of the line) and lines for other programs (``% line``). Cards follow a Play tag. A card may have a mark (``!?``)
or a numbered note (``$4``). Empty lines separate deals. Writing normalizes spaces between items.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ninefivetwo.cards import Card
from ninefivetwo.errors import CardError, RecordError, quoted

VERSION = 1
HEADER = f"% ninefivetwo {VERSION}.0"
NO_DEAL = 'no deal (expected tags such as [Rules "wikipedia"] and [Deal "..."])'
NAME = r"[A-Za-z_][A-Za-z0-9_]*"
#: PBN tags that are irrelevant to this game. Any other unknown tag may be a typing error.
PBN_TAGS = frozenset(("Event", "Site", "Date", "Time", "Annotator", "Description", "Room", "Round", "Table", "Stage"))
COMPUTERS_TAG = "Computers"
#: Tags of matches against the computer (`keep.session`), which do not affect the game.
FAIR_TAGS = frozenset(("Fingerprint", "Salt", "Claimed", "Refused", COMPUTERS_TAG))
RECORD_MARKS = ("", "!", "?", "!!", "??", "!?", "?!")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")  # carriage returns have been converted to line breaks


@dataclass(frozen=True, slots=True)
class Item:
    """An item of a record. `fresh` is True at the start of a line. `line` is its line number, or 0."""

    fresh: bool = field(default=True, kw_only=True)
    line: int = field(default=0, kw_only=True, compare=False)


@dataclass(frozen=True, slots=True)
class Tag(Item):
    """A tag, ``[Name "value"]``."""

    name: str
    value: str

    def __post_init__(self) -> None:
        if not re.fullmatch(NAME, self.name) or _CONTROL.search(self.value) or "\n" in self.value:
            raise RecordError(f"invalid tag: {quoted(self.name)} {quoted(self.value)} (expected a name, and one line)")

    def __str__(self) -> str:
        value = self.value.replace("\\", "\\\\").replace('"', '\\"')
        return f'[{self.name} "{value}"]'


@dataclass(frozen=True, slots=True)
class Comment(Item):
    """A comment: ``{text}``, or ``; text`` to the end of the line."""

    text: str
    to_line_end: bool = False

    def __post_init__(self) -> None:
        if _CONTROL.search(self.text) or ("\n" if self.to_line_end else "}") in self.text:
            raise RecordError(f"invalid comment: {quoted(self.text)} (expected no end of comment in it)")

    def __str__(self) -> str:
        return f";{self.text}" if self.to_line_end else f"{{{self.text}}}"


@dataclass(frozen=True, slots=True)
class Escape(Item):
    """A line that begins with ``%``."""

    text: str

    def __post_init__(self) -> None:
        if _CONTROL.search(self.text) or "\n" in self.text:
            raise RecordError(f"invalid escape line: {quoted(self.text)} (expected one line)")

    def __str__(self) -> str:
        return f"%{self.text}"


@dataclass(frozen=True, slots=True)
class Cell(Item):
    """A played card, optionally with a mark such as ``!?``. `card` is None for ``-``, a card not yet played."""

    card: Card | None
    mark: str = ""

    def __str__(self) -> str:
        return "-" if self.card is None else f"{self.card}{self.mark}"


@dataclass(frozen=True, slots=True)
class Note(Item):
    """A numbered note on the preceding item, such as ``$4``."""

    number: int

    def __str__(self) -> str:
        return f"${self.number}"


Items = tuple[Item, ...]

_VERSION = r"^%\s*ninefivetwo\s+(\d{1,6})"
_SPACE = re.compile(r"\s*")
_TOKENS = re.compile(
    rf"""
    \[ \s* (?P<name>{NAME}) \s+ "(?P<value>(?:[^"\\\n]|\\["\\])*)" \s* \]
    | \{{ (?P<brace>[^}}]*) \}}
    | ; (?P<rest>[^\n]*)
    | \$ (?P<note>[0-9]{{1,4}}) (?![^\s{{;\[])
    | (?P<dash>-) (?![^\s{{;\[])
    | (?P<card>[^\s{{}};\[\]$"!?%-]{{2,8}}) (?P<mark>!!|!\?|\?!|\?\?|!|\?)? (?![^\s{{;\[$])
    """,
    re.VERBOSE,
)


def parse_text(text: str) -> Iterator[Items]:
    """Yield the items of each deal in a file. Comments before the first deal may be yielded as a separate section.

    Raises RecordError, with the line number, if the text is invalid.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if control := _CONTROL.search(text):
        raise RecordError(f"not text: {control[0]!r} (expected a record)", text.count("\n", 0, control.start()) + 1)
    items: list[Item] = []
    at, line = 0, 1
    while True:
        space = _SPACE.match(text, at)
        assert space is not None
        breaks = space[0].count("\n")
        at, line = space.end(), line + breaks
        if items and (breaks > 1 or at == len(text)):
            yield tuple(items)
            items = []
        if at == len(text):
            return
        item, end = _item(text, at, not items or breaks > 0, line)
        items.append(item)
        at, line = end, line + text.count("\n", at, end)


def _item(text: str, at: int, fresh: bool, line: int) -> tuple[Item, int]:
    if text[at] == "%" and (at == 0 or text[at - 1] == "\n"):
        end = text.find("\n", at) % (len(text) + 1)  # The modulo turns -1 (not found) into the end of the text.
        _check_version(text[at:end], line)
        return Escape(text[at + 1 : end], line=line), end
    found = _TOKENS.match(text, at)
    if found is None:
        rest = quoted(text[at : at + 100].split("\n")[0])
        raise RecordError(_FAULTS.get(text[at], _FAULTS[""]).format(rest), line)
    return _item_of(found, fresh, line), found.end()


_FAULTS = {
    "[": 'invalid tag: {} (expected [Name "value"]; a quote or backslash in the value has a backslash before it)',
    "{": "unterminated comment: {} (expected }} after it)",
    "": "not part of a record: {} (expected a tag, a comment or a card)",
}


def _item_of(found: re.Match[str], fresh: bool, line: int) -> Item:
    kind = found.lastgroup if found.lastgroup != "mark" else "card"
    if found["name"] is not None:
        return Tag(found["name"], re.sub(r"\\(.)", r"\1", found["value"]), fresh=fresh, line=line)
    if found["brace"] is not None:
        return Comment(found["brace"], fresh=fresh, line=line)
    if found["rest"] is not None:
        return Comment(found["rest"], to_line_end=True, fresh=fresh, line=line)
    if kind == "note":
        return Note(int(found["note"]), fresh=fresh, line=line)
    if kind == "dash":
        return Cell(None, fresh=fresh, line=line)
    try:
        return Cell(Card.parse(found["card"]), found["mark"] or "", fresh=fresh, line=line)
    except CardError as error:
        raise RecordError(str(error), line) from error


def later_form(text: str) -> bool:
    """Whether a file declares a later format version than the program supports."""
    return any(int(said[1]) > VERSION for said in re.finditer(_VERSION, text, re.MULTILINE))


def _check_version(line: str, number: int) -> None:
    said = re.match(_VERSION, line)
    if said and int(said[1]) > VERSION:
        raise RecordError(f"record of a later version: {quoted(line)} (expected at most {HEADER})", number)


def section_text(items: Items) -> str:
    """Return the text of a deal's items, ending with a line break."""
    text = ""
    for before, item in zip((None, *items), items, strict=False):
        if before is None or item.fresh or isinstance(item, Escape) or _ends_line(before):
            text += "\n" if before is not None else ""
        else:
            text += "  " if isinstance(item, Cell) else " "
        text += str(item)
    return text + "\n"


def _ends_line(item: Item) -> bool:
    return isinstance(item, Escape) or (isinstance(item, Comment) and item.to_line_end)
