"""`n52 schema`: what commands print and pages keep is valid by it, what is not of a kind is refused."""

import json
from pathlib import Path

import pytest
from commands import KINDS, answer, refusal
from json_page import kept_examples
from jsonschema import Draft202012Validator

SCHEMA = json.loads(answer("schema"))
ANY = Draft202012Validator(SCHEMA)
OF_KIND = {
    name: ANY.evolve(schema={"$ref": place, "$defs": SCHEMA["$defs"]})
    for name, place in SCHEMA["discriminator"]["mapping"].items()
}
FREAKS = (
    ("advise", "trump", "AKQJT98765432.AKQ.-.-", "--worlds", "2"),
    ("solve", "D:A... K... Q...", "--trump", "N", "--moves"),
    ("solve", "D:AKQJT98765432.AKQ.. .JT98765432.AKQJT9. ..8765432.AKQJT9876 K:...5432", "--trump", "S"),
)


def test_it_is_a_schema_of_every_kind():
    Draft202012Validator.check_schema(SCHEMA)
    assert OF_KIND.keys() == KINDS.keys()


def test_an_example_of_every_kind_is_valid():
    examples = [json.loads(text) for text in kept_examples()]
    assert {example["schema"] for example in examples} == KINDS.keys()
    for example in examples:
        ANY.validate(example)


@pytest.mark.parametrize("path", sorted(Path(__file__).with_name("answers").glob("*.txt")), ids=lambda path: path.stem)
def test_kept_answers_are_valid(path):
    """Whatever a clock told is put back as a number."""
    for line in path.read_text().replace('"seconds":"…"', '"seconds":1').splitlines():
        if line.startswith('{"schema"'):
            value = json.loads(line)
            OF_KIND[value["schema"]].validate(value)


@pytest.mark.parametrize("command", FREAKS)
def test_freak_hands_are_valid(command):
    ANY.validate(json.loads(answer(*command, "--json")))


def test_what_is_of_no_kind_is_not():
    value = json.loads(answer("deal", "--seed", "3", "--json"))
    for fault in ({"seed": "3"}, {"layouts": ["D:A"]}, {"more": 1}, {"schema": "ninefivetwo.deal/0"}):
        assert ANY.is_valid(value) and not ANY.is_valid(value | fault)
    assert "unexpected extra argument" in refusal("schema", "deal", status=2)
