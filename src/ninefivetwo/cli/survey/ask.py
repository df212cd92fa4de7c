"""`ninefivetwo survey ask`: a named question or one in SQL, answered from a survey's files."""

from __future__ import annotations

import importlib.util
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
from ninefivetwo.errors import SurveyError, quoted
from ninefivetwo.evaluation import mean_text
from ninefivetwo.survey.answers import Answer, AnswerTable, SixDigits, estimate_in, figure_text
from ninefivetwo.words.figures import Column, TextTable

if TYPE_CHECKING:
    from rich.console import Console

    from ninefivetwo.survey.ask import AskedSurvey, SqlRows


MOST_ROWS = 1000  # of an answer in SQL
PLOTS = (".svg", ".png")  # endings of their files

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


class SurveyRowsObject(Document, frozen=True, tag="ninefivetwo.survey-rows/1"):
    """What a question in SQL came to (`survey ask`).

    columns: their names
    rows: a value for each column
    more: whether there were more rows than are printed
    """

    columns: list[str]
    rows: list[list[SqlCell]]
    more: bool


@click.command()
@click.argument("directory", metavar="DIR")
@click.argument("question", required=False)
@click.option("--rules", shell_complete=complete_rules, help="Use only this rule set.")
@click.option("--plot", "path", metavar="FILE", help="Draw the answer into a new .svg or .png file.")
@csv_option
@force_option
@json_option
def ask(directory: str, question: str | None, rules: str | None, path: str | None, force: bool, as_json: bool) -> None:
    """Ask the survey in DIR a question: a named one, or one in SQL.

    Without QUESTION the named ones are listed.  A QUESTION with a blank in it is SQL, one SELECT, with a view for each
    kind of rows and functions of hands; docs/survey.md has them all.

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
            raise click.UsageError("--plot and --rules are for a named question")
    if csv_file(path) and question is None:
        raise click.UsageError("--csv is for the answer to a question")
    survey = AskedSurvey(directory)
    if question is None:
        list_questions(survey, as_json)
    elif " " in question.strip():
        answer_sql(survey, question, as_json)
    else:
        answer_named(survey, question.strip(), rules, path, force, as_json)


def list_questions(survey: AskedSurvey, as_json: bool) -> None:
    """The named questions, and which of them this survey cannot answer."""
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
    columns = [Column("question"), Column("what it asks", fold=20), Column("rows missing")]
    rows = [[question.name, question.words, ", ".join(question.missing)] for question in questions]
    console().print(TextTable(columns, rows))


def answer_sql(survey: AskedSurvey, question: str, as_json: bool) -> None:
    """A question in SQL; at most `MOST_ROWS` rows are printed."""
    with working("asking"):
        result = survey.sql(question, most=MOST_ROWS)
    if as_json:
        rows = [[_sql_object(cell) for cell in row] for row in result.rows]
        print_json(SurveyRowsObject([*result.columns], rows, result.more))
        return
    written = write_csv([sql_table(result)])
    if not written:
        console().print(sql_table(result) if result.rows else "no rows")
    if result.more:
        more = f"(only the first {MOST_ROWS} rows; LIMIT, WHERE or GROUP BY make an answer shorter)"
        click.echo(more, err=written)


def answer_named(
    survey: AskedSurvey, name: str, rules: str | None, path: str | None, force: bool, as_json: bool
) -> None:
    """A named question, with its plot or in CSV if that is wished.  Raises SurveyError for one that there is not."""
    from ninefivetwo.files import write_bytes
    from ninefivetwo.survey.questions import QUESTIONS

    if name not in QUESTIONS:
        raise SurveyError(
            f"no question: {quoted(name)} (expected one of {', '.join(QUESTIONS)}; or SQL, in which there are blanks)"
        )
    ending = "" if path is None else check_plot(path, force)
    with working("asking"):
        answer, charts = QUESTIONS[name].answer(survey, rules)
    if path is not None:
        from ninefivetwo.survey.plots import drawn

        write_bytes(path, drawn(charts, ending), force)
    if as_json:
        print_json(answer)
    elif not write_csv(_text_table(table).labelled("table", table.title) for table in answer.tables):
        print_answer(console(), answer)


def check_plot(path: str, force: bool) -> str:
    """The ending of a plot's file.  Raises SurveyError for another one than .svg or .png, and FileError."""
    from ninefivetwo.files import check_output

    for ending in PLOTS:
        if path.lower().endswith(ending):
            check_output(path, force)
            return ending
    raise SurveyError(f"{path}: no plot (expected a name that ends in {' or '.join(PLOTS)})")


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
        [figure_text(cell, unit, table.digits) for cell, unit in zip(row, table.units, strict=True)]
        for row in table.rows
    ]
    columns = [
        Column(
            name,
            right=at > 0,
            drop=at,
            fold=max((len(word) for row in rows for word in row[at].split()), default=0),
        )
        for at, name in enumerate(table.columns)
    ]
    return TextTable(columns, rows)


def sql_table(result: SqlRows) -> TextTable:
    """What SQL found as a table; where there is no room long texts are broken, then the last columns dropped."""
    rows = [[_sql_text(cell) for cell in row] for row in result.rows]
    words = [any(isinstance(row[at], str | list) for row in result.rows) for at in range(len(result.columns))]
    columns = [
        Column(name, right=not word, drop=at, fold=FOLD if word else 0)
        for at, (name, word) in enumerate(zip(result.columns, words, strict=True))
    ]
    return TextTable(columns, rows)


def _sql_text(cell: object) -> str:
    """A value of SQL: an estimate with its error, other numbers with the digits that count."""
    if isinstance(cell, dict) and {*cell} == {"mean", "se", "n"}:
        estimate = estimate_in(cell)
        if estimate is None:
            return "NULL"
        return mean_text(estimate)
    if isinstance(cell, float):
        return f"{cell:.6g}"
    return "NULL" if cell is None else str(cell)


def _sql_object(cell: object) -> SqlCell:
    """A value of SQL as JSON has it; what JSON has no form for is told as text."""
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
    if isinstance(cell, int) and abs(cell) > MOST_INT:  # a sum of card sets, which says nothing
        return str(cell)
    return cell if cell is None or isinstance(cell, str | int) else str(cell)


def need(*modules: str) -> None:
    """Raises SurveyError, which tells how to install it, for a library that is missing."""
    for module in modules:
        if importlib.util.find_spec(module) is None:
            raise SurveyError(f"surveys need {module} (expected: pip install '.[survey]')")
