"""Options that several commands share, and the types of their values."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

import click
from click.shell_completion import CompletionItem

from ninefivetwo.cards import Seat, Trump
from ninefivetwo.errors import LibraryError, NineFiveTwoError
from ninefivetwo.exact import MOST_MEMORY
from ninefivetwo.files import MEBIBYTE, check_output, write_text

if TYPE_CHECKING:
    from ninefivetwo.codec import Document
    from ninefivetwo.keep.library import Library
    from ninefivetwo.words.figures import TextTable

COUNT = click.IntRange(1, 10**9)  # type of a number of deals, matches or lines
CORES = click.IntRange(1, 1024)
ASIDE, CSV = "set aside", "csv"  # keys in a context's `meta` for unused settings and for the file of --csv
WHOLE = 1000  # in characters; the first line of every help text is shorter
#: The option or argument for each field that an error may concern.
FIELD_OPTIONS = {"hand": "HAND", "previous_results": "--previous"} | {
    field: f"--{field}" for field in ("rules", "seat", "gave", "received", "trump", "discarded", "shown", "number")
}

Value = TypeVar("Value")
Command = TypeVar("Command", bound=Callable[..., object])


class ParsedChoice(click.ParamType, Generic[Value]):  # type: ignore[type-arg]  # generic only in newer versions of click
    """A type of option with its own parser, whose errors become usage errors.

    `words` contains the completions that a shell offers.
    """

    def __init__(self, name: str, parse: Callable[[str], Value], words: Sequence[str]) -> None:
        self.name = name
        self._parse = parse
        self._words = words

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(word) for word in self._words if word.lower().startswith(incomplete.lower())]

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Value:
        try:
            return self._parse(str(value))
        except NineFiveTwoError as error:
            self.fail(str(error), param, ctx)


class WholeGroup(click.Group):
    """A group whose help shows the complete first line of each command's help."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        commands = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(WHOLE)) for name, command in commands if command])


def options_given(*names: str) -> list[str]:
    """Return the options among `names` that the user gave to the current command."""
    context, given = click.get_current_context(), click.core.ParameterSource.COMMANDLINE
    fields = {option: str(param.name) for param in context.command.params for option in param.opts}
    return [name for name in names if context.get_parameter_source(fields[name]) is given]


def env_var(setting: str) -> str:
    """Return the name of the environment variable for a setting of `n52 config`."""
    return f"N52_{setting.upper().replace('-', '_')}"


def setting_of(option: click.Parameter) -> str | None:
    """Return the name of the setting for an option's default, or None without a setting."""
    return option.envvar[4:].lower().replace("_", "-") if isinstance(option.envvar, str) else None


def set_aside(*settings: str) -> None:
    """Mark these settings as unused by the current command."""
    click.get_current_context().meta[ASIDE] = settings


def _from_config() -> dict[str, str]:
    """Return the settings from the user's file that the current command uses."""
    context, file = click.get_current_context(), click.core.ParameterSource.DEFAULT_MAP
    taken = ((setting_of(each), str(each.name)) for each in context.command.params)
    return {
        setting: str(context.params[name])
        for setting, name in taken
        if setting and setting not in context.meta.get(ASIDE, ()) and context.get_parameter_source(name) is file
    }


def complete_rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of rule sets that complete a shell's input."""
    from ninefivetwo.game.rules import NAMED
    from ninefivetwo.game.rules.club import club_rules

    return [name for name in (*NAMED, *club_rules()) if name.startswith(incomplete)]


