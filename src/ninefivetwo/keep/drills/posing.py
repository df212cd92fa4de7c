"""A problem made of any moment at which a seat has a choice, priced by advice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ninefivetwo.cards import Seat
from ninefivetwo.errors import DrillError
from ninefivetwo.game import CallTurn, DealView, DiscardTurn, GiveTurn, Match, PlayTurn, Turn
from ninefivetwo.keep.drills.choices import EQUAL, ProblemChoice, as_good, is_choice, kept
from ninefivetwo.keep.drills.problem import EASIEST, Problem, records_for
from ninefivetwo.keep.drills.themes import theme_of
from ninefivetwo.think.advise import AnyAdvice, DealEvaluation, Limits, advise_before_play, advise_play
from ninefivetwo.think.heuristics import heuristic_action

#: Tricks by which the best choice must lead all wrong ones, by kind.
MARGINS = {"call": 0.5, "discard": 0.2, "give": 0.2, "play": 0.25, "know": 0.0}
ERRORS = 2.5  # standard errors by which it must lead, too
SENSIBLE = 4  # margins that the least wrong choice may lose at most: one that a player may think of
MOST_RIGHT = {"call": 3, "discard": 4, "give": 4, "play": 3}  # choices as good as the best, itself among them
FURTHER = (3, 1.5)  # margins by which a lead is easy to see, and less easy


def advised_choices(advice: AnyAdvice) -> list[ProblemChoice]:
    """The choices of an advice: the recommended one, then the others by regret."""
    return by_regret([kept(each) for each in advice.evaluations])


def fresh_choices(advised: Sequence[DealEvaluation], fresh: Sequence[DealEvaluation]) -> list[ProblemChoice]:
    """The choices of an advice with fresh figures, regrets against the first: that one, then the others by regret."""
    return by_regret([kept(_with_figures(one, other)) for one, other in zip(advised, fresh, strict=True)])


def _with_figures(advised: DealEvaluation, fresh: DealEvaluation) -> DealEvaluation:
    details = replace(advised.details, tricks=fresh.details.tricks, make=fresh.details.make)
    return replace(fresh, details=details)


def by_regret(choices: Sequence[ProblemChoice]) -> list[ProblemChoice]:
    """The first choice, then the others by regret."""
    return [choices[0], *sorted(choices[1:], key=lambda choice: choice.regret.mean)]


def is_clear(kind: str, choices: Sequence[ProblemChoice], margin: float, errors: float = ERRORS) -> bool:
    """Does the best choice, with the few that are as good, lead all others by the margin and by so many errors?

    And is it worth asking: is there a wrong choice that one may think of?
    """
    wrong = [choice.regret for choice in choices[1:] if not as_good(choice, kind)]
    return (
        bool(wrong)
        and min(choice.regret.mean for choice in choices) >= -EQUAL
        and len(choices) - len(wrong) <= MOST_RIGHT[kind]
        and all(regret.mean >= max(margin, errors * regret.standard_error) for regret in wrong)
        and min(regret.mean for regret in wrong) <= SENSIBLE * margin
    )


def difficulty(kind: str, view: DealView, choices: Sequence[ProblemChoice], margin: float) -> int:
    """From `EASIEST` to `HARDEST`: harder the smaller the lead, and by two where the plain rules go wrong."""
    lead = min((choice.regret.mean for choice in choices if not as_good(choice, kind)), default=0.0)
    level = EASIEST + sum(lead < further * margin for further in FURTHER)
    right = [choice for choice in choices if as_good(choice, kind)]
    return level + 2 * (not any(is_choice(choice, heuristic_action(view)) for choice in right))


#: The kind of problem that a turn poses.
KIND_OF_TURN: dict[type[Turn], str] = {
    CallTurn: "call",
    DiscardTurn: "discard",
    GiveTurn: "give",
    PlayTurn: "play",
}
LIMITS = Limits(worlds=1000)


def problem_at(match: Match, seat: Seat, source: str, limits: Limits = LIMITS) -> Problem:
    """The problem that the present moment of a match's deal poses to the seat whose turn it is.

    Raises DrillError where that seat has no such choice, SearchStopped.
    """
    view = match.deal.seen_by(seat)
    turn = view.turn
    if turn is None or turn.seat is not seat or type(turn) not in KIND_OF_TURN:
        raise DrillError(f"no problem: {seat.word} has nothing to choose")
    kind = KIND_OF_TURN[type(turn)]
    choices, margin = _choices(view, limits), MARGINS[kind]
    record, whole = records_for(match, seat)
    level = difficulty(kind, view, choices, margin)
    return Problem(kind, record, whole, tuple(choices), margin, theme_of(view, choices[0].action), level, source)


def _choices(view: DealView, limits: Limits) -> list[ProblemChoice]:
    if isinstance(view.turn, PlayTurn):
        return advised_choices(advise_play(view, limits))
    return advised_choices(advise_before_play(view, limits))
