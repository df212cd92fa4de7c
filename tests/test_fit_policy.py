"""A policy is fitted to decisions of surveys, and what is fitted is what the engine plays.

The long run fits with torch; the default one has a twin of the network in numpy (`policy_twin.py`).
"""

import sys
from dataclasses import replace
from importlib.util import find_spec
from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import policy_twin
import pytest
from policy_twin import Network, moved, random_layers
from survey_files import planned_survey

from benchmarks.policy_flat import (
    STARTS,
    Flat,
    Layers,
    Rows,
    bounded,
    choices_of,
    flatten,
    gains,
    held_out,
    kinds,
    largest_sums,
    quantised,
    read_surveys,
    restored,
)
from benchmarks.runner import run
from ninefivetwo.cards import Seat
from ninefivetwo.errors import NineFiveTwoError, SurveyError
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.sets import lanes_of
from ninefivetwo.survey.decisions import SLICE, VIEW_FIELDS, columns_of, games_to_play, views_of
from ninefivetwo.survey.plan import ROW_KINDS
from ninefivetwo.survey.work import Work
from ninefivetwo.think.playouts import decisions_of_play, policy
from ninefivetwo.think.playouts.first_lead import dealt
from ninefivetwo.think.playouts.policies import read_weights
from ninefivetwo_solver.playout import CONTEXT, FEATURES, VIEW, Policy, choose, features, probabilities

HIDDEN, SECOND = 16, 4
SHARES = 0.25, 0.15  # of no-trump and of any suit


def decisions(rules="wikipedia", seed=1, number=12, **options):
    """Rows of players of the plain rules."""
    work = Work("decisions", rules, seed, number, "plain", options=tuple(options.items()))
    return ROW_KINDS["decisions"].rows(work, None)


@pytest.fixture(scope="module")
def rows() -> Rows:
    """The rows of 40 deals."""
    return Rows.of(decisions(number=40))


def layers(size: float = 0.2) -> Layers:
    return random_layers(HIDDEN, SECOND, 1, size)


def same(one: Rows, other: Rows) -> bool:
    return (
        np.array_equal(one.deals, other.deals)
        and np.array_equal(one.views, other.views)
        and np.array_equal(one.values, other.values)
    )


def games(rules, number=400, shares=SHARES):
    return games_to_play(parse_rules(rules), dealt(number, 1), np.random.default_rng(1), shares)


@pytest.mark.parametrize("rules", NAMED)
def test_deals_are_of_all_kinds(rules):
    """Under every rule set: calls, discards and exchanges of all kinds, and freaks."""
    found, asked = games(rules), parse_rules(rules)
    assert (found["contract"] == asked.contracts).all() and (found["leader"] == asked.lead).all()
    assert (np.bitwise_count(found["hand"]) == 16).all() and (np.bitwise_count(found["discarded"]) == 4).all()
    notrump = (found["trump"] == 4).mean()
    assert 0.2 < notrump < 0.4 if asked.notrump else notrump == 0
    assert 0.3 < found["known"].any(axis=(1, 2)).mean() <= 0.5
    longest = np.bitwise_count(lanes_of(found["hand"])).max(axis=(0, 2))
    assert 1 <= (longest >= 11).sum() <= 20


def test_shares_of_calls_are_those_asked_for():
    found = [games("wikipedia", shares=shares)["trump"] for shares in ((0, 0), (1, 0), (0, 1))]
    assert (found[1] == 4).all() and (np.bincount(found[2], minlength=4) > 70).all()
    assert (found[0] == 4).mean() < 0.2


def test_a_share_of_discards_is_drawn_from_low_cards_that_are_no_trumps():
    trumps = games("wikipedia", shares=(0, 0))
    cards_text = lanes_of(trumps["discarded"])
    high = (cards_text >> 8).any(axis=0)
    kept = lanes_of(trumps["hand"][:, Seat.DEALER])
    lowest = (cards_text < (kept & -kept)) | (kept == 0)  # as fitted discards are: below all that is kept
    drawn = ~lowest.all(axis=0)
    assert 0.1 < drawn.mean() < 0.25 and not high[drawn].any()
    assert not cards_text[trumps["trump"][drawn], np.flatnonzero(drawn)].any()


def test_what_was_seen_is_what_the_engine_tells():
    """Views go into columns and out again, whatever they hold."""
    found, seats = games("wikipedia", 12), np.zeros((12, 3), int)
    told = decisions_of_play([policy("plain")], found, seats, seats == 0, 0.05, seed=1, first=3)
    columns = columns_of(told)
    assert np.array_equal(views_of(columns), told.views) and np.array_equal(columns["deal"], told.games)
    assert columns["values"] is told.values and set(VIEW_FIELDS) == set(VIEW.names or ()) and told.games.min() == 3


