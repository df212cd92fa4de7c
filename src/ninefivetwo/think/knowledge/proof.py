"""Tricks that a seat's view proves: one way of playing its own cards that wins them against any defence in every
possible deal.

Such a way is an order of winners, fixed before the first card: as long as a card wins, its player leads the next one.
Trumps come before the other suits, each suit from the top.  A card wins if no opponent can hold a higher one of its
suit or, for a side suit, a trump.  Each round of a suit takes a card of it from every hand that has one, so after as
many rounds as an opponent can have cards of the suit, none is left there.  If an opponent leads, a winner is needed for
each suit that they can lead.  A trump that no opponent can beat wins whenever it is played, so it needs no lead.  This
is enough for a proof, but not always necessary: it finds no squeeze, and nothing that follows from the number of cards
alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ninefivetwo.cards import Card, Denomination, Hand, Seat, Suit
from ninefivetwo.evaluation import Bound
from ninefivetwo.game import KITTY, Action, Call, DealView, Discard, Place, Play, PlayTurn, Show, Take, known_cards
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.think.knowledge.knowledge import Knowledge


def proved_line(view: DealView) -> tuple[Card, ...] | None:
    """An order of the own cards that wins every trick left; None if none is proved, or the viewer is not to play."""
    turn = view.turn
    if not isinstance(turn, PlayTurn) or turn.seat is not view.viewer:
        return None
    threats = _Threats.in_view(view, view.called, Knowledge(view))
    firsts = sorted(turn.legal(), key=lambda card: (card.suit is threats.trump, card.rank))
    lines = (threats.line(turn.held, first, view.table) for first in (firsts if view.table else threats.order(firsts)))
    return next((line for line in lines if len(line) == len(turn.held)), None)


def proved_tricks(view: DealView, action: Action, knowledge: Knowledge) -> Bound:
    """The tricks of the whole deal that a choice of the viewer leaves proved: at least and at most so many.

    knowledge: the viewer's.
    """
    match action:
        case Play(seat, Card() as card):
            return _after_card(view, seat, card, _Threats.in_view(view, view.called, knowledge))
        case Call(denomination=trump):
            return _before_play(view, view.due_turn.held, trump, knowledge)
        case Discard(cards=cards) if view.trump is not None:
            return _before_play(view, view.due_turn.held - known_cards(cards), view.trump, knowledge)
    return Bound(0, TRICKS)


def takes_trick(view: DealView, card: Card, knowledge: Knowledge) -> bool:
    """Does a card of the viewer's take the trick in every possible deal?  knowledge: the viewer's."""
    return bool(_Threats.in_view(view, view.called, knowledge).line(view.due_turn.held, card, view.table))


def _after_card(view: DealView, seat: Seat, card: Card, threats: _Threats) -> Bound:
    """After a card of the trick in progress, or of the next one."""
    held, won = view.hand(seat), view.won[seat]
    rest, beaten = held - Hand.of([card]), bool(view.table) and not threats.leads(card, view.table)
    lost = threats.led_to(rest) if beaten else min(threats.led_to(rest), 1 + threats.leading(rest))
    own = max(len(threats.line(held, card, view.table)), lost, len(threats.unbeaten(rest)))
    return Bound(won + own, won + len(held) - beaten)


def _before_play(view: DealView, held: Hand, trump: Denomination, knowledge: Knowledge) -> Bound:
    """With a hand of the dealer's, of which the best cards are kept; nothing while cards are still to be exchanged."""
    if not {step.kind for step in view.schedule} <= {Call, Discard, Take, Show, Play}:
        return Bound(0, TRICKS)
    threats, kept = _Threats.in_view(view, trump, knowledge), _kept(view, held)
    winners = threats.leading(held) if view.rules.lead is view.viewer else 0
    if kept == len(held):
        winners = max(winners, threats.led_to(held))
    return Bound(min(max(winners, len(threats.unbeaten(held))), kept), TRICKS)


