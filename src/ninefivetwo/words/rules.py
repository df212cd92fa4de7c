"""Rule sets in JSON."""

from __future__ import annotations

from collections.abc import Mapping

from ninefivetwo.game.rules import NAMED, RuleSet, plain_words, rules_text
from ninefivetwo.words.schema.game import RuleSetsObject, RulesObject


def rules_object(rules: RuleSet, own_name: str | None = None) -> RulesObject:
    """A rule set: every field as `parse_rules` reads it, and the readings chosen; the user's own with its own name."""
    named, lines = NAMED[rules.name], plain_words(rules)
    return RulesObject(
        name=own_name or rules.name,
        short=own_name or named.short,
        rules=rules_text(rules),
        source=named.source,
        fields={line.field: line.value for line in lines if line.value is not None},
        readings={line.field: line.reading for line in lines if line.reading},
    )


def rule_sets_object(own: Mapping[str, RuleSet]) -> RuleSetsObject:
    """The named rule sets, then the user's own."""
    named = [rules_object(each.rules) for each in NAMED.values()]
    return RuleSetsObject(named + [rules_object(rules, name) for name, rules in own.items()])
