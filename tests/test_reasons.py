"""Reasons of advice are true by the worlds: each is worked out again, world by world, by the rules as they are told."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from positions import pairs
from reference import following, winning
from table import by_rules

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit, Trump
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Call, Deal, Discard, Give, Play, Situation
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.layout import Layout
from ninefivetwo.think.advise import Limits, Objective, Question, Utility, advise
from ninefivetwo.think.advise.advice import READ_FROM, RIVAL
from ninefivetwo.think.advise.before import LEAST_SHARE
from ninefivetwo.think.advise.reasons import (
    Ducks,
    Followed,
    Holding,
    LikelyVoid,
    LongSuit,
    Returned,
    Risk,
    Rival,
    TakesTrick,
    TopCard,
    Voids,
    sharpest,
)
from ninefivetwo.think.playouts.values import DistinctWorlds
from ninefivetwo.words.advice_reasons import reason_words

WORLDS = 125


def dealt(seed, previous=None, rules="wikipedia"):
    cards = list(FULL_DECK)
    Random(seed).shuffle(cards)
    hands = (Hand.of(cards[i : i + 16]) for i in (0, 16, 32, 48))
    return Deal.start(parse_rules(rules), Layout(*hands), previous)


def until(deal, kind, cards=0):
    """The deal when a choice of some kind is due, played so far by the plain rules."""
    return by_rules(
        deal, lambda d: d.turn.kind is kind and len(d.played) >= cards and (kind is not Play or d.turn.count() > 1)
    )


MOMENTS = {
    **{f"call {seed}": (seed, None, "wikipedia", Call, 0) for seed in (5, 12)},
    "call, kitty seen": (3, (-5, 5, 0), "wikipedia kitty_peek=yes", Call, 0),
    **{f"discard {seed}": (seed, None, "wikipedia", Discard, 0) for seed in (3, 9, 21, 22, 38)},
    **{f"gift {seed}": (seed, (2, -1, -1), "wikipedia", Give, 0) for seed in (3, 4)},
    "gift of left": (13, (-1, 1, 0), "wikipedia", Give, 0),
    **{f"card {cards}": (30 + cards, None, "wikipedia", Play, cards) for cards in (5, 8, 10, 13, 15, 21, 26, 33)},
    "the first lead": (1, None, "wikipedia", Play, 0),
    "a trick left to another": (81, None, "wikipedia", Play, 22),
    "a top card": (85, None, "wikipedia", Play, 2),
}


@pytest.fixture(scope="module")
def advised():
    """Advice at each of the moments."""
    found = {}
    for name, (seed, previous, rules, kind, cards) in MOMENTS.items():
        deal = until(dealt(seed, previous, rules), kind, cards)
        view = deal.seen_by(deal.due.seat)
        found[name] = advise(Question(view, Limits(worlds=WORLDS)))
    return found


def worlds_of(advice):
    """Share, the hands of dealer, left and right, and own tricks by choice, of each world."""
    sets, shares, _ = advice.outcomes.worlds
    own = advice.outcomes.tricks[:, :, advice.outcomes.seat]
    hands = [[Hand(cards) for cards in row[:3]] for row in sets.tolist()]
    return list(zip(shares.tolist(), hands, own.tolist(), strict=True))


def mean(pairs):
    pairs = list(pairs)
    return sum(share * value for share, value in pairs) / sum(share for share, _ in pairs)


def near(value):
    return pytest.approx(value, abs=1e-9)


def held(holding, hands):
    """Is it so in these hands?"""
    return any(holding.least <= len(hands[seat] & holding.cards) <= holding.most for seat in holding.seats)


def is_true_split(split, worlds, figure):
    """The chance and both means of a split of `figure`, of a world's own tricks."""
    true = [(share, figure(own)) for share, hands, own in worlds if held(split.holding, hands)]
    false = [(share, figure(own)) for share, hands, own in worlds if not held(split.holding, hands)]
    assert split.chance.mean == near(sum(share for share, _ in true))
    assert (split.within.mean, split.otherwise.mean) == (near(mean(true)), near(mean(false)))


def chance(worlds, holds):
    return near(sum(share for share, hands, _ in worlds if holds(hands)))


def chance_back(worlds, seat, gift, card):
    """The chance that a card is among the highest of its suit, as many as were given of it."""
    given = len(gift.only(card.suit))
    return chance(worlds, lambda hands: card in list((hands[seat] | gift).only(card.suit))[:given])


