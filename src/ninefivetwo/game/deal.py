"""A deal as an immutable value, with methods for its next state, its previous state and the view of one seat.

A seat's view is a `DealView`, which stores only the number of cards in the other hands. Events that a view cannot
compute from one hand (returns, the kitty, shown cards) must be passed to `DealView.after` one by one.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from ninefivetwo.cards import Hand, Seat, Suit, by_seat
from ninefivetwo.checks import checked
from ninefivetwo.errors import GameError, in_short
from ninefivetwo.game.events import (
    NONE,
    Cards,
    Discard,
    Event,
    Give,
    Peek,
    Play,
    PreviousResults,
    Return,
    Show,
    Take,
    Unseen,
    check_previous_results,
    format_cards,
    hidden_gifts,
    known_cards,
    owed,
    schedule,
    shown,
)
from ninefivetwo.game.rules import TRICKS, RuleSet
from ninefivetwo.game.state import DealState, Hands
from ninefivetwo.layout import Layout

KITTY = 4  # cards


class _Views(dict[Seat, "DealView"]):
    """A cache of the views of a deal, which is empty after copying or pickling the deal."""

    def __reduce__(self) -> tuple[type[_Views], tuple[()]]:
        return _Views, ()


@dataclass(frozen=True, slots=True)
class Deal(DealState):
    """One state of a deal under a rule set. All cards are known, except in a `DealView`.

    `past` is the state before the last action, or None. Comparisons of deals ignore `past`.
    """

    past: Self | None = field(default=None, compare=False, repr=False)
    _views: _Views = field(default_factory=_Views, init=False, compare=False, repr=False)

    @classmethod
    @checked(GameError)
    def start(cls, rules: RuleSet, layout: Layout, previous_results: PreviousResults | None = None) -> Deal:
        """Return a new deal in which each seat has sixteen cards and `layout.out` is the kitty.

        Raises GameError if the number of cards is wrong or `previous_results` are impossible.
        """
        kitty = layout.out or NONE
        for where, hand, number in [*((s.word, layout[s], TRICKS) for s in Seat), ("the kitty", kitty, KITTY)]:
            if len(hand) != number:
                raise GameError(f"{len(hand)} cards dealt to {where} (expected {number})")
        return Deal.of_hands(rules, (layout.dealer, layout.left, layout.right), kitty, previous_results)

    @classmethod
    def of_hands(
        cls, rules: RuleSet, hands: Hands, kitty: Hand, previous_results: PreviousResults | None = None
    ) -> Deal:
        """Return a new deal with hands of any size. Raises GameError if `previous_results` are impossible."""
        if previous_results is not None:
            check_previous_results(rules, previous_results)
        steps = schedule(rules, previous_results)
        return Deal(rules, previous_results, None, hands, hands, kitty, steps, lead=rules.lead).settled()

    def undo(self) -> Self:
        """Return the state before the last action. Raises GameError if `past` is None."""
        if self.past is None:
            raise GameError("nothing to undo: no earlier state of the deal is kept")
        return self.past

    def after(self, event: Event) -> Self:
        """Return the state after `event` and the forced events that follow it.

        In a seat's view, `event` can also be a forced event that is due. Raises GameError, with the reason, if `event`
        is not due or breaks a rule.
        """
        if error := self.error(event):
            raise error
        return replace(self.applied(event).settled(), past=self)

    @property
    def steps(self) -> list[tuple[Self, Event, Self]]:
        """The actions of the deal in order, each with the states before and after the action."""
        steps, after = [], self
        while (before := after.past) is not None:
            steps.append((before, after.events[len(before.events)], after))
            after = before
        return steps[::-1]

    def refusal(self, event: Event) -> str | None:
        """Return the reason why an event is illegal now, or None if the event may be legal."""
        error = self.error(event)
        return None if error is None else str(error)

    def error(self, event: Event) -> GameError | None:
        """Return the error that `after` raises for an event, or None if the event is legal."""
        step = self.due
        if step is None:
            return GameError("the deal is over: nothing more can be done")
        if not isinstance(event, Event):
            return GameError(f"not an event: {in_short(event)} (expected {step.kind.name} by {step.seat.word})")
        if not step.fits(event):
            fault = f"{event.name} by {event.seat.word} is not due (expected {step.kind.name} by {step.seat.word})"
            return GameError(fault)
        turn = self.turn
        return turn.error(event) if turn is not None else None

    @checked(GameError)
    def seen_by(self, seat: Seat) -> DealView:
        """Return a seat's view of the deal, built only from the events that the seat saw.

        The view is cached, and is built from the seat's view of the previous state. Raises GameError if this deal is
        itself another seat's view.
        """
        if (view := self._views.get(seat)) is None:
            before = DealView.at_start(self, seat) if self.past is None else self.past.seen_by(seat)
            for event in self.events[0 if self.past is None else len(self.past.events) :]:
                before = before.applied(event.seen_by(seat)).settled()
            view = self._views[seat] = before
        return view


@dataclass(frozen=True, slots=True)
class DealView(Deal):
    """A deal as seen by one seat, the `viewer`."""

    viewer: Seat

    @classmethod
    def from_hand(
        cls, rules: RuleSet, viewer: Seat, hand: Hand, previous_results: PreviousResults | None = None
    ) -> DealView:
        """Return a seat's view of a new deal. Raises the same errors as `Deal.start`."""
        if len(hand) != TRICKS:
            raise GameError(f"{len(hand)} cards dealt to {viewer.word} (expected {TRICKS})")
        if previous_results is not None:
            check_previous_results(rules, previous_results)
        hands = by_seat(hand if seat is viewer else Unseen(TRICKS) for seat in Seat)
        return cls._started(rules, viewer, hands, KITTY, previous_results)

    @classmethod
    def at_start(cls, deal: Deal, viewer: Seat) -> DealView:
        """Return the view that a seat had just after dealing. Raises GameError if the seat's hand is unknown."""
        hand = deal.dealt[viewer]
        if isinstance(hand, Unseen):
            raise GameError(f"the hand of {viewer.word} is not seen, so neither is its view")
        hands = by_seat(hand if seat is viewer else Unseen(len(deal.dealt[seat])) for seat in Seat)
        return cls._started(deal.rules, viewer, hands, len(deal.dealt_kitty), deal.previous_results)

    @classmethod
    def _started(
        cls, rules: RuleSet, viewer: Seat, hands: Hands, kitty: int, previous_results: PreviousResults | None
    ) -> DealView:
        steps = schedule(rules, previous_results)
        return cls(rules, previous_results, viewer, hands, hands, Unseen(kitty), steps, lead=rules.lead)

    def error(self, event: Event) -> GameError | None:
        """Return the error if the viewer knows that an event is illegal now, or None if the event may be legal."""
        if error := Deal.error(self, event):
            return error
        fault = _fault_seen(self, event, self.viewer)
        return None if fault is None else GameError(fault)

    def skip_unseen(self) -> DealView:
        """Return the view just before the next event that the viewer makes or sees.

        The dealer is assumed to show no kitty cards.
        """
        view = self
        while (step := view.due) is not None and step.seat is not self.viewer:
            if step.kind is Show and step.to is not None:
                event: Event | None = Show(step.seat, step.to, NONE)
            else:
                event = view.untold()
            if event is None:
                break
            view = view.after(event)
        return view

    def untold(self) -> Event | None:
        """Return the next event as the viewer sees it, or None if the viewer's knowledge does not determine it."""
        step, viewer = self.due, self.viewer
        if step is None:
            return None
        seat, kind, to = step.seat, step.kind, step.to
        if seat is viewer:
            known = kind in (Return, Show) or (kind in (Peek, Take) and isinstance(self.kitty, Hand))
            return self.forced() if known else None
        if kind is Give and self.rules.must_give:
            most = dict(owed(self.rules, self.previous_results or (0, 0, 0)))[seat]
            return None if most[viewer] else Give(seat, hidden_gifts(most))
        if kind is Return and to is not None and to is not viewer:
            return Return(seat, to, Unseen(len(self.given(to, seat))))
        if kind is Peek or kind is Take or kind is Discard:
            return kind(seat, Unseen(len(self.dealt_kitty)))
        return None

    def seen_by(self, seat: Seat) -> DealView:
        """Return this view. Raises GameError if `seat` is not the viewer."""
        if seat is not self.viewer:
            raise GameError(f"the hand of {seat.word} is not seen, so neither is its view")
        return self


