"""What all JSON objects share: their base classes, the types of their fields, and the way in and out of text."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import inf, isfinite
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from ninefivetwo.cards import Seat
from ninefivetwo.errors import SchemaError, quoted
from ninefivetwo.evaluation import Bound, Estimate

_SUIT = "(?:-|[AKQJT2-9]+)"
_HAND = rf"{_SUIT}(?:\.{_SUIT}){{3}}"

SeatWord = Annotated[str, Meta(title="seat", pattern="^(?:dealer|left|right)$")]
Letter = Annotated[str, Meta(title="denomination", pattern="^[SHDCN]$")]
CardText = Annotated[str, Meta(title="card", pattern="^[SHDC][2-9TJQKA]$")]
HandText = Annotated[str, Meta(title="hand", pattern=f"^{_HAND}$")]
LayoutText = Annotated[str, Meta(title="layout", pattern=f"^D:{_HAND} {_HAND} {_HAND}(?: K:{_HAND})?$")]
#: A choice: a card, a denomination, cards to discard, or cards to give by seat.
ActionValue = Annotated[str | list[CardText] | dict[SeatWord, list[CardText]], Meta(title="choice")]

SHOWN = 80  # characters of what stands in the wrong place

Value = TypeVar("Value")


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A JSON object within another one."""


class Document(Part, frozen=True, tag_field="schema", tag="ninefivetwo"):
    """A JSON object that stands alone; its first field, `schema`, says which, and in which version."""


class BySeat(Part, Generic[Value], frozen=True):
    """A value for each seat."""

    dealer: Value
    left: Value
    right: Value

    @classmethod
    def of(cls, values: Mapping[Seat, Value] | Sequence[Value]) -> BySeat[Value]:
        """Three values, by seat or in the order of the seats."""
        return BySeat(values[Seat.DEALER], values[Seat.LEFT], values[Seat.RIGHT])

    def __iter__(self) -> Iterator[Value]:
        return iter((self.dealer, self.left, self.right))

    def __getitem__(self, seat: str) -> Value:
        """The value of a seat, by its word."""
        value: Value = getattr(self, seat)
        return value


class EstimateObject(Part, frozen=True):
    """A sampled figure.

    mean: of the values
    se: the standard error of the mean; null where a single value says nothing of the spread
    n: how many values there are
    """

    mean: float
    se: float | None
    n: int

    @classmethod
    def of(cls, estimate: Estimate, digits: int = 4) -> EstimateObject:
        """The estimate with so many digits after the point."""
        error = round(float(estimate.standard_error), digits) if isfinite(estimate.standard_error) else None
        return cls(round(float(estimate.mean), digits), error, estimate.n)

    @property
    def estimate(self) -> Estimate:
        """The estimate that was written."""
        return Estimate(self.mean, inf if self.se is None else self.se, self.n)


class BoundObject(Part, frozen=True):
    """A limit on a number of tricks that was not worked out.

    at_least: the number is this or more
    at_most: the number is this or less
    """

    at_least: int | UnsetType = UNSET
    at_most: int | UnsetType = UNSET

    @classmethod
    def of(cls, bound: Bound) -> BoundObject:
        """The bound in JSON."""
        at_least = UNSET if bound.at_least is None else bound.at_least
        return cls(at_least, UNSET if bound.at_most is None else bound.at_most)


Kind = TypeVar("Kind", bound=Document)


def encode(document: Document) -> bytes:
    """The document as one line of JSON, in UTF-8."""
    return msgspec.json.encode(document)


def decode(text: str | bytes, kind: type[Kind]) -> Kind:
    """The document of this kind that a text holds.

    Raises SchemaError, which names the path, what stands there and what was expected.
    """
    return convert(parse(text), kind)


def parse(text: str | bytes) -> object:
    """The value of a JSON text, as Python's own types.  Raises SchemaError, also for a key twice in one object."""
    try:
        return json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise SchemaError(f"line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from error
    except SchemaError:
        raise
    except (ValueError, RecursionError) as error:  # bytes that are no text, numbers too long, objects too deep
        raise SchemaError(f"not JSON that can be read: {error}") from error


def convert(value: object, kind: type[Kind]) -> Kind:
    """The document of this kind that a value of `parse` is.  Raises SchemaError, as `decode` does."""
    name = schema_name(kind)
    if not isinstance(value, dict) or "schema" not in value:
        raise SchemaError(f'$: {_shown(value)} (expected an object with "schema": "{name}")')
    if value["schema"] != name:
        raise SchemaError(f'$.schema: {_shown(value["schema"])} (expected "{name}")')
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        fault, _, place = str(error).partition(" - at ")
        path = place.rpartition(" in ")[2].strip("`") or "$"
        raise SchemaError(f"{path}: {_shown(_at(value, path))} ({fault[0].lower()}{fault[1:]})") from error


def schema_name(kind: type[Document]) -> str:
    """The name and version of a kind of document: "ninefivetwo.solve/1"."""
    return str(kind.__struct_config__.tag)


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else text[:SHOWN] + "..."


def _at(value: Any, path: str) -> Any:
    """What stands at a path, or as far along it as it tells its way."""
    for key, index in re.findall(r"\.([^.\[]+)|\[([^\]]+)\]", path):
        if index == "...":
            return value
        value = value[int(index) if index else key]
    return value


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        key = next(key for key, number in Counter(key for key, _ in pairs).items() if number > 1)
        raise SchemaError(f"a key twice in one JSON object: {quoted(key)}")
    return value


def _no_number(text: str) -> Any:
    raise SchemaError(f"no number of JSON: {text}")
