"""Models fitted to played deals: calls, discards, gifts, match equity, par and statistics of similar hands.

Models take arrays of hands and return figures; except in `hands_like`, which takes a view, they must not use views or
worlds. Begin with `exchange.py`. The fitted numbers are in data files beside the modules, written by the `fit_…`
benchmarks. The exact solver does not use any of these models.
"""
