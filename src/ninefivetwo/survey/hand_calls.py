"""The kind `hand_calls`: what every call brings the dealer with a hand."""

from __future__ import annotations

import numpy as np

from ninefivetwo.cards import Denomination, Seat
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
    half_columns,
    half_values,
    halves,
    hand_options,
    hands_dealt,
    in_parts,
    unplayed,
)
from ninefivetwo.survey.work import Columns, RowColumn, RowKind, Work
from ninefivetwo.think.models.exchange import call_worths, discards
from ninefivetwo.think.playouts import games_of_hands, play_out

OPTIONS: dict[str, tuple[str, ...]] = {"kitty": ("unseen", "seen"), "close": ("no", "two", "no-trump")}
CLOSE = {"two": 0.3, "no-trump": 0.8}  # tricks by which the best call leads where the choice is close
MANY = {"no": 1, "two": 8, "no-trump": 32}  # hands dealt for each to be played


def hand_call_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """The rows of a batch.  Raises what `hand_discard_rows` does."""
    asked, worlds = hand_options(work, OPTIONS)
    rng, seen = np.random.default_rng(work.seed), asked["kitty"] == "seen"
    hands = _hands(rng, work.number, seen, asked["close"])
    found = unplayed(len(hands), len(Denomination))
    sizes = (0 if seen else KITTY, TRICKS, TRICKS)
    for part, others in in_parts(rng, hands, worlds, sizes, 1):  # one call after another
        found[part] = _played(work, hands[part], others, token)
    return {"hand": signed(hands), **half_values(found, worlds)}


def _hands(rng: np.random.Generator, number: int, seen: bool, close: str) -> Sets:
    """So many hands, fewer where not so many are close; close: which, as far as was fitted."""
    hands = hands_dealt(rng, number * MANY[close], TRICKS + KITTY * seen)
    if close == "no":
        return hands
    worths = np.array([call_worths(hands, trump, seen) for trump in Denomination])
    second = worths[Denomination.N] if close == "no-trump" else np.sort(worths, axis=0)[-2]
    return hands[worths.max(axis=0) - second < CLOSE[close]][:number]


def _played(work: Work, hands: Sets, others: Sets, token: CancelToken | None) -> HalfTricks:
    """The dealer's tricks by hand, call and half of the worlds; others: by hand and world the kitty, left, right."""
    worlds, policies, rules = others.shape[1], policies_of(work), parse_rules(work.rules)
    found = unplayed(len(hands), len(Denomination))
    world = others.reshape(-1, 3)
    held = np.repeat(hands, worlds) | world[:, 0]
    for trump in rules.denominations():
        gone = discards(held, KITTY, trump)
        trumps = np.full(len(held), int(trump))
        games = games_of_hands(np.column_stack([held & ~gone, world[:, 1:]]), trumps, gone, rules)
        tricks = play_out(policies, games, seed=work.seed, threads=1, token=token)
        found[:, trump] = halves(tricks[:, Seat.DEALER], worlds)
    return found


HAND_CALLS = RowKind(
    "hand_calls",
    1,
    "a dealer's hand dealt at random, with what every call brings, discarded for as fitted, in worlds drawn evenly",
    (
        RowColumn("hand", "int64", 1, "the dealer's sixteen cards, or his twenty where the kitty is seen"),
        WORLDS,
        *half_columns("the dealer's", len(Denomination)),
    ),
    hand_call_rows,
    {
        "kitty": "unseen (the usual one) or seen by the dealer as he calls",
        "close": "only hands in which, as far as was fitted, two calls are nearly level, or no-trump is with the best: "
        "no (the usual one), two or no-trump; of many hands dealt the first ones, so there may be fewer than asked for",
        "worlds": WORLDS_OPTION,
    },
    lambda work: hand_options(work, OPTIONS),
)
