"""Reviews: what every decision of a played deal was worth, with all cards visible and by what its player could know.

It must not know files, sentences or screens.  Begin with `deal.py`: a `Review` is computed, printed as JSON, kept in
the library and read back as one value.  `hindsight.py` prices with all cards visible, `fair_price.py` by what could be
known, `why/` finds what makes a mistake one, `luck.py` splits the result, `grades.py` adds up.

Internal: programs import what they need from `ninefivetwo`.
"""

from ninefivetwo.study.deal import ANALYSIS, FAIR_WORLDS, Review, review
from ninefivetwo.study.decision import Decision
from ninefivetwo.study.fair_price import Fair, FairEvaluation
from ninefivetwo.study.grades import Grade, accuracy
from ninefivetwo.study.hindsight import Judge
from ninefivetwo.study.luck import Luck, rounded
from ninefivetwo.study.match import LeftOut, MatchReview
from ninefivetwo.study.nodes import DecisionNode, Phase, decision_nodes
from ninefivetwo.study.why import ProvenTheme, Reply, Theme, Why

__all__ = [
    "ANALYSIS",
    "FAIR_WORLDS",
    "Decision",
    "Fair",
    "FairEvaluation",
    "Grade",
    "Judge",
    "LeftOut",
    "Luck",
    "MatchReview",
    "Phase",
    "ProvenTheme",
    "Reply",
    "DecisionNode",
    "Review",
    "Theme",
    "Why",
    "accuracy",
    "decision_nodes",
    "review",
    "rounded",
]
