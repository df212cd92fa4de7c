"""The option on how many worlds a review looks at; apart from others, for it imports the reviews."""

from __future__ import annotations

import click

from ninefivetwo.study import FAIR_WORLDS

fair_worlds_option = click.option(
    "--fair-worlds",
    type=click.IntRange(4),
    default=FAIR_WORLDS,
    show_default=True,
    help="In reviews measure a decision by what could be known in up to so many worlds (60 at least).",
)
