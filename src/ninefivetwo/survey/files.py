"""Read, write and check the files in a survey's folder.

A folder contains the plan, `plan.toml`, and the rows, in `KIND/rules=RULES/SEED.parquet`. DuckDB, pandas and other
tools can read the rows as Hive partitions by rule set. Each file contains the rows of one batch. The file's metadata is
a `BatchInfo` in JSON, under the key `ninefivetwo`. Only one run at a time may write to a folder.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from urllib.parse import quote

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ninefivetwo.errors import NineFiveTwoError, SurveyError
from ninefivetwo.files import lock, remove_parts, write_bytes, write_text
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.game.rules.fields import KINDS as FIELDS
from ninefivetwo.survey.plan import ROW_KINDS, SEED_DIGITS, Plan, read_plan
from ninefivetwo.survey.work import Columns, RowKind, Work
from ninefivetwo.think.playouts.policies import weights_sum

FORM = 1  # version of the file format, including the metadata
METADATA_KEY = b"ninefivetwo"  # key of the metadata
#: `ASKED` lists the fields that define a batch; `MAKER` lists properties of the program that also affect its rows.
ASKED = ("kind", "rules", "fields", "seed", "number", "policy", "condition", "options")
MAKER = ("form", "kind_version", "weights")
SAME_ROWS = (*ASKED, *MAKER)
DAMAGED = "damaged or cut off (delete it and run the plan again)"


class BatchInfo(msgspec.Struct, frozen=True, kw_only=True):
    """The metadata stored in a batch's file."""

    form: int = FORM
    kind: str
    kind_version: int
    rules: str  # rule set, as text for `parse_rules`
    fields: dict[str, str]  # text of every field of the rule set
    seed: int
    number: int  # number of deals, matches or hands, depending on the kind of rows
    policy: str
    weights: str  # SHA-256 of the weights of each policy that has weights, separated by spaces
    condition: str
    options: dict[str, str]
    package: str  # version of ninefivetwo
    plan: str  # text of the plan
    rows: int = 0
    sum: str = ""  # checksum of the rows (`content_sum`)

    def differs(self, other: BatchInfo, names: Sequence[str] = SAME_ROWS) -> str | None:
        """Describe the first field in `names` that differs between two batches, or return None if no field differs."""
        for name in names:
            own, expected = getattr(self, name), getattr(other, name)
            if own != expected:
                return f"{name.replace('_', ' ')} {own or 'none'} (expected {expected or 'none'})"
        return None


def batch_path(work: Work | BatchInfo) -> Path:
    """Return the path of a batch's file within the survey's folder.

    >>> batch_path(Work("deals", "bga kitty_peek=yes", 952, 100)).as_posix()
    'deals/rules=bga%20kitty_peek%3Dyes/000000000952.parquet'
    """
    return Path(work.kind, f"rules={quote(work.rules, safe='')}", f"{work.seed:0{SEED_DIGITS}}.parquet")


def batch_info(work: Work, plan: str = "") -> BatchInfo:
    """Return the metadata for a batch's file, without row count and checksum. `plan` is the text of the plan.

    Raises RulesError or PolicyError if the rules or a policy is invalid.
    """
    rules = parse_rules(work.rules)
    return BatchInfo(
        **vars(work) | {"options": dict(work.options)},
        kind_version=ROW_KINDS[work.kind].version,
        fields={name: field.text(getattr(rules, name)) for name, field in FIELDS.items()},
        weights=" ".join(filter(None, map(weights_sum, ROW_KINDS[work.kind].policies(work)))),
        package=version("ninefivetwo"),
        plan=plan,
    )


def content_sum(columns: Columns) -> str:
    """Return a SHA-256 hash of the names, types, shapes and values of all columns, independent of the file format."""
    found = sha256()
    for name, values in columns.items():
        plain = np.ascontiguousarray(values, values.dtype.newbyteorder("<"))
        found.update(f"{name} {plain.dtype.name} {plain.shape}\n".encode())
        found.update(plain.data)
    return found.hexdigest()


