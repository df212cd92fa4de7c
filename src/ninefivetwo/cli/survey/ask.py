"""The command `survey ask`, which answers a named question or an SQL query from a survey's files."""

from __future__ import annotations

from decimal import Decimal
from math import isfinite
from typing import TYPE_CHECKING

import click

from ninefivetwo.cli.options import (
    complete_rules,
    csv_file,
    csv_option,
    force_option,
    json_option,
    print_json,
    write_csv,
)
from ninefivetwo.cli.terminal import console, print_prose, working
from ninefivetwo.codec import Document, Part
from ninefivetwo.errors import SurveyError, printable, quoted
from ninefivetwo.evaluation import mean_text
from ninefivetwo.extras import require
from ninefivetwo.survey.answers import Answer, AnswerTable, SixDigits, estimate_in, figure_text
from ninefivetwo.words.figures import STANDARD_ERROR, Column, TextTable, plural
from ninefivetwo.words.template import say

if TYPE_CHECKING:
    from rich.console import Console

    from ninefivetwo.survey.ask import AskedSurvey, SqlRows


MOST_ROWS = 1000  # maximum number of rows printed for an SQL query
PLOTS = (".svg", ".png")

#: A value in an SQL result; a type that JSON lacks is converted to text.
SqlCell = str | int | float | bool | SixDigits | list[str | int | float | bool | None] | None


class SurveyQuestionsObject(Document, frozen=True, tag="ninefivetwo.survey-questions/1"):
    """The list of named questions (`survey ask` without a question).

    questions: all named questions
    """

    questions: list[SurveyQuestionObject]


class SurveyQuestionObject(Part, frozen=True):
    """A named question.

    name: the name of the question on the command line
    words: the question in a sentence
    kinds: the kinds of rows that the question needs
    missing: the kinds of rows that the question needs and the survey lacks
    """

    name: str
    words: str
    kinds: list[str]
    missing: list[str]


class SurveyRowsObject(Document, frozen=True, tag="ninefivetwo.survey-rows/1"):
    """The result of an SQL query (`survey ask`).

    columns: the names of the columns
    rows: the rows of the result
    more: whether the full result has more rows than `rows`
    """

    columns: list[str]
    rows: list[list[SqlCell]]
    more: bool


@click.command()
@click.argument("directory", metavar="DIR")
@click.argument("question", required=False)
@click.option("--rules", shell_complete=complete_rules, help="Use only this rule set.")
@click.option("--plot", "path", metavar="FILE", help="Draw a chart of the answer in a new .svg or .png file.")
@csv_option
@force_option
@json_option
def ask(directory: str, question: str | None, rules: str | None, path: str | None, force: bool, as_json: bool) -> None:
    """Query the survey in DIR with a named question or in SQL.

    Without QUESTION, the named questions are listed. A QUESTION that contains a space must be an SQL SELECT query;
    docs/survey.md lists the views and functions.

    \b
    Examples:
      n52 survey run examples/survey.toml -o rows
      n52 survey ask rows contracts --plot contracts.svg
      n52 survey ask rows "SELECT rules, estimate(dealer_tricks) FROM deals GROUP BY ALL"
    """
    need("duckdb", "pyarrow", *["matplotlib"] * (path is not None))
    from ninefivetwo.survey.ask import AskedSurvey

    if path is not None or rules is not None:
        if question is None or " " in question:
            raise click.UsageError("--plot and --rules require a named question")
    if csv_file(path) and question is None:
        raise click.UsageError("--csv requires QUESTION")
    survey = AskedSurvey(directory)
    if question is None:
        list_questions(survey, as_json)
    elif " " in question.strip():
        answer_sql(survey, question, as_json)
    else:
        answer_named(survey, question.strip(), rules, path, force, as_json)


def list_questions(survey: AskedSurvey, as_json: bool) -> None:
    """Print each named question, and the kinds of rows that it needs and the survey lacks."""
    from ninefivetwo.survey.questions import QUESTIONS

    questions = [
        SurveyQuestionObject(
            name, named.words, [*named.kinds], [kind for kind in named.kinds if kind not in survey.kinds]
        )
        for name, named in QUESTIONS.items()
    ]
    if as_json:
        print_json(SurveyQuestionsObject(questions))
        return
    columns = [Column("question"), Column("meaning", fold=20), Column("missing rows")]
    rows = [[question.name, question.words, ", ".join(question.missing)] for question in questions]
    console().print(TextTable(columns, rows))


