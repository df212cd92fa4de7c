"""The test of a theme: is what it counts the reason of the loss?  Only if there is no loss where the count is the same.

A `Tally` counts something in each world after the card and after the better one.  It is the reason if

- the worlds in which both counts are the same carry hardly any of the loss, up or down: without the change, no loss;
- where it is worse after the card, clearly much is lost, and where it is better, nothing;
- the counts differ by as much as is lost: of tricks that the player wins nearly, of anything else half to twice.

After a choice before the play more differs than one count.  There one that makes up most of the loss is enough, and
where it is the same the choice may even be the better one, by which less is lost than the count tells.

Half of the worlds pick; the others, which are fresh to the choice, must bear it out, and theirs are the figures that
are told.
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

CLEAR = 2.0  # standard errors by which the loss is above zero
WITHIN = 0.5  # tricks lost where the count is worse, at least
LUCKY = 0.1  # of the whole loss, at most, in worlds in which the count is better
PICKED, TOLD = 0.17, 0.2  # of the whole loss: worlds of the same count carry at most so much, where picked and told
ACCOUNTED = {True: (0.7, 1.4), False: (0.5, 2.0)}  # of the loss is the difference, of one's own tricks and of others'
BEFORE_PLAY = 0.6, 2.0  # the same of one's own tricks in whole deals, which differ in more than one way
GAINED = 0.5  # of the loss: before the play at most so much may be gained where the count is the same


class Tally(Struct, frozen=True):
    """What a theme counts, by world: after the card, and instead after the better one; see `ProvenTheme`.

    fated: where it is told what becomes of the cards, the worlds in which that is it.
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
        """A count of the lines after both choices."""
        after, instead = (count(line).astype(np.int64) for line in (lines.after, lines.instead))
        return cls(theme, after, instead, seat, tuple(cards), suit)

    @property
    def worse(self) -> Counts:
        """By how much the count is worse after the card."""
        return self.instead - self.after if self.theme.own else self.after - self.instead


class Evidence(Struct, frozen=True):
    """What some worlds say of a tally: figures as in `ProvenTheme`, and those that only the test needs.

    within: tricks lost where it is worse.  lucky: the part of the loss where it is better.  accounted: by how much the
    counts differ, as a part of the loss.
    """

    proven: ProvenTheme
    within: Estimate
    lucky: float
    accounted: float

    def stands(self, most: float) -> bool:
        """Is the loss clear, and gone where the count is the same, but for this part?"""
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
    """What the worlds, or some of them, say of a tally; None where it is never worse, or nothing is lost.

    lost: tricks, by world.
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
    """The first theme of which a tally stands the test, by that of its tallies that accounts best for the loss.

    lost: tricks, by world.  picking: the worlds that pick, every second where nothing is given.  Where all worlds are
    known there are no fresh ones, and none are needed.
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
    """The worlds that pick, and those that tell."""
    every = np.ones(len(worlds.shares), dtype=np.bool_)
    if worlds.exact:
        return every, every
    if picking is None:
        picking = np.arange(len(worlds.shares)) % 2 == 0
    return picking, ~picking


def _only(worlds: DistinctWorlds, rows: Flags) -> DistinctWorlds:
    """Some of the worlds, with shares that sum to 1."""
    shares = worlds.shares[rows]
    return DistinctWorlds(worlds.sets[rows], shares / shares.sum(), worlds.exact)


def _mean(values: Floats, worlds: DistinctWorlds) -> Estimate:
    return estimate(values, worlds.shares, worlds.exact)


def _part(values: Floats, worlds: DistinctWorlds, rows: Flags) -> Estimate:
    """The mean of a figure in some worlds."""
    return _mean(values[rows], _only(worlds, rows))
