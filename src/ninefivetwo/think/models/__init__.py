"""Models fitted to played deals: calls, discards, gifts, match equity, par, hands like one.

They must not know views or worlds: arrays of hands go in, figures come out.  Begin with `exchange.py`.  The numbers are
in the files beside them, written by the `fit_…` benchmarks.  The exact solver needs none of them.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def fitted_numbers(file: str) -> Any:
    """What a file beside the models holds."""
    return json.loads(files(__name__).joinpath(file).read_text(encoding="utf-8"))
