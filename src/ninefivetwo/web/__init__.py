"""The web pages for playing, drilling, analysing and reviewing (installed with the extra `web`).

The package knows no rules of the game and keeps no state of its own: everything is saved in the library. Start reading
with `server.py`; each page has its own module with a function `routes`, such as `play.py`. `table_state.py` builds the
states that the card table draws, and `page/` contains all scripts and style sheets.

Internal: programs import what they need from `ninefivetwo`.
"""
