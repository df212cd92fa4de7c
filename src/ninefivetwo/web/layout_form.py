"""Three open hands, read from a form's fields or an address, and the table for their play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import msgspec

from ninefivetwo.cards import Card, Hand, Seat, Trump, by_seat, parse_cards
from ninefivetwo.errors import LayoutError, NineFiveTwoError, PositionError
from ninefivetwo.game import Deal, PlayTurn, known_cards
from ninefivetwo.game.share import SharedPosition, share_code
from ninefivetwo.layout import Layout, Position, Trick, tricks_of
from ninefivetwo.web.site import FieldFault, FormError, FormFields, Read, cards_told, field_of
from ninefivetwo.web.table_state import SeatObject, TableObject, TurnObject, last_whole, turn_words
from ninefivetwo.words.figures import count, in_digits, plural
from ninefivetwo.words.template import CardWords, say

HAND_KEYS = ("dealer", "left", "right", "out")
HAND_NAMES = "Dealer", "Left", "Right"
HAND_LABELS = {
    **{seat.word: f"{seat.word} hand" for seat in Seat},
    "out": "cards out of play",
    "lead": "lead",
    "trump": "trump",
    "table": "cards on the table",
    "line": "cards of the record",
    "played": "cards played",
}


class LayoutShown(msgspec.Struct, frozen=True):
    """The page's view of the hands that the user has entered.

    hands: the cards in each place, null if the text is invalid. table: the open table, null until the hands form a
    position. code: the share code. after: the number of cards played if the play follows the record, otherwise null.
    """

    hands: dict[str, list[Card] | None]
    fault: FieldFault | None = None
    table: TableObject | None = None
    code: str | None = None
    after: int | None = None


@dataclass(frozen=True)
class OpenPlay:
    """Open hands, and the cards played from the hands.

    start: the first position. played: the cards played from the first position. line: the cards played in the record,
    empty without a record. position: the current position, None when all cards are played. tricks: all tricks since the
    first position, the last perhaps incomplete.
    """

    start: Position
    trump: Trump
    played: tuple[Card, ...]
    line: tuple[Card, ...]
    position: Position | None
    tricks: list[Trick]

    @property
    def due_position(self) -> Position:
        """The current position. Raises PositionError if all cards are played."""
        if self.position is None:
            raise PositionError("all cards are played")
        return self.position

    @property
    def won(self) -> tuple[int, int, int]:
        """The number of tricks that each seat has won since the first position."""
        winners = [trick.winner for trick in self.tricks]
        return winners.count(Seat.DEALER), winners.count(Seat.LEFT), winners.count(Seat.RIGHT)


def spread(told: FormFields) -> FormFields:
    """Return the fields, with a complete layout (``D:hand hand hand``) in the dealer's field split into its hands.

    Raises FormError for an invalid layout.
    """
    text = told.get("layout") or told.get("dealer", "")
    if ":" not in text:
        return told
    try:
        layout = Layout.parse(text)
    except LayoutError as error:
        raise FormError("dealer", "layout", error) from error
    hands = {seat.word: str(layout[seat]) for seat in Seat} | {"out": str(layout.out or "")}
    return {name: value for name, value in told.items() if name != "layout"} | hands


def open_play_of(told: FormFields) -> OpenPlay:
    """Return the hands and the play in the fields. Raises FormError or PositionError if the fields are invalid."""
    told = spread(told)

    def field(name: str, read: Callable[[str], Read], usual: Read) -> Read:
        return field_of(told, name, read, usual, HAND_LABELS)

    hands = {place: field(place, Hand.parse, Hand()) for place in HAND_KEYS}
    if not any(hands[seat.word] for seat in Seat):
        raise PositionError("Mark the cards of all three hands.")
    layout = Layout(hands["dealer"], hands["left"], hands["right"], hands["out"] or None)
    lead, table = field("lead", Seat.parse, Seat.LEFT), field("table", parse_cards, tuple[Card, ...]())
    _check_complete(layout, lead, len(table))
    start = Position(layout, lead, table)
    trump = field("trump", Trump.parse, Trump.SPADES)
    played, line = (field(name, parse_cards, tuple[Card, ...]()) for name in ("played", "line"))
    position: Position | None = start
    try:
        for card in played:
            if position is None:
                raise PositionError(f"{card} after the last trick (expected no more cards)")
            position = position.after(card, trump)
    except PositionError as error:
        raise FormError("played", HAND_LABELS["played"], error) from error
    return OpenPlay(start, trump, played, line, position, tricks_of(lead, (*table, *played), trump))


def _check_complete(layout: Layout, lead: Seat, on_table: int) -> None:
    """Raise PositionError, naming the hands that lack cards, unless all three hands began with equally many cards."""
    dealt = {seat: len(layout[seat]) + ((seat - lead) % len(Seat) < on_table) for seat in Seat}
    longest = max(dealt.values())
    short = [f"{seat.word} {plural(longest - number, 'card')}" for seat, number in dealt.items() if number < longest]
    if short:
        raise PositionError(
            say(
                "Still missing: {cards}. Every hand needs {number} cards.",
                cards=CardWords(", ".join(short)),
                number=in_digits(longest),
            )
        )


def layout_shown(told: FormFields) -> LayoutShown:
    """Return the page's view of the fields, even if some fields are invalid."""
    hands = {place: cards_told(told, place) for place in HAND_KEYS}
    try:
        hands = {place: cards_told(spread(told), place) for place in HAND_KEYS}
        found = open_play_of(told)
    except FormError as error:
        return LayoutShown(hands, FieldFault(error.field, str(error)))
    except NineFiveTwoError as error:
        return LayoutShown(hands, FieldFault("", str(error)))
    number = len(found.played)
    along = bool(found.line) and found.line[:number] == found.played
    code = share_code(SharedPosition(found.start, found.trump, found.line if along else found.played))
    return LayoutShown(hands, None, open_table(found), code, number if along else None)


