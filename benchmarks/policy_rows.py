"""The rows that a policy is fitted to, from surveys: a row a decision, with what its player saw and what each of his
choices was worth in rollouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from benchmarks.survey_rows import batches
from ninefivetwo.survey.decisions import views_of
from ninefivetwo.survey.work import Columns


@dataclass(frozen=True)
class Rows:
    """Decisions: numbers of deals (n,), what was seen (n,) and what the choices are worth (n, CHOICES; nan: none)."""

    deals: npt.NDArray[np.int32]
    views: np.ndarray
    values: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.deals)

    @staticmethod
    def of(rows: Columns) -> Rows:
        """Of rows `decisions`."""
        return Rows(rows["deal"].astype(np.int32), views_of(rows), rows["values"].astype(np.float32))

    @staticmethod
    def joined(parts: Sequence[Rows]) -> Rows:
        """All rows, in order."""
        deals, views, values = ([getattr(part, name) for part in parts] for name in ("deals", "views", "values"))
        return Rows(np.concatenate(deals), np.concatenate(views), np.concatenate(values))


def read_surveys(folders: Sequence[Path], most: int | None = None) -> Rows:
    """The rows of surveys in turn, batch by batch, until there are `most` or more.  Raises SurveyError."""
    parts, number = [], 0
    for batch in batches(folders, "decisions"):
        if most is not None and number >= most:
            break
        parts.append(Rows.of(batch.rows))
        number += len(parts[-1])
    return Rows.joined(parts)
