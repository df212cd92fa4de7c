"""The choices of a problem: evaluations, in the form in which problems are kept."""

from __future__ import annotations

from math import inf

from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game import Action, Call, Give, Play
from ninefivetwo.think.advise import CallDetails, CardDetails, Chances, GiftDetails, Prospects
from ninefivetwo.words.actions import action_words
from ninefivetwo.words.cards import grouped
from ninefivetwo.words.figures import figure, per_cent

DIGITS = 3  # kept of a figure
EQUAL = 0.05  # tricks: choices no further apart are as good as each other
#: How many standard errors a discard or gift must lose to be wrong: there are many, and most are much alike.
TOLERANCE = {"discard": 2.5, "give": 2.5}

#: A choice of a problem; value and regret are in tricks of the whole deal.
ProblemChoice = Evaluation[Action, Estimate, Prospects]


def kept(choice: ProblemChoice) -> ProblemChoice:
    """An evaluation in tricks as a problem keeps it: figures rounded; of chances and tricks conceded only the means."""
    value, details = rounded(choice.value), choice.details
    prospects = value, mean_only(details.make.mean, value.n), (), None
    found = Prospects(*prospects)
    if isinstance(details, CardDetails):
        conceded = {seat: mean_only(tricks.mean, value.n) for seat, tricks in details.conceded.items()}
        found = CardDetails(*prospects, details.cards, conceded)
    elif isinstance(choice.action, Call):
        discards = details.discards if isinstance(details, CallDetails) else ()
        found = CallDetails(*prospects, discards=_rounded_chances(discards))
    elif isinstance(choice.action, Give):
        returns = details.returns if isinstance(details, GiftDetails) else {}
        found = GiftDetails(*prospects, returns={seat: _rounded_chances(cards) for seat, cards in returns.items()})
    return Evaluation(choice.action, value, rounded(choice.regret), found)


def mean_only(mean: float, n: int) -> Estimate:
    """A figure of which only the mean is kept."""
    return Estimate(round(mean, DIGITS), inf, n)


def rounded(estimate: Estimate) -> Estimate:
    """A figure as it is kept."""
    return Estimate(round(estimate.mean, DIGITS), round(estimate.standard_error, DIGITS), estimate.n)


def _rounded_chances(chances: Chances) -> Chances:
    return tuple((card, round(chance, DIGITS)) for card, chance in chances)


def is_equal(choice: ProblemChoice) -> bool:
    """Is it as good as the best?"""
    return choice.regret.mean <= EQUAL


def as_good(choice: ProblemChoice, kind: str) -> bool:
    """Is it as good as the best, as far as can be told in a problem of this kind?"""
    return is_equal(choice) or choice.regret.mean <= TOLERANCE.get(kind, 0.0) * choice.regret.standard_error


def is_choice(choice: ProblemChoice, action: Action) -> bool:
    """Is the action this choice, or one of the cards that are equal to it?"""
    if isinstance(action, Play) and isinstance(choice.details, CardDetails):
        return action.card in choice.details.cards
    return choice.action == action


def name_of(choice: ProblemChoice) -> str:
    """The choice as a person writes it; equal cards together."""
    details = choice.details
    return grouped(details.cards) if isinstance(details, CardDetails) else action_words(choice.action)


def choice_cells(choice: ProblemChoice) -> list[str]:
    """The choice, its tricks, its regret and the chance of the contract, as a table shows them."""
    regret = figure(choice.regret) if choice.regret.n else ""
    return [name_of(choice), figure(choice.value), regret, per_cent(choice.details.make.mean)]
