"""The events of a deal, with the cards that each seat sees in an event.

Players choose the actions `Give`, `Look`, `Call`, `Discard` and `Play`. The rules determine `Return`, `Peek`, `Take`
and `Show`. The cards of an event are a `Hand` if they are seen, and `Unseen` if only their number is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from enum import IntEnum
from itertools import accumulate
from typing import ClassVar, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ninefivetwo.cards import Card, Hand, Seat, Trump, by_seat
from ninefivetwo.checks import Natural, check_fields, checked
from ninefivetwo.codec import FORMS, ActionValue, Form, form
from ninefivetwo.errors import CardError, GameError, raised_as


class Place(IntEnum):
    """The place of a card: a seat's hand, the kitty on the table, the discard, or the cards played."""

    DEALER = 0
    LEFT = 1
    RIGHT = 2
    KITTY = 3
    DISCARDED = 4
    PLAYED = 5


class Unseen(Struct, frozen=True):
    """A known number of unseen cards. Raises GameError if the number is invalid."""

    number: Natural

    def __post_init__(self) -> None:
        check_fields(self, GameError)

    def __len__(self) -> int:
        return self.number


Cards = Hand | Unseen
NONE = Hand()


def hidden(cards: Cards) -> Cards:
    """Return the number of cards as `Unseen`, or an empty `Hand` if there are no cards."""
    return Unseen(len(cards)) if len(cards) else NONE


def hidden_gifts(
    numbers: tuple[int, int, int], viewer: Seat | None = None, own: Hand = NONE
) -> tuple[Cards, Cards, Cards]:
    """Return the cards given to each seat: `own` for the viewer, and hidden cards for the other seats."""
    return by_seat(own if seat is viewer else hidden(Unseen(numbers[seat])) for seat in Seat)


def known_cards(cards: Cards) -> Hand:
    """Return cards that must be known. Raises GameError if only the number of cards is known."""
    if isinstance(cards, Unseen):
        raise GameError(f"{len(cards)} cards are not seen (expected known cards)")
    return cards


def format_cards(cards: Cards) -> str:
    """Format cards for a message, separated by spaces, with a ? for each unseen card."""
    return " ".join(map(str, cards) if isinstance(cards, Hand) else "?" * len(cards)) or "no card"


class _Checked(Struct, frozen=True):
    """Base class of events. Raises GameError if a field has the wrong type."""

    def __post_init__(self) -> None:
        check_fields(self, GameError)


class Give(_Checked, frozen=True):
    """A gift from a player who was up to players who were down. `cards` is indexed by the receiver's seat."""

    name: ClassVar = "a gift"
    seat: Seat
    cards: tuple[Cards, Cards, Cards]

    @classmethod
    @checked(GameError)
    def of(cls, seat: Seat, gifts: Mapping[Seat, Hand]) -> Give:
        """Return a gift with the cards for each receiver. Raises GameError if a seat or a hand is invalid."""
        return cls(seat, by_seat(gifts.get(receiver, NONE) for receiver in Seat))

    @classmethod
    def in_order(cls, seat: Seat, cards: Sequence[Card], numbers: Sequence[int]) -> Give:
        """Return a gift that divides `cards`, in order, into the given numbers of cards for dealer, left and right."""
        ends = list(accumulate(numbers, initial=0))
        return cls(seat, by_seat(Hand.of(cards[ends[to] : ends[to + 1]]) for to in Seat))

    def seen_by(self, viewer: Seat) -> Give:
        if viewer is self.seat:
            return self
        return replace(self, cards=by_seat(self.cards[s] if s is viewer else hidden(self.cards[s]) for s in Seat))


class _Open(_Checked, frozen=True):
    """An event that all players see."""

    seat: Seat

    def seen_by(self, viewer: Seat) -> Self:
        return self


class _Own(_Checked, frozen=True):
    """An event whose cards only its player sees."""

    seat: Seat
    cards: Cards

    def seen_by(self, viewer: Seat) -> Self:
        return self if viewer is self.seat else replace(self, cards=hidden(self.cards))


class _Passed(_Checked, frozen=True):
    """An event whose cards only `seat` and `to` see. The third player sees the number of cards."""

    seat: Seat
    to: Seat
    cards: Cards

    def seen_by(self, viewer: Seat) -> Self:
        return self if viewer in (self.seat, self.to) else replace(self, cards=hidden(self.cards))


