"""The command line: with the page, the only part that prints.

Exit status: 0 done, 1 the input is at fault (one line on stderr says what), 2 wrong usage, 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import sys
from typing import NoReturn

import click

from ninefivetwo.cli.deal import deal
from ninefivetwo.cli.solve import solve
from ninefivetwo.errors import NineFiveTwoError


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="ninefivetwo")
def cli() -> None:
    """Solver and training aid for the card game 9-5-2 (Sergeant Major, 3-5-8)."""


cli.add_command(deal)
cli.add_command(solve)


def main() -> NoReturn:
    """Run a command; every error of ours becomes one line here, and nowhere else."""
    try:
        cli.main(standalone_mode=False)
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
        sys.stderr.close()  # the reader has gone; Python would complain of it once more on the way out
        sys.exit(1)
    sys.exit(0)


def fail(message: str, status: int) -> NoReturn:
    """Say what is wrong on one line, and leave."""
    click.echo("ninefivetwo: " + " ".join(message.split()), err=True)
    sys.exit(status)
