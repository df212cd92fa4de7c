"""The kinds `deals`, `calls`, `worths` and `guarantees`: deals as dealt, played out or solved in several ways."""

from __future__ import annotations

import numpy as np

from ninefivetwo.cards import SEAT_PAIRS, Denomination, Hand, Seat
from ninefivetwo.exact import CancelToken, Solver
from ninefivetwo.game import check_previous_results
from ninefivetwo.game.rules import RuleSet, parse_rules
from ninefivetwo.layout import Layout, Position
from ninefivetwo.sets import Sets
from ninefivetwo.survey.work import (
    CHOICE_COLUMNS,
    DEAL_COLUMNS,
    PAIR_WORDS,
    TRICK_COLUMNS,
    Columns,
    RowColumn,
    RowKind,
    Work,
    cards_of,
    check_options,
    choice_columns,
    deal_columns,
    policies_of,
    signed,
    trick_columns,
)
from ninefivetwo.think.models.exchange import Ints, best_calls
from ninefivetwo.think.playouts import Policies, games_of_hands, play_out
from ninefivetwo.think.playouts.first_lead import ReadyDeals, ready_deals


def deal_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """The rows of a batch.

    Raises RulesError, PolicyError and ConditionError for what cannot be read, SurveyError for an option, and
    SearchStopped when cancelled.
    """
    check_options(work, {})
    cards = cards_of(work, token)
    games = ready_deals(parse_rules(work.rules), None, cards).games
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
        games = ready_deals(rules, None, cards, called=denomination).games
        discards[:, denomination] = signed(games["discarded"])
        tricks[:, denomination] = play_out(policies, games, seed=work.seed, threads=1, token=token)
    fitted = {"call": ready_deals(rules, None, cards).games["trump"].astype(np.int8)}
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


#: The ways, by their numbers in the column `way`: a first deal; the dealer left with his sixteen cards; a later deal in
#: which one seat gives another one card and has one back.
WAYS = ("as dealt", "no kitty", *PAIR_WORDS)


def worth_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """The rows of a batch, those of a deal together.

    Raises what `deal_rows` does, and GameError where the contracts allow no result that owes one card.
    """
    check_options(work, {})
    cards, rules, policies = cards_of(work, token), parse_rules(work.rules), policies_of(work)
    ways = [ready_deals(rules, None, cards), _no_kitty(rules, cards)]
    ways += [ready_deals(rules, _owing(rules, *pair, len(cards)), cards) for pair in SEAT_PAIRS]
    found = [_way(number, way, policies, work.seed, token) for number, way in enumerate(ways)]
    dealt = {name: np.repeat(values, len(ways)) for name, values in deal_columns(cards).items()}
    return dealt | {name: np.stack([way[name] for way in found], axis=1).reshape(-1) for name in found[0]}


def _way(number: int, way: ReadyDeals, policies: Policies, seed: int, token: CancelToken | None) -> Columns:
    """The columns of the deals played one way, by its number."""
    found: Columns = {
        "way": np.full(len(way.games), number, np.int8),
        **choice_columns(way.games),
        "given": signed(way.given.sum(axis=(1, 2))),
        "returned": signed(way.returned.sum(axis=(1, 2))),
    }
    return found | trick_columns(play_out(policies, way.games, seed=seed, threads=1, token=token))


def _no_kitty(rules: RuleSet, cards: Sets) -> ReadyDeals:
    """The dealer calls on the sixteen cards dealt to him and plays with them; nobody sees the kitty."""
    calls = best_calls(cards[:, Seat.DEALER], rules.denominations(), kitty_seen=False)
    nothing = np.zeros((len(cards), len(Seat), len(Seat)), np.uint64)
    games = games_of_hands(cards[:, : len(Seat)], calls, np.zeros(len(cards), np.uint64), rules)
    return ReadyDeals(games, nothing, nothing)


def _owing(rules: RuleSet, giver: Seat, receiver: Seat, number: int) -> Ints:
    """Results after which one seat owes another one card, and nothing else is owed; so many rows."""
    up = [(seat is giver) - (seat is receiver) for seat in Seat]
    check_previous_results(rules, (up[0], up[1], up[2]))
    return np.tile(up, (number, 1))


WORTHS = RowKind(
    "worths",
    1,
    "a deal played one of several ways on the same cards, a row a way",
    (
        *DEAL_COLUMNS,
        RowColumn("way", "int8", 1, "how it is played: " + ", ".join(f"{n} {way}" for n, way in enumerate(WAYS))),
        *CHOICE_COLUMNS,
        RowColumn("given", "int64", 1, "the card that is given; 0: none"),
        RowColumn("returned", "int64", 1, "the card that comes back for it; 0: none"),
        *TRICK_COLUMNS,
    ),
    worth_rows,
)


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


def _discards(solver: Solver, rules: RuleSet, cards: Sets, solve: bool) -> Columns:
    """The dealer's best discards from his hand and the kitty; 0 and -1 if they are not to be solved."""
    discards = np.zeros((len(cards), len(Denomination)), np.int64)
    tricks = np.full((len(cards), len(Denomination)), -1, np.int8)
    for number, (dealer, left, right, kitty) in enumerate(cards.tolist() if solve else ()):
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
