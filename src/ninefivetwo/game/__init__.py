"""Deals and matches as values: rules, legal actions, views of a seat, records and share codes.

This package must not depend on players or on their skill. Start with `deal.py`: `Deal.after` returns the next state,
and `Deal.seen_by` returns a seat's view. `events.py` defines the events and their order, `state.py` the legal
actions, the effects of events and the forced events, and `rules/fields.py` the fields of a rule set.

Internal: programs import what they need from `ninefivetwo`.
"""

from ninefivetwo.game.deal import KITTY, Deal, DealView
from ninefivetwo.game.events import (
    Action,
    Call,
    Cards,
    Discard,
    Event,
    Give,
    Look,
    Peek,
    Place,
    Play,
    PreviousResults,
    Return,
    Show,
    Take,
    Unseen,
    YesNo,
    check_previous_results,
    known_cards,
)
from ninefivetwo.game.match import Match, MatchState, UndealtMatch, runs, why_not_next
from ninefivetwo.game.situation import Situation
from ninefivetwo.game.state import CallTurn, DiscardTurn, GiveTurn, PlayTurn, Turn, YesNoTurn
from ninefivetwo.game.told_tricks import after_cards, each_card, parse_tricks

__all__ = [
    "KITTY",
    "Action",
    "Call",
    "CallTurn",
    "Cards",
    "Deal",
    "DealView",
    "Discard",
    "DiscardTurn",
    "Event",
    "Give",
    "GiveTurn",
    "Look",
    "Match",
    "MatchState",
    "Peek",
    "Place",
    "Play",
    "PlayTurn",
    "PreviousResults",
    "Return",
    "Show",
    "Situation",
    "Take",
    "Turn",
    "UndealtMatch",
    "Unseen",
    "YesNo",
    "YesNoTurn",
    "after_cards",
    "check_previous_results",
    "each_card",
    "known_cards",
    "parse_tricks",
    "runs",
    "why_not_next",
]
