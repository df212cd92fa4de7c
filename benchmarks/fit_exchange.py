"""Fit discards and calls to playouts of the policy `learned`.

    n52 survey run surveys/fit_discards.toml -o rows/discards
    python -m benchmarks fit_exchange no-trump rows/discards
    n52 survey run surveys/fit_calls.toml -o rows/calls
    python -m benchmarks fit_exchange "calls, the kitty seen" rows/calls

The surveys contain hands dealt at random. For each hand, every call or every discard of lowest cards is played out. The
fit finds the value of suits such that the best choice of each hand ranks first. The values are written to
`exchange.json` in think/models. The program prints by how much the choices improve on the rules of thumb, each by a fit
to the other four fifths of the hands. Fit discards first, because calls are followed by the fitted discards. The kinds
of discards are `trumps`, `no-trump`, and `trumps, the kitty to come`, in which the dealer discards before seeing the
kitty.
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
NEAR = 0.2  # tricks below the best at which a discard has half weight, because the leading choices matter most
FOLDS = 5
Ints = npt.NDArray[np.int64]
Tables = dict[str, Any]  # weights by table and feature


class DiscardRows(NamedTuple):
    """The dealer's tricks after each discard, one row per hand.

    `trumps` has the trump numbers. `discards` has a column for each of `ways_of`, with no cards if a suit is too short.
    `values` has the dealer's tricks by hand and discard, or nan for an impossible discard.
    """

    hands: Sets
    trumps: Ints
    discards: Sets
    values: Floats


class CallRows(NamedTuple):
    """The dealer's tricks after each call and the fitted discard, one row per hand.

    `hands` has sixteen cards if the kitty is not seen, and otherwise twenty. `values` has the dealer's tricks by hand
    and trump.
    """

    hands: Sets
    values: Floats


class GiftRows(NamedTuple):
    """The giver's tricks after each gift, one row per hand.

    `gifts` has a column for each of `ways_of` the number of cards: the lowest cards of their suits, or no cards for an
    impossible gift. `values` has the giver's tricks by hand and gift, or nan for an impossible gift.
    """

    hands: Sets
    givers: Ints
    receivers: Ints
    gifts: Sets
    values: Floats


def discard_rows(rows: Columns) -> DiscardRows:
    """Convert survey rows of the kind `hand_discards`."""
    return DiscardRows(
        unsigned(rows["hand"]), rows["trump"].astype(np.int64), unsigned(rows["discards"]), _values(rows)
    )


def call_rows(rows: Columns) -> CallRows:
    """Convert survey rows of the kind `hand_calls`."""
    return CallRows(unsigned(rows["hand"]), _values(rows))


def gift_rows(rows: Columns) -> GiftRows:
    """Convert survey rows of the kind `hand_gifts`."""
    seats = rows["giver"].astype(np.int64), rows["receiver"].astype(np.int64)
    return GiftRows(unsigned(rows["hand"]), *seats, unsigned(rows["gifts"]), _values(rows))


def _values(rows: Columns) -> Floats:
    """Return the tricks of each choice, averaged over the worlds, or nan for an impossible choice."""
    both, worlds = rows["first_half"].astype(float) + rows["second_half"], rows["worlds"][:, None]
    return np.where(rows["first_half"] < 0, np.nan, both / worlds)


def design(hands: Sets, trumps: Ints) -> Floats:
    """Return the regression matrix, one row per hand: features of the main suit, the other suits, and the others by its
    length.
    """
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
    """Fit the weights by least squares to the differences within each hand, twice; the second fit weights leading
    choices most.

    `hand` has the number of each row's hand, in ascending order.
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
    """Predict the value of each row by a fit to four fifths of the hands that does not include its own hand."""
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
    """Subtract the mean of each hand."""
    starts = _starts(hand)
    sums = np.add.reduceat(values * shares[:, None], starts) / np.add.reduceat(shares, starts)[:, None]
    found: Floats = values - sums[_places(hand)]
    return found


