"""Models of the average result of a deal, and of the effect of the previous deal's result.

The chance of a division of the sixteen tricks is proportional to exp(w + f B t). Each division has its own weight w.
The vector t has the tricks of dealer and left, with their squares and product. The vector f has the number of cards
that each player gives to each other player in the exchange, with squares and products. The weights w and the matrix B
were fitted to deals played out by policies (`match_equity.json`, benchmarks/fit_match_equity.py).

*Par* is the average number of tricks that each seat wins in usual play. Par is the sum of the average without a kitty,
the effect of the kitty, and the effect of the exchange, which is linear in f (`par.json`, benchmarks/fit_par.py).
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
from ninefivetwo.evaluation import sum_in_order
from ninefivetwo.game.rules import TRICKS, RuleSet, parse_rules
from ninefivetwo.sets import Floats

Integers = npt.NDArray[np.int64]
EQUITY_FILE = "match_equity.json"
REMEMBERED_DEALS = 60  # number of deals after which a result no longer affects later results

#: All ways to divide the tricks of a deal, each as a row (dealer, left, right).
OUTCOMES: Integers = np.array([(d, a, TRICKS - d - a) for d in range(TRICKS + 1) for a in range(TRICKS + 1 - d)])

#: The pairs of gifts that one exchange can include, as indices of `SEAT_PAIRS`: they share giver or receiver.
_TOGETHER = [
    (i, j)
    for (i, one), (j, other) in combinations(enumerate(SEAT_PAIRS), 2)
    if (one[0] is other[0]) != (one[1] is other[1])
]


def index_of(dealer: int, left: int) -> int:
    """Return the index of the row in `OUTCOMES` with the given tricks of dealer and left.

    >>> OUTCOMES[index_of(9, 5)].tolist()
    [9, 5, 2]
    """
    return dealer * (2 * TRICKS + 3 - dealer) // 2 + left


def next_results(rules: RuleSet) -> Floats:
    """Return the chance of each outcome of a deal (columns) after each outcome of the previous deal (rows).

    Rows and columns are in the order of `OUTCOMES`. Rows refer to the seats in the previous deal, and columns to the
    seats in the next deal, whose dealer previously sat left. Rules without measurements use the table of the named rule
    set on which they are based.
    """
    table = _table(EQUITY_FILE)
    row = table.get(measured(rules)) or table[measured(parse_rules(rules.name))]
    weights, moves = np.array(row["weights"]), np.array(row["moves"])
    return results_by(weights, moves, features(rules))


def usual_results(table: Floats) -> Floats:
    """Return the chance of each outcome of a deal late in a match, given the table from `next_results`."""
    usual = table[0]
    for _ in range(REMEMBERED_DEALS):
        usual = usual @ table
    return usual


def results_by(weights: Floats, moves: Floats, features: Floats) -> Floats:
    """Return the chance of each outcome of a deal (columns) for each row of `features` (rows)."""
    logs = weights + features @ moves @ statistics().T
    chances: Floats = np.exp(logs - logs.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return chances


def features(rules: RuleSet) -> Floats:
    """Return the features of the exchange that follows each outcome of a deal, with shape (outcomes, features)."""
    results = OUTCOMES - np.array(rules.contracts)
    now = np.roll(results, -1, axis=1)  # results in the order of the seats of the next deal
    up, down = np.maximum(now, 0), np.maximum(-now, 0)
    cards = np.stack([np.minimum(up[:, giver], down[:, receiver]) for giver, receiver in SEAT_PAIRS], axis=1) / 3
    products = [cards[:, i] * cards[:, j] for i, j in _TOGETHER]
    return np.column_stack([cards, cards**2, *products])


@cache
def statistics() -> Floats:
    """Return the vector t of each outcome (see the module's docstring), with shape (outcomes, statistics)."""
    dealer, left = (OUTCOMES[:, 0] - 8) / 3, (OUTCOMES[:, 1] - 4) / 3
    return np.column_stack([dealer, left, dealer**2, dealer * left, left**2])


def measured(rules: RuleSet) -> str:
    """Return a rule set's key in the table of results, built from all fields that affect the results."""
    contracts, order = "-".join(map(str, rules.contracts)), "-".join(phase.value for phase in rules.later)
    return f"contracts={contracts} lead={rules.lead.word} two_up={rules.two_up.value} later={order}"


#: The tricks of dealer, left and right.
Tricks = tuple[float, float, float]


class Par(Struct, frozen=True):
    """The average tricks without a kitty, the effects of kitty and exchange, and the standard error of the sum."""

    bare: Tricks
    kitty: Tricks
    exchange: Tricks
    error: float

    @property
    def tricks(self) -> Tricks:
        return by_seat(map(sum_in_order, zip(self.bare, self.kitty, self.exchange, strict=True)))


def par_of(rules: RuleSet, previous_results: tuple[int, int, int] | None = None) -> Par:
    """Return the average tricks in a deal under these rules.

    `previous_results` has the points from the previous deal in the order of the seats in this deal, or is None for a
    first deal. Rules without measurements use the averages of the named rule set on which they are based.
    """
    table = _table("par.json")
    row = table.get(par_key(rules)) or table[par_key(parse_rules(rules.name))]
    dealer, left = 0.0, 0.0
    if previous_results is not None:
        dealer, left = (moves_of(rules, previous_results) @ np.array(row["exchange"])).tolist()
    (a, b, c), (d, e, f) = row["bare"], row["kitty"]
    return Par((a, b, c), (d, e, f), (dealer, left, -dealer - left), row["standard error"])


def moves_of(rules: RuleSet, previous_results: tuple[int, int, int]) -> Floats:
    """Return the features of the exchange after the previous results, which are ordered by the seats in this deal."""
    dealer, left = previous_results[2] + rules.contracts[0], previous_results[0] + rules.contracts[1]
    return features(rules)[index_of(dealer, left)]


def par_key(rules: RuleSet) -> str:
    """Return a rule set's key in the table of averages, built from all fields that affect the averages."""
    first, later = ("-".join(phase.value for phase in order) for order in (rules.first, rules.later))
    contracts, notrump = "-".join(map(str, rules.contracts)), "yes" if rules.notrump else "no"
    common = f"contracts={contracts} lead={rules.lead.word} notrump={notrump} two_up={rules.two_up.value}"
    return f"{common} first={first} later={later}"


@cache
def _table(file: str) -> Any:
    return json.loads(Path(__file__).with_name(file).read_text(encoding="utf-8"))
