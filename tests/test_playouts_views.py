"""Deals, worlds and views as the engine's rows: they say what is seen, and nothing false of the exchange."""

from collections import Counter
from itertools import islice
from math import log
from random import Random

import numpy as np
import pytest
from histories import TABLES
from table import acting, cards, dealt_matches, finished_deals, laid_out

from ninefivetwo.cards import FULL_DECK, Hand, Seat, Trump
from ninefivetwo.errors import GameError
from ninefivetwo.game import Call, Deal, Discard, DiscardTurn, Give, Place, Play, PlayTurn, Show
from ninefivetwo.game.rules import NAMED, TRICKS, KittyShow, parse_rules
from ninefivetwo.layout import random_deals
from ninefivetwo.think.knowledge import Knowledge
from ninefivetwo.think.players import RulePlayer
from ninefivetwo.think.playouts import policy
from ninefivetwo.think.playouts.views import game_of, games_at_start, games_in, plays_of, view_of
from ninefivetwo_solver.playout import GAME, log_likelihood, view

D, L, R = Seat


def hand(number):
    return Hand(int(number))


def started(deal):
    """The hands with which the play began."""
    return [deal.hands[s] | Hand.of(e.card for e in deal.events if isinstance(e, Play) and e.seat is s) for s in Seat]


def world(deal, seat):
    """The true deal as a world of a seat's: `Sample.sets`."""
    unseen = Hand() if seat is D else deal.discarded
    return np.array([[*(held.cards for held in deal.hands), deal.kitty.cards, unseen.cards]], dtype=np.uint64)


def cards_due(text, seed, deals):
    """States of a random match in which a card is due."""
    return (m.deal for m in dealt_matches(parse_rules(text), seed, deals) if isinstance(m.deal.turn, PlayTurn))


@pytest.mark.parametrize("text", TABLES)
def test_a_view_is_what_the_engine_shows_of_the_deal(text, seed, count):
    """Made from what one seat saw, event by event, it is the row that the engine makes from all cards."""
    for deal in cards_due(text, seed, count(2, 100)):
        assert view_of(deal.seen_by(deal.turn.seat)) == view(game_of(deal))


def begun_deals(text, seed, number):
    """Deals when the play begins, after random actions; before all but a few of them anything may have been won."""
    rules, random = parse_rules(text), Random(seed)
    for layout in islice(random_deals(seed), number):
        ends = sorted((random.randrange(TRICKS + 1), random.randrange(TRICKS + 1)))
        won = ends[0], ends[1] - ends[0], TRICKS - ends[1]
        results = tuple(won[seat] - rules.contracts[seat.next] for seat in Seat)
        deal = Deal.start(rules, layout, results)
        while not isinstance(deal.turn, PlayTurn):
            deal = deal.after(deal.turn.draw(random))
        yield deal


@pytest.mark.parametrize("text", TABLES)
def test_what_is_known_of_the_exchange_is_true(text, seed, count):
    """Every card known is held, no card barred is, when the play begins; and `Knowledge` can know it too."""
    met = Counter()
    for deal in begun_deals(text, seed, count(25, 1500)):
        game = game_of(deal)[0]
        for seat in Seat:
            knowledge = Knowledge(deal.seen_by(seat))
            for other in Seat:
                known, barred = hand(game["known"][seat, other]), hand(game["barred"][seat, other])
                if other is seat:
                    assert not known | barred
                    continue
                assert not known - deal.hands[other] and not known - knowledge.known(Place(other))
                assert not barred & deal.hands[other] and not barred & knowledge.may_be(Place(other))
                met["known"] += len(known)
                met["barred"] += len(barred)
                met["shown"] += any(isinstance(event, Show) for event in deal.events)
    assert met["known"] and met["barred"], met
    assert bool(met["shown"]) == (parse_rules(text).kitty_show is not KittyShow.NO)


@pytest.mark.parametrize("text", ["catalan", "nine-two-five"])
def test_voids_are_the_suits_not_followed_to(text, seed):
    """Told from the trick that lay on the table when the card was played."""
    met = 0
    for match in dealt_matches(parse_rules(text), seed, 3):
        deal = match.deal
        if not isinstance(deal.turn, PlayTurn):
            shown, before = [set(), set(), set()], None
            continue
        if before is not None and before.table:
            played, led = deal.events[-1], before.table[0].suit
            if played.card.suit is not led:
                shown[played.seat].add(led)
        before = deal
        expected = [sum(1 << suit for suit in suits) for suits in shown]
        assert game_of(deal)[0]["void"].tolist() == expected
        assert view_of(deal.seen_by(deal.turn.seat))[0]["void"].tolist() == expected
        met += any(expected)
    assert met


