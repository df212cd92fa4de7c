"""Games (`GAME` rows), random ones too, moved on card by card by the reference."""

from functools import cache
from itertools import permutations
from random import Random

import numpy as np
from playout_reference import state_of
from positions import bits, card_at, index

from ninefivetwo.cards import Seat
from ninefivetwo_solver.playout import GAME, ROWS, Policy


def to_play(game: np.ndarray) -> Seat:
    """The seat to play in a game."""
    return Seat(state_of(game[0]).mover)


def legal(game: np.ndarray) -> np.ndarray:
    """The cards that may be played."""
    return np.array([index(card) for card in state_of(game[0]).legal()], dtype=np.uint8)


def after_card(game: np.ndarray, card: int) -> tuple[np.ndarray, Seat | None]:
    """A game (one row) after a card, and who won the trick with it, if it was the last."""
    before, game = state_of(game[0]), game.copy()
    after, winner = before.play(card_at(card))
    game["hand"][0, before.mover] = bits(after.hands[before.mover])
    game["table"], game["leader"] = [bits(after.table[:1]), bits(after.table[1:])], after.leader
    if before.table and card // 16 != before.table[0][0]:
        game["void"][0, before.mover] |= 1 << before.table[0][0]
    if winner is None:
        return game, None
    game["won"][0, winner] += 1
    return game, Seat(winner)


@cache
def small_network(seed: int = 1, hidden: int = 16, second: int = 8) -> Policy:
    """A learned policy that has learned nothing: its weights are random."""
    random = np.random.default_rng(seed)
    weights = random.integers(-60, 60, size=ROWS * hidden + second * hidden + 2 * second, dtype=np.int16)
    return Policy.learned(hidden, second, weights)


def random_game(random: Random, size: int, *, discards: int = 4, plays: int | None = None) -> np.ndarray:
    """A game of hands of so many cards, after some random cards; the seats know some of each other's cards.

    plays: how many cards were played; None: any number, of which some are left to play.
    """
    deck = [1 << 16 * suit + rank for suit in range(4) for rank in range(13)]
    random.shuffle(deck)
    hands = [sum(deck[i * size : (i + 1) * size]) for i in range(3)]
    game = np.zeros(1, dtype=GAME)
    game["hand"], game["discarded"] = hands, sum(deck[3 * size : 3 * size + discards])
    game["trump"], game["leader"] = random.randrange(5), random.randrange(3)
    game["contract"] = random.choice([(9, 5, 2), (9, 2, 5), (8, 5, 3), (0, 17, 12)])
    for seat, other in permutations(range(3), 2):
        game["known"][0, seat, other] = some(random, hands[other])
        game["barred"][0, seat, other] = some(random, sum(deck) & ~(hands[seat] | hands[other]))
    for _ in range(random.randrange(3 * size) if plays is None else plays):
        game, _ = after_card(game, random.choice(legal(game).tolist()))
    return game


def some(random: Random, cards: int) -> int:
    """Some of a set of cards; mostly none."""
    return sum(1 << i for i in range(64) if cards >> i & 1 and random.random() < 0.2) if random.random() < 0.4 else 0
