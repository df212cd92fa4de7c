"""The player who goes by plain rules, such as are told to beginners.

Call the longest suit.  Throw what clears weak short suits, keep trumps, aces and guarded kings.  Give low cards of
suits in which the best are missing.  On lead draw trumps, cash what is high, else lead low; in second hand play low, in
third hand take the trick as cheaply as can be; ruff if that takes it; throw from weakness.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from ninefivetwo.cards import FULL_DECK, Card, Denomination, Hand, Seat, Suit
from ninefivetwo.game import (
    Action,
    Call,
    CallTurn,
    Deal,
    Discard,
    DiscardTurn,
    Give,
    GiveTurn,
    Look,
    Play,
    PlayTurn,
)
from ninefivetwo.layout import trick_winner
from ninefivetwo.players.player import Player

ACE, KING, QUEEN = 12, 11, 10
BEST_CONTRACT = 9  # who must win so many leads trumps


class RulePlayer(Player):
    """Plain rules; the same view always gives the same action."""

    def act(self, view: Deal) -> Action:
        turn = view.turn
        match turn:
            case GiveTurn():
                return give(turn)
            case CallTurn():
                seen = view.kitty if isinstance(view.kitty, Hand) else Hand()
                return Call(turn.seat, best_call(turn.held | seen, turn.denominations))
            case DiscardTurn():
                trump = view.trump
                if trump is None:
                    trump = best_call(turn.held, view.rules.denominations())
                return Discard(turn.seat, throw(turn.held, turn.number, trump))
            case PlayTurn():
                return Play(turn.seat, card_to_play(view, turn))
        assert turn is not None
        return Look(turn.seat, True)  # a look costs nothing


def best_call(hand: Hand, denominations: Iterable[Denomination]) -> Denomination:
    """The longest suit; of equally long ones that with the higher cards, compared from the top."""

    def strength(d: Denomination) -> tuple[int, list[int]]:
        cards = [card.rank for card in hand if int(card.suit) == int(d)]
        return len(cards), cards

    return max(denominations, key=strength)


def give(turn: GiveTurn) -> Give:
    """All that may be given: the lowest cards, a suit after another, those first whose own best card is the lowest.

    The highest comes back, so what is missed most is asked for; low cards are not missed.
    """
    suits = sorted((suit for suit in Suit if turn.held.only(suit)), key=lambda s: max(turn.held.only(s)).rank)
    by_suit = [sorted(turn.held.only(suit)) for suit in suits]
    order = [cards[i] for i in range(max(map(len, by_suit))) for cards in by_suit if i < len(cards)]
    gifts, at = {}, 0
    for seat in Seat:
        gifts[seat] = Hand.of(order[at : at + turn.owed[seat]])
        at += turn.owed[seat]
    return Give.of(turn.seat, gifts)


def throw(hand: Hand, number: int, trump: Denomination) -> Hand:
    """So many cards: from each suit the lowest, as many as leave the hand worth the most."""
    suits = [sorted(hand.only(suit)) for suit in Suit]
    worths = [[worth(cards[n:], Denomination(s) is trump, trump) for n in range(len(cards) + 1)]
              for s, cards in enumerate(suits)]  # fmt: skip
    ways = (way for way in product(*(range(min(number, len(cards)) + 1) for cards in suits)) if sum(way) == number)
    best = max(ways, key=lambda way: sum(worths[s][n] for s, n in enumerate(way)))
    return Hand.of(card for s, n in enumerate(best) for card in suits[s][:n])


def worth(cards: list[Card], is_trump: bool, trump: Denomination) -> float:
    """What a suit's cards are worth to the dealer, in tricks, roughly; a void is worth a ruff if there are trumps."""
    ranks = [card.rank for card in cards]
    if is_trump:
        return 1.2 * len(ranks) + sum(0.1 * (rank - 6) for rank in ranks if rank > 7)
    if not ranks:
        return 0.4 if trump is not Denomination.N else 0.0
    tops = next(n for n in range(14) if ACE - n not in ranks)  # ace, king, queen ... without a gap
    guarded = 0.6 * (KING in ranks and tops == 0 and len(ranks) > 1)
    guarded += 0.3 * (QUEEN in ranks and tops < 2 and len(ranks) > 2)
    spare = max(0, len(ranks) - 3)
    if trump is Denomination.N:
        return 1.0 * tops + guarded + 0.35 * spare
    cashed = 1.1 * (tops > 0) + 0.8 * (tops > 1) + 0.4 * (tops > 2)  # a third round is often ruffed
    return cashed + guarded + 0.03 * spare + 0.1 * (len(ranks) == 1)


