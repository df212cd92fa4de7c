"""The review of a played deal: what every decision was worth, with all cards seen and by what could be known."""

from ninefivetwo.review.accuracy import accuracy, plays_like
from ninefivetwo.review.deal import ANALYSIS, FAIR_WORLDS, Decision, Review, review
from ninefivetwo.review.decision_nodes import DecisionNode, Phase, decision_nodes
from ninefivetwo.review.fair import Fair, FairEvaluation, PricedChoices, fair
from ninefivetwo.review.finders import LEVELS, finders
from ninefivetwo.review.grades import MARKS, Grade, by_phase, grade
from ninefivetwo.review.hindsight import Hindsight, HindsightDetails, HindsightEvaluation, Judge
from ninefivetwo.review.luck import Luck, Term, rounded, shown
from ninefivetwo.review.match import LeftOut, MatchReview
from ninefivetwo.review.what_if import WhatIf, played_on, what_if
from ninefivetwo.review.why import ProvenTheme, Reply, Theme, Why

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
