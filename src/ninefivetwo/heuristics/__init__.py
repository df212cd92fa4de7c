"""Plain rules, the rules of thumb that beginners are taught: what to call, discard, give and play, from one hand."""

from ninefivetwo.heuristics.action import best_by, heuristic_action
from ninefivetwo.heuristics.hands import best_call, discard, give, worth
from ninefivetwo.heuristics.tricks import card_to_play

__all__ = ["best_by", "best_call", "card_to_play", "give", "heuristic_action", "discard", "worth"]
