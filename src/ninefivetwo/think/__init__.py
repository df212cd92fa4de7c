"""One seat's knowledge of a deal, and the value of each of its choices.

This package must not depend on reviews, sentences or screens. Begin with `advise/question.py`, which defines a
question, and `advise/pricing.py`, which prices choices. `knowledge/` counts, draws and weighs worlds; `playouts/` plays
worlds out; `models/` holds the models fitted to played deals; `players/` contains the computer players.

Internal: programs import what they need from `ninefivetwo`.
"""