@pytest.mark.parametrize("text", TABLES)
def test_the_true_world_is_the_deal(text, seed, count):
    """Of what the seats know of each other a world tells what the viewer can tell: his own pairs, and nothing false."""
    told = 0
    for deal in cards_due(text, seed + 2, count(3, 60)):
        if len(deal.played) % 5 > 1:
            continue
        true = game_of(deal)[0]
        for seat in Seat:
            game = games_in(deal.seen_by(seat), world(deal, seat))[0]
            assert all((game[name] == true[name]).all() for name in GAME.names if name not in ("known", "barred"))
            for name in ("known", "barred"):
                assert (game[name][seat] == true[name][seat]).all()
                assert not (game[name] & ~true[name]).any()
                told += game[name][:, seat].any()
                pairs = [(i, j) for i in Seat for j in Seat if seat not in (i, j)]
                assert not any(game[name][pair] for pair in pairs)
    assert told


@pytest.mark.parametrize("text", ["catalan", "nine-two-five"])
def test_a_world_at_the_start_is_the_deal_as_its_play_began(text, seed):
    for deal in cards_due(text, seed, 2):
        seat = deal.turn.seat
        view = deal.seen_by(seat)
        game = games_at_start(view, world(deal, seat))[0]
        plays = [event for event in deal.events if isinstance(event, Play)]
        assert [hand(cards) for cards in game["hand"]] == started(deal)
        assert plays_of(view).tolist() == [play.card.index for play in plays]
        assert game["leader"] == (plays[0].seat if plays else deal.rules.lead)
        assert not game["table"].any() and not game["void"].any() and not game["won"].any()


def test_the_plain_policy_explains_the_cards_of_rule_players(seed):
    """The true deal put back to its start, and the cards played, are what a likelihood is worked out from."""
    deal = acting(laid_out(NAMED["wikipedia"].rules, seed=seed), Play)
    floor, sums, player = 0.25, [0.0, 0.0, 0.0], RulePlayer()
    for _ in range(40):
        turn = deal.turn
        if turn.count() > 1:
            sums[turn.seat] += log(1 - floor + floor / turn.count())
        deal = deal.after(player.act(deal.seen_by(turn.seat)))
    for seat in Seat:
        view = deal.seen_by(seat)
        start, plays = games_at_start(view, world(deal, seat)), plays_of(view)
        found = log_likelihood(policy("plain"), start, seat, plays, 1.0, floor)
        assert found[0] == pytest.approx(sum(sums) - sums[seat])


def test_worlds_drawn_are_a_row_each():
    deal = next(deal for deal in cards_due("catalan", 3, 3) if deal.previous_results and len(deal.played) == 8)
    view = deal.seen_by(deal.turn.seat)
    sets = Knowledge(view).sample(50, 952).sets
    games = games_in(view, sets)
    assert games.shape == (50,) and (games["hand"] == sets[:, :3]).all() and (games["discarded"] == sets[:, 4]).all()
    assert (games["known"] == games["known"][0])[:, view.viewer].all()
    assert not (games["barred"][:, [0, 1, 2], view.viewer] & games_at_start(view, sets)["hand"]).any()


def exchanged(**held):
    """A deal whose exchange is over: left gave the dealer the three of clubs and got his queen."""
    deal = laid_out(NAMED["wikipedia"].rules, (-1, 1, 0), dealer="CQ C2", left="C3", right="CA", **held)
    return deal.after(Give.of(L, {D: cards("C3")})).after(Call(D, Trump.SPADES))


def test_passed_cards_are_known_to_two_and_barred_from_the_third():
    deal = acting(exchanged(kitty="CK H2 H3 H4"), Play)
    game = game_of(deal)[0]
    assert hand(game["known"][D, L]) == cards("CQ")
    assert hand(game["barred"][D, R]) & cards("CQ") and hand(game["barred"][L, R]) == cards("C3")
    assert not game["known"][L, D]  # he may have discarded it
    assert not game["barred"][L, D]  # higher clubs may have come with the kitty
    assert not game["known"][R].any() and not game["barred"][R].any()


