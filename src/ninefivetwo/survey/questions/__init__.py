"""The named questions about surveys, each with a function that answers it in sentences, tables and charts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ninefivetwo.survey.answers import ChartedAnswer
from ninefivetwo.survey.ask import AskedSurvey
from ninefivetwo.survey.questions.contracts import called_answer, contracts_answer
from ninefivetwo.survey.questions.hands import notrump_answer, trumps_answer
from ninefivetwo.survey.questions.worth import card_answer, guarantees_answer, kitty_answer, seats_answer


@dataclass(frozen=True)
class NamedQuestion:
    """A named question about a survey. `kinds` are the kinds of rows that the question needs.

    `answer` takes a rule set or None. None selects all rule sets or, for a question about one rule set, the first.
    `answer` raises SurveyError if rows are missing.
    """

    words: str
    kinds: tuple[str, ...]
    answer: Callable[[AskedSurvey, str | None], ChartedAnswer]


#: The questions that can be asked by name.
QUESTIONS = {
    "contracts": NamedQuestion(
        "tricks and points of each contract, and whether contracts are fair", ("deals",), contracts_answer
    ),
    "called": NamedQuestion("calls, how often they are made, and their results", ("deals",), called_answer),
    "trumps": NamedQuestion("results of calling the longest suit, by length and top cards", ("calls",), trumps_answer),
    "notrump": NamedQuestion("hands that win more tricks at no-trump", ("calls",), notrump_answer),
    "kitty": NamedQuestion("value of the kitty, by rule set", ("worths",), kitty_answer),
    "card": NamedQuestion("value of exchanging one card, by seat", ("worths",), card_answer),
    "seats": NamedQuestion("chance of winning a match, by seat in its first deal", ("matches",), seats_answer),
    "guarantees": NamedQuestion(
        "tricks that seats guarantee, and tricks won with the same cards", ("guarantees",), guarantees_answer
    ),
}
