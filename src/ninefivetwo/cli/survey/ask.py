"""`ninefivetwo survey ask`: a named question or one in SQL, answered from a survey's files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ninefivetwo.cli.options import complete_rules, force_option, json_option, print_json
from ninefivetwo.cli.survey.libraries import need
from ninefivetwo.cli.terminal import console, working
from ninefivetwo.errors import SurveyError, quoted

if TYPE_CHECKING:
    from ninefivetwo.survey.ask import AskedSurvey

MOST_ROWS = 1000  # of an answer in SQL
PLOTS = (".svg", ".png")  # endings of their files


@click.command()
@click.argument("directory", metavar="DIR")
@click.argument("question", required=False)
@click.option("--rules", shell_complete=complete_rules, help="Only this rule set of the survey.")
@click.option("--plot", "path", metavar="FILE", help="Draw the answer to a named question: a new .svg or .png file.")
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
      n52 survey ask rows "SELECT dealer_shape, estimate(dealer_tricks) FROM deals GROUP BY ALL"
    """
    need("duckdb", "pyarrow", *["matplotlib"] * (path is not None))
    from ninefivetwo.survey.ask import AskedSurvey

    if path is not None or rules is not None:
        if question is None or " " in question:
            raise click.UsageError("--plot and --rules are for a named question")
    survey = AskedSurvey(directory)
    if question is None:
        list_questions(survey, as_json)
    elif " " in question.strip():
        answer_sql(survey, question, as_json)
    else:
        answer_named(survey, question.strip(), rules, path, force, as_json)


def list_questions(survey: AskedSurvey, as_json: bool) -> None:
    """The named questions, and which of them this survey cannot answer."""
    from ninefivetwo.cli.text_table import Column, TextTable
    from ninefivetwo.survey.questions import QUESTIONS
    from ninefivetwo.words.schema.survey import SurveyQuestionObject, SurveyQuestionsObject

    found = [
        SurveyQuestionObject(name, each.words, [*each.kinds], [kind for kind in each.kinds if kind not in survey.kinds])
        for name, each in QUESTIONS.items()
    ]
    if as_json:
        print_json(SurveyQuestionsObject(found))
        return
    columns = [Column("question"), Column("what it asks", fold=20), Column("rows missing")]
    rows = [[each.name, each.words, ", ".join(each.missing)] for each in found]
    console().print(TextTable(columns, rows))


def answer_sql(survey: AskedSurvey, question: str, as_json: bool) -> None:
    """A question in SQL; at most `MOST_ROWS` rows are printed."""
    from ninefivetwo.cli.survey.answer import sql_document, sql_table

    with working("asking"):
        found = survey.sql(question, most=MOST_ROWS)
    if as_json:
        print_json(sql_document(found))
        return
    out = console()
    out.print(sql_table(found) if found.rows else "no rows")
    if found.more:
        out.print(f"(only the first {MOST_ROWS} rows; LIMIT, WHERE or GROUP BY make an answer shorter)")


def answer_named(
    survey: AskedSurvey, name: str, rules: str | None, path: str | None, force: bool, as_json: bool
) -> None:
    """A named question, with its plot if that is wished.  Raises SurveyError for one that there is not."""
    from ninefivetwo.cli.survey.answer import answer_document, print_answer
    from ninefivetwo.files import write_bytes
    from ninefivetwo.survey.questions import QUESTIONS

    if name not in QUESTIONS:
        raise SurveyError(
            f"no question: {quoted(name)} (expected one of {', '.join(QUESTIONS)}; or SQL, in which there are blanks)"
        )
    ending = "" if path is None else check_plot(path, force)
    with working("asking"):
        answer = QUESTIONS[name].answer(survey, rules)
    if path is not None:
        from ninefivetwo.survey.plots import drawn

        write_bytes(path, drawn(answer.charts, ending), force)
    if as_json:
        print_json(answer_document(answer))
    else:
        print_answer(console(), answer)


def check_plot(path: str, force: bool) -> str:
    """The ending of a plot's file.  Raises SurveyError for another one than .svg or .png, and FileError."""
    from ninefivetwo.files import check_output

    for ending in PLOTS:
        if path.lower().endswith(ending):
            check_output(path, force)
            return ending
    raise SurveyError(f"{path}: no plot (expected a name that ends in {' or '.join(PLOTS)})")
