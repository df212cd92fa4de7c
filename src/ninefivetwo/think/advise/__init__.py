"""Advice to a seat on its next call, discard, gift or card.

`advise` in `adviser.py` answers a `Question`. `pricing.py` evaluates the choices by playouts, and `advice.py` finds the
reasons for the recommended choice. Advice uses only what the seat has seen. The sentences for players are in `words`.
"""

from ninefivetwo.think.advise.advice import (
    Advice,
    AnyAdvice,
    CallDetails,
    CardDetails,
    CardEvaluation,
    DealEvaluation,
    GiftDetails,
    Prospects,
    is_on_card,
)
from ninefivetwo.think.advise.adviser import (
    FirstLook,
    advise,
    advise_gradually,
    first_look,
    learned_action,
)
from ninefivetwo.think.advise.before import due, likely_choices, likely_returns, price_choices
from ninefivetwo.think.advise.question import Assumptions, Limits, Objective, Question, Utility
from ninefivetwo.think.advise.reasons import Chances
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
    "Question",
    "Utility",
    "advise",
    "advise_gradually",
    "due",
    "first_look",
    "is_on_card",
    "learned_action",
    "likely_choices",
    "likely_returns",
    "price_choices",
]
