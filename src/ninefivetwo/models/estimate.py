"""The estimate: about what each seat will win of sixteen tricks, all hands seen, in microseconds a deal.

A line in some features of the three hands (`solve/features.py`), fitted to forecasts of solved deals (`estimate.json`,
written by benchmarks/fit_estimate.py).  It is no advice by itself.  It narrows a field of many candidates, and it is
what turns a few solved worlds into a sharp mean: the solver says how far the estimate is off in those, and the estimate
itself is known over thousands.
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
    """Tricks of dealer, left and right in each deal, left leading; they sum to the tricks.

    `hands` has a row a deal and a column a seat, card sets as `Hand.cards`; sixteen cards each are expected.
    """
    table = _table()["none" if trump is Denomination.N else "suit"]
    found: Floats = np.array(table["base"]) + features(hands, trump) @ np.array(table["slopes"])
    return found


@cache
def _table() -> Any:
    return json.loads(files("ninefivetwo.models").joinpath("estimate.json").read_text(encoding="utf-8"))
