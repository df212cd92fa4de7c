"""What the cards played tell of the hidden hands: against views one by one, and true deals that it favours."""

from math import log

import numpy as np
import pytest
from playout_games import after_card, legal, played, small_network, to_play

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.game import Deal, Play
from ninefivetwo.game.dealing import random_deals
from ninefivetwo.game.rules import NAMED
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.knowledge import Knowledge
from ninefivetwo.think.knowledge.likelihood import CardModel
from ninefivetwo.think.playouts import games_at_start, plays_of, policy
from ninefivetwo_solver import playout as engine

D, L, R = Seat
NETWORK, PLAIN = small_network(), policy("plain")
MODELS = [CardModel(), CardModel(0, 0.1, 1.0), CardModel(0.3, 0.3, 0.5), CardModel(0.9, 0.1)]


def one_by_one(learned, view, world, model):
    """The logarithm of the probability of the cards played in one world: view by view, card by card."""
    game, total = games_at_start(view, np.array([world], dtype=np.uint64)), 0.0
    for card in plays_of(view).tolist():
        if to_play(game) is not view.viewer and legal(game) > 1:
            seen = engine.view(game)
            chance = engine.probabilities(learned, seen, model.temper)[0, card]
            by_rules = float(engine.choose(PLAIN, seen)[0] == card)
            rest = 1 - model.slip - model.plain
            total += log(model.slip / legal(game) + model.plain * by_rules + rest * chance)
        game, _ = after_card(game, card)
    return total


def with_gifts(seed, cards, seat):
    """A deal with an exchange, played by the plain rules to where a seat that holds so many cards is to play."""
    deal = Deal.start(NAMED["nine-five-two"].rules, next(random_deals(seed)), (-2, 1, 1))
    while not (deal.turn.kind is Play and deal.turn.seat is seat and len(deal.hands[seat]) <= cards):
        deal = deal.after(heuristic_action(deal.seen_by(deal.turn.seat)))
    return deal


@pytest.mark.parametrize("model", MODELS, ids=str)
@pytest.mark.parametrize("cards, seat", [(16, R), (13, L), (9, D), (9, R), (4, L)])
def test_worlds_explain_the_cards_as_their_views_do(cards, seat, model):
    for deal in (played(2, cards, seat), with_gifts(2, cards, seat)):
        view = deal.seen_by(seat)
        sets = Knowledge(view).sample(8, 1).sets
        found = model.log_likelihood(NETWORK, view, sets)
        assert found == pytest.approx([one_by_one(NETWORK, view, world, model) for world in sets])
        assert len(set(found.round(6))) > 1 or sum(view.won) == 0


def test_before_the_first_card_all_worlds_are_alike():
    deal = Deal.start(NAMED["wikipedia"].rules, next(random_deals(3)))
    while deal.turn.kind is not Play:
        deal = deal.after(heuristic_action(deal.seen_by(deal.turn.seat)))
    view = deal.seen_by(deal.turn.seat)
    assert CardModel().log_likelihood(NETWORK, view, Knowledge(view).sample(5, 1).sets).tolist() == [0] * 5


def test_of_touching_cards_the_lowest_is_likeliest():
    """Each a fifth as likely as the one below; a class's share is by its score alone, and all sum to 1."""
    seen = [played(seed, 16, L).seen_by(L) for seed in range(4)]
    views = np.concatenate([engine.view(games_at_start(view, Knowledge(view).sample(20, 1).sets)) for view in seen])
    chances, (cards, _) = engine.probabilities(NETWORK, views), engine.features(views)
    touching = 0
    for view, row, choices in zip(views, chances, cards, strict=True):
        assert row.sum() == pytest.approx(1)
        held = [card.index for card in Hand(int(view["hand"])) if row[card.index] > 0]
        for lower, higher in zip(sorted(held), sorted(held)[1:], strict=False):
            if higher not in choices:
                touching += 1
                assert row[higher] == pytest.approx(row[lower] / 5)
    assert touching > 50


@pytest.mark.parametrize("seat", [L, R])
def test_the_true_deal_explains_the_cards_better_than_one_that_could_be(seat):
    """By the mean of log(its probability / that of even worlds), of deals by players who are half plain."""
    gains = []
    for seed in range(25):
        deal = played(seed, 9, seat)
        view = deal.seen_by(seat)
        true = (*(hand.cards for hand in deal.hands), 0, deal.discarded.cards)
        sets = np.array([true, *Knowledge(view).sample(200, seed).sets.tolist()], dtype=np.uint64)
        logs = CardModel().log_likelihood(NETWORK, view, sets)
        gains.append(logs[0] - log(np.exp(logs[1:]).mean()))
    assert np.mean(gains) > 3 * np.std(gains) / 5


@pytest.mark.parametrize("wrong", [CardModel(0.9, 0.2), CardModel(-0.1, 0.2), CardModel(0.0, 0.0), CardModel(0, 1.1)])
def test_shares_that_there_cannot_be(wrong):
    view = played(2, 9, L).seen_by(L)
    with pytest.raises(ValueError, match="floor .* plain"):
        wrong.log_likelihood(NETWORK, view, Knowledge(view).sample(2, 1).sets)
