"""The chances of winning a long match, which is played to many points or for many deals.

A player who was up has an advantage in the next exchange. Scores are therefore adjusted by the points that the last
result is expected to bring in later deals (`ResultCourse.outlook`). In a long match, the adjusted score behaves like a
random walk without memory, with the same variance and skewness per deal.

The walk moves on a lattice of scores, in strides of several deals, which are computed by Fourier transforms. Players
usually overshoot the score that ends a match. The walk's target and floor are placed so that the mean adjusted score at
the end of a match is correct (`_past_end`, `stride_past`).

The walk is inaccurate near the scores that end a match. As a correction, one deal is computed exactly, and the change
in the chances is carried back deal by deal on a second lattice (`_Correction`). The second lattice interpolates the
changes, not the chances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from math import ceil, inf, log
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from ninefivetwo.cards import Seat
from ninefivetwo.game.rules import TRICKS, RuleSet, Tie, Winner
from ninefivetwo.sets import Floats
from ninefivetwo.think.models.deal_results import OUTCOMES, REMEMBERED_DEALS, Integers, next_results, usual_results
from ninefivetwo.think.models.linear import SELDOM, parted, product, solve_linear
from ninefivetwo.think.models.match_ends import Bools, ChancesAt, ends

Complexes = npt.NDArray[np.complex128]
#: Places of a lattice, each with its weight in the interpolation at a score.
Around = list[tuple[Integers, Floats]]

SIZE = 128  # number of places along each side of the random walk's lattice
ACROSS = 84  # maximum number of places between the lowest and the highest score on the walk's lattice
STRIDE = 3.0  # standard deviation of one stride of the walk, in places of its lattice
MOST_STRIDES = 400  # beyond this number of strides, the number of deals left makes no difference
NEVER = 1 << 20  # distance to an end of the match that is out of reach, in places of the lattice
MARGIN = 20  # number of places of the walk's lattice beyond an end of the match
WIDE_ERRORS = 16.0  # width of the walk's lattice, in standard deviations, if no score ends the match
EXACT, CARRIED = 3e-5, 3e-3  # relative errors at which the linear solver stops: for the walk, for the correction
CARRY = 16  # number of deals over which the correction is carried back if the number of deals is fixed
FAR_ERRORS = 3.5  # an end of the match counts as out of reach at this distance, in standard deviations
LONG_RANK = 12  # rank of the approximation to the table of results
REACH = 64  # number of places between the lowest and the highest score on the correction's lattice
CLOSE_SCORES = 4  # maximum spacing of the correction's lattice, in points of score
NEAR_END = 16  # distance from a score to the rim of the lattice around it, in points of score
EDGE = 50  # number of places before an end of the match for computing how far players overshoot it


class ResultCourse:
    """The effect of a deal's result on later results under a rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.table = next_results(rules)
        self.results: Integers = OUTCOMES - np.array(rules.contracts)
        self.usual = usual_results(self.table)
        self.common = np.flatnonzero(self.usual > SELDOM)
        self.after, self.into = parted(self.table, self.usual, LONG_RANK)
        self.outlooks = [np.zeros(self.results.shape)]
        self.spent = [0.0]  # variance of a player's points over 0, 1, 2 … deals
        for _ in range(REMEMBERED_DEALS):
            self.outlooks.append(self.table @ (self.results + np.roll(self.outlooks[-1], 1, axis=1)))
            self.spent.append(self.spent[-1] + self._variance(*self.outlooks[-2:]))
        self.walk = _Walk(*self._cumulants())

    def outlook(self, to_come: int | None) -> Floats:
        """Return the points expected in later deals after each outcome, in the order of the seats in the next deal.

        `to_come` is the number of later deals, or None if the match has no fixed number of deals.
        """
        if to_come is None:
            return np.mean(self.outlooks[-3:], axis=0)  # the mean over the three seats that may deal last
        first = REMEMBERED_DEALS - 2  # from here on, the outlooks repeat every three deals
        return self.outlooks[to_come if to_come <= REMEMBERED_DEALS else first + (to_come - first) % 3]

    def worth(self, to_come: int) -> float:
        """Return the number of walk deals that have the same total variance as the last `to_come` deals of a match."""
        return self.spent[min(to_come, REMEMBERED_DEALS)] / self.walk.variance + max(to_come - REMEMBERED_DEALS, 0)

    def _variance(self, after: Floats, before: Floats) -> float:
        """Return the variance that one deal adds to a player's points plus outlook, averaged over the seats."""
        return float(self.usual @ ((self.results + np.roll(after, 1, axis=1)) ** 2 - before**2).mean(axis=1))

    def _cumulants(self) -> tuple[float, float, float]:
        """Return the variance, skewness and twist per deal, from the growth of the mean of exp(t x) for small t."""
        size = 0.02
        one, other = np.array([2, -1, -1]) / 3 * size, np.array([0, 1, -1]) / 3**0.5 * size
        grown = [self._growth(towards) for towards in (one, -one, other, -other)]
        return (
            (grown[0] + grown[1]) / size**2,
            3 * (grown[0] - grown[1]) / size**3,
            3 * (grown[2] - grown[3]) / size**3,
        )

    def _growth(self, towards: Floats) -> float:
        """Return the logarithm of the factor by which the mean of exp(towards · points) grows per deal."""
        mean, grown = np.ones(len(self.table)), 0.0
        for deal in range(REMEMBERED_DEALS):
            mean = self.table @ (np.exp(self.results @ np.roll(towards, deal)) * mean)
            if deal >= REMEMBERED_DEALS - len(Seat):  # by then the first result has no effect
                grown += log(mean.max())
            mean /= mean.max()
        return grown / len(Seat)


