"""Policies by name; the file of a learned policy is read back whole, or refused in one line."""

import json
from base64 import b64encode
from hashlib import sha256
from zlib import compress

import numpy as np
import pytest
from msgspec.structs import replace
from table import acting, laid_out

from ninefivetwo.cards import Card, Seat
from ninefivetwo.errors import FileError, GameError, PolicyError
from ninefivetwo.game import Play
from ninefivetwo.game.rules import NAMED
from ninefivetwo.think.heuristics import card_to_play
from ninefivetwo.think.playouts import Policy, choose_card, opinion, policies, policy, view_of
from ninefivetwo.think.playouts.first_lead import dealt, ready_deals
from ninefivetwo.think.playouts.policies import LEARNED, Weights, read_weights, weights_sum, write_weights
from ninefivetwo_solver.playout import FEATURES, ROWS, SCORE_TRICKS, choose, probabilities, rows_of_play

HIDDEN, SECOND = 16, 8
NUMBER = ROWS * HIDDEN + SECOND * HIDDEN + 2 * SECOND


@pytest.fixture
def made():
    return Weights("a try", HIDDEN, SECOND, np.random.default_rng(952).integers(-90, 90, NUMBER).astype(np.int16))


@pytest.fixture
def path(made, tmp_path):
    write_weights(tmp_path / "made.json", made)
    return tmp_path / "made.json"


@pytest.fixture
def view():
    return acting(laid_out(NAMED["wikipedia"].rules), Play).seen_by(Seat.LEFT)


def test_a_policy_is_made_once_by_its_name(made, path, view, monkeypatch):
    """`learned` is the one of the file beside the code; both are made once."""
    monkeypatch.setattr(policies, "LEARNED", path)
    policy.cache_clear()
    try:
        assert policy("plain") is policy("plain") and policy("learned") is policy("learned")
        assert choose_card(policy("plain"), view) is card_to_play(view, view.due_turn)
        assert choose_card(policy("learned"), view).index == choose(made.policy, view_of(view))[0]
    finally:
        policy.cache_clear()
    with pytest.raises(PolicyError, match=r"^unknown policy 'expert' \(expected plain, beginner, learned or usual\)$"):
        policy("expert")


def test_no_card_is_chosen_when_none_is_due(view):
    after = view.after(Play(view.viewer, choose_card(policy("plain"), view)))
    with pytest.raises(GameError, match="left is not due to play"):
        choose_card(policy("plain"), after)


def test_a_seed_gives_the_same_card(view):
    rollout = Policy.rollout(policy("plain"), 1)
    cards = [choose_card(rollout, view, seed) for seed in range(-3, 30)]
    assert cards == [choose_card(rollout, view, seed) for seed in range(-3, 30)] and len(set(cards)) > 1


def test_weights_are_read_as_written(made, path):
    read = read_weights(path)
    assert (read.name, read.hidden, read.second) == ("a try", HIDDEN, SECOND)
    assert read.values.dtype == np.int16 and (read.values == made.values).all()
    text = path.read_text(encoding="utf-8")
    assert json.loads(text)["features"] == dict(FEATURES)
    write_weights(path, read)
    assert path.read_text(encoding="utf-8") == text


def test_a_score_is_worth_what_the_file_says(made, path, view):
    """Half as many tricks a score are chances twice as soft."""
    seen = view_of(view)
    half = replace(made, tricks=made.tricks / 2)
    write_weights(path, half)
    assert read_weights(path).tricks == SCORE_TRICKS / 2
    assert probabilities(half.policy, seen) == pytest.approx(probabilities(made.policy, seen, 0.5))
    assert (choose(half.policy, seen) == choose(made.policy, seen)).all()
    with pytest.raises(PolicyError, match=r"a score worth 0.0 tricks \(expected above 0, up to 1\)"):
        replace(made, tricks=0.0)


def test_features_that_came_later_change_no_card(path, tmp_path, count):
    """A file without some features, of the view and of a choice, plays as with weights of 0 for them."""
    sizes = dict(FEATURES)
    starts = dict(zip(sizes, np.cumsum([0, *sizes.values()]), strict=False))
    later = ("trick so far", "guards", "cards out")
    whole = read_weights(LEARNED)
    table = whole.values[: ROWS * whole.hidden].reshape(ROWS, whole.hidden).copy()
    gone = np.concatenate([np.arange(starts[name], starts[name] + sizes[name]) for name in later])
    table[gone] = 0
    rest = whole.values[ROWS * whole.hidden :]
    zeros = Weights("zeros", whole.hidden, whole.second, np.concatenate([table.reshape(-1), rest]))
    numbers = np.concatenate([np.delete(table, gone, axis=0).reshape(-1), rest]).astype("<i2").tobytes()
    file = json.loads(LEARNED.read_text(encoding="utf-8")) | {
        "features": {name: number for name, number in FEATURES if name not in later},
        "weights": b64encode(compress(numbers)).decode(),
        "sha256": sha256(numbers + str(whole.tricks).encode()).hexdigest(),
    }
    (tmp_path / "early.json").write_text(json.dumps(file), encoding="utf-8")
    early = read_weights(tmp_path / "early.json")
    assert np.array_equal(early.values, zeros.values)
    assert weights_sum(str(tmp_path / "early.json")) == file["sha256"]
    number = count(100, 3000)
    games = ready_deals(NAMED["wikipedia"].rules, None, dealt(number, 952)).games
    views, *_ = rows_of_play([early.policy], games, np.zeros((number, 3)), np.ones((number, 3)), 0.2)
    assert len(views) > 30 * number
    assert np.array_equal(choose(early.policy, views), choose(zeros.policy, views))
    assert not np.array_equal(choose(early.policy, views), choose(whole.policy, views))


