"""Par: what the seats win of a deal on average in usual play, under a rule set and after the last deal's results.

It is the sum of three averages: of a deal without kitty, of what the kitty adds, and of what the exchange adds.  The
last is linear in how many cards are given by whom to whom, with squares and products (`deal_results.features`).  The
numbers were fitted to deals played out (`par.json`, benchmarks/fit_par.py).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from ninefivetwo.game.rules import RuleSet, parse_rules
from ninefivetwo.sets import Floats
from ninefivetwo.think.models.deal_results import features, index_of

#: Tricks of dealer, left and right.
Tricks = tuple[float, float, float]


@dataclass(frozen=True)
class Par:
    """The averages: tricks without kitty, what the kitty adds, what the exchange adds; and the error of their sum."""

    bare: Tricks
    kitty: Tricks
    exchange: Tricks
    error: float

    @property
    def tricks(self) -> Tricks:
        """The average of such a deal."""
        dealer, left, right = (sum(each) for each in zip(self.bare, self.kitty, self.exchange, strict=True))
        return dealer, left, right


def par_of(rules: RuleSet, previous_results: tuple[int, int, int] | None = None) -> Par:
    """The average deal under these rules; previous_results: of the deal before, by the seats now (None: a first deal).

    For rules that were not measured, that of the named rule set that they are made from.
    """
    table = _table()
    row = table.get(measured(rules)) or table[measured(parse_rules(rules.name))]
    dealer, left = 0.0, 0.0
    if previous_results is not None:
        dealer, left = (moves_of(rules, previous_results) @ np.array(row["exchange"])).tolist()
    (a, b, c), (d, e, f) = row["bare"], row["kitty"]
    return Par((a, b, c), (d, e, f), (dealer, left, -dealer - left), row["standard error"])


def moves_of(rules: RuleSet, previous_results: tuple[int, int, int]) -> Floats:
    """What the exchange is after these results, by the seats now, in numbers."""
    dealer, left = previous_results[2] + rules.contracts[0], previous_results[0] + rules.contracts[1]
    row: Floats = features(rules)[index_of(dealer, left)]
    return row


def measured(rules: RuleSet) -> str:
    """The part of a rule set on which the averages depend, as the table names it."""
    first, later = ("-".join(phase.value for phase in order) for order in (rules.first, rules.later))
    contracts, notrump = "-".join(map(str, rules.contracts)), "yes" if rules.notrump else "no"
    common = f"contracts={contracts} lead={rules.lead.word} notrump={notrump} two_up={rules.two_up.value}"
    return f"{common} first={first} later={later}"


@cache
def _table() -> Any:
    return json.loads(files("ninefivetwo.think.models").joinpath("par.json").read_text(encoding="utf-8"))
