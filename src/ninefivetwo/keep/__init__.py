"""What is kept for a person from one day to the next: matches in progress, the library, drills, the deal of the day.

Knows everything about play, but no sentences (`words`) and no way to show anything.  Begin with
`session/game_session.py` (a match as a value), `library/library.py` (the one file in which all is kept) and
`drills/problem.py`.

Internal: programs import what they need from `ninefivetwo`.
"""
