"""The rows that a policy is fitted to, in Parquet files: a row a decision, with what its player saw and what each of
his choices was worth in rollouts.

Columns: `deal`, the number of the deal; the fields of the engine's `VIEW` by their names, of several values as lists of
fixed length; `values`, the tricks that each choice brings on average, in the order of the engine's `features`.  The
file's metadata says how the rows were made, so that they can be made again.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from ninefivetwo_solver.playout import CHOICES, VIEW


@dataclass(frozen=True)
class Rows:
    """Decisions: numbers of deals (n,), what was seen (n,) and what the choices are worth (n, CHOICES; nan: none)."""

    deals: npt.NDArray[np.int32]
    views: np.ndarray
    values: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.deals)

    @staticmethod
    def joined(parts: Sequence[Rows]) -> Rows:
        """All rows, in order."""
        deals, views, values = ([getattr(part, name) for part in parts] for name in ("deals", "views", "values"))
        return Rows(np.concatenate(deals), np.concatenate(views), np.concatenate(values))


def write(path: Path, rows: Rows, made: Mapping[str, str]) -> None:
    """Write the rows under a temporary name beside the file, then move it into place.  made: how they were made."""
    columns: dict[str, pa.Array] = {"deal": pa.array(rows.deals)}
    for name in VIEW.names or ():
        column = np.ascontiguousarray(rows.views[name])
        flat = pa.array(column.reshape(-1))
        columns[name] = flat if column.ndim == 1 else pa.FixedSizeListArray.from_arrays(flat, column.shape[1])
    there = ~np.isnan(rows.values)
    ends = np.concatenate([[0], there.sum(axis=1).cumsum()]).astype(np.int32)
    columns["values"] = pa.ListArray.from_arrays(pa.array(ends), pa.array(rows.values[there]))
    table = pa.table(columns).replace_schema_metadata(dict(made))
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        pq.write_table(table, part, compression="zstd")
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def how_made(path: Path) -> dict[str, str]:
    """What `write` was told of how the rows were made.  Raises ValueError for what is no Parquet file."""
    found = _opened(path).schema_arrow.metadata or {}
    return {key.decode(): value.decode() for key, value in found.items()}


def read(path: Path) -> Rows:
    """The rows of a file.  Raises ValueError for what is no file of rows."""
    table = _opened(path).read()
    wanted = ["deal", *(VIEW.names or ()), "values"]
    if table.column_names != wanted:
        raise ValueError(f"{path}: columns {', '.join(table.column_names)} (expected {', '.join(wanted)})")
    views = np.zeros(len(table), dtype=VIEW)
    for name in VIEW.names or ():
        column = table[name].combine_chunks()
        flat = column.flatten() if pa.types.is_fixed_size_list(column.type) else column
        views[name] = flat.to_numpy(zero_copy_only=False).reshape(views[name].shape)
    lists = table["values"].combine_chunks()
    counts = np.diff(lists.offsets.to_numpy())
    values = np.full((len(table), CHOICES), np.nan, dtype=np.float32)
    values[np.arange(CHOICES) < counts[:, None]] = lists.flatten().to_numpy()
    return Rows(table["deal"].to_numpy(), views, values)


def read_folders(folders: Sequence[Path], most: int | None = None) -> Rows:
    """The rows of all files of the folders in turn, in the order of the files' names, until there are `most` or more.

    Raises ValueError where a folder has none.
    """
    parts, number = [], 0
    for folder in folders:
        paths = sorted(folder.glob("*.parquet"))
        if not paths:
            raise ValueError(f"{folder}: no rows (expected files *.parquet, which `play` writes)")
        for path in paths:
            if most is None or number < most:
                parts.append(read(path))
                number += len(parts[-1])
    return Rows.joined(parts)


def _opened(path: Path) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(path)
    except (pa.ArrowInvalid, OSError) as error:
        raise ValueError(f"{path}: no Parquet file ({str(error).splitlines()[0]})") from error
