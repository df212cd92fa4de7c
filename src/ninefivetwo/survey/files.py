"""A batch's file: its rows as Parquet, with what they are and a sum of them in its metadata.

A survey's folder holds `plan.toml` and `KIND/rules=RULES/SEED.parquet`, hive partitions by rule set as DuckDB, pandas
and others read them.  The metadata is one JSON object, `BatchInfo`, under the key `ninefivetwo`.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from urllib.parse import quote

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ninefivetwo.errors import SurveyError
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.game.rules.fields import KINDS as FIELDS
from ninefivetwo.survey.kinds import KINDS
from ninefivetwo.survey.plan import SEED_DIGITS
from ninefivetwo.survey.work import Columns, RowKind, Work
from ninefivetwo.think.playouts.policies import weights_sum

FORM = 1  # of the file, metadata included
KEY = b"ninefivetwo"  # of the metadata
#: What is asked for; and whose rows they are, which another version of this package may change.
ASKED = ("kind", "rules", "fields", "seed", "number", "policy", "condition", "options")
MAKER = ("form", "kind_version", "weights")
SAME_ROWS = (*ASKED, *MAKER)
DAMAGED = "damaged or cut off (expected: delete it, and run the plan again)"


class BatchInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What a batch's file says of itself."""

    form: int = FORM
    kind: str
    kind_version: int
    rules: str  # as `parse_rules` reads them
    fields: dict[str, str]  # every field of the rule set
    seed: int
    number: int  # of deals, or what the kind counts
    policy: str
    weights: str  # SHA-256 of the policy's weights; empty where it has none
    condition: str
    options: dict[str, str]
    package: str  # version of ninefivetwo
    plan: str  # its text
    rows: int = 0
    sum: str = ""  # `content_sum` of the rows

    def differs(self, other: BatchInfo, names: Sequence[str] = SAME_ROWS) -> str | None:
        """In what two batches differ, of so many fields that make their rows; None where they are the same."""
        for name in names:
            own, wanted = getattr(self, name), getattr(other, name)
            if own != wanted:
                return f"{name.replace('_', ' ')} {own or 'none'} (expected {wanted or 'none'})"
        return None


def batch_path(work: Work) -> Path:
    """Where a batch's file lies in the survey's folder.

    >>> batch_path(Work("deals", "bga kitty_peek=yes", 952, 100)).as_posix()
    'deals/rules=bga%20kitty_peek%3Dyes/000000000952.parquet'
    """
    return Path(work.kind, f"rules={quote(work.rules, safe='')}", f"{work.seed:0{SEED_DIGITS}}.parquet")


def batch_info(work: Work, plan: str = "") -> BatchInfo:
    """What the file of a batch will say, but for its rows and their sum; plan: its text.

    Raises RulesError and PolicyError.
    """
    rules = parse_rules(work.rules)
    return BatchInfo(
        kind=work.kind,
        kind_version=KINDS[work.kind].version,
        rules=work.rules,
        fields={name: field.text(getattr(rules, name)) for name, field in FIELDS.items()},
        seed=work.seed,
        number=work.number,
        policy=work.policy,
        weights=weights_sum(work.policy),
        condition=work.condition,
        options=dict(work.options),
        package=version("ninefivetwo"),
        plan=plan,
    )


def content_sum(columns: Columns) -> str:
    """SHA-256 of the rows themselves, however they are written: each column's name, type, shape and values."""
    found = sha256()
    for name, values in columns.items():
        plain = np.ascontiguousarray(values, values.dtype.newbyteorder("<"))
        found.update(f"{name} {plain.dtype.name} {plain.shape}\n".encode())
        found.update(plain.data)
    return found.hexdigest()


def encoded(columns: Columns, info: BatchInfo) -> bytes:
    """A batch's file.  Raises SurveyError where the columns are not those that the kind promises."""
    check_columns(columns, KINDS[info.kind])
    rows = len(next(iter(columns.values())))
    full = msgspec.structs.replace(info, rows=rows, sum=content_sum(columns))
    table = pa.table({name: _array(values) for name, values in columns.items()})
    table = table.replace_schema_metadata({KEY: msgspec.json.encode(full)})
    buffer = BytesIO()
    small = [name for name, values in columns.items() if values.dtype.itemsize == 1]
    pq.write_table(table, buffer, compression="zstd", use_dictionary=small, row_group_size=max(rows, 1))
    return buffer.getvalue()


def check_columns(columns: Columns, kind: RowKind) -> None:
    """Raises SurveyError where columns are not of the names, types and shapes that a kind promises."""
    expected = [(each.name, each.dtype, (each.size,) if each.size > 1 else ()) for each in kind.columns]
    found = [(name, values.dtype.name, values.shape[1:]) for name, values in columns.items()]
    for wanted, got in zip(expected, found, strict=False):
        if wanted != got:
            raise SurveyError(f"kind {kind.name}: column {got} (expected {wanted})")
    if len(expected) != len(found):
        raise SurveyError(f"kind {kind.name}: {len(found)} columns (expected {len(expected)})")
    if len({len(values) for values in columns.values()}) > 1:
        raise SurveyError(f"kind {kind.name}: columns of different lengths (expected the same)")


def read_info(path: Path) -> BatchInfo:
    """What a batch's file says of itself.  Raises SurveyError, which names the file, where it cannot be read."""
    try:
        return _info(pq.read_schema(path).metadata, path)
    except (OSError, pa.ArrowException) as error:
        raise SurveyError(f"{path}: {DAMAGED}") from error


def placed_info(folder: Path, path: Path) -> BatchInfo:
    """What a file of a survey's folder says of itself.

    Raises SurveyError as `read_info` does, and for rows of another batch than its place says, which would count twice.
    """
    info = read_info(path)
    place = batch_path(Work(info.kind, info.rules, info.seed, info.number))
    if folder / place != path:
        raise SurveyError(f"{path}: the rows of {place} (expected them there; `n52 survey check` finds such files)")
    return info


def read_batch(path: Path) -> tuple[BatchInfo, Columns]:
    """A batch's file: what it says of itself, and its rows.  Raises SurveyError as `read_info` does."""
    try:
        table = pq.read_table(path, partitioning=None)
    except (OSError, pa.ArrowException) as error:
        raise SurveyError(f"{path}: {DAMAGED}") from error
    return _info(table.schema.metadata, path), {name: _values(table.column(name)) for name in table.column_names}


def _info(metadata: dict[bytes, bytes] | None, path: Path) -> BatchInfo:
    try:
        info = msgspec.json.decode((metadata or {})[KEY], type=BatchInfo)
    except (KeyError, msgspec.DecodeError) as error:
        raise SurveyError(f"{path}: no file of a survey (expected one that `n52 survey run` wrote)") from error
    if info.form != FORM:
        raise SurveyError(f"{path}: form {info.form} of a survey's files (expected {FORM})")
    return info


def _array(values: np.ndarray) -> pa.Array:
    """A column, that of several values as lists of a fixed length."""
    if values.ndim == 1:
        return pa.array(values)
    return pa.FixedSizeListArray.from_arrays(pa.array(values.reshape(-1)), values.shape[1])


def _values(column: pa.ChunkedArray) -> np.ndarray:
    """A column as an array again."""
    whole = column.combine_chunks()
    if not pa.types.is_fixed_size_list(whole.type):
        return np.asarray(whole)
    return np.asarray(whole.flatten()).reshape(len(whole), whole.type.list_size)
