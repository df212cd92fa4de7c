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
from positions import pairs
from reference import winning
from table import played, played_to, sets

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit, Trump
from ninefivetwo.game import Discard, Give, Play
from ninefivetwo.sets import lanes_of
from ninefivetwo.think.knowledge import Knowledge, Likelihood, effective
from ninefivetwo.think.knowledge.likelihood import CardModel, _followed, _gives
from ninefivetwo.think.models.exchange import (
    HIGH_CARD,
    call_tables,
    discard_tables,
    hand_worths,
    lane_lengths,
    runs_from_ace,
    ways_of,
)
from ninefivetwo.think.playouts import policy
from ninefivetwo.think.playouts.views import games_at_start, plays_of
from ninefivetwo_solver import playout as engine
from ninefivetwo_solver.worlds import draw_discards, log_call_chances

D, L, R = Seat
OFF = Likelihood(call=None, discard=None, give=None, play=None)
NETWORK, PLAIN = small_network(), policy("plain")
MODELS = [CardModel(), CardModel(0, 0.1, 1.0), CardModel(0.3, 0.3, 0.5), CardModel(0.9, 0.1)]


HANDS = ["AKJ9432.QT83.KT5.A76542", "AKQJT98765432.AK.J5.A43", "-.-.AKQJT98765.65432", "AKQ.AKQJ.AKQ.AKQJT98765"]


def tables(trump: Trump, blind: bool = False, scale: float = 0.03) -> np.ndarray:
    return np.array([*discard_tables(trump, blind), HIGH_CARD * runs_from_ace()]) / scale


def chances_of(hand: Hand, trump: Trump, slip: float, scale: float = 0.03) -> dict[int, float]:
    """Of every discard of four cards, worked out one by one: the model's, and those of any cards."""
    every = [Hand.of(cards).cards for cards in combinations(hand, 4)]
    suits = [sorted(hand.only(suit)) for suit in Suit]
    low = [
        Hand.of(card for suit, number in zip(suits, way, strict=True) for card in suit[:number])
        for way in ways_of(4).tolist()
        if all(number <= len(suit) for suit, number in zip(suits, way, strict=True))
    ]
    kept = lanes_of(sets(hand - cards for cards in low))
    worth = hand_worths(kept, trump, discard_tables(trump, False)) + HIGH_CARD * runs_from_ace()[kept].sum(axis=0)
    softmax = np.exp((worth - worth.max()) / scale)
    found = dict.fromkeys(every, slip / len(every))
    for cards, chance in zip(low, (1 - slip) * softmax / softmax.sum(), strict=True):
        found[cards.cards] += float(chance)
    return found


def redraw(hand: Hand, movable: Hand, discarded: Hand, trump: Trump, number: int = 1, **more) -> tuple:
    columns = (np.full(number, cards.cards, dtype=np.uint64) for cards in (hand, movable, discarded))
    how = {"slip": 0.1, "seed": 1, "first": 0} | more
    return draw_discards(*columns, int(trump), tables(trump), lane_lengths(), ways_of(4), **how)


@pytest.mark.parametrize("trump", Trump)
@pytest.mark.parametrize("hand", HANDS)
def test_each_discard_has_the_chance_of_the_model(hand, trump):
    """Of each by itself, one that must have been; and their mean where any of them can have been."""
    cards = Hand.parse(hand)
    expected = chances_of(cards, trump, 0.1)
    if len(cards) == 20:
        assert sum(expected.values()) == pytest.approx(1)
    for discarded, chance in list(expected.items())[::97]:
        assert redraw(cards, Hand(), Hand(discarded), trump)[1] == pytest.approx(chance)
    mean = redraw(cards, cards, Hand(next(iter(expected))), trump)[1]
    assert mean == pytest.approx(sum(expected.values()) / len(expected))


@pytest.mark.parametrize("trump", [Trump.SPADES, Trump.NO_TRUMP])
@pytest.mark.parametrize("movable", ["9432.83.T5.6542", "32.83.-.2", "3.83.T5.-"])
def test_discards_are_drawn_by_their_chances(movable, trump):
    """Some cards cannot have been discarded, and what is discarded and not movable must have been."""
    hand, free, must = Hand.parse(HANDS[0]), Hand.parse(movable), Hand.parse("-.-.K.-")
    discarded = must | Hand.of(sorted(free)[:3])
    every = chances_of(hand, trump, 0.3)
    allowed = {c: p for c, p in every.items() if not must - Hand(c) and not Hand(c) - (must | free)}
    drawn, mean = redraw(hand, free, discarded, trump, 20_000, slip=0.3)
    assert mean == pytest.approx(sum(allowed.values()) / len(allowed))
    found = Counter(drawn.tolist())
    assert set(found) <= set(allowed)
    for cards, chance in allowed.items():
        share = chance / sum(allowed.values())
        assert abs(found[cards] / 20_000 - share) < 4.5 * (share * (1 - share) / 20_000) ** 0.5 + 1e-4