def changed(path, **fields):
    """The file with some of its fields changed."""
    file = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps(file | fields), encoding="utf-8")
    return path


def cut(text):
    return text[: len(text) // 8 * 4]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda file: {"version": 1}, "unsupported file version 1 (expected 2)"),
        (lambda file: {"version": "1"}, "not a policy's weights file: Expected `int`, got `str` - at `$.version`"),
        (lambda file: {"more": 1}, "not a policy's weights file: Object contains unknown field `more`"),
        (lambda file: {"features": {"place": 3}}, "made for other features"),
        (lambda file: {"features": dict(reversed(FEATURES))}, "made for other features"),
        (lambda file: {"scale": 128}, "made for other features"),
        (lambda file: {"hidden": 32}, f"damaged: {2 * NUMBER} or more bytes of weights (expected"),
        (lambda file: {"hidden": -16}, "damaged: "),
        (lambda file: {"second": SECOND - 1}, "damaged: "),
        (lambda file: {"weights": cut(file["weights"])}, "damaged: "),
        (lambda file: {"weights": "-" + file["weights"]}, "damaged: the weights cannot be unpacked"),
        (lambda file: {"weights": file["weights"][4:]}, "damaged: the weights cannot be unpacked"),
        (lambda file: {"weights": ""}, "damaged: 0 or more bytes"),
        (lambda file: {"sha256": "0" * 64}, "damaged: the hash of the weights does not match"),
        (lambda file: {"tricks": file["tricks"] / 2}, "damaged: the hash of the weights does not match"),
    ],
)
def test_a_file_that_is_damaged_or_foreign_is_refused(path, change, expected):
    changed(path, **change(json.loads(path.read_text(encoding="utf-8"))))
    with pytest.raises(PolicyError) as error:
        read_weights(path)
    assert str(error.value).startswith(f"{path}: {expected}") and "\n" not in str(error.value)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b'{"name": "\xff"}', b"null"])
def test_a_file_that_is_no_json_of_this_form_is_refused(path, content):
    path.write_bytes(content)
    with pytest.raises(PolicyError, match=": not a policy's weights file: "):
        read_weights(path)


def test_a_file_that_is_missing_is_refused(tmp_path):
    with pytest.raises(PolicyError, match=r"none\.json: .* \(expected a policy's weights file\)"):
        read_weights(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("hidden", "second", "values", "expected"),
    [
        (HIDDEN, SECOND, np.zeros(NUMBER - 1, dtype=np.int16), "weights of shape"),
        (HIDDEN - 1, SECOND, np.zeros(NUMBER, dtype=np.int16), "hidden units"),
        (HIDDEN, 0, np.zeros(NUMBER, dtype=np.int16), "second layer"),
        (HIDDEN, SECOND, np.full(NUMBER, 2000, dtype=np.int16), "may sum to"),
    ],
)
def test_weights_that_the_engine_cannot_use_are_refused(hidden, second, values, expected):
    with pytest.raises(PolicyError, match=f"^invalid policy weights: .*{expected}"):
        Weights("wrong", hidden, second, values)


def test_a_policy_thinks_best_of_the_card_that_it_plays(view):
    """And differs by 0.3 tricks where one card is e times as likely as another."""
    learned = policy("learned")
    chances = probabilities(learned, view_of(view))[0]
    cards = [Card.at(int(index)) for index in np.flatnonzero(chances)]
    found = opinion(learned, view, cards)
    assert cards[int(found.argmax())] == choose_card(learned, view)
    assert np.exp((found[0] - found[-1]) / 0.3) == pytest.approx(chances[cards[0].index] / chances[cards[-1].index])


def test_a_prior_of_many_worlds_is_the_policy_itself(view):
    learned = policy("learned")
    assert choose_card(Policy.rollout(learned, 1, prior=10**6), view) == choose_card(learned, view)


@pytest.mark.parametrize(("inner", "prior"), [("plain", 1), ("learned", -1)])
def test_a_negative_prior_or_one_of_plain_rules_is_refused(inner, prior):
    with pytest.raises(ValueError, match=f"prior {prior} .expected 0 or more, and 0 unless"):
        Policy.rollout(policy(inner), 30, prior=prior)


def test_a_policy_is_made_by_its_makers_only():
    with pytest.raises(TypeError, match=r"made by Policy.plain, Policy.beginner, Policy.learned or Policy.rollout"):
        Policy()


def test_a_file_without_end_is_refused():
    with pytest.raises(FileError, match="/dev/zero: too large"):
        read_weights("/dev/zero")


def test_a_folder_that_is_missing_is_named(made, tmp_path):
    with pytest.raises(FileError, match="its folder is missing"):
        write_weights(tmp_path / "none" / "made.json", made)
