"""What one seat knows, and what its choices are worth: `advise` is the one question, the rest answers it.

It must not know reviews, sentences or screens.  Begin with `advise/question.py` (what is asked), then
`advise/pricing.py` (how choices are evaluated).  `knowledge/` counts, draws and weighs worlds, `playouts/` plays them
out, `models/` holds what was fitted to played deals, and `players/` are computer players built from these.

Internal: programs import what they need from `ninefivetwo`.
"""
