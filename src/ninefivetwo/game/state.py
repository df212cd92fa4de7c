"""The state of a deal: the known cards, the next event, and the effect of each event.

This module does not check events. `Deal` (in `deal.py`) checks an event before applying it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self, assert_never

from ninefivetwo.cards import Card, Hand, Seat, Trump, by_seat
from ninefivetwo.errors import GameError
from ninefivetwo.game.events import (
    NONE,
    Call,
    Cards,
    Discard,
    Event,
    Forced,
    Give,
    Look,
    Peek,
    Play,
    Return,
    Show,
    Take,
    Unseen,
    known_cards,
)
from ninefivetwo.game.exchange import PreviousResults, Step, owed, returned, shown
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.game.turns import CallTurn, DiscardTurn, GiveTurn, LookTurn, PlayTurn, Turn
from ninefivetwo.layout import Layout, Position, Trick, trick_winner, tricks_of

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
        if step.kind is Look:
            return LookTurn(seat, hand)
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
            case Look(_, looks):
                return replace(state, schedule=(Step(Peek, Seat.DEALER), *state.schedule)) if looks else state
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
