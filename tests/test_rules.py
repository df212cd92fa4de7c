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
def test_names(short, name):
    assert parse_rules(short) == parse_rules(f" {name.upper()} ") == NAMED[name].rules
    assert rules_text(NAMED[name].rules) == name
    assert list(NAMED) == list(SHORT.values())


def test_changed_fields():
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


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "unknown rule set ''"),
        ("wiki,kitty_peek=yes, target=13", "expected 'wiki kitty_peek=yes target=13', a space before each field"),
        ("bridge", "unknown rule set 'bridge' (expected one of wikipedia,"),
        ("wiki trumps=5", "unknown field in rules: 'trumps=5' (expected one of contracts,"),
        ("wiki target", "unknown field in rules: 'target'"),
        ("wiki target=0", "invalid target: '0' (expected no, or a number from 1 to 1000)"),
        ("wiki target=ten", "invalid target: 'ten'"),
        ("wiki notrump=maybe", "invalid notrump: 'maybe' (expected yes or no)"),
        ("wiki lead=north", "invalid lead: 'north' (expected dealer, left or right)"),
        ("wiki two_down=apart", "unknown field in rules: 'two_down=apart'"),
        ("wiki target=5 target=6", "field given twice: target"),
        ("wiki contracts=9-5", "invalid contracts: '9-5' (expected three numbers such as 9-5-2"),
        ("wiki contracts=9-5-3", "contracts=9-5-3: its sum is 17 (expected contracts that sum to 16 tricks)"),
        ("wiki later=trump-kitty-discard-play", "(expected each of give, return, trump, kitty, discard once, then"),
        ("wiki first=play-trump-kitty-discard", "(expected each of trump, kitty, discard once, then play)"),
        ("wiki later=return-give-trump-kitty-discard-play", "return before give"),
        ("wiki later=give-kitty-discard-return-trump-play", "a card given could be discarded before the return"),
        ("wiki later=discard-exchange-kitty-trump-play", "the dealer lacks cards in between"),
        ("wiki kitty_peek=yes later=exchange-kitty-trump-discard-play", "the kitty comes before the call"),
        ("925 kitty_peek=yes", "kitty_peek=yes: left's contract is not 5"),
        ("sm sweep=no", "rules 'sergeant-major' never end a match"),
        ("bga deals=no over=15", "over=15: nobody can win that many tricks over"),
        ("nine_five_two", "did you mean nine-five-two?"),
        ("wiki winner=furthest", "(expected both target and floor)"),
    ],
)
def test_what_makes_no_game_is_refused(text, told):
    with pytest.raises(RulesError) as caught:
        parse_rules(text)
    assert told in str(caught.value)


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
    assert changed["must_give"].reading.startswith("changed from yes")