def who_wins(view, card):
    """The seat that wins the trick so far with one more card."""
    trick = pairs([*view.table, card])
    return view.lead.after(trick.index(winning(trick, view.called)))


def beaten_by(hand, view, card):
    """Can a hand that plays later beat a card that holds the trick?"""
    trick = pairs([*view.table, card])
    return any(winning([trick[-1], other], view.called) == other for other in following(pairs(hand), trick))


def check(reason, advice):
    view, worlds, best = advice.view, worlds_of(advice), advice.recommended.action
    me, held_or_seen = (
        advice.outcomes.seat,
        view.due_turn.held | (view.kitty if isinstance(view.kitty, Hand) else Hand()),
    )
    match reason:
        case Voids(suits, trumps):
            kept = view.due_turn.held - best.cards
            assert suits and all(view.due_turn.held.only(suit) and not kept.only(suit) for suit in suits)
            assert trumps == len(kept.only(Suit(view.trump))) > 0
        case LongSuit(suit, number, longest):
            assert number == len((view.due_turn.held - best.cards).only(suit))
            assert longest.mean == chance(
                worlds, lambda h: all(len(h[s].only(suit)) < number for s in Seat if s is not me)
            )
        case Returned(cards):
            for seat, back in cards.items():
                gift = best.cards[seat]
                assert all(share.mean == chance_back(worlds, seat, gift, card) for card, share in back)
                assert all(share.mean >= LEAST_SHARE for _, share in back)
        case Followed(discard):
            assert len(discard) == 4 and not discard - held_or_seen
        case TakesTrick(beaten):
            assert who_wins(view, best.card) is me
            later = [me.after(i) for i in range(1, 3 - len(view.table))]
            assert beaten.mean == chance(worlds, lambda h: any(beaten_by(h[seat], view, best.card) for seat in later))
        case Ducks(winner, leaves):
            assert leaves == (len(view.table) == 2) == ("leaves the trick" in reason_words(reason))
            assert who_wins(view, best.card) is winner is not me
            assert any(who_wins(view, card) is me for card in view.turn.legal())
        case TopCard(card, seat, share):
            hidden = Hand.of({c for _, hands, _ in worlds for s in Seat if s is not me for c in hands[s]})
            assert card == max(hidden.only(best.card.suit)) > best.card
            assert share.mean == chance(worlds, lambda h: card in h[seat])
        case LikelyVoid(seat, suit, share):
            assert share.mean == chance(worlds, lambda h: not h[seat].only(suit))
        case Risk(split):
            is_true_split(split, worlds, lambda own: own[0])
            assert split.within.mean < split.otherwise.mean
        case Rival(action, heuristic, lost, winner, split):
            number = [each.action for each in advice.evaluations].index(action)
            assert heuristic == (action == advice.heuristic) and number > 0
            assert lost.mean == near(mean((share, own[0] - own[number]) for share, _, own in worlds))
            assert lost.mean >= RIVAL
            if winner is not None:
                conceded = advice.evaluations[number].details.conceded
                assert conceded[winner].mean == max(each.mean for each in conceded.values()) > lost.mean / 2
            if split is not None:
                is_true_split(split, worlds, lambda own: own[number] - own[0])
                assert -split.within.mean * split.chance.mean >= lost.mean / 2
        case _:
            raise AssertionError(reason)


@pytest.mark.parametrize("name", MOMENTS)
def test_reasons_are_true_by_the_worlds(advised, name):
    for reason in advised[name].reasons:
        check(reason, advised[name])


def test_every_kind_of_reason_is_found(advised):
    found = {type(reason) for advice in advised.values() for reason in advice.reasons}
    assert found == {Voids, LongSuit, Returned, Followed, TakesTrick, Ducks, TopCard, LikelyVoid, Risk, Rival}


def test_outcomes_are_in_the_order_of_the_evaluations(advised):
    for advice in advised.values():
        own = advice.outcomes.worlds.shares @ advice.outcomes.tricks[:, :, advice.outcomes.seat]
        assert own.tolist() == pytest.approx([each.details.tricks.mean for each in advice.evaluations])


