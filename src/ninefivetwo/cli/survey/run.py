"""`ninefivetwo survey run`: a plan's rows, made on all cores or many machines."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import click

from ninefivetwo.cli.options import CORES, complete_file
from ninefivetwo.cli.survey.ask import need
from ninefivetwo.cli.terminal import working
from ninefivetwo.errors import NineFiveTwoError, SurveyError

if TYPE_CHECKING:
    from ninefivetwo.survey.files import CheckedSurvey
    from ninefivetwo.survey.run import RunState


LINES = 10  # of progress, where it goes to a file or a pipe


@click.command()
@click.argument("plan", shell_complete=complete_file)
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Folder for the files.")
@click.option("--local", type=CORES, help="Number of processes on this machine.  [default: one per core]")
@click.option(
    "--scheduler", metavar="ADDRESS", help="Use the workers of a Dask scheduler, such as tcp://10.0.0.1:8786."
)
def run(plan: str, output: Path, local: int | None, scheduler: str | None) -> None:
    """Make the rows that PLAN asks for, a file for each batch of deals.

    Stopped at any moment, the same command goes on where it was and gives the same rows.  docs/survey.md says what a
    plan has, and how several machines work together.

    \b
    Examples:
      n52 survey run examples/survey.toml -o rows
      n52 survey run examples/survey.toml -o rows --local 1
    """
    if local and scheduler:
        raise click.UsageError("--local and --scheduler exclude each other")
    need("dask", "distributed", "pyarrow")
    from ninefivetwo.survey import run as engine
    from ninefivetwo.survey.plan import read_plan

    survey_plan = read_plan(plan)
    workers = engine.remote(scheduler) if scheduler else engine.local(local or os.cpu_count() or 1)
    last = None
    try:
        for state in shown(engine.run(survey_plan, output, workers)):
            last = state
    except KeyboardInterrupt:
        click.echo(f"ninefivetwo: stopped; {_kept(last)}", err=True)
        sys.exit(130)
    except (NineFiveTwoError, OSError) as error:
        if last is None:
            raise
        words = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) else str(error)
        raise SurveyError(f"{words}; {_kept(last)}") from error
    assert last is not None
    before = f", {last.kept:,} of them by earlier runs" if last.kept else ""
    click.echo(f"{output}: {last.batches:,} batches{before}")


def _kept(last: RunState | None) -> str:
    """What a run that ended early leaves."""
    if last is None:
        return "nothing is begun"
    return f"{last.done:,} of {last.batches:,} batches are kept, the same command goes on"


def shown(states: Iterable[RunState]) -> Iterator[RunState]:
    """The states, and how far they are: on a terminal after each, else so many times."""
    began, tenth, on_terminal = monotonic(), None, sys.stderr.isatty()
    with working("looking through the files") as update:
        for state in states:
            words = state_words(state, monotonic() - began)
            update(words)
            if not on_terminal and tenth != (tenth := LINES * state.done // max(state.batches, 1)):
                click.echo(words, err=True)
            yield state


def state_words(state: RunState, seconds: float) -> str:
    """`412 of 1,500 batches, 8,240,000 deals, 23,412 a second, about 3 min left`; seconds: since the run began."""
    words = [f"{state.done:,} of {state.batches:,} batches"]
    if state.made:
        words += [f"{state.deals:,} deals", f"{_rate(state.deals / max(seconds, 1e-3))} a second"]
    if not state.workers and state.done < state.batches:
        words.append("no workers yet" if not state.made else "no workers left: waiting for one")
    elif state.made and state.done < state.batches:
        words.append(f"about {duration(seconds / state.made * (state.batches - state.done))} left")
    return ", ".join(words)


def _rate(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"


def duration(seconds: float) -> str:
    """So long, in the unit that suits it.

    >>> [duration(each) for each in (42, 600, 7300, 400_000)]
    ['42 s', '10 min', '2.0 h', '4.6 days']
    """
    for size, unit, most in ((1, "s", 120), (60, "min", 7200), (3600, "h", 48 * 3600)):
        if seconds < most:
            return f"{seconds / size:.{1 if unit == 'h' else 0}f} {unit}"
    return f"{seconds / 86400:.1f} days"


@click.command()
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--again", type=click.IntRange(0), default=1, show_default=True, help="Number of files whose rows are made again."
)
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
    from ninefivetwo.survey.files import check_survey

    with working("checking"):
        found = check_survey(folder, again)
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
