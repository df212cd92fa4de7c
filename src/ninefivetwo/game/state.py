"""The state of a deal: the known cards, the next event or the player's turn, and the effect of each event.

A turn lists, counts and draws legal actions, and explains why an action is illegal. If the player's hand is unseen, a
turn rejects only actions that are certainly illegal, and cannot list legal actions.

A state does not check events. `Deal` (in `deal.py`) checks an event before applying it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product
from math import comb, prod
from random import Random
from typing import Any, Self, assert_never

from ninefivetwo.cards import Card, Hand, Seat, Suit, Trump, by_seat, shuffled
from ninefivetwo.errors import GameError
from ninefivetwo.game.events import (
    NONE,
    Action,
    Call,
    Cards,
    Discard,
    Event,
    Forced,
    Give,
    Peek,
    Play,
    PreviousResults,
    Return,
    Show,
    Step,
    Take,
    Unseen,
    YesNo,
    format_cards,
    known_cards,
    owed,
    returned,
    shown,
)
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.layout import Layout, Position, Trick, trick_winner, tricks_of


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

    def error(self, action: Event) -> GameError | None:
        """Return an error with the rule that an action breaks, or None if the action may be legal."""
        if type(action) is not self.kind:
            return GameError(f"{action.name} is not due (expected {self.kind.name} by {self.seat.word})")
        return self._broken(action)

    def _broken(self, action: Any) -> GameError | None:
        return None

    @property
    def held(self) -> Hand:
        if isinstance(self.hand, Unseen):
            raise GameError(f"the hand of {self.seat.word} is not seen, so its legal actions are unknown")
        return self.hand

    def _not_held(self, cards: Cards) -> GameError | None:
        if isinstance(self.hand, Unseen):
            return None
        if isinstance(cards, Unseen):
            return GameError(f"{self.seat.word}'s cards are seen (expected cards, not ?)")
        missing = cards - self.hand
        return self._fault(f"{format_cards(missing)} not in the hand") if missing else None

    def _fault(self, fault: str) -> GameError:
        """Return an error of the player whose turn it is."""
        return GameError(fault, self.seat.word)


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

    def _broken(self, action: Give) -> GameError | None:
        given = NONE
        for receiver in Seat:
            cards, most = action.cards[receiver], self.owed[receiver]
            if len(cards) > most or (self.must and len(cards) < most):
                expected = f"{most}" if self.must or not most else f"at most {most}"
                return self._fault(
                    f"{len(cards)} card{'' if len(cards) == 1 else 's'} given to {receiver.word}"
                    f" (expected {expected}: one for each trick over the contract, to a player who was down)"
                )
            if fault := self._not_held(cards):
                return fault
            if isinstance(cards, Hand):
                if twice := cards & given:
                    return self._fault(f"{format_cards(twice)} given twice")
                given |= cards
        return None


@dataclass(frozen=True)
class YesNoTurn(Turn):
    """A turn to say yes or no, which is an action of the type `asked`."""

    asked: type[YesNo]

    @property
    def kind(self) -> type[YesNo]:
        return self.asked

    def actions(self) -> Iterator[YesNo]:
        yield from (self.asked(self.seat, answer) for answer in (True, False))


@dataclass(frozen=True)
class CallTurn(Turn):
    """The dealer's turn to call one of `trumps`, which can include no-trump."""

    trumps: tuple[Trump, ...]
    kind = Call

    def actions(self) -> Iterator[Call]:
        yield from (Call(self.seat, d) for d in self.trumps)

    def _broken(self, action: Call) -> GameError | None:
        if action.trump in self.trumps:
            return None
        names = " ".join(d.letter for d in self.trumps)
        return GameError(f"{action.trump.letter} may not be called under these rules (expected one of {names})")


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

    def _broken(self, action: Discard) -> GameError | None:
        if len(action.cards) != self.number:
            cards = f"{len(action.cards)} card{'' if len(action.cards) == 1 else 's'}"
            return self._fault(f"{cards} discarded (expected {self.number})")
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

    def _broken(self, action: Play) -> GameError | None:
        if missing := self._not_held(Hand.of([action.card])):
            return missing
        if isinstance(self.hand, Hand) and action.card not in self.legal() and self.led is not None:
            could = format_cards(self.hand.only(self.led))
            return self._fault(f"{action.card} played while holding {could} (expected a card of the suit led)")
        return None


Hands = tuple[Cards, Cards, Cards]


