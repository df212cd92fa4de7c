"""What is kept for a person from one day to the next: matches under way, the library, drills, the deal of the day.

Knows everything that is about play; must not know how any of it is shown.  Begin with `session/game_session.py` (a
match as a value) and `library/library.py` (the one file in which all is kept).
"""
