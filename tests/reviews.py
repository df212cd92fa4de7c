"""Reviews of deals: each computed once in a run of the tests, or with fair losses that are given."""

from importlib import import_module

from msgspec import structs
from msgspec.structs import replace

from ninefivetwo.cards import by_seat
from ninefivetwo.errors import label
from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game.records import record_of
from ninefivetwo.keep.session import opponents_of
from ninefivetwo.study import Decision, Fair, Review, decision_nodes, review
from ninefivetwo.study.grades import FairValues
from ninefivetwo.think.playouts.opponents import CLUB_PLAYERS

#: The modules that review a deal for a command, a page or a program, and what each calls the function.
ASKERS = {"web.reviewing": "review"} | dict.fromkeys(
    ("api", "cli.library.reviews", "cli.play", "cli.review.course"), "review_deal"
)
KNOWN = {}


def review_once(match, limits=None, progress=None, *more, judge=None, opponents=None):
    """The review of a match's deal: computed, or taken from an earlier test; its players have the match's names.

    opponents: as the command takes them without an option, if none are given; in hindsight all are alike.
    """
    opponents = opponents or opponents_of(record_of(match))
    how = limits and replace(limits, threads=None, progress=None, token=None)
    key = match.deal, how, judge is not None and judge._deep, limits and opponents
    if key not in KNOWN:
        KNOWN[key] = review(match, limits, progress, *more, judge=judge, opponents=opponents)
    named = {"number": match.number, "players": by_seat(map(label, match.names)), "opponents": opponents.levels}
    return structs.replace(KNOWN[key], **named)


def share_reviews(monkeypatch):
    """Let commands and pages review a deal only once."""
    for module, name in ASKERS.items():
        monkeypatch.setattr(import_module(f"ninefivetwo.{module}"), name, review_once)


def priced(decision, loss, best=None):
    """A decision as if this were its fair loss, to this choice."""
    chosen, best = decision.chosen, best or decision.chosen
    worth, nothing = Estimate(9, 0.1, 10), Estimate(0, 0, 10)
    fair = Fair(Evaluation(best, worth, nothing, None), Evaluation(chosen, Estimate(8, 0.1, 10), loss, None), False)
    values = FairValues(best, worth, fair.chosen.value, False)
    return structs.replace(decision, fair_cost=loss, fair=values, avoidable=fair.avoidable, mark=fair.mark)


def unpriced(match, worlds=0):
    """A review of a match's deal that knows no price."""
    decisions = [Decision.of(index, node, False) for index, node in enumerate(decision_nodes(match.deal))]
    return Review.of(match, decisions, len(decisions), None, worlds, 0, CLUB_PLAYERS)