def test_decisions_of_a_batch_are_those_of_its_slices():
    rows = decisions(number=SLICE + 2)
    assert rows["deal"].max() == SLICE + 1
    first = decisions(number=SLICE)
    length = len(first["deal"])
    assert all(np.array_equal(rows[name][:length], values) for name, values in first.items())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"random": "2"}, r"invalid chance of a random card: '2' \(expected 0 to 1\)"),
        (
            {"trump": "0.5"},
            r"invalid shares of no-trump and of any suit: '0.5' \(expected 0 to 1, with a space between\)",
        ),
        ({"trump": "0.6 0.6"}, r"invalid shares: '0.6 0.6' \(expected a sum of at most 1\)"),
        ({"company": "self, clever"}, r"unknown policy 'clever' \(expected plain, beginner, learned or usual\)"),
        ({"company": "usual"}, r"unsuitable policy: 'usual' \(expected one that plays no card at random\)"),
        ({"company": "self, beginner"}, r"unsuitable policy: 'beginner' "),
    ],
)
def test_players_that_are_none_are_refused(options, words):
    with pytest.raises(NineFiveTwoError, match=words):
        decisions(number=1, **options)


def test_who_learns_sits_in_every_deal_and_alone_unless_he_is_company():
    """With others at the table the values are others."""
    alone, among, three = (decisions(number=60, company=company) for company in ("learned", "self,learned", "self"))
    seats = [
        [len({*rows["seat"][rows["deal"] == deal].tolist()}) for deal in range(60)] for rows in (alone, among, three)
    ]
    assert {*seats[0]} == {1} and {*seats[1]} == {1, 2, 3} and {*seats[2]} == {3}
    assert {*alone["seat"].tolist()} == {0, 1, 2}


def test_values_are_those_of_the_choices(rows):
    cards, _ = features(rows.views)
    assert np.array_equal(rows.values >= 0, cards != 255)
    assert rows.values.min() == -1 and 10 < rows.values.max() <= 16


PLAN = """name = "rows"\nseed = {}\n[[table]]\nkind = "decisions"\nrules = "bga"\npolicy = "plain"
deals = 8\nbatch = 4\n"""


def test_surveys_are_read_in_turn_until_there_are_enough(tmp_path):
    late, early = tmp_path / "late", tmp_path / "early"
    planned_survey(late, PLAN.format(4), 2)
    planned_survey(early, PLAN.format(1), 2)
    parts = [Rows.of(decisions("bga", seed, 4), 4 * number) for number, seed in enumerate((4, 5, 1, 2))]
    found = [[*read_surveys([late, early], most)] for most in (None, len(parts[0]), len(parts[0]) + 1)]
    assert [*map(len, found)] == [4, 1, 2]
    assert all(same(one, other) for one, other in zip(found[0], parts, strict=True)) and same(found[1][0], parts[0])


def test_what_is_no_survey_of_decisions_is_one_line(tmp_path, monkeypatch):
    planned_survey(tmp_path / "half", PLAN.format(4), 1)
    (tmp_path / "empty").mkdir()
    planned_survey(
        tmp_path / "deals", 'name = "d"\nseed = 1\n[[table]]\nkind = "deals"\nrules = "bga"\ndeals = 2\nbatch = 2', 1
    )
    for name, words in (
        ("half", r"half: 1 of 2 batches missing \(expected a whole survey; `n52 survey run` goes on with it\)"),
        ("empty", "empty: not a survey"),
        ("deals", r"deals: no rows decisions \(expected"),
    ):
        with pytest.raises(SurveyError, match=words):
            list(read_surveys([tmp_path / name]))


def test_flat_choices_are_those_of_the_features(rows):
    some = rows[:100]
    parts = [flatten(some[:7]), flatten(some[7:])]
    flat, (cards, table) = Flat.joined(parts), features(some.views)
    at = 0
    for i in range(100):
        number = int((cards[i] != 255).sum())
        assert flat.starts[i] == at and flat.counts[i] == number
        assert np.array_equal(flat.context[i] + STARTS[:CONTEXT], table[i, 0, :CONTEXT])
        assert np.array_equal(flat.own[at : at + number] + STARTS[CONTEXT:], table[i, :number, CONTEXT:])
        assert np.array_equal(flat.values[at : at + number], some.values[i, :number])
        at += number
    assert at == len(flat.own)
    index, of, place = choices_of(flat, np.array([5, 2]))
    assert index.tolist() == [flat.starts[d] + k for d in (5, 2) for k in range(flat.counts[d])]
    assert of.tolist() == [0] * flat.counts[5] + [1] * flat.counts[2]
    assert place.tolist() == [*range(flat.counts[5]), *range(flat.counts[2])]


