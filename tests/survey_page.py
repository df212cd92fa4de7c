"""What docs/survey.md says of functions, kinds and named questions, as the program has them."""

import re
from pathlib import Path

from ninefivetwo.survey.plan import KINDS
from ninefivetwo.survey.questions import QUESTIONS
from ninefivetwo.survey.views import FUNCTIONS

PAGE = Path(__file__).parents[1] / "docs" / "survey.md"


def with_tables(page):
    """The page with these tables as they should be."""
    for name, table in (("functions", functions()), ("questions", questions())):
        place = re.compile(rf"(?<=<!-- {name} -->\n\n).*?(?=\n\n)", re.DOTALL)
        assert len(place.findall(page)) == 1, name
        page = place.sub(lambda _, table=table: table, page)
    before, begin, rest = page.partition("<!-- kinds -->\n")
    _, end, after = rest.partition("<!-- end of kinds -->\n")
    assert begin and end
    return f"{before}{begin}\n{kinds()}\n{end}{after}"


def kinds():
    return "\n".join(map(kind_text, KINDS.values()))


def kind_text(kind):
    options = "".join(f"- option `{name}`: {words}\n" for name, words in kind.options.items())
    rows = [f"| `{each.name}` | {type_words(each)} | {each.words} |\n" for each in kind.columns]
    head = f"**`{kind.name}`**, version {kind.version}: {kind.words}\n\n"
    return (
        head + (f"{options}\n" if options else "") + "| column | type | what it is |\n|---|---|---|\n" + "".join(rows)
    )


def type_words(column):
    return column.dtype if column.size == 1 else f"{column.size} × {column.dtype}"


def functions():
    rows = [f"| `{head}` | {words} |" for head, (words, _) in FUNCTIONS.items() if words]
    return "\n".join(["| function | what it gives |", "|---|---|", *rows])


def questions():
    rows = [f"| `{name}` | {each.words} | {', '.join(each.kinds)} |" for name, each in QUESTIONS.items()]
    return "\n".join(["| question | what it asks | rows |", "|---|---|---|", *rows])