def course_of(rules: RuleSet) -> ResultCourse:
    """Return the course of results under a rule set, ignoring the rules for ending a match."""
    return _course(_without_ends(rules, sweep=None, over=None))


@lru_cache(maxsize=8)
def _course(rules: RuleSet) -> ResultCourse:
    return ResultCourse(rules)


def _without_ends(rules: RuleSet, **fields: None) -> RuleSet:
    """Return these rules with every match limited to a single deal."""
    return replace(rules, target=None, floor=None, deals=1, winner=Winner.HIGHEST, tie=Tie.SHARE, **fields)


class _Walk(NamedTuple):
    """A random walk without memory, described by its variance and third moments per deal.

    `skewness` is the third moment of a player's points. `twist` measures the asymmetry between a player's two
    opponents.
    """

    variance: float
    skewness: float
    twist: float

    def stride(self, deals: float, spacing: float) -> Complexes:
        """Return the factors that move the Fourier transform of lattice values back by `deals` deals."""
        turns = 2 * np.pi * np.fft.fftfreq(SIZE) / spacing
        own, other = np.meshgrid(turns, turns, indexing="ij")
        along, across = own - other / 2, other * 3**0.5 / 2
        third = self.skewness * (along**3 - 3 * along * across**2) + self.twist * (across**3 - 3 * across * along**2)
        moved: Complexes = np.exp(-deals * (self.variance / 2 * (along**2 + across**2) + 1j / 6 * third))
        return moved

    def stride_past(self, deals: float, spacing: float, sign: int) -> float:
        """Return the average number of points by which a stride overshoots a target or floor.

        `sign` is 1 for a target and -1 for a floor.
        """
        size = 8 * EDGE
        turns = 2 * np.pi * np.fft.fftfreq(size) / spacing
        moved = np.exp(-deals * (self.variance / 2 * turns**2 + sign * 1j / 6 * self.skewness * turns**3))
        chances = np.fft.fft(moved).real / size  # indexed by the number of places moved towards the end
        places = np.arange(1, EDGE + 1)[:, None]
        near = chances[places - places.T]
        near[:, -1] += chances[places[:, 0, None] - np.arange(EDGE + 1, 3 * EDGE)].sum(axis=1)
        past = np.arange(3 * EDGE)
        found = np.linalg.solve(np.eye(EDGE) - near, (chances[(places + past)] * past).sum(axis=1))
        return float(found[-1]) * spacing


