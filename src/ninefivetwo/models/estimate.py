"""The estimate: about what each seat will win of sixteen tricks, all hands seen, in microseconds per deal.

It is linear in some features of the three hands (`features.py`) and was fitted to forecasts of solved deals
(`estimate.json`, written by benchmarks/fit_estimate.py).  It is too rough to be advice by itself.  It shortens a long
list of choices, and it is the control variate of `advise.race`: it is known in thousands of worlds, and a few solved
worlds tell how far it is off on average.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from ninefivetwo.cards import Denomination
from ninefivetwo.models.features import features
from ninefivetwo.sets import Floats, Sets


def estimates(hands: Sets, trump: Denomination) -> Floats:
    """The tricks of dealer, left and right in each deal, with left on lead: a row per deal, which sums to 16.

    hands: a row per deal and a column per seat, card sets as `Hand.cards`, sixteen cards each.
    """
    table = _table()["none" if trump is Denomination.N else "suit"]
    tricks: Floats = np.array(table["base"]) + features(hands, trump) @ np.array(table["slopes"])
    return tricks


@cache
def _table() -> Any:
    return json.loads(files("ninefivetwo.models").joinpath("estimate.json").read_text(encoding="utf-8"))
