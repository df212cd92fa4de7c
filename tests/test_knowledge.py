"""What a seat knows is exactly what it can know: every history that agrees with its view, and no other.

Short deals of eleven cards are small enough to try every deal and every hidden choice; there the histories, the
engine's counts and its draws are held to the trial.
"""

from collections import Counter
from fractions import Fraction
from math import comb, sqrt

import pytest
from histories import TABLES, counted_worlds, now, random_histories, tried_histories
from table import cards, dealt_matches, laid_out

from ninefivetwo.cards import Card, Hand, Seat, Suit, Trump
from ninefivetwo.errors import KnowledgeError
from ninefivetwo.game import Call, DealView, Discard, Give, Place, Play, Return, Take, Unseen
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.layout import Layout
from ninefivetwo.think.knowledge import Knowledge
from ninefivetwo.think.knowledge.histories import card_histories

D, L, R = Seat


def test_histories_leave_open_what_trying_everything_finds(seed, count):
    """The histories, and the plain count of worlds, agree with trying every deal and every hidden choice."""
    met = Counter()
    for view, deck in random_histories(seed + 4, count(4, 3000)):  # its first four are quick to try, and of all kinds
        tried = tried_histories(view, deck)
        histories = card_histories(view, deck)
        assert counted_worlds(histories) == tried, view
        met["hidden exchange"] += bool(histories.given)
        met["hidden showing"] += histories.shown is not None
        met["hidden discard"] += bool(histories.discarded)
        met["void shown"] += any(Knowledge(view, deck).voids(seat) for seat in Seat)
    assert min(met.values()) > 0, met


def test_the_engine_counts_lists_and_draws_evenly(seed, count):
    """The engine's count and listing are the plain count; each draw's share is its world's, by chi-square."""
    scores, number = [], count(6_000, 15_000)
    for i, (view, deck) in enumerate(random_histories(seed + 1, count(45, 3000))):
        knowledge = Knowledge(view, deck)
        wanted = counted_worlds(knowledge.histories)
        total = sum(wanted.values())
        assert knowledge.count() == total
        found = knowledge._worlds.listing(10**5)
        assert {tuple(world): ways for *world, ways in found} == wanted and len(found) == len(wanted)
        if 1 < len(wanted) < 300:
            draws = Counter(map(tuple, knowledge._worlds.draw(number, seed + i).tolist()))
            assert draws.keys() <= wanted.keys()
            chi = sum((draws[w] - number * n / total) ** 2 / (number * n / total) for w, n in wanted.items())
            freedom = len(wanted) - 1
            scores.append((chi - freedom) / sqrt(2 * freedom))
    assert len(scores) > 15
    assert max(scores) < 8 and abs(sum(scores) / len(scores)) < 4 / sqrt(len(scores))


@pytest.mark.parametrize("text", TABLES)
def test_the_true_deal_is_always_among_the_worlds(text):
    """At full size, in every phase and from every seat; near the end it is in the listing, with a chance above 0."""
    for match in dealt_matches(parse_rules(text), 3, deals=2):
        deal = match.deal
        if deal.over or len(deal.events) % 4:
            continue
        for seat in Seat:
            knowledge = Knowledge(deal.seen_by(seat))
            assert knowledge.count() > 0
            for place, hand in enumerate((*deal.hands, deal.kitty, deal.discarded)):
                assert not hand - knowledge.may_be(Place(place))
                assert not knowledge.known(Place(place)) - hand
            if len(deal.hands[seat]) < 3 and not deal.table:
                layouts = dict(knowledge.all(10**6))
                assert sum(layouts.values()) == knowledge.count()
                assert Layout(*deal.hands, deal.kitty | deal.discarded) in layouts


def test_counts_at_the_start_are_binomial():
    """Thirty-six cards not seen: sixteen here, sixteen there, four in the kitty."""
    deal = laid_out(NAMED["wikipedia"].rules)
    for seat in Seat:
        assert Knowledge(deal.seen_by(seat)).count() == comb(36, 16) * comb(20, 16)
    discarded = deal.after(Call(D, Trump.SPADES)).after(Discard(D, Hand.of(list(deal.hands[D])[:4])))
    assert Knowledge(discarded.seen_by(L)).count() == comb(36, 16) * comb(20, 16) * comb(20, 4)
    assert Knowledge(discarded.seen_by(D)).count() == comb(32, 16)


def test_a_seed_gives_the_same_worlds_everywhere():
    knowledge = Knowledge(laid_out(NAMED["wikipedia"].rules).seen_by(L))
    worlds = knowledge.sample(3, 952).layouts
    assert (
        worlds
        == knowledge.sample(3, 952).layouts
        == Knowledge(knowledge.view).sample(5, 952).layouts[:3]
        != knowledge.sample(3, 953).layouts
    )
    assert str(worlds[0]) == GOLDEN


GOLDEN = "D:A654.QJ985.KT98.975 JT93.K642.QJ763.T63 KQ87.AT7.A542.AQ842 K:2.3.-.KJ"


