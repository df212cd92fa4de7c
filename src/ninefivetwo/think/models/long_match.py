"""The chances of winning a long match, to many points or of many deals.

Whoever was up has the better of the next exchange, so a score says less than the score with all that the last result is
still expected to bring (`ResultCourse.outlook`).  That sum has no trend.  In a long match it moves as a walk without
memory that has the same variance and the same skewness per deal: good results are rarer than bad ones and larger.

The walk goes in strides, of which each stands for some deals, on a lattice of scores; a stride is a product of Fourier
transforms.  A player is past an end by some points when he reaches it, and what the last result is still expected to
bring comes on top; the walk's ends lie so that it is past them by as much on average (`_past_end`, `stride_past`).

What the walk leaves out, near the ends and above all where two ends meet, is corrected: one deal is played exactly,
and by how much that changes the chances is carried on to the scores before, deal by deal, on a second lattice
(`_Correction`).  It is the difference that is interpolated there, not the chances.
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
from ninefivetwo.think.models.deal_results import MEMORY, OUTCOMES, Integers, next_results, usual_results
from ninefivetwo.think.models.linear import SELDOM, parted, product, solve
from ninefivetwo.think.models.match_ends import Bools, ChancesAt, ends

Complexes = npt.NDArray[np.complex128]
#: Places of a lattice with the share that each has in a score.
Around = list[tuple[Integers, Floats]]

SIZE = 128  # of the walk's lattice, along each side
ACROSS = 84  # places of the walk's lattice, at most, between the lowest and the highest score
STRIDE = 3.0  # places, the standard deviation of a stride
MOST_STRIDES = 400  # after which the number of deals left changes nothing
NEVER = 1 << 20  # places, an end out of reach
MARGIN = 20  # places of the walk's lattice beyond an end
WIDE = 16.0  # standard deviations across the walk's lattice if it has no ends
EXACT, CARRIED = 3e-5, 3e-3  # the errors, by the size of what is sought, at which the linear solver stops
CARRY = 16  # deals over which the correction is carried on in a match with a number of deals
FAR = 3.5  # standard deviations; an end that is further away is not reached
RANK = 12  # main parts of the table of results that are told apart
REACH = 64  # places of the correction's lattice between the lowest and the highest score
CLOSE = 4  # points at most from one of its places to the next
NEAR = 16  # points from a score to the rim of a lattice with what is near it
EDGE = 50  # places from an end in which it is found how far past it one comes


class ResultCourse:
    """How results follow one another under a rule set, and what that comes to over many deals."""

    def __init__(self, rules: RuleSet) -> None:
        self.table = next_results(rules)
        self.results: Integers = OUTCOMES - np.array(rules.contracts)
        self.usual = usual_results(self.table)
        self.common = np.flatnonzero(self.usual > SELDOM)
        self.after, self.into = parted(self.table, self.usual, RANK)
        self.outlooks = [np.zeros(self.results.shape)]
        self.spent = [0.0]  # the variance of one player's points in so many deals
        for _ in range(MEMORY):
            self.outlooks.append(self.table @ (self.results + np.roll(self.outlooks[-1], 1, axis=1)))
            self.spent.append(self.spent[-1] + self._variance(*self.outlooks[-2:]))
        self.walk = _Walk(*self._cumulants())

    def outlook(self, to_come: int | None) -> Floats:
        """The points that are expected in so many deals to come, after each outcome, by the seats of the next deal.

        None: in all of a match without a number of deals.
        """
        if to_come is None:
            return np.mean(self.outlooks[-3:], axis=0)  # over who may deal in the last
        return self.outlooks[to_come if to_come <= MEMORY else MEMORY - 2 + (to_come - MEMORY + 2) % 3]

    def worth(self, to_come: int) -> float:
        """The deals of the walk that bring as much variance as so many deals do, the last of which have no sequel."""
        return self.spent[min(to_come, MEMORY)] / self.walk.variance + max(to_come - MEMORY, 0)

    def _variance(self, after: Floats, before: Floats) -> float:
        """Of what a deal adds to a player's points and outlook, over what was expected; the mean of the seats."""
        return float(self.usual @ ((self.results + np.roll(after, 1, axis=1)) ** 2 - before**2).mean(axis=1))

    def _cumulants(self) -> tuple[float, float, float]:
        """Variance, skewness and twist a deal, from how the mean of exp(t x) grows for small t along two directions."""
        size = 0.02
        one, other = np.array([2, -1, -1]) / 3 * size, np.array([0, 1, -1]) / 3**0.5 * size
        grown = [self._growth(towards) for towards in (one, -one, other, -other)]
        return (
            (grown[0] + grown[1]) / size**2,
            3 * (grown[0] - grown[1]) / size**3,
            3 * (grown[2] - grown[3]) / size**3,
        )

    def _growth(self, towards: Floats) -> float:
        """The logarithm of the growth, a deal, of the mean of exp(towards · points)."""
        mean, grown = np.ones(len(self.table)), 0.0
        for deal in range(MEMORY):
            mean = self.table @ (np.exp(self.results @ np.roll(towards, deal)) * mean)
            grown += log(mean.max()) if deal >= MEMORY - len(Seat) else 0.0  # once the first result is forgotten
            mean /= mean.max()
        return grown / len(Seat)


