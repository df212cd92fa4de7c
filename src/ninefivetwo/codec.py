"""JSON documents made of the program's own values: what their classes share, and the way to text and back.

A document is a `Document`, the objects within it are `Part`s, and their fields have the types of the values that they
hold: cards, seats, estimates.  `form` says how the values of a type stand in JSON.  For a class with such fields it
makes another one, with text and numbers in their place, which msgspec writes, checks and describes.

    class Played(Part, frozen=True):
        seat: Seat                              # "dealer"
        cards: list[Card]                       # ["SA", "HT"]
        loss: Annotated[Estimate, Decimals(1)]    # {"mean": 0.4, "se": 0.1, "n": 400}
        tricks: BySeat[int]                     # {"dealer": 9, "left": 5, "right": 2}

Internal: programs import what they need from `ninefivetwo`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import is_dataclass
from enum import Enum
from functools import cache, reduce
from math import inf, isfinite
from operator import or_
from types import GenericAlias, UnionType
from typing import Annotated, Any, Generic, NamedTuple, TypeVar, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, UNSET, Meta, Struct, UnsetType
from msgspec.structs import fields

from ninefivetwo.cards import SUITS, Card, Hand, Seat, Suit, Trump
from ninefivetwo.errors import SchemaError, quoted, raised_as
from ninefivetwo.evaluation import Bound, Estimate
from ninefivetwo.layout import Layout

_SUIT = "(?:-|[AKQJT2-9]+)"
_HAND = rf"{_SUIT}(?:\.{_SUIT}){{3}}"

SeatWord = Annotated[str, Meta(title="seat", pattern="^(?:dealer|left|right)$")]
SuitLetter = Annotated[str, Meta(title="denomination", pattern="^[SHDC]$")]
Letter = Annotated[str, Meta(title="denomination", pattern="^[SHDCN]$")]
CardText = Annotated[str, Meta(title="card", pattern="^[SHDC][2-9TJQKA]$")]
HandText = Annotated[str, Meta(title="hand", pattern=f"^{_HAND}$")]
LayoutText = Annotated[str, Meta(title="layout", pattern=f"^D:{_HAND} {_HAND} {_HAND}(?: K:{_HAND})?$")]
#: A choice: a card, a denomination, cards to discard, or cards to give by seat.
ActionValue = Annotated[str | list[CardText] | dict[SeatWord, list[CardText]], Meta(title="choice")]

SHOWN = 80  # characters of what stands in the wrong place
DIGITS = 4  # of an estimate, if its field does not say otherwise

Value = TypeVar("Value")
Own = TypeVar("Own")
Printed = TypeVar("Printed")


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A JSON object within another one."""


class Document(Part, frozen=True, kw_only=True, tag_field="schema", tag="ninefivetwo"):
    """A JSON object that stands alone; its first field, `schema`, says which, and in which version.

    config: the settings that a command took from the user's file (`n52 config`); absent if it took none
    """

    config: dict[str, str] | UnsetType = UNSET


Kind = TypeVar("Kind", bound=Document)
Object = TypeVar("Object", bound=Part)


def encode(value: Struct | dict[str, object]) -> bytes:
    """An object as one line of JSON, in UTF-8."""
    return msgspec.json.encode(_plain(value))


def _plain(value: Any) -> Any:
    """A value as msgspec knows it, whatever its dicts and lists hold."""
    if isinstance(value, dict):
        return {_plain(key): _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    if isinstance(value, str):
        return str(value)
    return form(type(value)).write(value)


def decode(text: str | bytes, kind: type[Kind]) -> Kind:
    """The document of this kind that a text holds.

    Raises SchemaError, which names the path, what stands there and what was expected.
    """
    return convert(parse(text), kind)


def as_written(document: Object) -> Object:
    """An object with its figures as they are written, so that it is the same when it is read again."""
    own = form(type(document))
    same: Object = own.read(own.write(document))
    return same


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
        plain = msgspec.convert(value, form(kind).plain)
    except msgspec.ValidationError as error:
        fault, _, place = str(error).partition(" - at ")
        path = place.rpartition(" in ")[2].strip("`") or "$"
        raise SchemaError(f"{path}: {_shown(_at(value, path))} ({fault[0].lower()}{fault[1:]})") from error
    with raised_as(SchemaError, caught=ValueError):  # of a value that its own parser refuses
        document: Kind = form(kind).read(plain)
    return document


def schema_name(kind: type[Document]) -> str:
    """The name and version of a kind of document: "ninefivetwo.solve/1"."""
    return str(kind.__struct_config__.tag)


# How values stand in JSON.


class Decimals(NamedTuple):
    """Beside the type of a field: with how many digits after the point its figure is written."""

    number: int


class Form(NamedTuple):
    """How the values of a type stand in JSON: as values of a plain type; the way there, and the way back."""

    plain: Any
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]

    @property
    def as_it_is(self) -> bool:
        """Does msgspec know the type itself?"""
        return self.write is _itself