def test_what_was_passed_is_known():
    """The giver knows what he gave and what came back; the upper limit lapses for cards that came with the kitty."""
    rules = NAMED["wikipedia"].rules
    deal = laid_out(rules, (-1, 1, 0), dealer="CQ C2", left="C3", right="CA", kitty="CK H2 H3 H4")
    gave = deal.after(Give.of(L, {D: cards("C3")}))
    giver = Knowledge(deal.seen_by(L)), Knowledge(gave.seen_by(L))
    assert giver[1].known(Place.DEALER) == cards("C3")
    assert giver[0].may_be(Place.DEALER) & cards("CK") and not giver[1].may_be(Place.DEALER) & cards("CK CA")
    third = Knowledge(gave.seen_by(R))
    assert third.known(Place.DEALER) == third.known(Place.LEFT) == Hand()
    taken = gave.after(Call(D, Trump.SPADES))
    giver = Knowledge(taken.seen_by(L))
    assert giver.may_be(Place.DEALER) & cards("CK")
    assert giver.known(Place.DEALER) == cards("C3")
    discarded = taken.after(Discard(D, cards("C3 H2 H3 H4")))
    giver = Knowledge(discarded.seen_by(L))
    assert giver.known(Place.DEALER) == Hand()
    assert giver.known(Place.DEALER, Place.DISCARDED) == cards("C3")
    assert giver.chance(Card.parse("C3"), Place.DEALER) == Fraction(16, 20)
    receiver = Knowledge(discarded.seen_by(D))
    assert receiver.known(Place.LEFT) == cards("CQ")
    assert receiver.known(Place.DISCARDED) == cards("C3 H2 H3 H4")


def test_higher_cards_can_only_have_come_with_the_kitty():
    """So they are less likely with the dealer than cards that he can have been dealt."""
    deal = laid_out(NAMED["wikipedia"].rules, (-1, 1, 0), dealer="CQ C2", left="C3", right="CA CK", kitty="H2 H3 H4")
    giver = Knowledge(deal.after(Give.of(L, {D: cards("C3")})).after(Call(D, Trump.SPADES)).seen_by(L))
    assert giver.chance(Card.parse("CA"), Place.DEALER) < giver.chance(Card.parse("C2"), Place.DEALER) / 2


def test_what_is_shown_is_known():
    rules = NAMED["nine-five-two"].rules
    deal = laid_out(rules, (-1, 0, 1), dealer="C6 C2", right="C3 CK", kitty="CT CA D5 H9", left="CQ CJ C9 C8 C7")
    deal = deal.after(Give.of(R, {D: cards("C3")})).after(Call(D, Trump.SPADES))
    knowledge = Knowledge(deal.seen_by(R))
    assert knowledge.known(Place.DEALER) == cards("CT CA C3")
    assert not knowledge.may_be(Place.DEALER) & cards("CQ CJ C9 C8 C7")  # neither held then nor shown now
    assert knowledge.voids(L) == ()


def test_who_has_shown_out_holds_no_card_of_the_suit():
    rules = NAMED["wikipedia"].rules
    deal = laid_out(rules, left="SA SK", right="HA HK", dealer="S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ")
    deal = deal.after(Call(D, Trump.NO_TRUMP)).after(Discard(D, deal.hands[D] & cards("S2 S3 S4 S5")))
    deal = deal.after(Play(L, Card.parse("SA"))).after(Play(R, Card.parse("HA")))
    for seat in (D, L):
        knowledge = Knowledge(deal.seen_by(seat))
        assert Suit.SPADES in knowledge.voids(R)
        assert not any(layout.right.only(Suit.SPADES) for layout in knowledge.sample(200, 1).layouts)


def test_chances_are_those_of_the_listing():
    (match,) = [m for m in dealt_matches(NAMED["catalan"].rules, 5, deals=2) if
                sum(m.deal.won) == 13 and m.number == 2 and not m.deal.table]  # fmt: skip
    knowledge = Knowledge(match.deal.seen_by(R))
    layouts = knowledge.all(10**6)
    total = sum(ways for _, ways in layouts)
    for card in knowledge.may_be(Place.DEALER):
        there = sum(ways for layout, ways in layouts if card in layout.dealer)
        assert knowledge.chance(card, Place.DEALER) == Fraction(there, total)
    assert knowledge.chance(next(iter(match.deal.hands[R])), Place.DEALER) == 0
    assert knowledge.all(3) is None


def test_contradictions_say_where():
    """Left gave a club and got the queen back; the dealer, whose kitty came before, then plays the ace."""
    rules = NAMED["catalan-plus-minus"].rules
    hand = cards("SA SK S3 HA HK HQ HJ HT DA DK DQ DJ DT C3 C4 C5")
    view = DealView.from_hand(rules, L, hand, (-1, 1, 0)).after(Take(D, Unseen(4))).after(Discard(D, Unseen(4)))
    view = view.after(Give.of(L, {D: cards("C3")})).after(Call(D, Trump.SPADES)).after(Return(D, L, cards("CQ")))
    view = view.after(Play(L, Card.parse("C4"))).after(Play(R, Card.parse("C7")))
    Knowledge(view)
    with pytest.raises(
        KnowledgeError, match="at trick 1, CA by dealer: earlier events leave no possible place for the ace of clubs"
    ):
        Knowledge(view.after(Play(D, Card.parse("CA"))))
    with pytest.raises(KnowledgeError, match="the whole deal is visible"):
        Knowledge(laid_out(rules))


def test_numbers_that_do_not_add_up_are_a_contradiction():
    """Both others show out of a suit of which too many are left for the kitty."""
    hand = cards("SA SK HA HK HQ HJ HT H9 DA DK DQ DJ DT D9 CA CK")
    view = DealView.from_hand(NAMED["bga"].rules, L, hand).after(Call(D, Trump.HEARTS)).after(Take(D, Unseen(4)))
    view = view.after(Discard(D, Unseen(4))).after(Play(L, Card.parse("SA"))).after(Play(R, Card.parse("C2")))
    knowledge = Knowledge(view.after(Play(D, Card.parse("C3"))))
    assert knowledge.count() == 0
    with pytest.raises(
        KnowledgeError, match=r"left has seen: 11 spades would have to be in the discard, but only 4 cards fit there$"
    ):
        knowledge.sample(1, 1)


def test_the_last_set_of_a_key_is_the_discard():
    deal = laid_out(NAMED["bga"].rules)
    assert now(deal.hands, deal.kitty, deal.discarded)[4] == 0
