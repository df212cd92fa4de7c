"""The kinds of rows for deals that are played out or solved: `deals`, `calls`, `worths`, `guarantees` and `matches`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

import numpy as np

from ninefivetwo.cards import SEAT_PAIRS, Hand, Seat, Trump
from ninefivetwo.exact import CancelToken, Solver
from ninefivetwo.game import check_previous_results
from ninefivetwo.game.rules import RuleSet, parse_rules
from ninefivetwo.layout import Layout, Position
from ninefivetwo.sets import Sets
from ninefivetwo.survey.work import (
    CARD_COLUMNS,
    CHOICE_COLUMNS,
    DEAL_COLUMNS,
    PAIR_WORDS,
    TRICK_COLUMNS,
    Columns,
    RowColumn,
    RowKind,
    SignedSets,
    Work,
    card_columns,
    cards_of,
    check_no_condition,
    check_options,
    choice_columns,
    deal_columns,
    joined_rows,
    policies_of,
    signed_sets,
    trick_columns,
)
from ninefivetwo.think.models.exchange import Ints, modelled_calls
from ninefivetwo.think.models.match_ends import ends
from ninefivetwo.think.playouts import Policies, games_of_hands, play_out
from ninefivetwo.think.playouts.first_lead import ReadyDeals, dealt, ready_deals


def deal_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """Return the rows of a batch of the kind `deals`.

    Raises RulesError, PolicyError, ConditionError or SurveyError if the rules, policy, condition or options are
    invalid. Raises SearchStopped if the token is cancelled.
    """
    check_options(work, {})
    cards = cards_of(work, token)
    games = ready_deals(parse_rules(work.rules), None, cards).games
    tricks = play_out(policies_of(work), games, seed=work.seed, threads=1, token=token)
    return deal_columns(cards) | choice_columns(games) | trick_columns(tricks)


DEALS = RowKind(
    "deals",
    2,
    "a first deal of a match, called and discarded by the fitted rules, and played by the policy in every seat",
    (*DEAL_COLUMNS, *CHOICE_COLUMNS, *TRICK_COLUMNS),
    deal_rows,
)


def call_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """Return the rows of a batch of the kind `calls`. Raises the same errors as `deal_rows`."""
    check_options(work, {})
    cards, rules, policies = cards_of(work, token), parse_rules(work.rules), policies_of(work)
    discards = np.zeros((len(cards), len(Trump)), np.int64)
    tricks = np.full((len(cards), len(Trump), len(Seat)), -1, np.int8)
    for trump in rules.trumps():
        games = ready_deals(rules, None, cards, called=trump).games
        discards[:, trump] = signed_sets(games["discarded"])
        tricks[:, trump] = play_out(policies, games, seed=work.seed, threads=1, token=token)
    fitted = {"call": ready_deals(rules, None, cards).games["trump"].astype(np.int8)}
    return deal_columns(cards) | fitted | {"discards": discards} | trick_columns(tricks)


CALLS = RowKind(
    "calls",
    2,
    "a first deal of a match, played out with every denomination called in turn",
    (
        *DEAL_COLUMNS,
        RowColumn("call", "int8", 1, "the denomination that the fitted rule would call"),
        RowColumn("discards", "int64", 5, "the four cards discarded, by denomination; 0 if it may not be called"),
        RowColumn("dealer_tricks", "int8", 5, "tricks won by the dealer, by denomination"),
        RowColumn("left_tricks", "int8", 5, "tricks won by left, by denomination"),
        RowColumn("right_tricks", "int8", 5, "tricks won by right, by denomination"),
    ),
    call_rows,
)


#: The ways of playing a deal, in the order of their numbers in the column `way`: as a first deal; without the kitty; as
#: a later deal with an exchange of one card between two seats.
WAYS = ("as dealt", "no kitty", *PAIR_WORDS)


def worth_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """Return the rows of a batch of the kind `worths`. The rows of each deal are consecutive.

    Raises the same errors as `deal_rows`, and GameError if these contracts rule out an exchange of one card.
    """
    check_options(work, {})
    cards, rules, policies = cards_of(work, token), parse_rules(work.rules), policies_of(work)
    ways = [ready_deals(rules, None, cards), _no_kitty(rules, cards)]
    ways += [ready_deals(rules, _owing(rules, *pair, len(cards)), cards) for pair in SEAT_PAIRS]
    found = [_way(number, way, policies, work.seed, token) for number, way in enumerate(ways)]
    dealt = {name: np.repeat(values, len(ways)) for name, values in deal_columns(cards).items()}
    return dealt | {name: np.stack([way[name] for way in found], axis=1).reshape(-1) for name in found[0]}


def _way(number: int, way: ReadyDeals, policies: Policies, seed: int, token: CancelToken | None) -> Columns:
    """Play the deals in the way `WAYS[number]`, and return the columns."""
    found: Columns = {
        "way": np.full(len(way.games), number, np.int8),
        **choice_columns(way.games),
        "given": signed_sets(way.given.sum(axis=(1, 2), dtype=way.given.dtype)),
        "returned": signed_sets(way.returned.sum(axis=(1, 2), dtype=way.returned.dtype)),
    }
    return found | trick_columns(play_out(policies, way.games, seed=seed, threads=1, token=token))


def _no_kitty(rules: RuleSet, cards: Sets) -> ReadyDeals:
    """Return deals in which the dealer calls and plays with the sixteen cards dealt, and nobody sees the kitty."""
    calls = modelled_calls(cards[:, Seat.DEALER], rules.trumps(), kitty_seen=False)
    nothing = np.zeros((len(cards), len(Seat), len(Seat)), np.uint64)
    games = games_of_hands(cards[:, : len(Seat)], calls, np.zeros(len(cards), np.uint64), rules)
    return ReadyDeals(games, nothing, nothing)


def _owing(rules: RuleSet, giver: Seat, receiver: Seat, number: int) -> Ints:
    """Return `number` identical rows of previous results after which `giver` gives `receiver` one card."""
    up = [(seat is giver) - (seat is receiver) for seat in Seat]
    check_previous_results(rules, (up[0], up[1], up[2]))
    return np.tile(up, (number, 1))


WORTHS = RowKind(
    "worths",
    2,
    "a deal played in one of several ways; each way has a row with the same cards",
    (
        *DEAL_COLUMNS,
        RowColumn("way", "int8", 1, "the way of playing: " + ", ".join(f"{n} {way}" for n, way in enumerate(WAYS))),
        *CHOICE_COLUMNS,
        RowColumn("given", "int64", 1, "the card given; 0: none"),
        RowColumn("returned", "int64", 1, "the card returned for it; 0: none"),
        *TRICK_COLUMNS,
    ),
    worth_rows,
)


OPTIONS = {"discards": ("no", "yes")}


def guarantee_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """Return the rows of a batch of the kind `guarantees`.

    Raises RulesError, ConditionError or SurveyError if the rules, condition or options are invalid. Raises
    SearchStopped if the token is cancelled.
    """
    asked, rules, cards = check_options(work, OPTIONS), parse_rules(work.rules), cards_of(work, token)
    solver = Solver(token=token)
    found = deal_columns(cards) | _guarantees(solver, rules, cards)
    return found | _discards(solver, rules, cards, asked["discards"] == "yes")


def _guarantees(solver: Solver, rules: RuleSet, cards: Sets) -> Columns:
    """Solve each deal as dealt, and return each seat's guarantee in each denomination."""
    tricks = np.full((len(cards), len(Trump), len(Seat)), -1, np.int8)
    for row, layout in zip(tricks, map(_layout, cards.tolist()), strict=True):
        solver.clear()  # the table entries are useless, because they belong to another deal
        position = Position(layout, rules.lead)
        for trump in rules.trumps():
            guarantees = solver.guarantees(position, trump)
            row[trump] = [guarantees[seat] for seat in Seat]
    return {f"{seat.word}_guarantees": tricks[:, :, seat] for seat in Seat}