def _itself(value: Any) -> Any:
    return value


class SeatsObject(Part, Generic[Value], frozen=True):
    """A value for each seat, in JSON by its word."""

    dealer: Value
    left: Value
    right: Value


ByWord: Any = SeatsObject
#: A value for each seat, in the order of the seats.
BySeat = Annotated[tuple[Value, Value, Value], SeatsObject]


class EstimateObject(Part, frozen=True):
    """A sampled figure.

    mean: of the values
    se: the standard error of the mean: 0 only if it is exact or proved, null where a single value tells no spread
    n: how many values there are
    """

    mean: float
    se: float | None
    n: int

    @property
    def value(self) -> Estimate:
        return Estimate(self.mean, inf if self.se is None else self.se, self.n)


class BoundObject(Part, frozen=True):
    """Limits on a number of tricks.

    at_least: the number is this or more
    at_most: the number is this or less
    """

    at_least: int | UnsetType = UNSET
    at_most: int | UnsetType = UNSET

    @property
    def value(self) -> Bound:
        return Bound(*(None if limit is UNSET else limit for limit in (self.at_least, self.at_most)))


def _plain_bound(bound: Bound) -> BoundObject:
    return BoundObject(*(UNSET if limit is None else limit for limit in (bound.at_least, bound.at_most)))


def _estimates(digits: int) -> Form:
    def write(estimate: Estimate) -> EstimateObject:
        known = isfinite(estimate.standard_error)
        error = rounded_error(float(estimate.standard_error), digits) if known else None
        return EstimateObject(round(float(estimate.mean), digits), error, int(estimate.n))

    return Form(EstimateObject, write, lambda plain: plain.value)


def rounded_error(error: float, digits: int) -> float:
    """An error as it is written: of one too small for so many digits its first one, so that it is 0 only if it is 0."""
    return round(error, digits) if error >= 10.0**-digits else float(f"{error:.1g}")


FORMS: dict[Any, Form] = {
    Card: Form(CardText, str, Card.parse),
    Hand: Form(HandText, str, Hand.parse),
    Layout: Form(LayoutText, str, Layout.parse),
    Seat: Form(SeatWord, str, Seat.parse),
    Suit: Form(SuitLetter, str, SUITS.__getitem__),
    Trump: Form(Letter, str, Trump.parse),
    Estimate: _estimates(DIGITS),
    Bound: Form(BoundObject, _plain_bound, lambda plain: plain.value),
}


