"""Hands dealt at random, and what the dealer's choices before the play bring: playouts of the policy `learned`.

All choices of a hand meet the same worlds: the cards not seen, dealt evenly to the others.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import FULL_DECK, Denomination, Seat, Suit
from ninefivetwo.game import KITTY
from ninefivetwo.heuristics.tables import best_calls
from ninefivetwo.models.exchange import call_worths, discards, joined, ways_of
from ninefivetwo.playouts import games_of_hands, play_out, policy
from ninefivetwo.rules import NAMED, TRICKS
from ninefivetwo.sets import Floats, Sets, lanes_of, lowest

Ints = npt.NDArray[np.int64]
RULES = NAMED["wikipedia"].rules
DECK = np.array([1 << card.index for card in FULL_DECK], dtype=np.uint64)
AT_ONCE = 400_000  # deals in memory
CLOSE = {"two": 0.3, "no-trump": 0.8}  # tricks by which the best call leads where the choice is close
MANY = {"": 1, "two": 8, "no-trump": 32}  # hands dealt for each to be played
HALVES = 2  # of the worlds, to tell a choice's luck in one from its worth in the other
ANOTHER_SUIT = 1 / 3  # of the hands are played with a trump suit drawn at random


class DiscardRows(NamedTuple):
    """What discards bring the dealer, a row a hand.

    trumps: denominations by number.  discards: a column for each of `ways_of`, no cards where a suit is too
    short.  values: the dealer's tricks by hand, discard and half of the worlds; nan where there is no discard.
    """

    hands: Sets
    trumps: Ints
    discards: Sets
    values: Floats


class CallRows(NamedTuple):
    """What calls bring the dealer, a row a hand, after the fitted discards.

    hands: sixteen cards, the kitty not seen, or twenty.  values: his tricks by hand, denomination, half of the worlds.
    """

    hands: Sets
    values: Floats


Rows = TypeVar("Rows", DiscardRows, CallRows)


def hands_dealt(rng: np.random.Generator, number: int, cards: int) -> Sets:
    """So many hands of so many cards, drawn evenly."""
    return _sets(rng.permuted(np.tile(DECK, (number, 1)), axis=1)[:, :cards])


def worlds_dealt(rng: np.random.Generator, hands: Sets, worlds: int, sizes: tuple[int, ...]) -> Sets:
    """For each hand so many worlds: the other cards, dealt evenly into parts of these sizes; hands, worlds, parts."""
    unseen = np.broadcast_to(DECK, (len(hands), len(DECK)))[(hands[:, None] & DECK) == 0].reshape(len(hands), 1, -1)
    dealt = rng.permuted(np.repeat(unseen, worlds, axis=1), axis=2)
    ends = np.cumsum((0, *sizes))
    return np.stack([_sets(dealt[:, :, ends[i] : ends[i + 1]]) for i in range(len(sizes))], axis=2)


def _sets(cards: Sets) -> Sets:
    """Card sets of single cards, along the last axis."""
    return np.bitwise_or.reduce(cards, axis=-1)


def dealers_tricks(kept: Sets, discarded: Sets, others: Sets, trumps: Ints) -> Floats:
    """The dealer's tricks, a row a deal; others: the hands of left and right."""
    games = games_of_hands(np.column_stack([kept, others]), trumps, discarded, RULES)
    return play_out((policy("learned"),) * 3, games)[:, Seat.DEALER].astype(float)


def low_cards(hands: Sets, number: int) -> Sets:
    """For each hand (rows) each of `ways_of` so many cards, the lowest; no cards where a suit is too short."""
    lanes = lanes_of(hands)
    found = []
    for way in ways_of(number):
        cards = np.array([lowest(n)[held] for n, held in zip(way, lanes, strict=True)])
        short = (np.bitwise_count(cards) < way[:, None]).any(axis=0)
        found.append(np.where(short, np.uint64(0), joined(cards)))
    return np.array(found).T


def discard_rows(rng: np.random.Generator, number: int, worlds: int, kind: str) -> DiscardRows:
    """Hands dealt, with all discards of lowest cards played out.

    kind: `trumps`, `no-trump`, or `trumps, the kitty to come`, where they hold sixteen cards.  The trump suit is the
    one that the plain rules call, in some hands another.  worlds: of each hand, an even number.
    """
    dealt = hands_dealt(rng, number, TRICKS)
    trumps = np.full(number, int(Denomination.N)) if kind == "no-trump" else _suits_called(rng, dealt)
    blind = "to come" in kind
    hands = dealt if blind else dealt | worlds_dealt(rng, dealt, 1, (KITTY,))[:, 0, 0]
    choices = low_cards(hands, KITTY)
    values = np.full((*choices.shape, HALVES), np.nan)
    step = max(1, AT_ONCE // (worlds * choices.shape[1]))
    for at in range(0, number, step):
        part = slice(at, at + step)
        dealt_out = worlds_dealt(rng, hands[part], worlds, (KITTY, TRICKS, TRICKS) if blind else (TRICKS, TRICKS))
        row, column = np.nonzero(choices[part])
        world = dealt_out[row].reshape(len(row) * worlds, -1)
        gone = np.repeat(choices[part][row, column], worlds)
        kept = np.repeat(hands[part][row], worlds) & ~gone | (world[:, 0] if blind else np.uint64(0))
        found = dealers_tricks(kept, gone, world[:, -2:], np.repeat(trumps[part][row], worlds))
        values[part][row, column] = found.reshape(len(row), HALVES, -1).mean(axis=2)
    return DiscardRows(hands, trumps, choices, values)


def call_rows(rng: np.random.Generator, number: int, worlds: int, kitty_seen: bool, close: str = "") -> CallRows:
    """Hands dealt, with all denominations played out in so many worlds, an even number.

    close: only hands in which, as far as was fitted, `two` calls are nearly level, or `no-trump` is with the best.
    """
    hands = hands_dealt(rng, number * MANY[close], TRICKS + KITTY * kitty_seen)
    if close:
        worths = np.array([call_worths(hands, trump, kitty_seen) for trump in Denomination])
        second = worths[Denomination.N] if close == "no-trump" else np.sort(worths, axis=0)[-2]
        hands = hands[worths.max(axis=0) - second < CLOSE[close]][:number]
        number = len(hands)
    values = np.empty((number, len(Denomination), HALVES))
    step = max(1, AT_ONCE // worlds)
    for at in range(0, number, step):
        part = slice(at, at + step)
        dealt = worlds_dealt(rng, hands[part], worlds, (KITTY * (not kitty_seen), TRICKS, TRICKS)).reshape(-1, 3)
        held = np.repeat(hands[part], worlds) | dealt[:, 0]
        for trump in Denomination:
            gone = discards(held, KITTY, trump)
            found = dealers_tricks(held & ~gone, gone, dealt[:, 1:], np.full(len(held), int(trump)))
            values[part, trump] = found.reshape(-1, HALVES, worlds // HALVES).mean(axis=2)
    return CallRows(hands, values)


def _suits_called(rng: np.random.Generator, hands: Sets) -> Ints:
    another = rng.random(len(hands)) < ANOTHER_SUIT
    return np.where(another, rng.integers(len(Suit), size=len(hands)), best_calls(hands, Denomination))


def write_rows(path: str, rows: DiscardRows | CallRows) -> None:
    with Path(path).open("wb") as file:
        np.savez_compressed(file, **rows._asdict())


def read_rows(paths: list[str], of: type[Rows]) -> Rows:
    """The rows of several files of one kind."""
    parts = [np.load(path) for path in paths]
    return of(*(np.concatenate([part[name] for part in parts]) for name in of._fields))
