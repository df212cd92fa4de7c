"""What one seat can know at one moment: where every card can be, and all the deals that agree with it."""

from ninefivetwo.think.knowledge.card_histories import (
    CardHistories,
    CardHistory,
    Hints,
    Missed,
    ReturnPool,
    card_histories,
)
from ninefivetwo.think.knowledge.knowledge import Knowledge, Sample
from ninefivetwo.think.knowledge.likelihood import Likelihood, effective

__all__ = [
    "Hints",
    "Knowledge",
    "Likelihood",
    "Missed",
    "CardHistory",
    "CardHistories",
    "ReturnPool",
    "Sample",
    "effective",
    "card_histories",
]
