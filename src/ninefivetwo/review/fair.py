"""Fair: a decision judged by what its player could know, over the deals that he could not tell apart.

The best of several choices, by worlds that were drawn, is in part the luckiest by these worlds, and its lead too large.
So what is best is picked by some worlds, and its lead over what was chosen is taken from others.  What so few worlds
pick is not always the very best, so a loss is told a little too small rather than too large, and may come out below
zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import hypot

from ninefivetwo.advise import CardPrice, Effort, Mean, PlayAdvice, Terms, advise_before_play, advise_play
from ninefivetwo.advise import price_choices as priced
from ninefivetwo.cards import Card
from ninefivetwo.game import Action, Play
from ninefivetwo.review.points import Point

REAL, ERRORS = 0.25, 2.0  # tricks, standard errors: a loss of as much, and beyond so many, could have been found
ESTIMATED = 1000  # worlds, for choices before the play
FEW = 4  # worlds solved to pick the best of those, for one of the effort


@dataclass(frozen=True)
class Fair:
    """A decision as its player could judge it: what could be known to be best, what that and what was chosen are worth
    in tricks of the whole deal, and the loss.  `exact`: over all worlds there could be."""

    best: Action
    worth: Mean
    chosen: Mean
    loss: Mean
    exact: bool

    @property
    def findable(self) -> bool:
        """Could the player have found that there was something better?"""
        return self.loss.mean >= REAL and self.loss.mean > ERRORS * self.loss.error


def fair(point: Point, effort: Effort, terms: Terms | None = None) -> Fair:
    """The fair price of a decision that is not forced; `effort.worlds` are looked at in all."""
    terms = terms or Terms()
    view = point.before.seen_by(point.seat)
    if isinstance(point.action, Play):
        return _card(point, effort, terms)
    few = max(2, effort.worlds // FEW)
    advice = advise_before_play(view, replace(effort, worlds=few, estimated=ESTIMATED), terms)
    best = advice.recommended
    if best.action == point.action:
        return Fair(best.action, best.price.tricks, best.price.tricks, Mean(0.0, 0.0, best.price.tricks.n), False)
    again = replace(effort, worlds=effort.worlds - few, seed=effort.seed + 1, estimated=ESTIMATED)
    worth, chosen = priced(view, [best.action, point.action], again, terms)
    return Fair(best.action, worth.tricks, chosen.tricks, chosen.behind, False)


def _card(point: Point, effort: Effort, terms: Terms) -> Fair:
    view, action = point.before.seen_by(point.seat), point.action
    assert isinstance(action, Play)
    half = replace(effort, worlds=max(2, effort.worlds // 2))
    one = advise_play(view, half, terms)
    if one.exact:
        best, chosen = one.prices[0], _price(one, action.card)
        return Fair(Play(point.seat, one.recommended), best.tricks, chosen.tricks, chosen.behind, True)
    other = advise_play(view, replace(half, seed=effort.seed + 1), terms)
    losses = [_loss(one.recommended, action.card, other), _loss(other.recommended, action.card, one)]
    return Fair(
        Play(point.seat, one.recommended),
        _both(_price(advice, one.recommended).tricks for advice in (one, other)),
        _both(_price(advice, action.card).tricks for advice in (one, other)),
        _both(losses),
        False,
    )


def _loss(best: Card, chosen: Card, judge: PlayAdvice) -> Mean:
    """How much more one card is worth than another, by advice that neither was picked by."""
    better, worse = _price(judge, best), _price(judge, chosen)
    if better is worse:
        return Mean(0.0, 0.0, worse.tricks.n)
    mean = worse.behind.mean - better.behind.mean
    return Mean(mean, hypot(worse.behind.error, better.behind.error), worse.tricks.n)


def _price(advice: PlayAdvice, card: Card) -> CardPrice:
    return next(price for price in advice.prices if card in price.cards)


def _both(means: Iterable[Mean]) -> Mean:
    """The mean of figures that are independent of each other."""
    found = list(means)
    error = hypot(*(mean.error for mean in found)) / len(found)
    return Mean(sum(mean.mean for mean in found) / len(found), error, sum(mean.n for mean in found))
