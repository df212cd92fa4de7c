"""Logs of Board Game Arena, made up: the envelope is documented, the names inside are not, so several are tried.

No real log was at hand; these tests show what the reader does, not that real logs are read.
"""

import json
from random import Random

import pytest

from ninefivetwo.cards import RANKS, Trump
from ninefivetwo.errors import RecordError
from ninefivetwo.game import Call, Deal, Play
from ninefivetwo.game.records import is_log, read_file, read_log
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.layout import random_deals

BGA = NAMED["bga"].rules
PLAYERS = ["84", "9", "1007"]  # in the order in which they sit, clockwise; the first deals first
NAMES = dict(zip(PLAYERS, ["Ann", "Bob", "Cy"], strict=True))
SUITS = ["spade", "heart", "diamond", "club"]


def tutorial(player, card):
    """As the platform's own example of a card game names them."""
    return {
        "player_id": player,
        "player_name": NAMES[player],
        "color": "3210"[card.suit],
        "color_displayed": SUITS[card.suit],
        "value": str(card.rank + 2),
        "value_displayed": RANKS[card.rank].replace("T", "10"),
    }


def nested(player, card):
    """Another game's: an object for the card, signs in markup, numbers."""
    return {
        "player_id": int(player),
        "player_name": NAMES[player],
        "card": {"id": 17, "suit_label": f"<span class='s'>{'♠♥♦♣'[card.suit]}</span>", "rank": card.rank + 2},
    }


def deals(number, rules=BGA, trumps=None, seed=4):
    """Deals played at random, each with its players by seat."""
    random, layouts = Random(seed), random_deals(seed)
    for i in range(number):
        deal = Deal.start(rules, next(layouts))
        while not deal.over:
            turn = deal.turn
            action = turn.draw(random)
            if turn.kind is Call and trumps:
                action = Call(turn.seat, trumps[i])
            deal = deal.after(action)
        yield deal, [PLAYERS[(seat + i) % 3] for seat in range(3)]


def log(played, args, trump=True):
    """The envelope: packets of notifications, with others between the plays."""
    notes = [{"type": "gameStateChange", "args": {"id": 2, "name": "x"}}]
    for deal, seats in played:
        notes.append({"type": "newHand", "args": {"cards": [1, 2, 3]}})
        if trump:
            notes.append({"type": "trump", "args": {"trump_name": SUITS[deal.trump], "player_id": seats[0]}})
        for i, event in enumerate(e for e in deal.events if isinstance(e, Play)):
            note = {"uid": f"{id(deal)}-{i}", "type": "playCard", "args": args(seats[event.seat], event.card)}
            notes += [note, note]  # the table's channel and the player's
            if i % 3 == 2:
                notes.append({"type": "trickWin", "args": {"player_id": "9", "player_name": "Bob"}})
    packets = [{"channel": "/table/t1", "data": notes[i : i + 4]} for i in range(0, len(notes), 4)]
    return {"status": 1, "data": {"logs": packets}}


@pytest.mark.parametrize("args", [tutorial, nested])
@pytest.mark.parametrize("trump", [True, False])
def test_a_log_becomes_records_of_the_play(args, trump):
    played = list(deals(4))
    found = log(played, args, trump)
    assert is_log(found)
    imported = read_log(json.loads(json.dumps(found)), BGA)
    matches = [record.match for record in read_file(str(imported.file)).records]
    assert len(matches) == 4
    for match, (deal, seats) in zip(matches, played, strict=True):
        assert match.names == tuple(NAMES[player] for player in seats)
        assert match.deal.trump is deal.trump and match.deal.won == deal.won
        assert [e for e in match.deal.events if isinstance(e, Play)] == [e for e in deal.events if isinstance(e, Play)]
        assert match.deal.discarded == deal.discarded == match.deal.dealt_kitty
    assert "exchange and kitty not read" in " ".join(imported.notes)
    assert "passed over: gameStateChange (1), newHand (4)" in " ".join(imported.notes)
    assert "stand for the kitty" in str(imported.file)


def test_no_trump_is_found_by_who_led():
    rules = parse_rules("bga notrump=yes")
    played = list(deals(2, rules, [Trump.NO_TRUMP, Trump.HEARTS], seed=9))
    imported = read_log(log(played, tutorial, trump=False), rules)
    assert [record.match.deal.trump for record in imported.file.records] == [Trump.NO_TRUMP, Trump.HEARTS]


def test_two_trumps_that_fit_are_refused():
    rules = parse_rules("bga notrump=yes")
    with pytest.raises(RecordError, match=r"deal 2 in the log: trump unknown: .* names none, .* .*H, N"):
        read_log(log(list(deals(2, rules, [Trump.NO_TRUMP, Trump.HEARTS])), tutorial, trump=False), rules)
