"""The web server and its pages, which are installed with the extra `web`.

The package contains no rules of the game, and saves all its data in the library. Start reading with `server.py`. Each
page has its own module with a function `routes`, such as `play.py`. `table_state.py` builds the states of the card
table, and `page/` contains the scripts and style sheets.

Internal: programs import what they need from `ninefivetwo`.
"""
