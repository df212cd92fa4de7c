"""`ninefivetwo survey check`: whether the files of a survey are what they say."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ninefivetwo.cli.survey.libraries import need
from ninefivetwo.cli.terminal import working
from ninefivetwo.errors import SurveyError

if TYPE_CHECKING:
    from ninefivetwo.survey.check import CheckedSurvey


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--again", type=click.IntRange(0), default=1, show_default=True, help="Make the rows of so many again.")
def check(folder: Path, again: int) -> None:
    """Check every file of the survey in FOLDER: is it whole, are its rows those of its sum and of the plan?

    The rows of some files, drawn at random, are made again and must be the same.  A file that is not as it should be
    is named, with what is wrong, and the exit status is 1.

    \b
    Examples:
      n52 survey run examples/survey.toml -o rows 2> /dev/null && n52 survey check rows
      n52 survey check rows --again 8
    """
    need("pyarrow")
    from ninefivetwo.survey import check as engine

    with working("checking"):
        found = engine.check(folder, again)
    for file in found.files:
        if file.fault:
            click.echo(f"{folder / file.path}: {file.fault}")
    if bad := sum(file.fault is not None for file in found.files):
        raise SurveyError(f"{folder}: {bad:,} of {len(found.files):,} files not as they should be (expected none)")
    click.echo(f"{folder}: {_words(found)}\nsum of all rows: {found.sum}")


def _words(found: CheckedSurvey) -> str:
    """`all 8 batches, 400 rows, as their sums say; 1 made again, the same`."""
    files, batches = found.files, found.batches
    number = f"all {batches:,} batches" if len(files) == batches else f"{len(files):,} of {batches:,} batches"
    same = sum(file.again == "the same" for file in files)
    words = [f"{number}, {sum(file.rows for file in files):,} rows, as their sums say"]
    if same:
        words.append(f"{same:,} made again, the same")
    if other := [file.again for file in files if file.again not in (None, "the same")]:
        words.append(f"{len(other):,} cannot be made again here ({other[0]})")
    return "; ".join(words)
