"""Par: what the seats win of a deal on average, under a rule set."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from ninefivetwo.rules import RuleSet, parse_rules

#: Tricks of dealer, left and right.
Tricks = tuple[float, float, float]


def par_of(rules: RuleSet) -> tuple[Tricks, Tricks]:
    """The average tricks of a deal without kitty, and what the kitty adds (`par.json`; benchmarks/fit_par.py).

    For rules that were not measured, those of the named rule set that they are made from.
    """
    table = _table()
    row = table.get(measured(rules)) or table[measured(parse_rules(rules.name))]
    return tuple(row["bare"]), tuple(row["kitty"])


def measured(rules: RuleSet) -> str:
    """The part of a rule set on which the averages depend, as the table names it."""
    order = "-".join(phase.value for phase in rules.first)
    return f"lead={rules.lead.word} notrump={'yes' if rules.notrump else 'no'} first={order}"


@cache
def _table() -> Any:
    return json.loads(files("ninefivetwo.models").joinpath("par.json").read_text(encoding="utf-8"))
