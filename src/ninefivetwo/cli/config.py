"""`ninefivetwo config`: defaults for options, kept in a file.  An option beats the environment, and that the file.

An option that takes its default from here names its variable, `env_var("rules")`, and nothing else: click reads the
environment, and `defaults_of` gives it the file's values as the defaults of the command to be run.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

import click

from ninefivetwo.cards import Seat
from ninefivetwo.cli.options import Seconds, env_var, json_option, print_json, setting_of
from ninefivetwo.errors import ConfigError, quoted, raised_as
from ninefivetwo.files import read_text, write_text

IGNORE = "; --no-config ignores the file"  # said of every fault in it
Scalar = str | int | float


class Setting(NamedTuple):
    """A default that can be kept: its meaning, and what it is if nobody says anything."""

    meaning: str
    built_in: str


SETTINGS = {
    "rules": Setting("the rule set of advise, match, play, record new", "wikipedia"),
    "name": Setting("what you are called in play and today", "You"),
    "seat": Setting("where you sit in the first deal of play", "dealer"),
    "level": Setting("how strong the computers of play are", "club"),
    "worlds": Setting("deals that advise plays out", "1000"),
    "fair-worlds": Setting("possible deals that reviews look at", "500"),
    "seconds": Setting("time limit of advise", "none"),
    "threads": Setting("how many cores to use", "all"),
}


def complete_setting(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """The settings that a shell can complete to."""
    return [name for name in SETTINGS if name.startswith(incomplete)]


def config_file() -> Path:
    """Where the file is kept: beside the user's own rules."""
    return Path(click.get_app_dir("ninefivetwo")) / "config.toml"


def kept_values() -> dict[str, Scalar]:
    """The values in the file by setting; none where there is no file.  Raises ConfigError, FileError and OSError."""
    path = config_file()
    if not path.exists():
        return {}
    import tomllib

    with raised_as(ConfigError, f"{path}: not TOML: ", tomllib.TOMLDecodeError):
        content = tomllib.loads(read_text(str(path)))
    for name, value in content.items():
        check_name(name, f"{path}: ")
        if isinstance(value, bool) or not isinstance(value, Scalar):
            raise ConfigError(f"{path}: {name}: invalid value {quoted(str(value))} (expected a text or a number)")
    return content


def check_name(name: str, place: str = "") -> None:
    """Raises ConfigError for a setting that does not exist."""
    if name not in SETTINGS:
        raise ConfigError(f"{place}unknown setting {quoted(name)} (expected {', '.join(SETTINGS)})")


def defaults_of(
    ctx: click.Context, command: click.Command, kept: dict[str, Scalar], rest: list[str]
) -> dict[str, object]:
    """The file's values as the defaults of a command, for click's `default_map`.

    rest: what was typed after the command; of a group only the command that it names is looked at.
    Raises ConfigError for values, in the file or the environment, that its options refuse.
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
    """A value as an option reads it.  Raises ConfigError, which names the place, for one that it refuses."""
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
@click.option("--unset", is_flag=True, help="Take NAME out of the file.")
@json_option
def config(name: str | None, value: str | None, unset: bool, as_json: bool) -> None:
    """Show or keep your own defaults for options.

    An option beats the environment (N52_RULES, N52_WORLDS, ...), and that beats the file.  n52 --no-config ignores the
    file.

    \b
    Examples:
      n52 config
      n52 config rules bga
      n52 config rules --unset
    """
    ignored = name is None and click.get_current_context().meta["--no-config"]
    kept = {} if ignored else kept_values()
    if name is not None:
        check_name(name)
        if (value is None) is not unset:
            raise click.UsageError("expected NAME and VALUE, or NAME and --unset")
        kept.pop(name, None)
        _write(kept if value is None else kept | {name: _to_keep(name, value)})
    elif unset:
        raise click.UsageError("--unset requires NAME")
    elif as_json:
        from ninefivetwo.words.documents import ConfigObject, SettingObject

        shown = {each: SettingObject(*_shown(each, kept)) for each in SETTINGS}
        print_json(ConfigObject(shown))
    else:
        _show(kept)


def _shown(name: str, kept: dict[str, Scalar]) -> tuple[Scalar, str]:
    """What a setting is, and where that is from."""
    if text := os.environ.get(env_var(name)):
        return text, env_var(name)
    return (kept[name], "file") if name in kept else (SETTINGS[name].built_in, "built in")


def _show(kept: dict[str, Scalar]) -> None:
    from ninefivetwo.cli.terminal import console
    from ninefivetwo.words.figures import Column, TextTable

    columns = [Column("setting"), Column("value"), Column("from"), Column("meaning", drop=1)]
    rows = []
    for name, setting in SETTINGS.items():
        value, origin = _shown(name, kept)
        rows.append([name, str(value), origin, setting.meaning])
    console().print(TextTable(columns, rows))
    click.echo(f"The file is {config_file()}")


def _to_keep(name: str, text: str) -> Scalar:
    """A value as the file keeps it.  Raises ConfigError, GameError, RulesError for one that no option takes."""
    from ninefivetwo.cli.play import MatchOptions, new_session

    root = click.get_current_context().find_root()
    assert isinstance(root.command, click.Group)
    commands = [root.command.get_command(root, each) for each in ("play", "advise", "review")]
    option = next(each for command in commands for each in _options(command) if setting_of(each) == name)
    value = _checked(root, option, text, name)
    if name in ("rules", "level", "name"):  # texts, which a match checks
        rules, level, label = (text if name == each else None for each in ("rules", "level", "name"))
        new_session(MatchOptions(rules_name=rules, level=level, name=label, seat=None, seed=0, earnest=False))
    return value if isinstance(value, int | float) and not isinstance(value, Seat) else text


def _options(command: click.Command | None) -> list[click.Parameter]:
    """The options of a command, or of all commands of a group."""
    if isinstance(command, click.Group):
        return [option for each in command.commands.values() for option in each.params]
    return command.params if command else []


def _write(kept: dict[str, Scalar]) -> None:
    """Write the file.  Raises FileError, OSError."""
    path = config_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in kept.items())
    write_text(str(path), "".join(lines), force=True)
