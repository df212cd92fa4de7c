"""A seat's knowledge of the hidden cards: the possible places of each card, and the possible deals.

This package must not depend on the code that uses its worlds. `knowledge.py` counts and draws worlds. `histories.py`
tracks the ways in which each card can have reached its place. If the chances shown for the opponents' cards are wrong,
change `likelihood.py`, which weights worlds by the probability of the other players' actions.
"""

from ninefivetwo.think.knowledge.histories import Hints, Missed
from ninefivetwo.think.knowledge.knowledge import Knowledge
from ninefivetwo.think.knowledge.likelihood import Likelihood, effective

__all__ = ["Hints", "Knowledge", "Likelihood", "Missed", "effective"]
