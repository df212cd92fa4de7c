"""The command `rules`, which lists the rule sets or explains one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ninefivetwo.cli.options import complete_rules, json_option, print_json
from ninefivetwo.cli.terminal import console, print_lines, print_prose, print_texts
from ninefivetwo.game.rules import NAMED, RuleSet, plain_words, rules_text
from ninefivetwo.game.rules.club import club_rules, parse_rules, rules_file
from ninefivetwo.words.figures import wrapped

if TYPE_CHECKING:
    from rich.console import Console


@click.command()
@click.argument("words", metavar="[NAME]", nargs=-1, shell_complete=complete_rules)
@click.option("--fields", "as_fields", is_flag=True, help="Show the fields of the rule set NAME, with sources.")
@click.option("--strategy", is_flag=True, help="Show strategy tips for beginners.")
@json_option
def rules(words: tuple[str, ...], as_fields: bool, strategy: bool, as_json: bool) -> None:
    """List the rule sets, or explain one of them.

    NAME is the name or short name of a rule set, which may be followed by changed fields. You can define your own rule
    sets in a file (docs/rules.md).

    \b
    Examples:
      n52 rules
      n52 rules nine-two-five
      n52 rules wikipedia contracts=8-3-5 target=13 --fields
      n52 rules --strategy
    """
    if as_fields and not words:
        raise click.UsageError("--fields requires a NAME")
    if strategy and (words or as_json):
        raise click.UsageError("--strategy cannot be combined with NAME or --json")
    if strategy:
        return tell_strategy(console())
    chosen = parse_rules(" ".join(words)) if words else None
    if as_json:
        from ninefivetwo.words.rules_words import rule_sets_object, rules_object

        print_json(rule_sets_object(club_rules()) if chosen is None else rules_object(chosen))
    elif chosen is None:
        show_all(console())
    elif as_fields:
        show(console(), chosen, words[0])
    else:
        from ninefivetwo.words.rules_words import rules_sections

        print_sections(console(), [(section.title, section.texts) for section in rules_sections(chosen)])


def show_all(out: Console) -> None:
    """Print a table of all rule sets, and the path of the file for the user's own rule sets."""
    from ninefivetwo.words.rules_words import rule_sets_table

    own = club_rules()
    out.print(rule_sets_table(own))
    for name, chosen in own.items():
        print_texts(out, f"{name}: {rules_text(chosen)} ({rules_file()})")


def show(out: Console, chosen: RuleSet, name: str) -> None:
    """Print a rule set's source and fields, and the rules that the source leaves open."""
    from ninefivetwo.words.rules_words import fields_table

    named, lines = NAMED[chosen.name], plain_words(chosen)
    own = f"{name}: " if name.lower() in map(str.lower, club_rules()) else ""
    print_texts(out, f"{own}{rules_text(chosen)} (short: {named.short})")
    print_texts(out, f"source: {named.source}")
    out.print(fields_table(chosen, "*"))
    print_prose(out, *(f"* {line.field}: {line.reading}" for line in lines if line.reading))


def tell_strategy(out: Console) -> None:
    """Print the strategy tips for beginners."""
    from ninefivetwo.words.strategy import TIP_SOURCES, TIPS

    tips = [(tip.title, (tip.words, f"For example: {tip.example} ({tip.source})")) for tip in TIPS]
    print_sections(out, [*tips, ("Sources", tuple(f"{short}: {name}" for short, name in TIP_SOURCES.items()))])


def print_sections(out: Console, sections: list[tuple[str, tuple[str, ...]]]) -> None:
    """Print the title and the indented paragraphs of each section."""
    lines: list[str] = []
    for title, texts in sections:
        lines += ([""] if lines else []) + [title]
        for text in texts:
            lines += wrapped(text, out.width, "  ", "  ")
    print_lines(out, lines)
