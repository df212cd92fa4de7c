"""Who is taken to play at the other seats, in words."""

from __future__ import annotations

from collections.abc import Mapping

from ninefivetwo.cards import Seat
from ninefivetwo.think.players.recognise import Recognised
from ninefivetwo.think.playouts import Level, Opponents
from ninefivetwo.words.figures import listed, plural
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


def recognised_words(found: Recognised) -> str:
    """How players play whose level shows in their cards: "They play like club players"."""
    parts = _by_level(found.levels)
    play = [f"{listed(names)} play{'s' * (len(names) == 1)} like {what}" for names, what in parts]
    if len(parts) == 1 and len(found.levels) > 1:
        play = [f"They play like {parts[0][1]}"]
    return f"{listed(play)}, by {plural(found.deals, 'deal')}: {min(int(100 * found.chance), 99)} % sure."


def taken_as_words(levels: Mapping[str, Level]) -> str:
    """What players, by name, are taken to be: "all taken as club players"."""
    parts = _by_level(levels)
    if len(parts) == 1:
        return f"all taken as {PLAYERS[next(iter(levels.values()))][1]}"
    return listed([f"{listed(names)} {'as' if i else 'taken as'} {what}" for i, (names, what) in enumerate(parts)])


def _by_level(levels: Mapping[str, Level]) -> list[tuple[list[str], str]]:
    """The names of the players of each level, and what they are."""
    names = dict[Level, list[str]]()
    for name, level in levels.items():
        names.setdefault(level, []).append(name)
    return [(each, PLAYERS[level][len(each) > 1]) for level, each in names.items()]
