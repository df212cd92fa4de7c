"""Likelihoods: probabilities that sum to 1, worlds taken by them, and true deals that they favour.

Of the cards played: against views one by one.
"""

from collections import Counter
from itertools import combinations
from math import exp, log

import numpy as np
import pytest
from msgspec.structs import replace
from playout_games import after_card, legal, small_network, to_play
from playout_games import played as played_to

from ninefivetwo.cards import FULL_DECK, Card, Denomination, Hand, Seat, Suit
from ninefivetwo.game import Deal, Discard, Give, Play
from ninefivetwo.game.dealing import random_deals
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.layout import trick_winner
from ninefivetwo.think.heuristics import heuristic_action, worth
from ninefivetwo.think.knowledge import Knowledge, Likelihood, effective
from ninefivetwo.think.knowledge.likelihood import CardModel, _call, _discard, _followed, _gives, _or_any
from ninefivetwo.think.playouts import games_at_start, plays_of, policy
from ninefivetwo_solver import playout as engine

D, L, R = Seat
OFF = Likelihood(call=None, discard=None, give=None, play=None)
NETWORK, PLAIN = small_network(), policy("plain")
MODELS = [CardModel(), CardModel(0, 0.1, 1.0), CardModel(0.3, 0.3, 0.5), CardModel(0.9, 0.1)]


def sets(*hands: Hand) -> np.ndarray:
    return np.array([hand.cards for hand in hands], dtype=np.uint64)


def played(
    seed: int, tricks: int, rules: str = "wikipedia", previous_results: tuple[int, int, int] | None = None
) -> Deal:
    """A deal played by the plain rules to so many tricks."""
    deal = Deal.start(parse_rules(rules), next(random_deals(seed)), previous_results)
    while sum(deal.won) < tricks or deal.due is None or deal.due.kind is not Play:
        assert deal.turn is not None
        deal = deal.after(heuristic_action(deal.seen_by(deal.turn.seat)))
    return deal


@pytest.mark.parametrize("trump", Denomination)
@pytest.mark.parametrize("hand", ["AKJ9432.QT83.KT5.A76542", "AKQJT98765432.AK.J5.A43", "-.-.AKQJT98765.65432"])
def test_the_throws_from_a_hand_sum_to_one(hand, trump):
    """Against every discard, each valued by itself with the plain rules' worths."""
    cards = Hand.parse(hand)
    discards = [Hand.of(discard) for discard in combinations(cards, 4)]

    def plain(kept: Hand) -> float:
        return sum(worth(sorted(kept.only(s)), int(s) == int(trump), trump) for s in Suit)

    worths = np.array([plain(cards - discard) for discard in discards]) / 0.3
    expected = worths - log(np.exp(worths).sum())
    found = _discard(sets(*(cards - discard for discard in discards)), sets(*discards), trump, 0.3)
    assert found == pytest.approx(expected, abs=1e-9)


def test_a_share_of_the_discards_are_any_cards():
    """Their probabilities sum to 1 too, and none is less likely than that share says."""
    cards = Hand.parse("AKJ9432.QT83.KT5.A76542")
    discards = [Hand.of(discard) for discard in combinations(cards, 4)]
    logs = _discard(sets(*(cards - discard for discard in discards)), sets(*discards), Denomination.S, 0.15)
    found = np.exp(_or_any(logs, sets(*discards), 0.2))
    assert found == pytest.approx(0.8 * np.exp(logs) + 0.2 / len(discards)) and found.sum() == pytest.approx(1)


def test_the_calls_from_a_hand_sum_to_one():
    held = sets(Hand.parse("AKJ942.Q83.KT5.A7642"))
    logs = [float(_call(held, Denomination(suit), 1.0)[0]) for suit in Suit]
    assert sum(map(exp, logs)) == pytest.approx(1)
    assert logs[0] == max(logs)


def test_gifts_are_weighed_by_the_hand():
    hand = Hand.parse("A2...K")
    expected = sum(exp(-(card.rank + max(hand.only(card.suit)).rank) / 2) for card in hand)
    assert sum(_gives(2.0)[hand.cards >> 16 * s & 0x1FFF] for s in Suit) == pytest.approx(expected)


@pytest.mark.parametrize("before, trump", [("HT", "S"), ("HT HQ", "S"), ("HT S5", "S"), ("HT D9", "N"), ("S4 SJ", "S")])
@pytest.mark.parametrize("held", ["A74.KJ92..3", "A74..KJ92.3", "...KJ932", "5.A.."])
def test_a_card_followed_with_is_weighed_among_those_that_do_the_same(before, trump, held):
    table, hand, denomination = [Card.parse(c) for c in before.split()], Hand.parse(held), Denomination.parse(trump)
    legal = list(hand.only(table[0].suit) or hand)
    takes = {c: trick_winner(D, [*table, c], denomination) == len(table) for c in legal}
    for card in legal:
        same = [c for c in legal if takes[c] is takes[card]]
        if card.suit is table[0].suit or len(hand.only(table[0].suit)) == 0:
            weights = [exp(-1.5 * sum(lower.rank < c.rank for lower in same)) for c in same]
            if len({c.rank for c in same}) == len(same):
                own = exp(-1.5 * sum(c.rank < card.rank for c in same))
                found = _followed(sets(hand), card, table, denomination, 1.5)
                assert float(found[0]) == pytest.approx(log(own / sum(weights)))


def test_without_a_part_all_worlds_weigh_alike():
    view = played(5, 6).seen_by(L)
    pool = Knowledge(view).sample(50, 1).sets
    assert OFF.weights(view, pool) == pytest.approx(np.ones(50))
    assert effective(OFF.weights(view, pool)) == pytest.approx(50)


