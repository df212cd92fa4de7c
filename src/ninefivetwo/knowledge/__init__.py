"""What one seat can know at one moment: where every card can be, and all the deals that agree with it."""

from ninefivetwo.knowledge.card_histories import (
    CardHistories,
    CardHistory,
    Hints,
    Missed,
    Place,
    ReturnPool,
    card_histories,
)
from ninefivetwo.knowledge.knowledge import Knowledge, Sample
from ninefivetwo.knowledge.likelihood import Likelihood, effective

__all__ = [
    "Hints",
    "Knowledge",
    "Likelihood",
    "Missed",
    "CardHistory",
    "CardHistories",
    "Place",
    "ReturnPool",
    "Sample",
    "effective",
    "card_histories",
]
