"""Advice to one seat: what to call, discard, give and play, by how much it is better, and how sure that is.

`advise` answers a `Question`.  Begin in `adviser.py`; `pricing.py` evaluates choices by playouts, `advice.py` holds the
answer and finds the reasons.  It knows only what the seat has seen, and no sentence.
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