def form(kind: object) -> Form:
    """The form of the values of a type, as the fields of a class name it."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _noted(inner[0], inner[1:])
    if kind in FORMS:
        return FORMS[kind]
    if isinstance(kind, type) and (issubclass(kind, Struct) or is_dataclass(kind)):
        return _of_class(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        pattern = f"^(?:{'|'.join(member.value for member in kind)})$"
        return Form(
            Annotated[str, Meta(title=kind.__name__.lower(), pattern=pattern)], lambda member: member.value, kind
        )
    if origin in (Union, UnionType):
        return _either(inner)
    if origin in (list, tuple, dict):
        return _many(kind, origin, inner)
    return Form(kind, _itself, _itself)


def _noted(kind: Any, notes: tuple[Any, ...]) -> Form:
    """Of a type with what stands beside it: digits, seats, or what msgspec is to check."""
    noted = form(kind)
    for note in notes:
        if isinstance(note, Decimals):
            noted = _rounded(kind, note.number)
        elif note is SeatsObject:
            noted = _by_seat(form(get_args(kind)[0]))
        else:
            noted = noted._replace(plain=Annotated[noted.plain, note])
    return noted


def _rounded(kind: Any, digits: int) -> Form:
    return Form(float, lambda number: round(float(number), digits), _itself) if kind is float else _estimates(digits)


def _by_seat(one: Form) -> Form:
    def write(values: tuple[Any, Any, Any]) -> SeatsObject[Any]:
        return SeatsObject(*map(one.write, values))

    def read(plain: SeatsObject[Any]) -> tuple[Any, Any, Any]:
        return one.read(plain.dealer), one.read(plain.left), one.read(plain.right)

    return Form(ByWord[one.plain], write, read)


def _either(kinds: tuple[Any, ...]) -> Form:
    """Of one of several types.  Several that msgspec does not know itself are classes, which are only written."""
    forms = [form(kind) for kind in kinds]
    plain = reduce(or_, [choice.plain for choice in forms])
    known = {get_origin(kind) or kind for kind, choice in zip(kinds, forms, strict=True) if choice.as_it_is}
    others = [choice for choice in forms if not choice.as_it_is]
    if not others:
        return Form(plain, _itself, _itself)
    if len(others) > 1:
        by_class = dict(zip(kinds, forms, strict=True))
        return Form(plain, lambda value: by_class[type(value)].write(value), _itself)
    (other,) = others
    return Form(
        plain,
        lambda value: value if type(value) in known else other.write(value),
        lambda value: value if type(value) in known else other.read(value),
    )


def _many(kind: Any, origin: Any, inner: tuple[Any, ...]) -> Form:
    forms = [form(part) for part in inner if part is not ...]
    if all(part.as_it_is for part in forms):
        return Form(kind, _itself, _itself)
    if origin is dict:
        key, value = forms
        return Form(
            GenericAlias(dict, (key.plain, value.plain)),
            lambda items: {key.write(k): value.write(v) for k, v in items.items()},
            lambda items: {key.read(k): value.read(v) for k, v in items.items()},
        )
    if origin is tuple and ... not in inner:
        return Form(
            GenericAlias(tuple, tuple(part.plain for part in forms)),
            lambda items: tuple(part.write(item) for part, item in zip(forms, items, strict=True)),
            lambda items: tuple(part.read(item) for part, item in zip(forms, items, strict=True)),
        )
    (item_form,) = forms
    return Form(
        GenericAlias(list, item_form.plain),
        lambda items: [*map(item_form.write, items)],
        lambda items: origin(map(item_form.read, items)),
    )


#: Types whose values stand in JSON as those of another class, because the printed form must differ.
PRINTED_AS: dict[type, type] = {}


def printed_as(
    kind: type[Own], other: type[Printed], write: Callable[[Own], Printed], read: Callable[[Printed], Own]
) -> None:
    """Have the values of a type stand in JSON as those of another one.  write: to it; read: from it."""
    shape, PRINTED_AS[kind] = form(other), other
    FORMS[kind] = Form(shape.plain, lambda value: shape.write(write(value)), lambda plain: read(shape.read(plain)))


@cache
def _of_class(kind: Any) -> Form:
    """Of a class: itself if msgspec knows the types of all fields, else one with plain types in their place."""
    forms = {name: form(hint) for name, hint in get_type_hints(kind, include_extras=True).items()}
    described: list[Any] = [(name, shape.plain) for name, shape in forms.items()]
    if not issubclass(kind, Struct):
        return _changed(kind, msgspec.defstruct(kind.__name__, described, forbid_unknown_fields=True), forms)
    forms = {name: forms[name] for name in kind.__struct_fields__}
    if all(shape.as_it_is for shape in forms.values()):
        return Form(kind, _itself, _itself)
    config, field, described = kind.__struct_config__, cast(Any, msgspec.field), []
    for slot in fields(kind):
        default = slot.default if slot.default is NODEFAULT else forms[slot.name].write(slot.default)
        detail: Any = field(name=slot.encode_name, default=default, default_factory=slot.default_factory)
        described.append((slot.name, forms[slot.name].plain, detail))
    plain = msgspec.defstruct(
        kind.__name__,
        described,
        module=kind.__module__,
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=config.forbid_unknown_fields,
        omit_defaults=config.omit_defaults,
        tag_field=config.tag_field,
        tag=config.tag,
    )
    return _changed(kind, plain, forms)


def _changed(kind: type, plain: type, forms: dict[str, Form]) -> Form:
    return Form(
        plain,
        lambda value: plain(**{name: shape.write(getattr(value, name)) for name, shape in forms.items()}),
        lambda value: kind(**{name: shape.read(getattr(value, name)) for name, shape in forms.items()}),
    )


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
