"""The command line: the only part that prints.

Exit status: 0 done, 1 the input is at fault (one line on stderr says what), 2 wrong usage, 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from typing import NoReturn

import click

from ninefivetwo.cli.advise import advise
from ninefivetwo.cli.deal import deal
from ninefivetwo.cli.drill import drill
from ninefivetwo.cli.library import library
from ninefivetwo.cli.match import match
from ninefivetwo.cli.play import play
from ninefivetwo.cli.record import record
from ninefivetwo.cli.review import command as review
from ninefivetwo.cli.rules import rules
from ninefivetwo.cli.serve import serve
from ninefivetwo.cli.solve import solve
from ninefivetwo.errors import NineFiveTwoError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ninefivetwo")
def cli() -> None:
    """Solver and training aid for the card game 9-5-2 (Sergeant Major, 3-5-8)."""


cli.add_command(advise)
cli.add_command(deal)
cli.add_command(drill)
cli.add_command(library)
cli.add_command(match)
cli.add_command(play)
cli.add_command(record)
cli.add_command(review)
cli.add_command(rules)
cli.add_command(serve)
cli.add_command(solve)


def main() -> NoReturn:
    """Run a command; every error of ours becomes one line here, and nowhere else."""
    if sys.stdin is None or sys.stdout is None:  # closed by whoever called us
        fail("no standard input or output (expected both to be open)", 1)
    sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal without suit signs gets ?
    try:
        cli.main(standalone_mode=False)
        sys.stdout.flush()
    except NineFiveTwoError as error:
        fail(str(error), 1)
    except click.UsageError as error:
        error.show()
        sys.exit(2)
    except click.ClickException as error:
        fail(error.format_message(), 1)
    except (click.Abort, KeyboardInterrupt):
        fail("stopped", 130)
    except BrokenPipeError:
        leave_quietly(1)  # the reader has gone
    except OSError as error:
        complain(f"{error.filename or 'output'}: {error.strerror}")
        leave_quietly(1)
    except MemoryError as error:
        fail(f"out of memory: {error} (expected room for --memory)", 1)
    sys.exit(0)


def leave_quietly(status: int) -> NoReturn:
    """Leave without Python's last attempt to write what could not be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)


def fail(message: str, status: int) -> NoReturn:
    """Say what is wrong, and leave."""
    complain(message)
    sys.exit(status)


def complain(message: str) -> None:
    """Say what is wrong, on one line."""
    click.echo("ninefivetwo: " + " ".join(message.split()), err=True)
