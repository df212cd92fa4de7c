"""A policy is fitted to decisions of surveys, and what is fitted is what the engine plays."""

from itertools import pairwise

import numpy as np
import pytest
from survey_files import planned_survey

from benchmarks.fit_policy import best_cards
from benchmarks.policy_flat import (
    Layers,
    Rows,
    bounded,
    choices_of,
    flatten,
    held_out,
    kinds,
    largest_sums,
    quantised,
    read_surveys,
    regrets,
    restored,
)
from ninefivetwo import Denomination
from ninefivetwo.errors import NineFiveTwoError, SurveyError
from ninefivetwo.game import Discard, Give, Play
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.survey.decisions import SEEN, deal_to_play, views_of
from ninefivetwo.survey.plan import KINDS
from ninefivetwo.survey.work import Work
from ninefivetwo.think.playouts import decisions_of_play, game_of
from ninefivetwo_solver.playout import CONTEXT, FEATURES, ROWS, VIEW, Policy, choose, features, probabilities

HIDDEN, SECOND = 16, 4


#: Contracts 9-5-2 and left leads; 9-2-5 and the dealer leads; 8-5-3 and left leads.
RULES = "wikipedia", "nine-two-five", "sergeant-major notrump=yes"


def decisions(rules="wikipedia", seed=1, number=12, **options):
    """Rows of players of the plain rules' rollouts."""
    asked = {"worlds": "2"} | options
    return KINDS["decisions"].rows(Work("decisions", rules, seed, number, "plain", options=tuple(asked.items())), None)


@pytest.fixture(scope="module")
def rows() -> Rows:
    """The rows of 40 deals."""
    return Rows.of(decisions(number=40))


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
    each = [parse_rules(rules) for rules in RULES]
    deals = [deal_to_play(each[number % 3], 1, number) for number in range(120)]
    assert all(deal.due is not None and deal.due.kind is Play and not deal.table for deal in deals)
    assert [deal.rules for deal in deals[:3]] == each
    assert {deal.rules.contracts for deal in deals} == {(9, 5, 2), (9, 2, 5), (8, 5, 3)}
    assert 15 <= sum(deal.trump is Denomination.N for deal in deals) <= 45
    assert 40 <= sum(any(isinstance(event, Give) for event in deal.events) for deal in deals) <= 80
    assert all(any(isinstance(event, Discard) for event in deal.events) for deal in deals)
    assert deal_to_play(each[2], 1, 77) == deals[77] != deal_to_play(each[2], 2, 77)
    assert all(deal_to_play(parse_rules("bga"), 1, number).trump is not Denomination.N for number in range(20))


def test_what_was_seen_is_what_the_engine_tells():
    """Views go into columns and out again, whatever they hold."""
    games = np.concatenate([game_of(deal_to_play(parse_rules("wikipedia"), 1, number)) for number in range(12)])
    found = decisions_of_play((Policy.rollout(Policy.plain(), 2),) * 3, games, 0.05, seed=1)
    rows = decisions()
    assert np.array_equal(views_of(rows), found.views) and np.array_equal(rows["deal"], found.games)
    assert np.array_equal(rows["values"], found.values, equal_nan=True) and set(SEEN) == set(VIEW.names or ())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"worlds": "many"}, r"no number of worlds: 'many' \(expected 1 to 99999\)"),
        ({"random": "2"}, r"no chance of a random card: '2' \(expected 0 to 1\)"),
        ({"company": "plain, clever"}, r"no policy: 'clever' \(expected plain, learned or usual\)"),
        ({"company": ",".join(["plain"] * 20)}, "company .*expected at most"),
    ],
)
def test_players_that_are_none_are_refused(options, words):
    with pytest.raises(NineFiveTwoError, match=words):
        decisions(number=1, **options)


def test_company_plays_in_rollouts():
    alone, among = (decisions(number=4, company=company) for company in ("", "plain, learned"))
    assert not np.array_equal(alone["values"], among["values"], equal_nan=True)


def test_values_are_those_of_the_choices(rows):
    cards, _ = features(rows.views)
    assert np.array_equal(~np.isnan(rows.values), cards != 255)
    assert 0 <= np.nanmin(rows.values) and np.nanmax(rows.values) <= 16


PLAN = """name = "rows"\nseed = {}\n[[table]]\nkind = "decisions"\nrules = "bga"\npolicy = "plain"
deals = 8\nbatch = 4\noptions = {{ worlds = "1" }}\n"""


def test_surveys_are_read_in_turn_until_there_are_enough(tmp_path):
    late, early = tmp_path / "late", tmp_path / "early"
    planned_survey(late, PLAN.format(4), 2)
    planned_survey(early, PLAN.format(1), 2)
    parts = [Rows.of(decisions("bga", seed, 4, worlds="1")) for seed in (4, 5, 1, 2)]
    assert same(read_surveys([late, early]), Rows.joined(parts))
    assert same(read_surveys([late, early], len(parts[0])), parts[0])
    assert same(read_surveys([late, early], len(parts[0]) + 1), Rows.joined(parts[:2]))


def test_what_is_no_survey_of_decisions_is_one_line(tmp_path, monkeypatch):
    planned_survey(tmp_path / "half", PLAN.format(4), 1)
    (tmp_path / "empty").mkdir()
    planned_survey(
        tmp_path / "deals", 'name = "d"\nseed = 1\n[[table]]\nkind = "deals"\nrules = "bga"\ndeals = 2\nbatch = 2', 1
    )
    for name, words in (
        ("half", r"half: 1 of 2 batches missing \(expected a whole survey; `n52 survey run` goes on with it\)"),
        ("empty", "empty: no survey"),
        ("deals", r"deals: no rows decisions \(expected"),
    ):
        with pytest.raises(SurveyError, match=words):
            read_surveys([tmp_path / name])


def test_flat_choices_are_those_of_the_features(rows, monkeypatch):
    monkeypatch.setattr("benchmarks.policy_flat.PIECE", 7)
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
