"""The text format of `.n52` files: its items, and the parts of a record with their line numbers.

The syntax is that of PBN 2.1. A file contains tags (``[Name "value"]``), comments (``{comment}``, or ``; comment`` to
the end of the line) and lines for other programs (``% line``). Cards follow a Play tag. A card may have a mark (``!?``)
or a numbered note (``$4``). Empty lines separate deals. Writing normalizes spaces between items.

This module checks only the syntax of each part. `replay` checks whether the parts form a legal deal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Trump
from ninefivetwo.errors import CardError, NineFiveTwoError, RecordError, quoted
from ninefivetwo.game import KITTY, Cards, PreviousResults, Unseen, YesNo
from ninefivetwo.game.events import YES_NO
from ninefivetwo.game.match import Three
from ninefivetwo.game.rules import RuleSet, parse_rules
from ninefivetwo.layout import Layout

RECORD_VERSION = 1
HEADER = f"% ninefivetwo {RECORD_VERSION}.0"
NO_DEAL = 'no deal (expected tags such as [Rules "wikipedia"] and [Deal "..."])'
TAG_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
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
        if not re.fullmatch(TAG_NAME, self.name) or _CONTROL.search(self.value) or "\n" in self.value:
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
    \[ \s* (?P<name>{TAG_NAME}) \s+ "(?P<value>(?:[^"\\\n]|\\["\\])*)" \s* \]
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
    return any(int(said[1]) > RECORD_VERSION for said in re.finditer(_VERSION, text, re.MULTILINE))


def _check_version(line: str, number: int) -> None:
    said = re.match(_VERSION, line)
    if said and int(said[1]) > RECORD_VERSION:
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


Value = TypeVar("Value", covariant=True)


class At(Struct, Generic[Value], frozen=True):
    """A parsed value with its line number and its tag."""

    value: Value
    line: int
    tag: str

    def fault(self, message: str) -> RecordError:
        """Return a RecordError that gives the tag and the line of this value."""
        return RecordError(f"[{self.tag}]: {message}", self.line)


class ExchangePart(Struct, frozen=True):
    """The cards exchanged between two players. `given` may be empty. `back` is None if the return is missing."""

    giver: Seat
    receiver: Seat
    given: Cards
    back: Cards | None


class DealtCards(Struct, frozen=True):
    """The hands and the kitty as dealt. Unknown hands and an unknown kitty are None."""

    hands: tuple[Hand | None, Hand | None, Hand | None]
    kitty: Hand | None


class ParsedRecord(Struct):
    """The parts of a record that concern the game. Missing parts are None or empty."""

    line: int
    rules: At[RuleSet] | None = None
    names: dict[Seat, str] = msgspec.field(default_factory=dict)
    board: At[int] | None = None
    score: At[Three] | None = None
    previous_results: At[PreviousResults] | None = None
    viewer: At[Seat] | None = None
    deal: At[DealtCards] | None = None
    exchange: At[list[ExchangePart]] | None = None
    answers: dict[type[YesNo], At[bool]] = msgspec.field(default_factory=dict)
    trump: At[Trump] | None = None
    shown: At[list[tuple[Seat, Cards]]] | None = None
    discard: At[Cards] | None = None
    play: At[Seat] | None = None
    cells: list[At[Card | None]] = msgspec.field(default_factory=list)
    result: At[Three] | None = None
    unknown: list[str] = msgspec.field(default_factory=list)  # names of tags from other programs


def read(items: Items) -> ParsedRecord:
    """Parse the items of one deal. Raises RecordError, with the line number, if an item is invalid."""
    parsed = ParsedRecord(items[0].line)
    seen: set[str] = set()
    for before, item in zip((None, *items), items, strict=False):
        name = item.name.capitalize() if isinstance(item, Tag) else ""
        if isinstance(item, Tag) and (reader := _READERS.get(name)):
            if name in seen:
                why = "expected each once in a deal, and an empty line between deals"
                raise RecordError(f"tag twice: {item.name} ({why})", item.line)
            seen.add(name)
            try:
                value = reader(item.value)
            except NineFiveTwoError as error:
                raise RecordError(f"[{item.name}]: {error}", item.line) from error
            if name in _SEATS:
                parsed.names[_SEATS[name]] = item.value
            elif name in _YES_NO:
                parsed.answers[_YES_NO[name]] = At(bool(value), item.line, name)
            else:
                setattr(parsed, _FIELDS.get(name, name.lower()), At(value, item.line, name))
        elif isinstance(item, Tag):
            parsed.unknown.append(item.name)
        elif isinstance(item, Cell):
            _check_row(parsed, item, before)
            parsed.cells.append(At(item.card, item.line, "Play"))
    return parsed


def _check_row(parsed: ParsedRecord, cell: Cell, before: Item | None) -> None:
    """Raise RecordError unless a row has a card for each seat. A comment to the end of a line may split a row."""
    if parsed.play is None:
        why = "expected [Play ...] before; an empty line ends a deal"
        raise RecordError(f"a card before the play: {cell} ({why})", cell.line)
    in_row = len(parsed.cells) % len(Seat)
    broken = isinstance(before, Escape) or (isinstance(before, Comment) and before.to_line_end)
    if parsed.cells and cell.fresh and in_row and not broken:
        why = f"a row of {in_row} cards (expected {len(Seat)}, with - for one not played)"
        raise RecordError(why, parsed.cells[-1].line)
    if parsed.cells and not cell.fresh and not in_row:
        raise RecordError(f"a row of more than {len(Seat)} cards: {cell} (expected a line for each trick)", cell.line)


def _board(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,5}", text.strip(), re.ASCII):
        raise RecordError(f"invalid deal number: {quoted(text)} (expected 1, 2, 3 ...)")
    return int(text)


def seat_items(text: str) -> Three:
    """Parse one number for each seat, in any order of the seats, such as ``D:4 L:-3 R:-1``."""
    result: dict[Seat, int] = {}
    for word in text.split():
        match = re.fullmatch(r"([DLR]):([+-]?[0-9]{1,5})", word, re.ASCII | re.IGNORECASE)
        if match is None or Seat.parse(match[1]) in result:
            raise RecordError(f"not three numbers by seat: {quoted(text)} (expected such as D:4 L:-3 R:-1)")
        result[Seat.parse(match[1])] = int(match[2])
    if len(result) != len(Seat):
        raise RecordError(f"not three numbers by seat: {quoted(text)} (expected such as D:4 L:-3 R:-1)")
    return result[Seat.DEALER], result[Seat.LEFT], result[Seat.RIGHT]


def _score(text: str) -> Three:
    score = seat_items(text)
    if sum(score):
        raise RecordError(f"a score that does not sum to 0: {quoted(text)} (expected such as D:4 L:-3 R:-1)")
    return score


def _deal(text: str) -> DealtCards:
    """Parse a deal, in which ``?`` stands for an unknown hand or kitty. Three known hands determine the kitty."""
    if ":" not in "".join(text.split()[:1]):
        raise RecordError(f"missing seat at the start: {quoted(text)} (expected D:hand hand hand, then perhaps K:hand)")
    if "?" not in text:
        layout = Layout.parse(text)
        rest = FULL_DECK - layout.dealer - layout.left - layout.right
        return DealtCards((layout.dealer, layout.left, layout.right), rest if layout.out is None else layout.out)
    seat, _, rest_text = text.partition(":")
    hands_text, _, kitty_text = re.sub(r"\s[Kk]\s?:", " K:", rest_text).partition(" K:")
    words = hands_text.split()
    if len(words) != len(Seat):
        raise RecordError(f"{len(words)} hands in {quoted(text)} (expected three, ? for one not known)")
    first = Seat.parse(seat)
    hands = {first.after(i): None if word == "?" else Hand.parse(word) for i, word in enumerate(words)}
    kitty = None if kitty_text.strip() in ("", "?") else Hand.parse(kitty_text)
    dealer, left, right = (hands[seat] for seat in Seat)
    if kitty is None and dealer and left and right:
        kitty = FULL_DECK - dealer - left - right
    Layout(dealer or Hand(), left or Hand(), right or Hand(), kitty)  # raises if a card occurs twice
    return DealtCards((dealer, left, right), kitty)


def _exchange(text: str) -> list[ExchangePart]:
    parts: list[ExchangePart] = []
    for part_text in filter(None, map(str.strip, text.split(";"))):
        pair, words = _pair(part_text)
        if pair in [(part.giver, part.receiver) for part in parts]:
            raise RecordError(f"pair twice: {quoted(part_text)} (expected each giver and receiver once)")
        if words == ["-"]:
            parts.append(ExchangePart(*pair, Hand(), Hand()))
            continue
        if len({"/" in word for word in words}) != 1:
            raise RecordError(f"invalid gifts: {quoted(part_text)} (expected L>D C3/CQ H2/HK, all or none with /)")
        halves = [word.partition("/") for word in words]
        given, back = _cards([half[0] for half in halves]), None
        if "/" in words[0]:
            back = _cards([half[2] for half in halves])
            _check_suits(words, given, back)
        parts.append(ExchangePart(*pair, given, back))
    return parts


def _check_suits(words: list[str], given: Cards, back: Cards) -> None:
    """Raise RecordError if a gift and its return differ in suit, or if only the gift or only the return is known."""
    if isinstance(given, Hand) != isinstance(back, Hand):
        raise RecordError(f"gift or return unknown: {quoted(' '.join(words))} (expected both, or ? for both)")
    for word in words:
        if word != "?/?" and Card.parse(word.partition("/")[0]).suit is not Card.parse(word.partition("/")[2]).suit:
            raise RecordError(f"a return paired with a gift of another suit: {quoted(word)}")


def _shown(text: str) -> list[tuple[Seat, Cards]]:
    """Parse the kitty cards shown to each seat, as in ``D>L CA CT; D>R ?``."""
    result: list[tuple[Seat, Cards]] = []
    for part in filter(None, map(str.strip, text.split(";"))):
        (shower, to), words = _pair(part)
        if shower is not Seat.DEALER or to in [seat for seat, _ in result]:
            raise RecordError(f"invalid showing: {quoted(part)} (expected the dealer's to each seat once, D>L CA CT)")
        result.append((to, Hand() if words == ["-"] else _cards(words)))
    return result


def _pair(text: str) -> tuple[tuple[Seat, Seat], list[str]]:
    """Parse a pair of seats such as ``L>D`` at the start of a text. Return the pair and the remaining words."""
    head, *words = text.split()
    one, sign, other = head.partition(">")
    if not sign or not words:
        raise RecordError(f"not seats and cards: {quoted(text)} (expected such as L>D, then cards)")
    pair = Seat.parse(one), Seat.parse(other)
    if pair[0] is pair[1]:
        raise RecordError(f"one seat only: {quoted(text)} (expected two)")
    return pair, words


def _cards(words: Sequence[str]) -> Cards:
    """Parse known cards, or unknown cards that are each written as ``?``."""
    if "?" in words:
        if set(words) != {"?"}:
            raise RecordError(f"cards mixed with ?: {quoted(' '.join(words))} (expected all of them, or a single ?)")
        return Unseen(len(words))
    result = [Card.parse(word) for word in words]
    for i, card in enumerate(result):
        if card in result[:i]:
            raise RecordError(f"card twice: {card} in {quoted(' '.join(words))}")
    return Hand.of(result)


def _discard(text: str) -> Cards:
    """Parse the discard. A single ``?`` stands for all four cards."""
    cards = _cards(text.replace(",", " ").split())
    return Unseen(KITTY) if isinstance(cards, Unseen) else cards


def _yes_or_no(text: str) -> bool:
    if text.strip().lower() not in ("yes", "no"):
        raise RecordError(f"neither yes nor no: {quoted(text)} (expected yes or no)")
    return text.strip().lower() == "yes"


_SEATS = {"Dealer": Seat.DEALER, "Left": Seat.LEFT, "Right": Seat.RIGHT}
_YES_NO = {kind.tag: kind for kind in YES_NO}
_READERS: dict[str, Callable[[str], object]] = {
    **dict.fromkeys(_SEATS, str),
    **dict.fromkeys(_YES_NO, _yes_or_no),
    "Rules": parse_rules,
    "Board": _board,
    "Score": _score,
    "Carry": seat_items,
    "Viewer": Seat.parse,
    "Deal": _deal,
    "Exchange": _exchange,
    "Trump": Trump.parse,
    "Shown": _shown,
    "Discard": _discard,
    "Play": Seat.parse,
    "Result": seat_items,
}
#: The tags whose field in `ParsedRecord` has a different name.
_FIELDS = {"Carry": "previous_results"}
#: The tags that concern the game; all other tags are kept unchanged.
KNOWN_TAGS = frozenset(_READERS)
