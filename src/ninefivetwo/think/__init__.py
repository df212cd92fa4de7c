"""What one seat knows about a deal, and what each of its choices is worth.

Reviews, sentences and screens are outside its scope. Begin with `advise/question.py`, which defines a question, and
`advise/pricing.py`, which evaluates the choices. `knowledge/` counts, draws and weighs worlds; `playouts/` plays worlds
out; `models/` holds the models fitted to played deals; `players/` contains the computer players built from all these.

Internal: programs import what they need from `ninefivetwo`.
"""
