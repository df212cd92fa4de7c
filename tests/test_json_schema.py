"""`n52 schema`: what commands print and pages keep is valid by it, what is not of a kind is refused."""

import json
from pathlib import Path

import pytest
from commands import KINDS, answer
from jsonschema import Draft202012Validator

from ninefivetwo.codec import decode
from tools.site.json_page import all_examples, folded_example, json_page

SCHEMA = json.loads(answer("schema"))
ANY = Draft202012Validator(SCHEMA)
OF_KIND = {
    name: ANY.evolve(schema={"$ref": place, "$defs": SCHEMA["$defs"]})
    for name, place in SCHEMA["discriminator"]["mapping"].items()
}


def test_the_schema_has_every_kind_of_document():
    Draft202012Validator.check_schema(SCHEMA)
    assert OF_KIND.keys() == KINDS.keys()


def test_the_reference_has_a_valid_example_of_every_kind():
    """And says of each field what it means, or there is no page."""
    examples = {name: folded_example(text) for name, _, text in all_examples()}
    assert examples.keys() == KINDS.keys()
    page = json_page()
    for name, text in examples.items():
        OF_KIND[name].validate(json.loads(text))
        assert isinstance(decode(text, KINDS[name]), KINDS[name]) and text in page


@pytest.mark.parametrize("path", sorted(Path(__file__).with_name("answers").glob("*.txt")), ids=lambda path: path.stem)
def test_kept_answers_are_valid(path):
    """Whatever a clock told is put back as a number."""
    for line in path.read_text().replace('"seconds":"…"', '"seconds":1').splitlines():
        if line.startswith('{"schema"'):
            value = json.loads(line)
            OF_KIND[value["schema"]].validate(value)


def test_what_is_of_no_kind_is_not_valid():
    value = json.loads(answer("deal", "--seed", "3", "--json"))
    for fault in ({"seed": "3"}, {"layouts": ["D:A"]}, {"more": 1}, {"schema": "ninefivetwo.deal/0"}):
        assert ANY.is_valid(value) and not ANY.is_valid(value | fault)
