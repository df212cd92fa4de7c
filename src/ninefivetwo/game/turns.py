"""A player's turn, with methods that list, count and draw legal actions and explain why an action is illegal.

If the player's hand is unseen, a turn rejects only actions that are certainly illegal, and cannot list legal actions.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import comb, prod
from random import Random
from typing import Any

from ninefivetwo.cards import Hand, Seat, Suit, Trump, shuffled
from ninefivetwo.errors import GameError
from ninefivetwo.game.events import NONE, Action, Call, Cards, Discard, Event, Give, Look, Play, Unseen, format_cards


@dataclass(frozen=True)
class Turn(ABC):
    """A seat's turn to choose an action, with the cards that the seat holds."""

    seat: Seat
    hand: Cards

    @property
    @abstractmethod
    def kind(self) -> type[Action]:
        """The type of action that is due."""

    @abstractmethod
    def actions(self) -> Iterator[Action]:
        """Yield every legal action. Raises GameError if the hand is unseen."""

    def count(self) -> int:
        """Return the number of legal actions. Raises GameError if the hand is unseen."""
        return sum(1 for _ in self.actions())

    def draw(self, random: Random) -> Action:
        """Return a random legal action. Raises GameError if the hand is unseen.

        All actions are equally likely, except that the number of cards in an optional gift is drawn first.
        """
        actions = list(self.actions())
        return actions[int(random.random() * len(actions))]

    def refusal(self, action: Event) -> str | None:
        """Return the rule that an action breaks, or None if the action may be legal."""
        if type(action) is not self.kind:
            return f"{action.name} is not due (expected {self.kind.name} by {self.seat.word})"
        return self._broken(action)

    def _broken(self, action: Any) -> str | None:
        return None

    @property
    def held(self) -> Hand:
        if isinstance(self.hand, Unseen):
            raise GameError(f"the hand of {self.seat.word} is not seen, so its legal actions are unknown")
        return self.hand

    def _not_held(self, cards: Cards) -> str | None:
        if isinstance(self.hand, Unseen):
            return None
        if isinstance(cards, Unseen):
            return f"{self.seat.word}'s cards are seen (expected cards, not ?)"
        missing = cards - self.hand
        return f"{self.seat.word}: {format_cards(missing)} not in the hand" if missing else None


@dataclass(frozen=True)
class GiveTurn(Turn):
    """A turn to give each seat `owed[seat]` cards, or at most that number of cards if `must` is False."""

    owed: tuple[int, int, int]
    must: bool
    kind = Give

    @cached_property
    def _numbers(self) -> list[tuple[int, ...]]:
        """All allowed combinations of the numbers of cards for the three seats."""
        return list(product(*(range(n if self.must else 0, n + 1) for n in self.owed)))

    def actions(self) -> Iterator[Give]:
        for numbers in self._numbers:
            yield from self._gives(numbers, self.held, {})

    def _gives(self, numbers: tuple[int, ...], rest: Hand, gifts: dict[Seat, Hand]) -> Iterator[Give]:
        if len(gifts) == len(Seat):
            yield Give.of(self.seat, gifts)
            return
        receiver = Seat(len(gifts))
        for cards in combinations(rest, numbers[receiver]):
            gift = Hand.of(cards)
            yield from self._gives(numbers, rest - gift, gifts | {receiver: gift})

    def count(self) -> int:
        held = len(self.held)
        return sum(prod(comb(held - sum(ns[:i]), n) for i, n in enumerate(ns)) for ns in self._numbers)

    def draw(self, random: Random) -> Give:
        numbers = self._numbers[int(random.random() * len(self._numbers))]
        return Give.in_order(self.seat, shuffled(self.held, random), numbers)

    def _broken(self, action: Give) -> str | None:
        given = NONE
        for receiver in Seat:
            cards, most = action.cards[receiver], self.owed[receiver]
            if len(cards) > most or (self.must and len(cards) < most):
                expected = f"{most}" if self.must or not most else f"at most {most}"
                return (
                    f"{self.seat.word}: {len(cards)} card{'' if len(cards) == 1 else 's'} given to {receiver.word}"
                    f" (expected {expected}: one for each trick over the contract, to a player who was down)"
                )
            if fault := self._not_held(cards):
                return fault
            if isinstance(cards, Hand):
                if twice := cards & given:
                    return f"{self.seat.word}: {format_cards(twice)} given twice"
                given |= cards
        return None


@dataclass(frozen=True)
class LookTurn(Turn):
    """The dealer's turn to look at the kitty before the call, or to decline."""

    kind = Look

    def actions(self) -> Iterator[Look]:
        yield from (Look(self.seat, looks) for looks in (True, False))


@dataclass(frozen=True)
class CallTurn(Turn):
    """The dealer's turn to call one of `trumps`, which can include no-trump."""

    trumps: tuple[Trump, ...]
    kind = Call

    def actions(self) -> Iterator[Call]:
        yield from (Call(self.seat, d) for d in self.trumps)

    def _broken(self, action: Call) -> str | None:
        if action.trump in self.trumps:
            return None
        names = " ".join(d.letter for d in self.trumps)
        return f"{action.trump.letter} may not be called under these rules (expected one of {names})"


@dataclass(frozen=True)
class DiscardTurn(Turn):
    """The dealer's turn to discard any `number` cards."""

    number: int
    kind = Discard

    def actions(self) -> Iterator[Discard]:
        yield from (Discard(self.seat, Hand.of(cards)) for cards in combinations(self.held, self.number))

    def count(self) -> int:
        return comb(len(self.held), self.number)

    def draw(self, random: Random) -> Discard:
        return Discard(self.seat, Hand.of(shuffled(self.held, random)[: self.number]))

    def _broken(self, action: Discard) -> str | None:
        if len(action.cards) != self.number:
            cards = f"{len(action.cards)} card{'' if len(action.cards) == 1 else 's'}"
            return f"{self.seat.word}: {cards} discarded (expected {self.number})"
        return self._not_held(action.cards)


@dataclass(frozen=True)
class PlayTurn(Turn):
    """A turn to play a card, which must follow the suit `led` if possible."""

    led: Suit | None
    kind = Play

    def legal(self) -> Hand:
        """Return the cards that may be played."""
        return (self.held.only(self.led) or self.held) if self.led is not None else self.held

    def actions(self) -> Iterator[Play]:
        yield from (Play(self.seat, card) for card in self.legal())

    def count(self) -> int:
        return len(self.legal())

    def _broken(self, action: Play) -> str | None:
        if missing := self._not_held(Hand.of([action.card])):
            return missing
        if isinstance(self.hand, Hand) and action.card not in self.legal() and self.led is not None:
            could = format_cards(self.hand.only(self.led))
            return f"{self.seat.word}: {action.card} played while holding {could} (expected a card of the suit led)"
        return None
