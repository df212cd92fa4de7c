"""The rows of deals: their cards as dealt, and what each player would call."""

from __future__ import annotations

import numpy as np

from ninefivetwo.cards import Denomination, Seat
from ninefivetwo.exact import CancelToken
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.survey.asked import cards_of, check_options, policies_of
from ninefivetwo.survey.columns import (
    CHOICE_COLUMNS,
    DEAL_COLUMNS,
    TRICK_COLUMNS,
    choice_columns,
    deal_columns,
    signed,
    trick_columns,
)
from ninefivetwo.survey.dealt import ready
from ninefivetwo.survey.work import Columns, RowColumn, RowKind, Work
from ninefivetwo.think.playouts import play_out


def deal_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """The rows of a batch.

    Raises RulesError, PolicyError and ConditionError for what cannot be read, SurveyError for an option, and
    SearchStopped when cancelled.
    """
    check_options(work, {})
    cards = cards_of(work, token)
    games = ready(parse_rules(work.rules), None, cards).games
    tricks = play_out(policies_of(work), games, seed=work.seed, threads=1, token=token)
    return deal_columns(cards) | choice_columns(games) | trick_columns(tricks)


DEALS = RowKind(
    "deals",
    1,
    "a first deal of a match: called and discarded as fitted, played out by the policy at every seat",
    (*DEAL_COLUMNS, *CHOICE_COLUMNS, *TRICK_COLUMNS),
    deal_rows,
)


def call_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """The rows of a batch.  Raises what `deal_rows` does."""
    check_options(work, {})
    cards, rules, policies = cards_of(work, token), parse_rules(work.rules), policies_of(work)
    discards = np.zeros((len(cards), len(Denomination)), np.int64)
    tricks = np.full((len(cards), len(Denomination), len(Seat)), -1, np.int8)
    for denomination in rules.denominations():
        games = ready(rules, None, cards, called=denomination).games
        discards[:, denomination] = signed(games["discarded"])
        tricks[:, denomination] = play_out(policies, games, seed=work.seed, threads=1, token=token)
    fitted = {"call": ready(rules, None, cards).games["trump"].astype(np.int8)}
    return deal_columns(cards) | fitted | {"discards": discards} | trick_columns(tricks)


CALLS = RowKind(
    "calls",
    1,
    "a first deal of a match, with every denomination called in turn, discarded for as fitted, and played out",
    (
        *DEAL_COLUMNS,
        RowColumn("call", "int8", 1, "the denomination that the fitted rule calls"),
        RowColumn("discards", "int64", 5, "the four cards discarded, by denomination; 0 where it may not be called"),
        RowColumn("dealer_tricks", "int8", 5, "tricks won by the dealer, by denomination"),
        RowColumn("left_tricks", "int8", 5, "tricks won by left, by denomination"),
        RowColumn("right_tricks", "int8", 5, "tricks won by right, by denomination"),
    ),
    call_rows,
)
