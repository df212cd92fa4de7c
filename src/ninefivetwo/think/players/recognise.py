"""Which level players are of, by the cards that they played in deals of which all cards are known.

The cards of each player have a likelihood under a model of each level.  A beginner and a rule player go by the plain
rules, with slips.  A club player goes by the learned policy, whose probabilities are as sharp as the computer's choices
or as those of people, one of the two throughout; an expert deviates more from it, for he plays deals out.  Touching
cards are one choice.  Most tables are of one level.  Decisions of a deal have much in common, so each counts as less
than one (`EVIDENCE`): the chance that is told should come true.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np
from msgspec import Struct

from ninefivetwo.game import Match, Play
from ninefivetwo.sets import Floats
from ninefivetwo.think.players.population import SHARPNESS
from ninefivetwo.think.playouts import Rows, policy, view_of
from ninefivetwo.think.playouts.opponents import STAND_IN, Level
from ninefivetwo_solver.playout import NO_CHOICE, Policy, features, probabilities

LEVELS = (Level.BEGINNER, Level.RULE, Level.CLUB, Level.EXPERT)
#: How often a card is any legal one, and how sharp the learned policy's probabilities are; fitted to 40 tables of each
#: level such as `benchmarks/recognition.py` plays, but others.
SLIP, CLUB_SHARP, EXPERT_SHARP = 0.05, 20.0, 6.0
ALIKE = 0.8  # of the tables have players of one level
EVIDENCE = 0.7  # of a decision, as which each counts
CERTAIN = 1000.0  # a temper at which the learned policy plays its best card
SURE, FEWEST = 0.95, 3  # chance of the likeliest levels, and deals, from which on they are told


class Recognised(Struct, frozen=True):
    """The likeliest levels of players, by name; the chance that all of them are right; from how many deals."""

    levels: dict[str, Level]
    chance: float
    deals: int

    @property
    def sure(self) -> bool:
        """Is it told?"""
        return self.chance >= SURE and self.deals >= FEWEST


def recognised(matches: Sequence[Match], names: Iterable[str]) -> Recognised:
    """The levels of players by what they played in these deals, of which all cards are known."""
    played = {name: np.zeros(len(LEVELS)) for name in names}
    found = [_played(match) for match in matches]
    for name in played:
        cards = [card for each in found for player, *card in each if player == name]
        if cards:
            views, indices = zip(*cards, strict=True)
            played[name] = _log_likelihoods(np.concatenate(views), np.array(indices))
    levels, chance = _likeliest(list(played.values()))
    return Recognised(dict(zip(played, levels, strict=True)), chance, len(matches))


def agreement(matches: Sequence[Match], names: Iterable[str], level: Level) -> float:
    """In how many of their choices of a card players do what the policy does that stands for a level, 0 to 1."""
    cards = [(view, index) for match in matches for name, view, index in _played(match) if name in names]
    views, indices = np.concatenate([view for view, _ in cards]), np.array([index for _, index in cards])
    return float(_chances(policy(STAND_IN[level]), views, indices, CERTAIN).mean())


def _likeliest(logs: Sequence[Floats]) -> tuple[tuple[Level, ...], float]:
    """The likeliest levels of players from the logarithms of their likelihoods, and the chance of them."""
    every = list(product(range(len(LEVELS)), repeat=len(logs)))
    alike = np.array([len(set(each)) == 1 for each in every])
    prior = ALIKE * alike / alike.sum() + (1 - ALIKE) / len(every)
    weights = np.array([EVIDENCE * sum(log[i] for log, i in zip(logs, each, strict=True)) for each in every])
    chances = prior * np.exp(weights - weights.max())
    best = int(chances.argmax())
    return tuple(LEVELS[i] for i in every[best]), float(chances[best] / chances.sum())


def _played(match: Match) -> list[tuple[str, Rows, int]]:
    """Who played which card from which view, where there was a choice."""
    return [
        (match.names[event.seat], view_of(before.seen_by(event.seat)), event.card.index)
        for before, event, _ in match.deal.steps
        if isinstance(event, Play) and before.due_turn.count() > 1
    ]


def _log_likelihoods(views: Rows, cards: np.ndarray) -> Floats:
    """The logarithm of how likely a player of each level plays all these cards, whichever of touching ones."""
    learned, slips = policy("learned"), _chances(Policy.beginner(1.0), views, cards)

    def log(chances: Floats) -> float:
        return float(np.log(SLIP * slips + (1 - SLIP) * chances).sum())

    sharp, people, expert = (
        log(_chances(learned, views, cards, temper)) for temper in (CLUB_SHARP, SHARPNESS[Play], EXPERT_SHARP)
    )
    beginner, rule = (log(_chances(policy(name), views, cards)) for name in ("beginner", "plain"))
    return np.array([beginner, rule, np.logaddexp(sharp, people) - np.log(2), expert])


def _chances(chosen: Policy, views: Rows, cards: np.ndarray, temper: float = 1.0) -> Floats:
    """The chance that a policy plays each of these cards or one that touches it."""
    lowest = features(views)[0].astype(int)  # of touching cards, ascending
    first = np.where(lowest <= cards[:, None], lowest, -1).max(axis=1)
    after = np.where((lowest > cards[:, None]) & (lowest != NO_CHOICE), lowest, 64).min(axis=1)
    every = np.arange(64)
    mine = (every >= first[:, None]) & (every < after[:, None])
    found: Floats = (probabilities(chosen, views, temper) * mine).sum(axis=1)
    return found