def test_rows_of_another_engine_are_refused(rows):
    values = rows.values[:3].copy()
    values[1] = 0
    with pytest.raises(ValueError, match="made by another engine"):
        flatten(Rows(rows.deals[:3], rows.views[:3], values))


def test_rows_of_a_deal_are_held_out_together(rows):
    out = held_out(rows)
    assert 0 < out.sum() < len(rows) / 10 and not set(rows.deals[out]) & set(rows.deals[~out])


def test_a_gain_is_what_a_choice_is_above_the_mean(rows):
    cards, _ = features(rows.views)
    values = np.where(rows.values < 0, np.nan, rows.values)
    for of in (np.nanargmax, np.nanargmin):
        index = of(values, axis=1)
        expected = values[np.arange(len(rows)), index] - np.nanmean(values, axis=1)
        assert gains(rows, cards[np.arange(len(rows)), index]) == pytest.approx(expected)
    assert gains(rows, choose(Policy.plain(), rows.views)).mean() > 0.1
    assert sum(which.sum() for which in kinds(rows).values()) == 2 * len(rows)


def test_a_touching_card_counts_as_its_class(rows):
    """Each legal card brings what the lowest of the cards that touch it does."""
    cards, _ = features(rows.views)
    chances = probabilities(Policy.learned(HIDDEN, SECOND, quantised(layers())), rows.views)
    for i in range(100):
        choices = rows.values[i][rows.values[i] >= 0]
        for card in np.flatnonzero(chances[i]):
            expected = choices[np.flatnonzero(cards[i] <= card)[-1]] - choices.mean()
            assert gains(rows[i : i + 1], np.array([card], dtype=np.uint8))[0] == pytest.approx(expected)


def scores(layers: Layers, rows: Rows) -> np.ndarray:
    """The scores of all choices in floating point, (n, CHOICES)."""
    cards, table = features(rows.views)
    sums = np.where((table >= 0)[..., None], layers.table[table], 0).sum(axis=2)
    second = np.maximum(np.maximum(sums, 0) @ layers.second.T + layers.bias, 0)
    return np.where(cards != 255, second @ layers.out, -np.inf)


