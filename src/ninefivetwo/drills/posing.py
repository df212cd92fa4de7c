"""A problem made of any moment at which a seat has a choice, priced by advice."""

from __future__ import annotations

from ninefivetwo.advise import Limits, advise_before_play, advise_play
from ninefivetwo.cards import Seat
from ninefivetwo.drills.choices import ProblemChoice
from ninefivetwo.drills.price import MARGINS, advised_choices, difficulty
from ninefivetwo.drills.problem import Problem, records_for
from ninefivetwo.drills.themes import theme_of
from ninefivetwo.errors import DrillError
from ninefivetwo.game import CallTurn, DealView, DiscardTurn, GiveTurn, Match, PlayTurn, Turn

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
