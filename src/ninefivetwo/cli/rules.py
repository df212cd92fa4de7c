"""`ninefivetwo rules`: the rule sets, or one of them in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ninefivetwo.cli.options import json_option, print_json
from ninefivetwo.cli.terminal import console, say
from ninefivetwo.cli.text_table import Column, TextTable
from ninefivetwo.render.schema import RuleSetsObject, RulesObject
from ninefivetwo.rules import NAMED, RuleSet, parse_rules, plain_words, rules_text

if TYPE_CHECKING:
    from rich.console import Console

ENDS = {"target": "+{}", "floor": "{}", "deals": "{} deals", "sweep": "{} tricks", "over": "{} over"}
RULES_COLUMNS = (
    Column("rules"),
    Column("short", drop=1),
    Column("contracts"),
    Column("NT", drop=2),
    Column("lead", drop=3),
    Column("give", drop=4),
    Column("ends at"),
)


@click.command()
@click.argument("name", nargs=-1)
@json_option
def rules(name: tuple[str, ...], as_json: bool) -> None:
    """The rule sets by name, or NAME in plain words.

    NAME is a rule set's name or short name, and perhaps changed fields: nine-two-five contracts=8-3-5.
    """
    if not name:
        if as_json:
            print_json(RuleSetsObject([rules_object(named.rules) for named in NAMED.values()]))
        else:
            console().print(all_rules())
        return
    chosen = parse_rules(" ".join(name))
    if as_json:
        print_json(rules_object(chosen))
    else:
        show(console(), chosen)


def rules_object(chosen: RuleSet) -> RulesObject:
    """A rule set in JSON: every field as `parse_rules` reads it, and the readings chosen."""
    named, lines = NAMED[chosen.name], plain_words(chosen)
    return RulesObject(
        name=chosen.name,
        short=named.short,
        rules=rules_text(chosen),
        source=named.source,
        fields={line.field: line.value for line in lines if line.value is not None},
        readings={line.field: line.reading for line in lines if line.reading},
    )


def all_rules() -> TextTable:
    """A row a rule set: what tells it from the others at a glance."""
    rows = []
    for named in NAMED.values():
        values = {line.field: line.value or "" for line in plain_words(named.rules)}
        ends = " or ".join(form.format(values[name]) for name, form in ENDS.items() if values[name] != "no")
        give = "must" if named.rules.must_give else "may"
        rows.append([named.rules.name, named.short, values["contracts"], values["notrump"], values["lead"], give, ends])
    return TextTable(RULES_COLUMNS, rows)


def show(out: Console, chosen: RuleSet) -> None:
    """Print one rule set: its source, every field in plain words, and what was chosen where the source is silent."""
    named, lines = NAMED[chosen.name], plain_words(chosen)
    say(out, f"{rules_text(chosen)} (short: {named.short})")
    say(out, f"source: {named.source}")
    rows = [[line.field + ("*" if line.reading else ""), line.value or "always", line.words] for line in lines]
    out.print(TextTable([Column("field"), Column("value", fold=18), Column("in words", fold=24)], rows))
    for line in lines:
        if line.reading:
            say(out, f"* {line.field}: {line.reading}")
