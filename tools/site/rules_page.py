"""The rules of every named rule set, as `n52 rules NAME` tells them, with its fields and sources."""

from __future__ import annotations

from ninefivetwo.game.rules import NAMED, RuleSet, plain_words
from ninefivetwo.words.rules_words import rules_sections
from tools.site.markdown import plain, table

HEAD = """# The rules

Every rule set that has a name, as `n52 rules NAME` tells it; [rules](/docs/rules.md) says how fields are changed.
"""


def rules_page() -> str:
    """The whole page."""
    return HEAD + "".join(f"\n{told(named.rules)}" for named in NAMED.values())


def told(rules: RuleSet) -> str:
    """A rule set in sentences, then field by field."""
    parts = [f"### {part.title}\n\n" + "\n\n".join(map(plain, part.texts)) for part in rules_sections(rules)]
    return f"## {rules.name}\n\n" + "\n\n".join([*parts, "### Field by field\n\n" + fields(rules)])


def fields(rules: RuleSet) -> str:
    """A row for each field: its value, what that means, and what was chosen where the source leaves it open."""
    rows = [(f"`{line.field}`", line.value or "always", line.words, line.reading or "") for line in plain_words(rules)]
    return table(("field", "value", "in words", "where the source leaves it open"), *(map(plain_cell, r) for r in rows))


def plain_cell(text: str) -> str:
    """A cell; the name of a field is code."""
    return text if text.startswith("`") else plain(text)
