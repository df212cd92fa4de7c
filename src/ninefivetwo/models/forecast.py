"""The forecast: what a seat will in fact win at the table, from the guarantees of all three.

It is the seat's guarantee, a third of the slack (the tricks that the guarantees leave over), and a correction that is
linear in the three guarantees and depends on the seat, the tricks left and the kind of denomination.  Before the first
card the hands say more than the guarantees do: of two deals with the same guarantees the one with longer trumps wins
more, for its cards are easier to play without seeing the others'.  So there the correction is linear in the features of
the hands as well (`features.py`).  Corrections and spreads were fitted to deals played out (`forecast.json`, written by
benchmarks/fit_forecast.py).
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

#: The numbers in a row of the table.  Without slack: the mean of what is won beyond the guarantee, and of its square.
#: With slack: the correction, base + one slope for each seat's guarantee; and the squared error, still + more * slack.
COLUMNS = ["even", "even squared", "base", "by dealer", "by left", "by right", "still", "more"]
KINDS = ("own", "other", "none")


@dataclass(frozen=True)
class Forecast:
    """The tricks that a seat will win: their mean and their standard deviation."""

    mean: float
    spread: float

    def covers(self, tricks: int, share: float) -> bool:
        """Is a result within the band about the mean that would hold such a share of normally distributed results?"""
        return abs(tricks - self.mean) <= NormalDist().inv_cdf(0.5 + share / 2) * self.spread


def kind_of(denomination: Denomination, dealer: Hand) -> str:
    """The kind of a denomination: `own` for the dealer's longest suit or one as long, `other`, `none` for no-trump."""
    if denomination is Denomination.N:
        return "none"
    lengths = [sum(int(card.suit) == suit for card in dealer) for suit in range(4)]
    return "own" if lengths[denomination] == max(lengths) else "other"


def forecasts(
    guarantee: Guarantees | Mapping[Seat, int], tricks: int, kind: str, whole: tuple[Layout, Denomination] | None = None
) -> dict[Seat, Forecast]:
    """What each seat will win of the tricks left, from the guarantees of all three; the means sum to the tricks.

    kind: as `kind_of` gives it.  whole: the layout and the denomination, before the first card of a deal of sixteen
    tricks; the forecast is sharper then.
    """
    slack = tricks - sum(guarantee[seat] for seat in Seat)
    extra = _by_features(kind, *whole) if whole else {}
    by_seat = {}
    for seat in Seat:
        if tricks in guarantee.values():  # somebody is sure of all
            by_seat[seat] = Forecast(guarantee[seat], 0.0)
            continue
        even, square, base, *slopes, still, more = _coefficients("whole " + kind if whole else kind, tricks, seat)
        if slack:
            over = slack / 3 + base + sum(slopes[other] * guarantee[other] for other in Seat) + extra.get(seat, 0.0)
            by_seat[seat] = Forecast(guarantee[seat] + over, sqrt(still + more * slack))
        else:
            by_seat[seat] = Forecast(guarantee[seat] + even, sqrt(max(0.0, square - even**2)))
    return by_seat


def _by_features(kind: str, layout: Layout, trump: Denomination) -> dict[Seat, float]:
    """What the features of the hands add for each seat."""
    hands = np.array([[layout[seat].cards for seat in Seat]], dtype=np.uint64)
    added = features(hands, trump)[0] @ np.array(_table()["features"][kind])
    return {seat: float(added[seat]) for seat in Seat}


def _coefficients(kind: str, tricks: int, seat: Seat) -> list[float]:
    """A row of the table; between two of its numbers of tricks the mean of both rows, beyond them the nearest row."""
    rows = _table()["kinds"][kind]
    fitted = sorted(map(int, rows))
    below = max((n for n in fitted if n <= tricks), default=fitted[0])
    above = min((n for n in fitted if n >= tricks), default=fitted[-1])
    one, other = rows[str(below)][seat.word], rows[str(above)][seat.word]
    return [(a + b) / 2 for a, b in zip(one, other, strict=True)]


@cache
def _table() -> Any:
    return json.loads(files("ninefivetwo.models").joinpath("forecast.json").read_text(encoding="utf-8"))
