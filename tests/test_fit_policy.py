"""Rows for the learned policy are the same whatever was stopped; what is fitted is what the engine plays."""

import os
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))

import policy_play
from fit_policy import best_cards, inner_policy, main
from policy_flat import (
    Layers,
    bounded,
    choices_of,
    flatten,
    held_out,
    kinds,
    largest_sums,
    quantised,
    regrets,
    restored,
)
from policy_play import RULES, Job, play
from policy_rows import Rows, how_made, read, read_folders, write

from ninefivetwo import Denomination
from ninefivetwo.game import Discard, Give, Play
from ninefivetwo.playouts.policies import Weights, write_weights
from ninefivetwo.survey.decision_deals import deal_to_play
from ninefivetwo_solver.playout import CONTEXT, FEATURES, ROWS, VIEW, Policy, choose, features, probabilities

HIDDEN, SECOND = 16, 4


@pytest.fixture(autouse=True)
def small_files(monkeypatch):
    monkeypatch.setattr(policy_play, "DEALS", 6)
    monkeypatch.setattr(policy_play, "SLICE", 2)


def job(**changed) -> Job:
    asked = {"inner": Policy.plain(), "name": "plain", "worlds": 2, "random": 0.05, "seed": 1} | changed
    return Job(**asked)


@pytest.fixture(scope="module")
def rows(tmp_path_factory) -> Rows:
    """The rows of 40 deals."""
    folder = tmp_path_factory.mktemp("rows")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(policy_play, "DEALS", 40)
        play(job(), folder, 40, 1)
    return read_folders([folder])


def layers(size: float = 0.2) -> Layers:
    random = np.random.default_rng(1)
    shapes = (ROWS, HIDDEN), (SECOND, HIDDEN), (SECOND,), (SECOND,)
    return Layers(*(random.normal(0, size, shape).astype(np.float32) for shape in shapes))


def same(one: Rows, other: Rows) -> bool:
    return (
        np.array_equal(one.deals, other.deals)
        and np.array_equal(one.views, other.views)
        and np.array_equal(one.values, other.values, equal_nan=True)
    )


def test_deals_are_all_kinds_and_follow_from_their_number():
    deals = [deal_to_play(RULES[number % 3], 1, number) for number in range(120)]
    assert all(deal.due is not None and deal.due.kind is Play and not deal.table for deal in deals)
    assert [deal.rules for deal in deals[:3]] == list(RULES)
    assert {deal.rules.contracts for deal in deals} == {(9, 5, 2), (9, 2, 5), (8, 5, 3)}
    assert 15 <= sum(deal.trump is Denomination.N for deal in deals) <= 45
    assert 40 <= sum(any(isinstance(event, Give) for event in deal.events) for deal in deals) <= 80
    assert all(any(isinstance(event, Discard) for event in deal.events) for deal in deals)
    assert deal_to_play(RULES[2], 1, 77) == deals[77] != deal_to_play(RULES[2], 2, 77)


def test_rows_are_read_as_they_were_written(rows, tmp_path):
    path = tmp_path / "rows.parquet"
    write(path, rows, {"seed": "1"})
    assert same(read(path), rows) and how_made(path) == {"seed": "1"}
    assert os.listdir(tmp_path) == ["rows.parquet"]
    assert pq.read_schema(path).names == ["deal", *(VIEW.names or ()), "values"]


def test_values_are_those_of_the_choices(rows):
    cards, _ = features(rows.views)
    assert np.array_equal(~np.isnan(rows.values), cards != 255)
    assert 0 <= np.nanmin(rows.values) and np.nanmax(rows.values) <= 16


@pytest.mark.parametrize("threads", [1, 2])
def test_a_run_that_was_stopped_goes_on_and_gives_the_same_files(tmp_path, monkeypatch, threads):
    """Stopped while a file is written, and in the middle of one: what is there is whole, what is missing is made."""
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    play(job(), whole, 17, 1)
    names = sorted(os.listdir(whole))
    assert names == [f"1-0000{number}.parquet" for number in range(3)]  # rounded up to whole files

    def stopped(table, part, **options):
        Path(part).write_bytes(b"half a file")
        raise KeyboardInterrupt

    play(job(), parts, 6, 1)
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(pq, "write_table", stopped)
        play(job(), parts, 17, threads)
    assert os.listdir(parts) == names[:1]
    play(job(), parts, 17, threads)
    assert sorted(os.listdir(parts)) == names
    assert all((whole / name).read_bytes() == (parts / name).read_bytes() for name in names)


def test_a_job_that_is_stopped_makes_no_rows():
    halted = job()
    halted.stopped.set()
    assert halted.rows(0) is None


def test_the_size_of_a_slice_changes_nothing(monkeypatch):
    found = job().rows(1)
    monkeypatch.setattr(policy_play, "SLICE", 3)
    assert found is not None and same(found, job().rows(1)) and set(found.deals) == set(range(6, 12))


@pytest.mark.parametrize("changed", [{"worlds": 3}, {"random": 0.1}, {"name": "another"}], ids=str)
def test_rows_made_otherwise_are_not_mixed(tmp_path, changed):
    play(job(), tmp_path, 6, 1)
    with pytest.raises(ValueError, match=r"1-00000.parquet: rows made with .* \(expected .*, or another folder\)"):
        play(job(**changed), tmp_path, 12, 1)
    assert len(os.listdir(tmp_path)) == 1


