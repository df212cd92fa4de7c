"""Hands dealt at random, and worlds of each: the cards not seen, dealt evenly to the others.

What can be chosen with a hand is played out in all its worlds, so that choices differ by their worth and not by luck.
The tricks are told for each half of the worlds: what luck was in one is not in the other.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ninefivetwo.errors import SurveyError, quoted
from ninefivetwo.sets import Sets, lanes_of, lowest
from ninefivetwo.survey.asked import check_no_condition, check_options, whole_number
from ninefivetwo.survey.dealt import DECK
from ninefivetwo.survey.work import Columns, RowColumn, Work
from ninefivetwo.think.models.exchange import joined, ways_of

#: Tricks of one seat summed over the worlds: by hand, choice and half of the worlds; -1 where there is no such choice.
HalfTricks = npt.NDArray[np.int32]
AT_ONCE = 400_000  # deals in memory
USUAL_WORLDS, MOST_WORLDS = "24", 10_000  # of a hand
WORLDS = RowColumn("worlds", "int32", 1, "worlds in which every choice was played out")
WORLDS_OPTION = f"drawn for each hand; an even number (default: {USUAL_WORLDS})"


def half_columns(whose: str, choices: int) -> tuple[RowColumn, RowColumn]:
    """The columns of the tricks of one seat, by choice."""
    words = f"{whose} tricks by choice, summed over the"
    return (
        RowColumn("first_half", "int32", choices, f"{words} first half of the worlds; -1: no such choice"),
        RowColumn("second_half", "int32", choices, f"{words} second half of the worlds; -1: no such choice"),
    )


def hand_options(work: Work, known: dict[str, tuple[str, ...]]) -> tuple[dict[str, str], int]:
    """The options of a batch of hands, and how many worlds each hand has.

    known: as for `check_options`, without the option `worlds` that all these kinds have.  Raises
    SurveyError for what is none of them, and for a condition: hands are dealt evenly.
    """
    found = check_options(work, known | {"worlds": ()})
    check_no_condition(work)
    text = found.pop("worlds") or USUAL_WORLDS
    number = whole_number(text)
    if number % 2 or not 0 < number <= MOST_WORLDS:
        raise SurveyError(f"no number of worlds: {quoted(text)} (expected an even number from 2 to {MOST_WORLDS})")
    return found, number


def hands_dealt(rng: np.random.Generator, number: int, cards: int) -> Sets:
    """So many hands of so many cards, drawn evenly."""
    return _sets(rng.permuted(np.tile(DECK, (number, 1)), axis=1)[:, :cards])


def worlds_dealt(rng: np.random.Generator, hands: Sets, worlds: int, sizes: tuple[int, ...]) -> Sets:
    """For each hand so many worlds: the other cards, dealt evenly into parts of these sizes; hands, worlds, parts."""
    unseen = np.broadcast_to(DECK, (len(hands), len(DECK)))[(hands[:, None] & DECK) == 0].reshape(len(hands), 1, -1)
    dealt = rng.permuted(np.repeat(unseen, worlds, axis=1), axis=2)
    ends = np.cumsum((0, *sizes))
    return np.stack([_sets(dealt[:, :, ends[i] : ends[i + 1]]) for i in range(len(sizes))], axis=2)


def in_parts(
    rng: np.random.Generator, hands: Sets, worlds: int, sizes: tuple[int, ...], deals: int
) -> Iterator[tuple[slice, Sets]]:
    """The hands part by part, as many as memory has room for, each part with its worlds as `worlds_dealt` deals them.

    deals: in memory at once for each world of a hand.
    """
    step = max(1, AT_ONCE // (worlds * deals))
    for at in range(0, len(hands), step):
        part = slice(at, at + step)
        yield part, worlds_dealt(rng, hands[part], worlds, sizes)


def _sets(cards: Sets) -> Sets:
    """Card sets of single cards, along the last axis."""
    return np.bitwise_or.reduce(cards, axis=-1)


def low_cards(hands: Sets, number: int) -> Sets:
    """For each hand (rows) each of `ways_of` so many cards, the lowest; no cards where a suit is too short."""
    lanes = lanes_of(hands)
    found = []
    for way in ways_of(number):
        cards = np.array([lowest(n)[held] for n, held in zip(way, lanes, strict=True)])
        short = (np.bitwise_count(cards) < way[:, None]).any(axis=0)
        found.append(np.where(short, np.uint64(0), joined(cards)))
    return np.array(found).T


def each_choice(hands: Sets, choices: Sets, others: Sets) -> tuple[Sets, Sets, Sets]:
    """Every choice in every world of its hand, a row each: the hand, the cards chosen, what the others hold.

    choices: by hand, no cards where there is none; others: by hand, world and part.
    """
    row, column = np.nonzero(choices)
    worlds, parts = others.shape[1:]
    return np.repeat(hands[row], worlds), np.repeat(choices[row, column], worlds), others[row].reshape(-1, parts)


def by_choice(choices: Sets, tricks: npt.NDArray[np.integer], worlds: int) -> HalfTricks:
    """The tricks of one seat in the rows of `each_choice`, by hand, choice and half of the worlds."""
    found = unplayed(*choices.shape)
    found[choices != 0] = halves(tricks, worlds)
    return found


def unplayed(hands: int, choices: int) -> HalfTricks:
    """The tricks of so many hands before any choice has been played out."""
    return np.full((hands, choices, 2), -1, np.int32)


def halves(tricks: npt.NDArray[np.integer], worlds: int) -> npt.NDArray[np.int32]:
    """The sums over the two halves of the worlds, shape (choices, 2).  tricks: of each choice, world by world."""
    return tricks.reshape(-1, 2, worlds // 2).sum(axis=2, dtype=np.int32)


def half_values(tricks: HalfTricks, worlds: int) -> Columns:
    """The columns with which rows of hands end: `WORLDS`, then those of `half_columns`."""
    number = np.full(len(tricks), worlds, np.int32)
    return {"worlds": number, "first_half": tricks[:, :, 0], "second_half": tricks[:, :, 1]}
