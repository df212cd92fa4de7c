"""What choices before the play bring, in the form in which they are fitted; from the rows of surveys."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ninefivetwo.sets import Floats, Sets
from ninefivetwo.survey.card_sets import unsigned
from ninefivetwo.survey.work import Columns

Ints = npt.NDArray[np.int64]


class DiscardRows(NamedTuple):
    """What discards bring the dealer, a row a hand.

    trumps: denominations by number.  discards: a column for each of `ways_of`, no cards where a suit is too
    short.  values: the dealer's tricks by hand and discard; nan where there is no discard.
    """

    hands: Sets
    trumps: Ints
    discards: Sets
    values: Floats


class CallRows(NamedTuple):
    """What calls bring the dealer, a row a hand, after the fitted discards.

    hands: sixteen cards, the kitty not seen, or twenty.  values: his tricks by hand and denomination.
    """

    hands: Sets
    values: Floats


class GiftRows(NamedTuple):
    """What gifts bring, a row a hand of the giver's.

    gifts: a column for each of `ways_of` so many cards, the lowest of their suits; no cards where there is no such
    gift.  values: the giver's tricks by hand and gift; nan where there is none.
    """

    hands: Sets
    givers: Ints
    receivers: Ints
    gifts: Sets
    values: Floats


def discard_rows(rows: Columns) -> DiscardRows:
    """Of rows `hand_discards`."""
    return DiscardRows(
        unsigned(rows["hand"]), rows["trump"].astype(np.int64), unsigned(rows["discards"]), _values(rows)
    )


def call_rows(rows: Columns) -> CallRows:
    """Of rows `hand_calls`."""
    return CallRows(unsigned(rows["hand"]), _values(rows))


def gift_rows(rows: Columns) -> GiftRows:
    """Of rows `hand_gifts`."""
    seats = rows["giver"].astype(np.int64), rows["receiver"].astype(np.int64)
    return GiftRows(unsigned(rows["hand"]), *seats, unsigned(rows["gifts"]), _values(rows))


def _values(rows: Columns) -> Floats:
    """Tricks by choice, the mean over the worlds; nan where there is no such choice."""
    both, worlds = rows["first_half"].astype(float) + rows["second_half"], rows["worlds"][:, None]
    return np.where(rows["first_half"] < 0, np.nan, both / worlds)