def course_of(rules: RuleSet) -> ResultCourse:
    """The course under rules; the ends of a match play no part in it."""
    return _course(_without_ends(rules, sweep=None, over=None))


@lru_cache(maxsize=8)
def _course(rules: RuleSet) -> ResultCourse:
    return ResultCourse(rules)


def _without_ends(rules: RuleSet, **fields: None) -> RuleSet:
    """The rules for a single deal."""
    return replace(rules, target=None, floor=None, deals=1, winner=Winner.HIGHEST, tie=Tie.SHARE, **fields)


class _Walk(NamedTuple):
    """A walk without memory: what a deal adds to the variance of a player's points, and to the third moments.

    skewness: of a player's points.  twist: how it differs for the two others, seen from a player.
    """

    variance: float
    skewness: float
    twist: float

    def stride(self, deals: float, spacing: float) -> Complexes:
        """By what the transform of values on a lattice is multiplied for their means so many deals earlier."""
        turns = 2 * np.pi * np.fft.fftfreq(SIZE) / spacing
        own, other = np.meshgrid(turns, turns, indexing="ij")
        along, across = own - other / 2, other * 3**0.5 / 2
        third = self.skewness * (along**3 - 3 * along * across**2) + self.twist * (across**3 - 3 * across * along**2)
        moved: Complexes = np.exp(-deals * (self.variance / 2 * (along**2 + across**2) + 1j / 6 * third))
        return moved

    def stride_past(self, deals: float, spacing: float, sign: int) -> float:
        """By how many points a player is past an end on average when a stride has reached it.

        sign: 1 for an end above, -1 for one below.
        """
        size = 8 * EDGE
        turns = 2 * np.pi * np.fft.fftfreq(size) / spacing
        moved = np.exp(-deals * (self.variance / 2 * turns**2 + sign * 1j / 6 * self.skewness * turns**3))
        chances = np.fft.fft(moved).real / size  # of so many places towards the end
        places = np.arange(1, EDGE + 1)[:, None]
        near = chances[places - places.T]
        near[:, -1] += chances[places[:, 0, None] - np.arange(EDGE + 1, 3 * EDGE)].sum(axis=1)
        past = np.arange(3 * EDGE)
        found = np.linalg.solve(np.eye(EDGE) - near, (chances[(places + past)] * past).sum(axis=1))
        return float(found[-1]) * spacing


def _past_end(course: ResultCourse, sign: int) -> float:
    """By how many points a player is past an end on average when he has reached it, with his outlook then.

    sign: 1 for an end above, -1 for one below.
    """
    distance, outlook = np.arange(1, EDGE + 1), sign * course.outlook(None)
    left = distance - sign * course.results.T[:, :, None]  # seats, outcomes, distances
    past = np.stack([np.where(left[s] > 0, 0, outlook[:, [s - 1]] - left[s]) for s in Seat])
    places = np.clip(left, 1, EDGE) - 1

    def before(values: Floats) -> Floats:
        later = [np.take_along_axis(course.after @ values[s - 1], places[s], axis=1) for s in Seat]
        return np.stack([course.into @ np.where(left[s] > 0, later[s], 0) for s in Seat])

    start = np.zeros((len(Seat), RANK, EDGE))
    start[:, 0] = past.max() / 2  # the same after every outcome
    found = start + solve(before, course.into @ past + before(start) - start)
    return float((course.after @ found[0])[:, -1].mean())


