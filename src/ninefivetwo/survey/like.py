"""Tables of hands like one (`ninefivetwo.models.like`), counted in a survey's rows of the kind `calls`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ninefivetwo.cards import Denomination
from ninefivetwo.models.exchange import Ints, best_calls
from ninefivetwo.models.like import PLACES, Alike, KittySeen, LikeTable, OutcomeCounts
from ninefivetwo.models.likeness import LADDER, keys_of, suits_in_order
from ninefivetwo.rules import TRICKS, DealPhase, RuleSet, rules_text
from ninefivetwo.sets import Sets
from ninefivetwo.survey.work import Columns

ENOUGH = 1000  # hands


def like_tables(rules: RuleSet, rows: Columns) -> list[LikeTable]:
    """The tables of a survey's rows of the kind `calls`, all under one rule set.

    Where the kitty comes after the call there is a second table for hands that have seen it: all else being as it was,
    only what is called with them differs.
    """
    order, tricks = rules.first, rows["dealer_tricks"].astype(np.int64)
    dealt, calls = rows["dealer"].astype(np.uint64), rows["call"].astype(np.int64)
    twenty = dealt | rows["kitty"].astype(np.uint64)
    if order.index(DealPhase.DISCARD) < order.index(DealPhase.TRUMP):
        gone = rows["discards"].astype(np.uint64)[np.arange(len(calls)), calls]
        return [_table(rules, KittySeen.DISCARDED, twenty & ~gone, calls, tricks)]
    if order.index(DealPhase.KITTY) < order.index(DealPhase.TRUMP):
        return [_table(rules, KittySeen.YES, twenty, calls, tricks)]
    after_a_look = best_calls(twenty, rules.denominations(), True)
    return [
        _table(rules, KittySeen.NO, dealt, calls, tricks),
        _table(rules, KittySeen.YES, twenty, after_a_look, tricks),
    ]


def _table(rules: RuleSet, kitty: KittySeen, hands: Sets, calls: Ints, tricks: Ints) -> LikeTable:
    """hands: by which the dealer called; calls: what; tricks: that he won, by denomination, -1 where not allowed."""
    suits = suits_in_order(hands)
    number = len(hands)
    places = np.vstack([suits.suit, np.full(number, int(Denomination.N))]).T  # the denomination at each place
    by_place = np.take_along_axis(tricks, places, axis=1)
    called = (places == calls[:, None]).argmax(axis=1)
    lengths = _usual_lengths(suits.length[0])
    rungs = tuple(_alike(keys_of(likeness, suits, lengths), by_place, called) for likeness in LADDER)
    return LikeTable(rules, kitty, number, lengths, rungs)


def _usual_lengths(lengths: Ints) -> tuple[int, int]:
    """The least and the most among these lengths such that enough are no less, and enough no more."""
    in_order = np.sort(lengths)
    at = min(ENOUGH, len(in_order)) - 1
    return int(in_order[at]), int(in_order[::-1][at])


def _alike(keys: Ints, tricks: Ints, called: Ints) -> Alike:
    """tricks: by place; called: a place."""
    different, row, times = np.unique(keys, return_inverse=True, return_counts=True)
    enough = times >= ENOUGH
    kept = enough[row]
    row, tricks, called = (enough.cumsum() - 1)[row[kept]], tricks[kept], called[kept]
    shape = (int(enough.sum()), len(PLACES), TRICKS + 1)

    def counted(rows: Ints, places: Ints, tricks: Ints) -> OutcomeCounts:
        at = np.ravel_multi_index((rows, places, tricks), shape)
        found: OutcomeCounts = np.bincount(at, minlength=int(np.prod(shape))).reshape(shape).astype(np.uint32)
        return found

    rows, places = np.nonzero(tricks >= 0)
    of_called = tricks[np.arange(len(called)), called]
    return Alike(different[enough], counted(row[rows], places, tricks[rows, places]), counted(row, called, of_called))


def write_tables(path: Path, tables: Sequence[LikeTable]) -> None:
    """Write tables as one file, in place of what was there."""
    heads = [
        {
            "rules": rules_text(table.rules),
            "kitty": table.kitty.value,
            "deals": table.deals,
            "lengths": table.lengths,
            "rows": [len(rung.keys) for rung in table.rungs],
        }
        for table in tables
    ]
    rungs = [rung for table in tables for rung in table.rungs]
    keys, made, called = (np.concatenate(each) for each in zip(*rungs, strict=True))
    np.savez_compressed(path, heads=np.array(json.dumps(heads)), keys=keys, made=made, called=called)