def told_of_deal(deal: Deal, after: int | None) -> dict[str, str]:
    """Return the fields for a deal after `after` cards of the play, or after all cards for None.

    Before the first lead, the fields contain the hands as dealt. Raises GameError if not all hands are known.
    """
    line = [play.card for play in deal.plays]
    while deal.past is not None and deal.plays:
        deal = deal.undo()
    if deal.position is None:
        start = Position(Layout(*by_seat(map(known_cards, deal.dealt)), known_cards(deal.dealt_kitty)), deal.lead)
        return told_of(start, deal.trump)
    return told_of(deal.position, deal.trump, line[:after], line)


def told_of(
    start: Position, trump: Trump | None, played: Sequence[Card] = (), line: Sequence[Card] = ()
) -> dict[str, str]:
    """Return the form's fields for a position."""
    told = {"what": "all"} | {seat.word: str(start.layout[seat]) for seat in Seat}
    told |= {"out": str(start.layout.out)} if start.layout.out else {}
    told |= {"lead": start.lead.word, "trump": "S" if trump is None else trump.letter}
    rows = {"table": start.table, "played": played, "line": line}
    return told | {name: " ".join(map(str, cards)) for name, cards in rows.items() if cards}


def open_table(play: OpenPlay) -> TableObject:
    """Return the table with all three hands open and no viewer."""
    position, won, last = play.position, play.won, last_whole(play.tricks)
    lead = play.start.lead if last is None or last.winner is None else last.winner
    hands = [Hand() if position is None else position.layout[seat] for seat in Seat]
    out = play.start.layout.out
    return TableObject(
        at=len(play.played),
        seats=[SeatObject(HAND_NAMES[s], None, won[s], len(hands[s]), str(hands[s]), None) for s in Seat],
        me=None,
        trump=play.trump.letter,
        lead=lead.word,
        trick=[] if position is None else [str(card) for card in position.table],
        last=last,
        kitty=None,
        discarded=None if out is None else [str(card) for card in out],
        tags={},
        moved=[],
        turn=None if position is None else _turn(position),
        over=position is None,
    )


def _turn(position: Position) -> TurnObject:
    mover = position.mover
    turn = PlayTurn(mover, position.layout[mover], position.table[0].suit if position.table else None)
    words = f"{turn_words(turn, HAND_NAMES)} · {say('{tricks} left', tricks=count(position.tricks))}"
    return TurnObject(mover.word, "play", words, [str(card) for card in turn.legal()])
