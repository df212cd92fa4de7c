"""Sentences and terms for the levels of players."""

from __future__ import annotations

from collections.abc import Mapping

from ninefivetwo.cards import Seat
from ninefivetwo.think.players.recognise import Recognised
from ninefivetwo.think.playouts import Level, Opponents
from ninefivetwo.words.figures import plural
from ninefivetwo.words.speaker import BY_SEAT, Speaker
from ninefivetwo.words.template import Amount, Name, Template, Term, listed

#: The terms for one player of a level and for several players.
PLAYERS = {
    Level.BEGINNER: ("a beginner", "beginners"),
    Level.RULE: ("a rule-of-thumb player", "rule-of-thumb players"),
    Level.CLUB: ("a club player", "club players"),
    Level.EXPERT: ("an expert", "experts"),
    Level.MIXED: ("a rule-of-thumb, club or expert player", "a mix of rule-of-thumb, club and expert players"),
}

PLAYS_LIKE = Template("{players} {players:plays|play} like {level} ({chance} sure after {deals}).")
PLAY_LIKE_SEVERAL = Template("The opponents play like {levels} ({chance} sure after {deals}).")


def against(opponents: Opponents, seat: Seat, speaker: Speaker = BY_SEAT) -> Term:
    """Return the opponents assumed for a seat's advice: "club players", "a beginner (Ann) and an expert (Cy)"."""
    levels = opponents.others(seat)
    if len(set(levels.values())) == 1:
        return Term(PLAYERS[next(iter(levels.values()))][1])
    return Term(listed([f"{PLAYERS[level][0]} ({speaker.name(other)})" for other, level in levels.items()]))


def recognised_words(found: Recognised) -> str:
    """Return a sentence on players' estimated levels, with the chance that the estimate is right."""
    sure = {"chance": Amount(f"{min(int(100 * found.chance), 99)} %"), "deals": plural(found.deals, "deal")}
    groups = _by_level(found.levels)
    if len(groups) == 1:
        ((names, level),) = groups
        who = Name("the opponents") if len(found.levels) > 1 else Name(names[0], first=True)
        return PLAYS_LIKE(players=who, level=level, **sure)
    levels = Term(listed([f"{level} ({listed(names)})" for names, level in groups]))
    return PLAY_LIKE_SEVERAL(levels=levels, **sure)


def levels_term(levels: Mapping[str, Level]) -> Term:
    """Return players' assumed levels: "club players", "a beginner (Ann) and experts (Bob and Cy)"."""
    groups = _by_level(levels)
    if len(groups) == 1:
        return Term(PLAYERS[next(iter(levels.values()))][1])
    return Term(listed([f"{level} ({listed(names)})" for names, level in groups]))


def _by_level(levels: Mapping[str, Level]) -> list[tuple[list[str], Term]]:
    """Group players by level; return the names and the level's term for each group."""
    names = dict[Level, list[str]]()
    for name, level in levels.items():
        names.setdefault(level, []).append(name)
    return [(each, Term(PLAYERS[level][len(each) > 1])) for level, each in names.items()]
