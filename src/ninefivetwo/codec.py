"""Conversion of the program's values to JSON documents and back.

A document is a `Document`, and an object inside a document is a `Part`. The fields of documents and parts have the
program's types, such as cards, seats and estimates. The JSON form of a class is a generated class whose fields have
types that msgspec supports.

    class Played(Part, frozen=True):
        seat: Seat                              # "dealer"
        cards: list[Card]                       # ["SA", "HT"]
        loss: Annotated[Estimate, Decimals(1)]    # {"mean": 0.4, "se": 0.1, "n": 400}
        tricks: BySeat[int]                     # {"dealer": 9, "left": 5, "right": 2}

Internal: import public names from `ninefivetwo` instead.
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
#: A choice: a card, a denomination, cards to discard, or the cards to give to each seat.
ActionValue = Annotated[str | list[CardText] | dict[SeatWord, list[CardText]], Meta(title="choice")]

SHOWN_LETTERS = 80  # maximum length of a wrong value in an error message
ESTIMATE_DIGITS = 4  # default number of decimals of an estimate

Value = TypeVar("Value")
Own = TypeVar("Own")
Printed = TypeVar("Printed")


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """A JSON object inside another JSON object."""


class Document(Part, frozen=True, kw_only=True, tag_field="schema", tag="ninefivetwo"):
    """A complete JSON document. The first field, `schema`, gives the kind and version of the document.

    config: the settings from the user's configuration file (`n52 config`) that the command used; absent if none
    """

    config: dict[str, str] | UnsetType = UNSET


Kind = TypeVar("Kind", bound=Document)
Object = TypeVar("Object", bound=Part)


def encode(value: Struct) -> bytes:
    """Return an object as one line of JSON in UTF-8."""
    return msgspec.json.encode(form(type(value)).write(value), enc_hook=_text)


def _text(value: object) -> str:
    if isinstance(value, str):
        return str(value)
    raise NotImplementedError(f"no JSON form: {type(value)}")


def decode(text: str | bytes, kind: type[Kind]) -> Kind:
    """Parse a document of the class `kind`.

    Raises SchemaError with the path of the wrong value, the value, and the expected form.
    """
    return convert(parse(text), kind)


def as_written(document: Object) -> Object:
    """Return an object with its figures rounded as in JSON."""
    own = form(type(document))
    same: Object = own.read(own.write(document))
    return same


def parse(text: str | bytes) -> object:
    """Parse JSON text into Python's types. Raises SchemaError, including for a duplicate key."""
    try:
        return json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise SchemaError(f"line {error.lineno}, column {error.colno}: not JSON: {error.msg}") from error
    except SchemaError:
        raise
    except (ValueError, RecursionError) as error:  # undecodable bytes, or numbers or nesting beyond Python's limits
        raise SchemaError(f"unreadable JSON: {error}") from error


def convert(value: object, kind: type[Kind]) -> Kind:
    """Convert a value returned by `parse` to a document of the class `kind`. Raises SchemaError as `decode` does."""
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
    with raised_as(SchemaError, caught=ValueError):  # the parser of a value may raise ValueError
        document: Kind = form(kind).read(plain)
    return document


def schema_name(kind: type[Document]) -> str:
    """Return the name and version of a class of documents, such as "ninefivetwo.solve/1"."""
    return str(kind.__struct_config__.tag)


# Forms of values in JSON


class Decimals(NamedTuple):
    """An annotation that gives the number of decimals of a field in JSON."""

    number: int


class Form(NamedTuple):
    """The JSON form of a type: a type that msgspec supports, and the conversions to and from that type."""

    plain: Any
    write: Callable[[Any], Any]
    read: Callable[[Any], Any]

    @property
    def as_it_is(self) -> bool:
        """True if msgspec itself supports the type."""
        return self.write is _itself


def _itself(value: Any) -> Any:
    return value


class SeatsObject(Part, Generic[Value], frozen=True):
    """The JSON form of a tuple with a value for each seat: an object with the keys dealer, left and right."""

    dealer: Value
    left: Value
    right: Value


#: A tuple with a value for each seat, in the order of the seats.
BySeat = Annotated[tuple[Value, Value, Value], SeatsObject]


class EstimateObject(Part, frozen=True):
    """A sampled figure.

    mean: the mean of the values
    se: the standard error of the mean; 0 only for an exact or proved figure, null for a single value
    n: the number of values
    """

    mean: float
    se: float | None
    n: int


class BoundObject(Part, frozen=True):
    """Limits on a number of tricks.

    at_least: the lower limit
    at_most: the upper limit
    """

    at_least: int | UnsetType = UNSET
    at_most: int | UnsetType = UNSET


def _bound_object(bound: Bound) -> BoundObject:
    return BoundObject(*(UNSET if limit is None else limit for limit in (bound.at_least, bound.at_most)))


def _bound_of(plain: BoundObject) -> Bound:
    return Bound(*(None if limit is UNSET else limit for limit in (plain.at_least, plain.at_most)))


