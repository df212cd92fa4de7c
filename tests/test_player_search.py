"""The search of computer players: the step from the policy's opinion, and when enough worlds have been played out."""

from collections.abc import Iterator

import numpy as np
import pytest

from ninefivetwo.game import Deal, DealView, Play
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.layout import random_deals
from ninefivetwo.think.advise import Assumptions, Limits, MatchScore, Objective, Question, Utility, advise
from ninefivetwo.think.advise import search as module
from ninefivetwo.think.advise.adviser import CardChoices
from ninefivetwo.think.advise.pricing import LISTED, sampled_worlds
from ninefivetwo.think.advise.search import CARD_SPREAD, PRIOR, Search, search, step, varied
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.playouts import opinion, policy
from ninefivetwo.think.playouts.values import Rollouts, card_values, unlike_cards

RULES = parse_rules("bga")
EVEN = Assumptions(likelihood=None)


def all_views(seed: int) -> Iterator[DealView]:
    """All views of a deal by the plain rules from which a card is played."""
    deal = Deal.start(RULES, next(random_deals(seed)))
    while not deal.over:
        view = deal.seen_by(deal.turn.seat)
        if deal.turn.kind is Play and deal.turn.count() > 1:
            yield view
        deal = deal.after(heuristic_action(view))


def views(seed: int) -> Iterator[DealView]:
    """Those at which not all cards touch."""
    return (view for view in all_views(seed) if len(unlike_cards(view)) > 1)


@pytest.fixture
def looks(monkeypatch):
    """The numbers of worlds that are played out, as they are."""
    found = []
    price = CardChoices.price

    def priced(cards, choices, worlds, rollouts):
        found.append(len(worlds.sets))
        return price(cards, choices, worlds, rollouts)

    monkeypatch.setattr(CardChoices, "price", priced)
    return found


def test_the_policys_opinion_counts_as_so_many_worlds():
    """Card by card of a deal, in even worlds; of touching cards the policy knows only the lowest."""
    learned, moved = policy("learned"), 0
    for view in views(6):
        question, cards = Question(view, Limits(seed=5), assumptions=EVEN), unlike_cards(view)
        if question.knowledge.count() <= 10 * LISTED:
            continue
        worlds = sampled_worlds(question, 40).worlds
        own = card_values(view, worlds, cards, Rollouts(((learned,) * 3,))).tricks[:, :, view.viewer]
        means = worlds.shares @ own
        told = (40 * means + PRIOR * opinion(learned, view, cards)) / (40 + PRIOR)
        chosen = search(question, Search(40, 40, 0.0)).card
        lowest = max(card for card in cards if card.suit is chosen.suit and card <= chosen)
        assert told[cards.index(lowest)] == pytest.approx(max(told))
        moved += means[cards.index(lowest)] < max(means) - 1e-9
    assert moved


def test_worlds_are_added_until_the_choice_is_settled(looks):
    """As many again each time; at least those of the first look, at most as many as may be."""
    numbers = []
    for view in views(6):
        question = Question(view, Limits(seed=5))
        if question.knowledge.count() <= 100_000:
            continue
        by_patience = []
        for how in (Search(10, 160, np.inf), Search(10, 160, 0.03), Search(10, 160, 0.0)):
            looks.clear()
            search(question, how)
            by_patience.append(len(looks))
        assert by_patience[0] == 1 and by_patience[2] == 5 and by_patience == sorted(by_patience)
        numbers.append(by_patience[1])
    assert {1, 5} <= set(numbers)


def test_all_possible_deals_are_looked_at_once_if_they_are_few(looks):
    tried = 0
    for view in (*views(6), *views(7)):
        question = Question(view, Limits(seed=5, worlds=LISTED))
        if question.knowledge.count() <= LISTED:
            looks.clear()
            chosen, played_out = search(question, Search(10, 10, 0.0)), [*looks]
            advice = advise(question)
            assert advice.exact and played_out == [advice.worlds]
            best = next(each for each in advice.evaluations if each.action == chosen)
            assert best.value.mean == pytest.approx(advice.recommended.value.mean)
            tried += 1
    assert tried >= 5


def test_cards_that_touch_are_no_choice(looks):
    view = next(v for seed in range(40) for v in all_views(seed) if len(unlike_cards(v)) == 1)
    assert search(Question(view), Search(10, 10, 0.0)).card in view.due_turn.legal()
    assert not looks


def test_what_is_at_stake_is_what_better_knowledge_would_win():
    """Against a simulation: values as uncertain as they are told, and the better of two taken once they are known."""
    random = np.random.default_rng(3)
    means, even, opinions = np.array([7.1, 7.0]), 50.0, np.array([0.02, 0.05])
    worths = np.column_stack([random.normal(7.1, 1.5, 4000), random.normal(7.0, 1.2, 4000)])
    varies = varied(worths, np.full(4000, 1 / 4000))
    assert varies[0, 1] == varies[1, 0] == pytest.approx((worths[:, 0] - worths[:, 1]).var())
    assert varies.diagonal() == pytest.approx([0, 0])
    values, at_stake = step(means, varies, even, opinions)
    spread = np.sqrt((even * varies[0, 1] + PRIOR * CARD_SPREAD**2) / (even + PRIOR))
    gaps = random.normal(values[0] - values[1], spread / np.sqrt(even + PRIOR), 400_000)
    assert at_stake == pytest.approx(np.maximum(-gaps, 0).mean(), rel=0.03)
    rows, stakes = step(np.array([means, means[::-1]]), varies, even, opinions)
    assert rows[0] == pytest.approx(values) and stakes[0] == pytest.approx(at_stake)
    assert rows[1].argmax() == 1 and stakes[1] < stakes[0]  # for playouts and policy then agree


def test_a_search_for_the_match_is_in_chances_of_winning_it(monkeypatch, looks):
    """What is at stake stays in tricks: the same score of the match, near its end, is searched about as long."""
    monkeypatch.setattr(module, "LISTED", 0)
    objectives = Objective(), Objective(Utility.SCORE, MatchScore((0, 0, 0), 1))
    number = dict.fromkeys(objectives, 0)
    for view in views(8):
        if len(view.due_turn.held) in (9, 14):
            for objective in objectives:
                looks.clear()
                search(Question(view, Limits(seed=2), objective), Search(10, 80, 0.02))
                number[objective] += len(looks)
    tricks, chances = number.values()
    assert 0.6 < chances / tricks < 1.6
