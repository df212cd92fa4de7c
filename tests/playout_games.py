"""Games (`GAME` rows) moved on card by card, in plain Python, and deals played to a moment, for tests of playouts."""

from functools import cache
from itertools import permutations
from random import Random

import numpy as np

from ninefivetwo.cards import Card, Seat, Trump
from ninefivetwo.game import Deal, Play
from ninefivetwo.game.dealing import random_deals
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.layout import trick_winner
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo_solver.playout import GAME, ROWS, Policy


def card_of(one: int) -> Card:
    """The card of a set of one."""
    return Card.at(int(one).bit_length() - 1)


def to_play(game: np.ndarray) -> Seat:
    """The seat to play in a game."""
    return Seat(int(game["leader"][0])).after(int(np.count_nonzero(game["table"][0])))


def legal(game: np.ndarray) -> np.ndarray:
    """The cards that may be played."""
    hand, led = int(game["hand"][0, to_play(game)]), int(game["table"][0, 0])
    lane = 0xFFFF << 16 * card_of(led).suit if led else 0
    return np.array([i for i in range(64) if (hand & lane or hand) >> i & 1], dtype=np.uint8)


def after_card(game: np.ndarray, card: int) -> tuple[np.ndarray, Seat | None]:
    """A game (one row) after a card, and who won the trick with it, if it was the last."""
    game, seat, lead = game.copy(), to_play(game), Seat(int(game["leader"][0]))
    table = [card_of(one) for one in game["table"][0] if one] + [Card.at(card)]
    game["hand"][0, seat] ^= np.uint64(1 << card)
    if table[-1].suit is not table[0].suit:
        game["void"][0, seat] |= 1 << int(table[0].suit)
    if len(table) < len(Seat):
        game["table"][0, len(table) - 1] = 1 << card
        return game, None
    winner = trick_winner(lead, table, Trump(int(game["trump"][0])))
    game["table"], game["leader"] = 0, winner
    game["won"][0, winner] += 1
    return game, winner


@cache
def played(
    seed: int,
    cards: int,
    seat: Seat,
    rules: str = "wikipedia",
    previous_results: tuple[int, int, int] | None = None,
) -> Deal:
    """A deal of plain players, to where a seat that holds at most so many cards has several to choose from."""
    deal = Deal.start(parse_rules(rules), next(random_deals(seed)), previous_results)
    while True:
        turn = deal.turn
        assert turn is not None
        if turn.kind is Play and turn.seat is seat and len(deal.hands[seat]) <= cards and turn.count() > 2:
            return deal
        deal = deal.after(heuristic_action(deal.seen_by(turn.seat)))


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
        hand, led = int(game["hand"][0, to_play(game)]), int(game["table"][0, 0])
        lane = 0xFFFF << 16 * card_of(led).suit if led else 0
        held = [i for i in range(64) if (hand & lane or hand) >> i & 1]
        game, _ = after_card(game, random.choice(held))
    return game


def some(random: Random, cards: int) -> int:
    """Some of a set of cards; mostly none."""
    return sum(1 << i for i in range(64) if cards >> i & 1 and random.random() < 0.2) if random.random() < 0.4 else 0