def _estimates(digits: int) -> Form:
    def write(estimate: Estimate) -> EstimateObject:
        known = isfinite(estimate.standard_error)
        error = rounded_error(float(estimate.standard_error), digits) if known else None
        return EstimateObject(round(float(estimate.mean), digits), error, int(estimate.n))

    def read(plain: EstimateObject) -> Estimate:
        return Estimate(plain.mean, inf if plain.se is None else plain.se, plain.n)

    return Form(EstimateObject, write, read)


def rounded_error(error: float, digits: int) -> float:
    """Round a standard error to `digits` decimals, or to one significant digit if the rounded error would be 0."""
    return round(error, digits) if error >= 10.0**-digits else float(f"{error:.1g}")


FORMS: dict[Any, Form] = {
    Card: Form(CardText, str, Card.parse),
    Hand: Form(HandText, str, Hand.parse),
    Layout: Form(LayoutText, str, Layout.parse),
    Seat: Form(SeatWord, str, Seat.parse),
    Suit: Form(SuitLetter, str, SUITS.__getitem__),
    Trump: Form(Letter, str, Trump.parse),
    Estimate: _estimates(ESTIMATE_DIGITS),
    Bound: Form(BoundObject, _bound_object, _bound_of),
}


def form(kind: object) -> Form:
    """Return the JSON form of a type, such as `Card` or `list[Card]`."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _noted(inner[0], inner[1:])
    if kind in FORMS:
        return FORMS[kind]
    if isinstance(kind, type) and (issubclass(kind, Struct) or is_dataclass(kind)):
        return _of_class(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        pattern = f"^(?:{'|'.join(member.value for member in kind)})$"
        word = Annotated[str, Meta(title=kind.__name__.lower(), pattern=pattern)]
        return Form(word, lambda member: member.value, kind)
    parts = [form(part) for part in inner if part is not ...]
    if all(part.as_it_is for part in parts):
        return Form(kind, _itself, _itself)
    return _either(inner, parts) if origin in (Union, UnionType) else _many(origin, inner, parts)


def _noted(kind: Any, notes: tuple[Any, ...]) -> Form:
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

    return Form(cast(Any, SeatsObject)[one.plain], write, read)


def _either(kinds: tuple[Any, ...], forms: list[Form]) -> Form:
    """Return the JSON form of a union. With two or more types unknown to msgspec, the form cannot read JSON."""
    by_class = {get_origin(kind) or kind: choice for kind, choice in zip(kinds, forms, strict=True)}
    unknown = next(choice for choice in forms if not choice.as_it_is)
    return Form(
        reduce(or_, [choice.plain for choice in forms]),
        lambda value: by_class.get(type(value), unknown).write(value),
        lambda value: by_class.get(type(value), unknown).read(value),
    )


def _many(origin: Any, inner: tuple[Any, ...], forms: list[Form]) -> Form:
    """Return the JSON form of a dict, a list or a tuple."""
    plain = GenericAlias(list if ... in inner else origin, tuple(part.plain for part in forms))
    if origin is dict:
        key, value = forms
        return Form(
            plain,
            lambda items: {key.write(k): value.write(v) for k, v in items.items()},
            lambda items: {key.read(k): value.read(v) for k, v in items.items()},
        )
    if origin is tuple and ... not in inner:
        return Form(
            plain,
            lambda items: tuple(part.write(item) for part, item in zip(forms, items, strict=True)),
            lambda items: tuple(part.read(item) for part, item in zip(forms, items, strict=True)),
        )
    (one,) = forms
    return Form(plain, lambda items: [*map(one.write, items)], lambda items: origin(map(one.read, items)))


#: Types that JSON represents by another class, because their JSON form differs from their own fields.
PRINTED_AS: dict[type, type] = {Estimate: EstimateObject, Bound: BoundObject}


def printed_as(
    kind: type[Own], other: type[Printed], write: Callable[[Own], Printed], read: Callable[[Printed], Own]
) -> None:
    """Register the class `other` as the JSON form of `kind`; `write` converts to `other`, and `read` converts back."""
    shape, PRINTED_AS[kind] = form(other), other
    FORMS[kind] = Form(shape.plain, lambda value: shape.write(write(value)), lambda plain: read(shape.read(plain)))


@cache
def _of_class(kind: Any) -> Form:
    """Return the JSON form of a class: the class itself if msgspec supports all fields, else a generated class."""
    forms = {name: form(hint) for name, hint in get_type_hints(kind, include_extras=True).items()}
    described: list[Any] = [(name, shape.plain) for name, shape in forms.items()]
    if not issubclass(kind, Struct):  # a Trick is a dataclass, because solving a position does not import msgspec
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
    return text if len(text) <= SHOWN_LETTERS else text[:SHOWN_LETTERS] + "..."


def _at(value: Any, path: str) -> Any:
    """Return the value at a path in a JSON value, or at the longest existing part of the path."""
    for key, index in re.findall(r"\.([^.\[]+)|\[([^\]]+)\]", path):
        if index == "...":
            return value
        value = value[int(index) if index else key]
    return value


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        key = next(key for key, number in Counter(key for key, _ in pairs).items() if number > 1)
        raise SchemaError(f"duplicate key in a JSON object: {quoted(key)}")
    return value


def _no_number(text: str) -> Any:
    raise SchemaError(f"not a JSON number: {text}")
