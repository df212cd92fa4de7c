"""Phrases that nobody says stand nowhere in the docs, the program's texts, its docstrings and its comments.

A pattern finds what a pattern can find; CONTRIBUTING.md ("How we write") has the rest.  `phrases_allowed.txt` lists the
exceptions with their reasons.
"""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: What to write instead, by the pattern of what nobody says.
PATTERNS = {
    r"dearest": "costliest",
    r"under way": "in progress",
    r"\b(afresh|anew)\b": "again, from the start",
    r"if only just": "narrowly",
    r"give or take": "±",
    r"(could|can) (be|have been) known": "avoidable",
    r"too close to it to tell": "too close to call",
    r"as much again": "the figure",
    r"\b(no|not) to be (had|told|seen|known|found)|\bto be (had|told)\b": "cannot be reproduced, reported",
    r"what is (lost|told|wanted|found) ": "the noun: the loss, the report, the aim, the result",
    r"in (the )?place of": "instead of",
    r"made good": "made up for",
    r"is to be made large": "is maximised",
    r"\b(where|if) (none|one|it) is (due|not|unknown)": "if no action is due",
    r"\bno (hand|seat|suit|number|plot|problem|moment|code|chance|rule|record|file|layout|card|seed|name): ": "not a …",
    r"the deal before": "the previous deal",
    r"\bbut for\b": "except",
    r"only open cards show": "visible only with all hands open",
    r"\bgives? [0-9.]+ tricks": "costs, concedes",
    r"the others (win|take|have)|\bto the others\b|\bthe others'": "the opponents, the other two",
    r"looked? at [0-9]": "evaluated",
    r", so (many|much|far) (tricks|points|cards)": "the number of tricks",
    r"\b([Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b(?!-)": "they, you, the player",
    r'"""(Is|Are|Was|Were|Does|Do|Did|Has|Have|Can|May|Must|Would) [^"]*\?': "Whether …",
    r"\bas far as\b": "if, where known",
    r"\bwho was paid\b": "which opponent gained",
}
FILES = (*(path.name for path in ROOT.glob("*.md")), "docs", "src", "solver")
KINDS = (".py", ".js", ".md", ".pyx", ".pxd", ".pyi", ".h", ".html", ".css")
ALLOWED = Path(__file__).with_name("phrases_allowed.txt")


@cache
def lines():
    """Every line of the texts with its place; tables in the changelog, which have old names, are left out."""
    found = []
    for start in FILES:
        top = ROOT / start
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            if path.suffix not in KINDS:
                continue
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
                if not (path.name == "CHANGELOG.md" and line.startswith("|")):
                    found.append((f"{path.relative_to(ROOT)}:{number}", line))
    return found


def allowed():
    """The exceptions: a file and a part of its line, each with a reason."""
    for line in ALLOWED.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            place, text, reason = line.split(" | ")
            assert reason.strip()
            yield place, text


def hits(pattern):
    exceptions = list(allowed())
    for place, line in lines():
        if re.search(pattern, line, 0 if "[Hh]e" in pattern else re.IGNORECASE):
            if not any(place.startswith(file + ":") and text in line for file, text in exceptions):
                yield f"{place}: {line.strip()}"


@pytest.mark.parametrize("pattern", PATTERNS)
def test_no_text_has_a_phrase_that_nobody_says(pattern):
    found = list(hits(pattern))
    assert not found, f"write: {PATTERNS[pattern]}\n" + "\n".join(found[:20])


def test_exceptions_are_few_and_needed():
    exceptions = list(allowed())
    assert len(exceptions) <= 10
    for file, text in exceptions:
        found = [line for place, line in lines() if place.startswith(file + ":") and text in line]
        assert any(re.search(pattern, line, re.IGNORECASE) for line in found for pattern in PATTERNS), (file, text)


@pytest.mark.parametrize(
    "line",
    [
        "the dearest mistake",
        "no seat: 'x'",
        "as he plays",
        '    """Is it over?"""',
        "in the place of HQ",
        "the others win 2",
    ],
)
def test_the_patterns_find_what_they_should(line):
    assert any(re.search(pattern, line, re.IGNORECASE) for pattern in PATTERNS)
