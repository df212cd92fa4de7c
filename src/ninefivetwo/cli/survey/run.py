"""The commands `survey run` and `survey check`, which generate the rows of a plan and verify the files."""

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
from ninefivetwo.words.figures import plural
from ninefivetwo.words.template import Amount, Term, say

if TYPE_CHECKING:
    from ninefivetwo.survey.files import CheckedSurvey
    from ninefivetwo.survey.run import RunState


PROGRESS_LINES = 10  # total number of progress lines if stderr is a file or a pipe


@click.command()
@click.argument("plan", shell_complete=complete_file)
@click.option("-o", "--output", required=True, type=click.Path(path_type=Path), help="Folder for the files.")
@click.option("--local", type=CORES, help="Number of processes on this machine.  [default: one per core]")
@click.option(
    "--scheduler", metavar="ADDRESS", help="Use the workers of a Dask scheduler, such as tcp://10.0.0.1:8786."
)
def run(plan: str, output: Path, local: int | None, scheduler: str | None) -> None:
    """Generate the rows of PLAN, one file per batch of deals.

    To continue a stopped run, repeat the command; the rows are the same as without a stop. docs/survey.md describes
    plans and runs on several machines.

    \b
    Examples:
      n52 survey run examples/survey.toml -o rows
      n52 survey run examples/survey.toml -o rows --local 1
    """
    if local and scheduler:
        raise click.UsageError("--local cannot be combined with --scheduler")
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
    file, batches, kept = Term(f"{output}"), plural(last.batches, "batch"), Amount(f"{last.kept:,}")
    if last.kept:
        click.echo(
            say("{file}: {batches} complete, {number} from earlier runs", file=file, batches=batches, number=kept)
        )
    else:
        click.echo(say("{file}: {batches} complete", file=file, batches=batches))


def _kept(last: RunState | None) -> str:
    """Return the state of an interrupted run, for the error message."""
    if last is None:
        return "no batch had been generated"
    return f"{last.done:,} of {last.batches:,} batches are saved; run the same command to continue"


def shown(states: Iterable[RunState]) -> Iterator[RunState]:
    """Yield the states of a run, and report the progress (`PROGRESS_LINES` times if the output is not a terminal)."""
    began, tenth, on_terminal = monotonic(), None, sys.stderr.isatty()
    with working("reading the files") as update:
        for state in states:
            words = state_words(state, monotonic() - began)
            update(words)
            if not on_terminal and tenth != (tenth := PROGRESS_LINES * state.done // max(state.batches, 1)):
                click.echo(words, err=True)
            yield state


def state_words(state: RunState, seconds: float) -> str:
    """Return the progress of a run as text: "412 of 1,500 batches, 8,240,000 deals, 23,412 a second"."""
    words = [say("{number} of {batches}", number=Amount(f"{state.done:,}"), batches=plural(state.batches, "batch"))]
    if state.made:
        rate = state.deals / max(seconds, 1e-3)
        text = Amount(f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}")
        words.append(say("{deals}, {rate} a second", deals=plural(state.deals, "deal"), rate=text))
    if not state.workers and state.done < state.batches:
        words.append(say("no workers left; waiting for a worker") if state.made else say("no workers yet"))
    elif state.made and state.done < state.batches:
        words.append(
            say("about {time} left", time=Amount(duration(seconds / state.made * (state.batches - state.done))))
        )
    return ", ".join(words)


def duration(seconds: float) -> str:
    """Return a duration as text in a suitable unit.

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
    "--again", type=click.IntRange(0), default=1, show_default=True, help="Number of files to generate again."
)
def check(folder: Path, again: int) -> None:
    """Verify the files of the survey in FOLDER.

    Every file must be complete and must match its checksum and the plan. Randomly chosen files are generated again and
    compared. If any file is faulty, the output lists the faulty files and the exit status is 1.

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
        raise SurveyError(f"{folder}: {bad:,} of {len(found.files):,} files are faulty (expected none)")
    click.echo("\n".join(_checked_words(folder, found)))


def _checked_words(folder: Path, found: CheckedSurvey) -> Iterator[str]:
    """Yield the lines to print after a check without faults; the last line contains the checksum."""
    files, file, planned = found.files, Term(f"{folder}"), plural(found.batches, "batch")
    rows = plural(sum(file.rows for file in files), "row")
    if len(files) == found.batches:
        yield say("{file}: {batches} {batches:is|are} intact ({rows})", file=file, batches=planned, rows=rows)
    else:
        yield say(
            "{file}: {number} of {batches} generated so far, all intact ({rows})",
            file=file,
            number=Amount(f"{len(files):,}"),
            batches=planned,
            rows=rows,
        )
    if same := sum(file.again == "the same" for file in files):
        yield say("generated again with the same rows: {batches}", batches=plural(same, "batch"))
    if other := [file.again for file in files if file.again not in (None, "the same")]:
        yield say(
            "impossible to generate again here: {batches} ({reason})",
            batches=plural(len(other), "batch"),
            reason=Term(f"{other[0]}"),
        )
    yield say("checksum of all rows: {checksum}", checksum=Term(found.sum))