@pytest.mark.parametrize("likelihood", [Likelihood(), Likelihood(play=CardModel())], ids=["default", "every card"])
def test_worlds_are_taken_in_proportion_to_their_weights(likelihood):
    """In an ending all of whose worlds can be listed; each taken as often as its weight says, within chance."""
    view = played(11, 13).seen_by(R)
    knowledge = Knowledge(view)
    listed = [(tuple(world), ways) for *world, ways in knowledge._worlds.listing(100_000)]
    assert len(listed) > 5
    weights = likelihood.weights(view, np.array([world for world, _ in listed], dtype=np.uint64)) * [
        ways for _, ways in listed
    ]
    shares = {world[1]: 0.0 for world, _ in listed}
    for (world, _), weight in zip(listed, weights, strict=True):
        shares[world[1]] += weight / weights.sum()
    found = Counter(s.left.cards for n in range(40) for s in knowledge.sample(100, n, likelihood).layouts)
    for left, share in shares.items():
        assert abs(found[left] / 4000 - share) < 4 * (share * (1 - share) / 4000) ** 0.5 + 0.002


def gain(likelihood, deal, seat, seed):
    """By how much the true deal is likelier than one that could be: log(its weight / the mean weight)."""
    view, discarded = deal.seen_by(seat), Hand() if seat is D else deal.discarded
    true = (*(hand.cards for hand in deal.hands), 0, discarded.cards)
    drawn = Knowledge(view)._worlds.draw(200, seed)
    if seat is D:
        drawn[:, 3:] = 0
    logs = likelihood.logs(view, np.vstack([np.array(true, np.uint64), drawn]))
    return logs[0] - log(np.exp(logs[1:]).mean())


@pytest.mark.parametrize("seat", [L, R])
def test_the_true_deal_is_likelier_than_one_that_could_be(seat):
    """Over many deals of plain players; each part by itself too."""
    for likelihood, tricks in [
        (Likelihood(), 0),
        (Likelihood(), 8),
        (replace(OFF, call=1.0), 0),
        (replace(OFF, discard=0.3), 0),
        (replace(OFF, play=1.0), 6),
        (replace(OFF, play=CardModel()), 6),
        (replace(OFF, discard=0.15, slip=0.2), 0),
    ]:
        gains = [gain(likelihood, played(seed, tricks), seat, seed) for seed in range(25)]
        assert np.mean(gains) > 2 * np.std(gains) / 5 > 0


def test_gifts_tell_of_the_giver():
    """Left gave the viewer his lowest cards: in likely worlds he holds none lower, nor a high one."""
    deals = [played(seed, 0, "wikipedia", (-3, 2, 1)) for seed in range(30)]
    assert all(any(isinstance(event, Give) for event in deal.events) for deal in deals)
    gains = [gain(replace(OFF, give=2.0), deal, D, seed) for seed, deal in enumerate(deals)]
    assert np.mean(gains) > 2 * np.std(gains) / 30**0.5


def test_samples_are_the_same_for_a_seed_and_agree_with_what_was_seen():
    view = played(3, 5).seen_by(L)
    knowledge = Knowledge(view)
    one, other = (knowledge.sample(20, 7, Likelihood()) for _ in range(2))
    assert np.array_equal(one.sets, other.sets) and not np.array_equal(
        one.sets, knowledge.sample(20, 8, Likelihood()).sets
    )
    assert 1 <= one.effective <= 800
    gone = Hand.of(event.card for event in view.events if isinstance(event, Play))
    for layout in one.layouts:
        assert layout.left == view.hands[L]
        assert layout.dealer | layout.left | layout.right | (layout.out or Hand()) == FULL_DECK - gone


def test_a_dealer_knows_what_he_threw():
    """His own call and discard tell him nothing."""
    view = played(3, 0).seen_by(D)
    assert any(isinstance(event, Discard) for event in view.events)
    assert Likelihood().weights(view, Knowledge(view).sample(20, 1).sets) == pytest.approx(np.ones(20))


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


@pytest.mark.parametrize("model", MODELS, ids=str)
@pytest.mark.parametrize("cards, seat", [(16, R), (13, L), (9, D), (9, R), (4, L)])
def test_worlds_explain_the_cards_as_their_views_do(cards, seat, model):
    for deal in (played_to(2, cards, seat), played_to(2, cards, seat, "nine-five-two", (-2, 1, 1))):
        view = deal.seen_by(seat)
        sets = Knowledge(view).sample(8, 1).sets
        found = model.log_likelihood(NETWORK, view, sets)
        assert found == pytest.approx([one_by_one(NETWORK, view, world, model) for world in sets])
        assert len(set(found.round(6))) > 1 or sum(view.won) == 0


def test_before_the_first_card_all_worlds_are_alike():
    view = played(3, 0).seen_by(L)
    assert CardModel().log_likelihood(NETWORK, view, Knowledge(view).sample(5, 1).sets).tolist() == [0] * 5


def test_of_touching_cards_the_lowest_is_likeliest():
    """Each a fifth as likely as the one below; a class's share is by its score alone, and all sum to 1."""
    seen = [played_to(seed, 16, L).seen_by(L) for seed in range(4)]
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


@pytest.mark.parametrize("wrong", [CardModel(0.9, 0.2), CardModel(-0.1, 0.2), CardModel(0.0, 0.0), CardModel(0, 1.1)])
def test_shares_that_there_cannot_be(wrong):
    view = played_to(2, 9, L).seen_by(L)
    with pytest.raises(ValueError, match="floor .* plain"):
        wrong.log_likelihood(NETWORK, view, Knowledge(view).sample(2, 1).sets)
