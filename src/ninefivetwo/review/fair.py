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

from ninefivetwo.advise import CardPrice, Limits, PlayAdvice, Terms, advise_before_play, advise_play
from ninefivetwo.advise import price_choices as priced
from ninefivetwo.cards import Card
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Action, Play
from ninefivetwo.review.decision_nodes import DecisionNode

REAL, ERRORS = 0.25, 2.0  # tricks, standard errors: a loss of as much, and beyond so many, could have been found
ESTIMATED = 1000  # worlds, for choices before the play
FEW = 4  # worlds solved to pick the best of those, for one of the limits


@dataclass(frozen=True)
class Fair:
    """A decision as its player could judge it: what could be known to be best, what that and what was chosen are worth
    in tricks of the whole deal, and the loss.  `exact`: over all worlds there could be."""

    best: Action
    worth: Estimate
    chosen: Estimate
    loss: Estimate
    exact: bool

    @property
    def findable(self) -> bool:
        """Could the player have found that there was something better?"""
        return self.loss.mean >= REAL and self.loss.mean > ERRORS * self.loss.standard_error


def fair(node: DecisionNode, limits: Limits, terms: Terms | None = None) -> Fair:
    """The fair price of a decision that is not forced; `limits.worlds` are looked at in all."""
    terms = terms or Terms()
    view = node.before.seen_by(node.seat)
    if isinstance(node.action, Play):
        return _card(node, limits, terms)
    few = max(2, limits.worlds // FEW)
    advice = advise_before_play(view, replace(limits, worlds=few, estimated=ESTIMATED), terms)
    best = advice.recommended
    if best.action == node.action:
        return Fair(best.action, best.price.tricks, best.price.tricks, Estimate(0.0, 0.0, best.price.tricks.n), False)
    again = replace(limits, worlds=limits.worlds - few, seed=limits.seed + 1, estimated=ESTIMATED)
    worth, chosen = priced(view, [best.action, node.action], again, terms)
    return Fair(best.action, worth.tricks, chosen.tricks, chosen.behind, False)


def _card(node: DecisionNode, limits: Limits, terms: Terms) -> Fair:
    view, action = node.before.seen_by(node.seat), node.action
    assert isinstance(action, Play)
    half = replace(limits, worlds=max(2, limits.worlds // 2))
    one = advise_play(view, half, terms)
    if one.exact:
        best, chosen = one.prices[0], _price(one, action.card)
        return Fair(Play(node.seat, one.recommended), best.tricks, chosen.tricks, chosen.behind, True)
    other = advise_play(view, replace(half, seed=limits.seed + 1), terms)
    losses = [_loss(one.recommended, action.card, other), _loss(other.recommended, action.card, one)]
    return Fair(
        Play(node.seat, one.recommended),
        _both(_price(advice, one.recommended).tricks for advice in (one, other)),
        _both(_price(advice, action.card).tricks for advice in (one, other)),
        _both(losses),
        False,
    )


def _loss(best: Card, chosen: Card, judge: PlayAdvice) -> Estimate:
    """How much more one card is worth than another, by advice that neither was picked by."""
    better, worse = _price(judge, best), _price(judge, chosen)
    if better is worse:
        return Estimate(0.0, 0.0, worse.tricks.n)
    mean = worse.behind.mean - better.behind.mean
    return Estimate(mean, hypot(worse.behind.standard_error, better.behind.standard_error), worse.tricks.n)


def _price(advice: PlayAdvice, card: Card) -> CardPrice:
    return next(price for price in advice.prices if card in price.cards)


def _both(means: Iterable[Estimate]) -> Estimate:
    """The mean of figures that are independent of each other."""
    found = list(means)
    error = hypot(*(mean.standard_error for mean in found)) / len(found)
    return Estimate(sum(mean.mean for mean in found) / len(found), error, sum(mean.n for mean in found))
