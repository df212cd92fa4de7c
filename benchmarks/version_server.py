"""Answer the requests of `versions.py` from another version; the Python of this version runs it.

Each request is a line of JSON with the player `name`, the `seed` of its random numbers, and `record`, the one-sided
record of its view. The answer is a line with `action`, as a person would type it, or `error`. The server ends with its
input.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path

if __name__ == "__main__":  # this directory is not a package in the other version's Python
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from benchmarks.adviser import AdviserPlayer
from ninefivetwo import Hand, Seat
from ninefivetwo.game import Action, Call, DealView, Discard, Give, Play, YesNo
from ninefivetwo.game.records import read_file
from ninefivetwo.think.players import PLAYERS, Player


@cache
def player(name: str) -> Player:
    """Return one of the version's players or its adviser, cached so that its tables stay warm. Raises ValueError."""
    kind, _, limits = name.partition(":")
    if kind == "adviser":
        return AdviserPlayer(limits, 0)
    if name not in PLAYERS:
        raise ValueError(f"unknown player: {name!r} (expected adviser, adviser:LIMIT or one of {', '.join(PLAYERS)})")
    return PLAYERS[name](0)


def view_of(text: str) -> DealView:
    """Return the view at the end of a record."""
    (record,) = read_file(text).records
    return record.match.view


def words(action: Action) -> str:
    """Return an action in the form that `ninefivetwo.words.speaker` parses."""
    match action:
        case Play():
            return str(action.card)
        case Call(_, trump):
            return str(trump)
        case Discard(cards=Hand() as cards):
            return " ".join(map(str, cards))
        case YesNo():
            return "yes" if action.answer else "no"
        case Give():
            gifts = zip(Seat, action.cards, strict=True)
            return " ".join(f"{s.word} {' '.join(map(str, c))}" for s, c in gifts if isinstance(c, Hand) and c) or "-"
    raise ValueError(f"cards not seen: {action}")


def answer(line: str) -> dict[str, str]:
    """Return the answer to a line; every error becomes an answer too."""
    try:
        asked = json.loads(line)
        chosen = player(asked["name"])
        chosen.reseed(asked["seed"])
        return {"action": words(chosen.act(view_of(asked["record"])))}
    except Exception as error:  # the client must receive every error
        return {"error": f"{type(error).__name__}: {error}"}


def serve() -> None:
    for line in sys.stdin:
        print(json.dumps(answer(line)), flush=True)


if __name__ == "__main__":
    serve()