def test_few_worlds_give_no_reasons_of_their_own(advised):
    view = dealt(5).seen_by(Seat.DEALER)
    advice = advise(Question(view, Limits(worlds=READ_FROM // 4)))
    assert not [reason for reason in advice.reasons if isinstance(reason, (Risk, Rival, LongSuit))]
    for name, advice in advised.items():
        few = {type(reason) for reason in replace(advice, effective=38.0, exact=False).reasons}
        assert few <= {Voids, Followed, Ducks, TakesTrick}
        assert TakesTrick not in few or len(advice.view.table) == 2, name


def test_what_is_wanted_in_chances_has_no_reasons_in_tricks(advised):
    spoken = set()
    for advice in advised.values():
        spoken |= {type(each) for each in replace(advice, objective=Objective(Utility.MAKE)).reasons}
    assert LikelyVoid in spoken and not spoken & {Risk, Rival}


def test_a_suit_held_whole_is_no_reason():
    hand = Hand.parse("AKQJT98765432.432.32.32")
    view = Situation(NAMED["wikipedia"].rules, Seat.DEALER, hand, trump=Trump.HEARTS).view(Discard)
    advice = advise(Question(view, Limits(worlds=60)))

    def kept(*discards):
        changed = [
            replace(each, action=Discard(Seat.DEALER, Hand.parse(cards)))
            for each, cards in zip(advice.evaluations, discards, strict=False)
        ]
        told = replace(advice, evaluations=tuple(changed), effective=60.0).reasons
        return [reason.number for reason in told if isinstance(reason, LongSuit)]

    assert kept("-.-.32.32", "5432.-.-.-") == []
    assert kept("2.-.3.32", "5432.-.-.-") == [12]


def test_what_is_certain_is_told_without_a_chance():
    jack, ten = Card.parse("SJ"), Card.parse("ST")
    certain, unlikely = Estimate(1.0, 0.0, 500), Estimate(0.04, 0.01, 500)
    assert reason_words(Returned({Seat.LEFT: ((jack, certain),)})) == "Left must return the jack of spades."
    both = Returned({Seat.LEFT: ((jack, certain), (ten, Estimate(0.4, 0.03, 500)))})
    assert reason_words(both) == (
        "Left must return the jack of spades, and usually returns the 10 of spades (40 % ± 3)."
    )
    of_both = Returned({Seat.LEFT: ((jack, certain),), Seat.RIGHT: ((ten, certain),)})
    assert reason_words(of_both) == "You get back the jack of spades from left and the 10 of spades from right."
    assert reason_words(TakesTrick(unlikely)) == "This card wins the trick, except in 4.0 % ± 1.0 of possible deals."
    assert reason_words(LongSuit(Suit.SPADES, 8, certain)) == "You keep eight spades, more than anyone else can hold."
    assert reason_words(TakesTrick(Estimate(0.0, 0.0, 500))) == "This card wins the trick."


def test_what_all_of_a_sample_agree_on_is_not_told_as_certain():
    jack = Card.parse("SJ")
    all_agree, none_agree = Estimate.share(1.0, 50), Estimate.share(0.0, 50)
    assert reason_words(Returned({Seat.LEFT: ((jack, all_agree),)})) == (
        "Left usually returns the jack of spades (92-100 %)."
    )
    assert reason_words(LongSuit(Suit.SPADES, 8, all_agree)) == (
        "You keep eight spades, and in 92-100 % of possible deals nobody else holds as many."
    )
    assert reason_words(TakesTrick(none_agree)) == "This card wins the trick, except in 0-8 % of possible deals."
    hardly = TakesTrick(Estimate.share(0.0, 500))
    assert reason_words(hardly) == "This card wins the trick, except in <1 % of possible deals."


def test_the_sharpest_holding_is_found_and_noise_is_not():
    """Left's length in spades costs a trick a card; hearts cost nothing."""
    rng, spades, hearts = np.random.default_rng(3), FULL_DECK.only(Suit.SPADES), FULL_DECK.only(Suit.HEARTS)
    sets = rng.integers(0, 1 << 63, (600, 5), dtype=np.uint64) & np.uint64(spades.cards | hearts.cards)
    worlds = DistinctWorlds(sets, np.full(600, 1 / 600))
    length = np.bitwise_count(sets[:, Seat.LEFT] & np.uint64(spades.cards)).astype(float)
    holdings = [Holding((Seat.LEFT,), suit, n, 13) for suit in (spades, hearts) for n in range(5, 10)]
    split = sharpest(9 - length, worlds, holdings, 0.5, 0.6)
    assert split.holding.cards == spades and split.within.mean < split.otherwise.mean
    assert sharpest(9 - length, worlds, holdings[5:], 0.5, 0.6) is None
    assert sharpest(9 - length, DistinctWorlds(sets[:9], np.full(9, 1 / 9)), holdings[:5], 0.5, 0.6) is None
    assert sharpest(length - 9, worlds, holdings[:5], 0.5, 0.6) is None
