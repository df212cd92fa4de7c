"""Problems as JSON, without loss: in the shipped set, and in the library (docs/json.md)."""

from __future__ import annotations

import re

from msgspec import UNSET

from ninefivetwo.cards import Card, Seat
from ninefivetwo.codec import decode, encode
from ninefivetwo.errors import DrillError, NineFiveTwoError
from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game import Place
from ninefivetwo.game.events import ACTIONS
from ninefivetwo.keep.drills.choices import ProblemChoice, mean_only
from ninefivetwo.keep.drills.problem import PlaceChance, PlaceQuestion, Problem
from ninefivetwo.think.advise import CallDetails, CardDetails, Chances, GiftDetails, Prospects
from ninefivetwo.words.actions import action_object, action_of
from ninefivetwo.words.schema.kept import (
    ChoiceDetailsObject,
    PlaceChanceObject,
    PlaceQuestionObject,
    ProblemChoiceObject,
    ProblemObject,
)

VIEWER = re.compile(r'^\[Viewer "([DLR])"\]$', re.MULTILINE)


def problem_text(problem: Problem) -> str:
    """The problem on one line of JSON."""
    return encode(problem_object(problem)).decode()


def problem_object(problem: Problem) -> ProblemObject:
    """The problem in JSON."""
    return ProblemObject(
        id=problem.id,
        kind=problem.kind,
        theme=problem.theme,
        difficulty=problem.difficulty,
        source=problem.source,
        margin=problem.margin,
        record=problem.record,
        whole=problem.whole,
        choices=[_choice_object(choice) for choice in problem.choices],
        question=UNSET if problem.question is None else _question_object(problem.question),
    )


def problem_of_text(text: str) -> Problem:
    """The problem that a text holds.  Raises DrillError."""
    try:
        return problem_of(decode(text, ProblemObject))
    except NineFiveTwoError as error:
        raise DrillError(f"no problem: {error}") from error


def problem_of(value: ProblemObject) -> Problem:
    """The problem that a JSON object holds.  Raises DrillError, CardError."""
    seat = _seat_of(value.record)
    problem = Problem(
        value.kind,
        value.record,
        value.whole,
        tuple(_choice_of(value.kind, seat, choice) for choice in value.choices),
        value.margin,
        value.theme,
        value.difficulty,
        value.source,
        None if value.question is UNSET else _question_of(value.question),
    )
    if value.id != problem.id:
        raise DrillError(f"{value.id} is not as it was written (its id would be {problem.id})")
    return problem


def _choice_object(choice: ProblemChoice) -> ProblemChoiceObject:
    return ProblemChoiceObject(
        action=action_object(choice.action),
        tricks=choice.value,
        regret=choice.regret,
        make=choice.details.make.mean,
        details=_details_object(choice.details),
    )


def _details_object(details: Prospects) -> ChoiceDetailsObject:
    match details:
        case CardDetails(cards=cards, conceded=conceded):
            tricks = {seat.word: estimate.mean for seat, estimate in conceded.items()}
            return ChoiceDetailsObject(cards=[str(card) for card in cards], conceded=tricks)
        case CallDetails(discards=discards) if discards:
            return ChoiceDetailsObject(discards=_chances_object(discards))
        case GiftDetails(returns=returns) if returns:
            return ChoiceDetailsObject(returns={seat.word: _chances_object(cards) for seat, cards in returns.items()})
    return ChoiceDetailsObject()


def _chances_object(chances: Chances) -> dict[str, float]:
    return {str(card): chance for card, chance in chances}


def _choice_of(kind: str, seat: Seat, value: ProblemChoiceObject) -> ProblemChoice:
    tricks = value.tricks
    details = _details_of(kind, tricks, mean_only(value.make, tricks.n), value.details)
    return Evaluation(action_of(ACTIONS[kind], seat, value.action), tricks, value.regret, details)


def _details_of(kind: str, tricks: Estimate, make: Estimate, value: ChoiceDetailsObject) -> Prospects:
    figures = tricks, make, (), None
    match kind:
        case "play":
            conceded = {Seat.parse(seat): mean_only(mean, tricks.n) for seat, mean in (value.conceded or {}).items()}
            return CardDetails(*figures, tuple(map(Card.parse, value.cards or [])), conceded)
        case "call":
            return CallDetails(*figures, discards=_chances_of(value.discards or {}))
        case "give":
            returns = {Seat.parse(seat): _chances_of(cards) for seat, cards in (value.returns or {}).items()}
            return GiftDetails(*figures, returns=returns)
    return Prospects(*figures)


def _chances_of(value: dict[str, float]) -> Chances:
    return tuple((Card.parse(card), chance) for card, chance in value.items())


def _seat_of(record: str) -> Seat:
    """The seat whose view a record is.  Raises DrillError."""
    if (viewer := VIEWER.search(record)) is None:
        raise DrillError("a record of no seat's view")
    return Seat.parse(viewer[1])


def _question_object(question: PlaceQuestion) -> PlaceQuestionObject:
    chances = {chance.place.name.lower(): PlaceChanceObject(chance.even, chance.weighed) for chance in question.chances}
    return PlaceQuestionObject(str(question.card), question.place.name.lower(), chances)


def _question_of(value: PlaceQuestionObject) -> PlaceQuestion:
    chances = tuple(
        PlaceChance(Place[name.upper()], chance.even, chance.weighed) for name, chance in value.chances.items()
    )
    return PlaceQuestion(Card.parse(value.card), Place[value.place.upper()], chances)
