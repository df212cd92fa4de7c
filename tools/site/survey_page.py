"""What surveys have: the columns of every kind of rows, the named questions, and the functions of SQL."""

from __future__ import annotations

from ninefivetwo.survey.plan import ROW_KINDS
from ninefivetwo.survey.questions import QUESTIONS
from ninefivetwo.survey.views import FUNCTIONS
from ninefivetwo.survey.work import RowColumn, RowKind
from tools.site.markdown import plain, table

HEAD = """# Survey reference

[Surveys](/docs/survey.md) says how rows are made and asked.
"""


def survey_page() -> str:
    """The whole page."""
    questions = [(f"`{name}`", plain(each.words), ", ".join(each.kinds)) for name, each in QUESTIONS.items()]
    functions = [(f"`{head}`", plain(words)) for head, (words, _) in FUNCTIONS.items() if words]
    parts = {
        "Questions": table(("question", "what it asks", "rows"), *questions),
        "Functions": table(("function", "what it gives"), *functions),
        "Kinds of rows": "\n".join(map(kind_text, ROW_KINDS.values())),
    }
    return HEAD + "".join(f"\n## {title}\n\n{text}" for title, text in parts.items())


def kind_text(kind: RowKind) -> str:
    """A kind of rows: its options and columns."""
    options = "".join(f"- option `{name}`: {plain(words)}\n" for name, words in kind.options.items())
    rows = [(f"`{each.name}`", type_words(each), plain(each.words)) for each in kind.columns]
    head = f"### {kind.name}\n\nVersion {kind.version}: {plain(kind.words)}\n\n"
    return head + (f"{options}\n" if options else "") + table(("column", "type", "what it is"), *rows)


def type_words(column: RowColumn) -> str:
    """The type of a column's values, and how many each row has."""
    return column.dtype if column.size == 1 else f"{column.size} × {column.dtype}"
