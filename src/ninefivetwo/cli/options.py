"""Options that several commands share, and how their values are read."""

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
from ninefivetwo.files import check_output, write_text

if TYPE_CHECKING:
    from ninefivetwo.codec import Document
    from ninefivetwo.keep.library import Library
    from ninefivetwo.words.figures import TextTable

MEBIBYTE = 1 << 20
COUNT = click.IntRange(1, 10**9)  # of deals, matches, lines
CORES = click.IntRange(1, 1024)
ASIDE, CSV = "set aside", "csv"  # keys in a context's `meta`: settings that were, and the file of --csv
WHOLE = 1000  # characters, more than any first line of help has

Value = TypeVar("Value")
Command = TypeVar("Command", bound=Callable[..., object])


class ParsedChoice(click.ParamType, Generic[Value]):  # type: ignore[type-arg]  # only newer clicks make it generic
    """A value with a parser of its own; what it refuses is wrong usage."""

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
    """A group whose help has the first line of each command whole, not cut."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        commands = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(WHOLE)) for name, command in commands if command])


def options_given(*names: str) -> list[str]:
    """Which of these options of the command in progress the user gave."""
    context, given = click.get_current_context(), click.core.ParameterSource.COMMANDLINE
    fields = {option: str(param.name) for param in context.command.params for option in param.opts}
    return [name for name in names if context.get_parameter_source(fields[name]) is given]


def env_var(setting: str) -> str:
    """The variable of the environment for a setting of `n52 config`; options that take their default there name it."""
    return f"N52_{setting.upper().replace('-', '_')}"


def setting_of(option: click.Parameter) -> str | None:
    """The setting from which an option takes its default."""
    return option.envvar[4:].lower().replace("_", "-") if isinstance(option.envvar, str) else None


def set_aside(*settings: str) -> None:
    """Say that the answer of the command in progress does not rest on these settings."""
    click.get_current_context().meta[ASIDE] = settings


def _from_config() -> dict[str, str]:
    """The settings that the command in progress took from the user's file, but for those set aside."""
    context, file = click.get_current_context(), click.core.ParameterSource.DEFAULT_MAP
    taken = ((setting_of(each), str(each.name)) for each in context.command.params)
    return {
        setting: str(context.params[name])
        for setting, name in taken
        if setting and setting not in context.meta.get(ASIDE, ()) and context.get_parameter_source(name) is file
    }


def complete_rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The names of rule sets that a shell can complete to."""
    from ninefivetwo.game.rules import NAMED
    from ninefivetwo.game.rules.club import club_rules

    return [name for name in (*NAMED, *club_rules()) if name.startswith(incomplete)]


def complete_file(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """A file, as the shell completes it."""
    return [CompletionItem(incomplete, type="file")]


def rules_option(
    help: str, usual: str | None = None, kept: bool = True, metavar: str | None = "NAME"
) -> Callable[[Command], Command]:
    """The option on the rule set.  usual: its default.  kept: may that be one of the user's file?"""
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
    """A time limit: above 0, and a number."""

    def __init__(self) -> None:
        super().__init__(0, min_open=True)

    def convert(self, value: float, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = float(super().convert(value, param, ctx))
        if math.isnan(seconds):
            self.fail("nan (expected a number)", param, ctx)
        return seconds


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def print_json(document: Document) -> None:
    """Print a document on one line, in UTF-8 whatever the terminal's encoding is.

    It names the settings that came from the user's file.
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
    help="Write the tables here as CSV, and print none.",
)


def csv_file(*others: str | None) -> str | None:
    """The file of --csv, which is checked before the work; None without one.  others: the command's other files.

    Raises UsageError beside --json, FileError.
    """
    context = click.get_current_context()
    path: str | None = context.meta[CSV]
    if path is not None:
        if context.params["as_json"]:
            raise click.UsageError("--csv cannot be combined with --json")
        check_output(path, context.params["force"], [Path(other) for other in others if other])
    return path


def write_csv(tables: Iterable[TextTable]) -> bool:
    """Write tables into the file of --csv, with a mark that it is UTF-8, which spreadsheets need; False without one."""
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
    help="S, H, D, C or N; can be repeated.  [default: all five]",
)
threads_option = click.option(
    "--threads", type=CORES, envvar=env_var("threads"), help="Number of cores.  [default: all]"
)
memory_option = click.option(
    "--memory",
    type=click.IntRange(1, MOST_MEMORY // MEBIBYTE),
    default=64,
    show_default=True,
    metavar="MIB",
    help="Memory for each thread's table.",
)
seconds_option = click.option(
    "--seconds",
    type=Seconds(),
    help="Give up on a trump after this time.  [default: never]",
)


def fair_worlds_option(command: Command) -> Command:
    """The option on how many worlds a review looks at; its default is the reviews', which only its commands import."""
    from ninefivetwo.study import FAIR_WORLDS
    from ninefivetwo.study.fair_price import LEAST
    from ninefivetwo.think.advise.question import MOST_WORLDS

    option = click.option(
        "--fair-worlds",
        envvar=env_var("fair-worlds"),
        type=click.IntRange(4, MOST_WORLDS),
        default=FAIR_WORLDS,
        show_default=True,
        metavar="N",
        help=f"Evaluate a decision in up to N possible deals; fewer than {LEAST} count as {LEAST}.",
    )
    return option(command)


def opponents_option(command: Command) -> Command:
    """The option on how well the other players play; its choices are those of playouts, which few commands import."""
    from ninefivetwo.think.playouts import Level
    from ninefivetwo.think.playouts.opponents import UNKNOWN

    option = click.option(
        "--opponents",
        type=click.Choice([level.value for level in Level]),
        help=f"Strength of the other players.  [default: computers as in the record, people {UNKNOWN.value}]",
    )
    return option(command)


force_option = click.option("--force", is_flag=True, help="Overwrite a file that exists.")
deal_option = click.option(
    "--deal",
    "number",
    type=click.IntRange(1),
    metavar="N",
    help="Number of the deal in the record.  [default: the last]",
)
after_option = click.option(
    "--after", type=click.IntRange(0), metavar="N", help="Go to the point after N cards of the play."
)
library_option = click.option(
    "--library",
    "path",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The library's file.  [default: in the user's data folder]",
)


def to_read(path: Path | None) -> Library:
    """The library at a place where there must be one; one at the default place may be begun.  Raises LibraryError."""
    if path is not None and not path.exists():
        raise LibraryError(f"{path}: no such library (expected a file that is there)")
    return open_library(path)


def open_library(path: Path | None) -> Library:
    """The library at a place, begun if it is not there; what its owner should know of a change of form goes to stderr.

    Raises LibraryError, OSError.
    """
    from ninefivetwo.keep.library import Library

    library = Library(path)
    for notice in library.notices:
        click.echo(f"{library.path}: {notice}", err=True)
    return library
