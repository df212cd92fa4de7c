"""Who is taken to play at the other seats, in words."""

from __future__ import annotations

from collections.abc import Mapping

from ninefivetwo.cards import Seat
from ninefivetwo.think.playouts import Level, Opponents
from ninefivetwo.words.figures import listed
from ninefivetwo.words.speaker import BY_SEAT, Speaker

#: One player of a level, and several.
PLAYERS = {
    Level.BEGINNER: ("a beginner", "beginners"),
    Level.RULE: ("a rule player", "rule players"),
    Level.CLUB: ("a club player", "club players"),
    Level.EXPERT: ("an expert", "experts"),
    Level.MIXED: ("a rule, club or expert player", "rule, club and expert players"),
}


def against_words(opponents: Opponents, seat: Seat, speaker: Speaker = BY_SEAT) -> str:
    """Against whom deals are played out for a seat: "against club players"."""
    levels = opponents.others(seat)
    if len(set(levels.values())) == 1:
        return f"against {PLAYERS[next(iter(levels.values()))][1]}"
    return f"against {listed([f'{PLAYERS[level][0]} ({speaker.name(other)})' for other, level in levels.items()])}"


def taken_as_words(levels: Mapping[str, Level]) -> str:
    """What players, by name, are taken to be: "all taken as club players"."""
    by_level = dict[Level, list[str]]()
    for name, level in levels.items():
        by_level.setdefault(level, []).append(name)
    if len(by_level) == 1:
        return f"all taken as {PLAYERS[next(iter(by_level))][1]}"
    parts = [(listed(names), PLAYERS[level][len(names) > 1]) for level, names in by_level.items()]
    return listed([f"{names} {'as' if i else 'taken as'} {what}" for i, (names, what) in enumerate(parts)])
