"""Advice to one seat: what to call, discard, give and play, by how much it is better, and how sure that is."""

from ninefivetwo.think.advise.advice import (
    Advice,
    AnyAdvice,
    Assumptions,
    CallDetails,
    CardDetails,
    CardEvaluation,
    Chances,
    DealEvaluation,
    GiftDetails,
    Limits,
    Prospects,
    Watch,
    is_on_card,
)
from ninefivetwo.think.advise.before import advise_before_play, likely_returns, price_choices
from ninefivetwo.think.advise.choices import due, likely_choices
from ninefivetwo.think.advise.gradually import FirstLook, advise_gradually, first_look, settled
from ninefivetwo.think.advise.objective import Objective, Utility
from ninefivetwo.think.advise.play import advise_play
from ninefivetwo.think.models.match_equity import MatchScore

__all__ = [
    "Advice",
    "AnyAdvice",
    "Assumptions",
    "CallDetails",
    "CardDetails",
    "CardEvaluation",
    "Chances",
    "DealEvaluation",
    "FirstLook",
    "GiftDetails",
    "Limits",
    "MatchScore",
    "Objective",
    "Prospects",
    "Utility",
    "Watch",
    "advise_before_play",
    "advise_gradually",
    "advise_play",
    "due",
    "first_look",
    "is_on_card",
    "likely_choices",
    "likely_returns",
    "price_choices",
    "settled",
]
