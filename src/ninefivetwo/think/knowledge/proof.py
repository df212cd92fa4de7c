"""Proved tricks, which a seat's cards win against any defence in every possible deal.

A proof is a fixed sequence of winners, each led after the previous card has won. Trumps come before the other suits,
and each suit is played from the top. A card surely wins if no opponent can hold a higher card of its suit or, in a side
suit, a trump. An opponent who can have at most n cards of a suit has none left after n rounds of the suit. If an
opponent leads, a winner is needed in each suit that the opponent can lead. A trump that no opponent can beat wins
whenever it is played. Tricks that depend on a squeeze or on the sizes of hands are not found.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ninefivetwo.cards import Card, Hand, Seat, Suit, Trump
from ninefivetwo.evaluation import Bound
from ninefivetwo.game import KITTY, Action, Call, DealView, Discard, Place, Play, PlayTurn, Show, Take, known_cards
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.think.knowledge.knowledge import Knowledge

Rounds = Sequence[int]  # number of rounds played in each suit
NO_ROUNDS = (0,) * len(Suit)


def proved_line(view: DealView) -> tuple[Card, ...] | None:
    """Return the viewer's cards in an order that surely wins all remaining tricks.

    Returns None if no order is proved or it is not the viewer's turn to play.
    """
    turn = view.turn
    if not isinstance(turn, PlayTurn) or turn.seat is not view.viewer:
        return None
    threats = Threats.known(Knowledge(view), view.called)
    if view.table:
        firsts = sorted(turn.legal(), key=lambda card: (card.suit is threats.trump, card.rank))
        lines = [threats.line(turn.held, first, view.table) for first in firsts]
    else:
        lines = [threats.winners(turn.held)]
    return next((line for line in lines if len(line) == len(turn.held)), None)


def proved_tricks(view: DealView, action: Action, threats: Threats) -> Bound:
    """Return proved bounds on the viewer's tricks in the whole deal after `action`.

    `threats` must be based on all of the viewer's knowledge and on the denomination called before or by `action`.
    """
    match action:
        case Play(seat, Card() as card):
            return _after_card(view, seat, card, threats)
        case Call():
            return _before_play(view, view.due_turn.held, threats)
        case Discard(cards=cards) if view.trump is not None:
            return _before_play(view, view.due_turn.held - known_cards(cards), threats)
    return Bound(0, TRICKS)


def _after_card(view: DealView, seat: Seat, card: Card, threats: Threats) -> Bound:
    """Return proved bounds on a seat's tricks in the whole deal after the seat plays a card."""
    held, won = view.hand(seat), view.won[seat]
    rest, beaten = held - Hand.of([card]), bool(view.table) and not threats.leads(card, view.table)
    if line := threats.line(held, card, view.table):
        own = len(line)
    else:
        lost = threats.led_to(rest)
        own = max(lost if beaten else min(lost, 1 + threats.leading(rest)), threats.unbeaten(rest))
    return Bound(won + own, won + len(held) - beaten)


def _before_play(view: DealView, held: Hand, threats: Threats) -> Bound:
    """Return proved bounds on the dealer's tricks with a hand before the play, or 0 to 16 if an exchange is to come."""
    if not {step.kind for step in view.schedule} <= {Call, Discard, Take, Show, Play}:
        return Bound(0, TRICKS)
    kept = _kept(view, held)
    winners = threats.leading(held) if view.rules.lead is view.viewer else 0
    if kept == len(held):
        winners = max(winners, threats.led_to(held))
    return Bound(min(max(winners, threats.unbeaten(held)), kept), TRICKS)


def _kept(view: DealView, held: Hand) -> int:
    """Return the number of cards in a hand that the dealer can keep for the play, whatever the kitty contains."""
    kept = number = len(held)
    for step in view.schedule[1:]:
        number += KITTY * ((step.kind is Take) - (step.kind is Discard))
        kept = min(kept, number)
    return kept


def _rank(card: Card) -> int:
    return card.rank


class _InSuit(NamedTuple):
    """The maximum length and the highest rank that an opponent may hold in a suit."""

    length: int
    top: int