def _kept(view: DealView, held: Hand) -> int:
    """How many cards of a hand may be kept for the play, whatever the kitty brings."""
    kept = number = len(held)
    for step in view.schedule[1:]:
        number += KITTY * ((step.kind is Take) - (step.kind is Discard))
        kept = min(kept, number)
    return kept


class _Threats:
    """What could beat a card: the cards that each opponent may hold."""

    def __init__(self, trump: Suit | None, seat: Seat, may_hold: dict[Seat, Hand]) -> None:
        self.trump, self._seat, self._may_hold = trump, seat, may_hold

    @classmethod
    def in_view(cls, view: DealView, trump: Denomination, knowledge: Knowledge) -> _Threats:
        """What the opponents of the viewer may hold."""
        seat = knowledge.viewer
        others = {other: knowledge.may_be(Place(other)) for other in Seat if other is not seat}
        return cls(None if trump is Denomination.N else Suit(trump), seat, others)

    def order(self, hand: Sequence[Card] | Hand) -> list[Card]:
        """The cards as they are played: trumps first, each suit from the top."""
        return sorted(hand, key=lambda card: (card.suit is not self.trump, card.suit, -card.rank))

    def unbeaten(self, hand: Hand) -> list[Card]:
        """The trumps of a hand that no opponent can beat."""
        trumps = Hand() if self.trump is None else hand.only(self.trump)
        return [card for card in trumps if not self._may_be_beaten(card, self._may_hold, Counter[Suit]())]

    def leading(self, hand: Hand) -> int:
        """How many tricks a hand wins if its player leads."""
        return max((len(self.line(hand, first, ())) for first in self.order(hand)), default=0)

    def led_to(self, hand: Hand) -> int:
        """How many tricks a hand wins if an opponent leads."""
        suits = [suit for suit in Suit if any(held.only(suit) for held in self._may_hold.values())]
        return min((self._after_lead(hand, suit) for suit in suits), default=0)

    def _after_lead(self, hand: Hand, led: Suit) -> int:
        """How many tricks a hand wins if an opponent leads this suit; the trick itself by its lowest winner."""
        trumps = Hand() if self.trump is None else hand.only(self.trump)
        for card in reversed(self.order(hand.only(led) or trumps)):
            if not self._may_be_beaten(card, self._may_hold, Counter[Suit]()):
                return 1 + len(self._winners(hand - Hand.of([card]), Counter([led])))
        return 0

    def line(self, hand: Hand, first: Card, table: Sequence[Card]) -> tuple[Card, ...]:
        """Cards that win one after the other, the first of them the trick in progress; empty if that is not proved."""
        later = [self._seat.after(turn) for turn in range(1, len(Seat) - len(table))]
        rounds = Counter[Suit]()
        if (table and not self.leads(first, table)) or self._may_be_beaten(first, later, rounds):
            return ()
        if not table:  # of the trick in progress no round is counted
            rounds[first.suit] += 1
        return (first, *self._winners(hand - Hand.of([first]), rounds))

    def _winners(self, hand: Hand, rounds: Counter[Suit]) -> list[Card]:
        """Cards that win one after the other if they are led, after some rounds of each suit."""
        left, won = self.order(hand), list[Card]()
        while card := next((card for card in left if not self._may_be_beaten(card, self._may_hold, rounds)), None):
            left.remove(card)
            won.append(card)
            rounds[card.suit] += 1
        return won

    def leads(self, card: Card, table: Sequence[Card]) -> bool:
        """Does a card beat all that lie on the table?"""
        return card.suit in (table[0].suit, self.trump) and not any(self._beats(other, card) for other in table)

    def _beats(self, card: Card, other: Card) -> bool:
        return card.rank > other.rank if card.suit is other.suit else card.suit is self.trump

    def _may_be_beaten(self, card: Card, seats: Iterable[Seat], rounds: Counter[Suit]) -> bool:
        """Can one of these seats still hold a card that beats this one, after some rounds of each suit?"""
        return any(
            self._beats(max(held.only(suit)), card)
            for held in map(self._may_hold.__getitem__, seats)
            for suit in Suit
            if len(held.only(suit)) > rounds[suit]
        )
