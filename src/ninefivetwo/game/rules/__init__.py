"""Rule sets as data, with a field for each rule on which published descriptions of the game differ."""

from ninefivetwo.game.rules.fields import TRICKS, DealPhase, KittyShow, Tie, TwoUp, Winner
from ninefivetwo.game.rules.ruleset import NAMED, PEEK_TRICKS, RuleSet, parse_rules, plain_words, rules_text

__all__ = [
    "NAMED",
    "PEEK_TRICKS",
    "TRICKS",
    "DealPhase",
    "KittyShow",
    "RuleSet",
    "Tie",
    "TwoUp",
    "Winner",
    "parse_rules",
    "plain_words",
    "rules_text",
]
