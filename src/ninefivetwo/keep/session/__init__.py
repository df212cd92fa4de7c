"""A match of a person against computer players, as an immutable value that is saved after every action.

This package must not depend on screens. Begin with `game_session.py`. `fair.py` makes deals verifiable, and verifies
records.
"""

from ninefivetwo.keep.session.computers import (
    LEVELS,
    Computers,
    computer_levels,
    named_computers,
    opponents_of,
    recognised_people,
)
from ninefivetwo.keep.session.fair import CheckResult, DealCheck, OtherChoice, check_deal, new_seed
from ninefivetwo.keep.session.game_session import Due, GameSession, session_of, session_text

__all__ = [
    "LEVELS",
    "CheckResult",
    "Computers",
    "DealCheck",
    "Due",
    "GameSession",
    "OtherChoice",
    "check_deal",
    "computer_levels",
    "named_computers",
    "new_seed",
    "opponents_of",
    "recognised_people",
    "session_of",
    "session_text",
]
