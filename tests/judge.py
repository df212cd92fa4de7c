"""DDS, the bridge solver inside endplay, as a judge of three-hand endings.

A three-hand ending of k <= 13 tricks is a bridge position: the seat asked about is North, the next East, a *ghost*
South, the third West.  The ghost holds k cards, the lowest of side suits and lower there than every real card,
so it can win no trick and never leads; North-South's tricks at double dummy are then North's guarantee.
DDS's names for suits (spades 0 to clubs 3, no-trump 4) are ours; a rank r of ours (deuce 0) is bit r + 2.
"""

from __future__ import annotations

from random import Random

from endplay import _dds
from reference import State

NORTH, EAST, SOUTH, WEST = range(4)
PLACE = (NORTH, EAST, WEST)  # of the seat asked about, the next and the third
EVERY_CARD = (0, 3)  # SolveBoard's target and solutions: all cards with their tricks
BEST_CARD = (-1, 1)  # one card with the most tricks


def ghost_ending(random: Random, tricks: int) -> tuple[State, frozenset[tuple[int, int]]]:
    """A random ending that leaves the ghost enough low cards, and those cards."""
    trump = random.choice([None, 0, 1, 2, 3])
    sides = [suit for suit in range(4) if suit != trump]
    low = dict.fromkeys(sides, 0)
    for _ in range(tricks):
        low[random.choice([suit for suit in sides if low[suit] < 13])] += 1
    ghost = frozenset((suit, rank) for suit in sides for rank in range(low[suit]))
    deck = [(suit, rank) for suit in range(4) for rank in range(13) if (suit, rank) not in ghost]
    if random.random() < 0.2:  # a freak: suits kept together
        deck.sort(key=lambda card: (random.random() < 0.4) + card[0] * random.random())
        start = random.randrange(3)
        hands = [frozenset(deck[i * tricks : (i + 1) * tricks]) for i in range(3)]
        hands = hands[start:] + hands[:start]
    else:
        random.shuffle(deck)
        hands = [frozenset(deck[i * tricks : (i + 1) * tricks]) for i in range(3)]
    return State((hands[0], hands[1], hands[2]), random.randrange(3), (), trump), ghost


def board(state: State, ghost: frozenset[tuple[int, int]], seat: int) -> _dds.deal:
    """The position as DDS takes it."""
    deal = _dds.deal()
    deal.trump = 4 if state.trump is None else state.trump
    deal.first = PLACE[(state.leader - seat) % 3]
    for i in range(3):
        for suit, rank in state.hands[(seat + i) % 3]:
            deal.remainCards[PLACE[i]][suit] |= 4 << rank
    for suit, rank in ghost:
        deal.remainCards[SOUTH][suit] |= 4 << rank
    return deal


def solve_board(deal: _dds.deal, mode: tuple[int, int], found: _dds.futureTricks) -> None:
    """One call of DDS, on its first thread, with nothing between it and the library but ctypes."""
    _dds.SolveBoard(deal, *mode, 1, found, 0)


def tricks_of(deal: _dds.deal, score: int, tricks: int) -> int:
    """North's tricks, from those of the side on lead."""
    return score if deal.first == NORTH else tricks - score


def guarantee(state: State, ghost: frozenset[tuple[int, int]], seat: int) -> int:
    """The seat's guarantee, as DDS sees it."""
    deal, found = board(state, ghost, seat), _dds.futureTricks()
    solve_board(deal, BEST_CARD, found)
    return tricks_of(deal, found.score[0], len(state.hands[0]))


def after_each(state: State, ghost: frozenset[tuple[int, int]], seat: int) -> dict[int, int]:
    """The seat's guarantee after each card of the leader, by the engine's card indices."""
    deal, found = board(state, ghost, seat), _dds.futureTricks()
    solve_board(deal, EVERY_CARD, found)
    tricks, values = len(state.hands[0]), {}
    for i in range(found.cards):
        ranks = found.equals[i] | 1 << found.rank[i]
        for rank in range(13):
            if ranks >> (rank + 2) & 1:
                values[16 * found.suit[i] + rank] = tricks_of(deal, found.score[i], tricks)
    return values
