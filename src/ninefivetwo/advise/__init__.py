"""Advice to one seat: what to call, discard, give and play, by how much better, and how sure that is."""

from ninefivetwo.advise.before import (
    Advice,
    Candidate,
    Terms,
    advise_before_play,
    comes_back,
    likely_choices,
    price_choices,
)
from ninefivetwo.advise.play import CardPrice, PlayAdvice, Valuer, advise_play
from ninefivetwo.advise.race import Limits, Price
from ninefivetwo.advise.situation import Situation
from ninefivetwo.advise.utility import Objective, Utility
from ninefivetwo.models.match_equity import MatchScore

__all__ = [
    "Objective",
    "MatchScore",
    "Advice",
    "Candidate",
    "CardPrice",
    "Limits",
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
