"""Deal reviews: double-dummy and single-dummy prices of every decision.

This package must not depend on files, `words` or screens. Begin with `deal.py`, which defines `Review`. `hindsight.py`
computes double-dummy prices, and `fair_price.py` computes single-dummy prices. `why/` finds the reason for a mistake,
`luck.py` separates luck from skill, and `grades.py` computes each player's grade.

Internal: import public names from `ninefivetwo` instead.
"""

from ninefivetwo.study.deal import ANALYSIS, FAIR_WORLDS, Review, review
from ninefivetwo.study.fair_price import Fair, FairEvaluation
from ninefivetwo.study.grades import Decision, Grade, accuracy
from ninefivetwo.study.hindsight import Judge
from ninefivetwo.study.luck import Luck, rounded_terms
from ninefivetwo.study.match import LeftOut, MatchReview
from ninefivetwo.study.nodes import DecisionNode, Phase, decision_nodes
from ninefivetwo.study.why.evidence import ProvenTheme, Reply, Theme, Why

__all__ = [
    "ANALYSIS",
    "FAIR_WORLDS",
    "Decision",
    "DecisionNode",
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
    "Review",
    "Theme",
    "Why",
    "accuracy",
    "decision_nodes",
    "review",
    "rounded_terms",
]
