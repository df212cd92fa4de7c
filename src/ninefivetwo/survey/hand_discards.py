"""The kind `hand_discards`: what every discard of a hand's lowest cards brings the dealer."""

from __future__ import annotations

import numpy as np

from ninefivetwo.cards import Denomination, Seat, Suit
from ninefivetwo.errors import SurveyError, quoted
from ninefivetwo.exact import CancelToken
from ninefivetwo.game import KITTY
from ninefivetwo.game.rules import TRICKS, parse_rules
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
    worlds_dealt,
)
from ninefivetwo.survey.work import Columns, RowColumn, RowKind, Work
from ninefivetwo.think.heuristic_tables import best_calls
from ninefivetwo.think.models.exchange import Ints, ways_of
from ninefivetwo.think.playouts import games_of_hands, play_out

ANOTHER_SUIT = 1 / 3  # of the hands are played with a trump suit drawn at random
OPTIONS: dict[str, tuple[str, ...]] = {"after": ("trumps", "no-trump", "trumps, the kitty to come")}
WAYS = len(ways_of(KITTY))


def hand_discard_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """The rows of a batch.

    Raises RulesError and PolicyError for what cannot be read, SurveyError for options and for a condition, and
    SearchStopped when cancelled.
    """
    asked, worlds = hand_options(work, OPTIONS)
    rng, blind = np.random.default_rng(work.seed), "to come" in asked["after"]
    dealt = hands_dealt(rng, work.number, TRICKS)
    trumps = _trumps(work, rng, dealt, asked["after"])
    hands = dealt if blind else dealt | worlds_dealt(rng, dealt, 1, (KITTY,))[:, 0, 0]
    choices = low_cards(hands, KITTY)
    found = unplayed(*choices.shape)
    sizes = (KITTY if blind else 0, TRICKS, TRICKS)
    for part, others in in_parts(rng, hands, worlds, sizes, WAYS):
        found[part] = _played(work, hands[part], trumps[part], choices[part], others, token)
    return {
        "hand": signed(hands),
        "trump": trumps.astype(np.int8),
        "discards": signed(choices),
        **half_values(found, worlds),
    }


def _trumps(work: Work, rng: np.random.Generator, hands: Sets, after: str) -> Ints:
    """No-trump where that is asked for; else what the plain rules call, in some hands a suit drawn."""
    if after == "no-trump":
        if Denomination.N not in parse_rules(work.rules).denominations():
            raise SurveyError(f"no-trump may not be called under {quoted(work.rules)} (expected trumps)")
        return np.full(len(hands), int(Denomination.N))
    another = rng.random(len(hands)) < ANOTHER_SUIT
    return np.where(another, rng.integers(len(Suit), size=len(hands)), best_calls(hands, Denomination))


def _played(
    work: Work, hands: Sets, trumps: Ints, choices: Sets, others: Sets, token: CancelToken | None
) -> HalfTricks:
    """The dealer's tricks by hand, discard and half of the worlds; others: by hand and world the kitty, left, right."""
    worlds, policies, rules = others.shape[1], policies_of(work), parse_rules(work.rules)
    held, gone, world = each_choice(hands, choices, others)
    called = np.repeat(trumps, (choices != 0).sum(axis=1) * worlds)
    games = games_of_hands(np.column_stack([held & ~gone | world[:, 0], world[:, 1:]]), called, gone, rules)
    tricks = play_out(policies, games, seed=work.seed, threads=1, token=token)
    return by_choice(choices, tricks[:, Seat.DEALER], worlds)


HAND_DISCARDS = RowKind(
    "hand_discards",
    1,
    "a dealer's hand dealt at random, with what every discard of its lowest cards brings, in worlds drawn evenly",
    (
        RowColumn("hand", "int64", 1, "the dealer's twenty cards, or his sixteen where the kitty is to come"),
        RowColumn("trump", "int8", 1, "the denomination: as the plain rules call, in a third of the hands any suit"),
        RowColumn("discards", "int64", WAYS, "the discards: so many lowest cards of each suit; 0: a suit is too short"),
        WORLDS,
        *half_columns("the dealer's", WAYS),
    ),
    hand_discard_rows,
    {
        "after": "trumps (the usual one), no-trump; or trumps, the kitty to come: the dealer has not seen it yet",
        "worlds": WORLDS_OPTION,
    },
    lambda work: hand_options(work, OPTIONS),
)
