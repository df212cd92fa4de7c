"""What one seat can know at one point of a deal: where every card can be, and all deals consistent with that.

This package must not know how its worlds are used. Begin with `knowledge.py`, which counts and draws worlds.
`histories.py` tracks the ways in which each card can have reached its place. `likelihood.py` weighs a world by how well
it explains the other players' actions, and `dealer_choices.py` models the dealer's call and discard. Change these two
if the chances that a seat is shown for the other players' cards are wrong.
"""

from ninefivetwo.think.knowledge.histories import Hints, Missed
from ninefivetwo.think.knowledge.knowledge import Knowledge
from ninefivetwo.think.knowledge.likelihood import Likelihood, effective

__all__ = ["Hints", "Knowledge", "Likelihood", "Missed", "effective"]
