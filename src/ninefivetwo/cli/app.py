"""The entry point of the program: the list of commands, and the output of error messages."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from textwrap import fill
from typing import Any, NoReturn

import click

from ninefivetwo.cli.letters import replace_signs
from ninefivetwo.errors import ConfigError, NineFiveTwoError, raised_as

#: The name of each command, which is also the name of its module and function, and the first line of its help.
COMMANDS = {
    "advise": "Recommend a call, a discard, a gift or a card to play.",
    "config": "Show or set your own defaults for options.",
    "deal": "Deal cards at random.",
    "drill": "Solve puzzles: call, discard, give, play and card reading.",
    "library": "Keep your records and reviews, and see your progress.",
    "match": "Let computer players play deals or matches.",
    "play": "Play a match against the computer.",
    "record": "Make, check, draw and convert records of deals (.n52).",
    "review": "Review the deals of RECORD and find avoidable mistakes.",
    "rules": "List the rule sets, or explain one of them.",
    "schema": "Print a JSON Schema of the output of --json.",
    "serve": "Play, practise, analyse and review in a browser.",
    "solve": "Solve layouts with all hands open.",
    "survey": "Generate, verify and query large sets of deals.",
    "today": "Show or play the deal of the day.",
}
#: What the program says if it is called without a command.
FIRST_USE = """\
n52 play                               play against the computer, with hints
n52 serve                              the same in a browser, with reviews
n52 drill all                          solve puzzles
n52 advise trump AKJ94.Q83.KT5.A7642   ask what to call with a hand
n52 review FILE.n52                    find the mistakes in deals you played
n52 --help                             all commands"""


NO_CONFIG, ASCII = "--no-config", "--ascii"
WIDEST = 80  # maximum line length of an error message on a terminal

#: The error for a group without a command; click 8.1 lacks this class and prints the help itself.
NO_ARGUMENTS: Any = getattr(click.exceptions, "NoArgsIsHelpError", ())


class LazyGroup(click.Group):
    """The group of all commands, which imports each command only when the user runs it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"ninefivetwo.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments, and apply --no-config and --ascii wherever they appear."""
        ctx.meta[NO_CONFIG] = NO_CONFIG in args
        if ASCII in args:
            replace_signs(ascii_only=True)
        return super().parse_args(ctx, [argument for argument in args if argument not in (NO_CONFIG, ASCII)])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command to run, with the user's defaults for its options."""
        from ninefivetwo.cli.config import IGNORE, defaults_of, kept_values

        name, command, rest = super().resolve_command(ctx, args)
        if name and command and not ctx.resilient_parsing:
            with raised_as(ConfigError, caught=NineFiveTwoError, after=IGNORE):
                kept = {} if ctx.meta[NO_CONFIG] else kept_values()
            ctx.default_map = {name: defaults_of(ctx, command, kept, rest)}
        return name, command, rest

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _print_version(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    if value and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"ninefivetwo, version {version('ninefivetwo')}")
        ctx.exit()


@click.group(cls=LazyGroup, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "-V",
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and exit.",
)
@click.option(NO_CONFIG, is_flag=True, expose_value=False, help="Ignore the defaults set with n52 config.")
@click.option(ASCII, is_flag=True, expose_value=False, help="Use letters instead of suit symbols and other signs.")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Solver and training aid for the card game 9-5-2 (Sergeant Major, 3-5-8)."""
    if ctx.invoked_subcommand is None:
        click.echo(FIRST_USE)


def run() -> NoReturn:
    """Run a command, and print the package's errors as messages instead of tracebacks."""
    if sys.stdin is None or sys.stdout is None:  # the calling program has closed the stream
        fail("standard input or output is closed (expected both to be open)", 1)
    replace_signs()
    try:
        cli.main(standalone_mode=False)
        sys.stdout.flush()
    except NineFiveTwoError as error:
        from ninefivetwo.cli.options import FIELD_OPTIONS

        fail(error.named(FIELD_OPTIONS), 1)
    except ImportError as error:
        if error.name != "NINEFIVETWO_PATH":
            raise
        fail(str(error), 1)  # the engine requires an instruction set that this processor lacks
    except NO_ARGUMENTS as error:
        error.show()  # prints the help text instead of an error message
        sys.exit(2)
    except click.UsageError as error:
        command = f" (see {error.ctx.command_path} --help)" if error.ctx else ""
        fail(error.format_message() + command, 2)
    except click.ClickException as error:
        fail(error.format_message(), 1)
    except (click.Abort, KeyboardInterrupt):
        fail("stopped", 130)
    except BrokenPipeError:
        leave_quietly(1)  # the program that reads the pipe has closed it
    except OSError as error:
        complain(f"{error.filename or 'output'}: {error.strerror}")
        leave_quietly(1)
    except MemoryError as error:
        fail(f"out of memory: {error} (reduce --memory)", 1)
    sys.exit(0)


def leave_quietly(status: int) -> NoReturn:
    """Exit with a status, without Python's final flush of stdout, which would fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)


def fail(message: str, status: int) -> NoReturn:
    """Print an error message and exit with a status."""
    complain(message)
    sys.exit(status)


def complain(message: str) -> None:
    """Print an error message to stderr, on one line or wrapped to the width of a terminal."""
    line = "ninefivetwo: " + " ".join(message.split())
    if sys.stderr is not None and sys.stderr.isatty():
        room = min(os.get_terminal_size(sys.stderr.fileno()).columns or WIDEST, WIDEST)
        line = fill(line, max(room, 20), break_long_words=False, break_on_hyphens=False) or line
    click.echo(line, err=True)
