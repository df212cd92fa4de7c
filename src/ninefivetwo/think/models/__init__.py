"""Models fitted to played deals: calls, discards, gifts, match equity, par.  The exact solver needs none of them."""