def test_cards_above_a_returned_one_are_barred_if_no_kitty_followed():
    rules = NAMED["wikipedia"].rules
    deal = laid_out(rules, (1, -1, 0), left="C9 C2", dealer="C3", right="CT", kitty="CJ H2 H3 H4")
    deal = acting(deal.after(Give.of(D, {L: cards("C3")})), Play)
    game = game_of(deal)[0]
    returned = deal.events[1].cards
    higher = Hand.of(card for card in FULL_DECK.only(3) if card > next(iter(returned))) - deal.dealt[D]
    known = deal.dealt_kitty  # he has seen it, so what of it was kept is in his hand
    assert hand(game["barred"][D, L]) == higher - known - deal.discarded
    assert hand(game["known"][L, D]) == Hand()
    assert hand(game["barred"][L, R]) & returned == returned


def test_at_the_discard_the_dealer_holds_what_he_is_to_discard():
    """Nothing that may be discarded yet is known to be held."""
    deal = exchanged(kitty="CK H2 H3 H4")
    assert isinstance(deal.turn, DiscardTurn)
    game = game_of(deal)[0]
    assert hand(game["hand"][D]) == deal.hands[D] and len(deal.hands[D]) == 20 and not game["discarded"]
    assert not game["known"][L, D] and hand(game["known"][D, L]) == cards("CQ")
    games = games_in(deal.seen_by(D), Knowledge(deal.seen_by(D)).sample(3, 1).sets)
    assert (games["hand"][:, D] == deal.hands[D].cards).all() and not games["known"][:, L, D].any()


def test_before_a_discard_from_sixteen_the_dealer_holds_the_kitty_too():
    """Under `sergeant-major` he discards first and takes the kitty then."""
    deal = acting(laid_out(NAMED["sergeant-major"].rules, (-1, 0, 1)), Discard)
    game = game_of(deal)[0]
    assert hand(game["hand"][D]) == deal.hands[D] | deal.kitty and len(deal.hands[D]) == 16
    assert not game["known"][R, D] and game["known"][D, R]
    after = game_of(acting(deal, Play))[0]
    assert (game["known"] == after["known"]).all() and (game["hand"][1:] == after["hand"][1:]).all()
    sets = Knowledge(deal.seen_by(D)).sample(9, 1).sets
    games = games_in(deal.seen_by(D), sets)
    assert (games["hand"][:, D] == sets[:, 0] | sets[:, 3]).all() and len(set(sets[:, 3])) > 1


def test_a_view_that_forgets_counts_what_it_forgot_as_out():
    """As a beginner's does, who drops the cards of past tricks from his events."""
    from ninefivetwo.think.players.levels import _uncounted

    met = 0
    for deal in cards_due("wikipedia", 4, 2):
        whole = deal.seen_by(deal.turn.seat)
        full, forgetful = view_of(whole)[0], view_of(_uncounted(whole))[0]
        past = deal.played - Hand.of(deal.table)
        assert forgetful["out"] == full["out"] | np.uint64(past.cards)
        assert (forgetful["table"] == full["table"]).all() and (forgetful["won"] == full["won"]).all()
        met += bool(past) and bool(deal.table)
    assert met


def test_moments_outside_the_play_have_no_rows():
    deal = laid_out(NAMED["wikipedia"].rules)
    due = acting(deal, Play)
    over = finished_deals(NAMED["wikipedia"].rules, 1, 1)[0]
    for other in (deal, over):
        with pytest.raises(GameError, match="not in the play"):
            game_of(other)
        with pytest.raises(GameError, match="not in the play"):
            games_in(other.seen_by(L), np.zeros((1, 5), dtype=np.uint64))
        with pytest.raises(GameError, match="left is not due to play"):
            view_of(other.seen_by(L))
    with pytest.raises(GameError, match="right is not due to play"):
        view_of(due.seen_by(R))
    with pytest.raises(GameError, match="unseen cards: dealer, right"):
        game_of(due.seen_by(L))


def test_short_deals_have_their_own_sizes():
    """A deal of one card each, with a discard of two."""
    deal = Deal.of_hands(NAMED["wikipedia"].rules, (cards("SA"), cards("SK"), cards("SQ")), cards("HA D2"))
    deal = acting(deal.after(Call(D, Trump.NO_TRUMP)), Play)
    assert view_of(deal.seen_by(L))["hand"] == cards("SK").cards
    assert [hand(held) for held in game_of(deal)[0]["hand"]] == list(deal.hands)