class Return(_Passed, frozen=True):
    """A player who received a gift returns their highest cards of the suits received."""

    name: ClassVar = "a return"


class Look(_Open, frozen=True):
    """The dealer looks at the kitty before the call, or declines to look."""

    name: ClassVar = "a look at the kitty"
    looks: bool


class Peek(_Own, frozen=True):
    """The dealer sees the kitty before the call. The kitty stays on the table."""

    name: ClassVar = "the kitty"


class Call(_Open, frozen=True):
    """The dealer calls trump or no-trump."""

    name: ClassVar = "a call"
    trump: Trump


class Take(_Own, frozen=True):
    """The dealer takes the kitty into their hand."""

    name: ClassVar = "the kitty taken"


class Show(_Passed, frozen=True):
    """The dealer shows kitty cards (perhaps none), as the rules require, to a player who gave the dealer cards."""

    name: ClassVar = "a showing of the kitty"


class Discard(_Own, frozen=True):
    """The dealer discards four cards face down."""

    name: ClassVar = "a discard"


class Play(_Open, frozen=True):
    """A player plays a card to the trick."""

    name: ClassVar = "a card"
    card: Card


#: The kinds of choices that can be evaluated, by the names that commands, pages and problems use.
ACTIONS: dict[str, type[Action]] = {"call": Call, "discard": Discard, "give": Give, "play": Play}
#: A player's choice: cards to give, whether to look at the kitty, a call, a discard or a card to play.
Action = Give | Look | Call | Discard | Play
Forced = Return | Peek | Take | Show
Event = Action | Forced


def action_object(action: Action) -> ActionValue | bool:
    """Return an action as JSON: a card, a trump, a list of cards, a list for each receiver, or whether to look.

    Raises ValueError if the cards are not known.
    """
    match action:
        case Play():
            return str(action.card)
        case Call():
            return action.trump.letter
        case Discard(cards=Hand() as cards):
            return [str(card) for card in cards]
        case Give():
            gifts = zip(Seat, action.cards, strict=True)
            return {s.word: [str(card) for card in c] for s, c in gifts if isinstance(c, Hand) and c}
        case Look(looks=looks):
            return looks
    raise ValueError(action.name)


def action_of(kind: type[Action], seat: Seat, value: object) -> Action:
    """Return a seat's action from its JSON value. The value of a `Look` is true or false.

    Raises GameError if the value is not an action of this kind. The legality of the action is not checked.
    """
    with raised_as(GameError, caught=CardError):
        match value:
            case str() if kind is Play:
                return Play(seat, Card.parse(value))
            case str() if kind is Call:
                return Call(seat, Trump.parse(value))
            case list() if kind is Discard:
                return Discard(seat, _hand(value))
            case dict() if kind is Give:
                return Give.of(seat, {Seat.parse(to): _hand(cards) for to, cards in value.items()})
            case bool() if kind is Look:
                return Look(seat, value)
    raise GameError(f"not a choice: {value!r:.80} (expected {kind.name} by {seat.word})")


def _hand(cards: object) -> Hand:
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise GameError(f"not a list of cards: {cards!r:.80}")
    return Hand.of(cards)


Plain = TypeVar("Plain")

#: The kind and the player of the actions in the JSON object that is being read.
_ACTING: ContextVar[tuple[type[Action], Seat]] = ContextVar("_ACTING")
_AS_VALUE = Form(ActionValue, action_object, lambda value: action_of(*_ACTING.get(), value))
FORMS.update(dict.fromkeys((Action, Give, Look, Call, Discard, Play), _AS_VALUE))


def holds_actions(kind: type, acting: Callable[[Plain], tuple[type[Action], Seat]]) -> None:
    """Register a class of JSON objects that hold actions.

    An action in JSON has neither a kind nor a player; `acting` finds both in the object as msgspec decodes it.
    """
    shape = form(kind)

    def read(plain: Plain) -> object:
        before = _ACTING.set(acting(plain))
        try:
            return shape.read(plain)
        finally:
            _ACTING.reset(before)

    FORMS[kind] = shape._replace(read=read)
