"""Who would have found it: of each level of players the share that plays a choice as good as the best.

That is one that loses no more than a tenth of a trick to it, or no more than the error of that loss
(`PricedChoices.level`); touching cards are one choice.  What a beginner does follows from rules and their chances.
Club players are a population (`think.players.population`).  An expert and a master sample worlds.  They are replayed
`REPLAYS` times, each time with as many worlds as they sample, drawn from those in which the choices have been played
out already: a share is a number of these replays.
"""

from __future__ import annotations

import numpy as np

from ninefivetwo.game import Action, DealView, Play
from ninefivetwo.sets import Floats
from ninefivetwo.study.decision_nodes import DecisionNode
from ninefivetwo.study.fair import Fair, PricedChoices
from ninefivetwo.think.advise.before import TIMES
from ninefivetwo.think.players.levels import (
    BEFORE,
    CARD,
    PRIOR,
    WORLDS,
    BeginnerPlayer,
    ExpertPlayer,
    MasterPlayer,
)
from ninefivetwo.think.players.population import club_chances
from ninefivetwo.think.playouts import opinion, policy
from ninefivetwo.think.playouts.values import ENDING, world_means

REPLAYS = 200  # of a player who looks at drawn worlds
#: The levels, the weakest first, each a player by its name (`ninefivetwo.think.players.PLAYERS`).
LEVELS = ("beginner", "club", "expert", "master")


def finders(node: DecisionNode, fair: Fair, seed: int = 0) -> dict[str, float] | None:
    """For each level the share of its players, 0 to 1, who make a choice as good as the best from the same view.

    None where the decision was no mistake that could have been found.  seed: of the replays.
    """
    if not fair.findable or fair.priced is None:
        return None
    view, priced = node.before.seen_by(node.seat), fair.priced
    chances = BeginnerPlayer().chances(view)
    shares = {
        "beginner": sum(chance for action, chance in chances.items() if priced.is_level(action)),
        "club": float(club_chances(view, priced.choices)[np.array(priced.level)].sum()),
    }
    for level, player in (("expert", ExpertPlayer(0)), ("master", MasterPlayer(0))):
        if player.weighs(view):
            shares[level] = _replayed(view, priced, *_looks(level, node.action), seed)
        else:
            shares[level] = shares["club"]
    return shares


def _looks(level: str, action: Action) -> tuple[int, int]:
    """How many worlds a player of this level looks at, and as how many more the learned policy's opinion counts."""
    if not isinstance(action, Play):
        return BEFORE * TIMES[type(action)], 0
    return (WORLDS if level == "expert" else CARD), PRIOR


def _replayed(view: DealView, priced: PricedChoices, worlds: int, prior: int, seed: int) -> float:
    """The share of replays in so many worlds, with such a prior, in which a choice as good as the best is taken.

    The worlds' own means give way to the choices' means as well as they are known.
    """
    if priced.exact and len(priced.shares) <= worlds:
        return float(priced.level[int(np.argmax(priced.means))])
    values, opinions = priced.tricks - priced.shares @ priced.tricks + priced.means, _opinions(view, priced)
    random, good = np.random.default_rng(seed), np.array(priced.level)
    drawn = random.multinomial(worlds, priced.shares, REPLAYS)
    picked = np.argmax(world_means(values, drawn / worlds) + prior / worlds * opinions, axis=1)
    return float(good[picked].mean())


def _opinions(view: DealView, priced: PricedChoices) -> Floats:
    """The learned policy's opinion of the choices, in tricks; nothing where players do not ask it."""
    lowest = [min(a.card for a in same if isinstance(a, Play)) for same in priced.choices if isinstance(same[0], Play)]
    if not lowest or priced.exact or len(view.due_turn.held) <= ENDING:
        return np.zeros(len(priced.choices))
    return opinion(policy("learned"), view, lowest)
