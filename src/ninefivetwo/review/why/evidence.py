"""The test of a theme: is a fact the reason of a loss?  Only if without it there is no loss.

A *candidate* is a theme with its cards, and the worlds in which its fact holds.  With the tricks lost in each world it
stands if the worlds without the fact carry hardly any of the loss, and in those with it much is lost, clearly.  Half of
the worlds pick; the others, which are fresh to the choice, must bear it out, and theirs are the figures that are told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ninefivetwo.cards import Card, Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.playouts.estimates import DistinctWorlds, estimate
from ninefivetwo.review.why.claims import ProvenTheme, Theme
from ninefivetwo.review.why.lines import Flags
from ninefivetwo.sets import Floats

CLEAR = 2.0  # standard errors by which the loss is above zero
WITHIN = 0.5  # tricks lost where the fact holds, at least
PICKED, TOLD = (
    0.15,
    0.2,
)  # of the whole loss: worlds without the fact carry at most so much, where it is picked and told
MOST = 2  # themes


@dataclass(frozen=True)
class Candidate:
    """A theme and the worlds in which its fact holds (`holds`, a bool a world); the rest is as in `ProvenTheme`."""

    theme: Theme
    holds: Flags
    seat: Seat | None = None
    cards: tuple[Card, ...] = ()
    others: tuple[Card, ...] = ()


class Evidence(NamedTuple):
    """The figures of a fact, as in `ProvenTheme`; carried: the part of the whole loss in the worlds without it."""

    share: Estimate
    loss: Estimate
    within: Estimate
    without: Estimate | None
    carried: float

    def stands(self, most: float) -> bool:
        """Is the loss clear, and all of it but so much where the fact holds?"""
        loss, within = self.loss, self.within
        return (
            loss.mean > CLEAR * loss.standard_error
            and within.mean > CLEAR * within.standard_error
            and within.mean >= WITHIN
            and self.carried <= most
        )


def evidence(lost: Floats, worlds: DistinctWorlds, holds: Flags) -> Evidence | None:
    """What the worlds say of a fact; None where it holds in none, or nothing is lost."""
    shares, exact = worlds.shares, worlds.exact
    loss = estimate(lost, shares, exact)
    if not holds.any() or loss.mean <= 0:
        return None
    carried = float((lost * shares)[~holds].sum()) / loss.mean
    within = _part(lost, worlds, holds)
    without = None if holds.all() else _part(lost, worlds, ~holds)
    return Evidence(estimate(holds.astype(float), shares, exact), loss, within, without, carried)


def proven(
    lost: Floats, worlds: DistinctWorlds, candidates: Sequence[Candidate], most: int = MOST
) -> list[ProvenTheme]:
    """The candidates that stand the test, at most so many: by their themes' order, then by what the fact makes out.

    lost: tricks, by world.  Where all worlds are known there are no fresh ones, and none are needed.
    """
    picking, telling = _parts(worlds)
    picked = list[tuple[int, float, int, Candidate]]()
    for candidate in candidates:
        found = evidence(lost[picking], _only(worlds, picking), candidate.holds[picking])
        if found is not None and found.stands(PICKED):
            less = found.without.mean if found.without is not None else 0.0
            picked.append((candidate.theme.rank, less - found.within.mean, len(picked), candidate))
    told = list[ProvenTheme]()
    for *_, candidate in sorted(picked, key=lambda each: each[:3]):
        found = evidence(lost[telling], _only(worlds, telling), candidate.holds[telling])
        if len(told) < most and candidate.theme.group not in {theme.theme.group for theme in told}:
            if found is not None and found.stands(TOLD):
                told.append(_theme(candidate, found))
    return told


def _theme(candidate: Candidate, found: Evidence) -> ProvenTheme:
    about = candidate.theme, candidate.seat, candidate.cards, candidate.others
    return ProvenTheme(*about, found.share, found.loss, found.within, found.without)


def _parts(worlds: DistinctWorlds) -> tuple[Flags, Flags]:
    """The worlds that pick, and those that tell."""
    every = np.ones(len(worlds.shares), dtype=np.bool_)
    if worlds.exact:
        return every, every
    picking = np.arange(len(worlds.shares)) % 2 == 0
    return picking, ~picking


def _only(worlds: DistinctWorlds, rows: Flags) -> DistinctWorlds:
    """Some of the worlds, with shares that sum to 1."""
    shares = worlds.shares[rows]
    return DistinctWorlds(worlds.sets[rows], shares / shares.sum(), worlds.exact)


def _part(lost: Floats, worlds: DistinctWorlds, rows: Flags) -> Estimate:
    """The mean of what is lost in some worlds."""
    only = _only(worlds, rows)
    return estimate(lost[rows], only.shares, worlds.exact)
