"""Records as values, with functions that parse files and convert between records and matches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from msgspec import Struct

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.checks import checked
from ninefivetwo.errors import TITLE_LIMIT, RecordError, label, raised_as
from ninefivetwo.files import display_name, read_text, write_text
from ninefivetwo.game import Call, Cards, Deal, Discard, Event, Give, Match, Play, Show, Unseen, YesNo
from ninefivetwo.game.events import CHOICES
from ninefivetwo.game.records.document import (
    HEADER,
    KNOWN_TAGS,
    NO_DEAL,
    Cell,
    Escape,
    Item,
    Items,
    Note,
    ParsedRecord,
    Tag,
    later_form,
    parse_text,
    read,
    section_text,
)
from ninefivetwo.game.records.replay import replay
from ninefivetwo.game.rules import rules_text

_JSON = re.compile(r"\s*(\{\s*(\}|[\"'][^\"'\n]*[\"']\s*:)|\[\s*[\[{\]\"\d]|[\"\d]|-\d|null|true|false|NaN)")


class Record(Struct, frozen=True, dict=True):
    """One deal of a file as ordered items, including comments and items from other programs."""

    items: Items

    @property
    def line(self) -> int:
        """The number of the line where the record begins."""
        return self.items[0].line

    def tag(self, name: str) -> str | None:
        """Return the value of a tag, or None if the tag is missing. Tag names are not case-sensitive."""
        tags = (item for item in self.items if isinstance(item, Tag))
        return next((tag.value for tag in tags if tag.name.lower() == name.lower()), None)

    @property
    def event(self) -> str:
        """The value of the Event tag, shortened if long, or an empty text if the tag is missing."""
        return label(self.tag("Event") or "", TITLE_LIMIT)

    @cached_property
    def parsed(self) -> ParsedRecord:
        """The parts of the record that concern the game. Raises RecordError, with the line, if a part is invalid."""
        return read(self.items)

    @cached_property
    def match(self) -> Match:
        """The match, with the deal replayed to the end of the record.

        If some hands are unknown, the deal is one seat's view. Raises RecordError, with the line, if the record breaks
        the rules.
        """
        return replay(self.parsed)

    def write(self, path: str | Path, force: bool = False) -> None:
        """Write a file with this deal, completely or not at all.

        Raises FileError if the file exists, unless `force` is True, or if it cannot be written; raises OSError if the
        disk fails.
        """
        write_text(str(path), str(File.of([self])), force)


class File(Struct, frozen=True):
    """The sections of an `.n52` file, in order. A section with tags is a deal."""

    sections: tuple[Items, ...]

    @property
    def records(self) -> tuple[Record, ...]:
        """The deals of the file."""
        return tuple(Record(items) for items in self.sections if any(isinstance(item, Tag) for item in items))

    def __str__(self) -> str:
        """Return the text of the file."""
        return "\n".join(map(section_text, self.sections))

    @classmethod
    def of(cls, records: list[Record]) -> File:
        """Return a file with a header line and the given deals."""
        header = (Escape(HEADER.removeprefix("%")),)
        if not records:
            return cls((header,))
        return cls(((*header, *records[0].items), *(record.items for record in records[1:])))


@checked(RecordError)
def read_file(text: str) -> File:
    """Parse the text of a file without replaying deals. Raises RecordError, with the line, if the syntax is invalid."""
    return File(tuple(_sections(text)))


def records_of(path: str) -> tuple[Record, ...]:
    """Return the deals of a file. Raises FileError, or RecordError if the file is invalid or has no deals."""
    records = parsed(path, read_text(path)).records
    if not records:
        raise no_deal(path)
    return records


def parsed(path: str, text: str) -> File:
    """Parse the text of a file like `read_file`. Error messages include the path."""
    check_not_json(path, text)
    with raised_as(RecordError, f"{display_name(path)}, "):
        return read_file(text)


def no_deal(path: str) -> RecordError:
    return RecordError(f"{display_name(path)}: {NO_DEAL}")


def check_not_json(path: str, text: str) -> None:
    """Raise RecordError if a text is JSON instead of a record."""
    if looks_like_json(text):
        raise RecordError(f"{display_name(path)}: JSON, not a record (record convert turns it into one)")


def looks_like_json(text: str) -> bool:
    """Whether a text looks like JSON, even invalid JSON, judging by its first characters."""
    return _JSON.match(text) is not None


def read_deals(text: str) -> Iterator[Record]:
    """Yield the deals of a file one at a time, to save memory. Raises the same errors as `read_file`."""
    for items in _sections(text):
        yield from File((items,)).records


def _sections(text: str) -> Iterator[Items]:
    for items in parse_text(text):
        if not any(isinstance(item, Tag) for item in items):
            if stray := next((item for item in items if isinstance(item, (Cell, Note))), None):
                raise RecordError(f"a card without a deal: {stray} (expected tags before)", stray.line)
        yield items


def read_apart(text: str) -> list[Record | RecordError]:
    """Parse and replay each deal of a file separately. The result has a RecordError for each invalid deal.

    Raises RecordError if the file has a later format version or contains no valid deal.
    """
    try:
        deals: list[Record | RecordError] = [*read_file(text).records]
    except RecordError as error:
        if later_form(text):
            raise
        deals = list(_pieces(text))
        if not any(isinstance(deal, Record) for deal in deals):
            raise error
    return [deal if isinstance(deal, RecordError) else _played(deal) for deal in deals]


def _pieces(text: str) -> list[Record | RecordError]:
    """Parse each section between empty lines separately. A section without tags belongs to the previous deal."""
    deals: list[Record | RecordError] = []
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for piece in re.finditer(r"(?:[^\n]*\S[^\n]*(?:\n|$))+", text):
        line = text.count("\n", 0, piece.start())
        try:
            records = read_file("\n" * line + piece[0]).records  # The line breaks keep line numbers in errors correct.
        except RecordError as error:
            if deals and not re.search(r"^\s*\[", piece[0], re.MULTILINE):
                deals.pop()
            deals.append(error)
        else:
            deals += records
    return deals


def _played(record: Record) -> Record | RecordError:
    try:
        _ = record.match
    except RecordError as error:
        return error
    return record


@checked(RecordError)
def record_of(match: Match, tags: Mapping[str, str] | None = None) -> Record:
    """Return the record of a match's current deal, or of a seat's view of the deal.

    The record begins with `tags`, such as Event or Date. `record_of(match).match` equals `match`, but has no `past`.
    """
    return Record(_items(match, tags or {}))


def _items(match: Match, tags: Mapping[str, str]) -> Items:
    deal = match.deal
    if taken := [name for name in tags if name.capitalize() in KNOWN_TAGS]:
        raise RecordError(f"reserved tag: {taken[0]} (expected such as Event or Date)")
    values = dict(tags)
    if match.number > 1 or deal.previous_results is None:  # The Board tag is omitted if the number is unknown.
        values["Board"] = str(match.number)
    values["Rules"] = rules_text(match.rules)
    values |= {s.word.capitalize(): name for s, name in zip(Seat, match.names, strict=True) if name != s.word}
    values["Score"] = " ".join(f"{seat.letter}:{match.score[seat]}" for seat in Seat)
    if deal.previous_results is not None:
        values["Carry"] = " ".join(
            f"{s.letter}:{deal.previous_results[s]:+}" if deal.previous_results[s] else f"{s.letter}:0" for s in Seat
        )
    if deal.viewer is not None:
        values["Viewer"] = deal.viewer.letter
    values["Deal"] = _deal_text(deal)
    values |= _event_tags(deal)
    items: list[Item] = [Tag(name, value) for name, value in values.items()]
    items += _play(deal)
    if deal.over:
        items.append(Tag("Result", " ".join(f"{seat.letter}:{deal.won[seat]}" for seat in Seat)))
    return tuple(items)


def _deal_text(deal: Deal) -> str:
    hands = " ".join(str(hand) if isinstance(hand, Hand) else "?" for hand in deal.dealt)
    return f"D:{hands} K:{deal.dealt_kitty if isinstance(deal.dealt_kitty, Hand) else '?'}"


def _event_tags(deal: Deal) -> dict[str, str]:
    """Return the tags for the events before the play, in the order that records use."""
    result = {}
    if exchange := _exchange(deal):
        result["Exchange"] = exchange
    for i, event in enumerate(deal.events):
        match event:
            case YesNo(_, answer) if answer or not _implied(deal.events[i + 1 :]):
                result[event.tag] = "yes" if answer else "no"
            case Call(_, trump):
                result["Trump"] = trump.letter
            case Show(_, to, cards) if deal.viewer not in (None, Seat.DEALER) and len(cards):
                part = f"D>{to.letter} {' '.join(_words(cards))}"
                result["Shown"] = "; ".join(filter(None, [result.get("Shown"), part]))
            case Discard(_, cards):
                result["Discard"] = " ".join(_words(cards))
            case _:
                pass
    return result


def _implied(later: Sequence[Event]) -> bool:
    """Whether a record need not state a "no" before these events, because it states the next choice."""
    following = next((event for event in later if isinstance(event, CHOICES)), None)
    return following is not None and _is_written(following)


def _exchange(deal: Deal) -> str:
    """Format the exchange in the order of the givers. Omit a declined gift that a later event implies."""
    parts = []
    for i, give in enumerate(deal.events):
        if not isinstance(give, Give):
            continue
        pairs = [receiver for receiver in Seat if len(give.cards[receiver])]
        parts += [_pair(deal, give, receiver) for receiver in pairs]
        if not pairs and not any(map(_is_written, deal.events[i + 1 :])):
            down = next(seat for seat in Seat if deal.previous_results and deal.previous_results[seat] < 0)
            parts.append(f"{give.seat.letter}>{down.letter} -")
    return "; ".join(parts)


def _is_written(event: Event) -> bool:
    """Whether a record states this event, which implies that all earlier events happened."""
    if isinstance(event, Give):
        return any(len(cards) for cards in event.cards)
    return isinstance(event, (Call, Discard, Play)) or (isinstance(event, YesNo) and event.answer)


def _pair(deal: Deal, give: Give, receiver: Seat) -> str:
    given, back = _words(give.cards[receiver]), _words(deal.handed_back(receiver, give.seat))
    words = [f"{one}/{other}" for one, other in zip(given, back, strict=True)] if back else given
    return f"{give.seat.letter}>{receiver.letter} {' '.join(words)}"


def _words(cards: Cards) -> list[str]:
    """Format cards by suit and rank, so that each returned card is paired with a given card of the same suit."""
    return ["?"] * len(cards) if isinstance(cards, Unseen) else [str(card) for card in cards]


def _play(deal: Deal) -> list[Item]:
    """Return the play section, with a row for each trick and a column for each seat, starting with the first leader."""
    tricks = deal.tricks
    if not tricks:
        return []
    first = tricks[0].lead
    items: list[Item] = [Tag("Play", first.letter)]
    for trick in tricks:
        row = dict(trick.turns)
        columns = [first.after(turn) for turn in range(len(Seat))]
        items += [Cell(row.get(seat), fresh=turn == 0) for turn, seat in enumerate(columns)]
    return items
