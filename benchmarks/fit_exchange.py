"""Fit discards and calls to playouts of the policy `learned`.

    n52 survey run surveys/fit_discards.toml -o rows/discards
    python -m benchmarks fit_exchange no-trump rows/discards
    n52 survey run surveys/fit_calls.toml -o rows/calls
    python -m benchmarks fit_exchange "calls, the kitty seen" rows/calls

The surveys have hands dealt at random, and every discard of lowest cards played out, or every call.  Fitted is what
suits are worth, within each hand, so that the best choice leads; it is written into
`exchange.json` in think/models.  Printed is what the choices gain over the plain rules', each by a fit to four
fifths of the hands that it is none of.  Discards come first: those after a call are the fitted ones.  Kinds of
discards: `trumps`, `no-trump`, and `trumps, the kitty to come`, where the dealer discards before he sees it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.report import estimate_of, figure
from benchmarks.survey_rows import Batch, batches, shipped_policy
from ninefivetwo.cards import Hand, Trump
from ninefivetwo.errors import SurveyError
from ninefivetwo.game import KITTY
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.sets import Floats, Sets, lanes_of
from ninefivetwo.survey.work import Columns, joined_rows, unsigned
from ninefivetwo.think import heuristics as plain_rules
from ninefivetwo.think.models.exchange import USUAL_LENGTH, discards, few_features, lane_features, main_suits

FILE = Path(__file__).parents[1] / "src/ninefivetwo/think/models/exchange.json"
DISCARDS = ("trumps", "no-trump", "trumps, the kitty to come")
CALLS = ("calls", "calls, the kitty seen")
RIDGE = 3.0
NEAR = 0.2  # tricks behind the best: a discard so far behind weighs half, because it is the lead that must be right
FOLDS = 5
Ints = npt.NDArray[np.int64]
Tables = dict[str, Any]  # weights by feature, by table


class DiscardRows(NamedTuple):
    """What discards bring the dealer, a row a hand.

    trumps: denominations by number.  discards: a column for each of `ways_of`, no cards where a suit is too
    short.  values: the dealer's tricks by hand and discard; nan where there is no discard.
    """

    hands: Sets
    trumps: Ints
    discards: Sets
    values: Floats


class CallRows(NamedTuple):
    """What calls bring the dealer, a row a hand, after the fitted discards.

    hands: sixteen cards, the kitty not seen, or twenty.  values: his tricks by hand and denomination.
    """

    hands: Sets
    values: Floats


class GiftRows(NamedTuple):
    """What gifts bring, a row a hand of the giver's.

    gifts: a column for each of `ways_of` so many cards, the lowest of their suits; no cards where there is no such
    gift.  values: the giver's tricks by hand and gift; nan where there is none.
    """

    hands: Sets
    givers: Ints
    receivers: Ints
    gifts: Sets
    values: Floats


def discard_rows(rows: Columns) -> DiscardRows:
    """Of rows `hand_discards`."""
    return DiscardRows(
        unsigned(rows["hand"]), rows["trump"].astype(np.int64), unsigned(rows["discards"]), _values(rows)
    )


def call_rows(rows: Columns) -> CallRows:
    """Of rows `hand_calls`."""
    return CallRows(unsigned(rows["hand"]), _values(rows))


def gift_rows(rows: Columns) -> GiftRows:
    """Of rows `hand_gifts`."""
    seats = rows["giver"].astype(np.int64), rows["receiver"].astype(np.int64)
    return GiftRows(unsigned(rows["hand"]), *seats, unsigned(rows["gifts"]), _values(rows))


def _values(rows: Columns) -> Floats:
    """Tricks by choice, the mean over the worlds; nan where there is no such choice."""
    both, worlds = rows["first_half"].astype(float) + rows["second_half"], rows["worlds"][:, None]
    return np.where(rows["first_half"] < 0, np.nan, both / worlds)


def design(hands: Sets, trumps: Ints) -> Floats:
    """The columns of the regression, a row a hand: features of the main suit, the others, the others by its length."""
    every, few = (np.array([*found.values()]).T for found in (lane_features(), few_features()))
    lanes = lanes_of(hands)
    main = np.empty((1, len(hands)), dtype=np.int64)
    for trump in np.unique(trumps):
        main[:, trumps == trump] = main_suits(lanes[:, trumps == trump], Trump(int(trump)))
    cards = np.take_along_axis(lanes, main, axis=0)[0]
    beyond = np.bitwise_count(cards) - float(USUAL_LENGTH)
    side = every[lanes].sum(axis=0) - every[cards]
    return np.hstack([every[cards], side, (few[lanes].sum(axis=0) - few[cards]) * beyond[:, None]])


def fitted(columns: Floats, values: Floats, hand: Ints) -> Floats:
    """The weights by least squares of the differences within each hand, twice: the second time what leads counts most.

    hand: the number of each row's hand, in ascending order.
    """
    shares = np.ones(len(values))
    for _ in range(2):
        x, y = _within(columns, hand, shares), _within(values[:, None], hand, shares)[:, 0]
        weighed = x * shares[:, None]
        weights: Floats = np.linalg.solve(weighed.T @ x + RIDGE * np.eye(x.shape[1]), weighed.T @ y)
        worth = columns @ weights
        best = np.maximum.reduceat(worth, _starts(hand))[_places(hand)]
        shares = 1 / (1 + ((best - worth) / NEAR) ** 2)
    return weights


def by_other_hands(columns: Floats, values: Floats, hand: Ints) -> Floats:
    """What each row is worth by a fit to four fifths of the hands, its own not among them."""
    worths = np.empty(len(values))
    for fold in range(FOLDS):
        own = hand % FOLDS == fold
        worths[own] = columns[own] @ fitted(columns[~own], values[~own], hand[~own])
    return worths


def _starts(hand: Ints) -> Ints:
    return np.flatnonzero(np.diff(hand, prepend=-1))


def _places(hand: Ints) -> Ints:
    return np.cumsum(np.diff(hand, prepend=hand[0]) > 0)


def _within(values: Floats, hand: Ints, shares: Floats) -> Floats:
    """The differences from the hand's mean."""
    starts = _starts(hand)
    sums = np.add.reduceat(values * shares[:, None], starts) / np.add.reduceat(shares, starts)[:, None]
    found: Floats = values - sums[_places(hand)]
    return found


