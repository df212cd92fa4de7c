"""Answers to questions about surveys, as text and as JSON."""

from __future__ import annotations

from decimal import Decimal
from math import isfinite
from typing import TYPE_CHECKING

from ninefivetwo.cli.terminal import print_prose
from ninefivetwo.cli.text_table import Column, TextTable
from ninefivetwo.survey.answers import Answer, AnswerTable, estimate_in, figure_text
from ninefivetwo.words.schema.survey import SqlCell, SurveyAnswerObject, SurveyRowsObject, SurveyTableObject

if TYPE_CHECKING:
    from rich.console import Console

    from ninefivetwo.survey.ask import SqlRows

FOLD = 20  # characters: texts are not broken into shorter lines
MOST_INT = (1 << 63) - 1  # that JSON is sure to keep


def print_answer(out: Console, answer: Answer) -> None:
    """The sentences, then the tables."""
    print_prose(out, *answer.words, "± is one standard error.", "")
    for table in answer.tables:
        print_prose(out, table.title)
        out.print(_text_table(table))


def _text_table(table: AnswerTable) -> TextTable:
    """An answer's table; where there is no room figures break before their errors, then the last are dropped."""
    rows = [
        [figure_text(cell, column.unit, table.digits) for cell, column in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]
    columns = [
        Column(
            each.name,
            right=at > 0,
            drop=at,
            fold=max((len(word) for row in rows for word in row[at].split()), default=0),
        )
        for at, each in enumerate(table.columns)
    ]
    return TextTable(columns, rows)


def answer_document(answer: Answer) -> SurveyAnswerObject:
    """The answer in JSON."""
    return SurveyAnswerObject(answer.question, [*answer.words], [_table_object(each) for each in answer.tables])


def _table_object(table: AnswerTable) -> SurveyTableObject:
    return SurveyTableObject(
        table.title,
        [each.name for each in table.columns],
        [each.unit.name.lower() for each in table.columns],
        [[*row] for row in table.rows],
    )


def sql_table(found: SqlRows) -> TextTable:
    """What SQL found as a table; where there is no room long texts are broken, then the last columns dropped."""
    rows = [[_sql_text(cell) for cell in row] for row in found.rows]
    words = [any(isinstance(row[at], str | list) for row in found.rows) for at in range(len(found.columns))]
    columns = [
        Column(name, right=not word, drop=at, fold=FOLD if word else 0)
        for at, (name, word) in enumerate(zip(found.columns, words, strict=True))
    ]
    return TextTable(columns, rows)


def _sql_text(cell: object) -> str:
    """A value of SQL: an estimate with its error, other numbers with the digits that count."""
    if isinstance(cell, dict) and {*cell} == {"mean", "se", "n"}:
        estimate = estimate_in(cell)
        return "NULL" if estimate is None else f"{estimate.mean:.4g} ± {estimate.standard_error:.2g}"
    if isinstance(cell, float):
        return f"{cell:.6g}"
    return "NULL" if cell is None else str(cell)


def sql_document(found: SqlRows) -> SurveyRowsObject:
    """What SQL found in JSON."""
    return SurveyRowsObject([*found.columns], [[_sql_object(cell) for cell in row] for row in found.rows], found.more)


def _sql_object(cell: object) -> SqlCell:
    """A value of SQL as JSON has it; what JSON has no form for is told as text."""
    if isinstance(cell, dict) and {*cell} == {"mean", "se", "n"}:
        return estimate_in(cell)
    if isinstance(cell, list):
        return [_plain_object(each) for each in cell]
    return _plain_object(cell)


def _plain_object(cell: object) -> str | int | float | bool | None:
    if isinstance(cell, Decimal):
        cell = float(cell)
    if isinstance(cell, float):
        return cell if isfinite(cell) else None
    if isinstance(cell, int) and abs(cell) > MOST_INT:  # a sum of card sets, which says nothing
        return str(cell)
    return cell if cell is None or isinstance(cell, str | int) else str(cell)
