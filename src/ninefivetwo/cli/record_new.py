"""`ninefivetwo record new`: a record of what one player sees, typed at prompts."""

from __future__ import annotations

import click

from ninefivetwo.cli.options import force_option
from ninefivetwo.files import check_output


@click.command()
@click.argument("path", metavar="FILE")
@force_option
def new(path: str, force: bool) -> None:
    """Type what one player sees of a deal, question by question, and write it to FILE.

    The rules, his seat and hand, the exchange, the call, and then the tricks.  What cannot be is refused at once; undo
    takes an answer back, ? says what can be typed.  The record may stop anywhere, at q, Ctrl-D or Ctrl-C.

    \b
    Examples:
      n52 record new tonight.n52
    """
    from ninefivetwo.cli.entry_dialog import EntryDialog  # which needs much that other commands on records do not

    check_output(path, force)
    dialog = EntryDialog(path, force)
    try:
        dialog.run()
    finally:
        dialog.write()
