"""`ninefivetwo advise`: what to do with a hand."""

from __future__ import annotations

import click

from ninefivetwo.cli.advise.before import discard, exchange, trump
from ninefivetwo.cli.advise.play import play


@click.group()
def advise() -> None:
    """What to call, discard, give and play from one hand."""


advise.add_command(trump)
advise.add_command(discard)
advise.add_command(exchange)
advise.add_command(play)
