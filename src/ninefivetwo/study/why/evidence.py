"""The test of a theme: a count of tricks explains a loss only if almost nothing is lost in worlds with equal counts.

A `Tally` has two counts for each world: after the actual choice and after the better choice. A tally is accepted as the
reason for the loss only if worlds with equal counts contribute almost nothing to the loss, positive or negative. Worlds
with a worse count after the actual choice must have a clear loss, and worlds with a better count must contribute almost
nothing. The difference of the counts must be 0.7 to 1.4 times the loss for the player's own tricks, and 0.5 to 2 times
the loss for other counts.

A choice before the play usually changes several counts. Before the play, a tally only has to account for most of the
loss, and worlds with equal counts may favor the actual choice.

Half of the worlds select a theme. The other half confirms the theme and provides the reported figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from msgspec import Struct

from ninefivetwo.cards import Card, Seat, Suit
from ninefivetwo.evaluation import Estimate
from ninefivetwo.sets import Floats
from ninefivetwo.study.why.claims import ProvenTheme, Theme
from ninefivetwo.study.why.lines import Choice, Compared, Counts, Flags, PlayedLines
from ninefivetwo.think.playouts.values import DistinctWorlds, estimate

CLEAR = 2.0  # minimum loss in standard errors
WITHIN = 0.5  # minimum loss, in tricks, in worlds with a worse theme count
LUCKY = 0.1  # maximum share of the loss that comes from worlds with a better theme count
PICKED, TOLD = 0.17, 0.2  # maximum share of the loss in worlds in which the count is unchanged
ACCOUNTED = {True: (0.7, 1.4), False: (0.5, 2.0)}  # lower and upper limit of the change of a count divided by the loss
BEFORE_PLAY = 0.6, 2.0  # limits of (change of count / loss) for own tricks after a choice before the play
GAINED = 0.5  # before the play, maximum gain from worlds with an unchanged count, relative to the loss


class Tally(Struct, frozen=True):
    """The count of a theme in each world, after the actual choice and after the better choice; see `ProvenTheme`.

    `fated` marks the worlds in which the cards have the fate `fate`.
    """

    theme: Theme
    after: Counts
    instead: Counts
    seat: Seat | None = None
    cards: tuple[Card, ...] = ()
    suit: Suit | None = None
    fate: str | None = None
    fated: Flags | None = None

    @classmethod
    def of(
        cls,
        lines: Compared[Choice],
        theme: Theme,
        count: Callable[[PlayedLines], Counts | Flags],
        cards: Iterable[Card] = (),
        suit: Suit | None = None,
        seat: Seat | None = None,
    ) -> Tally:
        """Return the tally of a theme by applying `count` to the lines after both choices."""
        after, instead = (count(line).astype(np.int64) for line in (lines.after, lines.instead))
        return cls(theme, after, instead, seat, tuple(cards), suit)

    @property
    def worse(self) -> Counts:
        """The amount by which the count is worse after the actual choice, in each world."""
        return self.instead - self.after if self.theme.own else self.after - self.instead


class Evidence(Struct, frozen=True):
    """The figures for a tally in some worlds: the figures to report (`proven`), and figures needed only for the test.

    `within` is the average loss, in tricks, in worlds with a worse count. `lucky` is the share of the loss from worlds
    with a better count. `accounted` is the difference of the counts divided by the loss.
    """

    proven: ProvenTheme
    within: Estimate
    lucky: float
    accounted: float

    def stands(self, most: float) -> bool:
        """Whether the tally passes the test; worlds with equal counts may have at most the share `most` of the loss."""
        theme, loss, within = self.proven.theme, self.proven.loss, self.within
        least, largest = BEFORE_PLAY if theme.before_play and theme.own else ACCOUNTED[theme.own]
        return (
            loss.mean > CLEAR * loss.standard_error
            and within.mean >= WITHIN
            and within.mean > CLEAR * within.standard_error
            and -(GAINED if theme.before_play else most) <= self.proven.carried <= most
            and self.lucky <= LUCKY
            and least <= self.accounted <= largest
        )


def evidence(lost: Floats, worlds: DistinctWorlds, tally: Tally, rows: Flags | None = None) -> Evidence | None:
    """Return the evidence for a tally in the worlds marked by `rows`.

    The result is None if the count is never worse or nothing is lost. `lost` is the loss in each world, in tricks.
    """
    rows = np.ones(len(lost), dtype=np.bool_) if rows is None else rows
    every = _only(worlds, rows)
    lost, worse = lost[rows], tally.worse[rows]
    loss = _mean(lost, every)
    if loss.mean <= 0 or not (worse > 0).any():
        return None
    within, same = _part(lost, every, worse > 0), worse == 0
    fated = None
    if tally.fated is not None:
        fated = _part(tally.fated[rows].astype(float), every, worse > 0)
    proven = ProvenTheme(
        tally.theme,
        tally.seat,
        tally.cards,
        after=_mean(tally.after[rows].astype(float), every),
        instead=_mean(tally.instead[rows].astype(float), every),
        loss=loss,
        same=_part(lost, every, same) if same.any() else None,
        changed=_mean((~same).astype(float), every),
        suit=tally.suit,
        fate=tally.fate,
        fated=fated,
    )
    lucky = float((lost * every.shares)[worse < 0].sum()) / loss.mean
    return Evidence(proven, within, lucky, float(worse @ every.shares) / loss.mean)


def proven(
    lost: Floats, worlds: DistinctWorlds, tallies: Sequence[Tally], picking: Flags | None = None
) -> list[ProvenTheme]:
    """Return a list with the first theme that passes the test, or an empty list if no theme passes.

    The best tally of a theme is tested first. `lost` is the loss in each world, in tricks. `picking` marks the worlds
    that select the theme (None: every second world). If all possible worlds are known, all of them are used both to
    select and to confirm.
    """
    picking, telling = _parts(worlds, picking)
    picked = list[tuple[int, float, int, Tally]]()
    for number, tally in enumerate(tallies):
        found = evidence(lost, worlds, tally, picking)
        if found is not None and found.stands(PICKED):
            picked.append((tally.theme.rank, abs(found.accounted - 1) + abs(found.proven.carried), number, tally))
    for *_, tally in sorted(picked, key=lambda pick: pick[:3]):
        found = evidence(lost, worlds, tally, telling)
        if found is not None and found.stands(TOLD):
            return [found.proven]
    return []


def _parts(worlds: DistinctWorlds, picking: Flags | None) -> tuple[Flags, Flags]:
    """Return the worlds that select a theme, and the worlds that confirm the theme."""
    every = np.ones(len(worlds.shares), dtype=np.bool_)
    if worlds.exact:
        return every, every
    if picking is None:
        picking = np.arange(len(worlds.shares)) % 2 == 0
    return picking, ~picking


def _only(worlds: DistinctWorlds, rows: Flags) -> DistinctWorlds:
    """Return the worlds marked by `rows`, with weights that sum to 1."""
    shares = worlds.shares[rows]
    return DistinctWorlds(worlds.sets[rows], shares / shares.sum(), worlds.exact)


def _mean(values: Floats, worlds: DistinctWorlds) -> Estimate:
    return estimate(values, worlds.shares, worlds.exact)


def _part(values: Floats, worlds: DistinctWorlds, rows: Flags) -> Estimate:
    return _mean(values[rows], _only(worlds, rows))
