"""Problems as JSON, without loss: in the shipped set, and in the library."""

from __future__ import annotations

import json
import re
from math import inf
from typing import Any

from ninefivetwo.advise import CallDetails, CardDetails, Chances, DealProspects, GiftDetails, Prospects
from ninefivetwo.cards import Card, Seat
from ninefivetwo.drills.answers import read_action
from ninefivetwo.drills.choices import ProblemChoice, mean_only
from ninefivetwo.drills.problem import KINDS, SOURCES, PlaceChance, PlaceQuestion, Problem
from ninefivetwo.errors import DrillError, quoted
from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.knowledge import Place
from ninefivetwo.render.actions import action_object
from ninefivetwo.render.figures import as_figure

SCHEMA = "ninefivetwo.problem/2"
VIEWER = re.compile(r'^\[Viewer "([DLR])"\]$', re.MULTILINE)


def problem_text(problem: Problem) -> str:
    """The problem on one line of JSON."""
    return json.dumps(problem_object(problem), ensure_ascii=False, separators=(",", ":"))


def problem_object(problem: Problem) -> dict[str, Any]:
    """The problem as a JSON object."""
    value = {
        "schema": SCHEMA,
        "id": problem.id,
        "kind": problem.kind,
        "theme": problem.theme,
        "difficulty": problem.difficulty,
        "source": problem.source,
        "margin": problem.margin,
        "record": problem.record,
        "whole": problem.whole,
        "choices": [_choice_object(choice) for choice in problem.choices],
    }
    return value if problem.question is None else value | {"question": _question_object(problem.question)}


def problem_of_text(text: str) -> Problem:
    """The problem that a text holds.  Raises DrillError."""
    try:
        return problem_of(json.loads(text))
    except ValueError as error:
        raise DrillError(f"no problem: {error}") from error


def problem_of(value: Any) -> Problem:
    """The problem that a JSON object holds.  Raises DrillError."""
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise DrillError(f'no problem: JSON without "schema": "{SCHEMA}"')
    try:
        problem = Problem(
            value["kind"],
            value["record"],
            value["whole"],
            tuple(_choice_of(value["kind"], _seat_of(value["record"]), choice) for choice in value["choices"]),
            value["margin"],
            value["theme"],
            value["difficulty"],
            value["source"],
            _question_of(value["question"]) if "question" in value else None,
        )
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DrillError(f"no problem: {type(error).__name__} {error} (expected the keys of {SCHEMA})") from error
    if problem.kind not in KINDS or problem.source not in SOURCES or value["id"] != problem.id:
        raise DrillError(f"no problem: {quoted(str(value.get('id')))} is not as it was written")
    return problem


def _choice_object(choice: ProblemChoice) -> dict[str, Any]:
    return {
        "action": action_object(choice.action),
        "tricks": as_figure(choice.value),
        "regret": as_figure(choice.regret),
        "make": choice.details.make.mean,
        "details": _details_object(choice.details),
    }


def _details_object(details: Prospects) -> dict[str, Any]:
    match details:
        case CardDetails(cards=cards, conceded=conceded):
            return {
                "cards": [str(card) for card in cards],
                "conceded": {seat.word: tricks.mean for seat, tricks in conceded.items()},
            }
        case CallDetails(discards=discards) if discards:
            return {"discards": _chances_object(discards)}
        case GiftDetails(returns=returns) if returns:
            return {"returns": {seat.word: _chances_object(cards) for seat, cards in returns.items()}}
    return {}


def _chances_object(chances: Chances) -> dict[str, float]:
    return {str(card): chance for card, chance in chances}


def _choice_of(kind: str, seat: Seat, value: dict[str, Any]) -> ProblemChoice:
    tricks = _figure_of(value["tricks"])
    details = _details_of(kind, tricks, mean_only(value["make"], tricks.n), value["details"])
    return Evaluation(read_action(kind, seat, value["action"]), tricks, _figure_of(value["regret"]), details)


def _details_of(kind: str, tricks: Estimate, make: Estimate, value: dict[str, Any]) -> Prospects:
    match kind:
        case "play":
            conceded = {Seat.parse(seat): mean_only(mean, tricks.n) for seat, mean in value["conceded"].items()}
            return CardDetails(tricks, make, tuple(map(Card.parse, value["cards"])), None, conceded)
        case "call":
            return CallDetails(tricks, make, discards=_chances_of(value.get("discards", {})))
        case "give":
            returns = {Seat.parse(seat): _chances_of(cards) for seat, cards in value.get("returns", {}).items()}
            return GiftDetails(tricks, make, returns=returns)
    return DealProspects(tricks, make)


def _chances_of(value: dict[str, float]) -> Chances:
    return tuple((Card.parse(card), chance) for card, chance in value.items())


def _seat_of(record: str) -> Seat:
    """The seat whose view a record is.  Raises ValueError."""
    if (viewer := VIEWER.search(record)) is None:
        raise ValueError("record of no seat's view")
    return Seat.parse(viewer[1])


def _question_object(question: PlaceQuestion) -> dict[str, Any]:
    chances = {c.place.name.lower(): {"even": c.even, "weighed": as_figure(c.weighed)} for c in question.chances}
    return {"card": str(question.card), "place": question.place.name.lower(), "chances": chances}


def _question_of(value: dict[str, Any]) -> PlaceQuestion:
    chances = tuple(
        PlaceChance(Place[name.upper()], chance["even"], _figure_of(chance["weighed"]))
        for name, chance in value["chances"].items()
    )
    return PlaceQuestion(Card.parse(value["card"]), Place[value["place"].upper()], chances)


def _figure_of(value: dict[str, Any]) -> Estimate:
    return Estimate(value["mean"], inf if value["se"] is None else value["se"], value["n"])