def card_to_play(view: Deal, turn: PlayTurn) -> Card:
    """The card for the trick."""
    legal = turn.legal()
    if len(legal) == 1:
        return next(iter(legal))
    outlook = Outlook(view, turn.held)
    return outlook.follow(legal) if view.table else outlook.lead()


def best_by(worths: Mapping[Card, float], view: Deal) -> Card:
    """The card worth the most; of cards worth as much the one that the plain rules play, else the lowest."""
    best = max(worths.values())
    cards = [card for card, worth in worths.items() if worth > best - 1e-9]
    rule = RulePlayer().act(view)
    if isinstance(rule, Play) and rule.card in cards:
        return rule.card
    return min(cards, key=lambda card: (card.rank, card.suit))


class Outlook:
    """What the rules look at: the hand, what is still out, which cards are high."""

    def __init__(self, view: Deal, hand: Hand) -> None:
        assert view.trump is not None
        self.view, self.hand, self.trump = view, hand, view.trump
        played = Hand.of(event.card for event in view.events if isinstance(event, Play))
        thrown = view.thrown if isinstance(view.thrown, Hand) else Hand()
        self.out = FULL_DECK - hand - played - thrown

    def is_trump(self, card: Card) -> bool:
        return int(card.suit) == int(self.trump)

    def is_high(self, card: Card) -> bool:
        """Does no card still out beat it in its suit?"""
        out = self.out.only(card.suit)
        return not out or max(out).rank < card.rank

    def lead(self) -> Card:
        """Draw trumps, cash what is high, else lead low from the longest suit."""
        trumps = [card for card in self.hand if self.is_trump(card)]
        out = [card for card in self.out if self.is_trump(card)]
        assert self.view.viewer is not None
        strong = self.view.rules.contracts[self.view.viewer] >= BEST_CONTRACT or len(trumps) > len(out)
        if trumps and out and strong and self.is_high(trumps[0]):
            return trumps[0]
        high = [card for card in self.hand if self.is_high(card) and not self.is_trump(card)]
        if high:  # from the shortest suit out there is least to fear a ruff where most are still out
            return max(high, key=lambda card: (len(self.out.only(card.suit)), card.rank))
        if trumps and out and strong and len(trumps) > 2:
            return trumps[-1]
        side = [card for card in self.hand if not self.is_trump(card)] or trumps
        return min(side, key=lambda card: (card.rank >= QUEEN, -len(self.hand.only(card.suit)), card.rank))

    def follow(self, legal: Hand) -> Card:
        """Third hand takes the trick as cheaply as can be; second hand only with a card that is high; else low."""
        takers = [card for card in legal if self.takes(card)]
        if len(self.view.table) < 2:
            takers = [card for card in takers if self.is_high(card) or self.is_ruff(card)]
        if takers:
            return min(takers, key=lambda card: card.rank)
        return self.low(legal)

    def takes(self, card: Card) -> bool:
        """Would it hold the trick so far?"""
        turn = len(self.view.table)
        return trick_winner(Seat.DEALER, [*self.view.table, card], self.trump) == turn

    def is_ruff(self, card: Card) -> bool:
        return self.is_trump(card) and not self.is_trump(self.view.table[0])

    def low(self, legal: Hand) -> Card:
        """The card that is missed least: no trump, nothing high, no guard of a king or queen, the lowest."""

        def missed(card: Card) -> tuple[bool, bool, bool, int]:
            suit = self.hand.only(card.suit)
            top = max(suit)
            guard = card != top and top.rank in (KING, QUEEN) and len(suit) <= 13 - top.rank
            return self.is_trump(card), self.is_high(card), guard, card.rank

        return min(legal, key=missed)
