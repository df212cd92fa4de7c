"""Records to and from JSON, item by item, so that nothing is lost either way.

``{"schema": "ninefivetwo.record/1", "deals": [[item, ...], ...]}`` with items ``{"tag", "value"}``, ``{"comment"}``
(and ``"to_line_end": true`` for the short form), ``{"escape"}``, ``{"card"}`` (perhaps with ``"mark"``; ``-`` for one
not played) and ``{"note"}``; ``"fresh": false`` where an item does not begin a line.
"""

from __future__ import annotations

from typing import Any

from ninefivetwo.cards import Card
from ninefivetwo.errors import CardError, RecordError, quoted
from ninefivetwo.record.document import MARKS, Cell, Comment, Escape, Item, Note, Tag
from ninefivetwo.record.records import File, read_file

SCHEMA = "ninefivetwo.record/1"


def to_object(file: File) -> dict[str, Any]:
    """The file as a JSON object."""
    return {"schema": SCHEMA, "deals": [[_to_object(item) for item in items] for items in file.sections]}


def from_object(found: Any) -> File:
    """The file that a JSON object holds.  Raises RecordError, which names the place."""
    if not isinstance(found, dict) or found.get("schema") != SCHEMA:
        raise RecordError(f'no record: JSON without "schema": "{SCHEMA}"')
    deals = found.get("deals")
    if more := sorted(found.keys() - {"schema", "deals"}):
        raise RecordError(f"no record: a key that is not of its schema: {quoted(more[0])}")
    if not isinstance(deals, list) or not all(isinstance(items, list) for items in deals):
        raise RecordError('no record: "deals" is not a list of lists')
    sections = []
    for i, items in enumerate(deals):
        section = []
        for j, item in enumerate(items):
            try:
                section.append(_from_object(item))
            except (CardError, RecordError) as error:
                raise RecordError(f"deals[{i}][{j}]: {error}") from error
        if section:
            sections.append(tuple(section))
    file = File(tuple(sections))
    if read_file(str(file)) != file:
        raise RecordError("no record: its items are not those that its own text would be read as")
    return file


def _to_object(item: Item) -> dict[str, Any]:
    match item:
        case Tag(name, value):
            found: dict[str, Any] = {"tag": name, "value": value}
        case Comment(text, to_line_end):
            found = {"comment": text} | ({"to_line_end": True} if to_line_end else {})
        case Escape(text):
            found = {"escape": text}
        case Cell(card, mark):
            found = {"card": "-" if card is None else str(card)} | ({"mark": mark} if mark else {})
        case Note(number):
            found = {"note": number}
        case _:
            raise AssertionError(item)
    return found if item.fresh else found | {"fresh": False}


def _from_object(found: Any) -> Item:
    found = {"fresh": True} | found if isinstance(found, dict) else found
    match found:
        case {"tag": str(name), "value": str(value), "fresh": bool(fresh), **rest} if not rest:
            return Tag(name, value, fresh=fresh)
        case {"comment": str(text), "fresh": bool(fresh), **rest} if rest in ({}, {"to_line_end": True}):
            return Comment(text, bool(rest), fresh=fresh)
        case {"escape": str(text), "fresh": True, **rest} if not rest:
            return Escape(text)
        case {"card": "-", "fresh": bool(fresh), **rest} if not rest:
            return Cell(None, fresh=fresh)
        case {"card": str(text), "fresh": bool(fresh), **rest} if rest.keys() <= {"mark"}:
            if (mark := rest.get("mark", "")) in MARKS:
                return Cell(Card.parse(text), mark, fresh=fresh)
        case {"note": int(number), "fresh": bool(fresh), **rest} if not rest and not isinstance(number, bool):
            if 0 <= number <= 9999:
                return Note(number, fresh=fresh)
    raise RecordError(f"no part of a record: {quoted(str(found))} (expected a tag, comment, escape, card or note)")
