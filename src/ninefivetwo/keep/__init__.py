"""The data stored for a player: matches in progress, the library, drills and the deal of the day.

This package must not depend on `words` or on screens. Begin with `session/game_session.py` (a match as a value),
`library/library.py` (the file that stores everything) and `drills/problem.py`.

Internal: import public names from `ninefivetwo` instead.
"""
