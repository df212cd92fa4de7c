"""The forecast: what a seat will in fact win at the table, from the guarantees of all three.

A seat wins its guarantee, a third of the slack that the guarantees leave over, and a correction linear in the three
guarantees, by seat, tricks left and kind of denomination.  Before the first card the hands say more than the guarantees
do: of two deals with the same guarantees that with the longer trumps is won by more, as its cards play well for one who
does not see the others'.  There the correction is linear in the features of the hands as well (`features.py`).
Corrections and spread were fitted to played-out deals (`forecast.json`, written by benchmarks/fit_forecast.py).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np

from ninefivetwo.cards import Denomination, Hand, Seat
from ninefivetwo.layout import Layout
from ninefivetwo.models.features import features
from ninefivetwo.solve.values import Guarantees

#: What the numbers of the table are.  Without slack: the mean over the guarantee, and its square.  With slack: the
#: correction, base + one slope for each seat's guarantee; and the squared error, still + more * slack.
COLUMNS = ["even", "even squared", "base", "by dealer", "by left", "by right", "still", "more"]
KINDS = ("own", "other", "none")


@dataclass(frozen=True)
class Forecast:
    """Tricks that a seat will win: the mean, and the standard deviation of what is won about it."""

    mean: float
    spread: float

    def covers(self, tricks: int, share: float) -> bool:
        """Does the band about the mean that would hold such a share of normal errors hold this result?"""
        return abs(tricks - self.mean) <= NormalDist().inv_cdf(0.5 + share / 2) * self.spread


def kind_of(denomination: Denomination, dealer: Hand) -> str:
    """The kind of a denomination: `own`, the dealer's longest suit or one as long, `other`, or `none` for no-trump."""
    if denomination is Denomination.N:
        return "none"
    lengths = [sum(int(card.suit) == suit for card in dealer) for suit in range(4)]
    return "own" if lengths[denomination] == max(lengths) else "other"


def forecasts(
    guarantee: Guarantees | Mapping[Seat, int], tricks: int, kind: str, whole: tuple[Layout, Denomination] | None = None
) -> dict[Seat, Forecast]:
    """What each seat will win of the tricks left, by the guarantees of all three; the means sum to the tricks.

    whole: before the first card, the layout and what is trump; the forecast is sharper then.  Only deals of sixteen
    tricks are meant so.
    """
    slack = tricks - sum(guarantee[seat] for seat in Seat)
    extra = _by_features(kind, *whole) if whole else {}
    found = {}
    for seat in Seat:
        if tricks in guarantee.values():  # somebody is sure of all
            found[seat] = Forecast(guarantee[seat], 0.0)
            continue
        even, square, base, *slopes, still, more = _coefficients("whole " + kind if whole else kind, tricks, seat)
        if slack:
            over = slack / 3 + base + sum(slopes[other] * guarantee[other] for other in Seat) + extra.get(seat, 0.0)
            found[seat] = Forecast(guarantee[seat] + over, sqrt(still + more * slack))
        else:
            found[seat] = Forecast(guarantee[seat] + even, sqrt(max(0.0, square - even**2)))
    return found


def _by_features(kind: str, layout: Layout, trump: Denomination) -> dict[Seat, float]:
    """What the features of the hands add for each seat."""
    hands = np.array([[layout[seat].cards for seat in Seat]], dtype=np.uint64)
    added = features(hands, trump)[0] @ np.array(_table()["features"][kind])
    return {seat: float(added[seat]) for seat in Seat}


def _coefficients(kind: str, tricks: int, seat: Seat) -> list[float]:
    """Those of the table; between two of its numbers of tricks the mean of both, beyond them the nearest."""
    rows = _table()["kinds"][kind]
    fitted = sorted(map(int, rows))
    below = max((n for n in fitted if n <= tricks), default=fitted[0])
    above = min((n for n in fitted if n >= tricks), default=fitted[-1])
    one, other = rows[str(below)][seat.word], rows[str(above)][seat.word]
    return [(a + b) / 2 for a, b in zip(one, other, strict=True)]


@cache
def _table() -> Any:
    return json.loads(files("ninefivetwo.models").joinpath("forecast.json").read_text(encoding="utf-8"))
