"""Logs of Board Game Arena, made up: the envelope is documented, the names inside are not, so several are tried.

No real log was at hand; these tests show what the reader does, not that real logs are read.
"""

import json
from random import Random

import pytest

from ninefivetwo.cards import RANKS, Trump
from ninefivetwo.errors import RecordError
from ninefivetwo.game import Call, Deal, Play
from ninefivetwo.game.dealing import random_deals
from ninefivetwo.game.records import is_log, read_file, read_log
from ninefivetwo.game.rules import NAMED, parse_rules

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


def log(played, args, trump=True, kind="playCard"):
    """The envelope: packets of notifications, with others between the plays."""
    notes = [{"type": "gameStateChange", "args": {"id": 2, "name": "x"}}]
    for deal, seats in played:
        notes.append({"type": "newHand", "args": {"cards": [1, 2, 3]}})
        if trump:
            notes.append({"type": "trump", "args": {"trump_name": SUITS[deal.trump], "player_id": seats[0]}})
        for i, event in enumerate(e for e in deal.events if isinstance(e, Play)):
            note = {"uid": f"{id(deal)}-{i}", "type": kind, "args": args(seats[event.seat], event.card)}
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


def test_no_trump_by_who_led():
    rules = parse_rules("bga notrump=yes")
    played = list(deals(2, rules, [Trump.NO_TRUMP, Trump.HEARTS], seed=9))
    imported = read_log(log(played, tutorial, trump=False), rules)
    assert [record.match.deal.trump for record in imported.file.records] == [Trump.NO_TRUMP, Trump.HEARTS]


def test_two_trumps_that_fit_are_refused():
    rules = parse_rules("bga notrump=yes")
    with pytest.raises(RecordError, match=r"deal 2 in the log: trump unknown: .* names none, .* .*H, N"):
        read_log(log(list(deals(2, rules, [Trump.NO_TRUMP, Trump.HEARTS])), tutorial, trump=False), rules)


def test_a_deal_that_stops_early_is_left_out_and_said_to_be():
    found = log(list(deals(2)), tutorial)
    del found["data"]["logs"][-20:]
    imported = read_log(found, BGA)
    assert len(imported.file.records) == 1
    assert imported.notes[0].startswith("deal 2 stops after ")


def changed(change):
    """A log of two deals after a change to its notifications."""
    found = log(list(deals(2)), tutorial)
    change([note for packet in found["data"]["logs"] for note in packet["data"]])
    return found


def numbers_only(notes):
    for note in notes:
        note["args"].pop("color_displayed", None)


def another_card(notes):
    plays = [note for note in notes if note["type"] == "playCard"]
    plays[10]["args"] |= {k: plays[4]["args"][k] for k in ("color", "color_displayed", "value", "value_displayed")}


def another_leader(notes):
    plays = [note for note in notes if note["type"] == "playCard"]
    for note in plays[: 2 * 48]:
        note["args"]["player_id"] = PLAYERS[0]


def two_kinds(notes):
    for note in list(notes):
        if note["type"] == "playCard":
            notes.append(note)
    for i, note in enumerate(notes):
        if note["type"] == "playCard" and i % 2:
            note["type"] = "cardPlayed"


def other_trump(notes):
    for note in notes:
        if note["type"] == "trump":
            note["args"]["trump_name"] = SUITS[(SUITS.index(note["args"]["trump_name"]) + 1) % 4]


def one_without_value(notes):
    play = [note for note in notes if note["type"] == "playCard"][8]
    del play["args"]["value"], play["args"]["value_displayed"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (numbers_only, "no plays found in the log: none has a player, a suit by name and a value"),
        (another_card, "played twice in deal 1"),
        (another_leader, "not 16 cards of each of three players in turn"),
        (other_trump, "deal 1 in the log: trump unknown: the log names "),
        (one_without_value, "no player, suit and value as in the others"),
        (lambda notes: notes.clear(), None),
    ],
)
def test_what_cannot_be_trusted_is_refused(change, told):
    found = changed(change)
    if told is None:
        found["data"]["logs"] = []
        told = "no plays found"
    with pytest.raises(RecordError) as caught:
        read_log(found, BGA)
    assert told in str(caught.value)


@pytest.mark.parametrize("logs", [3, None, [3], [{"data": 3}], [{"data": [3, {"type": "x"}, {"args": 3}]}]])
def test_other_json_in_the_envelope_is_refused(logs):
    with pytest.raises(RecordError):
        read_log({"data": {"logs": logs}}, BGA)


def test_rules_in_which_the_discard_comes_first_are_refused():
    with pytest.raises(RecordError, match="the discard comes before the kitty"):
        read_log(log(list(deals(1)), tutorial), NAMED["sergeant-major"].rules)


def test_an_illegal_card_is_refused_with_its_place():
    deal, seats = next(deals(1))
    plays = [e for e in deal.events if isinstance(e, Play)]
    first = plays[0]
    follow = next(p for p in plays[1:3] if p.card.suit is first.card.suit)
    later = next(p for p in plays[3:] if p.seat is follow.seat and p.card.suit is not first.card.suit)
    swap = {follow.card: later.card, later.card: follow.card}
    found = log([(deal, seats)], lambda player, card: tutorial(player, swap.get(card, card)))
    with pytest.raises(RecordError, match=r"notification \d+: .* \(expected a card of the suit led\)|trump unknown"):
        read_log(found, BGA)
