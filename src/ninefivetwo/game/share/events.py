"""What happens in a deal as choices among what may happen then; what follows from the rules takes no room.

A deal known whole has its actions only.  In a seat's view what the others did is a choice among the cards that the seat
does not know to be elsewhere, or, where it saw how many cards only, nothing but that number.
"""

from __future__ import annotations

from ninefivetwo.cards import FULL_DECK, Hand, Seat, Suit
from ninefivetwo.errors import ShareError
from ninefivetwo.game import (
    KITTY,
    Action,
    Call,
    CallTurn,
    Cards,
    Deal,
    Discard,
    Event,
    Give,
    GiveTurn,
    Look,
    Peek,
    Play,
    Return,
    Show,
    Take,
    Unseen,
    known_cards,
)
from ninefivetwo.game.events import hidden
from ninefivetwo.game.schedule import Step
from ninefivetwo.game.share.digits import DigitReader, DigitWriter

MOST_EVENTS = 64  # of a deal: 48 cards, and what comes before them
NONE = Hand()


def write_events(writer: DigitWriter, start: Deal, deal: Deal) -> None:
    """All that happened from the start of a deal to its moment."""
    told = [event for event in deal.events if start.viewer is not None or isinstance(event, Action)]
    writer.number(len(told), MOST_EVENTS)
    for event in told:
        _write(writer, start, event)
        start = start.after(event)


def read_events(reader: DigitReader, deal: Deal) -> Deal:
    """The deal after the events of a code.  Raises ShareError, GameError."""
    for _ in range(reader.number(MOST_EVENTS)):
        step = deal.due
        if step is None:
            raise ShareError("no code: events after the end of the deal (expected a code as it was copied)")
        deal = deal.after(_read(reader, deal, step))
    return deal


def _unknown(deal: Deal) -> Hand:
    """The cards that a view's seat does not know to be where it sees them."""
    cards = FULL_DECK - deal.played
    for seen in (deal.hands[deal.viewer] if deal.viewer is not None else NONE, deal.discarded):
        cards -= seen if isinstance(seen, Hand) else NONE
    return cards


def _pool(deal: Deal, seat: Seat) -> Hand:
    """The cards that a seat may hold."""
    held = deal.hands[seat]
    return held if isinstance(held, Hand) else _unknown(deal)


def _playable(deal: Deal, seat: Seat) -> Hand:
    """The cards that a seat may play, as far as is seen."""
    return Hand.of(card for card in _pool(deal, seat) if deal.refusal(Play(seat, card)) is None)


def _sees(deal: Deal, *seats: Seat | None) -> bool:
    """Are cards seen that these seats see?"""
    return deal.viewer is None or deal.viewer in seats


def _write(writer: DigitWriter, deal: Deal, event: Event) -> None:
    match event:
        case Look(_, looks):
            writer.flag(looks)
        case Call(_, denomination):
            writer.number(_call_turn(deal).denominations.index(denomination), len(_call_turn(deal).denominations))
        case Play(seat, card):
            writer.card(card, _playable(deal, seat))
        case Discard(seat, cards) if _sees(deal, seat):
            writer.cards(known_cards(cards), deal.hand(seat))
        case Give(seat, gifts):
            _write_gifts(writer, deal, seat, gifts)
        case Return(seat, to, cards) if deal.viewer is to:
            for suit in Suit:
                writer.cards(known_cards(cards).only(suit), _unknown(deal).only(suit))
        case Peek(seat, Hand() as cards) | Take(seat, Hand() as cards) if isinstance(deal.kitty, Unseen):
            writer.cards(cards, _unknown(deal))
        case Show(seat, to, cards) if deal.viewer is not seat:
            writer.number(len(cards), KITTY + 1)
            if deal.viewer is to:
                writer.cards(known_cards(cards), _unknown(deal))


def _read(reader: DigitReader, deal: Deal, step: Step) -> Event:
    seat, kind, to = step.seat, step.kind, step.to
    if kind is Look:
        return Look(seat, reader.flag())
    if kind is Call:
        denominations = _call_turn(deal).denominations
        return Call(seat, denominations[reader.number(len(denominations))])
    if kind is Play:
        return Play(seat, reader.card(_playable(deal, seat)))
    if kind is Discard:
        seen = _sees(deal, seat)
        return Discard(seat, reader.cards(KITTY, deal.hand(seat)) if seen else Unseen(len(deal.dealt_kitty)))
    if kind is Give:
        return _read_gifts(reader, deal, seat)
    if kind is Return and to is not None and deal.viewer is not seat:
        return Return(seat, to, _read_return(reader, deal, seat, to))
    if (kind is Peek or kind is Take) and isinstance(deal.kitty, Unseen):
        return kind(seat, reader.cards(KITTY, _unknown(deal)) if _sees(deal, seat) else Unseen(KITTY))
    if kind is Show and to is not None and deal.viewer is not seat:
        number = reader.number(KITTY + 1)
        return Show(seat, to, _number_or_cards(reader, deal, number, deal.viewer is to))
    return deal.forced()


def _read_return(reader: DigitReader, deal: Deal, seat: Seat, to: Seat) -> Cards:
    given = deal.given(to, seat)
    if isinstance(given, Unseen) or deal.viewer is not to:
        return Unseen(len(given))
    back = NONE
    for suit in Suit:
        back |= reader.cards(len(given.only(suit)), _unknown(deal).only(suit))
    return back


def _write_gifts(writer: DigitWriter, deal: Deal, seat: Seat, gifts: tuple[Cards, Cards, Cards]) -> None:
    turn, pool = _give_turn(deal), _pool(deal, seat)
    for receiver in Seat:
        cards, most = gifts[receiver], turn.owed[receiver]
        if most and not turn.must:
            writer.number(len(cards), most + 1)
        if _sees(deal, seat, receiver):
            writer.cards(known_cards(cards), pool)
            pool -= known_cards(cards)


def _read_gifts(reader: DigitReader, deal: Deal, seat: Seat) -> Give:
    turn, pool = _give_turn(deal), _pool(deal, seat)
    gifts: list[Cards] = []
    for receiver in Seat:
        most = turn.owed[receiver]
        number = reader.number(most + 1) if most and not turn.must else most
        cards = _number_or_cards(reader, deal, number, _sees(deal, seat, receiver), pool)
        gifts.append(cards)
        pool -= cards if isinstance(cards, Hand) else NONE
    return Give(seat, (gifts[0], gifts[1], gifts[2]))


def _number_or_cards(reader: DigitReader, deal: Deal, number: int, seen: bool, pool: Hand | None = None) -> Cards:
    """So many cards, which are read only where the view's seat sees them."""
    return reader.cards(number, _unknown(deal) if pool is None else pool) if seen else hidden(Unseen(number))


def _call_turn(deal: Deal) -> CallTurn:
    turn = deal.due_turn
    assert isinstance(turn, CallTurn)
    return turn


def _give_turn(deal: Deal) -> GiveTurn:
    turn = deal.due_turn
    assert isinstance(turn, GiveTurn)
    return turn
