"""A replacement for `version_server.py` in checkouts that have none, such as c8ed563; it has the same protocol.

The Python of such a checkout runs this file. It uses the names of modules in those versions, so do not rename them
here.
"""

import json
import sys
from functools import cache
from importlib import import_module

PARTS = "advise", "cards", "game", "heuristics", "players", "record"
advise, cards, game, heuristics, players, record = (import_module(f"ninefivetwo.{part}") for part in PARTS)


@cache
def player(name):
    if name not in players.PLAYERS:
        expected = f"expected adviser, adviser:LIMIT or one of {', '.join(players.PLAYERS)}"
        raise ValueError(f"unknown player: {name!r} ({expected})")
    return players.PLAYERS[name](0)


def limits_of(text, seed):
    """Return the limits that a text describes, as `adviser.limits_of` does."""
    if not text:
        return advise.Limits(seconds=None, seed=seed, threads=1)
    if text.isdecimal() and int(text) > 0:
        return advise.Limits(seconds=None, worlds=int(text), seed=seed, threads=1)
    seconds = text.removesuffix("s")
    if seconds != text and seconds.replace(".", "", 1).isdecimal() and float(seconds) > 0:
        return advise.Limits(seconds=float(seconds), seed=seed, threads=1)
    raise ValueError(f"invalid limits: {text!r} (expected worlds such as 8, or seconds such as 3s)")


def action(name, seed, view):
    kind, _, limits = name.partition(":")
    if kind != "adviser":
        chosen = player(name)
        chosen.reseed(seed)
        return chosen.act(view)
    turn = view.due_turn
    if isinstance(turn, game.LookTurn) or turn.count() == 1:
        return heuristics.heuristic_action(view)
    answers = advise.advise_play if isinstance(turn, game.PlayTurn) else advise.advise_before_play
    return answers(view, limits_of(limits, seed)).recommended.action


def words(chosen):
    match chosen:
        case game.Play():
            return str(chosen.card)
        case game.Call():
            return chosen.denomination.name
        case game.Discard():
            return " ".join(map(str, chosen.cards))
        case game.Look():
            return "yes" if chosen.looks else "no"
    gifts = zip(cards.Seat, chosen.cards, strict=True)
    return " ".join(f"{s.word} {' '.join(map(str, c))}" for s, c in gifts if isinstance(c, cards.Hand) and c) or "-"


def answer(line):
    try:
        asked = json.loads(line)
        (found,) = record.read_file(asked["record"]).records
        return {"action": words(action(asked["name"], asked["seed"], found.match.view))}
    except Exception as error:  # the client must receive every error
        return {"error": f"{type(error).__name__}: {error}"}


for question in sys.stdin:
    print(json.dumps(answer(question)), flush=True)
