"""A deal as a state that moves: each state is a value, `after` gives the next, `undo` the one before.

The same class holds what one seat has seen of a deal (`seen_by`): there the other hands are only so many cards, and
what follows from the rules but cannot be computed from one hand (returns, the kitty, what is shown) is told, event by
event.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import assert_never

from ninefivetwo.cards import Card, Denomination, Hand, Seat
from ninefivetwo.errors import GameError
from ninefivetwo.game import observation
from ninefivetwo.game.events import (
    NONE,
    Call,
    Cards,
    Discard,
    Event,
    Give,
    Look,
    Peek,
    Play,
    Return,
    Show,
    Take,
    Unseen,
)
from ninefivetwo.game.exchange import PreviousResults, check_previous_results, owed, returned, shown
from ninefivetwo.game.schedule import Step, after_look, schedule
from ninefivetwo.game.turns import CallTurn, DiscardTurn, GiveTurn, LookTurn, PlayTurn, Turn
from ninefivetwo.layout import Layout, Position, trick_winner
from ninefivetwo.rules import TRICKS, RuleSet

KITTY = 4  # cards
Hands = tuple[Cards, Cards, Cards]


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal under a rule set, at one moment.

    `previous_results` is each seat's result in the last deal, by its seat now; None in the first deal of a match.
    `viewer` is None when all cards are known, else the seat whose view this is.  `hands` are those of the moment,
    `dealt` those at the start; `kitty` lies on the table until it is taken, `discarded` are the discards; `won` counts
    tricks.  Two deals are equal when all that has been seen in them is.
    """

    rules: RuleSet
    previous_results: PreviousResults | None
    viewer: Seat | None
    dealt: Hands
    hands: Hands
    kitty: Cards
    schedule: tuple[Step, ...]
    discarded: Cards = NONE
    trump: Denomination | None = None
    lead: Seat = Seat.DEALER
    table: tuple[Card, ...] = ()
    won: tuple[int, int, int] = (0, 0, 0)
    events: tuple[Event, ...] = ()
    past: Deal | None = field(default=None, compare=False, repr=False)

    @classmethod
    def start(cls, rules: RuleSet, layout: Layout, previous_results: PreviousResults | None = None) -> Deal:
        """A deal whose cards have been dealt: sixteen to each seat, the kitty in `layout.out`.

        Raises GameError for another number of cards, or results that no deal can have had.
        """
        kitty = layout.out or NONE
        for where, hand, number in [*((s.word, layout[s], TRICKS) for s in Seat), ("the kitty", kitty, KITTY)]:
            if len(hand) != number:
                raise GameError(f"{len(hand)} cards dealt to {where} (expected {number})")
        return cls._begin(rules, previous_results, None, (layout.dealer, layout.left, layout.right), kitty)._settled()

    @classmethod
    def start_seen(
        cls, rules: RuleSet, viewer: Seat, hand: Hand, previous_results: PreviousResults | None = None
    ) -> Deal:
        """A deal as one seat sees it when the cards have been dealt.  Raises GameError as `start` does."""
        if len(hand) != TRICKS:
            raise GameError(f"{len(hand)} cards dealt to {viewer.word} (expected {TRICKS})")
        dealer, left, right = (hand if seat is viewer else Unseen(TRICKS) for seat in Seat)
        return cls._begin(rules, previous_results, viewer, (dealer, left, right), Unseen(KITTY))

    @classmethod
    def _begin(
        cls, rules: RuleSet, previous_results: PreviousResults | None, viewer: Seat | None, hands: Hands, kitty: Cards
    ) -> Deal:
        if previous_results is not None:
            check_previous_results(rules, previous_results)
        return cls(
            rules, previous_results, viewer, hands, hands, kitty, schedule(rules, previous_results), lead=rules.lead
        )

    @property
    def due(self) -> Step | None:
        """What happens next; None when the deal is over."""
        if not self.schedule:
            return None
        step = self.schedule[0]
        return Step(Play, self.lead.after(len(self.table))) if step.kind is Play else step

    @property
    def turn(self) -> Turn | None:
        """The choice that is due; None when the deal is over, or when something else is to be told first."""
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
            return CallTurn(seat, hand, self.rules.denominations())
        if step.kind is Discard:
            return DiscardTurn(seat, hand, len(self.dealt_kitty))
        return PlayTurn(seat, hand, self.table[0].suit if self.table else None)

    @property
    def over(self) -> bool:
        return not self.schedule

    @property
    def scores(self) -> tuple[int, int, int]:
        """Each seat's tricks minus its contract, in points.  Raises GameError before the deal is over."""
        if not self.over:
            raise GameError("the deal is not over, so it has no scores")
        dealer, left, right = (self.won[seat] - self.rules.contracts[seat] for seat in Seat)
        return dealer, left, right

    @property
    def position(self) -> Position | None:
        """The position as the solver reads it, during the play and when all hands are known; else None."""
        known = [hand for hand in self.hands if isinstance(hand, Hand)]
        if self.due is None or self.due.kind is not Play or len(known) < 3:
            return None
        out = self.discarded if isinstance(self.discarded, Hand) else None
        return Position(Layout(known[0], known[1], known[2], out), self.lead, self.table)

    @property
    def dealt_kitty(self) -> Cards:
        """The kitty as dealt, as far as it has been seen."""
        return next((e.cards for e in self.events if isinstance(e, (Peek, Take))), self.kitty)

    def given(self, giver: Seat, receiver: Seat) -> Cards:
        """The cards that one has given another in this deal's exchange."""
        gives = (e for e in self.events if isinstance(e, Give) and e.seat is giver)
        return next((e.cards[receiver] for e in gives), NONE)

    def handed_back(self, receiver: Seat, giver: Seat) -> Cards:
        """The cards that one has returned to another who gave to him."""
        returns = (e for e in self.events if isinstance(e, Return) and (e.seat, e.to) == (receiver, giver))
        return next((e.cards for e in returns), NONE)

    def undo(self) -> Deal:
        """The state from which this one came by `after`.  Raises GameError where there is none."""
        if self.past is None:
            raise GameError("nothing to undo: no earlier state of the deal is kept")
        return self.past

    def after(self, event: Event) -> Deal:
        """The state after an action, and all that follows from it.

        In a seat's view also after anything else that is due and seen.  Raises GameError for what is not due or breaks
        a rule, and names the rule.
        """
        if fault := self.refusal(event):
            raise GameError(fault)
        return replace(self._applied(event)._settled(), past=self)

    def refusal(self, event: Event) -> str | None:
        """What is wrong with an event now; None if nothing is."""
        step = self.due
        if step is None:
            return "the deal is over: nothing more can be done"
        if not step.fits(event):
            return f"{event.name} by {event.seat.word} is not due (expected {step.kind.name} by {step.seat.word})"
        turn = self.turn
        if turn is not None and (fault := turn.refusal(event)):
            return fault
        return None if self.viewer is None else observation.refusal(self, event, self.viewer)

    def seen_by(self, seat: Seat) -> Deal:
        """What a seat has seen of the deal, and nothing else: it is made from the events that the seat witnessed.

        Raises GameError for a seat other than its own of a view.
        """
        if self.viewer is seat:
            return self
        hand = self.dealt[seat]
        if isinstance(hand, Unseen):
            raise GameError(f"the hand of {seat.word} is not seen, so neither is what {seat.word} sees")
        dealer, left, right = (hand if s is seat else Unseen(len(self.dealt[s])) for s in Seat)
        view = Deal._begin(
            self.rules, self.previous_results, seat, (dealer, left, right), Unseen(len(self.dealt_kitty))
        )
        for event in self.events:
            view = view._applied(event.seen_by(seat))._settled()
        return view

    # What follows from the rules.

    def _settled(self) -> Deal:
        """The state once all that needs no choice has happened; in a view only what all know to be nothing."""
        deal = self
        while (step := deal.due) is not None and not step.is_choice:
            if step.to is not None and not deal._passed_to(step):
                deal = replace(deal, schedule=deal.schedule[1:])
            elif deal.viewer is None:
                deal = deal._applied(deal.forced())
            else:
                break
        return deal

    def _passed_to(self, step: Step) -> Cards:
        """The gift that a return or a showing answers."""
        assert step.to is not None
        return self.given(step.to, step.seat)

    def forced(self) -> Event:
        """The event that the rules make of the step due, which is no choice; the cards it turns on must be seen."""
        step = self.due
        assert step is not None and not step.is_choice
        seat, hand, kitty = step.seat, self.hands[step.seat], self.kitty
        if step.to is None:
            return Peek(seat, kitty) if step.kind is Peek else Take(seat, kitty)
        given = self._passed_to(step)
        assert isinstance(given, Hand) and isinstance(hand, Hand)
        if step.kind is Return:
            return Return(seat, step.to, returned(hand, given))
        taken = self.dealt_kitty
        back = self.handed_back(seat, step.to)
        assert isinstance(taken, Hand) and isinstance(back, Hand)
        return Show(seat, step.to, shown(self.rules, taken, given, back))

    # What an event changes; nothing is checked here.

    def _applied(self, event: Event) -> Deal:
        deal = replace(self, events=(*self.events, event), schedule=self.schedule[1:])
        match event:
            case Give(seat, cards):
                for receiver in Seat:
                    deal = deal._moved(seat, receiver, cards[receiver])
                return deal
            case Return(seat, to, cards):
                return deal._moved(seat, to, cards)
            case Look(_, looks):
                return replace(deal, schedule=after_look(deal.schedule, looks))
            case Peek(_, cards):
                return replace(deal, kitty=cards)
            case Call(_, denomination):
                return replace(deal, trump=denomination)
            case Take(seat, cards):
                return replace(deal, kitty=NONE)._changed(seat, _plus(deal.hands[seat], cards))
            case Show():
                return deal
            case Discard(seat, cards):
                return replace(deal, discarded=cards)._changed(seat, _minus(deal.hands[seat], cards))
            case Play(seat, card):
                played = deal._changed(seat, _minus(deal.hands[seat], Hand.of([card])))
                return replace(played, schedule=self.schedule)._with_card(card)
            case _:
                assert_never(event)

    def _changed(self, seat: Seat, hand: Cards) -> Deal:
        dealer, left, right = (hand if s is seat else self.hands[s] for s in Seat)
        return replace(self, hands=(dealer, left, right))

    def _moved(self, giver: Seat, receiver: Seat, cards: Cards) -> Deal:
        if not len(cards):
            return self
        without = self._changed(giver, _minus(self.hands[giver], cards))
        return without._changed(receiver, _plus(without.hands[receiver], cards))

    def _with_card(self, card: Card) -> Deal:
        """The card on the table, and when it is the third, the trick to its winner."""
        assert self.trump is not None
        table = (*self.table, card)
        if len(table) < len(Seat):
            return replace(self, table=table)
        winner = trick_winner(self.lead, table, self.trump)
        dealer, left, right = (n + (seat is winner) for seat, n in zip(Seat, self.won, strict=True))
        rest = self.schedule if any(len(hand) for hand in self.hands) else ()
        return replace(self, table=(), lead=winner, won=(dealer, left, right), schedule=rest)


def _plus(hand: Cards, cards: Cards) -> Cards:
    """A hand with cards added; a hand not seen stays so."""
    if isinstance(hand, Hand) and isinstance(cards, Hand):
        return hand | cards
    return Unseen(len(hand) + len(cards))


def _minus(hand: Cards, cards: Cards) -> Cards:
    if isinstance(hand, Hand) and isinstance(cards, Hand):
        return hand - cards
    return Unseen(len(hand) - len(cards))
