"""Recognition of players' levels from the cards that they played in deals with all cards known.

A model of each level gives the likelihood of a player's cards. Beginners and rule players follow the rules of thumb,
with slips. Club players follow the learned policy's probabilities, with the sharpness of either the computer player or
human players. Experts deviate more from the learned policy because they search. The prior favours tables at which all
players have the same level. Decisions in a deal are correlated, so the evidence of each decision is reduced
(`EVIDENCE`) to keep the reported chance calibrated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import numpy as np
from msgspec import Struct

from ninefivetwo.game import Match, Play
from ninefivetwo.sets import Floats
from ninefivetwo.think.players.levels import SHARPNESS
from ninefivetwo.think.playouts import Rows, policy, view_of
from ninefivetwo.think.playouts.opponents import STAND_IN, Level
from ninefivetwo_solver.playout import NO_CHOICE, Policy, features, probabilities

RECOGNISED_LEVELS = (Level.BEGINNER, Level.RULE, Level.CLUB, Level.EXPERT)
#: The share of random cards, and the sharpness of the learned policy's probabilities for club and expert players. The
#: numbers were fitted to 40 tables of each level; `benchmarks/recognition.py` uses other tables.
SLIP, CLUB_SHARP, EXPERT_SHARP = 0.05, 20.0, 6.0
ALIKE_CHANCE = 0.8  # prior share of tables at which all players have the same level
EVIDENCE = 0.7  # weight of each decision; below 1 because the decisions are correlated
CERTAIN_SHARPNESS = 1000.0  # sharpness at which the learned policy practically always plays its best card
SURE, FEWEST = 0.95, 3  # minimum chance and minimum number of deals for reporting the levels


class Recognised(Struct, frozen=True):
    """The players' likeliest levels by name, the chance that all levels are right, and the number of deals used."""

    levels: dict[str, Level]
    chance: float
    deals: int

    @property
    def sure(self) -> bool:
        """Whether the levels are certain enough to be reported."""
        return self.chance >= SURE and self.deals >= FEWEST


def recognised(matches: Sequence[Match], names: Iterable[str]) -> Recognised:
    """Return the likeliest levels of the named players, based on deals with all cards known."""
    played = {name: np.zeros(len(RECOGNISED_LEVELS)) for name in names}
    found = [_played(match) for match in matches]
    for name in played:
        cards = [card for each in found for player, *card in each if player == name]
        if cards:
            views, indices = zip(*cards, strict=True)
            played[name] = _log_likelihoods(np.concatenate(views), np.array(indices))
    levels, chance = _likeliest(list(played.values()))
    return Recognised(dict(zip(played, levels, strict=True)), chance, len(matches))


def agreement(matches: Sequence[Match], names: Iterable[str], level: Level) -> float:
    """Return the share, from 0 to 1, of the named players' cards that match the policy for a level."""
    cards = [(view, index) for match in matches for name, view, index in _played(match) if name in names]
    views, indices = np.concatenate([view for view, _ in cards]), np.array([index for _, index in cards])
    return float(_chances(policy(STAND_IN[level]), views, indices, CERTAIN_SHARPNESS).mean())


def _likeliest(logs: Sequence[Floats]) -> tuple[tuple[Level, ...], float]:
    """Return the likeliest combination of levels and its probability, from each player's log likelihoods."""
    every = list(product(range(len(RECOGNISED_LEVELS)), repeat=len(logs)))
    alike = np.array([len(set(each)) == 1 for each in every])
    prior = ALIKE_CHANCE * alike / alike.sum() + (1 - ALIKE_CHANCE) / len(every)
    weights = np.array([EVIDENCE * sum(log[i] for log, i in zip(logs, each, strict=True)) for each in every])
    chances = prior * np.exp(weights - weights.max())
    best = int(chances.argmax())
    return tuple(RECOGNISED_LEVELS[i] for i in every[best]), float(chances[best] / chances.sum())


def _played(match: Match) -> list[tuple[str, Rows, int]]:
    """Return the player, the view and the card index for each unforced card."""
    return [
        (match.names[event.seat], view_of(before.seen_by(event.seat)), event.card.index)
        for before, event, _ in match.deal.steps
        if isinstance(event, Play) and before.due_turn.count() > 1
    ]


def _log_likelihoods(views: Rows, cards: np.ndarray) -> Floats:
    """Return the log likelihood of all cards for each level; touching cards count as one choice."""
    learned, slips = policy("learned"), _chances(Policy.beginner(1.0), views, cards)

    def log(chances: Floats) -> float:
        return float(np.log(SLIP * slips + (1 - SLIP) * chances).sum())

    sharp, people, expert = (
        log(_chances(learned, views, cards, temper)) for temper in (CLUB_SHARP, SHARPNESS[Play], EXPERT_SHARP)
    )
    beginner, rule = (log(_chances(policy(name), views, cards)) for name in ("beginner", "plain"))
    return np.array([beginner, rule, np.logaddexp(sharp, people) - np.log(2), expert])


def _chances(chosen: Policy, views: Rows, cards: np.ndarray, temper: float = 1.0) -> Floats:
    """Return, for each view, the probability that a policy plays the given card or a touching card."""
    lowest = features(views)[0].astype(int)  # the lowest of each group of touching cards, ascending
    first = np.where(lowest <= cards[:, None], lowest, -1).max(axis=1)
    after = np.where((lowest > cards[:, None]) & (lowest != NO_CHOICE), lowest, 64).min(axis=1)
    every = np.arange(64)
    mine = (every >= first[:, None]) & (every < after[:, None])
    found: Floats = (probabilities(chosen, views, temper) * mine).sum(axis=1)
    return found