# The checks below use only the knowledge of one seat. They reject an event only if it is certainly impossible, for
# example because the viewer has seen a card elsewhere, or because a return cannot be the highest cards.


def _fault_seen(deal: DealState, event: Event, viewer: Seat) -> str | None:
    """Return the reason why an event contradicts the viewer's knowledge, or None if there is no contradiction."""
    if event.seen_by(viewer) != event:
        return f"{event.name} by {event.seat.word} names cards that {viewer.word} cannot see (expected ?)"
    if any(isinstance(cards, Unseen) for cards in _seen(event, viewer)):
        return f"{event.name} by {event.seat.word}: {viewer.word} sees these cards (expected cards, not ?)"
    for cards in _all_cards(event):
        if isinstance(cards, Hand) and (fault := _elsewhere(deal, event, cards, viewer)):
            return fault
    match event:
        case Play():
            return _revoke(deal, event)
        case Return():
            return _number(event, len(deal.given(event.to, event.seat))) or _answer(deal, event)
        case Show():
            return _too_many(deal, event) or _answer(deal, event)
        case Peek() | Take():
            changed = isinstance(deal.kitty, Hand) and deal.kitty != event.cards
            return "the kitty is not the one looked at" if changed else _number(event, len(deal.kitty))
        case _:
            return None