def test_a_discard_does_not_depend_on_the_rows_beside_it():
    hand, low = Hand.parse(HANDS[0]), Hand.parse("432.8.-.-")
    drawn, _ = redraw(hand, hand, low, Trump.SPADES, 100, slip=1.0)
    assert redraw(hand, hand, low, Trump.SPADES, 60, slip=1.0, first=40)[0].tolist() == drawn[40:].tolist()
    assert len(set(drawn.tolist())) > 90
    assert redraw(hand, hand, low, Trump.SPADES, 100, slip=1.0, seed=2)[0].tolist() != drawn.tolist()


def test_a_discard_that_no_model_dealer_makes_stays():
    """Without a share of any cards it has no chance, and there is nothing to draw."""
    hand, aces = Hand.parse(HANDS[0]), Hand.parse("AK.-.K.A")
    drawn, mean = redraw(hand, aces, aces, Trump.SPADES, slip=0.0)
    assert drawn.tolist() == [aces.cards] and mean.tolist() == [0]


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"trump": 5}, "trump 5"),
        ({"slip": 1.5}, "slip 1.5"),
        ({"ways": ways_of(9)}, "ways"),
        ({"tables": tables(Trump.SPADES)[:2]}, "tables of 2"),
    ],
)
def test_what_no_discard_is_drawn_from_is_refused(more, fault):
    hand, trump = Hand.parse(HANDS[0]), Trump.SPADES
    how = {"tables": tables(trump), "lengths": lane_lengths(), "ways": ways_of(4), "slip": 0.1, "seed": 1, "first": 0}
    how |= {"trump": 0} | more
    with pytest.raises(ValueError, match=fault):
        draw_discards(sets([hand]), sets([hand]), sets([Hand.parse("432.8.-.-")]), **how)


@pytest.mark.parametrize("kitty_seen", [False, True])
def test_the_calls_from_a_hand_sum_to_one(kitty_seen):
    """Against the fitted worths, of hands one by one; with no-trump and without."""
    worths_of = {trump: call_tables(trump, kitty_seen) for trump in Trump}
    every = np.array([list(worths_of[trump]) for trump in Trump]) / 0.6
    for hand in map(Hand.parse, HANDS):
        lanes = lanes_of(sets([hand]))
        for choices in (list(Trump), list(Trump)[:4]):
            worths = np.array([float(hand_worths(lanes, trump, worths_of[trump])[0]) for trump in choices]) / 0.6
            logs = [
                float(log_call_chances(sets([hand]), int(trump), every, lane_lengths(), list(map(int, choices)))[0])
                for trump in choices
            ]
            assert logs == pytest.approx(worths - worths.max() - log(np.exp(worths - worths.max()).sum()))
    with pytest.raises(ValueError, match="4 called"):
        log_call_chances(sets([hand]), 4, every, lane_lengths(), [0, 1, 2, 3])


def test_gifts_are_weighed_by_the_hand():
    hand = Hand.parse("A2...K")
    expected = sum(exp(-(card.rank + max(hand.only(card.suit)).rank) / 2) for card in hand)
    assert sum(_gives(2.0)[hand.cards >> 16 * s & 0x1FFF] for s in Suit) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("before", "trump"), [("HT", "S"), ("HT HQ", "S"), ("HT S5", "S"), ("HT D9", "N"), ("S4 SJ", "S")]
)
@pytest.mark.parametrize("held", ["A74.KJ92..3", "A74..KJ92.3", "...KJ932", "5.A.."])
def test_a_card_followed_with_is_weighed_among_those_that_do_the_same(before, trump, held):
    table, hand, trump = [Card.parse(c) for c in before.split()], Hand.parse(held), Trump.parse(trump)
    legal = list(hand.only(table[0].suit) or hand)
    takes = {c: winning(pairs([*table, c]), trump) in pairs([c]) for c in legal}
    for card in legal:
        same = [c for c in legal if takes[c] is takes[card]]
        if card.suit is table[0].suit or len(hand.only(table[0].suit)) == 0:
            weights = [exp(-1.5 * sum(lower.rank < c.rank for lower in same)) for c in same]
            if len({c.rank for c in same}) == len(same):
                own = exp(-1.5 * sum(c.rank < card.rank for c in same))
                found = _followed(sets([hand]), card, table, trump, 1.5)
                assert float(found[0]) == pytest.approx(log(own / sum(weights)))


