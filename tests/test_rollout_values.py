"""Rollout values: against one game played out after another, and by simulation."""

from math import sqrt

import numpy as np
import pytest
from msgspec.structs import replace
from playout_games import after_card
from table import by_rules, played_to

from ninefivetwo.cards import Card, Hand, Seat
from ninefivetwo.game import Deal, Discard
from ninefivetwo.game.rules import NAMED
from ninefivetwo.layout import random_deals
from ninefivetwo.think.advise import Question
from ninefivetwo.think.advise.adviser import CardChoices
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.knowledge import Knowledge, Likelihood
from ninefivetwo.think.playouts.policies import policy
from ninefivetwo.think.playouts.values import (
    Choice,
    DistinctWorlds,
    Rollouts,
    card_values,
    deal_values,
    discard_values,
    estimate,
    world_means,
)
from ninefivetwo.think.playouts.views import games_in
from ninefivetwo_solver import playout as engine
from ninefivetwo_solver.playout import Policy

D, L, R = Seat
PLAIN = (policy("plain"),) * 3
THINKING = (Policy.rollout(policy("plain"), 2), policy("plain"), Policy.rollout(policy("plain"), 2))
BEFORE_DISCARDS = Likelihood(discard=0.3, give=None, play=None)  # milder, so that many worlds count


def worlds_of(view, number, seed=1) -> DistinctWorlds:
    return Knowledge(view).sample(number, seed).distinct


def legal(view) -> list[Card]:
    return list(view.turn.legal())


def at_discard(seed: int) -> Deal:
    deal = Deal.start(NAMED["wikipedia"].rules, next(random_deals(seed)))
    return by_rules(deal, lambda deal: deal.turn.kind is Discard)


def discards_of(view) -> list[Hand]:
    cards = list(view.hand(D))
    return [Hand.of(cards[at : at + 4]) for at in range(0, 16, 5)]


@pytest.mark.parametrize("policies", [PLAIN, THINKING])
@pytest.mark.parametrize(("deal", "cards", "seat"), [(3, 16, L), (3, 12, D), (3, 8, R), (1, 5, L)])
def test_cards_bring_what_games_one_by_one_bring(deal, cards, seat, policies):
    """World by world, card by card, playout by playout: the card is played here, the rest by one playout."""
    view = played_to(deal, cards, seat).seen_by(seat)
    worlds, choices, numbers = worlds_of(view, 6), legal(view), range(17)
    found = card_values(view, worlds, choices, Rollouts((policies,), seed=7, playouts=2))
    for row, game in enumerate(games_in(view, worlds.sets)):
        for number, card in enumerate(choices):
            after, winner = after_card(np.array([game]), card.index)
            tricks = []
            for playout in range(2):
                rest = engine.play_out(policies, after, 7, 2 * row + playout)[0]
                tricks.append([view.won[s] + int(rest[s]) + (winner is s) for s in Seat])
            assert found.tricks[row, number].tolist() == np.mean(tricks, axis=0).tolist()
            own = [result[seat] for result in tricks]
            assert found.chances[row, number].tolist() == [own.count(n) / 2 for n in numbers]


@pytest.mark.parametrize("policies", [PLAIN, THINKING])
def test_discards_bring_what_games_one_by_one_bring(policies):
    view = at_discard(4).seen_by(D)
    worlds, discards = worlds_of(view, 5), discards_of(view)
    found = discard_values(view, worlds, discards, Rollouts((policies,), seed=3))
    for row, game in enumerate(games_in(view, worlds.sets)):
        for number, discard in enumerate(discards):
            start = np.array([game])
            start["hand"][0, D] &= ~np.uint64(discard.cards)
            start["discarded"] = discard.cards
            assert found.tricks[row, number].tolist() == engine.play_out(policies, start, 3, row)[0].tolist()


def test_candidates_bring_what_games_one_by_one_bring():
    """As of two calls: the same worlds, another trump."""
    deal = at_discard(4)
    deal = deal.after(heuristic_action(deal.seen_by(D)))
    view = deal.seen_by(L)
    worlds = worlds_of(view, 5)
    deals = [games_in(view, worlds.sets) for _ in range(2)]
    deals[1]["trump"] = (deals[0]["trump"][0] + 1) % 5
    found = deal_values(view, L, worlds, deals, Rollouts((THINKING,), seed=9))
    for number, games in enumerate(deals):
        for row in range(5):
            assert found.tricks[row, number].tolist() == engine.play_out(THINKING, games[[row]], 9, row)[0].tolist()


