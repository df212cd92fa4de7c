"""Build the tables for `ninefivetwo.think.models.like` from rows of the kind `calls`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ninefivetwo.cards import Trump
from ninefivetwo.errors import SurveyError
from ninefivetwo.game import DealView
from ninefivetwo.game.rules import TRICKS, DealPhase, RuleSet, parse_rules, rules_text
from ninefivetwo.sets import Sets
from ninefivetwo.survey.files import batch_path, folder_plan, placed_info, read_batch
from ninefivetwo.survey.work import Columns, joined_rows, unsigned
from ninefivetwo.think.models.exchange import Ints, modelled_calls
from ninefivetwo.think.models.like import (
    CALL_PLACES,
    LADDER,
    Alike,
    HandsLike,
    KittySeen,
    LikeTable,
    OutcomeCounts,
    hands_like,
    keys_of,
    nearest,
    seen_by_dealer,
    suits_in_order,
)

ENOUGH_ROWS = 1000  # minimum number of similar hands for a result
KIND = "calls"  # kind of rows
COUNTED = ("dealer", "kitty", "call", "discards", "dealer_tricks")


def hands_like_in(folder: Path, view: DealView) -> HandsLike:
    """Return the calls with hands similar to the dealer's hand, and the results of the calls, from a survey's folder.

    Rows dealt under a condition are excluded. Raises SurveyError if there are no rows of the kind `calls`, there are
    too few similar hands, or a file cannot be read.
    """
    files = _files_by_rules(folder)
    _, kitty = seen_by_dealer(view)
    choices = [(rules, kitty_seen) for rules in files for kitty_seen in kitties(rules)]
    rules, kitty = nearest(choices, view.rules, kitty)  # one rule set suffices: all have equal deals
    found = hands_like(view, [like_table(rules, kitty, read_rows(files[rules]))])
    if found is None:
        raise SurveyError(f"{folder}: fewer than {ENOUGH_ROWS:,} similar hands (expected a survey with more deals)")
    return found


def folder_tables(folder: Path) -> list[LikeTable]:
    """Return all tables that can be built from a survey's folder. Raises the same errors as `hands_like_in`."""
    files = _files_by_rules(folder)
    return [like_table(rules, kitty, read_rows(files[rules])) for rules in files for kitty in kitties(rules)]


def _files_by_rules(folder: Path) -> dict[RuleSet, list[Path]]:
    """Return the files of the kind `calls` for each rule set, in the order of the plan."""
    plan, found = folder_plan(folder), dict[RuleSet, list[Path]]()
    for work in plan.batches():
        path = folder / batch_path(work)
        if work.kind == KIND and not work.condition and path.exists():
            placed_info(folder, path)
            found.setdefault(parse_rules(work.rules), []).append(path)
    if not found:
        raise SurveyError(f"{folder}: no rows of the kind {KIND} (expected a survey such as surveys/like.toml)")
    return found


def read_rows(paths: Sequence[Path]) -> Columns:
    """Return the columns that the tables need, joined from all files. Raises SurveyError if a file cannot be read."""
    parts = [read_batch(path)[1] for path in paths]
    return joined_rows([{name: part[name] for name in COUNTED} for part in parts])


def kitties(rules: RuleSet) -> list[KittySeen]:
    """Return each `KittySeen` for which rows under these rules can be counted.

    If the kitty is taken after the call, the rows also count for dealers who have seen the kitty, because only their
    call would differ.
    """
    order = rules.first
    if order.index(DealPhase.DISCARD) < order.index(DealPhase.TRUMP):
        return [KittySeen.DISCARDED]
    if order.index(DealPhase.KITTY) < order.index(DealPhase.TRUMP):
        return [KittySeen.YES]
    return [KittySeen.NO, KittySeen.YES]


def like_table(rules: RuleSet, kitty: KittySeen, rows: Columns) -> LikeTable:
    """Build the table from rows of the kind `calls` under one rule set. `kitty` is a value returned by `kitties`."""
    tricks, calls = rows["dealer_tricks"].astype(np.int64), rows["call"].astype(np.int64)
    hands = unsigned(rows["dealer"])
    if kitty is not KittySeen.NO:
        hands |= unsigned(rows["kitty"])
    if kitty is KittySeen.DISCARDED:
        hands &= ~unsigned(rows["discards"])[np.arange(len(calls)), calls]
    if kitty is KittySeen.YES:
        calls = modelled_calls(hands, rules.trumps(), True)
    return _table(rules, kitty, hands, calls, tricks)


def _table(rules: RuleSet, kitty: KittySeen, hands: Sets, calls: Ints, tricks: Ints) -> LikeTable:
    """Build a table of calls and results.

    `hands` contains each dealer's cards at the call, and `calls` contains the calls. `tricks` contains each dealer's
    tricks in every denomination, or -1 if a denomination is not allowed.
    """
    suits = suits_in_order(hands)
    number = len(hands)
    places = np.vstack([suits.suit, np.full(number, int(Trump.NO_TRUMP))]).T  # the denomination at each place
    by_place = np.take_along_axis(tricks, places, axis=1)
    called = (places == calls[:, None]).argmax(axis=1)
    lengths = _usual_lengths(suits.length[0])
    rungs = tuple(_alike(keys_of(likeness, suits, lengths), by_place, called) for likeness in LADDER)
    return LikeTable(rules, kitty, number, lengths, rungs)


def _usual_lengths(lengths: Ints) -> tuple[int, int]:
    """Return the minimum and maximum common length of the longest suit. Rarer lengths count as the nearer limit."""
    in_order = np.sort(lengths)
    at = min(ENOUGH_ROWS, len(in_order)) - 1
    return int(in_order[at]), int(in_order[::-1][at])


def _alike(keys: Ints, tricks: Ints, called: Ints) -> Alike:
    """Count the results for each key and each place in `CALL_PLACES`. `called` contains the place of each call."""
    different, row, times = np.unique(keys, return_inverse=True, return_counts=True)
    enough = times >= ENOUGH_ROWS
    kept = enough[row]
    row, tricks, called = (enough.cumsum() - 1)[row[kept]], tricks[kept], called[kept]
    shape = (int(enough.sum()), len(CALL_PLACES), TRICKS + 1)

    def counted(rows: Ints, places: Ints, tricks: Ints) -> OutcomeCounts:
        at = np.ravel_multi_index((rows, places, tricks), shape)
        return np.bincount(at, minlength=int(np.prod(shape))).reshape(shape).astype(np.uint32)

    rows, places = np.nonzero(tricks >= 0)
    of_called = tricks[np.arange(len(called)), called]
    return Alike(different[enough], counted(row[rows], places, tricks[rows, places]), counted(row, called, of_called))


def write_tables(path: Path, tables: Sequence[LikeTable], policy: str) -> None:
    """Write tables to one file, replacing any existing file. `policy` is the policy that played the deals."""
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
    keys, made, called = (np.concatenate(arrays) for arrays in zip(*rungs, strict=True))
    heads_text, policy_text = np.array(json.dumps(heads)), np.array(policy)
    np.savez_compressed(path, heads=heads_text, policy=policy_text, keys=keys, made=made, called=called)