class Threats:
    """The opponents' possible cards that could beat the viewer's cards. `trump` is None at no-trump."""

    def __init__(self, trump: Suit | None, seat: Seat, may_hold: dict[Seat, Hand]) -> None:
        self.trump, self._seat = trump, seat
        self._suits = {
            other: [_InSuit(len(cards), max(map(_rank, cards), default=-1)) for cards in map(held.only, Suit)]
            for other, held in may_hold.items()
        }
        self._order = sorted(Suit, key=lambda suit: suit is not trump)

    @classmethod
    def known(cls, knowledge: Knowledge, trump: Trump) -> Threats:
        """Return the threats according to a seat's knowledge of the opponents' cards."""
        seat = knowledge.viewer
        others = {other: knowledge.may_be(Place(other)) for other in Seat if other is not seat}
        return cls(None if trump is Trump.NO_TRUMP else Suit(trump), seat, others)

    def unbeaten(self, hand: Hand) -> int:
        """Return the number of trumps in a hand that no opponent can beat."""
        if self.trump is None:
            return 0
        top = max(suits[self.trump].top for suits in self._suits.values())
        return sum(card.rank > top for card in hand.only(self.trump))

    def leading(self, hand: Hand) -> int:
        """Return the number of tricks that a hand is sure to win if its player leads."""
        return len(self.winners(hand))

    def led_to(self, hand: Hand) -> int:
        """Return the number of tricks that a hand is sure to win if an opponent leads."""
        led = [suit for suit in Suit if any(suits[suit].length for suits in self._suits.values())]
        return min((self._after_lead(hand, suit) for suit in led), default=0)

    def _after_lead(self, hand: Hand, led: Suit) -> int:
        trumps, rounds = Hand() if self.trump is None else hand.only(self.trump), [0] * len(Suit)
        for card in sorted(hand.only(led) or trumps):
            if not self._may_be_beaten(card, self._suits, rounds):
                rounds[led] += 1
                return 1 + len(self.winners(hand - Hand.of([card]), rounds))
        return 0

    def takes_trick(self, card: Card, table: Sequence[Card]) -> bool:
        """Return True if a card, played after the cards on the table, wins the trick in every possible deal."""
        later = [self._seat.after(turn) for turn in range(1, len(Seat) - len(table))]
        return (not table or self.leads(card, table)) and not self._may_be_beaten(card, later, NO_ROUNDS)

    def line(self, hand: Hand, first: Card, table: Sequence[Card]) -> tuple[Card, ...]:
        """Return cards that surely win successive tricks, beginning with `first`; empty if `first` can lose."""
        if not self.takes_trick(first, table):
            return ()
        rounds = [0] * len(Suit)
        rounds[first.suit] += not table  # only a led card counts as a round of its suit
        return (first, *self.winners(hand - Hand.of([first]), rounds))

    def winners(self, hand: Hand, rounds: Rounds = NO_ROUNDS) -> tuple[Card, ...]:
        """Return cards, trumps first, that surely win if led in this order after the given numbers of rounds."""
        won, rounds = list[Card](), [*rounds]
        for suit in self._order:
            for card in sorted(hand.only(suit), reverse=True):
                if self._may_be_beaten(card, self._suits, rounds):
                    break
                won.append(card)
                rounds[suit] += 1
        return tuple(won)

    def leads(self, card: Card, table: Sequence[Card]) -> bool:
        return card.suit in (table[0].suit, self.trump) and not any(self._beats(other, card) for other in table)

    def _beats(self, card: Card, other: Card) -> bool:
        return card.rank > other.rank if card.suit is other.suit else card.suit is self.trump

    def _may_be_beaten(self, card: Card, seats: Iterable[Seat], rounds: Rounds) -> bool:
        """Return True if one of these seats can still beat `card` after the given number of rounds of each suit."""
        ruff = None if card.suit is self.trump else self.trump
        for suits in map(self._suits.__getitem__, seats):
            own = suits[card.suit]
            if own.length > rounds[card.suit] and own.top > card.rank:
                return True
            if ruff is not None and suits[ruff].length > rounds[ruff]:
                return True
        return False