@dataclass(frozen=True, slots=True)
class DealState:
    """The state of one deal under a rule set.

    `previous_results` is each seat's result in the previous deal, indexed by seats in this deal, or None in the first
    deal of a match. `viewer` is the seat whose view this is, or None if all cards are known. `dealt` contains the hands
    as dealt, and `hands` the current hands. `kitty` contains the kitty cards on the table. `won` is the number of
    tricks won by each seat. `lead` is the seat that led to the current trick or leads to the next trick.
    """

    rules: RuleSet
    previous_results: PreviousResults | None
    viewer: Seat | None
    dealt: Hands
    hands: Hands
    kitty: Cards
    schedule: tuple[Step, ...]
    discarded: Cards = NONE
    trump: Trump | None = None
    lead: Seat = Seat.DEALER
    table: tuple[Card, ...] = ()
    won: tuple[int, int, int] = (0, 0, 0)
    events: tuple[Event, ...] = ()

    def hand(self, seat: Seat) -> Hand:
        """Return a seat's hand. Raises GameError if the viewer cannot see the hand."""
        held = self.hands[seat]
        if isinstance(held, Unseen):
            raise GameError(f"the hand of {seat.word} is not seen")
        return held

    @property
    def called(self) -> Trump:
        """The trump that was called. Raises GameError before the call."""
        if self.trump is None:
            raise GameError("trump is not called yet")
        return self.trump

    @property
    def dealt_kitty(self) -> Cards:
        """The kitty as dealt, or `Unseen` if the viewer has not seen the kitty."""
        return next((e.cards for e in self.events if isinstance(e, (Peek, Take))), self.kitty)

    @property
    def played(self) -> Hand:
        """All cards played so far."""
        return Hand.of(play.card for play in self.plays)

    @property
    def plays(self) -> list[Play]:
        """All plays so far, in order."""
        return [event for event in self.events if isinstance(event, Play)]

    @property
    def tricks(self) -> list[Trick]:
        """The tricks played so far, including any trick in progress."""
        plays = self.plays
        return tricks_of(plays[0].seat, [play.card for play in plays], self.called) if plays else []

    def given(self, giver: Seat, receiver: Seat) -> Cards:
        """Return the cards that `giver` gave to `receiver` in the exchange of this deal."""
        gives = (e for e in self.events if isinstance(e, Give) and e.seat is giver)
        return next((e.cards[receiver] for e in gives), NONE)

    def handed_back(self, receiver: Seat, giver: Seat) -> Cards:
        """Return the cards that `receiver` returned to `giver`."""
        returns = (e for e in self.events if isinstance(e, Return) and (e.seat, e.to) == (receiver, giver))
        return next((e.cards for e in returns), NONE)

    @property
    def over(self) -> bool:
        return not self.schedule

    @property
    def scores(self) -> tuple[int, int, int]:
        """Each seat's points, which are its tricks minus its contract. Raises GameError if the deal is not over."""
        if not self.over:
            raise GameError("the deal is not over, so it has no scores")
        return by_seat(self.won[seat] - self.rules.contracts[seat] for seat in Seat)

    @property
    def position(self) -> Position | None:
        """The position as input for the solver, or None if no card is due or a hand is unknown."""
        known = [hand for hand in self.hands if isinstance(hand, Hand)]
        if self.due is None or self.due.kind is not Play or len(known) < 3:
            return None
        out = self.discarded if isinstance(self.discarded, Hand) else None
        return Position(Layout(*by_seat(known), out), self.lead, self.table)

    @property
    def due_position(self) -> Position:
        """The position as input for the solver. Raises GameError if no card is due or a hand is unknown."""
        if (position := self.position) is None:
            raise GameError("no position to solve: no card is due, or not all hands are seen")
        return position

    @property
    def due(self) -> Step | None:
        """The next step, or None if the deal is over."""
        if not self.schedule:
            return None
        step = self.schedule[0]
        return Step(Play, self.lead.after(len(self.table))) if step.kind is Play else step

    @property
    def turn(self) -> Turn | None:
        """The next choice, or None if the deal is over or the next event is forced."""
        step = self.due
        if step is None or not step.is_choice:
            return None
        seat, hand = step.seat, self.hands[step.seat]
        if step.kind is Give:
            most = dict(owed(self.rules, self.previous_results or (0, 0, 0)))[seat]
            return GiveTurn(seat, hand, most, self.rules.must_give)
        if issubclass(step.kind, YesNo):
            return YesNoTurn(seat, hand, step.kind)
        if step.kind is Call:
            return CallTurn(seat, hand, self.rules.trumps())
        if step.kind is Discard:
            return DiscardTurn(seat, hand, len(self.dealt_kitty))
        return PlayTurn(seat, hand, self.table[0].suit if self.table else None)

    @property
    def due_turn(self) -> Turn:
        """The next choice. Raises GameError if the deal is over or the next event is forced."""
        if (turn := self.turn) is None:
            raise GameError("no choice is due: " + ("the deal is over" if self.over else "something else comes first"))
        return turn

    def forced(self) -> Forced:
        """Return the next event if the rules determine it.

        Raises GameError if the next event is a choice or depends on unseen cards.
        """
        step = self.due
        if step is None or step.is_choice:
            raise GameError("no forced event is due")
        if step.to is None:
            return Peek(step.seat, self.kitty) if step.kind is Peek else Take(step.seat, self.kitty)
        given = known_cards(self.given(step.to, step.seat))
        if step.kind is Return:
            return Return(step.seat, step.to, returned(self.hand(step.seat), given))
        back = known_cards(self.handed_back(step.seat, step.to))
        return Show(step.seat, step.to, shown(self.rules, known_cards(self.dealt_kitty), given, back))

    def settled(self) -> Self:
        """Return the state after all forced events (in a view, only returns and showings after an empty gift)."""
        state = self
        while (step := state.due) is not None and not step.is_choice:
            if step.to is not None and not state.given(step.to, step.seat):
                state = replace(state, schedule=state.schedule[1:])
            elif state.viewer is None:
                state = state.applied(state.forced())
            else:
                break
        return state

    def applied(self, event: Event) -> Self:
        """Return the state after `event`, which must be due and legal. Later forced events are not applied."""
        if isinstance(event, Play):  # Most events are plays, so they take a faster path.
            return self._after_card(event)
        state = replace(self, events=(*self.events, event), schedule=self.schedule[1:])
        match event:
            case Give(seat, cards):
                for receiver in Seat:
                    state = state._moved(seat, receiver, cards[receiver])
                return state
            case Return(seat, to, cards):
                return state._moved(seat, to, cards)
            case YesNo():
                return replace(state, schedule=(*event.following, *state.schedule))
            case Peek(_, cards):
                return replace(state, kitty=cards)
            case Call(_, trump):
                return replace(state, trump=trump)
            case Take(seat, cards):
                return replace(state, kitty=NONE, hands=self._hands_with(seat, _plus(self.hands[seat], cards)))
            case Show():
                return state
            case Discard(seat, cards):
                return replace(state, discarded=cards, hands=self._hands_with(seat, _minus(self.hands[seat], cards)))
            case _:
                assert_never(event)

    def _hands_with(self, seat: Seat, hand: Cards) -> Hands:
        hands = [*self.hands]
        hands[seat] = hand
        return by_seat(hands)

    def _moved(self, giver: Seat, receiver: Seat, cards: Cards) -> Self:
        if not len(cards):
            return self
        without = replace(self, hands=self._hands_with(giver, _minus(self.hands[giver], cards)))
        return replace(without, hands=without._hands_with(receiver, _plus(self.hands[receiver], cards)))

    def _after_card(self, play: Play) -> Self:
        """Return the state after a card is played, which may complete the trick."""
        hands = self._hands_with(play.seat, _minus(self.hands[play.seat], Hand.of([play.card])))
        events, table = (*self.events, play), (*self.table, play.card)
        if len(table) < len(Seat):
            return replace(self, events=events, hands=hands, table=table)
        winner = trick_winner(self.lead, table, self.called)
        won = [*self.won]
        won[winner] += 1
        rest = self.schedule if any(len(hand) for hand in hands) else ()
        return replace(self, events=events, hands=hands, table=(), lead=winner, won=by_seat(won), schedule=rest)


def _plus(hand: Cards, cards: Cards) -> Cards:
    """Return a hand with cards added. The result is unseen if the hand or the cards are unseen."""
    if isinstance(hand, Hand) and isinstance(cards, Hand):
        return hand | cards
    return Unseen(len(hand) + len(cards))


def _minus(hand: Cards, cards: Cards) -> Cards:
    if isinstance(hand, Hand) and isinstance(cards, Hand):
        return hand - cards
    return Unseen(len(hand) - len(cards))
