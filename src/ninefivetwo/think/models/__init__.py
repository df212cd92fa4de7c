"""Models fitted to played deals: calls, discards, gifts, match equity, par, and statistics of similar hands.

Apart from `hands_like`, which takes a view, the models must not know views or worlds: they take arrays of hands and
return figures. Begin with `exchange.py`. The numbers are in the files beside the modules, written by the `fit_…`
benchmarks. The exact solver does not need any of these models.
"""
