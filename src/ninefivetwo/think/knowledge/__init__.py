"""What one seat can know at one point of a deal: where every card can be, and all the deals that agree with it.

It must not know how its worlds will be used.  Begin with `knowledge.py` (worlds counted and drawn); `histories.py`
keeps the ways in which each card can have come where it is, and `likelihood.py` says how well a world explains what the
others did, `dealer_choices.py` what a dealer calls and discards: change these if the chances that a seat is shown of
the others' cards are wrong.
"""

from ninefivetwo.think.knowledge.histories import Hints, Missed
from ninefivetwo.think.knowledge.knowledge import Knowledge
from ninefivetwo.think.knowledge.likelihood import Likelihood, effective

__all__ = ["Hints", "Knowledge", "Likelihood", "Missed", "effective"]
