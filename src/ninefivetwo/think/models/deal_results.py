"""How a deal's result follows from the last one's: who was up then gives low cards now and gets high ones back.

The chance that dealer, left and right win so many tricks is proportional to exp(w + f B t).  w is a weight of its own
for each way to share the sixteen tricks; t are the tricks of dealer and left, their squares and their product; f says
how many cards are given by whom to whom, with squares and products.  w and B were fitted to deals played out by
policies (`match_equity.json`, benchmarks/fit_match_equity.py).
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import SEAT_PAIRS
from ninefivetwo.game.rules import TRICKS, RuleSet, parse_rules
from ninefivetwo.sets import Floats

Integers = npt.NDArray[np.int64]
TABLE = "match_equity.json"

#: Every way to share the tricks of a deal, a row each: dealer, left, right.
OUTCOMES: Integers = np.array([(d, a, TRICKS - d - a) for d in range(TRICKS + 1) for a in range(TRICKS + 1 - d)])

#: Givers with their receivers, by number, that can both be in one exchange: the giver is the same, or the receiver.
_TOGETHER = [
    (i, j)
    for (i, one), (j, other) in combinations(enumerate(SEAT_PAIRS), 2)
    if (one[0] is other[0]) != (one[1] is other[1])
]


def index_of(dealer: int, left: int) -> int:
    """The row of `OUTCOMES` in which dealer and left win so many tricks.

    >>> OUTCOMES[index_of(9, 5)].tolist()
    [9, 5, 2]
    """
    return dealer * (2 * TRICKS + 3 - dealer) // 2 + left


def next_results(rules: RuleSet) -> Floats:
    """The chances of each outcome of a deal (columns, as `OUTCOMES`) after each outcome of the deal before (rows).

    Each deal's outcomes are by its own seats: who was left in the deal before deals in this one.  For rules that were
    not measured, those of the named rule set that they are made from.
    """
    row = _table().get(measured(rules)) or _table()[measured(parse_rules(rules.name))]
    weights, moves = np.array(row["weights"]), np.array(row["moves"])
    return results_by(weights, moves, features(rules))


def results_by(weights: Floats, moves: Floats, features: Floats) -> Floats:
    """The model: a row for each row of features, a column for each of `OUTCOMES`."""
    logs = weights + features @ moves @ statistics().T
    chances: Floats = np.exp(logs - logs.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return chances


def features(rules: RuleSet) -> Floats:
    """What the exchange is after each outcome of the deal before: outcomes, features."""
    results = OUTCOMES - np.array(rules.contracts)
    now = np.roll(results, -1, axis=1)  # by the seats of the next deal
    up, down = np.maximum(now, 0), np.maximum(-now, 0)
    cards = np.stack([np.minimum(up[:, giver], down[:, receiver]) for giver, receiver in SEAT_PAIRS], axis=1) / 3
    products = [cards[:, i] * cards[:, j] for i, j in _TOGETHER]
    return np.column_stack([cards, cards**2, *products])


@cache
def statistics() -> Floats:
    """What of an outcome the exchange moves: outcomes, statistics."""
    dealer, left = (OUTCOMES[:, 0] - 8) / 3, (OUTCOMES[:, 1] - 4) / 3
    return np.column_stack([dealer, left, dealer**2, dealer * left, left**2])


def measured(rules: RuleSet) -> str:
    """The part of a rule set on which the table's rows depend, as the table names it."""
    contracts, order = "-".join(map(str, rules.contracts)), "-".join(phase.value for phase in rules.later)
    return f"contracts={contracts} lead={rules.lead.word} two_up={rules.two_up.value} later={order}"


@cache
def _table() -> Any:
    return json.loads(files("ninefivetwo.think.models").joinpath(TABLE).read_text(encoding="utf-8"))
