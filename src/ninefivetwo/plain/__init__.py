"""Plain rules, such as are told to beginners: what to call, throw, give and play, from one hand and at once."""

from ninefivetwo.plain.action import best_by, plain_action
from ninefivetwo.plain.hands import best_call, give, throw, worth
from ninefivetwo.plain.tricks import card_to_play

__all__ = ["best_by", "best_call", "card_to_play", "give", "plain_action", "throw", "worth"]