def _past_end(course: ResultCourse, sign: int) -> float:
    """Return the average number of points, including the outlook, by which players overshoot a target or floor.

    `sign` is 1 for a target and -1 for a floor.
    """
    distance, outlook = np.arange(1, EDGE + 1), sign * course.outlook(None)
    left = distance - sign * course.results.T[:, :, None]  # axes: seats, outcomes, distances
    past = np.stack([np.where(left[s] > 0, 0, outlook[:, [s - 1]] - left[s]) for s in Seat])
    places = np.clip(left, 1, EDGE) - 1

    def before(values: Floats) -> Floats:
        later = [np.take_along_axis(course.after @ values[s - 1], places[s], axis=1) for s in Seat]
        return np.stack([course.into @ np.where(left[s] > 0, later[s], 0) for s in Seat])

    start = np.zeros((len(Seat), LONG_RANK, EDGE))
    start[:, 0] = past.max() / 2  # the same value after every outcome
    found = start + solve_linear(before, course.into @ past + before(start) - start)
    return float((course.after @ found[0])[:, -1].mean())


class _Plane(NamedTuple):
    """A lattice of the scores of two neighbouring players. Places are `spacing` points apart and start at `low`."""

    spacing: float
    low: tuple[int, int]
    size: int

    def places(self) -> Integers:
        """Return the three players' scores at each place, in units of places, with the players on the last axis."""
        own, other = np.meshgrid(*(np.arange(self.size) + low for low in self.low), indexing="ij")
        return np.stack([own, other, -own - other], axis=-1)

    def around(self, own: Floats | Integers, other: Floats | Integers) -> Iterator[tuple[Integers, Floats]]:
        """Yield the three places around each score with interpolation weights. Places are numbered row by row."""
        one = np.clip(own / self.spacing - self.low[0], 0, self.size - 1.001)
        two = np.clip(other / self.spacing - self.low[1], 0, self.size - 1.001)
        row, column = one.astype(np.int64), two.astype(np.int64)
        one, two, corner = one - row, two - column, row * self.size + column
        upper = one + two > 1
        one, two = np.where(upper, 1 - two, one), np.where(upper, 1 - one, two)
        yield corner + upper * (self.size + 1), 1 - one - two
        yield corner + self.size, one
        yield corner + 1, two


class _Field(NamedTuple):
    """A player's chances of winning according to the walk, at each place of the walk's lattice."""

    plane: _Plane
    values: Floats

    def chances(self, scores: Floats) -> Floats:
        """Return the chances of all three players at these scores, with the players in seat order on the last axis."""
        one, two = self._of(scores[..., 0], scores[..., 1]), self._of(scores[..., 1], scores[..., 2])
        return np.stack([one, two, 1 - one - two], axis=-1)

    def _of(self, own: Floats, other: Floats) -> Floats:
        return sum(share * self.values.take(places) for places, share in self.plane.around(own, other))  # type: ignore


class _Ends(NamedTuple):
    """The target and the floor of a match, counted in places of the walk's lattice from a score of 0."""

    spacing: float
    deals: float  # deals per stride
    target: int | None
    floor: int | None


def _ends_of(rules: RuleSet, course: ResultCourse) -> _Ends:
    """Return the walk's target and floor, on a lattice where both fall on a place."""
    walk, third = course.walk, ACROSS // 3
    high = inf if rules.target is None else rules.target + _past_end(course, 1)
    low = inf if rules.floor is None else _past_end(course, -1) - rules.floor
    if low >= 2 * high:
        return _Ends(*_spacing(walk, high, third, 1), third, None)
    if high >= 2 * low:
        return _Ends(*_spacing(walk, low, third, -1), None, -third)
    most = int(ACROSS * high / (high + low))
    found = []
    for target in range(most, most - 16, -1):
        spacing, deals = _spacing(walk, high, target, 1)
        floor = (low - walk.stride_past(deals, spacing, -1)) / spacing
        found.append((abs(floor - round(floor)), _Ends(spacing, deals, target, -round(floor))))
    return min(found)[1]