def test_the_engine_plays_what_was_fitted(rows):
    """The chances that the engine gives the choices are those of the scores in floating point, nearly."""
    fitted = layers()
    cards, _ = features(rows.views)
    found = probabilities(Policy.learned(HIDDEN, SECOND, quantised(fitted)), rows.views)
    numbers = scores(fitted, rows)
    chances = np.exp(numbers - numbers.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    for i in range(len(rows)):
        ends = [*cards[i][cards[i] != 255].tolist(), 64]
        by_class = [found[i, one:other].sum() for one, other in pairwise(ends)]
        assert by_class == pytest.approx(chances[i, : len(by_class)], abs=0.05)


def test_sums_too_large_are_scaled_without_changing_the_function(rows):
    large = layers(3.0)
    assert largest_sums(large.table).max() * 256 > 2**15
    small = bounded(large)
    assert (largest_sums(small.table) * 256 + len(FEATURES) / 2 <= 2**15 - 1).all()
    few = rows[:50]
    there = few.values >= 0
    assert scores(small, few)[there] == pytest.approx(scores(large, few)[there], rel=1e-3)
    Policy.learned(HIDDEN, SECOND, quantised(large))


def test_weights_that_no_engine_could_read_are_refused():
    fitted = layers()
    fitted.out[0] = 128.5
    with pytest.raises(ValueError, match=r"weights of up to 128.5 \(expected at most 128.0\)"):
        quantised(fitted)
    fitted = layers(3.0)
    with pytest.raises(ValueError, match=r"sums of the second layer of up to \d+ \(expected at most 2147483647\)"):
        quantised(Layers(fitted.table, np.full((SECOND, HIDDEN), 50, dtype=np.float32), fitted.bias, fitted.out))


def test_weights_are_restored_to_go_on_from(tmp_path):
    values = quantised(layers())
    found = restored(values, HIDDEN, SECOND)
    assert np.array_equal(quantised(found), values)
    assert np.abs(found.second - layers().second).max() <= 0.5 / 256 + 1e-6
    with pytest.raises(ValueError, match=rf"{len(values) - 1} weights \(expected {len(values)} for layers of 16 and 4"):
        restored(values[:-1], HIDDEN, SECOND)


def test_the_gradient_of_the_twin_is_that_of_its_loss(rows):
    """Along random directions, near another policy.  The loss is linear in the values, so noise averages out."""
    flat, some, start = flatten(rows[:64]), np.arange(64), layers(0.5)
    near = Network(start, flat, some).scores
    for seed in range(5):
        here, by = (random_layers(HIDDEN, SECOND, 2 * seed + i) for i in range(2))
        ahead, back = (Network(moved(here, step, by), flat, some).loss(near, 0.05)[0] for step in (1e-5, -1e-5))
        gradient = Network(here, flat, some).loss(near, 0.05)[1]
        slope = sum((vars(gradient)[name] * weights).sum() for name, weights in vars(by).items())
        assert (ahead - back) / 2e-5 == pytest.approx(slope, rel=1e-3, abs=1e-5)
    losses = [Network(start, noisy(flat, by), some).loss(near, 0.05)[0] for by in (-1, 0, 1)]
    assert losses[0] + losses[2] == pytest.approx(2 * losses[1]) and losses[0] != pytest.approx(losses[2])


def noisy(flat: Flat, by: float) -> Flat:
    return replace(flat, values=flat.values + by * np.random.default_rng(1).normal(size=len(flat.values)))


def need_torch():
    """Only the long run needs it."""
    if find_spec("torch") is None:
        pytest.fail("this test needs torch: pip install 'ninefivetwo[learn]'", pytrace=False)


@pytest.mark.long
@pytest.mark.parametrize("by", [-1, 0, 1])
def test_torch_has_the_loss_and_the_gradient_of_the_twin(rows, by):
    need_torch()
    import torch

    from benchmarks import policy_network as real

    flat, some = noisy(flatten(rows[:64]), by), np.arange(64)
    here, start = (random_layers(HIDDEN, SECOND, seed, 0.5) for seed in (1, 2))
    batch = real.Batch.of_decisions(flat, some)
    network = real.Network.of(here)
    loss = real.loss_of(batch, network.scores(batch), real.Network.of(start).scores(batch).detach(), 0.05)
    loss.backward()
    twin_loss, gradient = Network(here, flat, some).loss(Network(start, flat, some).scores, 0.05)
    assert loss.item() == pytest.approx(twin_loss, abs=1e-5)
    for parameter, wanted in zip(network.parameters(), network._in_order(gradient), strict=True):
        assert torch.allclose(parameter.grad, torch.from_numpy(wanted).float(), rtol=1e-3, atol=1e-6)


#: What a fit to a few thousand decisions needs to be seen to learn.
TINY = "--hidden 16 --second 8 --batch 128 --epochs 2".split()


def test_a_fit_gains_and_says_so(tmp_path, capsys, monkeypatch):
    """The command with the twin of what needs torch."""
    monkeypatch.setitem(sys.modules, "torch", SimpleNamespace(set_num_threads=lambda number: None))
    monkeypatch.setitem(sys.modules, "benchmarks.policy_network", policy_twin)
    fits(tmp_path, capsys)


@pytest.mark.long
def test_a_fit_with_torch_gains_and_says_so(tmp_path, capsys):
    need_torch()
    fits(tmp_path, capsys)


def fits(folder, capsys):
    """Fit from scratch, and from weights; what is held out is not learned from."""
    plan = PLAN.replace("deals = 8", "deals = 240").replace("batch = 4", "batch = 80")
    planned_survey(folder / "rows", plan.format(1), 3)
    one, two = folder / "one.json", folder / "two.json"
    run("fit_policy", str(folder / "rows"), "--output", str(one), *TINY)
    start, first, last = told(capsys.readouterr().out)
    assert len(start) == 2 and min(first[0], last[0]) > 0.05
    assert last[2] == pytest.approx(last[0] - start[0], abs=2e-4)
    run("fit_policy", str(folder / "rows"), "--output", str(two), "--start", str(one), *TINY[:-2], "--kl", "0.5")
    start, after = told(capsys.readouterr().out)
    assert start[0] == last[0] and abs(after[2]) < 0.1
    assert read_weights(two).hidden == 16 and read_weights(two).name == "two"


def told(out: str) -> list[list[float]]:
    """The figures of each line of a table, without their errors."""
    return [[float(cell.split()[0]) for cell in line.split("|")[2:-1]] for line in out.splitlines()[2:]]
