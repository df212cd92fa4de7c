"""The JSON schema: one name a payload, strict reading with clear faults, nothing lost, extreme hands too."""

import json
import re
from math import inf
from typing import Annotated

import pytest
from commands import DOCUMENTS, KINDS, answer, document
from msgspec import UNSET, UnsetType

from ninefivetwo.cards import Card, Hand, Seat, Suit, Trump
from ninefivetwo.codec import BySeat, Decimals, Document, Part, decode, encode
from ninefivetwo.errors import SchemaError
from ninefivetwo.evaluation import Bound, Estimate
from ninefivetwo.study import Phase
from ninefivetwo.words.documents import RecordCheckObject, SolveObject
from ninefivetwo.words.record import RecordObject
from ninefivetwo.words.review import ReviewObject

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
    ("changed", "fault"),
    [
        ({"schema": "ninefivetwo.solve/2"}, '$.schema: "ninefivetwo.solve/2" (expected "ninefivetwo.solve/1")'),
        ({"tricks": "1"}, '$.tricks: "1" (expected `int`, got `str`)'),
        ({"tricks": True}, "$.tricks: true (expected `int`, got `bool`)"),
        ({"lead": "north"}, '$.lead: "north" (expected `str` matching regex'),
        ({"layout": "D:A K Q"}, '$.layout: "D:A K Q" (expected `str` matching regex'),
        ({"guarantee": {"S": {}}}, '$.guarantee[...]: {"S": {}} (object missing required field `dealer`)'),
        ({"guarantee": {"X": {}}}, '$.guarantee: {"X": {}} (expected `str` matching regex'),
        ({"range": {"S": {"left": [1]}}}, '$.range[...].left: {"S": {"left": [1]}} (expected `array` of length 2'),
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
    ("text", "fault"),
    [
        ("", "line 1, column 1: not JSON"),
        ('{"schema":\n tru}', "line 2, column 2: not JSON"),
        ("[" * 100_000, "unreadable JSON"),
        ("1" * 10_000, "unreadable JSON"),
        ("null", '$: null (expected an object with "schema"'),
        ('{"a": 1}', '$: {"a": 1} (expected an object with "schema"'),
        ('{"schema": 1, "schema": 1}', "duplicate key in a JSON object: 'schema'"),
        ('{"schema": NaN}', "not a JSON number: NaN"),
        (b"\xff\xff", "unreadable JSON"),
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


class Figures(Part, frozen=True):
    estimate: Estimate | None = None
    tenths: Annotated[Estimate, Decimals(1)] | UnsetType = UNSET
    bound: int | Bound = 3


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Figures(Estimate(1.23456, 0.1, 400)), {"estimate": {"mean": 1.2346, "se": 0.1, "n": 400}, "bound": 3}),
        (Figures(Estimate(2.0, inf, 1)), {"estimate": {"mean": 2.0, "se": None, "n": 1}, "bound": 3}),
        (
            Figures(tenths=Estimate(0.16, 0.04, 9)),
            {"estimate": None, "tenths": {"mean": 0.2, "se": 0.04, "n": 9}, "bound": 3},
        ),
        (Figures(bound=Bound(at_least=7)), {"estimate": None, "bound": {"at_least": 7}}),
        (Figures(bound=Bound(at_most=7)), {"estimate": None, "bound": {"at_most": 7}}),
    ],
)
def test_figures_have_one_form_each(value, text):
    assert json.loads(encode(value)) == text


def test_values_are_read_back_as_they_were_written():
    value = Values(
        Seat.LEFT,
        [Card.parse("SA")],
        {Trump.NO_TRUMP: Hand.parse("A.K.Q.J")},
        (Estimate(1.5, inf, 1), None, Estimate(0.25, 0.5, 9)),
        Bound(at_most=3),
        (Suit.HEARTS, 2),
        Phase.LEAD,
    )
    text = encode(value)
    assert json.loads(text) == {
        "schema": "ninefivetwo.values/1",
        "seat": "left",
        "cards": ["SA"],
        "hands": {"N": "A.K.Q.J"},
        "tricks": {
            "dealer": {"mean": 1.5, "se": None, "n": 1},
            "left": None,
            "right": {"mean": 0.25, "se": 0.5, "n": 9},
        },
        "sure": {"at_most": 3},
        "pair": ["H", 2],
        "phase": "lead",
    }
    assert decode(text, Values) == value
    with pytest.raises(SchemaError, match="card twice"):
        decode(text.replace(b"A.K.Q.J", b"AA.K.Q.J"), Values)


class Values(Document, frozen=True, tag="ninefivetwo.values/1"):
    seat: Seat
    cards: list[Card]
    hands: dict[Trump, Hand]
    tricks: BySeat[Estimate | None]
    sure: int | Bound
    pair: tuple[Suit, int]
    phase: Phase


@pytest.mark.parametrize(
    "hand", ["AKQJ.AKQJ.AKQJ.AKQJ", "AKQJT98765432.AKQ..", "5432.5432.5432.5432", "2.2.2.AKQJT98765432"]
)
def test_advice_on_extreme_hands_has_every_denomination(hand):
    found = document(answer("advise", "trump", hand, "--worlds", "2", "--json"))
    assert set(found.denominations) == set(Trump)
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
def test_answers_to_extreme_layouts_are_of_their_schema(layout):
    for more in ([], ["--moves"], ["--line", "--seat", "D"], ["--target", "0", "--seat", "R"]):
        document(answer("solve", layout, "--trump", "S", *more, "--json"))


def test_documents_of_an_empty_deal_are_of_their_schema(tmp_path):
    """A deal before its first choice, seen by all and by one; names that need escapes, or are in no alphabet."""
    text = '[Rules "bga"]\n[Dealer "\\"</script>"]\n[Left "Żółć ♠"]\n[Deal "D:{} ? ? K:?"]\n[Viewer "D"]\n'
    path = tmp_path / "record.n52"
    path.write_text(text.format("AQ9865.Q632.32.AT87"))
    assert isinstance(document(answer("record", "check", str(path), "--json")), RecordCheckObject)
    assert isinstance(document(answer("record", "convert", str(path))), RecordObject)
    found = document(answer("review", str(path), "--json", "--fair-worlds", "4"))
    assert isinstance(found, ReviewObject) and found.decisions == [] and found.players[0] == '"</script>'
