"""What one seat knows, and what its choices are worth: `advise` is the one question, the rest answers it.

Knows rules and cards (`game`) and the engine (`exact`); must not know reviews, sentences or screens.  Begin with
`advise/situation.py` (what is asked), then `advise/play.py`; `knowledge/` draws the worlds, `playouts/` plays them
out, `models/` holds what was fitted to played deals, and `players/` are computer players built from these.
"""
