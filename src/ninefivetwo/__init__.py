"""ninefivetwo: a solver and training aid for the card game 9-5-2 and related games.

The names in ``__all__`` and the module `ninefivetwo.env` are public and keep their meaning in every minor version. All
other names are internal and may change. A public name is imported when it is first used, so that ``import ninefivetwo``
is fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ninefivetwo.api import advise, review, review_match
    from ninefivetwo.cards import Card, Hand, Seat, Suit, Trump
    from ninefivetwo.errors import NineFiveTwoError, PlayersError, SearchStopped
    from ninefivetwo.evaluation import Estimate
    from ninefivetwo.exact import (
        Discards,
        Moves,
        Solution,
        Solver,
        best_discard,
        best_line,
        can_force,
        solve,
        solve_batch,
        solve_moves,
    )
    from ninefivetwo.game import (
        Action,
        Call,
        Deal,
        DealView,
        Discard,
        Give,
        Look,
        Match,
        Play,
        Situation,
        UndealtMatch,
        Unseen,
    )
    from ninefivetwo.game.dealing import deals_where, random_deals
    from ninefivetwo.game.records import read_file, record_of
    from ninefivetwo.game.rules import RuleSet, parse_rules
    from ninefivetwo.layout import Layout, Position
    from ninefivetwo.study import MatchReview, Review
    from ninefivetwo.think.advise import Advice, Assumptions, Limits, MatchScore, Objective, Utility
    from ninefivetwo.think.knowledge import Hints
    from ninefivetwo.think.players import PLAYERS, Played, Player, PlayerFault, play_match
    from ninefivetwo.think.playouts import Level, Opponents

    __version__: str

__all__ = [
    "PLAYERS",
    "Action",
    "Advice",
    "Assumptions",
    "Call",
    "Card",
    "Deal",
    "DealView",
    "Discard",
    "Discards",
    "Estimate",
    "Give",
    "Hand",
    "Hints",
    "Layout",
    "Level",
    "Limits",
    "Look",
    "Match",
    "MatchReview",
    "MatchScore",
    "Moves",
    "NineFiveTwoError",
    "Objective",
    "Opponents",
    "Play",
    "Played",
    "Player",
    "PlayerFault",
    "PlayersError",
    "Position",
    "Review",
    "RuleSet",
    "SearchStopped",
    "Seat",
    "Situation",
    "Solution",
    "Solver",
    "Suit",
    "Trump",
    "UndealtMatch",
    "Unseen",
    "Utility",
    "advise",
    "best_discard",
    "best_line",
    "can_force",
    "deals_where",
    "parse_rules",
    "play_match",
    "random_deals",
    "read_file",
    "record_of",
    "review",
    "review_match",
    "solve",
    "solve_batch",
    "solve_moves",
]

_HOMES = {
    "api": "advise review review_match",
    "cards": "Card Hand Seat Suit Trump",
    "errors": "NineFiveTwoError PlayersError SearchStopped",
    "evaluation": "Estimate",
    "exact": "Discards Moves Solution Solver best_discard best_line can_force solve solve_batch solve_moves",
    "game": "Action Call Deal DealView Discard Give Look Match Play Situation UndealtMatch Unseen",
    "game.dealing": "deals_where random_deals",
    "game.records": "read_file record_of",
    "game.rules": "RuleSet parse_rules",
    "layout": "Layout Position",
    "study": "MatchReview Review",
    "think.advise": "Advice Assumptions Limits MatchScore Objective Utility",
    "think.knowledge": "Hints",
    "think.players": "PLAYERS Played Player PlayerFault play_match",
    "think.playouts": "Level Opponents",
}
_TEXTS = {
    "api": ("advice", "review_screen"),
    "study": ("review_screen",),
    "think.advise": ("advice",),
    "think.players": ("match_results",),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

if not TYPE_CHECKING:

    def __getattr__(name):
        """Import a public name when it is first used (PEP 562)."""
        if name == "__version__":
            from importlib.metadata import version

            value = version("ninefivetwo")
        elif name in _HOME:
            value = getattr(import_module(f"ninefivetwo.{_HOME[name]}"), name)
            for texts in _TEXTS.get(_HOME[name], ()):  # results print themselves by these modules
                import_module(f"ninefivetwo.words.{texts}")
        else:
            raise AttributeError(f"module 'ninefivetwo' has no attribute {name!r}")
        globals()[name] = value
        return value

    def __dir__():
        return sorted({*globals(), *__all__})
