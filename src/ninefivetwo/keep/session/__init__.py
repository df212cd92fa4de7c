"""A match of a person against computer players, as a value that is saved after every action.

It must not know screens.  Begin with `game_session.py`; `fair.py` has what proves that the deals were not chosen.
"""

from ninefivetwo.keep.session.computers import LEVELS, Computers, is_computer
from ninefivetwo.keep.session.fair import BY_CLOCK, DealCheck, OtherChoice, check_deal, computer_seats, new_seed
from ninefivetwo.keep.session.game_session import Due, GameSession
from ninefivetwo.keep.session.saved import session_of, session_text

__all__ = [
    "BY_CLOCK",
    "LEVELS",
    "Computers",
    "DealCheck",
    "Due",
    "GameSession",
    "OtherChoice",
    "check_deal",
    "computer_seats",
    "is_computer",
    "new_seed",
    "session_of",
    "session_text",
]