class _Plane(NamedTuple):
    """A lattice of scores: a player's own, then the next one's, in places of so many points; both from `low` on."""

    spacing: float
    low: tuple[int, int]
    size: int

    def places(self) -> Integers:
        """The scores of all three, in places: own, next, last axis."""
        own, other = np.meshgrid(*(np.arange(self.size) + low for low in self.low), indexing="ij")
        return np.stack([own, other, -own - other], axis=-1)

    def around(self, own: Floats | Integers, other: Floats | Integers) -> Iterator[tuple[Integers, Floats]]:
        """The three places around scores, counted through the rows, and the share of each."""
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
    """A player's chances of winning by the walk, on its lattice."""

    plane: _Plane
    values: Floats

    def chances(self, scores: Floats) -> Floats:
        """Of all three, who sit in turn; the last axis."""
        one, two = self._of(scores[..., 0], scores[..., 1]), self._of(scores[..., 1], scores[..., 2])
        return np.stack([one, two, 1 - one - two], axis=-1)

    def _of(self, own: Floats, other: Floats) -> Floats:
        return sum(share * self.values.take(places) for places, share in self.plane.around(own, other))  # type: ignore


class _Ends(NamedTuple):
    """The ends of a match on the walk's lattice, in places from 0."""

    spacing: float
    deals: float  # that a stride stands for
    target: int | None
    floor: int | None


def _ends_of(rules: RuleSet, course: ResultCourse) -> _Ends:
    """Where the ends are for the walk; of two the lattice is chosen so that both fall on places."""
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
    """The points from one place to the next, and the deals of a stride, if an end is so many points and places away."""
    spacing, deals = end / places, 0.0
    for _ in range(4):
        deals = (STRIDE * spacing) ** 2 / walk.variance
        spacing = (end - walk.stride_past(deals, spacing, sign)) / places
    return spacing, deals


