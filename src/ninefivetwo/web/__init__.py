"""The page on which people play, drill, analyse and review (the extra `web`).

It must not know the rules of the game, and keeps no state: the library has it. Begin with `server.py`; each page has a
module with its `routes`, such as `play.py`. `table_state.py` makes the whole states that the card table draws, and
`page/` holds every script and style.

Internal: programs import what they need from `ninefivetwo`.
"""
