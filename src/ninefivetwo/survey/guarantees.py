"""The kind `guarantees`: what each seat can guarantee, all cards seen, and the dealer's best discards."""

from __future__ import annotations

import numpy as np

from ninefivetwo.cards import Denomination, Hand, Seat
from ninefivetwo.exact import CancelToken, Solver
from ninefivetwo.game.rules import RuleSet, parse_rules
from ninefivetwo.layout import Layout, Position
from ninefivetwo.sets import Sets
from ninefivetwo.survey.asked import cards_of, check_options
from ninefivetwo.survey.columns import DEAL_COLUMNS, deal_columns
from ninefivetwo.survey.work import Columns, RowColumn, RowKind, Work

OPTIONS = {"discards": ("no", "yes")}


def guarantee_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """The rows of a batch.

    Raises RulesError and ConditionError for what cannot be read, SurveyError for an option, and SearchStopped when
    cancelled.
    """
    asked, rules, cards = check_options(work, OPTIONS), parse_rules(work.rules), cards_of(work, token)
    solver = Solver(token=token)
    found = deal_columns(cards) | _guarantees(solver, rules, cards)
    return found | _discards(solver, rules, cards, asked["discards"] == "yes")


def _guarantees(solver: Solver, rules: RuleSet, cards: Sets) -> Columns:
    """What each seat guarantees on the cards as dealt."""
    tricks = np.full((len(cards), len(Denomination), len(Seat)), -1, np.int8)
    for row, layout in zip(tricks, map(_layout, cards.tolist()), strict=True):
        solver.clear()  # what it knows of another deal is of no use for this one
        position = Position(layout, rules.lead)
        for denomination in rules.denominations():
            guarantees = solver.guarantees(position, denomination)
            row[denomination] = [guarantees[seat] for seat in Seat]
    return {f"{seat.word}_guarantees": tricks[:, :, seat] for seat in Seat}


def _discards(solver: Solver, rules: RuleSet, cards: Sets, wanted: bool) -> Columns:
    """The dealer's best discards from his hand and the kitty; 0 and -1 where they are not wanted."""
    discards = np.zeros((len(cards), len(Denomination)), np.int64)
    tricks = np.full((len(cards), len(Denomination)), -1, np.int8)
    for number, (dealer, left, right, kitty) in enumerate(cards.tolist() if wanted else ()):
        solver.clear()
        layout = _layout((dealer | kitty, left, right))
        for denomination in rules.denominations():
            best = solver.best_discard(layout, denomination, lead=rules.lead)
            discards[number, denomination] = best.discards[0].cards.cards
            tricks[number, denomination] = best.guarantee
    return {"discards": discards, "discard_guarantees": tricks}


def _layout(hands: tuple[int, ...]) -> Layout:
    """The hands of a row; the kitty stays out of it."""
    return Layout(*map(Hand, hands[: len(Seat)]))


GUARANTEES = RowKind(
    "guarantees",
    1,
    "a deal as dealt, sixteen cards each: what every seat can guarantee in each denomination, all cards seen",
    (
        *DEAL_COLUMNS,
        RowColumn("dealer_guarantees", "int8", 5, "tricks that the dealer guarantees without the kitty"),
        RowColumn("left_guarantees", "int8", 5, "tricks that left guarantees against the dealer without the kitty"),
        RowColumn("right_guarantees", "int8", 5, "tricks that right guarantees against the dealer without the kitty"),
        RowColumn(
            "discards", "int64", 5, "the dealer's best discard of his twenty cards; 0 where it was not asked for"
        ),
        RowColumn(
            "discard_guarantees", "int8", 5, "tricks that the dealer guarantees after it; -1 where not asked for"
        ),
    ),
    guarantee_rows,
    {"discards": "yes: also the dealer's best discards, all cards seen, which take four times as long; no: none"},
    lambda work: check_options(work, OPTIONS),
)
