"""The JSON schema: one name a payload, strict reading with clear faults, nothing lost, extreme hands too."""

import json
import re

import pytest
from commands import KINDS, answer, document

from ninefivetwo.errors import SchemaError
from ninefivetwo.evaluation import Bound, Estimate
from ninefivetwo.words.schema.base import BoundObject, EstimateObject, decode, encode
from ninefivetwo.words.schema.documents import DOCUMENTS
from ninefivetwo.words.schema.game import RecordCheckObject, RecordObject, SolveObject
from ninefivetwo.words.schema.review import ReviewObject

SOLVED = {
    "schema": "ninefivetwo.solve/1",
    "layout": "D:A.-.-.- K.-.-.- Q.-.-.-",
    "lead": "left",
    "tricks": 1,
    "guarantee": {"S": {"dealer": 1, "left": 0, "right": 0}},
    "slack": {"S": 0},
    "range": {"S": {"dealer": [1, 1], "left": [0, 0], "right": [0, 0]}},
}


def test_every_kind_of_object_has_a_name_and_version_of_its_own():
    assert len(KINDS) == len(DOCUMENTS)
    assert all(re.fullmatch(r"ninefivetwo\.[a-z]+(-[a-z]+)*/[1-9]", name) for name in KINDS)


@pytest.mark.parametrize(
    "changed, fault",
    [
        ({"schema": "ninefivetwo.solve/2"}, '$.schema: "ninefivetwo.solve/2" (expected "ninefivetwo.solve/1")'),
        ({"tricks": "1"}, '$.tricks: "1" (expected `int`, got `str`)'),
        ({"tricks": True}, "$.tricks: true (expected `int`, got `bool`)"),
        ({"tricks": 1.5}, "$.tricks: 1.5 (expected `int`, got `float`)"),
        ({"tricks": None}, "$.tricks: null (expected `int`, got `null`)"),
        ({"lead": "north"}, '$.lead: "north" (expected `str` matching regex'),
        ({"layout": "D:A K Q"}, '$.layout: "D:A K Q" (expected `str` matching regex'),
        (
            {"guarantee": {"S": {"dealer": 1}}},
            '$.guarantee[...]: {"S": {"dealer": 1}} (object missing required field `left`)',
        ),
        ({"guarantee": {"X": {}}}, '$.guarantee: {"X": {}} (expected `str` matching regex'),
        (
            {"range": {"S": {"dealer": [1]}}},
            '$.range[...].dealer: {"S": {"dealer": [1]}} (expected `array` of length 2, got 1)',
        ),
        ({"table": ["SA", "A"]}, '$.table[1]: "A" (expected `str` matching regex'),
        ({"more": 1}, "(object contains unknown field `more`)"),
    ],
)
def test_faults_name_the_path_what_stands_there_and_what_should(changed, fault):
    with pytest.raises(SchemaError) as caught:
        decode(json.dumps(SOLVED | changed), SolveObject)
    message = str(caught.value)
    assert fault in message and message.startswith("$") and "\n" not in message and len(message) < 400


@pytest.mark.parametrize(
    "text, fault",
    [
        ("", "line 1, column 1: not JSON"),
        ('{"schema":\n tru}', "line 2, column 2: not JSON"),
        ("[" * 100_000, "not JSON"),
        ("1" * 10_000, "not JSON that can be read"),
        ("null", '$: null (expected an object with "schema"'),
        ("[]", '$: [] (expected an object with "schema"'),
        ('{"a": 1}', '$: {"a": 1} (expected an object with "schema"'),
        ('{"schema": 1, "schema": 1}', "a key twice in one JSON object: 'schema'"),
        ('{"schema": NaN}', "no number of JSON: NaN"),
        (b"\xff\xff", "not JSON that can be read"),
    ],
)
def test_what_is_no_such_json_is_refused(text, fault):
    with pytest.raises(SchemaError) as caught:
        decode(text, SolveObject)
    assert fault in str(caught.value) and "\n" not in str(caught.value) and len(str(caught.value)) < 400


def test_every_field_is_needed_but_those_that_may_be_absent():
    for name in SOLVED:
        with pytest.raises(SchemaError):
            decode(json.dumps({key: value for key, value in SOLVED.items() if key != name}), SolveObject)
    assert encode(decode(json.dumps(SOLVED), SolveObject)) == json.dumps(SOLVED, separators=(",", ":")).encode()


def test_figures_have_one_form_each():
    estimate = Estimate(1.23456, 0.1, 400)
    assert document_text(EstimateObject.of(estimate)) == {"mean": 1.2346, "se": 0.1, "n": 400}
    assert EstimateObject.of(estimate, 5).estimate == estimate
    assert document_text(EstimateObject.of(Estimate(2.0, float("inf"), 1))) == {"mean": 2.0, "se": None, "n": 1}
    assert EstimateObject(2.0, None, 1).estimate == Estimate(2.0, float("inf"), 1)
    assert document_text(BoundObject.of(Bound(at_least=7))) == {"at_least": 7}
    assert document_text(BoundObject.of(Bound(at_most=7))) == {"at_most": 7}


def document_text(value):
    return json.loads(encode(value))


FREAKS = (
    "AKQJ.AKQJ.AKQJ.AKQJ",
    "AKQJT98765432.AKQ..",
    "...AKQJT98765432",
    "5432.5432.5432.5432",
    "2.2.2.AKQJT98765432",
)


@pytest.mark.parametrize("hand", [hand for hand in FREAKS if sum(c in "AKQJT98765432" for c in hand) == 16])
def test_advice_on_extreme_hands(hand):
    found = document(answer("advise", "trump", hand, "--worlds", "2", "--json"))
    assert set(found.denominations) == set("SHDCN")
    for call in found.denominations.values():
        assert 0 <= call.make.mean <= 1 and len(call.distribution) == 17


@pytest.mark.parametrize(
    "layout",
    [
        "D:A... K... Q...",
        "D:AKQJT98765432.AKQ.. .JT98765432.AKQJT9. ..8765432.AKQJT9876 K:...5432",
        "D:-.-.-.2 -.-.-.3 -.-.-.4 K:AKQJ.-.-.-",
    ],
)
def test_extreme_layouts(layout):
    for more in ([], ["--moves"], ["--line", "--seat", "D"], ["--target", "0", "--seat", "R"]):
        document(answer("solve", layout, "--trump", "S", *more, "--json"))


def test_records_of_hardly_anything(tmp_path):
    """A deal before its first choice, seen by all and by one; names that need escapes, or are in no alphabet."""
    text = '[Rules "bga"]\n[Dealer "\\"</script>"]\n[Left "Żółć ♠"]\n[Deal "D:{} ? ? K:?"]\n[Viewer "D"]\n'
    path = tmp_path / "record.n52"
    path.write_text(text.format("AQ9865.Q632.32.AT87"))
    assert isinstance(document(answer("record", "check", str(path), "--json")), RecordCheckObject)
    assert isinstance(document(answer("record", "convert", str(path))), RecordObject)
    found = document(answer("review", str(path), "--json", "--fair-worlds", "4"))
    assert isinstance(found, ReviewObject) and found.decisions == [] and found.players.dealer == '"</script>'
