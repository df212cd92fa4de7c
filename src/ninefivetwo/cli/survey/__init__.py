"""The command `survey`, which generates, verifies and queries large sets of deals in files."""

from __future__ import annotations

import click

from ninefivetwo.cli.options import WholeGroup
from ninefivetwo.cli.survey import ask, run


@click.group(cls=WholeGroup, commands=[run.run, run.check, ask.ask])
def survey() -> None:
    """Generate, verify and query large sets of deals."""
