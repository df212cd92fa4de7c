"""The plain rules of play are the engine's: the same cards as their slow twin, and whole deals as by rule players."""

from itertools import count as numbers
from random import Random

import plain_rules
import pytest
from table import dealt_matches

from ninefivetwo.cards import Seat
from ninefivetwo.game import Play, PlayTurn
from ninefivetwo.game.rules import NAMED
from ninefivetwo.think.heuristics import card_to_play
from ninefivetwo.think.players import RulePlayer
from ninefivetwo.think.players.levels import _uncounted
from ninefivetwo.think.playouts import game_of, play_out, policy

PLAIN = policy("plain")


def positions(rules, seed):
    """Deals of random matches, without end, whenever a card is due."""
    for number in numbers():
        for match in dealt_matches(rules, seed * 10**9 + number, 9):
            if isinstance(match.deal.turn, PlayTurn):
                yield match.deal


@pytest.mark.parametrize("name", NAMED)
def test_every_card_is_the_twin_s(name, seed, count):
    """From positions of random play, which are stranger than any that players reach; a forgetful view too."""
    number, chosen, forgetful = count(200, 12_000), 0, 0
    for deal in positions(NAMED[name].rules, seed):
        turn, view = deal.turn, deal.seen_by(deal.turn.seat)
        if turn.count() == 1:
            continue
        chosen += 1
        assert card_to_play(view, turn) is plain_rules.card_to_play(view, turn), view
        if chosen % 4 == 0:
            less = _uncounted(view)
            forgetful += len(less.events) < len(view.events)
            assert card_to_play(less, turn) is plain_rules.card_to_play(less, turn), less
        if chosen == number:
            break
    assert forgetful


def rest_of(deal):
    """What the seats still win when rule players go on, who play as the twin does."""
    won, player = deal.won, RulePlayer()
    while not deal.over:
        action = player.act(deal.seen_by(deal.turn.seat))
        assert action == Play(deal.turn.seat, plain_rules.card_to_play(deal.seen_by(deal.turn.seat), deal.turn))
        deal = deal.after(action)
    return [deal.won[seat] - won[seat] for seat in Seat]


@pytest.mark.parametrize("name", NAMED)
def test_a_playout_is_what_rule_players_do(name, seed, count):
    """Whole deals, and positions after some random cards, in the middle of a trick too."""
    random, number, on_table = Random(seed), count(4, 120), set()
    tried = 0
    for deal in positions(NAMED[name].rules, seed + 1):
        if deal.played and random.random() > 0.05:
            continue
        assert play_out((PLAIN,) * 3, game_of(deal))[0].tolist() == rest_of(deal)
        on_table.add((bool(deal.played), len(deal.table)))
        tried += 1
        if tried >= number and len(on_table) == 4:
            break
