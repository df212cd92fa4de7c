"""Hands dealt at random, and what gifts before the call bring the giver: playouts of the policy `learned`."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from exchange_rows import AT_ONCE, HALVES, RULES, Ints, hands_dealt, low_cards, worlds_dealt

from ninefivetwo.cards import Denomination, Seat
from ninefivetwo.game import KITTY
from ninefivetwo.heuristics.tables import returns
from ninefivetwo.models.exchange import best_calls, discards_by_trump
from ninefivetwo.playouts import games_of_hands, play_out, policy
from ninefivetwo.rules import TRICKS
from ninefivetwo.sets import Floats, Sets

PAIRS = tuple(permutations(Seat, 2))


class GiftRows(NamedTuple):
    """What gifts bring, a row a hand of the giver's.

    gifts: a column for each of `ways_of` so many cards, the lowest of their suits; none where a suit is too short.
    values: the giver's tricks by hand, gift and half of the worlds; nan where there is no gift.
    """

    hands: Sets
    givers: Ints
    receivers: Ints
    gifts: Sets
    values: Floats


def gift_rows(seed: int, number: int, worlds: int, cards: int) -> GiftRows:
    """So many hands of each giver and receiver, each gift of so many cards played out in so many worlds (even)."""
    parts = [_of_pair(np.random.default_rng((seed, *pair)), number, worlds, cards, *pair) for pair in PAIRS]
    return GiftRows(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def _of_pair(rng: np.random.Generator, number: int, worlds: int, cards: int, giver: Seat, receiver: Seat) -> GiftRows:
    hands = hands_dealt(rng, number, TRICKS)
    gifts = low_cards(hands, cards)
    values = np.full((*gifts.shape, HALVES), np.nan)
    step = max(1, AT_ONCE // 2 // (worlds * gifts.shape[1]))
    for at in range(0, number, step):
        part = slice(at, at + step)
        row, column = np.nonzero(gifts[part])
        dealt = worlds_dealt(rng, hands[part], worlds, (KITTY, TRICKS, TRICKS))[row].reshape(-1, 3)
        table = np.empty_like(dealt)
        table[:, giver], table[:, receiver] = np.repeat(hands[part][row], worlds), dealt[:, 1]
        table[:, 3 - giver - receiver] = dealt[:, 2]
        exchange(table, giver, receiver, np.repeat(gifts[part][row, column], worlds))
        won = play_out((policy("learned"),) * 3, games_called(table, dealt[:, 0]))[:, giver]
        values[part][row, column] = won.reshape(len(row), HALVES, -1).mean(axis=2)
    return GiftRows(hands, np.full(number, int(giver)), np.full(number, int(receiver)), gifts, values)


def exchange(hands: Sets, giver: Seat, receiver: Seat, gift: Sets) -> None:
    """Cards given and returned; hands: a column a seat."""
    hands[:, giver] ^= gift
    hands[:, receiver] |= gift
    back = returns(hands[:, receiver], gift)
    hands[:, receiver] ^= back
    hands[:, giver] |= back


def games_called(hands: Sets, kitty: Sets) -> npt.NDArray[np.void]:
    """The games that follow when the dealer calls on sixteen cards, takes the kitty and discards, all as fitted."""
    trumps = best_calls(hands[:, Seat.DEALER], Denomination, kitty_seen=False)
    discarded = discards_by_trump(hands[:, Seat.DEALER] | kitty, KITTY, trumps)
    after = hands.copy()
    after[:, Seat.DEALER] = (after[:, Seat.DEALER] | kitty) & ~discarded
    return games_of_hands(after, trumps, discarded, RULES)


def write_gifts(path: str, rows: GiftRows) -> None:
    with Path(path).open("wb") as file:
        np.savez_compressed(file, **rows._asdict())


def read_gifts(path: str) -> GiftRows:
    return GiftRows(**np.load(path))
