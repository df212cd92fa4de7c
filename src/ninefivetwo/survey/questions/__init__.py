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
    """A named question about a survey; `kinds` are the kinds of rows that it needs.

    `answer` takes a rule set or None. None stands for all rule sets or, in questions about a single rule set, for the
    first. `answer` raises SurveyError if rows are missing.
    """

    words: str
    kinds: tuple[str, ...]
    answer: Callable[[AskedSurvey, str | None], ChartedAnswer]


#: The named questions by name.
QUESTIONS = {
    "contracts": NamedQuestion("what each contract makes by rule set; is it fair?", ("deals",), contracts_answer),
    "called": NamedQuestion("what is called, how often, and what it makes", ("deals",), called_answer),
    "trumps": NamedQuestion("what the longest suit makes as trumps, by length and tops", ("calls",), trumps_answer),
    "notrump": NamedQuestion("which hands make more at no-trump", ("calls",), notrump_answer),
    "kitty": NamedQuestion("what the kitty is worth, by rule set", ("worths",), kitty_answer),
    "card": NamedQuestion("what one exchanged card is worth to each seat", ("worths",), card_answer),
    "seats": NamedQuestion("who wins a match, by the seat of its first deal", ("matches",), seats_answer),
    "guarantees": NamedQuestion(
        "what seats can guarantee, and what is made of the same cards", ("guarantees",), guarantees_answer
    ),
}