def test_without_a_part_all_worlds_weigh_alike():
    view = played(5, 6).seen_by(L)
    pool = Knowledge(view).sample(50, 1).sets
    assert logs_of(OFF, view, pool) == pytest.approx(np.zeros(50))
    assert effective(np.exp(logs_of(OFF, view, pool))) == pytest.approx(50)


EVERY_CARD, FOLLOWED = Likelihood(), Likelihood(play=1.0)
ENDINGS = [  # all of whose worlds can be listed; in the last the kitty was taken after the discard
    (11, 13, R, "wikipedia", None, EVERY_CARD),
    (11, 13, R, "wikipedia", None, FOLLOWED),
    (11, 13, L, "wikipedia", (-2, 1, 1), EVERY_CARD),
    (4, 14, L, "catalan-plus-minus", (2, -3, 1), FOLLOWED),
    (5, 14, R, "sergeant-major", None, EVERY_CARD),
]


@pytest.mark.parametrize(("seed", "tricks", "seat", "rules", "previous", "likelihood"), ENDINGS)
def test_worlds_are_taken_in_proportion_to_their_weights(seed, tricks, seat, rules, previous, likelihood):
    """Each world drawn as often as the list says, within chance: the same chances, weights included."""
    view = played(seed, tricks, rules, previous).seen_by(seat)
    knowledge = Knowledge(view)
    worlds, chances = knowledge.weighed(100_000, likelihood)
    assert len(worlds) > 5
    found = Counter()
    for n in range(12):
        found.update(map(tuple, knowledge.sample(1000, n, likelihood).sets.tolist()))
    shares = [found.pop(tuple(world), 0) / 12_000 for world in worlds.tolist()]
    assert not found and sum(shares) == pytest.approx(1)
    spread = sum(abs(share - chance) for share, chance in zip(shares, chances, strict=True))
    by_chance = sum((2 / np.pi * chance * (1 - chance) / 12_000) ** 0.5 for chance in chances)
    assert spread < 1.6 * by_chance + 0.03  # a pool of so many differs a little from all


def logs_of(likelihood, view, worlds):
    return likelihood.logs(view, worlds, likelihood.dealer(view, Knowledge(view).histories))


def gain(likelihood, deal, seat, seed):
    """By how much the true deal is likelier than one that could be: log(its weight / the mean weight)."""
    view, discarded = deal.seen_by(seat), Hand() if seat is D else deal.discarded
    true = (*(hand.cards for hand in deal.hands), 0, discarded.cards)
    drawn = Knowledge(view)._worlds.draw(200, seed)
    if seat is D:
        drawn[:, 3:] = 0
    logs = logs_of(likelihood, view, np.vstack([np.array(true, np.uint64), drawn]))
    return logs[0] - log(np.exp(logs[1:]).mean())


@pytest.mark.parametrize("seat", [L, R])
def test_the_true_deal_is_likelier_than_one_that_could_be(seat):
    """Over many deals of plain players; each part by itself too."""
    for likelihood, tricks in [
        (Likelihood(), 0),
        (Likelihood(), 8),
        (replace(OFF, call=0.6), 0),
        (replace(OFF, discard=0.03, slip=0.1), 0),
        (replace(OFF, play=1.0), 6),
        (replace(OFF, play=CardModel()), 6),
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
    assert logs_of(Likelihood(), view, Knowledge(view).sample(20, 1).sets) == pytest.approx(np.zeros(20))


def one_by_one(learned, view, world, model):
    """The logarithm of the probability of the cards played in one world: view by view, card by card."""
    game, total = games_at_start(view, np.array([world], dtype=np.uint64)), 0.0
    for card in plays_of(view).tolist():
        if to_play(game) is not view.viewer and len(legal(game)) > 1:
            seen = engine.view(game)
            chance = engine.probabilities(learned, seen, model.temper)[0, card]
            by_rules = float(engine.choose(PLAIN, seen)[0] == card)
            rest = 1 - model.slip - model.plain
            total += log(model.slip / len(legal(game)) + model.plain * by_rules + rest * chance)
        game, _ = after_card(game, card)
    return total


@pytest.mark.parametrize("model", MODELS, ids=str)
@pytest.mark.parametrize(("cards", "seat"), [(16, R), (13, L), (9, D), (9, R), (4, L)])
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
def test_shares_that_there_cannot_be_are_refused(wrong):
    view = played_to(2, 9, L).seen_by(L)
    with pytest.raises(ValueError, match=r"floor .* plain"):
        wrong.log_likelihood(NETWORK, view, Knowledge(view).sample(2, 1).sets)
