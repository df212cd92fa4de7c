"""Rule sets as data: every row in which the sources of the game differ is a field."""

from ninefivetwo.rules.fields import TRICKS, Phase, Returns, Show, Tie, TwoDown, TwoUp, Winner
from ninefivetwo.rules.named import NAMED, Line, Named, parse_rules, plain_words, rules_text
from ninefivetwo.rules.ruleset import PEEK_TRICKS, RuleSet

__all__ = [
    "NAMED",
    "PEEK_TRICKS",
    "TRICKS",
    "Line",
    "Named",
    "Phase",
    "Returns",
    "RuleSet",
    "Show",
    "Tie",
    "TwoDown",
    "TwoUp",
    "Winner",
    "parse_rules",
    "plain_words",
    "rules_text",
]
