"""Whether a survey's files are what they say: whole, with the rows of their sums, which a sample made again has too."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from ninefivetwo.errors import NineFiveTwoError, SurveyError
from ninefivetwo.survey.files import ASKED, MAKER, batch_info, batch_path, content_sum, read_batch
from ninefivetwo.survey.folder import folder_plan
from ninefivetwo.survey.kinds import KINDS
from ninefivetwo.survey.work import Work


@dataclass(frozen=True)
class CheckedFile:
    """A file as it was found."""

    path: Path  # in the survey's folder
    rows: int = 0
    sum: str = ""  # of its rows, as it says
    fault: str | None = None  # what is wrong with it, in words
    again: str | None = None  # "the same", where its rows were made again; why not, where they cannot be


@dataclass(frozen=True)
class CheckedSurvey:
    """A survey as it was found."""

    batches: int  # that its plan asks for; those without a file are passed over
    files: list[CheckedFile]  # those first that the plan asks for

    @property
    def sum(self) -> str:
        """One sum for all rows: SHA-256 of the files' sums and names, in the order of these."""
        lines = sorted(f"{file.path.as_posix()} {file.sum}\n" for file in self.files)
        return sha256("".join(lines).encode()).hexdigest()


def check(folder: Path, again: int = 1) -> CheckedSurvey:
    """Check all files of a survey's folder.

    again: of so many, which are drawn at random, the rows are made again.  Raises SurveyError where the folder is no
    survey, and OSError.
    """
    batches = folder_plan(folder).batches()
    there = [work for work in batches if (folder / batch_path(work)).exists()]
    sample = set(random.sample(range(len(there)), min(again, len(there))))
    files = [_checked(folder, work, place in sample) for place, work in enumerate(there)]
    unknown = set(folder.rglob("*.parquet")) - {folder / batch_path(work) for work in batches}
    fault = "not of this plan (expected only files that it asks for)"
    files += [CheckedFile(path.relative_to(folder), fault=fault) for path in sorted(unknown)]
    return CheckedSurvey(len(batches), files)


def _checked(folder: Path, work: Work, again: bool) -> CheckedFile:
    path = batch_path(work)
    try:
        info, columns = read_batch(folder / path)
    except SurveyError as error:
        return CheckedFile(path, fault=str(error).removeprefix(f"{folder / path}: "))
    now = batch_info(work)
    found = CheckedFile(path, info.rows, info.sum)
    if difference := info.differs(now, ASKED):
        return replace(found, fault=difference)
    if content_sum(columns) != info.sum:
        return replace(found, fault="its rows are not those of its sum (expected: delete it, and run the plan again)")
    if not again:
        return found
    if difference := info.differs(now, MAKER):
        return replace(found, again=f"made by ninefivetwo {info.package}: {difference}")
    try:
        made = content_sum(KINDS[work.kind].rows(work, None))
    except NineFiveTwoError as error:
        return replace(found, fault=f"cannot be made again: {error}")
    if made != info.sum:
        return replace(found, fault=f"made again it has other rows (it was made by ninefivetwo {info.package})")
    return replace(found, again="the same")
