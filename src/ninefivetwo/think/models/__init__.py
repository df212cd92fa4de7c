"""Models fitted to played deals: calls, discards, gifts, match equity, par, hands like one.

They must not know views or worlds: arrays of hands go in, figures come out.  Begin with `exchange.py`.  The numbers are
in the files beside them, written by the `fit_…` benchmarks.  The exact solver needs none of them.
"""
