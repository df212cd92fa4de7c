"""Options that several commands share, and how their values are read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import click

from ninefivetwo.cards import Denomination, Seat
from ninefivetwo.errors import CardError

Value = TypeVar("Value")


class Named(click.ParamType, Generic[Value]):  # type: ignore[type-arg]  # only newer clicks make it generic
    """A value with a parser of its own; what it refuses is wrong usage."""

    def __init__(self, name: str, parse: Callable[[str], Value]) -> None:
        self.name = name
        self._parse = parse

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Value:
        try:
            return self._parse(str(value))
        except CardError as error:
            self.fail(str(error), param, ctx)


SEAT = Named("seat", Seat.parse)
DENOMINATION = Named("denomination", Denomination.parse)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
