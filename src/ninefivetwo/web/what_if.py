"""What if, as the page of a review asks it: some choices from a decision of a record on, and how the deal then goes."""

from __future__ import annotations

from dataclasses import replace
from threading import Lock

from msgspec.json import decode

from ninefivetwo.codec import ActionValue, encode, parse
from ninefivetwo.errors import ReviewError, SchemaError
from ninefivetwo.game import Deal, LookTurn
from ninefivetwo.game.events import action_of
from ninefivetwo.game.records import read_file
from ninefivetwo.keep.library import Library
from ninefivetwo.study import DecisionNode, Judge, decision_nodes, what_if
from ninefivetwo.study.decision_nodes import played_by_policy
from ninefivetwo.think.advise import Limits, learned_action
from ninefivetwo.web.review_page import tables
from ninefivetwo.words.what_if import what_if_object

WORLDS = 400
MEMORY = 64 << 20  # bytes, of the table for what is asked
MOST_CHOICES = 64  # more than a deal has
_ONE = Lock()  # one answer at a time: the cores are for whoever asked first


def answer(library: Library, record: str, decision: int, choices: str) -> dict[str, object]:
    """The deal after some choices from a decision on (a JSON list), and the price of the last of them.

    It is a `WhatIfObject`, with the tables of the deal as it goes on.

    The first stands in the place of the one that was made, the last of several in that of what a club player would
    choose.  Raises LibraryError, GameError, CardError, SchemaError, ReviewError.
    """
    match = read_file(library.record(record).text).records[0].match
    nodes = decision_nodes(match.deal)
    wanted = _list(choices)
    if decision >= len(nodes) or match.deal.viewer is not None:
        raise ReviewError(f"no decision {decision} of a deal with all hands known")
    deal = nodes[decision].before
    for value in wanted[:-1]:
        deal = _looked(deal.after(action_of(deal.due_turn.kind, deal.due_turn.seat, value)))
    action = action_of(deal.due_turn.kind, deal.due_turn.seat, wanted[-1])
    made = nodes[decision].action if len(wanted) == 1 else learned_action(deal.seen_by(deal.due_turn.seat))
    node = DecisionNode(deal, made, deal.after(made))
    with _ONE:
        found = what_if(node, action, Limits(None, WORLDS), [each.action for each in nodes], Judge(MEMORY))
    going_on = replace(match, deal=found.played or deal, past=None)
    return {**decode(encode(what_if_object(found, decision, match))), "tables": tables(going_on, trying=True)}


def _list(choices: str) -> list[ActionValue]:
    """The choices that were asked for, which are checked when they are made."""
    value = parse(choices)
    if not isinstance(value, list) or not 0 < len(value) <= MOST_CHOICES:
        raise SchemaError(f"no choices (expected a list of 1 to {MOST_CHOICES})")
    return value


def _looked(deal: Deal) -> Deal:
    """The deal after a look at the kitty, which costs nothing, where one is due."""
    return played_by_policy(deal, lambda turn: not isinstance(turn, LookTurn))