def test_files_that_are_no_rows_are_refused(tmp_path):
    with pytest.raises(ValueError, match=r"no rows \(expected files \*.parquet"):
        read_folders([tmp_path])
    path = tmp_path / "1-00000.parquet"
    path.write_bytes(b"PAR1 and no more")
    with pytest.raises(ValueError, match="1-00000.parquet: no Parquet file"):
        read_folders([tmp_path])
    pq.write_table(pa.table({"deal": [1]}), path)
    with pytest.raises(ValueError, match=r"1-00000.parquet: columns deal \(expected deal, hand, out"):
        read_folders([tmp_path])


def test_folders_are_read_in_turn_until_there_are_enough(tmp_path):
    for name, seed in (("late", 2), ("early", 1)):
        play(job(seed=seed), tmp_path / name, 12, 1)
    late, early = (read_folders([tmp_path / name]) for name in ("late", "early"))
    both = read_folders([tmp_path / "late", tmp_path / "early"])
    assert same(both, Rows.joined([late, early]))
    assert same(read_folders([tmp_path / "late", tmp_path / "early"], len(late)), late)
    assert same(read_folders([tmp_path / "late"], 1), read(tmp_path / "late/2-00000.parquet"))


def test_flat_choices_are_those_of_the_features(rows, monkeypatch):
    monkeypatch.setattr("policy_flat.PIECE", 7)
    some = Rows(rows.deals[:100], rows.views[:100], rows.values[:100])
    flat, (cards, table) = flatten(some), features(some.views)
    at = 0
    for i in range(100):
        number = int((cards[i] != 255).sum())
        assert flat.starts[i] == at and flat.counts[i] == number
        assert np.array_equal(flat.context[i], table[i, 0, :CONTEXT])
        assert np.array_equal(flat.own[at : at + number], table[i, :number, CONTEXT:])
        assert np.array_equal(flat.cards[at : at + number], cards[i, :number])
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


def test_regret_is_what_a_choice_is_behind_the_best(rows):
    cards, _ = features(rows.views)
    best, worst = (cards[np.arange(len(rows)), of(rows.values, axis=1)] for of in (np.nanargmax, np.nanargmin))
    assert not regrets(rows, best).any()
    assert np.array_equal(regrets(rows, worst), np.nanmax(rows.values, axis=1) - np.nanmin(rows.values, axis=1))
    found = regrets(rows, choose(Policy.plain(), rows.views))
    assert found.min() == 0 and 0 < found.mean() < regrets(rows, worst).mean()
    assert sum(which.sum() for which in kinds(rows).values()) == len(rows)


def test_a_touching_card_counts_as_its_class(rows):
    """Each legal card is worth what the lowest of the cards that touch it is."""
    cards, _ = features(rows.views)
    chances = probabilities(Policy.learned(HIDDEN, SECOND, quantised(layers())), rows.views)
    for i in range(100):
        for card in np.flatnonzero(chances[i]):
            index = np.flatnonzero(cards[i] <= card)[-1]
            one = Rows(rows.deals[i : i + 1], rows.views[i : i + 1], rows.values[i : i + 1])
            expected = np.nanmax(rows.values[i]) - rows.values[i, index]
            assert regrets(one, np.array([card], dtype=np.uint8))[0] == expected


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


def test_the_card_with_the_highest_score_is_best(rows):
    numbers, (cards, _) = scores(layers(), rows), features(rows.views)
    flat = flatten(rows)
    assert np.array_equal(best_cards(flat, numbers[cards != 255]), cards[np.arange(len(rows)), numbers.argmax(axis=1)])


def test_sums_too_large_are_scaled_without_changing_the_function(rows):
    large = layers(3.0)
    assert largest_sums(large.table).max() * 256 > 2**15
    small = bounded(large)
    assert (largest_sums(small.table) * 256 + len(FEATURES) / 2 <= 2**15 - 1).all()
    few = Rows(rows.deals[:50], rows.views[:50], rows.values[:50])
    there = ~np.isnan(few.values)
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


def test_a_policy_is_called_by_what_it_is(tmp_path):
    """Rows by other weights of the same name are other rows."""
    names = []
    for size in (0.1, 0.2):
        write_weights(tmp_path / "p1.json", Weights("p1", HIDDEN, SECOND, quantised(layers(size))))
        names.append(inner_policy(str(tmp_path / "p1.json"))[1])
    assert inner_policy("plain")[1] == "plain" and len({*names, "plain"}) == 3
    assert all(name.startswith("p1 ") for name in names)


def test_play_by_command_with_weights_of_a_file(tmp_path, capsys):
    write_weights(tmp_path / "p1.json", Weights("p1", HIDDEN, SECOND, quantised(layers())))
    folder = str(tmp_path / "rows")
    main(["play", "--policy", str(tmp_path / "p1.json"), "--worlds", "1", "--deals", "6", "--seed", "3", "-o", folder])
    assert "1 of 1 files, " in capsys.readouterr().err
    made = how_made(tmp_path / "rows/3-00000.parquet")
    assert made["policy"] == inner_policy(str(tmp_path / "p1.json"))[1] and made["worlds"] == "1"
    with pytest.raises(SystemExit, match="fit_policy.py: .*rows made with policy p1"):
        main(["play", "--worlds", "1", "--deals", "6", "--seed", "3", "-o", folder])


def test_no_file_of_weights_is_one_line(tmp_path):
    with pytest.raises(SystemExit, match="fit_policy.py: .*none.json"):
        main(["play", "--policy", str(tmp_path / "none.json"), "--deals", "6", "-o", str(tmp_path / "rows")])
