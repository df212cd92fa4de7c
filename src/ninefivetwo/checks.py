"""Type checks of the arguments of public functions and classes.

Internal: import public names from `ninefivetwo` instead.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from enum import Enum
from functools import cache, wraps
from inspect import signature
from typing import Annotated, Any, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from ninefivetwo.errors import NineFiveTwoError, in_short

Check = Callable[[Any], bool]
Checks = Mapping[str, tuple[Check, str]]
Function = TypeVar("Function", bound=Callable[..., Any])

#: Types of numbers, each with its minimum; nan is not allowed.
Natural = Annotated[int, 0]
Positive = Annotated[int, 1]
Duration = Annotated[float, 0]


def check_fields(value: object, error: type[NineFiveTwoError]) -> None:
    """Raise `error` if a field of `value` does not have its declared type."""
    kind: type = type(value)
    checks = _field_checks(kind)
    _compare(kind.__name__, ((name, getattr(value, name)) for name in checks), checks, error)


def checked(error: type[NineFiveTwoError]) -> Callable[[Function], Function]:
    """Return a decorator that raises `error` if an argument does not have its declared type."""

    def decorated(function: Function) -> Function:
        names, where = tuple(signature(function).parameters), function.__qualname__.removesuffix(".__init__")

        @wraps(function)
        def call(*given: Any, **named: Any) -> Any:
            checks = _argument_checks(function)
            _compare(where, zip(names, given, strict=False), checks, error)
            _compare(where, named.items(), checks, error)
            return function(*given, **named)

        return call  # type: ignore[return-value]  # the type is unchanged

    return decorated


def _compare(where: str, given: Iterable[tuple[str, Any]], checks: Checks, error: type[NineFiveTwoError]) -> None:
    for name, value in given:
        if name in checks and not checks[name][0](value):
            raise error(f"{where}: invalid {name}: {in_short(value)} (expected {checks[name][1]})")


@cache
def _field_checks(kind: Any) -> Checks:
    names = getattr(kind, "__struct_fields__", None) or [field.name for field in fields(kind) if field.init]
    return _checks(get_type_hints(kind, include_extras=True), names)


@cache
def _argument_checks(function: Callable[..., Any]) -> Checks:
    return _checks(get_type_hints(function, include_extras=True), signature(function).parameters)


def _checks(hints: Mapping[str, Any], names: Iterable[str]) -> Checks:
    return {name: _check(hints[name]) for name in names if name in hints}


def _check(kind: Any) -> tuple[Check, str]:
    """Return a function that checks whether a value fits a type, and the name of the type for an error message.

    The items of tuples and mappings are checked too.
    """
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        (fits, words), least = _check(parts[0]), next((part for part in parts[1:] if isinstance(part, int)), None)
        if least is None:
            return fits, words
        return lambda value: fits(value) and value >= least, f"{words} from {least}"
    if origin in (Union, types.UnionType):
        checks, names = zip(*map(_check, parts), strict=True)
        return lambda value: any(fits(value) for fits in checks), " or ".join(names)
    if origin is tuple:
        return _check_of_tuple(parts)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        (key, key_words), (item, item_words) = map(_check, parts)
        return (
            lambda value: isinstance(value, Mapping) and all(key(k) and item(value[k]) for k in value),
            f"a mapping of {key_words} to {item_words}",
        )
    words = "None" if kind is type(None) else str(getattr(origin or kind, "__name__", kind))
    if origin is Callable:
        return callable, words
    if kind in (float, int):
        allowed = (int, float) if kind is float else int
        return lambda value: isinstance(value, allowed) and not isinstance(value, bool), words
    plain = origin or kind
    return (lambda value: isinstance(value, plain)) if isinstance(plain, type) else (lambda value: True), words


def _check_of_tuple(parts: tuple[Any, ...]) -> tuple[Check, str]:
    if len(parts) == 2 and parts[1] is Ellipsis:
        each, words = _check(parts[0])
        return lambda value: isinstance(value, tuple) and all(map(each, value)), f"a tuple of {words}"
    checks = [_check(part) for part in parts]

    def fits(value: Any) -> bool:
        return (
            isinstance(value, tuple)
            and len(value) == len(checks)
            and all(check(item) for (check, _), item in zip(checks, value, strict=True))
        )

    return fits, f"a tuple of {len(parts)}: {', '.join(words for _, words in checks)}"


def no_member(kind: type[Enum], value: object, error: type[NineFiveTwoError]) -> NoReturn:
    """Raise `error` for a value that is not in an enumeration."""
    expected = ", ".join(str(member.value) for member in kind)
    raise error(f"unknown {kind.__name__}: {in_short(value)} (expected {expected})")
