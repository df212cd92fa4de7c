"""Reviews: what every decision of a played deal was worth, with all cards visible and by what its player could know.

It must not know files, sentences or screens.  Begin with `deal.py`: a `Review` is computed, printed as JSON, kept in
the library and read back as one value.  `hindsight.py` prices with all cards visible, `fair_price.py` by what could be
known, `why/` finds what makes a mistake one, `luck.py` splits the result, `grades.py` adds up.

Internal: programs import what they need from `ninefivetwo`.
"""

from ninefivetwo.study.deal import ANALYSIS, FAIR_WORLDS, Review, review
from ninefivetwo.study.decision import Decision
from ninefivetwo.study.fair_price import MARKS, Fair, FairEvaluation, PricedChoices, fair
from ninefivetwo.study.grades import Grade, accuracy, by_phase, grade, plays_like
from ninefivetwo.study.hindsight import Hindsight, HindsightDetails, HindsightEvaluation, Judge
from ninefivetwo.study.luck import Luck, Term, rounded, shown
from ninefivetwo.study.match import LeftOut, MatchReview
from ninefivetwo.study.nodes import DecisionNode, Phase, decision_nodes
from ninefivetwo.study.other_choice import WhatIf, played_on, what_if
from ninefivetwo.study.who_finds import LEVELS, finders
from ninefivetwo.study.why import ProvenTheme, Reply, Theme, Why

__all__ = [
    "ANALYSIS",
    "FAIR_WORLDS",
    "LEVELS",
    "MARKS",
    "Decision",
    "Fair",
    "FairEvaluation",
    "Grade",
    "Hindsight",
    "HindsightDetails",
    "HindsightEvaluation",
    "Judge",
    "LeftOut",
    "Luck",
    "MatchReview",
    "Phase",
    "PricedChoices",
    "ProvenTheme",
    "Reply",
    "DecisionNode",
    "Review",
    "Term",
    "WhatIf",
    "Theme",
    "Why",
    "accuracy",
    "by_phase",
    "fair",
    "finders",
    "grade",
    "decision_nodes",
    "played_on",
    "plays_like",
    "review",
    "rounded",
    "shown",
    "what_if",
]
