"""Deal reviews: the price of every decision, both double dummy and single dummy.

This package must not depend on files, `words` or screens. Begin with `deal.py`: a `Review` is a value that can be
computed, printed as JSON, stored in the library and loaded again. `hindsight.py` computes double-dummy prices,
`fair_price.py` single-dummy prices, `why/` finds the reason for a mistake, `luck.py` splits the result into luck and
skill, and `grades.py` computes each player's grade.

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
