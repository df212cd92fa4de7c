"""Read the rows of surveys for the fits; `n52 survey run surveys/fit_NAME.toml -o FOLDER` makes the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ninefivetwo.errors import SurveyError
from ninefivetwo.game.rules import NAMED, RuleSet, parse_rules
from ninefivetwo.survey.files import BatchInfo, folder_plan, left_to_do, read_batch
from ninefivetwo.survey.work import SEAT_WORDS, Columns, joined_rows
from ninefivetwo.think.playouts.policies import weights_sum

Ints = npt.NDArray[np.int64]
#: A rule set, and the rows under equivalent rules.
Rules = tuple[RuleSet, Columns]


def shipped_policy() -> str:
    """Return the name of the shipped policy, which files of fitted numbers record.

    Rows made by another policy count as missing (`batches`), so that a fit to a whole survey uses only this policy.
    """
    return weights_sum("learned")[:12]


@dataclass(frozen=True)
class Batch:
    """One file of a survey, with its rows."""

    path: Path
    info: BatchInfo
    rows: Columns


def batches(folders: Sequence[Path], kind: str) -> Iterator[Batch]:
    """Yield the batches of one kind of rows, folder by folder, each in the order of its file names.

    Raises SurveyError for an invalid or unfinished survey, and if no folder has such rows.
    """
    found = False
    for folder in folders:
        asked = folder_plan(folder).batches()
        if left := left_to_do(folder, asked):
            there = f"{len(left)} of {len(asked)} batches missing"
            raise SurveyError(f"{folder}: {there} (expected a whole survey; `n52 survey run` goes on with it)")
        for path in sorted(folder.glob(f"{kind}/rules=*/*.parquet")):
            found = True
            yield Batch(path, *read_batch(path))
    if not found:
        raise SurveyError(f"{', '.join(map(str, folders))}: no rows {kind} (expected a survey that has them)")


def under_each(measured: Callable[[RuleSet], str], folders: Sequence[Path], kind: str) -> dict[str, Rules]:
    """Group the rows of one kind by the relevant part of the rules, as `measured` names it.

    Raises SurveyError as `batches` does, and if a named rule set belongs to a group without rows.
    """
    parts: dict[str, list[Columns]] = {}
    for batch in batches(folders, kind):
        parts.setdefault(measured(parse_rules(batch.info.rules)), []).append(batch.rows)
    wanted = {measured(named.rules): named.rules for named in NAMED.values()}
    for name, rules in wanted.items():
        if name not in parts:
            raise SurveyError(f"no rows {kind} under {rules.name}, or rules like it (expected a survey that has them)")
    return {name: (rules, joined_rows(parts[name])) for name, rules in wanted.items()}


def tricks_of(rows: Columns) -> Ints:
    """Return the tricks of dealer, left and right; shape (rows, 3)."""
    return np.column_stack([rows[f"{word}_tricks"] for word in SEAT_WORDS]).astype(np.int64)


def deals_after(rules: RuleSet, rows: Columns) -> tuple[Ints, Ints]:
    """Return the tricks of the previous deal, by its seats, and of the deal itself, for all deals except the first of a
    match.
    """
    later = rows["deal"] > 1
    before = np.roll(rows["previous"][later].astype(np.int64), 1, axis=1) + rules.contracts
    return before, tricks_of(rows)[later]
