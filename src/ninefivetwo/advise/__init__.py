"""Advice to one seat: what to call, discard, give and play, by how much it is better, and how sure that is."""

from ninefivetwo.advise.advice import (
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
from ninefivetwo.advise.before import advise_before_play, likely_returns, price_choices
from ninefivetwo.advise.choices import due, likely_choices
from ninefivetwo.advise.gradually import FirstLook, advise_gradually, first_look, settled
from ninefivetwo.advise.objective import Objective, Utility
from ninefivetwo.advise.play import advise_play
from ninefivetwo.advise.situation import Situation
from ninefivetwo.advise.tricks import after_cards, next_turn, parse_tricks
from ninefivetwo.models.match_equity import MatchScore

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
    "Situation",
    "Utility",
    "Watch",
    "advise_before_play",
    "advise_gradually",
    "advise_play",
    "after_cards",
    "due",
    "first_look",
    "is_on_card",
    "likely_choices",
    "likely_returns",
    "next_turn",
    "parse_tricks",
    "price_choices",
    "settled",
]