def _all_cards(event: Event) -> tuple[Cards, ...]:
    match event:
        case Give(cards=cards):
            return cards
        case Play(card=card):
            return (Hand.of([card]),)
        case Return() | Peek() | Take() | Show() | Discard():
            return (event.cards,)
        case _:
            return ()


def _seen(event: Event, viewer: Seat) -> tuple[Cards, ...]:
    """Return the cards of an event that the viewer must have seen."""
    if event.seat is viewer or getattr(event, "to", None) is viewer:
        return _all_cards(event)
    return (event.cards[viewer],) if isinstance(event, Give) else ()


def _elsewhere(deal: DealState, event: Event, cards: Hand, viewer: Seat) -> str | None:
    """Return an error message if cards of an event are in the viewer's hand, discarded or already played."""
    if event.seat is viewer and not isinstance(event, (Peek, Take)):
        return None  # The turn or the rules have already checked cards from the viewer's own hand.
    for where, others in (("in your hand", deal.hand(viewer)), ("discarded", deal.discarded), ("played", deal.played)):
        if isinstance(others, Hand) and (both := cards & others):
            return f"{event.name} by {event.seat.word}: {format_cards(both)} already {where}"
    return None


def _number(event: Return | Peek | Take, number: int) -> str | None:
    if len(event.cards) == number:
        return None
    return f"{event.name} by {event.seat.word}: {len(event.cards)} cards (expected {number})"


def _too_many(deal: DealState, event: Show) -> str | None:
    """Return an error message if the dealer shows too many cards, or a card that the other player gave."""
    if len(event.cards) > len(deal.dealt_kitty):
        return f"{event.name}: {len(event.cards)} cards (expected at most {len(deal.dealt_kitty)})"
    given, back = deal.given(event.to, event.seat), deal.handed_back(event.seat, event.to)
    if isinstance(event.cards, Hand) and isinstance(given, Hand) and isinstance(back, Hand):
        if gift := event.cards & (given - back):
            return f"{event.name}: {format_cards(gift)} was given, so it was not in the kitty"
    return None


def _answer(deal: DealState, event: Return | Show) -> str | None:
    """Return an error message if an event between the viewer and another player certainly has the wrong cards."""
    given, cards = deal.given(event.to, event.seat), event.cards
    if not isinstance(cards, Hand) or not isinstance(given, Hand):
        return None
    if event.seat is deal.viewer:
        due = deal.forced()
        return None if due == event else f"{event.name} of {format_cards(cards)} (expected {format_cards(due.cards)})"
    if isinstance(event, Return):
        if all(_may_be_highest(cards.only(suit), given.only(suit), _may_be_gone(deal, event)) for suit in Suit):
            return None
        return f"{format_cards(cards)} returned for {format_cards(given)} (expected the highest of the suits given)"
    back = known_cards(deal.handed_back(event.seat, event.to))
    wrong = cards - shown(deal.rules, cards, given, back)
    return f"{format_cards(wrong)} need not be shown (expected higher cards of a suit given)" if wrong else None


def _may_be_gone(deal: DealState, event: Return) -> bool:
    """Whether the receiver of a gift may have passed its cards on in a return to another player."""
    after = deal.events[next(i for i, e in enumerate(deal.events) if isinstance(e, Give) and e.seat is event.to) :]
    return any(isinstance(e, Return) and e.seat is event.seat for e in after)


def _may_be_highest(back: Hand, given: Hand, gone: bool) -> bool:
    """Whether a hand can return `back` as its highest cards. `gone` is True if the hand may have lost `given`."""
    kept = Hand() if gone else given - back
    return len(back) == len(given) and all(card.rank < min(c.rank for c in back) for card in kept)


def _revoke(deal: DealState, play: Play) -> str | None:
    """Return an error message if a player plays a suit after failing to follow that suit in an earlier trick."""
    plays = deal.plays
    for start in range(0, len(plays), len(Seat)):
        led, trick = plays[start].card.suit, plays[start : start + len(Seat)]
        if led is play.card.suit and any(p.seat is play.seat and p.card.suit is not led for p in trick):
            return (
                f"{play.seat.word} plays {play.card} and did not follow {led.letter} before (expected to follow suit)"
            )
    return None
