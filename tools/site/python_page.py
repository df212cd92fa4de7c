"""The reference of the public names, from their docstrings."""

from __future__ import annotations

from msgspec import Struct
from sphinx.pycode import ModuleAnalyzer

MODULES = ("ninefivetwo", "ninefivetwo.env")
#: Public names that are no class or function, each with the module that says what it is.
DATA = {"Action": "ninefivetwo.game.events", "PLAYERS": "ninefivetwo.think.players.levels"}


def python_page() -> str:
    """A page that asks Sphinx for every public name."""
    parts = [block(name, [f".. automodule:: {name}\n   :members:"]) for name in MODULES]
    values = [f".. py:data:: {name}\n\n   {said_of(name)}" for name in DATA]
    return "# Python reference\n" + "".join([*parts, block("Values", [".. py:currentmodule:: ninefivetwo", *values])])


def block(title: str, directives: list[str]) -> str:
    """A section of directives that Sphinx fills in."""
    return f"\n## {title}\n\n```{{eval-rst}}\n" + "\n\n".join(directives) + "\n```\n"


def said_of(name: str) -> str:
    """The comment before a value's definition."""
    return " ".join(ModuleAnalyzer.for_module(DATA[name]).find_attr_docs()["", name])


def mark_fields(app: object, what: str, name: str, value: object, options: object, lines: list[str]) -> None:
    """Make a list of the lines ``field: meaning`` in a docstring, where a paragraph has nothing else."""
    if not (isinstance(value, type) and issubclass(value, Struct)):
        return
    paragraphs = "\n".join(lines).split("\n\n")
    for number, paragraph in enumerate(paragraphs):
        heads = [line.partition(": ")[::2] for line in paragraph.splitlines()]
        if all(head in value.__struct_fields__ for head, _ in heads):
            paragraphs[number] = "\n".join(f"- ``{head}``: {meaning}" for head, meaning in heads)
    lines[:] = "\n\n".join(paragraphs).split("\n")
