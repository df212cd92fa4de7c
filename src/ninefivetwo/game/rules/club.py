"""The user's own named rule sets, which a file defines as changes to shipped rule sets.

The file is `rules.toml` in the user's configuration folder, with a table for each name::

    [rules.friday]
    base = "wikipedia"
    target = 13
    kitty_peek = true

Records store the shipped rule set and the changed fields instead of the user's own name for the rules, so records can
be read on any computer.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from ninefivetwo.errors import RulesError, quoted, raised_as
from ninefivetwo.files import read_text
from ninefivetwo.game import rules
from ninefivetwo.game.rules import NAMED, RuleSet
from ninefivetwo.game.rules.fields import KINDS


def rules_file() -> Path:
    """Return the path of the user's rules file."""
    return Path(click.get_app_dir("ninefivetwo")) / "rules.toml"


def club_rules() -> dict[str, RuleSet]:
    """Return the user's rule sets by name, or an empty dictionary if there is no rules file.

    Raises RulesError if the file is invalid, and FileError or OSError if the file cannot be read.
    """
    path = rules_file()
    if not path.exists():
        return {}
    import tomllib

    with raised_as(RulesError, f"{path}: not TOML: ", tomllib.TOMLDecodeError):
        content = tomllib.loads(read_text(str(path)))
    tables = content.pop("rules", {})
    if content:
        raise RulesError(f"{path}: {next(iter(content))}: unknown key (expected tables such as [rules.friday])")
    if not isinstance(tables, dict):
        raise RulesError(f"{path}: rules: not a table (expected tables such as [rules.friday])")
    return {name: _rule_set(path, name, table) for name, table in tables.items()}


def parse_rules(text: str) -> RuleSet:
    """Parse a rule set like `ninefivetwo.game.rules.parse_rules`, but also accept names from the user's file.

    Raises RulesError if the text or the file is invalid, and FileError or OSError if the file cannot be read.
    """
    name, _, changes = " ".join(text.split()).partition(" ")
    if _is_shipped(name):
        return rules.parse_rules(text)
    own = club_rules()
    if name.lower() in own:
        return own[name.lower()].changed(changes)
    try:
        return rules.parse_rules(text)
    except RulesError as error:
        raise RulesError(f"{error}{f'; in {rules_file()}: ' + ', '.join(own) if own else ''}") from error


def _is_shipped(name: str) -> bool:
    return any(name.lower() in (named.rules.name, named.short) for named in NAMED.values())


def _rule_set(path: Path, name: str, table: Any) -> RuleSet:
    """Convert a table of the user's file to a rule set. Raises RulesError if the table is invalid."""
    place = f"{path}: rules.{name}"
    if not re.fullmatch(r"[a-z][a-z0-9-]*", name):
        raise RulesError(f"{place}: invalid name for rules (expected lower-case letters, digits and -)")
    if _is_shipped(name):
        raise RulesError(f"{place}: this name belongs to shipped rules (expected another)")
    if not isinstance(table, dict):
        raise RulesError(f"{place}: not a table (expected base and the changed fields)")
    fields = dict(table)
    base = fields.pop("base", None)
    if not isinstance(base, str) or not _is_shipped(base):
        raise RulesError(f"{place}.base: invalid {quoted(str(base))} (expected one of {', '.join(NAMED)})")
    changes = " ".join(f"{key}={_value(f'{place}.{key}', key, value)}" for key, value in fields.items())
    with raised_as(RulesError, f"{place}: "):
        return rules.parse_rules(f"{base} {changes}")


def _value(place: str, key: str, value: object) -> str:
    """Convert a TOML value to text for `parse_rules`. Raises RulesError if the key or the value is invalid."""
    if key not in KINDS:
        raise RulesError(f"{place}: unknown key (expected base, or one of {', '.join(KINDS)})")
    text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value).lower()
    try:
        KINDS[key].read(text)
    except (ValueError, KeyError) as error:
        raise RulesError(f"{place}: invalid {quoted(text)} (expected {KINDS[key].expected})") from error
    return text
