"""The kind `deals`: first deals of a match as club players call, discard and play them."""

from __future__ import annotations

from ninefivetwo.playouts import play_out
from ninefivetwo.rules import parse_rules
from ninefivetwo.solve import CancelToken
from ninefivetwo.survey.asked import cards_of, check_options, policies_of
from ninefivetwo.survey.columns import (
    CHOICE_COLUMNS,
    DEAL_COLUMNS,
    TRICK_COLUMNS,
    choice_columns,
    deal_columns,
    trick_columns,
)
from ninefivetwo.survey.dealt import ready
from ninefivetwo.survey.work import Columns, RowKind, Work


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
