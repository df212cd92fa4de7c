"""A session as the text that is saved after every action."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from ninefivetwo.cards import Seat
from ninefivetwo.errors import LibraryError, NineFiveTwoError, quoted
from ninefivetwo.game import Match, Play, why_not_next
from ninefivetwo.record import File
from ninefivetwo.rules import parse_rules, rules_text
from ninefivetwo.session.game_session import GameSession, only_record

SCHEMA = "ninefivetwo.session/1"


def session_text(session: GameSession) -> str:
    """The session in full, for `session_of`.  It holds all hands, so it is not to be shown."""
    value = {
        "schema": SCHEMA,
        "rules": rules_text(session.rules),
        "levels": list(session.levels),
        "name": session.name,
        "seed": session.seed,
        "training": session.training,
        "earlier": list(session.earlier),
        "deal": str(File.of([session.record()])),
    }
    return json.dumps(value | ({"claims": session.claims} if session.claims else {}))


def session_of(text: str) -> GameSession:
    """The session that `session_text` wrote.  Raises LibraryError for any other text."""
    try:
        return _session_of(json.loads(text))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, NineFiveTwoError) as error:
        fault = type(error).__name__ if isinstance(error, (KeyError, RecursionError)) else str(error)
        raise LibraryError(f"no match as it was saved: {fault} (expected {SCHEMA})") from error


def _session_of(value: dict[str, Any]) -> GameSession:
    """Raises ValueError, TypeError, KeyError, or an error of ours, where the value is not that of a session."""
    if value["schema"] != SCHEMA:
        raise ValueError(f"schema {quoted(str(value['schema']))}")
    rules, (left, right), name, seed = parse_rules(value["rules"]), value["levels"], value["name"], value["seed"]
    training, earlier = value["training"], tuple(value["earlier"])
    if not isinstance(training, bool) or not isinstance(seed, int):
        raise ValueError(f"seed {seed!r}, training {training!r}")
    matches = [only_record(each).match for each in (*earlier, value["deal"])]
    first = matches[0]
    start = GameSession.start(rules, (left, right), Seat(first.names.index(name)), seed, training, name)
    if (first.rules, first.names, first.number) != (rules, start.match.names, 1):
        raise ValueError("the first deal is of another match")
    for before, after in zip(matches, matches[1:], strict=False):
        if why := why_not_next(before, after):
            raise ValueError(f"deal {after.number} does not follow: {why}")
    if matches[-1].deal.viewer is not None:
        raise ValueError("not all hands are known")
    return replace(start, earlier=earlier, match=matches[-1], claims=_claims(value.get("claims", []), matches))


def _claims(value: list[list[int]], matches: list[Match]) -> tuple[tuple[int, int], ...]:
    """The claims that were saved.  Raises ValueError, TypeError for claims that cannot have been made."""
    claims = [(number, cards) for number, cards in value]
    plays = {m.number: sum(isinstance(event, Play) for event in m.deal.events) for m in matches if m.deal.over}
    numbers = [number for number, _ in claims]
    if numbers != sorted(set(numbers)) or not all(0 < cards <= plays.get(number, 0) for number, cards in claims):
        raise ValueError(f"claims {quoted(str(value))}")
    return tuple(claims)
