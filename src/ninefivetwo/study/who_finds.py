"""Who would have found it: of each level of players the share that plays a choice as good as the best.

That is one that loses no more than a tenth of a trick to it, or no more than the error of that loss
(`PricedChoices.level`); touching cards are one choice.  What a beginner does follows from rules and their chances.
Club players are a population (`think.players.population`).  An expert and a master sample worlds.  They are replayed
`REPLAYS` times, each time with as many even worlds as theirs are worth, drawn from those in which the choices have been
played out already: a share is a number of these replays.
"""

from __future__ import annotations

from math import ceil

import numpy as np
import numpy.typing as npt

from ninefivetwo.game import DealView, Play
from ninefivetwo.sets import Floats
from ninefivetwo.study.fair_price import Fair, PricedChoices
from ninefivetwo.study.nodes import DecisionNode
from ninefivetwo.think.advise.before import TIMES
from ninefivetwo.think.advise.search import Search, step, varied
from ninefivetwo.think.players.levels import BEFORE, BeginnerPlayer, ExpertPlayer, MasterPlayer
from ninefivetwo.think.players.population import club_chances
from ninefivetwo.think.playouts import opinion, policy
from ninefivetwo.think.playouts.values import world_means

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
            shares[level] = _replayed(view, priced, player.looks if isinstance(node.action, Play) else None, seed)
        else:
            shares[level] = shares["club"]
    return shares


def _replayed(view: DealView, priced: PricedChoices, how: Search | None, seed: int) -> float:
    """The share of replays in which a choice as good as the best is taken, at a card after such a search.

    The worlds' own means give way to the choices' means as well as they are known.
    """
    if priced.exact:
        return float(priced.level[int(np.argmax(priced.means))])
    values, random = priced.tricks - priced.shares @ priced.tricks + priced.means, np.random.default_rng(seed)
    if how is None:
        how, opinions = Search(BEFORE * TIMES[view.due_turn.kind], 0, 0.0), np.zeros(len(priced.choices))
    else:
        opinions = _opinions(view, priced)
    picked = _searched(values, priced, opinions, how, random)
    return float(np.array(priced.level)[picked].mean())


def _searched(
    values: Floats, priced: PricedChoices, opinions: Floats, how: Search, random: np.random.Generator
) -> npt.NDArray[np.int64]:
    """The numbers of the choices that searches take, a replay each, which add worlds as `search` does."""
    drawn, picked, goes_on = np.zeros((REPLAYS, len(values))), np.zeros(REPLAYS, np.int64), np.ones(REPLAYS, bool)
    varies, number, all_in, even = varied(values, priced.shares), how.first, how.first, 0
    while goes_on.any():
        more = ceil(number * priced.even)
        drawn[goes_on] += random.multinomial(more, priced.shares, goes_on.sum())
        even += more
        means, at_stake = step(world_means(values, drawn / even), varies, even, opinions)
        picked[goes_on] = means.argmax(axis=1)[goes_on]
        goes_on &= (at_stake > how.enough) & (2 * all_in <= how.most)
        number, all_in = all_in, 2 * all_in
    return picked


def _opinions(view: DealView, priced: PricedChoices) -> Floats:
    """The learned policy's opinion of the cards, in tricks."""
    lowest = [min(a.card for a in same if isinstance(a, Play)) for same in priced.choices]
    return opinion(policy("learned"), view, lowest)
