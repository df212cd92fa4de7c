"""Rule sets as data: every row in which the sources of the game differ is a field."""

from ninefivetwo.rules.fields import TRICKS, DealPhase, KittyShow, Returns, Tie, TwoDown, TwoUp, Winner
from ninefivetwo.rules.named import NAMED, Line, Named, parse_rules, plain_words, rules_text
from ninefivetwo.rules.ruleset import PEEK_TRICKS, RuleSet

__all__ = [
    "NAMED",
    "PEEK_TRICKS",
    "TRICKS",
    "Line",
    "Named",
    "DealPhase",
    "Returns",
    "RuleSet",
    "KittyShow",
    "Tie",
    "TwoDown",
    "TwoUp",
    "Winner",
    "parse_rules",
    "plain_words",
    "rules_text",
]
