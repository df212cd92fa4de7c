"""What docs/survey.md says of functions, views and named questions, as the program has them."""

import re
from pathlib import Path

from ninefivetwo.survey.questions import QUESTIONS
from ninefivetwo.survey.views import COLUMN_WORDS, FUNCTIONS

PAGE = Path(__file__).parents[1] / "docs" / "survey.md"


def with_tables(page):
    """The page with these tables as they should be."""
    for name, table in (("functions", functions()), ("views", views()), ("questions", questions())):
        place = re.compile(rf"(?<=<!-- {name} -->\n\n).*?(?=\n\n)", re.DOTALL)
        assert len(place.findall(page)) == 1, name
        page = place.sub(lambda _, table=table: table, page)
    return page


def functions():
    rows = [f"| `{head}` | {words} |" for head, (words, _) in FUNCTIONS.items() if words]
    return "\n".join(["| function | what it gives |", "|---|---|", *rows])


def views():
    rows = [f"| {', '.join(f'`{each}`' for each in names)} | {words} |" for names, words in COLUMN_WORDS]
    return "\n".join(["| columns | what they are |", "|---|---|", *rows])


def questions():
    rows = [f"| `{name}` | {each.words} | {', '.join(each.kinds)} |" for name, each in QUESTIONS.items()]
    return "\n".join(["| question | what it asks | rows |", "|---|---|---|", *rows])
