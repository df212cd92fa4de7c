"""The kind `deals`: first deals of a match as club players call, discard and play them."""

from __future__ import annotations

import numpy as np

from ninefivetwo.playouts import play_out
from ninefivetwo.rules import parse_rules
from ninefivetwo.solve import CancelToken
from ninefivetwo.survey.asked import cards_of, check_options, deal_columns, policies_of, trick_columns
from ninefivetwo.survey.card_sets import signed
from ninefivetwo.survey.dealt import ready
from ninefivetwo.survey.work import Columns, RowColumn, RowKind, Work

#: The columns with which rows of single deals begin, as `deal_columns` makes them.
DEAL_COLUMNS = (
    RowColumn("deal", "int32", 1, "the deal's number in the batch, from 0"),
    RowColumn("dealer", "int64", 1, "the dealer's sixteen cards as dealt"),
    RowColumn("left", "int64", 1, "left's sixteen cards as dealt"),
    RowColumn("right", "int64", 1, "right's sixteen cards as dealt"),
    RowColumn("kitty", "int64", 1, "the four cards of the kitty"),
)
#: The columns of tricks by seat, as `trick_columns` makes them.
TRICK_COLUMNS = (
    RowColumn("dealer_tricks", "int8", 1, "tricks won by the dealer"),
    RowColumn("left_tricks", "int8", 1, "tricks won by left"),
    RowColumn("right_tricks", "int8", 1, "tricks won by right"),
)
CHOICE_COLUMNS = (
    RowColumn("call", "int8", 1, "the denomination called"),
    RowColumn("discard", "int64", 1, "the four cards that the dealer discarded"),
)


def deal_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """The rows of a batch.

    Raises RulesError, PolicyError and ConditionError for what cannot be read, SurveyError for an option, and
    SearchStopped when cancelled.
    """
    check_options(work, {})
    cards = cards_of(work, token)
    games = ready(parse_rules(work.rules), None, cards).games
    tricks = play_out(policies_of(work), games, seed=work.seed, threads=1, token=token)
    chosen: Columns = {"call": games["trump"].astype(np.int8), "discard": signed(games["discarded"])}
    return deal_columns(cards) | chosen | trick_columns(tricks)


DEALS = RowKind(
    "deals",
    1,
    "a first deal of a match: called and discarded as fitted, played out by the policy at every seat",
    (*DEAL_COLUMNS, *CHOICE_COLUMNS, *TRICK_COLUMNS),
    deal_rows,
)
