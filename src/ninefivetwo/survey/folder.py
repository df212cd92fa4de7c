"""A survey's folder: its plan, the files of the batches that are done, and the one run that may write into it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ninefivetwo.errors import SurveyError
from ninefivetwo.files import lock, remove_parts, write_bytes, write_text
from ninefivetwo.survey.files import batch_info, batch_path, read_info
from ninefivetwo.survey.plan import Plan, read_plan
from ninefivetwo.survey.work import Work

PLAN, LOCK = "plan.toml", ".lock"


def folder_plan(folder: Path) -> Plan:
    """The plan of a survey's folder.  Raises SurveyError where it is none, or its plan is at fault, and OSError."""
    if not (folder / PLAN).is_file():
        raise SurveyError(f"{folder}: no survey (expected a folder that `n52 survey run` wrote, with its {PLAN})")
    return read_plan(str(folder / PLAN))


@contextmanager
def held(folder: Path, plan: Plan) -> Iterator[None]:
    """A folder made ready for a plan, new or one that an earlier run of the plan left; nobody else may run in it.

    Raises SurveyError where another run holds it, where it is of another plan or has other files, and OSError.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise SurveyError(f"{folder}: a file is in its way (expected a folder, or a name that is free)") from error
    if not (folder / PLAN).exists() and any(folder.iterdir()):
        raise SurveyError(f"{folder}: not empty, and no survey (expected a new folder, or one of this plan)")
    with open(folder / LOCK, "ab") as file:
        try:
            lock(file)
        except OSError as error:
            raise SurveyError(f"{folder}: another run is writing into it (expected one at a time)") from error
        if not (folder / PLAN).exists():
            write_text(str(folder / PLAN), plan.text)
        elif not folder_plan(folder).same_rows(plan):
            raise SurveyError(f"{folder}: of another plan, {folder / PLAN} (expected that plan, or a new folder)")
        remove_parts(folder)
        for part in folder.glob("*/rules=*"):
            remove_parts(part)
        yield


def left_to_do(folder: Path, batches: Iterable[Work]) -> list[Work]:
    """Those of a plan's batches that have no file yet, in their order.

    Raises SurveyError for a file that is damaged, or made otherwise than it would be now; it names the first.
    """
    left = []
    for work in batches:
        path = folder / batch_path(work)
        if not path.exists():
            left.append(work)
        elif difference := read_info(path).differs(batch_info(work)):
            raise SurveyError(f"{path}: made otherwise than now: {difference}; a new folder takes a new survey")
    return left


def put(folder: Path, work: Work, content: bytes) -> None:
    """Write a batch's file, whole or not at all.  Raises OSError, which names it."""
    path = folder / batch_path(work)
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(str(path), content)