class _Strides:
    """The walk on a lattice with the ends of a match."""

    def __init__(self, rules: RuleSet, course: ResultCourse, ends_at: _Ends) -> None:
        low = -SIZE // 2
        if ends_at.target is not None or ends_at.floor is not None:
            low = reach(ends_at.target, ends_at.floor)[0] - MARGIN
        self.plane, self.deals, self.walk = _Plane(ends_at.spacing, (low, low), SIZE), ends_at.deals, course.walk
        places = self.plane.places()
        beyond = NEVER if rules.winner is Winner.FURTHEST else None  # an end that nobody reaches first is still one
        above, below = ends_at.target or beyond, ends_at.floor or (beyond and -beyond)
        plain = replace(_without_ends(rules, sweep=None, over=None), target=above, floor=below, winner=rules.winner)
        self.ended, shares = ends(plain, places, places, places, False)
        self.won = np.where(self.ended, shares[..., 0], 0)
        self.leads = ends(plain, places, places, places, True)[1][..., 0]
        self.swept = float(course.usual @ ends(_without_ends(rules), 0 * OUTCOMES, course.results, OUTCOMES, False)[0])

    def field(self, deals: float | None) -> _Field:
        """The chances with so many deals to come; None: the match has no number of deals."""
        strides = None if deals is None else max(round(deals / self.deals), 1)
        if deals is None or strides is None or strides > MOST_STRIDES:
            return _Field(self.plane, self._settled())
        values, stride = self.leads, self._stride(deals / strides)
        for _ in range(strides):
            values = np.where(self.ended, self.won, stride(values))
        return _Field(self.plane, values)

    def _settled(self) -> Floats:
        """The chances before strides of which each is like the one after; sought from even chances on."""
        stride = self._stride(self.deals)
        even = np.where(self.ended, self.won, 1 / len(Seat))
        nothing = stride(np.zeros_like(even))
        return even + solve(
            lambda values: np.where(self.ended, 0, stride(values) - nothing),
            np.where(self.ended, 0, stride(even) - even),
            EXACT,
        )

    def _stride(self, deals: float) -> Callable[[Floats], Floats]:
        """What turns chances into those so many deals earlier; whoever sweeps is as likely to be one as another."""
        moved = self.walk.stride(deals, self.plane.spacing)[:, : SIZE // 2 + 1]
        goes_on = (1 - self.swept) ** deals

        def earlier(values: Floats) -> Floats:
            mean = np.fft.irfft2(np.fft.rfft2(values) * moved, s=values.shape)
            return goes_on * mean + (1 - goes_on) / len(Seat)

        return earlier


class _Correction:
    """By how much chances are wrong after each outcome, followed deal by deal on a lattice of scores.

    Values by turns of the lattice, seats of the deal, parts of the table of results, and scores.  A lattice with all
    scores of a match is the same for all seats; one of some scores turns with them.
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
        """What all deals to come add up to, each of which is like the next."""
        if deals is None:
            return solve(self._before, first, CARRIED)
        found = first
        for _ in range(deals):
            found = first + self._before(found)
        return found

    def _lacking(self, turn: int) -> tuple[Floats, Around]:
        """By how much the chances differ from those a deal later, after each outcome; the places after that deal."""
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
        """The places around scores after each of the common outcomes, and the share of each; an end has none."""
        plane, alive = self.planes[turn % len(self.planes)], self.alive[turn % len(self.planes)]
        number = np.where(alive, alive.cumsum().reshape(alive.shape) - 1, 0).ravel()
        after = alive.sum() * np.arange(len(scores))[:, None]
        found = [(places, share * alive.take(places)) for places, share in plane.around(scores[..., 0], scores[..., 1])]
        whole = np.maximum(sum(share for _, share in found), 1e-9)
        return [(after + number[places], share / whole) for places, share in found if share.any()]

    def _before(self, values: Floats) -> Floats:
        return self._means([self._later(turn) for turn in values])

    def _later(self, values: Floats) -> Floats:
        """From seats, parts and scores to outcomes, scores and seats."""
        return np.stack([product(self.after, each) for each in values], axis=-1)

    def _means(self, later: list[Floats]) -> Floats:
        """The means, before a deal, of what there is after its outcomes."""
        found = []
        for turn, around in enumerate(self.next):
            mean = _taken(later[(turn + 1) % len(later)], around)
            found.append(np.stack([product(self.into, mean[..., s - 1]) for s in Seat]))  # left is the next dealer
        return np.stack(found)

    def better(self, scores: Integers) -> Floats:
        """The chances with what they lack, after each outcome (first axis), by the seats that the lattice has then."""
        found = self.chances(scores)
        turn = 1 % len(self.planes)
        found[self.course.common] += _taken(self.values[turn], self._around(turn, scores[self.course.common]))
        return found


def _taken(values: Floats, around: Around) -> Floats:
    """The means of the values around scores."""
    rows = values.reshape(-1, len(Seat))
    found = np.zeros((*around[0][0].shape, len(Seat)))
    for places, share in around:
        found += share[..., None] * rows.take(places, axis=0)
    return found


def _whole(rules: RuleSet) -> list[_Plane]:
    """A lattice with all scores before an end, if the match is not too long for it."""
    low, high = reach(rules.target, rules.floor)
    spacing = ceil((high - low) / REACH)
    return [_Plane(spacing, (low // spacing, low // spacing), REACH + 4)] if 0 < spacing <= CLOSE else []


def _window(rules: RuleSet, near: tuple[int, int, int]) -> list[_Plane]:
    """Lattices with the scores near one, where an end is near, of a match that is followed in larger steps."""
    low, high = reach(rules.target, rules.floor)
    if high - low <= REACH or (max(near) < high - NEAR and min(near) > low + NEAR):
        return []
    return _turning(near)


def _turning(near: tuple[int, int, int]) -> list[_Plane]:
    """For each turn of the seats a lattice with the scores near one."""
    starts = [score - NEAR for score in near]
    return [_Plane(1, (starts[turn], starts[(turn + 1) % len(Seat)]), 2 * NEAR + 1) for turn in range(len(Seat))]


def _alive(rules: RuleSet, plane: _Plane, some: bool) -> Bools:
    """The places where the match goes on; of some scores without the corners where right's is far off."""
    scores = plane.places() * plane.spacing
    found: Bools = np.full(scores.shape[:-1], True)
    if rules.target is not None or rules.floor is not None:
        low, high = reach(rules.target, rules.floor)
        found = (scores.max(axis=-1) < high) & (scores.min(axis=-1) > low)
    middle = -sum(plane.low) - plane.size + 1
    return found & (abs(scores[..., Seat.RIGHT] - middle) <= plane.size // 2) if some else found


def reach(target: int | None, floor: int | None) -> tuple[int, int]:
    """The lowest and the highest score that ends a match, 0 if none does.

    Where there is one of the two, the other follows from it.
    """
    if target is None:
        return floor or 0, -2 * (floor or 0)
    low = -2 * target if floor is None else max(floor, -2 * target)
    return low, min(target, -2 * low)


@lru_cache(maxsize=16)
def long_match(rules: RuleSet, to_come: int | None, near: tuple[int, int, int]) -> ChancesAt:
    """The chances of winning a long match at scores near one, made once: in less than a second.

    near: a score by the seats of the next deal.  to_come: the deals left, None if the match has no number of deals.
    """
    if to_come is None:
        chances, planes = _all_scores(rules), _window(rules, near)
        return _Correction(rules, chances, planes, chances, None).better if planes else chances
    if to_come <= 1:
        return _even
    chances = _walk(rules, to_come - 1)  # a deal later than now
    if to_come == 2:
        return chances
    planes, later = _whole(rules) or _turning(near), _walk(rules, to_come - 2)
    return _Correction(rules, chances, planes, later, min(to_come - 3, CARRY)).better


def _even(scores: Integers) -> Floats:
    """The chances where a tie after the last deal is played on."""
    return np.full(scores.shape, 1 / len(Seat))


def _walk(rules: RuleSet, to_come: int | None) -> ChancesAt:
    """The chances of the walk with so many deals to come."""
    field, outlook = _field(rules, to_come), course_of(rules).outlook(to_come)[:, None]
    return lambda scores: field.chances(scores + outlook)


@lru_cache(maxsize=8)
def _all_scores(rules: RuleSet) -> ChancesAt:
    """The walk's chances, corrected where the match is not too long for that."""
    walk, planes = _walk(rules, None), _whole(rules)
    return _Correction(rules, walk, planes, walk, None).better if planes else walk


def reachable(rules: RuleSet, near: tuple[int, int, int], to_come: int | None) -> RuleSet:
    """The rules without the ends that nobody reaches in the deals to come, but in one match of a thousand."""
    if to_come is None or (rules.target is None and rules.floor is None):
        return rules
    most = min(FAR * (course_of(rules).walk.variance * to_come) ** 0.5, TRICKS * to_come)
    above = rules.target is not None and max(near) + most >= rules.target
    below = rules.floor is not None and min(near) - most <= rules.floor
    if rules.winner is Winner.FURTHEST and (above or below):
        return rules
    return replace(
        rules, target=rules.target if above else None, floor=rules.floor if below else None, winner=Winner.HIGHEST
    )


@lru_cache(maxsize=16)
def _field(rules: RuleSet, to_come: int | None) -> _Field:
    """The walk's chances with so many deals to come; None: the match has no number of deals."""
    course = course_of(rules)
    deals = None if to_come is None else course.worth(to_come)
    if rules.target is not None or rules.floor is not None:
        return _Strides(rules, course, _ends_of(rules, course)).field(deals)
    assert deals is not None
    spacing = (course.walk.variance * deals) ** 0.5 * WIDE / SIZE
    return _Strides(rules, course, _Ends(spacing, deals, None, None)).field(deals)
