"""Rule sets as data: read, written, changed, refused, and told in plain words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ninefivetwo.errors import RulesError
from ninefivetwo.game.rules import NAMED, RuleSet, parse_rules, plain_words, rules_text
from ninefivetwo.game.rules.fields import AGREED, KINDS

SHORT = {
    "wiki": "wikipedia",
    "wiki-13": "wikipedia-13",
    "cat": "catalan",
    "cat-20": "catalan-20",
    "cat-pm": "catalan-plus-minus",
    "952": "nine-five-two",
    "925": "nine-two-five",
    "sm": "sergeant-major",
    "bga": "bga",
}


def test_every_field_has_a_kind():
    assert [*RuleSet.__struct_fields__] == ["name", *KINDS]


@pytest.mark.parametrize(("short", "name"), SHORT.items())
def test_short_and_long_names_give_the_same_rules(short, name):
    assert parse_rules(short) == parse_rules(f" {name.upper()} ") == NAMED[name].rules
    assert rules_text(NAMED[name].rules) == name
    assert list(NAMED) == list(SHORT.values())


def test_changed_fields_are_read_and_written_in_order():
    rules = parse_rules("wikipedia target=13 kitty_peek=yes")
    assert (rules.target, rules.kitty_peek, rules.contracts) == (13, True, (9, 5, 2))
    assert rules_text(rules) == "wikipedia kitty_peek=yes target=13"
    assert parse_rules("nine-two-five contracts=8-3-5").contracts == (8, 3, 5)
    assert parse_rules("wikipedia target=20") == parse_rules("wikipedia")


@pytest.mark.parametrize("name", NAMED)
def test_every_field_can_be_written_out(name):
    """A rule set told field by field from another's name is the same but for the name."""
    rules = NAMED[name].rules
    for other in NAMED.values():
        told = parse_rules(f"{other.rules.name} {rules.changes_from(other.rules)}")
        assert told.changes_from(rules) == ""
        assert parse_rules(rules_text(told)) == told


@given(st.text(max_size=60) | st.sampled_from(["wiki ", "925 first="]).flatmap(lambda a: st.text().map(a.__add__)))
def test_any_text_is_a_rule_set_or_refused(text):
    try:
        rules = parse_rules(text)
    except RulesError:
        return
    assert parse_rules(rules_text(rules)) == rules


def test_plain_words_tell_every_field_and_mark_the_readings():
    for named in NAMED.values():
        lines = {line.field: line for line in plain_words(named.rules)}
        assert list(lines) == [*KINDS, *AGREED]
        assert {name for name, line in lines.items() if line.reading} == set(named.readings)
        assert all(line.words for line in lines.values())
    changed = {line.field: line for line in plain_words(parse_rules("sm must_give=no"))}
    assert changed["must_give"].reading.startswith("must_give is changed from yes. ")
