"""Problems as JSON, without loss: in the shipped set, and in the library."""

from __future__ import annotations

import json
from math import inf
from typing import Any

from ninefivetwo.cards import Card, Seat
from ninefivetwo.drills.answers import read_action
from ninefivetwo.drills.problem import KINDS, SOURCES, Choice, PlaceChance, PlaceQuestion, Problem
from ninefivetwo.errors import DrillError, quoted
from ninefivetwo.evaluation import Estimate
from ninefivetwo.knowledge import Place
from ninefivetwo.render.actions import action_words
from ninefivetwo.render.cards import grouped
from ninefivetwo.render.figures import as_figure

SCHEMA = "ninefivetwo.problem/2"


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
            tuple(_choice_of(value["kind"], choice) for choice in value["choices"]),
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


def _choice_object(choice: Choice) -> dict[str, Any]:
    return {
        "action": choice.action,
        "tricks": as_figure(choice.tricks),
        "regret": as_figure(choice.regret),
        "make": choice.make,
        "details": choice.details,
    }


def _choice_of(kind: str, value: dict[str, Any]) -> Choice:
    action, details = value["action"], value["details"]
    if kind == "play":
        words = grouped(tuple(Card.parse(card) for card in details["cards"]))
    else:
        words = action_words(read_action(kind, Seat.DEALER, action))  # the words do not depend on the seat
    return Choice(action, words, _figure_of(value["tricks"]), _figure_of(value["regret"]), value["make"], details)


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
