"""The texts that players read: sentences, tables, figures and pictures, and the JSON documents that commands print.

This package knows the game, advice, reviews and the library, but no screens; the terminal and pages display its texts.
`speaker.py` has sentences about players, `figures.py` writes numbers and tables, and `documents.py` has JSON documents.
Begin with the module on the subject, such as `advice.py` or `review.py`.

Internal: programs import from `ninefivetwo` instead.
"""
