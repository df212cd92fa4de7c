"""The events of a deal, and the parts of each event that each seat sees.

`Give`, `Look`, `Call`, `Discard` and `Play` are actions, which a player chooses; `Return`, `Peek`, `Take` and `Show`
follow from the rules. The cards of an event are a `Hand` if they are seen, and `Unseen` if only their number is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from itertools import accumulate
from typing import TYPE_CHECKING, ClassVar, Self

from msgspec import Struct
from msgspec.structs import replace

from ninefivetwo.cards import Card, Hand, Seat, Trump, by_seat
from ninefivetwo.checks import Natural, check_fields, checked
from ninefivetwo.errors import CardError, GameError, raised_as

if TYPE_CHECKING:
    from ninefivetwo.codec import ActionValue


class Place(IntEnum):
    """A place where a card can be: in a seat's hand, in the kitty on the table, in the discard, or played."""

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
    """Return a set of cards with everything hidden except their number; an empty set stays empty."""
    return Unseen(len(cards)) if len(cards) else NONE


def hidden_gifts(
    numbers: tuple[int, int, int], viewer: Seat | None = None, own: Hand = NONE
) -> tuple[Cards, Cards, Cards]:
    """Return the cards given to each seat as the viewer sees them: the viewer's own cards, and numbers for the rest."""
    return by_seat(own if seat is viewer else hidden(Unseen(numbers[seat])) for seat in Seat)


def known_cards(cards: Cards) -> Hand:
    """Return the cards. Raises GameError if only their number is known."""
    if isinstance(cards, Unseen):
        raise GameError(f"{len(cards)} cards are not seen (expected known cards)")
    return cards


def format_cards(cards: Cards) -> str:
    """Format cards for a message, separated by spaces, with one ? for each unseen card."""
    return " ".join(map(str, cards) if isinstance(cards, Hand) else "?" * len(cards)) or "no card"


class _Checked(Struct, frozen=True):
    """Base class of events. Raises GameError if a field has the wrong type."""

    def __post_init__(self) -> None:
        check_fields(self, GameError)


class Give(_Checked, frozen=True):
    """A player who was up gives cards to the players who were down; `cards` is indexed by receiver."""

    name: ClassVar = "a gift"
    seat: Seat
    cards: tuple[Cards, Cards, Cards]

    @classmethod
    @checked(GameError)
    def of(cls, seat: Seat, gifts: Mapping[Seat, Hand]) -> Give:
        """Return a gift, given the cards by receiver. Raises GameError for an invalid seat or hand."""
        return cls(seat, by_seat(gifts.get(receiver, NONE) for receiver in Seat))

    @classmethod
    def in_order(cls, seat: Seat, cards: Sequence[Card], numbers: Sequence[int]) -> Give:
        """Return the gift of `cards` in which dealer, left and right get, in this order, the given numbers of cards."""
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
    """An event with cards that only its player sees."""

    seat: Seat
    cards: Cards

    def seen_by(self, viewer: Seat) -> Self:
        return self if viewer is self.seat else replace(self, cards=hidden(self.cards))


class _Passed(_Checked, frozen=True):
    """An event with cards that the two players involved see; the third player sees only their number."""

    seat: Seat
    to: Seat
    cards: Cards

    def seen_by(self, viewer: Seat) -> Self:
        return self if viewer in (self.seat, self.to) else replace(self, cards=hidden(self.cards))


class Return(_Passed, frozen=True):
    """A player who was down returns the highest cards of the suits given."""

    name: ClassVar = "a return"


class Look(_Open, frozen=True):
    """The dealer looks at the kitty before the call, or declines to look."""

    name: ClassVar = "a look at the kitty"
    looks: bool


class Peek(_Own, frozen=True):
    """The dealer sees the kitty before the call; the kitty stays on the table."""

    name: ClassVar = "the kitty"


class Call(_Open, frozen=True):
    """The dealer calls trump or no-trump."""

    name: ClassVar = "a call"
    trump: Trump


class Take(_Own, frozen=True):
    """The dealer takes the kitty into hand."""

    name: ClassVar = "the kitty taken"


class Show(_Passed, frozen=True):
    """The dealer shows the kitty cards that the rules require, possibly none, to a player who gave the dealer cards."""

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


def action_object(action: Action) -> ActionValue:
    """Return an action as a JSON value: a card, a trump, a list of cards, or cards by seat.

    Raises ValueError for a look at the kitty.
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
    raise ValueError(action.name)


def action_of(kind: type[Action], seat: Seat, value: object) -> Action:
    """Return a seat's action from its JSON value; a look at the kitty is true or false.

    Raises GameError if the value is not an action of this kind; whether the action is legal is not checked.
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
