"""Deals completed world by world against the game itself, which makes one choice after another."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from table import by_rules, cards
from test_game import TABLES

from ninefivetwo.cards import Hand, Seat, Trump
from ninefivetwo.game import (
    Call,
    CallTurn,
    Deal,
    Discard,
    DiscardTurn,
    Give,
    GiveTurn,
    Look,
    Peek,
    Play,
    Situation,
    Take,
    UndealtMatch,
    Unseen,
)
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.layout import random_deals
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.knowledge import Knowledge
from ninefivetwo.think.models.exchange import discards, modelled_calls, modelled_gifts
from ninefivetwo.think.playouts.first_lead import AS_FITTED, complete_deals, dealt, ready_deals

D, L, _ = Seat


def row(deal: Deal) -> np.ndarray:
    """A deal before the play as the one world that it is."""
    kitty = deal.kitty.cards if isinstance(deal.kitty, Hand) else 0
    return np.array([[*(hand.cards for hand in deal.hands), kitty, 0]], dtype=np.uint64)


def chosen(view):
    """What is chosen in a world, from the view of whose turn it is."""
    turn = view.due_turn
    if isinstance(turn, CallTurn):
        return Call(turn.seat, best(turn.held, view))
    if isinstance(turn, DiscardTurn):
        trump = best(turn.held, view) if view.trump is None else view.trump
        return Discard(turn.seat, Hand(int(discards(as_row(turn.held), turn.number, trump)[0])))
    if isinstance(turn, GiveTurn):
        three = modelled_gifts(as_row(turn.held), turn.seat, turn.owed)[0]
        return Give.of(turn.seat, {seat: Hand(int(cards)) for seat, cards in zip(Seat, three, strict=True)})
    return heuristic_action(view)


def best(held, view):
    """The dealer's call by what he has seen: sixteen cards, or the kitty too, still on the table or taken."""
    looked = isinstance(view.kitty, Hand) and any(isinstance(event, Peek) for event in view.events)
    taken = any(isinstance(event, Take) for event in view.events)
    seen = held | view.kitty if looked and not taken else held
    return Trump(int(modelled_calls(as_row(seen), view.rules.trumps(), looked or taken)[0]))


def as_row(hand):
    return np.array([hand.cards], np.uint64)


def completed(deal: Deal) -> Deal:
    """The deal at its first lead."""
    while deal.turn.kind is not Play:
        deal = deal.after(chosen(deal.seen_by(deal.turn.seat)))
    return deal


@pytest.mark.parametrize("text", TABLES)
def test_what_comes_of_a_choice_is_what_the_game_makes_of_it(text):
    """Every choice of matches of plain players: the world goes on as the deal itself does."""
    random, layouts, match, compared = Random(text), random_deals(7), UndealtMatch(parse_rules(text)), 0
    for _ in range(12):
        match = match.dealt(next(layouts))
        deal = match.deal
        while not deal.over:
            turn = deal.turn
            if turn.kind in (Give, Call, Discard):
                action = turn.draw(random)
                view = deal.seen_by(turn.seat)
                if not unseen_gift(view):  # what comes back for it later is left out
                    found, after = complete_deals(view, row(deal), [action]), deal.after(action)
                    after = completed(after)
                    assert found.hands[0].tolist() == [hand.cards for hand in after.hands]
                    assert found.trumps[0] == after.trump
                    compared += 1
            deal = deal.after(heuristic_action(deal.seen_by(turn.seat)) if turn.kind is not Play else turn.draw(random))
        match = replace(match, deal=deal, past=None)
        if match.over:
            break
        match = match.following()
    assert compared >= 2


def unseen_gift(view: Deal) -> bool:
    gifts = [event.cards for event in view.events if isinstance(event, Give)]
    return any(isinstance(cards, Unseen) for three in gifts for cards in three)


def test_gifts_not_seen_come_back_in_number():
    """The dealer is asked between a gift of right's to left and its return."""
    rules, held = NAMED["catalan-plus-minus"].rules, Hand.parse("AKJ94.Q83.KT5.A7642")
    view = Situation(rules, D, held, previous_results=(0, -2, 2), discarded=cards("S2 H2 D2 D3")).view(Call)
    found = complete_deals(view, Knowledge(view).sample(50, 1).sets, [Call(D, Trump.SPADES)])
    assert np.bitwise_count(found.hands).tolist() == [[16, 16, 16]] * 50


def test_two_givers_to_one_get_a_card_back_each():
    """Left gives right his only heart, and does not know what the dealer has given: right hands one back to both."""
    rules = parse_rules("catalan-plus-minus")
    deal = Deal.start(rules, next(random_deals(301)), (1, 1, -2))
    view = by_rules(deal, lambda deal: deal.turn.kind is Give and deal.turn.seat is L).seen_by(L)
    worlds = Knowledge(view).sample(300, 1).sets
    gifts = list(view.due_turn.actions())
    found = complete_deals(view, worlds, gifts)
    assert {int(hand).bit_count() for hand in found.hands.reshape(-1).tolist()} == {16}


def test_looking_at_the_kitty_is_followed():
    rules = parse_rules("wikipedia kitty_peek=yes")
    deal = Deal.start(rules, next(random_deals(3)), (-5, 5, 0))
    action = next(iter(deal.turn.actions()))
    assert isinstance(action, Give)
    after = completed(deal.after(action))
    assert any(isinstance(event, Look) for event in after.events)
    found = complete_deals(deal.seen_by(L), row(deal), [action])
    assert found.hands[0].tolist() == [hand.cards for hand in after.hands] and found.trumps[0] == after.trump


def test_calls_laid_down_are_those_of_their_own_deals():
    """Deals after other results are set up apart, and come back in their order."""
    rules, number = NAMED["wikipedia"].rules, 60
    previous = np.array([(1, 0, -1), (-2, 1, 1), (0, 0, 0)])[np.arange(number) * 7 % 3]
    fitted = ready_deals(rules, previous, dealt(number, 952)).games["trump"]
    calls = np.arange(number) % 6 + AS_FITTED
    found = ready_deals(rules, previous, dealt(number, 952), calls).games["trump"]
    assert np.array_equal(found, np.where(calls == AS_FITTED, fitted, calls))
    low = ready_deals(rules, previous, dealt(number, 952), 4, lambda hands, trumps: hands & ~(hands - np.uint64(1)))
    assert (np.bitwise_count(low.games["discarded"]) == 1).all() and (low.games["trump"] == 4).all()
