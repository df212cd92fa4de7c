"""Models fitted to played deals: calls, discards, gifts, match equity, par and statistics of similar hands.

Models must not use views or worlds, except that `hands_like` takes a view. Begin with `exchange.py`. The fitted numbers
are in data files beside the modules, written by the `fit_…` benchmarks. The exact solver does not use any of these
models.
"""
