"""Reviews whose fair losses are given, not worked out."""

from msgspec.structs import replace

from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game.events import action_object
from ninefivetwo.study import Decision, Fair, Review, decision_nodes
from ninefivetwo.study.decision import FairValues


def priced(decision, loss, best=None):
    """A decision as if this were its fair loss, to this choice."""
    chosen, best = decision.action, best or decision.action
    worth, nothing = Estimate(9, 0.1, 10), Estimate(0, 0, 10)
    fair = Fair(Evaluation(best, worth, nothing, None), Evaluation(chosen, Estimate(8, 0.1, 10), loss, None), False)
    values = FairValues(action_object(best), worth, fair.chosen.value, False)
    return replace(decision, fair_cost=loss, fair=values, findable=fair.findable, mark=fair.mark)


def unpriced(match, worlds=0):
    """A review of a match's deal that knows no price."""
    decisions = [Decision.of(index, node, False) for index, node in enumerate(decision_nodes(match.deal))]
    return Review.of(match, decisions, len(decisions), None, worlds, 0)
