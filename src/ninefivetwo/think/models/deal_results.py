"""What deals come to on average, and how a deal's result follows from the last one's.

The chance that dealer, left and right win so many tricks is proportional to exp(w + f B t).  w is a weight of its own
for each way to share the sixteen tricks; t are the tricks of dealer and left, their squares and their product; f says
how many cards are given by whom to whom, with squares and products: whoever was up gives low cards and gets high ones
back.  w and B were fitted to deals played out by policies (`match_equity.json`, benchmarks/fit_match_equity.py).

*Par* is what the seats win on average in usual play: the sum of three averages, of a deal without kitty, of what the
kitty adds, and of what the exchange adds, which is linear in f (`par.json`, benchmarks/fit_par.py).
"""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from ninefivetwo.cards import SEAT_PAIRS, by_seat
from ninefivetwo.game.rules import TRICKS, RuleSet, parse_rules
from ninefivetwo.sets import Floats

Integers = npt.NDArray[np.int64]
TABLE = "match_equity.json"
MEMORY = 60  # deals after which a result is forgotten

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
    table = _table(TABLE)
    row = table.get(measured(rules)) or table[measured(parse_rules(rules.name))]
    weights, moves = np.array(row["weights"]), np.array(row["moves"])
    return results_by(weights, moves, features(rules))


def usual_results(table: Floats) -> Floats:
    """The chance of each outcome of a deal late in a match, by the chances of the next results."""
    usual = table[0]
    for _ in range(MEMORY):
        usual = usual @ table
    return usual


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


#: Tricks of dealer, left and right.
Tricks = tuple[float, float, float]


class Par(Struct, frozen=True):
    """The averages: tricks without kitty, what the kitty adds, what the exchange adds; and the error of their sum."""

    bare: Tricks
    kitty: Tricks
    exchange: Tricks
    error: float

    @property
    def tricks(self) -> Tricks:
        """The average of such a deal."""
        return by_seat(map(sum, zip(self.bare, self.kitty, self.exchange, strict=True)))


def par_of(rules: RuleSet, previous_results: tuple[int, int, int] | None = None) -> Par:
    """The average deal under these rules; previous_results: of the deal before, by the seats now (None: a first deal).

    For rules that were not measured, that of the named rule set that they are made from.
    """
    table = _table("par.json")
    row = table.get(par_key(rules)) or table[par_key(parse_rules(rules.name))]
    dealer, left = 0.0, 0.0
    if previous_results is not None:
        dealer, left = (moves_of(rules, previous_results) @ np.array(row["exchange"])).tolist()
    (a, b, c), (d, e, f) = row["bare"], row["kitty"]
    return Par((a, b, c), (d, e, f), (dealer, left, -dealer - left), row["standard error"])


def moves_of(rules: RuleSet, previous_results: tuple[int, int, int]) -> Floats:
    """What the exchange is after these results, by the seats now, in numbers."""
    dealer, left = previous_results[2] + rules.contracts[0], previous_results[0] + rules.contracts[1]
    return features(rules)[index_of(dealer, left)]


def par_key(rules: RuleSet) -> str:
    """The part of a rule set on which the averages depend, as the table names it."""
    first, later = ("-".join(phase.value for phase in order) for order in (rules.first, rules.later))
    contracts, notrump = "-".join(map(str, rules.contracts)), "yes" if rules.notrump else "no"
    common = f"contracts={contracts} lead={rules.lead.word} notrump={notrump} two_up={rules.two_up.value}"
    return f"{common} first={first} later={later}"


@cache
def _table(file: str) -> Any:
    """The numbers in a file beside this one."""
    return json.loads(Path(__file__).with_name(file).read_text(encoding="utf-8"))