def answer_sql(survey: AskedSurvey, question: str, as_json: bool) -> None:
    """Print at most `MOST_ROWS` rows of the result of an SQL query."""
    with working("querying"):
        result = survey.sql(question, most=MOST_ROWS)
    if as_json:
        rows = [[_sql_object(cell) for cell in row] for row in result.rows]
        print_json(SurveyRowsObject([*result.columns], rows, result.more))
        return
    written = write_csv([sql_table(result)])
    if not written:
        console().print(sql_table(result) if result.rows else say("no rows"))
    if result.more:
        first = plural(MOST_ROWS, "row")
        click.echo(
            say("(only the first {rows}; add LIMIT, WHERE or GROUP BY for a shorter answer)", rows=first), err=written
        )


def answer_named(
    survey: AskedSurvey, name: str, rules: str | None, path: str | None, force: bool, as_json: bool
) -> None:
    """Print or plot the answer to a named question. Raises SurveyError for an unknown name."""
    from ninefivetwo.files import write_bytes
    from ninefivetwo.survey.questions import QUESTIONS

    if name not in QUESTIONS:
        raise SurveyError(f"unknown question {quoted(name)} (expected {', '.join(QUESTIONS)}, or an SQL query)")
    ending = "" if path is None else check_plot(path, force)
    with working("querying"):
        answer, charts = QUESTIONS[name].answer(survey, rules)
    if path is not None:
        from ninefivetwo.survey.plots import drawn_file

        write_bytes(path, drawn_file(charts, ending), force)
    if as_json:
        print_json(answer)
    elif not write_csv(_text_table(table).labelled("table", table.title) for table in answer.tables):
        print_answer(console(), answer)


def check_plot(path: str, force: bool) -> str:
    """Return the suffix (.svg or .png) of a plot's file.

    Raises SurveyError for any other suffix, and FileError if the file cannot be written.
    """
    from ninefivetwo.files import check_output

    for ending in PLOTS:
        if path.lower().endswith(ending):
            check_output(path, force)
            return ending
    raise SurveyError(f"{path}: invalid name of a plot (expected a name that ends in {' or '.join(PLOTS)})")


FOLD = 20  # minimum width, in characters, of a folded column
MOST_INT = (1 << 63) - 1  # larger integers are converted to text in JSON


def print_answer(out: Console, answer: Answer) -> None:
    """Print the sentences and tables of an answer."""
    print_prose(out, *answer.words, STANDARD_ERROR(), "")
    for table in answer.tables:
        print_prose(out, table.title)
        out.print(_text_table(table))


def _text_table(table: AnswerTable) -> TextTable:
    """Return an answer as a table for the terminal."""
    rows = [
        [figure_text(cell, unit, table.digits) for cell, unit in zip(row, table.units, strict=True)]
        for row in table.rows
    ]
    columns = [
        Column(
            name, right=at > 0, drop=at, fold=max((len(word) for row in rows for word in row[at].split()), default=0)
        )
        for at, name in enumerate(table.columns)
    ]
    return TextTable(columns, rows)


def sql_table(result: SqlRows) -> TextTable:
    """Return an SQL result as a table for the terminal or a CSV, without control and bidirectional characters."""
    rows = [[printable(_sql_text(cell)) for cell in row] for row in result.rows]
    words = [any(isinstance(row[at], str | list) for row in result.rows) for at in range(len(result.columns))]
    columns = [
        Column(printable(name), right=not word, drop=at, fold=FOLD if word else 0)
        for at, (name, word) in enumerate(zip(result.columns, words, strict=True))
    ]
    return TextTable(columns, rows)


def _sql_text(cell: object) -> str:
    """Return an SQL value as text; an estimate includes its error, and other numbers have six significant digits."""
    if isinstance(cell, dict) and {*cell} == {"mean", "se", "n"}:
        estimate = estimate_in(cell)
        if estimate is None:
            return "NULL"
        return mean_text(estimate)
    if isinstance(cell, float):
        return f"{cell:.6g}"
    return "NULL" if cell is None else str(cell)


def _sql_object(cell: object) -> SqlCell:
    """Return an SQL value for JSON, as text if JSON lacks its type."""
    if isinstance(cell, dict) and {*cell} == {"mean", "se", "n"}:
        return estimate_in(cell)
    if isinstance(cell, list):
        return [_plain_object(item) for item in cell]
    return _plain_object(cell)


def _plain_object(cell: object) -> str | int | float | bool | None:
    if isinstance(cell, Decimal):
        cell = float(cell)
    if isinstance(cell, float):
        return cell if isfinite(cell) else None
    if isinstance(cell, int) and abs(cell) > MOST_INT:  # for example, a meaningless sum of card sets
        return str(cell)
    return cell if cell is None or isinstance(cell, str | int) else str(cell)


def need(*modules: str) -> None:
    """Raise ExtraError if a library is missing."""
    require("surveys require", "survey", *modules)
