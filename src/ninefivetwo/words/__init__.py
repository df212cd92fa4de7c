"""What players read: sentences, tables, figures, pictures, and the documents that commands print as JSON.

It knows the game, advice, reviews and the library, but no screens: terminal and pages draw what is made here.
`speaker.py` says who does what, `figures.py` writes numbers, cards and tables; JSON objects stand with what fills them,
some in `documents.py`.  Begin with the module of what is told: `advice.py`, `review.py`, `drills.py`, `rules_words.py`.

Internal: programs import what they need from `ninefivetwo`.
"""
