"""The reference of commands, from click: their words, options, defaults, examples and variables of the environment."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from ninefivetwo.cli.app import cli
from tools.site.markdown import plain, table

HEAD = """# Command reference

What `--help` says of every command. `-h` or `--help` may follow each of them. An option beats the variable of the
environment that is named beside it, and that beats your [own defaults](/docs/commandline.md#your-own-defaults).
"""


def commands_page() -> str:
    """The whole page."""
    return HEAD + "".join(f"\n{described(context)}" for context in contexts(click.Context(cli, info_name="n52")))


def contexts(context: click.Context) -> Iterator[click.Context]:
    """A command's context, and those of all commands below it."""
    yield context
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            command = context.command.get_command(context, name)
            assert command
            yield from contexts(click.Context(command, context, info_name=name))


def described(context: click.Context) -> str:
    """A command: how it is called, what it does, its options."""
    usage = " ".join([context.command_path, *context.command.collect_usage_pieces(context)])
    head = f"## `{context.command_path}`\n\n```text\n{usage}\n```\n\n{words(context.command.help or '')}"
    rows = list(options(context))
    return head + (f"\n{table(('option', 'meaning', 'environment'), *rows)}" if rows else "")


def words(text: str) -> str:
    """A help text; its examples, after the sign by which click leaves lines as they are, as a block."""
    parts = [part.partition("\b\n") for part in re.sub(r"^ +", "", text, flags=re.MULTILINE).strip().split("\n\n")]
    return "\n".join(block(lines) if mark else f"{plain(said)}\n" for said, mark, lines in parts)


def block(lines: str) -> str:
    """Lines that stay as they are, below the first if that ends in a colon."""
    head, _, rest = lines.partition("\n")
    return f"{head}\n\n```text\n{rest}\n```\n" if head.endswith(":") else f"```text\n{lines}\n```\n"


def options(context: click.Context) -> Iterator[tuple[str, str, str]]:
    """Of each option its form, its meaning with the default and limits, and its variable."""
    for option in context.command.params:
        record = option.get_help_record(context)
        if record and isinstance(option, click.Option):
            form, meaning = record
            variable = f"`{option.envvar}`" if option.envvar else ""
            yield f"`{form}`".replace("|", r"\|"), plain(" ".join(meaning.split())), variable
