"""Fit gifts to playouts of the policy `learned`; run this after `fit_exchange`.

    n52 survey run surveys/fit_gifts.toml -o rows/gifts
    python -m benchmarks fit_gifts rows/gifts

The survey contains hands of each giver and receiver. For each hand, every gift of lowest cards is played out, with
fitted calls and discards after the return. The fit finds the value of the first, the second and each further card of a
suit, for each giver and receiver. The values are written to src/ninefivetwo/think/models/exchange.json. The program
prints by how much the gifts improve on the rules of thumb, each by a fit to the other four fifths of the hands.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from benchmarks.fit_exchange import FILE, GiftRows, Ints, Tables, by_other_hands, fitted, gift_rows
from benchmarks.report import estimate_of, figure
from benchmarks.survey_rows import batches, shipped_policy
from ninefivetwo.cards import SEAT_PAIRS, Seat, Suit
from ninefivetwo.sets import Floats, Sets, lane
from ninefivetwo.think import heuristics as plain_rules
from ninefivetwo.think.models.exchange import NUMBERED, lane_features, pair_name


def design(hands: Sets, gifts: Sets) -> Floats:
    """Return the regression matrix, one row per gift: features of the suits that give a first, a second and further
    cards.
    """
    features = np.array([*lane_features().values()]).T
    columns = []
    for i in range(len(NUMBERED)):
        found = np.zeros((len(hands), features.shape[1]))
        for suit in Suit:
            number = np.bitwise_count(lane(gifts, suit)).astype(np.int64)
            counts = number > i if i < len(NUMBERED) - 1 else np.maximum(number - i, 0)
            found += features[lane(hands, suit).astype(np.int64)] * counts[:, None]
        columns.append(found)
    return np.hstack(columns)


def fit_pair(parts: list[GiftRows]) -> tuple[Tables, list[Floats]]:
    """Fit the weights of one giver and receiver to rows with several numbers of cards; also return the gain of each
    hand.
    """
    places = [np.nonzero(rows.gifts) for rows in parts]
    columns = np.vstack(
        [design(rows.hands[row], rows.gifts[row, column]) for rows, (row, column) in zip(parts, places, strict=True)]
    )
    values = np.concatenate([rows.values[place] for rows, place in zip(parts, places, strict=True)])
    starts = np.cumsum([0, *(len(rows.hands) for rows in parts)])
    hand = np.concatenate([row + start for (row, _), start in zip(places, starts, strict=False)])
    worths = by_other_hands(columns, values, hand)
    ends = np.cumsum([len(row) for row, _ in places])[:-1]
    gains = [_gains(*each) for each in zip(parts, places, np.split(worths, ends), strict=True)]
    weights = np.split(np.round(fitted(columns, values, hand), 4), len(NUMBERED))
    return {
        name: dict(zip(lane_features(), of.tolist(), strict=True)) for name, of in zip(NUMBERED, weights, strict=True)
    }, gains


def _gains(rows: GiftRows, place: tuple[Ints, Ints], worths: Floats) -> Floats:
    """Return the gain of the gift with the highest fitted value over the gift by the rules of thumb, in tricks."""
    worth = np.full(rows.gifts.shape, -np.inf)
    worth[place] = worths
    values, each = rows.values, np.arange(len(rows.hands))
    number = int(np.bitwise_count(rows.gifts).max())
    plain = plain_rules.gives(rows.hands, number)[:, None]
    gains: Floats = values[each, worth.argmax(axis=1)] - values[each, (rows.gifts == plain).argmax(axis=1)]
    return gains


def main(folders: tuple[Path, ...]) -> None:
    """
    folders: folders of surveys
    """
    found = {str(each.path): gift_rows(each.rows) for each in batches(folders, "hand_gifts")}
    fit([*found.values()], [*found])


def fit(parts: list[GiftRows], names: list[str]) -> None:
    """Fit all pairs, write the weights next to those of calls and discards, and print the gains."""
    found = {}
    for giver, receiver in SEAT_PAIRS:
        name = pair_name(giver, receiver)
        found[name], gains = fit_pair([of_pair(rows, giver, receiver) for rows in parts])
        told = (f"{file} {figure(estimate_of(each))}" for file, each in zip(names, gains, strict=True))
        print(f"{name}, over the plain rules: {', '.join(told)}", flush=True)
    file = json.loads(FILE.read_text(encoding="utf-8"))
    file["policy"]["gifts"] = shipped_policy()
    FILE.write_text(json.dumps(file | {"gifts": found}, indent=1) + "\n", encoding="utf-8")


def of_pair(rows: GiftRows, giver: Seat, receiver: Seat) -> GiftRows:
    """Return the rows of one giver and receiver."""
    same = (rows.givers == giver) & (rows.receivers == receiver)
    return GiftRows(*(column[same] for column in rows))