def complete_file(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Return a completion that tells a shell to complete file names."""
    return [CompletionItem(incomplete, type="file")]


def rules_option(
    help: str, usual: str | None = None, kept: bool = True, metavar: str | None = "NAME"
) -> Callable[[Command], Command]:
    """Return the click option for the rule set.

    `usual` is the default; if `kept` is true, a default in the user's file takes precedence.
    """
    return click.option(
        "--rules",
        "rules_name",
        envvar=env_var("rules") if kept else None,
        default=usual,
        show_default=usual is not None,
        metavar=metavar,
        shell_complete=complete_rules,
        help=help,
    )


SEAT = ParsedChoice("seat", Seat.parse, [seat.word for seat in Seat])
TRUMP = ParsedChoice("denomination", Trump.parse, [trump.letter for trump in Trump])


class Seconds(click.FloatRange):
    """A type of option for a time limit, which is a number of seconds above 0."""

    def __init__(self) -> None:
        super().__init__(0, min_open=True)

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = float(super().convert(value, param, ctx))
        if math.isnan(seconds):
            self.fail("not a number: nan", param, ctx)
        return seconds


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def print_json(document: Document) -> None:
    """Print a document on one line, always in UTF-8.

    The field `config` lists the settings from the user's file.
    """
    from msgspec import UNSET
    from msgspec.structs import replace

    from ninefivetwo.codec import encode

    click.echo(encode(replace(document, config=_from_config() or UNSET)))


def _keep_csv(ctx: click.Context, param: click.Parameter, path: str | None) -> None:
    ctx.meta[CSV] = path


csv_option = click.option(
    "--csv",
    metavar="FILE",
    callback=_keep_csv,
    expose_value=False,
    help="Write the tables to FILE as CSV instead of printing them.",
)


def csv_file(*others: str | None) -> str | None:
    """Return the path in --csv, or None, after checking that the file can be written.

    `others` contains the paths of all other files that the command uses. Raises UsageError if --json is also given, and
    FileError if the file cannot be written.
    """
    context = click.get_current_context()
    path: str | None = context.meta[CSV]
    if path is not None:
        if context.params["as_json"]:
            raise click.UsageError("--csv cannot be combined with --json")
        check_output(path, context.params["force"], [Path(other) for other in others if other])
    return path


def write_csv(tables: Iterable[TextTable]) -> bool:
    """Write tables to the file in --csv, or return False if the option is absent.

    The file begins with a byte order mark, so that spreadsheets recognise UTF-8.
    """
    from ninefivetwo.words.spreadsheet import csv_text

    context = click.get_current_context()
    if path := context.meta[CSV]:
        write_text(path, ("" if path == "-" else "\ufeff") + csv_text(tables), context.params["force"])
    return bool(path)


trump_option = click.option(
    "--trump",
    "trumps",
    type=TRUMP,
    multiple=True,
    help="Trump (S, H, D, C or N); can be repeated.  [default: all five]",
)
threads_option = click.option(
    "--threads", type=CORES, envvar=env_var("threads"), help="Number of cores to use.  [default: all]"
)
memory_option = click.option(
    "--memory",
    type=click.IntRange(1, MOST_MEMORY // MEBIBYTE),
    default=64,
    show_default=True,
    metavar="MIB",
    callback=lambda ctx, param, mebibytes: mebibytes * MEBIBYTE,
    help="Memory for each thread's search table.",
)
seconds_option = click.option(
    "--seconds", type=Seconds(), help="Stop solving each trump after this many seconds.  [default: no limit]"
)


def fair_worlds_option(command: Command) -> Command:
    """Add the option for the number of possible deals that a review evaluates for each decision."""
    from ninefivetwo.study import FAIR_WORLDS
    from ninefivetwo.study.fair_price import LEAST_WORLDS
    from ninefivetwo.think.advise.question import MOST_WORLDS

    return click.option(
        "--fair-worlds",
        envvar=env_var("fair-worlds"),
        type=click.IntRange(4, MOST_WORLDS),
        default=FAIR_WORLDS,
        show_default=True,
        metavar="N",
        help=f"Evaluate each decision in at most N possible deals; N below {LEAST_WORLDS} counts as {LEAST_WORLDS}.",
    )(command)


def opponents_option(command: Command) -> Command:
    """Add the option for the level of the opponents."""
    from ninefivetwo.think.playouts import Level
    from ninefivetwo.think.playouts.opponents import UNKNOWN

    return click.option(
        "--opponents",
        type=click.Choice([level.value for level in Level]),
        help=f"Level of the opponents.  [default: the recorded level of computers, {UNKNOWN.value} for people]",
    )(command)


force_option = click.option("--force", is_flag=True, help="Overwrite existing files.")
deal_option = click.option(
    "--deal",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Number of the deal in the record.  [default: the last deal]",
)
after_option = click.option(
    "--after", type=click.IntRange(0), metavar="N", help="Use the position after N cards have been played."
)
library_option = click.option(
    "--library",
    "path",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Library file.  [default: in the user's data folder]",
)


def to_read(path: Path | None) -> Library:
    """Open a library, which must exist unless it is in the default place. Raises LibraryError."""
    if path is not None and not path.exists():
        raise LibraryError(f"{path}: there is no such library (expected an existing file)")
    return open_library(path)


def open_library(path: Path | None) -> Library:
    """Open or create a library, and print messages about a new file format to stderr.

    Raises LibraryError or OSError if the library cannot be opened.
    """
    from ninefivetwo.keep.library import Library

    library = Library(path)
    for notice in library.notices:
        click.echo(f"{library.path}: {notice}", err=True)
    return library
