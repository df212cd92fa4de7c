"""Slow twin of the engine's plain rules of play: from a view of a deal, rule by rule, with hands as lists of cards."""

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat
from ninefivetwo.game import DealView, Play, PlayTurn
from ninefivetwo.heuristics.hands import KING, QUEEN
from ninefivetwo.layout import trick_winner

BEST_CONTRACT = 9  # tricks: whoever has to win so many leads trumps


def card_to_play(view: DealView, turn: PlayTurn, deck: Hand = FULL_DECK) -> Card:
    """The card that the plain rules play, in a deal of the cards of a deck."""
    legal = turn.legal()
    if len(legal) == 1:
        return next(iter(legal))
    outlook = Outlook(view, turn.held, deck)
    return outlook.follow(legal) if view.table else outlook.lead()


class Outlook:
    """What the rules look at: the hand, the cards that others may hold, and which cards are high."""

    def __init__(self, view: DealView, hand: Hand, deck: Hand) -> None:
        self.view, self.hand, self.trump = view, hand, view.called
        played = Hand.of(event.card for event in view.events if isinstance(event, Play))
        discarded = view.discarded if isinstance(view.discarded, Hand) else Hand()
        self.out = deck - hand - played - discarded

    def is_trump(self, card: Card) -> bool:
        return int(card.suit) == int(self.trump)

    def is_high(self, card: Card) -> bool:
        """Does nobody else hold a higher card of its suit?"""
        out = self.out.only(card.suit)
        return not out or max(out).rank < card.rank

    def lead(self) -> Card:
        """Draw trumps, cash high cards, else lead low from the longest suit."""
        trumps = [card for card in self.hand if self.is_trump(card)]
        out = [card for card in self.out if self.is_trump(card)]
        strong = self.view.rules.contracts[self.view.viewer] >= BEST_CONTRACT or len(trumps) > len(out)
        if trumps and out and strong and self.is_high(trumps[0]):
            return trumps[0]
        high = [card for card in self.hand if self.is_high(card) and not self.is_trump(card)]
        if high:  # the more cards of a suit are still out, the less likely is a ruff
            return max(high, key=lambda card: (len(self.out.only(card.suit)), card.rank))
        if trumps and out and strong and len(trumps) > 2:
            return trumps[-1]
        side = [card for card in self.hand if not self.is_trump(card)] or trumps
        return min(side, key=lambda card: (card.rank >= QUEEN, -len(self.hand.only(card.suit)), card.rank))

    def follow(self, legal: Hand) -> Card:
        """Third hand takes the trick as cheaply as possible; second hand only with a high card or a ruff; else low."""
        takers = [card for card in legal if self.takes(card)]
        if len(self.view.table) < 2:
            takers = [card for card in takers if self.is_high(card) or self.is_ruff(card)]
        if takers:
            return min(takers, key=lambda card: card.rank)
        return self.low(legal)

    def takes(self, card: Card) -> bool:
        """Would it win the trick as it stands?"""
        turn = len(self.view.table)
        return trick_winner(Seat.DEALER, [*self.view.table, card], self.trump) == turn

    def is_ruff(self, card: Card) -> bool:
        return self.is_trump(card) and not self.is_trump(self.view.table[0])

    def low(self, legal: Hand) -> Card:
        """The least valuable card: no trump, no high card, no guard of a king or queen, of the rest the lowest."""

        def value(card: Card) -> tuple[bool, bool, bool, int]:
            suit = self.hand.only(card.suit)
            top = max(suit)
            guard = card != top and top.rank in (KING, QUEEN) and len(suit) <= 13 - top.rank
            return self.is_trump(card), self.is_high(card), guard, card.rank

        return min(legal, key=value)