def encoded(columns: Columns, info: BatchInfo) -> bytes:
    """Return the content of a batch's file. Raises SurveyError if the columns do not match the kind."""
    check_columns(columns, ROW_KINDS[info.kind])
    rows = len(next(iter(columns.values())))
    full = msgspec.structs.replace(info, rows=rows, sum=content_sum(columns))
    table = pa.table({name: _array(values) for name, values in columns.items()})
    table = table.replace_schema_metadata({METADATA_KEY: msgspec.json.encode(full)})
    buffer = BytesIO()
    small = [name for name, values in columns.items() if values.dtype.itemsize == 1]
    pq.write_table(table, buffer, compression="zstd", use_dictionary=small, row_group_size=max(rows, 1))
    return buffer.getvalue()


def check_columns(columns: Columns, kind: RowKind) -> None:
    """Raise SurveyError if the names, types or shapes of the columns do not match the kind."""
    expected = [(column.name, column.dtype, (column.size,) if column.size > 1 else ()) for column in kind.columns]
    actual = [(name, values.dtype.name, values.shape[1:]) for name, values in columns.items()]
    for promised, made in zip(expected, actual, strict=False):
        if promised != made:
            raise SurveyError(f"kind {kind.name}: column {made} (expected {promised})")
    if len(expected) != len(actual):
        raise SurveyError(f"kind {kind.name}: {len(actual)} columns (expected {len(expected)})")
    if len({len(values) for values in columns.values()}) > 1:
        raise SurveyError(f"kind {kind.name}: columns of different lengths (expected the same)")


def read_info(path: Path) -> BatchInfo:
    """Return the metadata of a batch's file. Raises SurveyError, naming the file, if the file cannot be read."""
    try:
        return _info(pq.read_schema(path).metadata, path)
    except (OSError, pa.ArrowException) as error:
        raise SurveyError(DAMAGED, path) from error


def placed_info(folder: Path, path: Path) -> BatchInfo:
    """Return the metadata of a file in a survey's folder.

    Raises the same errors as `read_info`, and SurveyError if the file is not at the path for its batch, because the
    rows could be counted twice.
    """
    info = read_info(path)
    place = batch_path(info)
    if folder / place != path:
        raise SurveyError(f"{path}: contains rows that belong in {place} (`n52 survey check` finds such files)")
    return info


def read_batch(path: Path) -> tuple[BatchInfo, Columns]:
    """Return the metadata and the rows of a batch's file. Raises the same errors as `read_info`."""
    try:
        table = pq.read_table(path, partitioning=None)
    except (OSError, pa.ArrowException) as error:
        raise SurveyError(DAMAGED, path) from error
    return _info(table.schema.metadata, path), {name: _values(table.column(name)) for name in table.column_names}


def _info(metadata: dict[bytes, bytes] | None, path: Path) -> BatchInfo:
    try:
        info = msgspec.json.decode((metadata or {})[METADATA_KEY], type=BatchInfo)
    except (KeyError, msgspec.DecodeError) as error:
        raise SurveyError("not a survey file (expected one written by `n52 survey run`)", path) from error
    if info.form != FORM:
        raise SurveyError(f"unknown version of the file format: {info.form} (expected {FORM})", path)
    return info


def _array(values: np.ndarray) -> pa.Array:
    """Convert a column to an Arrow array. Several values per row become a list of fixed length."""
    if values.ndim == 1:
        return pa.array(values)
    return pa.FixedSizeListArray.from_arrays(pa.array(values.reshape(-1)), values.shape[1])


def _values(column: pa.ChunkedArray) -> np.ndarray:
    whole = column.combine_chunks()
    if not pa.types.is_fixed_size_list(whole.type):
        return np.asarray(whole)
    return np.asarray(whole.flatten()).reshape(len(whole), whole.type.list_size)


PLAN, LOCK = "plan.toml", ".lock"


def folder_plan(folder: Path) -> Plan:
    """Return the plan in a survey's folder. Raises SurveyError or OSError if the plan is invalid or unreadable."""
    if not (folder / PLAN).is_file():
        raise SurveyError(f"{folder}: not a survey (expected a folder written by `n52 survey run`, with its {PLAN})")
    return read_plan(str(folder / PLAN))


