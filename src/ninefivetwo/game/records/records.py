"""Records as values: a file of them, the match that each is when played again, and the record that a match is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.checks import checked
from ninefivetwo.errors import TITLE_LIMIT, RecordError, label, raised_as
from ninefivetwo.files import display_name, read_text
from ninefivetwo.game import Call, Cards, Deal, Discard, Event, Give, Look, Match, Play, Show, Unseen
from ninefivetwo.game.records.document import (
    HEADER,
    NO_DEAL,
    Cell,
    Escape,
    Item,
    Items,
    Note,
    Tag,
    later_form,
    parse_text,
    section_text,
)
from ninefivetwo.game.records.parsed import KNOWN_TAGS, ParsedRecord, read
from ninefivetwo.game.records.replay import replay
from ninefivetwo.game.rules import rules_text

_JSON = re.compile(r"\s*(\{\s*(\}|[\"'][^\"'\n]*[\"']\s*:)|\[\s*[\[{\]\"\d]|[\"\d]|-\d|null|true|false|NaN)")


class Record(Struct, frozen=True, dict=True):
    """One deal of a file: its items in order, with their comments and whatever other programs put there."""

    items: Items

    @property
    def line(self) -> int:
        """Where it begins."""
        return self.items[0].line

    def tag(self, name: str) -> str | None:
        """The value of a tag, in upper or lower case; None if there is none of that name."""
        tags = (item for item in self.items if isinstance(item, Tag))
        return next((tag.value for tag in tags if tag.name.lower() == name.lower()), None)

    @property
    def event(self) -> str:
        """What the deal belongs to, in short; empty if that is not said."""
        return label(self.tag("Event") or "", TITLE_LIMIT)

    @cached_property
    def parsed(self) -> ParsedRecord:
        """The parts that the game knows.  Raises RecordError for a part whose form is wrong, with its line."""
        return read(self.items)

    @cached_property
    def match(self) -> Match:
        """The match at the moment where the record ends: its deal played again by the rules.

        A record with hands that are not known gives its viewer's view of the deal.  Raises RecordError for a part
        that breaks the rules, with its line.
        """
        return replay(self.parsed)


class File(Struct, frozen=True):
    """What an `.n52` file holds: sections in order, of which those with tags are deals."""

    sections: tuple[Items, ...]

    @property
    def records(self) -> tuple[Record, ...]:
        """The deals."""
        return tuple(Record(items) for items in self.sections if any(isinstance(item, Tag) for item in items))

    def __str__(self) -> str:
        """The file's text."""
        return "\n".join(map(section_text, self.sections))

    @classmethod
    def of(cls, records: list[Record]) -> File:
        """A file of these deals, with the header that says what it is."""
        header = (Escape(HEADER.removeprefix("%")),)
        if not records:
            return cls((header,))
        return cls(((*header, *records[0].items), *(record.items for record in records[1:])))


@checked(RecordError)
def read_file(text: str) -> File:
    """Read the text of a file; nothing is played yet.  Raises RecordError with the line."""
    return File(tuple(_sections(text)))


def records_of(path: str) -> tuple[Record, ...]:
    """The deals of a file, at least one.  Raises RecordError, FileError; both name the file."""
    records = parsed(path, read_text(path)).records
    if not records:
        raise no_deal(path)
    return records


def parsed(path: str, text: str) -> File:
    """As `read_file`; the faults name the file that has the text."""
    check_not_json(path, text)
    with raised_as(RecordError, f"{display_name(path)}, "):
        return read_file(text)


def no_deal(path: str) -> RecordError:
    return RecordError(f"{display_name(path)}: {NO_DEAL}")


def check_not_json(path: str, text: str) -> None:
    """Raises RecordError for JSON where a record is expected."""
    if looks_like_json(text):
        raise RecordError(f"{display_name(path)}: JSON, not a record (record convert turns it into one)")


def looks_like_json(text: str) -> bool:
    """Is this JSON, sound or not?  A record may begin with a brace or a bracket too, but not with a key or a list."""
    return _JSON.match(text) is not None


def read_deals(text: str) -> Iterator[Record]:
    """The deals of a file one after another, so that a long one needs little memory; as `read_file`."""
    for items in _sections(text):
        yield from File((items,)).records


def _sections(text: str) -> Iterator[Items]:
    for items in parse_text(text):
        if not any(isinstance(item, Tag) for item in items):
            if stray := next((item for item in items if isinstance(item, (Cell, Note))), None):
                raise RecordError(f"a card without a deal: {stray} (expected tags before)", stray.line)
        yield items


def read_apart(text: str) -> list[Record | RecordError]:
    """The deals of a file, each by itself: one that is no record or breaks the rules is the error that says so.

    Raises RecordError for a file of a later form, and for one in which nothing is a deal.
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
    """The deals between empty lines; what is not of a deal of its own belongs to the one before."""
    deals: list[Record | RecordError] = []
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for piece in re.finditer(r"(?:[^\n]*\S[^\n]*(?:\n|$))+", text):
        line = text.count("\n", 0, piece.start())
        try:
            records = read_file("\n" * line + piece[0]).records  # so that its lines have their numbers
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
    """The record of a match's deal as it stands, or of a seat's view of it.

    `tags` (Event, Date ...) are put first.  `record_of(match).match` is the match again, without its past.
    """
    return Record(_items(match, tags or {}))


def _items(match: Match, tags: Mapping[str, str]) -> Items:
    """The items of the match's deal as it stands, or of a seat's view of it; `tags`, Event or Date, go first."""
    deal = match.deal
    if taken := [name for name in tags if name.capitalize() in KNOWN_TAGS]:
        raise RecordError(f"a tag of the game itself: {taken[0]} (expected such as Event or Date)")
    values = dict(tags)
    if match.number > 1 or deal.previous_results is None:  # a later deal of which the number is not known has none
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
    """The tags of what has happened before the play, in the order of the notation."""
    result = {}
    if exchange := _exchange(deal):
        result["Exchange"] = exchange
    for event in deal.events:
        match event:
            case Look(_, looks) if looks or not _has(deal, Call):
                result["Looked"] = "yes" if looks else "no"
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


def _has(deal: Deal, kind: type[Event]) -> bool:
    return any(isinstance(event, kind) for event in deal.events)


def _exchange(deal: Deal) -> str:
    """The exchange, giver by giver; a declined gift is written only where nothing later shows it."""
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
    """Does a record show that an event has been, so that what came before it has been too?"""
    if isinstance(event, Give):
        return any(len(cards) for cards in event.cards)
    return isinstance(event, (Call, Discard, Play)) or (isinstance(event, Look) and event.looks)


def _pair(deal: Deal, give: Give, receiver: Seat) -> str:
    given, back = _words(give.cards[receiver]), _words(deal.handed_back(receiver, give.seat))
    words = [f"{one}/{other}" for one, other in zip(given, back, strict=True)] if back else given
    return f"{give.seat.letter}>{receiver.letter} {' '.join(words)}"


def _words(cards: Cards) -> list[str]:
    """Cards suit by suit, high to low, so that gifts and returns of a suit stand side by side."""
    return ["?"] * len(cards) if isinstance(cards, Unseen) else [str(card) for card in cards]


def _play(deal: Deal) -> list[Item]:
    """The play section: a row a trick, a column a seat, the first leader's first."""
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
