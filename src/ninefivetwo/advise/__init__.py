"""Advice to one seat: what to call, throw, give and play, by how much better, and how sure that is."""

from ninefivetwo.advise.before import (
    Advice,
    Candidate,
    Terms,
    advise_before_play,
    comes_back,
    likely_choices,
    price_choices,
)
from ninefivetwo.advise.figures import Mean
from ninefivetwo.advise.play import CardPrice, PlayAdvice, Valuer, advise_play
from ninefivetwo.advise.race import Effort, Price
from ninefivetwo.advise.situation import Situation
from ninefivetwo.advise.stakes import Standing
from ninefivetwo.advise.utility import Aim, Utility

__all__ = [
    "Aim",
    "Standing",
    "Advice",
    "Candidate",
    "CardPrice",
    "Effort",
    "Mean",
    "PlayAdvice",
    "Price",
    "Situation",
    "Terms",
    "Utility",
    "Valuer",
    "advise_play",
    "advise_before_play",
    "comes_back",
    "likely_choices",
    "price_choices",
]
