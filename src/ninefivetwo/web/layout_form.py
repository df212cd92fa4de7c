"""Three open hands as a page's form and its address tell them, and the table on which they are played over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from ninefivetwo.cards import Card, Hand, Seat, Trump, by_seat, parse_cards
from ninefivetwo.errors import LayoutError, NineFiveTwoError, PositionError
from ninefivetwo.game import Deal, PlayTurn, known_cards
from ninefivetwo.game.share import SharedPosition, share_code
from ninefivetwo.layout import Layout, Position, Trick, tricks_of
from ninefivetwo.web.site import FieldFault, FormError, FormFields, cards_told, field_of
from ninefivetwo.web.table_state import SeatObject, TableObject, TurnObject, last_whole, playing
from ninefivetwo.words.figures import plural

Read = TypeVar("Read")
EACH = len(Seat)  # cards of a trick
PLACES = ("dealer", "left", "right", "out")
LABELS = {
    **{seat.word: f"{seat.word.capitalize()}'s hand" for seat in Seat},
    "out": "Out of play",
    "lead": "Leads",
    "trump": "Trump",
    "table": "The trick in progress",
    "line": "The cards of the record",
    "played": "The cards played over",
}


class LayoutShown(msgspec.Struct, frozen=True):
    """What the page shows of hands told.

    hands: the cards told, by place; null where the text cannot be read.  table: the open table, null before the hands
    make a position.  played, line: the cards played over, and those of the record.  code: to share it, with all of
    the record; after: then so many of its cards are played.
    """

    hands: dict[str, list[str] | None]
    fault: FieldFault | None = None
    table: TableObject | None = None
    played: list[str] = []
    line: list[str] = []
    code: str | None = None
    after: int | None = None


@dataclass(frozen=True)
class OpenPlay:
    """Open hands played over: where it began, trump, the cards since then, and those of the record, if it is of one.

    position: now; None when all cards are played.  tricks: since it began; the last may be in progress.
    """

    start: Position
    trump: Trump
    played: tuple[Card, ...]
    line: tuple[Card, ...]
    position: Position | None
    tricks: list[Trick]

    @property
    def due_position(self) -> Position:
        """The position now.  Raises PositionError where all cards are played."""
        if self.position is None:
            raise PositionError("all cards are played (expected one to play)")
        return self.position

    @property
    def won(self) -> tuple[int, int, int]:
        """The tricks of each seat since it began."""
        winners = [trick.winner for trick in self.tricks]
        return winners.count(Seat.DEALER), winners.count(Seat.LEFT), winners.count(Seat.RIGHT)


def spread(told: FormFields) -> FormFields:
    """The fields, with a whole layout (``D:hand hand hand``) that stands in the dealer's put into all.

    Raises FormError.
    """
    text = told.get("layout") or told.get("dealer", "")
    if ":" not in text:
        return told
    try:
        layout = Layout.parse(text)
    except LayoutError as error:
        raise FormError("dealer", "The layout", error) from error
    hands = {seat.word: str(layout[seat]) for seat in Seat} | {"out": str(layout.out or "")}
    return {name: value for name, value in told.items() if name != "layout"} | hands


def open_play_of(told: FormFields) -> OpenPlay:
    """What the fields tell.  Raises FormError for a field that cannot be read, else what makes no position."""
    told = spread(told)

    def field(name: str, read: Callable[[str], Read], usual: Read) -> Read:
        return field_of(told, name, read, usual, LABELS)

    hands = {place: field(place, Hand.parse, Hand()) for place in PLACES}
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
        raise FormError("played", LABELS["played"], error) from error
    return OpenPlay(start, trump, played, line, position, tricks_of(lead, (*table, *played), trump))


def _check_complete(layout: Layout, lead: Seat, on_table: int) -> None:
    """Raises PositionError, which says which hands are short of cards, unless all have as many as the longest."""
    dealt = {seat: len(layout[seat]) + ((seat - lead) % EACH < on_table) for seat in Seat}
    longest = max(dealt.values())
    short = [f"{seat.word} {plural(longest - number, 'card')}" for seat, number in dealt.items() if number < longest]
    if short:
        most = " and ".join(seat.word for seat, number in dealt.items() if number == longest)
        raise PositionError(f"Still missing: {', '.join(short)}. Every hand needs as many as {most}, {longest} in all.")


def layout_shown(told: FormFields) -> LayoutShown:
    """What the page shows of what is told so far, whatever is wrong with it."""
    hands = {place: cards_told(told, place) for place in PLACES}
    try:
        hands = {place: cards_told(spread(told), place) for place in PLACES}
        found = open_play_of(told)
    except FormError as error:
        return LayoutShown(hands, FieldFault(error.field, str(error)))
    except NineFiveTwoError as error:
        return LayoutShown(hands, FieldFault("", str(error)))
    played, line = [str(card) for card in found.played], [str(card) for card in found.line]
    along = bool(line) and line[: len(played)] == played
    code = share_code(SharedPosition(found.start, found.trump, found.line if along else found.played))
    return LayoutShown(hands, None, open_table(found), played, line, code, len(played) if along else None)


def told_of_deal(deal: Deal, after: int | None) -> dict[str, str]:
    """The fields that a deal with all its hands fills in, after so many of its cards; None: after all of them.

    Before the play the hands are those that were dealt.  Raises GameError where not all hands are known.
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
    """The fields that a position fills in."""
    told = {"what": "all"} | {seat.word: str(start.layout[seat]) for seat in Seat}
    told |= {"out": str(start.layout.out)} if start.layout.out else {}
    told |= {"lead": start.lead.word, "trump": "S" if trump is None else trump.letter}
    rows = {"table": start.table, "played": played, "line": line}
    return told | {name: " ".join(map(str, cards)) for name, cards in rows.items() if cards}


def open_table(play: OpenPlay) -> TableObject:
    """The table with all three hands open; nobody sits at it."""
    position, won, last = play.position, play.won, last_whole(play.tricks)
    lead = play.start.lead if last is None or last.winner is None else last.winner
    hands = [Hand() if position is None else position.layout[seat] for seat in Seat]
    out = play.start.layout.out
    return TableObject(
        at=len(play.played),
        seats=[SeatObject(s.word.capitalize(), None, won[s], len(hands[s]), str(hands[s]), None) for s in Seat],
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
    mover, name = position.mover, position.mover.word.capitalize()
    turn = PlayTurn(mover, position.layout[mover], position.table[0].suit if position.table else None)
    words = f"{name} to play: {playing(turn)}" if position.table else f"{name} to lead"
    left = f"{plural(position.tricks, 'trick')} left"
    return TurnObject(mover.word, "play", f"{words} · {left}", [str(card) for card in turn.legal()])
