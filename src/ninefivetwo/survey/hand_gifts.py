"""The kind `hand_gifts`: what every gift of a hand's lowest cards brings its giver, before the call."""

from __future__ import annotations

import numpy as np

from ninefivetwo.cards import SEAT_PAIRS, Seat
from ninefivetwo.exact import CancelToken
from ninefivetwo.game import KITTY
from ninefivetwo.game.rules import TRICKS, RuleSet, parse_rules
from ninefivetwo.sets import Sets
from ninefivetwo.survey.asked import policies_of
from ninefivetwo.survey.columns import signed
from ninefivetwo.survey.hands import (
    WORLDS,
    WORLDS_OPTION,
    HalfTricks,
    by_choice,
    each_choice,
    half_columns,
    half_values,
    hand_options,
    hands_dealt,
    in_parts,
    low_cards,
    unplayed,
)
from ninefivetwo.survey.work import Columns, RowColumn, RowKind, Work, joined_rows
from ninefivetwo.think.heuristic_tables import returns
from ninefivetwo.think.models.exchange import best_calls, discards_by_trump, ways_of
from ninefivetwo.think.playouts import Rows, games_of_hands, play_out

OPTIONS: dict[str, tuple[str, ...]] = {"cards": ("1", "2", "3")}
WAYS = len(ways_of(3))  # columns; fewer cards can be given in fewer ways


def hand_gift_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """The rows of a batch.  Raises what `hand_discard_rows` does."""
    asked, worlds = hand_options(work, OPTIONS)
    return joined_rows([_of_pair(work, int(asked["cards"]), worlds, *pair, token) for pair in SEAT_PAIRS])


def _of_pair(work: Work, cards: int, worlds: int, giver: Seat, receiver: Seat, token: CancelToken | None) -> Columns:
    """The rows of one giver and receiver."""
    rng = np.random.default_rng((work.seed, giver, receiver))
    hands = hands_dealt(rng, work.number, TRICKS)
    gifts = low_cards(hands, cards)
    ways = gifts.shape[1]
    choices, found = np.zeros((work.number, WAYS), np.uint64), unplayed(work.number, WAYS)
    choices[:, :ways] = gifts
    deals = 2 * ways  # for the hands are kept as exchanged and as played
    for part, others in in_parts(rng, hands, worlds, (KITTY, TRICKS, TRICKS), deals):
        found[part] = _played(work, hands[part], choices[part], others, giver, receiver, token)
    return {
        "hand": signed(hands),
        "giver": np.full(work.number, int(giver), np.int8),
        "receiver": np.full(work.number, int(receiver), np.int8),
        "gifts": signed(choices),
        **half_values(found, worlds),
    }


def _played(
    work: Work, hands: Sets, gifts: Sets, others: Sets, giver: Seat, receiver: Seat, token: CancelToken | None
) -> HalfTricks:
    """The giver's tricks by hand, gift and half of the worlds.

    others: by hand and world the kitty, the receiver's hand, the third seat's.
    """
    worlds, policies, rules = others.shape[1], policies_of(work), parse_rules(work.rules)
    held, given, world = each_choice(hands, gifts, others)
    table = np.empty_like(world)
    table[:, giver], table[:, receiver], table[:, 3 - giver - receiver] = held, world[:, 1], world[:, 2]
    exchange(table, giver, receiver, given)
    tricks = play_out(policies, games_called(rules, table, world[:, 0]), seed=work.seed, threads=1, token=token)
    return by_choice(gifts, tricks[:, giver], worlds)


def exchange(hands: Sets, giver: Seat, receiver: Seat, gifts: Sets) -> None:
    """Cards given and returned, in place; hands: a row a deal, a column a seat."""
    hands[:, giver] ^= gifts
    hands[:, receiver] |= gifts
    back = returns(hands[:, receiver], gifts)
    hands[:, receiver] ^= back
    hands[:, giver] |= back


def games_called(rules: RuleSet, hands: Sets, kitty: Sets) -> Rows:
    """The games that follow when the dealer calls on sixteen cards, takes the kitty and discards, all as fitted."""
    trumps = best_calls(hands[:, Seat.DEALER], rules.denominations(), kitty_seen=False)
    discarded = discards_by_trump(hands[:, Seat.DEALER] | kitty, KITTY, trumps)
    after = hands.copy()
    after[:, Seat.DEALER] = (after[:, Seat.DEALER] | kitty) & ~discarded
    return games_of_hands(after, trumps, discarded, rules)


HAND_GIFTS = RowKind(
    "hand_gifts",
    1,
    "a hand dealt at random to a giver, with what every gift of its lowest cards brings him: returned for by the plain "
    "rules, called and discarded as fitted, in worlds drawn evenly; so many hands of each giver and receiver",
    (
        RowColumn("hand", "int64", 1, "the giver's sixteen cards"),
        RowColumn("giver", "int8", 1, "his seat: 0 dealer, 1 left, 2 right"),
        RowColumn("receiver", "int8", 1, "the seat that he gives to"),
        RowColumn("gifts", "int64", WAYS, "the gifts: so many lowest cards of each suit; 0: no such gift"),
        WORLDS,
        *half_columns("the giver's", WAYS),
    ),
    hand_gift_rows,
    {"cards": "given: 1 (the usual one), 2 or 3", "worlds": WORLDS_OPTION},
    lambda work: hand_options(work, OPTIONS),
)