def _discards(solver: Solver, rules: RuleSet, cards: Sets, solve: bool) -> Columns:
    """Return the columns for the dealer's best discard from twenty cards. Nothing is solved if `solve` is False."""
    discards = np.zeros((len(cards), len(Trump)), np.int64)
    tricks = np.full((len(cards), len(Trump)), -1, np.int8)
    for number, (dealer, left, right, kitty) in enumerate(cards.tolist() if solve else ()):
        solver.clear()
        layout = _layout((dealer | kitty, left, right))
        for trump in rules.trumps():
            best = solver.best_discard(layout, trump, lead=rules.lead)
            discards[number, trump] = best.discards[0].cards.cards
            tricks[number, trump] = best.guarantee
    return {"discards": discards, "discard_guarantees": tricks}


def _layout(hands: tuple[int, ...]) -> Layout:
    return Layout(*map(Hand, hands[: len(Seat)]))


GUARANTEES = RowKind(
    "guarantees",
    1,
    "a deal as dealt, with sixteen cards each, and the tricks that every seat guarantees, double dummy",
    (
        *DEAL_COLUMNS,
        RowColumn("dealer_guarantees", "int8", 5, "tricks that the dealer guarantees without the kitty"),
        RowColumn("left_guarantees", "int8", 5, "tricks that left guarantees against the dealer without the kitty"),
        RowColumn("right_guarantees", "int8", 5, "tricks that right guarantees against the dealer without the kitty"),
        RowColumn("discards", "int64", 5, "the dealer's best discard from twenty cards; 0 if not requested"),
        RowColumn("discard_guarantees", "int8", 5, "tricks that the dealer guarantees after it; -1 if not requested"),
    ),
    guarantee_rows,
    {"discards": "yes: also solve the dealer's best discards, which takes four times as long; no: do not (default)"},
    lambda work: check_options(work, OPTIONS),
)