@contextmanager
def held(folder: Path, plan: Plan) -> Iterator[None]:
    """Prepare a folder for a new or resumed run of a plan, and lock the folder against other runs.

    Raises SurveyError if another run has locked the folder, or if the folder belongs to another plan or has other
    contents. Raises OSError if the folder is not writable.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise SurveyError(f"{folder}: a file with this name exists (expected a folder or a new name)") from error
    if not (folder / PLAN).exists() and any(folder.iterdir()):
        raise SurveyError(f"{folder}: neither empty nor a survey (expected a new folder or a survey of this plan)")
    with (folder / LOCK).open("ab") as file:
        try:
            lock(file)
        except OSError as error:
            raise SurveyError(f"{folder}: another run is writing to this folder (expected one at a time)") from error
        if not (folder / PLAN).exists():
            write_text(str(folder / PLAN), plan.text)
        elif not folder_plan(folder).same_rows(plan):
            raise SurveyError(f"{folder}: made from another plan, {folder / PLAN} (expected that plan or a new folder)")
        remove_parts(folder)
        for part in folder.glob("*/rules=*"):
            remove_parts(part)
        yield


def left_to_do(folder: Path, batches: Iterable[Work]) -> list[Work]:
    """Return the batches that have no file in the folder yet, in their original order.

    Raises SurveyError, naming the file, if a file is damaged or would now be computed differently.
    """
    left = []
    for work in batches:
        path = folder / batch_path(work)
        if not path.exists():
            left.append(work)
        elif difference := read_info(path).differs(batch_info(work)):
            raise SurveyError(
                f"{path}: does not match the plan or this version: {difference}; use a new folder for a new survey"
            )
    return left


def put(folder: Path, work: Work, content: bytes) -> None:
    """Write a batch's file atomically. Raises OSError, naming the file, if writing fails."""
    path = folder / batch_path(work)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(str(path), content)


@dataclass(frozen=True)
class CheckedFile:
    """The result of checking one file."""

    path: Path  # path within the survey's folder
    rows: int = 0
    sum: str = ""  # checksum of the rows, as stored in the file
    fault: str | None = None  # the error found in the file
    again: str | None = None  # "the same" if recomputed rows agree, or the reason why the rows cannot be recomputed


@dataclass(frozen=True)
class CheckedSurvey:
    """The result of checking a survey."""

    batches: int  # number of batches in the plan, including those without a file
    files: list[CheckedFile]  # the files of the plan first, then any other files

    @property
    def sum(self) -> str:
        """A SHA-256 hash of the names and checksums of all files, sorted by name."""
        lines = sorted(f"{file.path.as_posix()} {file.sum}\n" for file in self.files)
        return sha256("".join(lines).encode()).hexdigest()


def check_survey(folder: Path, again: int = 1) -> CheckedSurvey:
    """Check every file in a survey's folder, and compute the rows of `again` random files a second time.

    Raises SurveyError if the folder is not a survey, and OSError if a file cannot be read.
    """
    batches = folder_plan(folder).batches()
    there = [work for work in batches if (folder / batch_path(work)).exists()]
    sample = set(random.sample(range(len(there)), min(again, len(there))))
    files = [_checked(folder, work, place in sample) for place, work in enumerate(there)]
    unknown = set(folder.rglob("*.parquet")) - {folder / batch_path(work) for work in batches}
    fault = "not part of this plan (expected only files of its batches)"
    files += [CheckedFile(path.relative_to(folder), fault=fault) for path in sorted(unknown)]
    return CheckedSurvey(len(batches), files)


def _checked(folder: Path, work: Work, again: bool) -> CheckedFile:
    path = batch_path(work)
    try:
        info, columns = read_batch(folder / path)
    except SurveyError as error:
        return CheckedFile(path, fault=error.fault)
    now = batch_info(work)
    found = CheckedFile(path, info.rows, info.sum)
    if difference := info.differs(now, ASKED):
        return replace(found, fault=difference)
    if content_sum(columns) != info.sum:
        return replace(found, fault="rows do not match the checksum (delete the file and run the plan again)")
    if not again:
        return found
    if difference := info.differs(now, MAKER):
        return replace(found, again=f"made by ninefivetwo {info.package}: {difference}")
    try:
        made = content_sum(ROW_KINDS[work.kind].rows(work, None))
    except NineFiveTwoError as error:
        return replace(found, fault=f"rows cannot be computed again: {error}")
    if made != info.sum:
        return replace(
            found, fault=f"rows differ when computed again (the file was made by ninefivetwo {info.package})"
        )
    return replace(found, again="the same")