def fit_discards(rows: DiscardRows) -> tuple[Tables, Floats]:
    """The weights by table and feature; and what each hand gains over the plain rules' discard, by other hands' fit."""
    hand, column = np.nonzero(rows.discards)
    columns = design(rows.hands[hand] & ~rows.discards[hand, column], rows.trumps[hand])
    values = rows.values
    worths = np.full(values.shape, -np.inf)
    worths[hand, column] = by_other_hands(columns, values[hand, column], hand)
    each = np.arange(len(values))
    gains = values[each, worths.argmax(axis=1)] - values[each, plain_columns(rows)]
    return by_name(fitted(columns, values[hand, column], hand)), gains


def plain_columns(rows: DiscardRows) -> Ints:
    """Which discard is the plain rules'."""
    pairs = zip(rows.hands.tolist(), rows.trumps.tolist(), strict=True)
    chosen = [plain_rules.discard(Hand(cards), KITTY, Trump(trump)).cards for cards, trump in pairs]
    return (rows.discards == np.array(chosen, dtype=np.uint64)[:, None]).argmax(axis=1)


def by_name(weights: Floats) -> Tables:
    """The weights as the file has them: of the main suit, the others, and the others by its length."""
    names = [*lane_features()], [*lane_features()], [*few_features()]
    values = iter(np.round(weights, 4).tolist())
    tables = ("main", "side", "by_length")
    return {table: {name: next(values) for name in of} for table, of in zip(tables, names, strict=True)}


def fit_calls(rows: CallRows) -> tuple[dict[str, Tables], Floats]:
    """The weights by kind, and what each hand gains over the call of its longest suit, by other hands' fit."""
    hand, call = (each.ravel() for each in np.indices(rows.values.shape))
    columns = call_columns(rows.hands, hand, call)
    values = rows.values
    worths = by_other_hands(columns, values.ravel(), hand).reshape(values.shape)
    each = np.arange(len(values))
    gains = values[each, worths.argmax(axis=1)] - values[each, plain_rules.best_calls(rows.hands, Trump)]
    weights = fitted(columns, values.ravel(), hand)
    return named_calls(weights, float(values.mean() - (columns @ weights).mean())), gains


def call_columns(hands: Sets, hand: Ints, call: Ints) -> Floats:
    """For each hand and call its `design`, in other columns at no-trump, and whether it is no-trump."""
    kept = hands[hand]
    if (np.bitwise_count(kept) > TRICKS).any():
        for trump in Trump:
            rows = call == trump
            kept[rows] &= ~discards(kept[rows], KITTY, trump)
    columns, notrump = design(kept, call), (call == Trump.NO_TRUMP)[:, None]
    return np.hstack([np.where(notrump, 0, columns), np.where(notrump, columns, 0), notrump])


def named_calls(weights: Floats, level: float) -> dict[str, Tables]:
    """The weights by kind as the file has them, with the tricks at which they start."""
    trumps, notrump = np.split(weights[:-1], 2)
    found = {"trumps": by_name(trumps), "no-trump": by_name(notrump)}
    for kind, start in (("trumps", level), ("no-trump", level + weights[-1])):
        found[kind]["level"] = round(float(start), 4)
    return found


def main(kind: Literal[*DISCARDS, *CALLS], folders: tuple[Path, ...]) -> None:
    """
    folders: of surveys
    """
    fit(kind, rows_of(kind, folders))


def rows_of(kind: str, surveys: Sequence[Path]) -> list[Batch]:
    """The batches of the hands for which such a choice is to be fitted.  Raises SurveyError where there are none."""
    rows, option = ("hand_calls", "kitty") if kind in CALLS else ("hand_discards", "after")
    usual, wanted = ("unseen", "seen" if "seen" in kind else "unseen") if kind in CALLS else ("trumps", kind)
    found = [each for each in batches(surveys, rows) if each.info.options.get(option, usual) == wanted]
    if not found:
        raise SurveyError(f"no rows {rows} with {option} = {wanted} (expected a survey that has them)")
    return found


def fit(kind: str, parts: Sequence[Batch]) -> None:
    """Fit, put the weights into the file beside those of other kinds, and say what they gain."""
    file = json.loads(FILE.read_text(encoding="utf-8"))
    rows = joined_rows([part.rows for part in parts])
    if kind in CALLS:
        file[kind], gains = fit_calls(call_rows(rows))
    else:
        file["discards"][kind], gains = fit_discards(discard_rows(rows))
    file["policy"][kind] = shipped_policy()
    FILE.write_text(json.dumps(file, indent=1) + "\n", encoding="utf-8")
    sizes = [len(part.rows["hand"]) for part in parts]
    for part, own in zip(parts, np.split(gains, np.cumsum(sizes)[:-1]), strict=True):
        gain = figure(estimate_of(own))
        print(f"{kind}: {gain} tricks over the plain rules in the {len(own)} hands of {part.path}")
