"""Plain rules before the play: the call, the gift, the discard.

Call the longest suit.  Discard weak short suits, keep trumps, aces and guarded kings.  Give low cards of suits whose
best cards you do not hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from ninefivetwo.cards import Card, Denomination, Hand, Seat, Suit
from ninefivetwo.game import Give, GiveTurn

ACE, KING, QUEEN = 12, 11, 10


def best_call(hand: Hand, denominations: Iterable[Denomination]) -> Denomination:
    """The longest suit; of equally long ones the one with the higher cards, compared from the top."""

    def strength(d: Denomination) -> tuple[int, list[int]]:
        cards = [card.rank for card in hand if int(card.suit) == int(d)]
        return len(cards), cards

    return max(denominations, key=strength)


def give(turn: GiveTurn) -> Give:
    """All that may be given: the lowest card of each suit in turn, beginning with the suit whose best card is lowest.

    The receiver returns his highest card of the suit, so a low card of a weak suit asks for the best replacement.
    """
    suits = sorted((suit for suit in Suit if turn.held.only(suit)), key=lambda s: max(turn.held.only(s)).rank)
    by_suit = [sorted(turn.held.only(suit)) for suit in suits]
    order = [cards[i] for i in range(max(map(len, by_suit))) for cards in by_suit if i < len(cards)]
    gifts, at = {}, 0
    for seat in Seat:
        gifts[seat] = Hand.of(order[at : at + turn.owed[seat]])
        at += turn.owed[seat]
    return Give.of(turn.seat, gifts)


def discard(hand: Hand, number: int, trump: Denomination) -> Hand:
    """So many cards, the lowest of their suits, such that what is kept is worth most."""
    suits = [sorted(hand.only(suit)) for suit in Suit]
    worths = [[worth(cards[n:], Denomination(s) is trump, trump) for n in range(len(cards) + 1)]
              for s, cards in enumerate(suits)]  # fmt: skip
    ways = (way for way in product(*(range(min(number, len(cards)) + 1) for cards in suits)) if sum(way) == number)
    best = max(ways, key=lambda way: sum(worths[s][n] for s, n in enumerate(way)))
    return Hand.of(card for s, n in enumerate(best) for card in suits[s][:n])


def worth(cards: list[Card], is_trump: bool, trump: Denomination) -> float:
    """Roughly what the cards of a suit are worth to the dealer, in tricks; beside trumps a void is worth some ruffs."""
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
