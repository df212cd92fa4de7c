"""The command `config`, which shows and sets the user's defaults for options in a file.

An option takes precedence over the environment, and the environment over the file. Click reads the environment from an
option's `envvar=env_var("rules")`, and `defaults_of` passes the file's values to click.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import click

from ninefivetwo.cards import Seat
from ninefivetwo.cli.options import Seconds, env_var, json_option, print_json, setting_of
from ninefivetwo.errors import ConfigError, quoted, raised_as
from ninefivetwo.files import read_text, write_text

IGNORE = "; --no-config ignores the file"  # the last words of every error message about the file
Scalar = str | int | float


class Setting(NamedTuple):
    """An option's default that the user can change, with its meaning and its built-in value."""

    meaning: str
    built_in: str


SETTINGS = {
    "rules": Setting("rule set for advise, match, play and record new", "wikipedia"),
    "name": Setting("your name in play and today", "You"),
    "seat": Setting("your seat in the first deal of play", "dealer"),
    "level": Setting("strength of the computer players in play", "club"),
    "worlds": Setting("number of deals that advise plays out", "1000"),
    "fair-worlds": Setting("number of possible deals that reviews evaluate", "500"),
    "seconds": Setting("time limit for advise, in seconds", "none"),
    "threads": Setting("number of cores", "all"),
}


