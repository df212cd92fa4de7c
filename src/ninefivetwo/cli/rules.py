"""`ninefivetwo rules`: the rule sets, or one of them in plain words."""

from __future__ import annotations

import click
from rich import box
from rich.console import Console
from rich.table import Table

from ninefivetwo.cli.answers import console
from ninefivetwo.cli.options import json_option, print_json
from ninefivetwo.render.schema import RuleSetsObject, RulesObject
from ninefivetwo.rules import NAMED, RuleSet, parse_rules, plain_words, rules_text

ENDS = {"target": "+{}", "floor": "{}", "deals": "{} deals", "sweep": "{} tricks", "over": "{} over"}


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
            console(None).print(all_rules())
        return
    chosen = parse_rules(" ".join(name))
    if as_json:
        print_json(rules_object(chosen))
    else:
        show(console(None), chosen)


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


def all_rules() -> Table:
    """A row a rule set: what tells it from the others at a glance."""
    table = Table("rules", "short", "contracts", "NT", "lead", "give", "ends at", box=box.SIMPLE_HEAD)
    for named in NAMED.values():
        values = {line.field: line.value or "" for line in plain_words(named.rules)}
        ends = " or ".join(form.format(values[name]) for name, form in ENDS.items() if values[name] != "no")
        give = "must" if named.rules.must_give else "may"
        table.add_row(named.rules.name, named.short, values["contracts"], values["notrump"], values["lead"], give, ends)
    return table


def show(out: Console, chosen: RuleSet) -> None:
    """Print one rule set: its source, every field in plain words, and what was chosen where the source is silent."""
    named, lines = NAMED[chosen.name], plain_words(chosen)

    def say(text: str) -> None:
        out.print(text, soft_wrap=True)

    say(f"{rules_text(chosen)} (short: {named.short})")
    say(f"source: {named.source}")
    table = Table("field", "value", "in words", box=box.SIMPLE_HEAD)
    for line in lines:
        table.add_row(line.field + ("*" if line.reading else ""), line.value or "always", line.words)
    out.print(table)
    for line in lines:
        if line.reading:
            say(f"* {line.field}: {line.reading}")
