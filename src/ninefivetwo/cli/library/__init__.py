"""The command `library`, which stores the user's records and reviews."""

from __future__ import annotations

import click

from ninefivetwo.cli.library.listing import list_command
from ninefivetwo.cli.library.records import add, delete, export_command, import_command, show, undo
from ninefivetwo.cli.library.reviews import progress, review
from ninefivetwo.cli.options import WholeGroup

COMMANDS = [add, list_command, review, show, progress, delete, undo, export_command, import_command]


@click.group(cls=WholeGroup, commands=COMMANDS)
def library() -> None:
    """Keep your records and reviews, and see your progress."""
