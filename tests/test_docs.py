"""Docs cannot lag: every example in them is run and must print what it says.

A fenced block ``console`` holds commands after ``$`` and, below each, what it prints (trailing blanks aside); a line
``...`` stands for lines left out.
`python tests/test_docs.py` writes the true output into the pages.
"""

import doctest
import os
import re
import tempfile
from contextlib import chdir
from itertools import cycle, islice
from pathlib import Path
from unittest.mock import patch

import pytest
from commands import PATH, typed

from ninefivetwo.game import dealing

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
#: Pages that explain no command of their own; they refer to the examples of others.
WITHOUT_EXAMPLES = {"glossary.md", "howto.md", "questions.md"}
DOTS = "..."
BLOCK = re.compile(r"(?<=```console\n).*?(?=```)", re.DOTALL)


def output(command: str, folder: str) -> str:
    """What a person sees who types the command in a folder of their own; in this process if it needs no shell."""
    with patch.dict(os.environ, {"PATH": PATH, "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}), chdir(folder):
        done = typed(command)
    text = done.stdout + done.stderr
    return "".join(line.rstrip() + "\n" for line in text.rstrip().splitlines())


def true_page(text: str) -> str:
    """The page with the true output under each command; one folder for all of them."""
    with tempfile.TemporaryDirectory() as folder:
        for shown in ("examples", "surveys"):
            (Path(folder) / shown).symlink_to(ROOT / shown)
        return BLOCK.sub(lambda match: true_block(match[0], folder), text)


def true_block(block: str, folder: str) -> str:
    examples = [example.splitlines() for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    return "".join(f"$ {command}\n{shortened(output(command, folder), shown)}" for command, *shown in examples)


def shortened(text: str, shown: list[str]) -> str:
    """As many of the text's lines as the page shows before and after a line of three dots, or all."""
    if DOTS not in shown:
        return text
    lines, before, after = text.splitlines(), shown.index(DOTS), len(shown) - shown.index(DOTS) - 1
    return "".join(line + "\n" for line in (*lines[:before], DOTS, *lines[len(lines) - after :]))


@pytest.fixture
def few_deals(monkeypatch):
    """Deals that must meet a condition are the first 3,000 of their seed over and over: dealing takes longest."""
    deal = dealing.random_deals
    monkeypatch.setattr(dealing, "random_deals", lambda seed: cycle(islice(deal(seed), 3000)))


@pytest.mark.usefixtures("shared_reviews", "few_deals")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_print_what_the_page_says(page):
    text = page.read_text()
    assert bool(BLOCK.search(text) or ">>>" in text) != (page.name in WITHOUT_EXAMPLES)
    assert text == true_page(text)
    assert doctest.testfile(str(page), module_relative=False).failed == 0


def test_the_demo_runs_what_the_readme_shows():
    demo = re.findall(r"^    '(n52 .*)'$", (ROOT / "examples" / "demo.sh").read_text(), re.MULTILINE)
    readme = (ROOT / "README.md").read_text()
    assert len(demo) == 5 and all(f"$ {command}\n" in readme for command in demo[1:])


if __name__ == "__main__":
    for page in PAGES:
        page.write_text(true_page(page.read_text()))