# Whole matches


MOST_DEALS = 1000  # maximum number of deals before a match is left unfinished; under some rules it might never end
DEAL_BITS = 48  # a deal's number is added to the seed above these bits, so each deal has its own random numbers
NO_RESULT = -128  # stands for the missing previous result in the first deal of a match


def match_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """Return the rows of a batch of the kind `matches`. The rows of each match are consecutive.

    Raises RulesError, PolicyError or SurveyError if the rules, policy or options are invalid. Raises SurveyError if the
    batch has a condition, and SearchStopped if the token is cancelled.
    """
    check_options(work, {})
    check_no_condition(work)
    rows = joined_rows([*islice(_rounds(work, token), MOST_DEALS)])
    order = rows["match"].argsort(kind="stable")
    return {name: values[order] for name, values in rows.items()}


def _rounds(work: Work, token: CancelToken | None) -> Iterator[Columns]:
    """Play all matches in parallel, and yield the rows of deal 1, of deal 2 and so on until the matches are over."""
    rules, policies = parse_rules(work.rules), policies_of(work)
    going = np.arange(work.number)  # the matches that are not over
    previous: Ints | None = None  # shape (matches, seats)
    scores = np.zeros((work.number, len(Seat)), np.int64)  # shape (matches, seats)
    for deal in count(1):
        cards = dealt(work.number, work.seed if deal == 1 else (work.seed, deal))[going]
        deals = ready_deals(rules, previous, cards)
        tricks = play_out(policies, deals.games, seed=work.seed + (deal - 1 << DEAL_BITS), threads=1, token=token)
        points = tricks.astype(np.int64) - rules.contracts
        totals = scores + points
        last = rules.deals is not None and deal >= rules.deals
        over, shares = ends(rules, totals, points, tricks.astype(np.int64), last)
        shares = np.roll(shares, deal - 1, axis=1)
        before = NO_RESULT if previous is None else previous
        yield {
            "match": going.astype(np.int32),
            "deal": np.full(len(cards), deal, np.int16),
            **card_columns(cards),
            "players": np.tile((np.arange(3) + deal - 1) % 3, (len(cards), 1)).astype(np.int8),
            "previous": np.broadcast_to(before, points.shape).astype(np.int8),
            "given": _by_pair(deals.given),
            "returned": _by_pair(deals.returned),
            **choice_columns(deals.games),
            **trick_columns(tricks),
            "points": points.astype(np.int8),
            "scores": np.roll(totals, deal - 1, axis=1).astype(np.int16),
            "last": over,
            "winner": np.where((shares == 1).any(axis=1), shares.argmax(axis=1), -1).astype(np.int8),
            "shares": shares.astype(np.float32),
        }
        if over.all():
            return
        going = going[~over]
        previous, scores = (np.roll(values[~over], -1, axis=1) for values in (points, totals))


def _by_pair(cards: Sets) -> SignedSets:
    """Convert card sets indexed by giver and receiver to a column with one value for each pair of seats."""
    return signed_sets(np.stack([cards[:, giver, receiver] for giver, receiver in SEAT_PAIRS], axis=1))


MATCHES = RowKind(
    "matches",
    2,
    "a deal of a whole match, played by the policy in every seat",
    (
        RowColumn("match", "int32", 1, "the match's number in the batch, from 0"),
        RowColumn("deal", "int16", 1, "the deal's number in the match, from 1"),
        *CARD_COLUMNS,
        RowColumn(
            "players",
            "int8",
            3,
            "the players (0 to 2) in the seats dealer, left, right; their numbers are their seats in deal 1",
        ),
        RowColumn(
            "previous", "int8", 3, f"points of the previous deal, by the seats of this deal; {NO_RESULT} in deal 1"
        ),
        RowColumn("given", "int64", 6, f"cards given in the exchange: {', '.join(PAIR_WORDS)}; 0: none"),
        RowColumn("returned", "int64", 6, "cards returned for them, in the same order of pairs"),
        *CHOICE_COLUMNS,
        *TRICK_COLUMNS,
        RowColumn("points", "int8", 3, "tricks minus contract, by seat: dealer, left, right"),
        RowColumn("scores", "int16", 3, "score of the match after this deal, by player"),
        RowColumn(
            "last",
            "bool",
            1,
            f"whether this deal ended the match; unfinished matches are left after {MOST_DEALS} deals",
        ),
        RowColumn("winner", "int8", 1, "the player who won the match; -1 for an unfinished match or a shared win"),
        RowColumn(
            "shares", "float32", 3, "share of the win, by player: 1 for a sole winner; 0 if the match is not over"
        ),
    ),
    match_rows,
)