def complete_setting(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete the name of a setting for a shell."""
    return [name for name in SETTINGS if name.startswith(incomplete)]


def config_file() -> Path:
    """Return the path of the configuration file."""
    return Path(click.get_app_dir("ninefivetwo")) / "config.toml"


def kept_values() -> dict[str, Scalar]:
    """Return the settings in the configuration file, or no settings if the file is missing.

    Raises ConfigError, FileError or OSError if the file is invalid or cannot be read.
    """
    path = config_file()
    if not path.exists():
        return {}
    import tomllib

    with raised_as(ConfigError, f"{path}: not TOML: ", tomllib.TOMLDecodeError):
        content = tomllib.loads(read_text(str(path)))
    for name, value in content.items():
        check_name(name, f"{path}: ")
        if isinstance(value, bool) or not isinstance(value, Scalar):
            raise ConfigError(f"{path}: {name}: invalid value {quoted(str(value))} (expected a string or a number)")
    return content


def check_name(name: str, place: str = "") -> None:
    """Raise ConfigError if a setting is unknown."""
    if name not in SETTINGS:
        raise ConfigError(f"{place}unknown setting {quoted(name)} (expected {', '.join(SETTINGS)})")


def defaults_of(
    ctx: click.Context, command: click.Command, kept: dict[str, Scalar], rest: list[str]
) -> dict[str, object]:
    """Return a command's defaults for click's `default_map`.

    `rest` contains the words after the command's name, which select a subcommand. Raises ConfigError if an option
    rejects a value from the file or the environment.
    """
    found: dict[str, object] = {}
    if isinstance(command, click.Group):
        name = next((word for word in rest if not word.startswith("-")), "")
        if (inner := command.get_command(ctx, name)) is not None:
            found[name] = defaults_of(ctx, inner, kept, rest[rest.index(name) + 1 :])
    for option in command.params:
        setting = setting_of(option)
        if setting and (text := os.environ.get(env_var(setting))):
            _checked(ctx, option, text, env_var(setting))
        elif setting in kept:
            _checked(ctx, option, kept[setting], f"{config_file()}: {setting}", IGNORE)
            found[str(option.name)] = str(kept[setting])
    return found


def _checked(ctx: click.Context, option: click.Parameter, value: Scalar, place: str, hint: str = "") -> object:
    """Convert a value with the parser of its option. Raises ConfigError if the parser fails."""
    kind, message = option.type, f"{place}: invalid value {quoted(str(value))}"
    try:
        return kind.convert(str(value), option, ctx)
    except click.UsageError as error:
        if isinstance(kind, click.IntRange):
            message += f" (expected a whole number, {kind.min} to {kind.max})"
        elif isinstance(kind, Seconds):
            message += " (expected a number of seconds above 0)"
        else:
            message = f"{place}: {error.message}"
        raise ConfigError(message + hint) from error


@click.command(context_settings={"ignore_unknown_options": True})  # a value may begin with a dash
@click.argument("name", required=False, shell_complete=complete_setting)
@click.argument("value", required=False)
@click.option("--unset", is_flag=True, help="Remove the setting NAME from the file.")
@json_option
def config(name: str | None, value: str | None, unset: bool, as_json: bool) -> None:
    """Show or set your own defaults for options.

    Without VALUE, the setting NAME is shown. Without NAME, all settings are shown. An option takes precedence over the
    environment (N52_RULES, N52_WORLDS, ...), and the environment over the file. n52 --no-config ignores the file.

    \b
    Examples:
      n52 config
      n52 config rules bga
      n52 config rules
      n52 config rules --unset
    """
    change = unset or value is not None
    ignored = not change and click.get_current_context().meta["--no-config"]
    kept = {} if ignored else kept_values()
    if name is not None:
        check_name(name)
    if change:
        if name is None:
            raise click.UsageError("--unset requires NAME")
        if unset and value is not None:
            raise click.UsageError("--unset cannot be combined with VALUE")
        kept.pop(name, None)
        _write(kept if value is None else kept | {name: _to_keep(name, value)})
        return
    names = SETTINGS if name is None else [name]
    if as_json:
        from ninefivetwo.words.documents import ConfigObject, SettingObject

        print_json(ConfigObject({each: SettingObject(*_shown(each, kept)) for each in names}))
    else:
        _show(kept, names)


def _shown(name: str, kept: dict[str, Scalar]) -> tuple[Scalar, str]:
    """Return the value of a setting and its source: an environment variable, "file" or "built in"."""
    if text := os.environ.get(env_var(name)):
        return text, env_var(name)
    return (kept[name], "file") if name in kept else (SETTINGS[name].built_in, "built in")


def _show(kept: dict[str, Scalar], names: Iterable[str]) -> None:
    from ninefivetwo.cli.terminal import console
    from ninefivetwo.words.figures import Column, TextTable
    from ninefivetwo.words.template import Term, say

    columns = [Column("setting"), Column("value"), Column("from"), Column("meaning", fold=20)]
    rows = []
    for name in names:
        value, origin = _shown(name, kept)
        rows.append([name, str(value), origin, SETTINGS[name].meaning])
    console().print(TextTable(columns, rows))
    click.echo(say("Configuration file: {file}", file=Term(f"{config_file()}")))


def _to_keep(name: str, text: str) -> Scalar:
    """Convert a value for the file. Raises ConfigError, GameError or RulesError if the option rejects the value."""
    from ninefivetwo.cli.play import MatchOptions, new_session

    root = click.get_current_context().find_root()
    assert isinstance(root.command, click.Group)
    commands = [root.command.get_command(root, each) for each in ("play", "advise", "review")]
    option = next(each for command in commands for each in _options(command) if setting_of(each) == name)
    value = _checked(root, option, text, name)
    if name in ("rules", "level", "name"):  # only the creation of a match checks these strings
        rules, level, label = (text if name == each else None for each in ("rules", "level", "name"))
        new_session(MatchOptions(rules_name=rules, level=level, name=label, seat=None, seed=0, earnest=False))
    return value if isinstance(value, int | float) and not isinstance(value, Seat) else text


def _options(command: click.Command | None) -> list[click.Parameter]:
    """Return the options of a command, or of all commands in a group."""
    if isinstance(command, click.Group):
        return [option for each in command.commands.values() for option in each.params]
    return command.params if command else []


def _write(kept: dict[str, Scalar]) -> None:
    """Write the configuration file. Raises FileError or OSError if the file cannot be written."""
    path = config_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in kept.items())
    write_text(str(path), "".join(lines), force=True)