def test_figures_are_as_defined():
    """Of plain lists: means, shares of contracts made, paired differences; a world with two copies counts twice."""
    view = played_to(3, 9, R).seen_by(R)
    sets = Knowledge(view).sample(4, 2).sets
    worlds = DistinctWorlds(sets, np.array([0.4, 0.2, 0.2, 0.2]), exact=True)
    cards, contract = CardChoices(Question(view), view.turn), view.rules.contracts[R]
    values = card_values(view, worlds, [choice.card for choice in cards.choices], Rollouts((PLAIN,)))
    found = cards.evaluations(cards.choices, values, range(len(cards.choices)), 1, 4.0)
    rows = [0, 0, 1, 2, 3]
    tricks = [[values.tricks[row, n].tolist() for row in rows] for n in range(len(cards.choices))]
    means = [sum(row[R] for row in world_rows) / 5 for world_rows in tricks]
    for n, each in enumerate(found):
        own = [row[R] for row in tricks[n]]
        assert each.action == cards.choices[n]
        assert each.value.mean == each.details.tricks.mean == pytest.approx(sum(own) / 5)
        assert each.regret.mean == pytest.approx(means[1] - means[n])
        assert each.details.make.mean == pytest.approx(sum(n >= contract for n in own) / 5)
        assert each.details.distribution == pytest.approx([own.count(n) / 5 for n in range(17)])
        for seat in (D, L):
            more = [mine[seat] - its[seat] for mine, its in zip(tricks[n], tricks[1], strict=True)]
            assert each.details.conceded[seat].mean == pytest.approx(sum(more) / 5)
        assert each.value.standard_error == each.regret.standard_error == 0


def drawn_values(view, likelihood, number, runs):
    """What samples of worlds say of each card, many times over, and what all worlds together say."""
    knowledge, choices = Knowledge(view), legal(view)
    listed = knowledge.weighed(20_000, likelihood)
    assert listed is not None
    every = card_values(view, DistinctWorlds(*listed, exact=True), choices, Rollouts((PLAIN,)))
    rows = {tuple(world): row for row, world in enumerate(listed[0].tolist())}
    for seed in range(runs):
        worlds = knowledge.sample(number, seed, likelihood).distinct
        some = [rows[tuple(world)] for world in worlds.sets.tolist()]
        yield every, replace(every, worlds=worlds, tricks=every.tricks[some], chances=every.chances[some])


@pytest.mark.parametrize("likelihood", [None, BEFORE_DISCARDS])
def test_samples_of_worlds_are_honest(likelihood):
    """In an ending all of whose worlds can be listed, drawn evenly and by weight: means without bias, errors that cover
    the truth, promises that are kept.
    """
    view = played_to(9, 7, L).seen_by(L)
    off, within, kept = [], [], []
    for every, some in drawn_values(view, likelihood, 80, 120):
        true = world_means(every.tricks[:, :, L], every.worlds.shares)
        own, (_, shares, exact) = some.tricks[:, :, L], some.worlds
        choice = Choice.of(own, shares, exact)
        found = [estimate(own[:, n], shares, exact) for n in range(len(true)) if n != choice.best]
        errors = [e.mean - mean for e, mean in zip(found, np.delete(true, choice.best), strict=True)]
        off.append(sum(errors))
        within += [[abs(error) < n * e.standard_error for n in (1, 2)] for error, e in zip(errors, found, strict=True)]
        kept.append(estimate(choice.promised(own), shares, exact).mean - true[choice.best])
    assert abs(np.mean(off)) < 3 * np.std(off) / sqrt(len(off))
    one, two = np.mean(within, axis=0)
    assert one == pytest.approx(0.68, abs=0.06) and two == pytest.approx(0.95, abs=0.03)
    assert np.mean(kept) < 3 * np.std(kept) / sqrt(len(kept))
