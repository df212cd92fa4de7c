"""A match of a person against computer players."""

from ninefivetwo.session.computers import LEVELS, Computers, is_computer
from ninefivetwo.session.game_session import Due, GameSession
from ninefivetwo.session.saved import session_of, session_text

__all__ = ["LEVELS", "Computers", "Due", "GameSession", "is_computer", "session_of", "session_text"]