def _spacing(walk: _Walk, end: float, places: int, sign: int) -> tuple[float, float]:
    """Return the points per place and the deals per stride for a limit that is `end` points or `places` places away."""
    spacing, deals = end / places, 0.0
    for _ in range(4):
        deals = (STRIDE * spacing) ** 2 / walk.variance
        spacing = (end - walk.stride_past(deals, spacing, sign)) / places
    return spacing, deals


class _Strides:
    def __init__(self, rules: RuleSet, course: ResultCourse, ends_at: _Ends) -> None:
        low = -SIZE // 2
        if ends_at.target is not None or ends_at.floor is not None:
            low = reach(ends_at.target, ends_at.floor)[0] - MARGIN
        self.plane, self.deals, self.walk = _Plane(ends_at.spacing, (low, low), SIZE), ends_at.deals, course.walk
        places = self.plane.places()
        beyond = NEVER if rules.winner is Winner.FURTHEST else None  # the rule FURTHEST needs an end on both sides
        above, below = ends_at.target or beyond, ends_at.floor or (beyond and -beyond)
        plain = replace(_without_ends(rules, sweep=None, over=None), target=above, floor=below, winner=rules.winner)
        self.ended, shares = ends(plain, places, places, places, False)
        self.won = np.where(self.ended, shares[..., 0], 0)
        self.leads = ends(plain, places, places, places, True)[1][..., 0]
        self.swept = float(course.usual @ ends(_without_ends(rules), 0 * OUTCOMES, course.results, OUTCOMES, False)[0])

    def field(self, deals: float | None) -> _Field:
        """Return the chances when `deals` deals are left, or with no fixed number of deals if `deals` is None."""
        strides = None if deals is None else max(round(deals / self.deals), 1)
        if deals is None or strides is None or strides > MOST_STRIDES:
            return _Field(self.plane, self._settled())
        values, stride = self.leads, self._stride(deals / strides)
        for _ in range(strides):
            values = np.where(self.ended, self.won, stride(values))
        return _Field(self.plane, values)

    def _settled(self) -> Floats:
        """Return the chances without a fixed number of deals, by solving a linear system."""
        stride = self._stride(self.deals)
        even = np.where(self.ended, self.won, 1 / len(Seat))
        nothing = stride(np.zeros_like(even))
        return even + solve_linear(
            lambda values: np.where(self.ended, 0, stride(values) - nothing),
            np.where(self.ended, 0, stride(even) - even),
            EXACT,
        )

    def _stride(self, deals: float) -> Callable[[Floats], Floats]:
        """Return a function that moves chances back by `deals` deals, with equal chances if a sweep ends the match."""
        moved = self.walk.stride(deals, self.plane.spacing)[:, : SIZE // 2 + 1]
        goes_on = (1 - self.swept) ** deals

        def earlier(values: Floats) -> Floats:
            mean = np.fft.irfft2(np.fft.rfft2(values) * moved, s=values.shape)
            return goes_on * mean + (1 - goes_on) / len(Seat)

        return earlier


class _Correction:
    """Corrections to approximate chances after each outcome, computed deal by deal on a lattice of scores.

    The axes of value arrays are lattices, seats, parts of the table of results, and scores. If one lattice cannot hold
    all scores of a match, there is a lattice for each player's turn to deal.
    """

    def __init__(
        self, rules: RuleSet, chances: ChancesAt, planes: list[_Plane], later: ChancesAt, deals: int | None
    ) -> None:
        course = course_of(rules)
        self.rules, self.course, self.chances, self.planes, self.later = rules, course, chances, planes, later
        self.alive = [_alive(rules, plane, len(planes) > 1) for plane in planes]
        self.after, self.into = course.after[course.common], course.into[:, course.common]
        found = [self._lacking(turn) for turn in range(len(planes))]
        lacks, self.next = [lack for lack, _ in found], [around for _, around in found]
        carried = self._carried(self._means(lacks), deals)
        self.values = [lack + self._later(more) for lack, more in zip(lacks, carried, strict=True)]

    def _carried(self, first: Floats, deals: int | None) -> Floats:
        if deals is None:
            return solve_linear(self._before, first, CARRIED)
        found = first
        for _ in range(deals):
            found = first + self._before(found)
        return found

    def _lacking(self, turn: int) -> tuple[Floats, Around]:
        """Return the correction after each outcome and the places after the deal, by computing one deal exactly."""
        course, plane = self.course, self.planes[turn]
        here = (plane.places()[self.alive[turn]] * plane.spacing).astype(np.int64)
        totals = here + course.results[:, None]
        over, shares = ends(self.rules, totals, course.results[:, None], OUTCOMES[:, None], False)
        now = np.roll(totals, -1, axis=-1)
        later = np.where(over[..., None], shares, np.roll(self.later(now), 1, axis=-1))
        first = np.stack([product(course.into, later[..., seat]) for seat in Seat])
        given = self.chances(np.broadcast_to(here, totals.shape))[course.common]
        around = self._around(turn + 1, now[course.common])
        return self._later(first) - given, [(at, np.where(over[course.common], 0, share)) for at, share in around]

    def _around(self, turn: int, scores: Integers) -> Around:
        """Return the weighted places around the scores after each common outcome, without scores that end the match."""
        plane, alive = self.planes[turn % len(self.planes)], self.alive[turn % len(self.planes)]
        number = np.where(alive, alive.cumsum().reshape(alive.shape) - 1, 0).ravel()
        after = alive.sum() * np.arange(len(scores))[:, None]
        found = [(places, share * alive.take(places)) for places, share in plane.around(scores[..., 0], scores[..., 1])]
        whole = np.maximum(sum(share for _, share in found), 1e-9)
        return [(after + number[places], share / whole) for places, share in found if share.any()]

    def _before(self, values: Floats) -> Floats:
        return self._means([self._later(turn) for turn in values])

    def _later(self, values: Floats) -> Floats:
        """Convert values from the axes (seats, parts, scores) to the axes (outcomes, scores, seats)."""
        return np.stack([product(self.after, each) for each in values], axis=-1)

    def _means(self, later: list[Floats]) -> Floats:
        """Return the values after a deal, averaged over the outcomes of the deal."""
        found = []
        for turn, around in enumerate(self.next):
            mean = _taken(later[(turn + 1) % len(later)], around)
            found.append(np.stack([product(self.into, mean[..., s - 1]) for s in Seat]))  # left deals next
        return np.stack(found)

    def better(self, scores: Integers) -> Floats:
        """Return the corrected chances at these scores, with outcomes on the first axis and seats on the last axis."""
        found = self.chances(scores)
        turn = 1 % len(self.planes)
        found[self.course.common] += _taken(self.values[turn], self._around(turn, scores[self.course.common]))
        return found


def _taken(values: Floats, around: Around) -> Floats:
    """Interpolate values from the weighted places around each score."""
    rows = values.reshape(-1, len(Seat))
    found = np.zeros((*around[0][0].shape, len(Seat)))
    for places, share in around:
        found += share[..., None] * rows.take(places, axis=0)
    return found


def _whole(rules: RuleSet) -> list[_Plane]:
    """Return a list with one lattice that holds all scores of a match, or an empty list if the match is too long."""
    low, high = reach(rules.target, rules.floor)
    spacing = ceil((high - low) / REACH)
    return [_Plane(spacing, (low // spacing, low // spacing), REACH + 4)] if 0 < spacing <= CLOSE_SCORES else []


def _window(rules: RuleSet, near: tuple[int, int, int]) -> list[_Plane]:
    """Return lattices of the scores near `near`, or an empty list if no limit is close or one fine lattice suffices."""
    low, high = reach(rules.target, rules.floor)
    if high - low <= REACH or (max(near) < high - NEAR_END and min(near) > low + NEAR_END):
        return []
    return _turning(near)


def _turning(near: tuple[int, int, int]) -> list[_Plane]:
    """Return three lattices of the scores near `near`, one for each player's turn to deal."""
    starts = [score - NEAR_END for score in near]
    return [_Plane(1, (starts[turn], starts[(turn + 1) % len(Seat)]), 2 * NEAR_END + 1) for turn in range(len(Seat))]


def _alive(rules: RuleSet, plane: _Plane, some: bool) -> Bools:
    """Return a mask of the places where the match goes on, limited to places near the centre if `some` is true."""
    scores = plane.places() * plane.spacing
    found: Bools = np.full(scores.shape[:-1], True)
    if rules.target is not None or rules.floor is not None:
        low, high = reach(rules.target, rules.floor)
        found = (scores.max(axis=-1) < high) & (scores.min(axis=-1) > low)
    middle = -sum(plane.low) - plane.size + 1
    return found & (abs(scores[..., Seat.RIGHT] - middle) <= plane.size // 2) if some else found


def reach(target: int | None, floor: int | None) -> tuple[int, int]:
    """Return the lowest and the highest score that ends a match, or 0 and 0 without a target or floor.

    If only one limit is set, the other limit follows, because the three scores sum to 0.
    """
    if target is None:
        return floor or 0, -2 * (floor or 0)
    low = -2 * target if floor is None else max(floor, -2 * target)
    return low, min(target, -2 * low)


@lru_cache(maxsize=16)
def long_match(rules: RuleSet, to_come: int | None, near: tuple[int, int, int]) -> ChancesAt:
    """Return a function for the chances of winning a long match at scores near `near`.

    The computation can take almost a second. `near` has the three scores in the order of the seats in the next deal.
    `to_come` is the number of deals left, or None if the match has no fixed number of deals.
    """
    if to_come is None:
        chances, planes = _all_scores(rules), _window(rules, near)
        return _Correction(rules, chances, planes, chances, None).better if planes else chances
    if to_come <= 1:
        return _even
    chances = _walk(rules, to_come - 1)  # the chances after the next deal
    if to_come == 2:
        return chances
    planes, later = _whole(rules) or _turning(near), _walk(rules, to_come - 2)
    return _Correction(rules, chances, planes, later, min(to_come - 3, CARRY)).better


def _even(scores: Integers) -> Floats:
    """Return equal chances for all players, for a match that goes on because of a tie after the last deal."""
    return np.full(scores.shape, 1 / len(Seat))


def _walk(rules: RuleSet, to_come: int | None) -> ChancesAt:
    """Return a function for the walk's chances when `to_come` deals are left."""
    field, outlook = _field(rules, to_come), course_of(rules).outlook(to_come)[:, None]
    return lambda scores: field.chances(scores + outlook)


@lru_cache(maxsize=8)
def _all_scores(rules: RuleSet) -> ChancesAt:
    """Return a function for the walk's chances at all scores, corrected if one lattice can hold all scores."""
    walk, planes = _walk(rules, None), _whole(rules)
    return _Correction(rules, walk, planes, walk, None).better if planes else walk


def reachable(rules: RuleSet, near: tuple[int, int, int], to_come: int | None) -> RuleSet:
    """Return the rules without a target or floor that fewer than one in a thousand matches would reach."""
    if to_come is None or (rules.target is None and rules.floor is None):
        return rules
    most = min(FAR_ERRORS * (course_of(rules).walk.variance * to_come) ** 0.5, TRICKS * to_come)
    above = rules.target is not None and max(near) + most >= rules.target
    below = rules.floor is not None and min(near) - most <= rules.floor
    if rules.winner is Winner.FURTHEST and (above or below):
        return rules
    return replace(
        rules, target=rules.target if above else None, floor=rules.floor if below else None, winner=Winner.HIGHEST
    )


@lru_cache(maxsize=16)
def _field(rules: RuleSet, to_come: int | None) -> _Field:
    """Return the walk's chances on its lattice, for a match without a fixed number of deals if `to_come` is None."""
    course = course_of(rules)
    deals = None if to_come is None else course.worth(to_come)
    if rules.target is not None or rules.floor is not None:
        return _Strides(rules, course, _ends_of(rules, course)).field(deals)
    assert deals is not None
    spacing = (course.walk.variance * deals) ** 0.5 * WIDE_ERRORS / SIZE
    return _Strides(rules, course, _Ends(spacing, deals, None, None)).field(deals)
