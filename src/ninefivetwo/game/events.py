"""What happens in a deal, event by event, and what each seat sees of it.

`Give`, `Look`, `Call`, `Discard` and `Play` are a player's choices, his actions; `Return`, `Peek`, `Take` and `Show`
follow from the rules.  An event carries cards as a `Hand` where they are seen, and as `Unseen` where only their
number is.
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
    """Where a card is: in a hand (by seat), in the kitty on the table, discarded, or played."""

    DEALER = 0
    LEFT = 1
    RIGHT = 2
    KITTY = 3
    DISCARDED = 4
    PLAYED = 5


class Unseen(Struct, frozen=True):
    """So many cards, not seen.  Raises GameError for what is no number of cards."""

    number: Natural

    def __post_init__(self) -> None:
        check_fields(self, GameError)

    def __len__(self) -> int:
        return self.number


Cards = Hand | Unseen
NONE = Hand()


def hidden(cards: Cards) -> Cards:
    """The cards for one who sees only how many they are; no cards are no secret."""
    return Unseen(len(cards)) if len(cards) else NONE


def hidden_gifts(
    numbers: tuple[int, int, int], viewer: Seat | None = None, own: Hand = NONE
) -> tuple[Cards, Cards, Cards]:
    """Gifts as a receiver sees them: his own cards, and how many go to another."""
    return by_seat(own if seat is viewer else hidden(Unseen(numbers[seat])) for seat in Seat)


def known_cards(cards: Cards) -> Hand:
    """The cards.  Raises GameError where only their number is seen."""
    if isinstance(cards, Unseen):
        raise GameError(f"{len(cards)} cards that are not seen (expected cards)")
    return cards


def format_cards(cards: Cards) -> str:
    """Cards in a row, as messages name them; so many ? where they are not seen."""
    return " ".join(map(str, cards) if isinstance(cards, Hand) else "?" * len(cards)) or "no card"


class _Checked(Struct, frozen=True):
    """An event, whose parts are checked where they are given.  Raises GameError."""

    def __post_init__(self) -> None:
        check_fields(self, GameError)


class Give(_Checked, frozen=True):
    """A player who was up hands cards to those who were down, all at once; `cards` is indexed by receiver."""

    name: ClassVar = "a gift"
    seat: Seat
    cards: tuple[Cards, Cards, Cards]

    @classmethod
    @checked(GameError)
    def of(cls, seat: Seat, gifts: Mapping[Seat, Hand]) -> Give:
        """The action of giving these cards to these seats.  Raises GameError for what is no seat or no hand."""
        return cls(seat, by_seat(gifts.get(receiver, NONE) for receiver in Seat))

    @classmethod
    def in_order(cls, seat: Seat, cards: Sequence[Card], numbers: Sequence[int]) -> Give:
        """The action of giving the first cards to the dealer, the next to left, then right: so many to each."""
        ends = list(accumulate(numbers, initial=0))
        return cls(seat, by_seat(Hand.of(cards[ends[to] : ends[to + 1]]) for to in Seat))

    def seen_by(self, viewer: Seat) -> Give:
        if viewer is self.seat:
            return self
        return replace(self, cards=by_seat(self.cards[s] if s is viewer else hidden(self.cards[s]) for s in Seat))


class _Open(_Checked, frozen=True):
    """An event that all see."""

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
    """An event whose cards two see; the third player sees how many."""

    seat: Seat
    to: Seat
    cards: Cards

    def seen_by(self, viewer: Seat) -> Self:
        return self if viewer in (self.seat, self.to) else replace(self, cards=hidden(self.cards))


class Return(_Passed, frozen=True):
    """A player who was down hands back the highest cards of the suits given."""

    name: ClassVar = "a return"


class Look(_Open, frozen=True):
    """The dealer, who has the right to, looks at the kitty before the call, or does not."""

    name: ClassVar = "a look at the kitty"
    looks: bool


class Peek(_Own, frozen=True):
    """The kitty as the dealer sees it who looks at it early; it stays where it is."""

    name: ClassVar = "the kitty"


class Call(_Open, frozen=True):
    """The dealer names the denomination."""

    name: ClassVar = "a call"
    trump: Trump


class Take(_Own, frozen=True):
    """The dealer takes the kitty into his hand."""

    name: ClassVar = "the kitty taken"


class Show(_Passed, frozen=True):
    """The dealer shows one who gave to him what he must of the kitty, perhaps nothing."""

    name: ClassVar = "a showing of the kitty"


class Discard(_Own, frozen=True):
    """The dealer discards four cards, face down."""

    name: ClassVar = "a discard"


class Play(_Open, frozen=True):
    """A card is played to the trick."""

    name: ClassVar = "a card"
    card: Card


#: The choices that have a value, by the word that commands, pages and problems ask for them by.
ACTIONS: dict[str, type[Action]] = {"call": Call, "discard": Discard, "give": Give, "play": Play}
#: What a player chooses: cards to give, a look at the kitty or none, a call, a discard, a card to play.
Action = Give | Look | Call | Discard | Play
Forced = Return | Peek | Take | Show
Event = Action | Forced


# A choice in JSON.


def action_object(action: Action) -> ActionValue:
    """A choice in JSON: a card, a denomination, cards, or cards by seat.  Raises ValueError for a look at the kitty."""
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
    """The action of a seat that a value in JSON stands for; a look at the kitty is true or false.

    Raises GameError for a value that is no action of this kind; whether it is legal is not checked.
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
