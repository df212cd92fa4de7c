"""Write the results of large surveys to docs/survey.md, with plots.

    python -m benchmarks survey_findings rows/fairness rows/solved

Each question is answered from the first of the folders that has rows for it. The page shows the answers as `n52 survey
ask` prints them, and the plots are written to docs/survey_QUESTION.svg.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

from rich.console import Console

from ninefivetwo.cli.survey.ask import print_answer
from ninefivetwo.cli.terminal import PIPE_WIDTH
from ninefivetwo.errors import SurveyError
from ninefivetwo.survey.answers import Answer, ChartedAnswer
from ninefivetwo.survey.ask import AskedSurvey
from ninefivetwo.survey.plots import drawn_file
from ninefivetwo.survey.questions import QUESTIONS

DOCS = Path(__file__).parents[1] / "docs"
#: The heading of each question on the page.
HEADINGS = {
    "contracts": "Are the contracts fair?",
    "seats": "Does it matter who deals first?",
    "called": "What is called?",
    "trumps": "What does the longest suit make as trumps?",
    "notrump": "When is no-trump better?",
    "kitty": "What is the kitty worth?",
    "card": "What is an exchanged card worth?",
    "guarantees": "What can be guaranteed, and what is made?",
}
IN_PAGE = re.compile(r"(?<=<!-- by survey_findings.py -->\n\n).*?(?=\n<!-- end -->)", re.DOTALL)


def main(folders: tuple[Path, ...], *, docs: Path = DOCS) -> None:
    """
    folders: folders of surveys; each question uses the first that has rows for it
    """
    surveys = {folder.name: AskedSurvey(folder) for folder in folders}
    sections = []
    for name, (answer, charts) in asked(surveys):
        sections.append(section(name, answer))
        (docs / f"survey_{answer.question}.svg").write_bytes(drawn_file(charts, ".svg"))
    page = docs / "survey.md"
    page.write_text(IN_PAGE.sub(lambda _: "\n".join(sections), page.read_text()))


def asked(surveys: dict[str, AskedSurvey]) -> Iterator[tuple[str, ChartedAnswer]]:
    """Return the answer to every question with the name of its survey. Raises SurveyError if no folder can answer
    one."""
    for question in HEADINGS:
        able = [name for name, each in surveys.items() if {*QUESTIONS[question].kinds} <= each.kinds.keys()]
        if not able:
            raise SurveyError(f"{', '.join(surveys)}: no rows for {question} (expected a survey that has them)")
        yield able[0], QUESTIONS[question].answer(surveys[able[0]], None)


def section(name: str, answer: Answer) -> str:
    """Return the section of the page for one answer."""
    heading = HEADINGS[answer.question]
    picture = f"![{heading}](survey_{answer.question}.svg)"
    return f"### {heading}\n\n`n52 survey ask {name} {answer.question}`\n\n```text\n{printed(answer)}```\n\n{picture}\n"


def printed(answer: Answer) -> str:
    """Return the answer as the command prints it."""
    out = Console(width=PIPE_WIDTH, file=StringIO(), markup=False, emoji=False, highlight=False)
    print_answer(out, answer)
    assert isinstance(out.file, StringIO)
    return "".join(f"{line.rstrip()}\n" for line in out.file.getvalue().rstrip().splitlines())
