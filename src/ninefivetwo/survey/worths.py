"""The kind `worths`: the same cards played several ways, to see what a kitty or a card given is worth."""

from __future__ import annotations

import numpy as np

from ninefivetwo.cards import SEAT_PAIRS, Seat
from ninefivetwo.exact import CancelToken
from ninefivetwo.game import check_previous_results
from ninefivetwo.game.rules import RuleSet, parse_rules
from ninefivetwo.sets import Sets
from ninefivetwo.survey.asked import cards_of, check_options, policies_of
from ninefivetwo.survey.columns import (
    CHOICE_COLUMNS,
    DEAL_COLUMNS,
    PAIR_WORDS,
    TRICK_COLUMNS,
    choice_columns,
    deal_columns,
    signed,
    trick_columns,
)
from ninefivetwo.survey.dealt import ReadyDeals, ready
from ninefivetwo.survey.work import Columns, RowColumn, RowKind, Work
from ninefivetwo.think.models.exchange import Ints, best_calls
from ninefivetwo.think.playouts import Policies, games_of_hands, play_out

#: The ways, by their numbers in the column `way`: a first deal; the dealer left with his sixteen cards; a later deal in
#: which one seat gives another one card and has one back.
WAYS = ("as dealt", "no kitty", *PAIR_WORDS)


def worth_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """The rows of a batch, those of a deal together.

    Raises what `deal_rows` does, and GameError where the contracts allow no result that owes one card.
    """
    check_options(work, {})
    cards, rules, policies = cards_of(work, token), parse_rules(work.rules), policies_of(work)
    ways = [ready(rules, None, cards), _no_kitty(rules, cards)]
    ways += [ready(rules, _owing(rules, *pair, len(cards)), cards) for pair in SEAT_PAIRS]
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
