"""Models fitted to played deals: forecast, estimate, match equity and par.  The exact solver needs none of them."""
