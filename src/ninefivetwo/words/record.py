"""Lossless conversion of records to and from JSON (docs/formats.md)."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import asdict

from ninefivetwo.cards import Card
from ninefivetwo.codec import Document, Part, convert, parse
from ninefivetwo.errors import CardError, RecordError, quoted, raised_as
from ninefivetwo.game.records import Cell, Comment, Escape, File, Imported, Item, Note, Tag, is_log, read_file, read_log
from ninefivetwo.game.rules import RuleSet


class RecordObject(Document, frozen=True, tag="ninefivetwo.record/1"):
    """A record as lists of items (`record convert`).

    deals: the items of each deal, in the order of the file; comments before the first deal may form a separate list
    """

    deals: list[list[ItemObject]]


class ItemObject(Part, frozen=True, omit_defaults=True):
    """An item of a record: a tag, a comment, an escape line, a card or a note.

    tag: name of a tag
    value: value of the tag
    comment: text of a comment
    to_line_end: whether the comment begins with a semicolon and ends at the end of its line
    escape: text after `%` in an escape line
    card: the card played, or `-` for a card not played
    mark: the mark for the card, such as `!?`
    note: number of a note on the previous item
    fresh: whether the item is the first on its line; absent if true
    """

    tag: str | UnsetType = UNSET
    value: str | UnsetType = UNSET
    comment: str | UnsetType = UNSET
    to_line_end: bool | UnsetType = UNSET
    escape: str | UnsetType = UNSET
    card: Annotated[str, Meta(title="card or -", pattern="^(?:[SHDC][2-9TJQKA]|-)$")] | UnsetType = UNSET
    mark: Annotated[str, Meta(pattern=r"^[!?]{0,2}$")] | UnsetType = UNSET
    note: Annotated[int, Meta(ge=0, le=9999)] | UnsetType = UNSET
    fresh: bool = True


def record_object(file: File) -> RecordObject:
    """Convert a record to its JSON form."""
    return RecordObject([[_item_object(item) for item in items] for items in file.sections])


def import_json(text: str, rules: RuleSet) -> Imported:
    """Parse a JSON text: a record, or a log saved from Board Game Arena, played by `rules`.

    Raises RecordError or SchemaError, giving the location of the error.
    """
    value = parse(text)
    return read_log(value, rules) if is_log(value) else Imported(record_file(convert(value, RecordObject)), ())


def record_file(record: RecordObject) -> File:
    """Convert a record from its JSON form. Raises RecordError, giving the location of the error."""
    sections = []
    for i, items in enumerate(record.deals):
        section = []
        for j, item in enumerate(items):
            with raised_as(RecordError, f"deals[{i}][{j}]: ", (CardError, RecordError)):
                section.append(_item(item))
        if section:
            sections.append(tuple(section))
    file = File(tuple(sections))
    if read_file(str(file)) != file:
        raise RecordError("invalid record: its items differ from those parsed from its text")
    return file


def _item_object(item: Item) -> ItemObject:
    match item:
        case Tag(name, value):
            return ItemObject(tag=name, value=value, fresh=item.fresh)
        case Comment(text, to_line_end):
            return ItemObject(comment=text, to_line_end=to_line_end or UNSET, fresh=item.fresh)
        case Escape(text):
            return ItemObject(escape=text, fresh=item.fresh)
        case Cell(card, mark):
            return ItemObject(card=str(card or "-"), mark=mark or UNSET, fresh=item.fresh)
        case Note(number):
            return ItemObject(note=number, fresh=item.fresh)
    raise AssertionError(item)


def _item(item: ItemObject) -> Item:
    fields = {name: value for name, value in asdict(item).items() if value is not UNSET}
    match fields:
        case {"tag": name, "value": value, "fresh": fresh, **rest} if not rest:
            return Tag(name, value, fresh=fresh)
        case {"comment": text, "fresh": fresh, **rest} if rest in ({}, {"to_line_end": True}):
            return Comment(text, bool(rest), fresh=fresh)
        case {"escape": text, "fresh": True, **rest} if not rest:
            return Escape(text)
        case {"card": "-", "fresh": fresh, **rest} if not rest:
            return Cell(None, fresh=fresh)
        case {"card": text, "fresh": fresh, **rest} if rest.keys() <= {"mark"}:
            return Cell(Card.parse(text), rest.get("mark", ""), fresh=fresh)
        case {"note": number, "fresh": fresh, **rest} if not rest:
            return Note(number, fresh=fresh)
    raise RecordError(f"not an item of a record: {quoted(str(fields))} (expected a tag, comment, escape, card or note)")
