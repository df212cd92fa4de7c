"""Fair prices: exact where worlds are few, never below zero, right on average, from the seed and the option alone."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from test_review import played

from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate, least_error
from ninefivetwo.game import Play, PlayTurn
from ninefivetwo.study import DecisionNode, decision_nodes, review
from ninefivetwo.study import fair_price as fair_module
from ninefivetwo.study.deal import forced_in
from ninefivetwo.study.fair_price import fair
from ninefivetwo.think.advise import Limits, Question, advise

D, L, R = Seat


@cache
def unforced(text: str, seed: int) -> list[DecisionNode]:
    return [node for node in decision_nodes(played(text, seed, 2).deal) if not forced_in(node)]


def test_that_nothing_was_to_decide_is_what_its_player_could_see():
    """Who has not seen the discards is not told by it which cards are gone; the verdict on a card says it at once."""
    told = 0
    for node in decision_nodes(played("wikipedia", 3, 2).deal):
        view = node.before.seen_by(node.seat)
        assert forced_in(node) == forced_in(DecisionNode(view, node.action, node.after.seen_by(node.seat)))
        told += forced_in(node)
    assert told > 5


def test_where_all_worlds_are_few_the_price_is_exact_whatever_is_asked_for():
    """The same for few worlds and many, and for each seed; what the advice says of all worlds."""
    nodes = (*unforced("wikipedia", 5), *unforced("catalan", 5))
    few = [node for node in nodes if isinstance(node.action, Play) and sum(node.before.won) >= 11]
    exact = compared = 0
    for node in few:
        one, other = fair(node, Limits(worlds=4, seed=1, threads=1)), fair(node, Limits(worlds=500, seed=9, threads=1))
        if one.exact:
            exact += 1
            assert one.loss.standard_error == 0 and other.exact
            assert one.loss.mean == pytest.approx(other.loss.mean, abs=1e-9)
            told = advise(Question(node.before.seen_by(node.seat), Limits(worlds=1000, seed=2, threads=1)))
            if not told.exact:
                continue  # of endings it looks at 200 worlds, and here there are a few more
            compared += 1
            chosen = next(e for e in told.evaluations if node.action.card in e.details.cards)
            best = max(e.value.mean for e in told.evaluations)
            assert one.loss.mean == pytest.approx(best - chosen.value.mean, abs=1e-9)
    assert exact >= 3 and compared >= 2


def test_nobody_ever_beat_the_best(count):
    """No loss is below zero; the best is worth as much more as is lost, and another choice only where that is more."""
    for node in unforced("catalan", 5)[: count(14, 99)]:
        found = fair(node, Limits(worlds=4, seed=3, threads=1))
        assert found.loss.mean >= 0
        assert found.best.value.mean - found.chosen.value.mean == pytest.approx(found.loss.mean, abs=1e-8)
        assert (found.best.action == node.action) == (found.loss.mean == 0)
        assert found.avoidable == (found.loss.mean >= 0.25 and found.loss.mean > 2 * found.loss.standard_error)


def test_a_price_follows_from_the_seed_and_the_option_alone():
    node = unforced("wikipedia", 5)[12]
    one = fair(node, Limits(worlds=200, seed=4, threads=1))
    assert fair(node, Limits(worlds=200, seed=4, threads=3)) == one
    assert fair(node, Limits(worlds=200, seed=4, threads=1, seconds=1e-9)) == one


def normal(sets, salt: int):
    """A random number for each world, from its cards alone."""
    mixed = np.full(len(sets), salt + 1, dtype=np.uint64)
    for column in (*sets.T, np.uint64(salt), np.uint64(77)):
        mixed = (mixed ^ column) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    one, two = (mixed >> np.uint64(32)) / 2.0**32, (mixed & np.uint64(0xFFFFFFFF)) / 2.0**32
    return np.sqrt(-2 * np.log(one + 1e-12)) * np.cos(2 * np.pi * two)


def planted(monkeypatch, lost: list[float], spread: float = 0.5) -> DecisionNode:
    """A card of which each choice loses so much on average, by plain random numbers; the first of them is chosen."""
    node = next(n for n in unforced("wikipedia", 5) if n.before.due_turn.count() >= 6 and n.before.played)
    cards = [Play(node.seat, card) for card in list(node.before.due_turn.legal())[: len(lost)]]

    def price(choices, worlds):
        """Worlds have numbers of their own, whoever asks."""
        found = np.empty((len(worlds.sets), len(choices)))
        for i, choice in enumerate(choices):
            found[:, i] = spread * normal(worlds.sets, choice.card.index) - lost[cards.index(choice)]
        return found

    monkeypatch.setattr(fair_module, "candidates", lambda *_: ([(card,) for card in cards], price))
    return DecisionNode(node.before, cards[0], node.before.after(cards[0]))


def spread_to_error(found: list[Estimate]) -> float:
    """How much losses vary from seed to seed, over the errors that they tell."""
    varies, told = np.var([each.mean for each in found], ddof=1), np.mean([each.standard_error**2 for each in found])
    return float((varies / told) ** 0.5)


@pytest.mark.parametrize(
    ("lost", "least"), [([0.0, 0.0, 0.1], 0.5), ([0.05, 0.0, 0.0, 0.02], 0.75), ([0.12, 0.0, 0.05, 0.05, 0.05], 0.8)]
)
def test_the_error_counts_the_pick_and_whether_anything_is_lost(monkeypatch, lost, least, count):
    """Where several are nearly the best, losses vary from seed to seed as much as they tell, or a little less; and also
    where nothing was found to be lost there is an error.
    """
    node = planted(monkeypatch, lost)
    found = [fair(node, Limits(worlds=500, seed=seed, threads=1)).loss for seed in range(count(20, 800))]
    assert least < spread_to_error(found) < 1.2
    nothing = [each.standard_error > 0 for each in found if not each.mean]
    assert np.mean(nothing) > 0.9 if nothing else lost[0] > 0.1


@pytest.mark.parametrize("lost", [0.0, 0.3, 0.8])
def test_losses_are_right_on_average_and_so_are_their_errors(monkeypatch, lost, count):
    """Among six choices, four of them nearly as good as the best, over many seeds: nothing is lost by who is best, and
    others lose what they do, but for a little that is missed.
    """
    node = planted(monkeypatch, [lost, *([0.0] if lost else [0.05]), 0.05, 0.1, 0.1, 0.6])
    found = [fair(node, Limits(worlds=250, seed=seed, threads=1)).loss for seed in range(count(12, 300))]
    off = np.array([each.mean for each in found]) - lost
    assert -0.05 < off.mean() < 0.02 + 0.15 / len(found) ** 0.5
    if lost:
        assert 0.6 < spread_to_error(found) < 1.4


def test_more_worlds_are_drawn_where_a_loss_may_be_a_mistake(monkeypatch):
    """The number follows from the first look, and is no more than asked for."""
    near = fair(planted(monkeypatch, [0.3, 0.0]), Limits(worlds=5000, seed=1, threads=1)).loss
    far = fair(planted(monkeypatch, [2.0, 0.0]), Limits(worlds=5000, seed=1, threads=1)).loss
    clear = fair(planted(monkeypatch, [0.0, 2.0]), Limits(worlds=5000, seed=1, threads=1)).loss
    assert near.n > 1.3 * far.n > 150 and near.standard_error < 0.05 and far.standard_error < 0.06
    assert clear.mean == 0 < clear.standard_error <= least_error(clear.n) and clear.n <= fair_module.FIRST
    most = fair(planted(monkeypatch, [0.25, 0.0]), Limits(worlds=100, seed=1, threads=1)).loss.n
    assert 100 < most <= 100 * fair_module.MOST_NEAR


@pytest.mark.parametrize("threshold", [least for least, _ in fair_module.MARK_LIMITS])
def test_near_each_threshold_there_are_more_worlds(monkeypatch, threshold):
    """A loss at a threshold gets several times the worlds of one that is far from all."""

    def worlds(lost: float) -> int:
        node = planted(monkeypatch, [lost, 0.0])
        return sum(fair(node, Limits(worlds=150, seed=seed, threads=1)).loss.n for seed in range(4))

    assert worlds(threshold) > 3 * worlds(1.5)


def test_what_decides_how_much_is_measured_is_not_what_is_told(monkeypatch):
    """The first look and the second have no world in common."""
    asked = []
    node = planted(monkeypatch, [0.3, 0.0])
    cards, price = fair_module.candidates()

    def watched(choices, worlds):
        asked.append({tuple(world) for world in worlds.sets.tolist()})
        return price(choices, worlds)

    monkeypatch.setattr(fair_module, "candidates", lambda *_: (cards, watched))
    fair(node, Limits(worlds=300, seed=1, threads=1))
    first, *others = asked
    assert len(others) > 1 and all(len(first & second) <= 0.02 * len(second) for second in others)


def test_a_gift_that_was_not_looked_at_is_priced_when_it_is_asked_for():
    node = next(n for n in unforced("catalan", 5) if not isinstance(n.before.due_turn, PlayTurn))
    priced = fair(node, Limits(worlds=60, seed=1, threads=1)).priced
    turn = node.before.due_turn
    other = next(a for a in turn.actions() if priced.number(a) is None)
    best = priced.choices[int(np.argmax(priced.means))][0]
    assert priced.lost(best).mean == 0 and priced.is_level(best) and priced.lost(other).n >= 60


def test_decisions_side_by_side_are_those_one_after_another():
    match = played("wikipedia", 5, 2)
    deal = match.deal
    while sum(deal.won) > 1 or deal.table:
        deal = deal.undo()
    short = replace(match, deal=deal)
    one, other = (review(short, Limits(worlds=8, seed=1, threads=threads)).decisions for threads in (1, 3))
    assert [d.fair for d in one] == [d.fair for d in other] and [d.finders for d in one] == [d.finders for d in other]
