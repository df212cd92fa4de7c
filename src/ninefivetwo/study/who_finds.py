"""The share of players at each level who would avoid a mistake.

A choice avoids the mistake if its loss is at most a tenth of a trick or at most one standard error
(`PricedChoices.level`). Touching cards count as one choice. Beginners choose by rules with known probabilities, and
club players are modeled as a population (`think.players.population`). Experts and masters sample worlds, so their
search is replayed `REPLAYS` times. Each replay draws its worlds from the playouts of the fair price. The number of
drawn worlds is the effective sample size of the player's own search.
"""

from __future__ import annotations

from math import ceil

import numpy as np
import numpy.typing as npt

from ninefivetwo.evaluation import sum_in_order
from ninefivetwo.game import DealView, Play
from ninefivetwo.sets import Floats
from ninefivetwo.study.fair_price import Fair, PricedChoices
from ninefivetwo.study.nodes import DecisionNode
from ninefivetwo.think.advise.before import TIMES
from ninefivetwo.think.advise.search import Search, step, varied
from ninefivetwo.think.players.levels import BEFORE, BeginnerPlayer, ExpertPlayer, MasterPlayer, club_chances
from ninefivetwo.think.playouts import opinion, policy
from ninefivetwo.think.playouts.values import world_means

REPLAYS = 200  # number of replayed searches for each level that samples worlds
#: The levels, weakest first; each is the name of a player in `ninefivetwo.think.players.PLAYERS`.
FINDER_LEVELS = ("beginner", "club", "expert", "master")


def finders(node: DecisionNode, fair: Fair, seed: int = 0) -> dict[str, float] | None:
    """Return the share (0 to 1) of players at each level who would avoid a mistake.

    The result is None if the decision was not an avoidable mistake. `seed` is the seed of the replays.
    """
    if not fair.avoidable or fair.priced is None:
        return None
    view, priced = node.before.seen_by(node.seat), fair.priced
    chances = BeginnerPlayer().chances(view)
    shares = {
        "beginner": sum_in_order(chance for action, chance in chances.items() if priced.is_level(action)),
        "club": float(club_chances(view, priced.choices)[np.array(priced.level)].sum()),
    }
    for level, player in (("expert", ExpertPlayer(0)), ("master", MasterPlayer(0))):
        if player.weighs(view):
            shares[level] = _replayed(view, priced, player.looks if isinstance(node.action, Play) else None, seed)
        else:
            shares[level] = shares["club"]
    return shares


def _replayed(view: DealView, priced: PricedChoices, how: Search | None, seed: int) -> float:
    """Return the share of replays that avoid the mistake; `how` is the player's search for a card.

    The values of the choices are shifted so that their means are the best available estimates.
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
    """Return the index of the choice made in each replay; a replay adds worlds in the same way as `search`."""
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
    """Return the learned policy's preference for each card, in tricks."""
    lowest = [min(a.card for a in same if isinstance(a, Play)) for same in priced.choices]
    return opinion(policy("learned"), view, lowest)
