"""List every sentence of the program with its place in the code.

    python -m tools.sentences [TEXT]

With TEXT, only the sentences that contain it are listed. A sentence is the literal in `say("…", …)` or `Template("…")`
in Python, and in `say("…", …)` or `saying("…", …)` in the scripts of the pages.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "ninefivetwo"
_SAID = re.compile(r'\bsay(?:ing)?\("([^"\n]*)"(?:, \{((?:[^{}]|\{[^{}]*\})*)\})?\)')
_GIVEN = re.compile(r"(?:^|,)\s*(\w+)(?=[:,]|\s*$)")


class Sentence(NamedTuple):
    """A sentence, its place (`words/advice.py:12`), and the names of the values beside it, None for a template."""

    place: str
    text: str
    given: frozenset[str] | None

    @property
    def places(self) -> frozenset[str]:
        """The names of the places in the sentence."""
        return frozenset(re.findall(r"\{(\w+)", self.text))


def in_python(path: Path) -> Iterator[Sentence]:
    """Yield the sentences of a module. Raises ValueError if a sentence is not a literal."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "Template")):
            continue
        place, text = f"{path.relative_to(SOURCE)}:{node.lineno}", node.args[0]
        if isinstance(text, ast.Constant):
            whole = any(keyword.arg is None for keyword in node.keywords)  # `**values`, which only a run can check
            given = frozenset(keyword.arg or "" for keyword in node.keywords)
            yield Sentence(place, str(text.value), None if node.func.id == "Template" or whole else given)
        elif path.name != "template.py":
            raise ValueError(f"{place}: the sentence is not a literal")


def in_script(path: Path) -> Iterator[Sentence]:
    """Yield the sentences of a script that stand as literals beside their values."""
    source = path.read_text("utf-8")
    for found in _SAID.finditer(source):
        line = source.count("\n", 0, found.start()) + 1
        values, inner = found[2] or "", 1
        while inner:
            values, inner = re.subn(r"\([^()]*\)|\[[^\[\]]*\]|`[^`]*`", "", values)
        yield Sentence(f"{path.relative_to(SOURCE)}:{line}", found[1], frozenset(_GIVEN.findall(values)))


def sentences() -> Iterator[Sentence]:
    """Yield every sentence of the program, by module."""
    for path in sorted(SOURCE.rglob("*.py")):
        yield from in_python(path)
    for path in sorted(SOURCE.rglob("*.js")):
        yield from in_script(path)


def main(wanted: str = "") -> None:
    for place, text, _ in sentences():
        if wanted in text:
            print(f"{place}: {text}")


if __name__ == "__main__":
    main(*sys.argv[1:])