def fit_discards(rows: DiscardRows) -> tuple[Tables, Floats]:
    """Return the weights by table and feature, and each hand's gain over the rule of thumb, by a fit to other hands."""
    hand, column = np.nonzero(rows.discards)
    columns = design(rows.hands[hand] & ~rows.discards[hand, column], rows.trumps[hand])
    values = rows.values
    worths = np.full(values.shape, -np.inf)
    worths[hand, column] = by_other_hands(columns, values[hand, column], hand)
    each = np.arange(len(values))
    gains = values[each, worths.argmax(axis=1)] - values[each, plain_columns(rows)]
    return by_name(fitted(columns, values[hand, column], hand)), gains


def plain_columns(rows: DiscardRows) -> Ints:
    """Return the column of each hand's discard by the rules of thumb."""
    pairs = zip(rows.hands.tolist(), rows.trumps.tolist(), strict=True)
    chosen = [plain_rules.discard(Hand(cards), KITTY, Trump(trump)).cards for cards, trump in pairs]
    return (rows.discards == np.array(chosen, dtype=np.uint64)[:, None]).argmax(axis=1)


def by_name(weights: Floats) -> Tables:
    """Return the weights in the form of the file: of the main suit, the others, and the others by the main suit's
    length.
    """
    names = [*lane_features()], [*lane_features()], [*few_features()]
    values = iter(np.round(weights, 4).tolist())
    tables = ("main", "side", "by_length")
    return {table: {name: next(values) for name in of} for table, of in zip(tables, names, strict=True)}


def fit_calls(rows: CallRows) -> tuple[dict[str, Tables], Floats]:
    """Return the weights by kind, and each hand's gain over calling its longest suit, by a fit to other hands."""
    hand, call = (each.ravel() for each in np.indices(rows.values.shape))
    columns = call_columns(rows.hands, hand, call)
    values = rows.values
    worths = by_other_hands(columns, values.ravel(), hand).reshape(values.shape)
    each = np.arange(len(values))
    gains = values[each, worths.argmax(axis=1)] - values[each, plain_rules.best_calls(rows.hands, Trump)]
    weights = fitted(columns, values.ravel(), hand)
    return named_calls(weights, float(values.mean() - (columns @ weights).mean())), gains


def call_columns(hands: Sets, hand: Ints, call: Ints) -> Floats:
    """Return the `design` of each hand and call, with separate columns for no-trump, and whether the call is
    no-trump."""
    kept = hands[hand]
    if (np.bitwise_count(kept) > TRICKS).any():
        for trump in Trump:
            rows = call == trump
            kept[rows] &= ~discards(kept[rows], KITTY, trump)
    columns, notrump = design(kept, call), (call == Trump.NO_TRUMP)[:, None]
    return np.hstack([np.where(notrump, 0, columns), np.where(notrump, columns, 0), notrump])


def named_calls(weights: Floats, level: float) -> dict[str, Tables]:
    """Return the weights by kind in the form of the file, with the tricks that they are added to."""
    trumps, notrump = np.split(weights[:-1], 2)
    found = {"trumps": by_name(trumps), "no-trump": by_name(notrump)}
    for kind, start in (("trumps", level), ("no-trump", level + weights[-1])):
        found[kind]["level"] = round(float(start), 4)
    return found


def main(kind: Literal[*DISCARDS, *CALLS], folders: tuple[Path, ...]) -> None:
    """
    folders: folders of surveys
    """
    fit(kind, rows_of(kind, folders))


def rows_of(kind: str, surveys: Sequence[Path]) -> list[Batch]:
    """Return the batches of the hands for a kind of choice. Raises SurveyError if there are none."""
    rows, option = ("hand_calls", "kitty") if kind in CALLS else ("hand_discards", "after")
    usual, wanted = ("unseen", "seen" if "seen" in kind else "unseen") if kind in CALLS else ("trumps", kind)
    found = [each for each in batches(surveys, rows) if each.info.options.get(option, usual) == wanted]
    if not found:
        raise SurveyError(f"no rows {rows} with {option} = {wanted} (expected a survey that has them)")
    return found


def fit(kind: str, parts: Sequence[Batch]) -> None:
    """Fit one kind of choice, write the weights to the file next to those of other kinds, and print the gains."""
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
