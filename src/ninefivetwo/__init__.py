"""ninefivetwo: a solver and training aid for the card game 9-5-2 and related games.

The names in ``__all__`` and the module `ninefivetwo.env` are public and keep their meaning in every minor version. All
other names are internal and may change. A public name is imported when it is first used, so that ``import ninefivetwo``
is fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the same names as in `_HOMES`
    from ninefivetwo.api import advise as advise
    from ninefivetwo.api import review as review
    from ninefivetwo.api import review_match as review_match
    from ninefivetwo.cards import Card as Card
    from ninefivetwo.cards import Hand as Hand
    from ninefivetwo.cards import Seat as Seat
    from ninefivetwo.cards import Suit as Suit
    from ninefivetwo.cards import Trump as Trump
    from ninefivetwo.errors import NineFiveTwoError as NineFiveTwoError
    from ninefivetwo.errors import PlayersError as PlayersError
    from ninefivetwo.errors import SearchStopped as SearchStopped
    from ninefivetwo.evaluation import Estimate as Estimate
    from ninefivetwo.exact import Discards as Discards
    from ninefivetwo.exact import Moves as Moves
    from ninefivetwo.exact import Solution as Solution
    from ninefivetwo.exact import Solver as Solver
    from ninefivetwo.exact import best_discard as best_discard
    from ninefivetwo.exact import best_line as best_line
    from ninefivetwo.exact import can_force as can_force
    from ninefivetwo.exact import solve as solve
    from ninefivetwo.exact import solve_batch as solve_batch
    from ninefivetwo.exact import solve_moves as solve_moves
    from ninefivetwo.game import Deal as Deal
    from ninefivetwo.game import DealView as DealView
    from ninefivetwo.game import Match as Match
    from ninefivetwo.game import Situation as Situation
    from ninefivetwo.game import UndealtMatch as UndealtMatch
    from ninefivetwo.game.dealing import deals_where as deals_where
    from ninefivetwo.game.events import Action as Action
    from ninefivetwo.game.events import Call as Call
    from ninefivetwo.game.events import Discard as Discard
    from ninefivetwo.game.events import Give as Give
    from ninefivetwo.game.events import Look as Look
    from ninefivetwo.game.events import Play as Play
    from ninefivetwo.game.events import Unseen as Unseen
    from ninefivetwo.game.records import read_file as read_file
    from ninefivetwo.game.records import record_of as record_of
    from ninefivetwo.game.rules import RuleSet as RuleSet
    from ninefivetwo.game.rules import parse_rules as parse_rules
    from ninefivetwo.layout import Layout as Layout
    from ninefivetwo.layout import Position as Position
    from ninefivetwo.layout import random_deals as random_deals
    from ninefivetwo.study import MatchReview as MatchReview
    from ninefivetwo.study import Review as Review
    from ninefivetwo.think.advise import Advice as Advice
    from ninefivetwo.think.advise import Assumptions as Assumptions
    from ninefivetwo.think.advise import Limits as Limits
    from ninefivetwo.think.advise import MatchScore as MatchScore
    from ninefivetwo.think.advise import Objective as Objective
    from ninefivetwo.think.advise import Utility as Utility
    from ninefivetwo.think.knowledge import Hints as Hints
    from ninefivetwo.think.players import PLAYERS as PLAYERS
    from ninefivetwo.think.players import Played as Played
    from ninefivetwo.think.players import Player as Player
    from ninefivetwo.think.players import PlayerFault as PlayerFault
    from ninefivetwo.think.players import play_match as play_match
    from ninefivetwo.think.playouts import Level as Level
    from ninefivetwo.think.playouts import Opponents as Opponents

    __version__: str

_HOMES = {
    "api": "advise review review_match",
    "cards": "Card Hand Seat Suit Trump",
    "errors": "NineFiveTwoError PlayersError SearchStopped",
    "evaluation": "Estimate",
    "exact": "Discards Moves Solution Solver best_discard best_line can_force solve solve_batch solve_moves",
    "game": "Deal DealView Match Situation UndealtMatch",
    "game.events": "Action Call Discard Give Look Play Unseen",
    "game.dealing": "deals_where",
    "game.records": "read_file record_of",
    "game.rules": "RuleSet parse_rules",
    "layout": "Layout Position random_deals",
    "study": "MatchReview Review",
    "think.advise": "Advice Assumptions Limits MatchScore Objective Utility",
    "think.knowledge": "Hints",
    "think.players": "PLAYERS Played Player PlayerFault play_match",
    "think.playouts": "Level Opponents",
}
#: The module by which results print themselves, for the names that give such results.
_TEXTS = dict.fromkeys(("Advice", "advise"), "advice") | dict.fromkeys(("Played", "play_match"), "match_results")
_TEXTS |= dict.fromkeys(("MatchReview", "Review", "review", "review_match"), "review_screen")
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}
__all__ = sorted(_HOME)

if not TYPE_CHECKING:

    def __getattr__(name):
        """Import a public name when it is first used (PEP 562)."""
        if name == "__version__":
            from importlib.metadata import version

            value = version("ninefivetwo")
        elif name in _HOME:
            value = getattr(import_module(f"ninefivetwo.{_HOME[name]}"), name)
            if name in _TEXTS:
                import_module(f"ninefivetwo.words.{_TEXTS[name]}")
        else:
            raise AttributeError(f"module 'ninefivetwo' has no attribute {name!r}")
        globals()[name] = value
        return value

    def __dir__():
        return sorted({*globals(), *__all__})
