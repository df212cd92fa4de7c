"""Answers to questions about surveys."""

from __future__ import annotations

from typing import Annotated

from ninefivetwo.codec import Decimals, Document, Part
from ninefivetwo.evaluation import Estimate

SixDigits = Annotated[Estimate, Decimals(6)]
#: A value that SQL found; what JSON has no form for is told as text.
SqlCell = str | int | float | bool | SixDigits | list[str | int | float | bool | None] | None


class SurveyQuestionsObject(Document, frozen=True, tag="ninefivetwo.survey-questions/1"):
    """The named questions (`survey ask` without a question).

    questions: in the order in which they are listed
    """

    questions: list[SurveyQuestionObject]


class SurveyQuestionObject(Part, frozen=True):
    """A named question.

    name: by which it is asked
    words: what it asks
    kinds: the rows that it needs
    missing: those of them that are not in the survey
    """

    name: str
    words: str
    kinds: list[str]
    missing: list[str]


class SurveyAnswerObject(Document, frozen=True, tag="ninefivetwo.survey-answer/1"):
    """The answer to a named question (`survey ask`).

    question: its name
    words: the answer in sentences
    tables: the figures
    """

    question: str
    words: list[str]
    tables: list[SurveyTableObject]


class SurveyTableObject(Part, frozen=True):
    """A table of figures.

    title: what it shows
    columns: the headings
    units: what a column has: `text`, `count`, `tricks`, `difference` (of tricks), `chance` (from 0 to 1)
    rows: a value for each column; null where there were too few deals
    """

    title: str
    columns: list[str]
    units: list[str]
    rows: list[list[str | int | SixDigits | None]]


class SurveyRowsObject(Document, frozen=True, tag="ninefivetwo.survey-rows/1"):
    """What a question in SQL came to (`survey ask`).

    columns: their names
    rows: a value for each column
    more: whether there were more rows than are printed
    """

    columns: list[str]
    rows: list[list[SqlCell]]
    more: bool
