"""Are the fields of a value of the types that its class promises?  Whoever gives a wrong one is told so at once.

Internal: programs import what they need from `ninefivetwo`.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from ninefivetwo.errors import NineFiveTwoError

Check = Callable[[Any], bool]


def check_fields(value: object, error: type[NineFiveTwoError]) -> None:
    """Raise this error for the first field of a value that is not of its type; it says what was expected.

    For a `__post_init__`: fields are checked where they are given, not where they are used.
    """
    kind: Any = type(value)
    for name, (fits, expected) in _checks(kind).items():
        if not fits(given := getattr(value, name)):
            raise error(f"{type(value).__name__}: invalid {name}: {given!r:.80} (expected {expected})")


@cache
def _checks(kind: Any) -> dict[str, tuple[Check, str]]:
    """How each field of a class is checked, and its type in words."""
    names = getattr(kind, "__struct_fields__", None) or [field.name for field in fields(kind) if field.init]
    hints = get_type_hints(kind)
    return {name: (_check(hints[name]), _words(hints[name])) for name in names if name in hints}


def _check(kind: Any) -> Check:
    """Does a value fit a type, the parts of tuples and mappings with it?"""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _check(parts[0])
    if origin in (Union, types.UnionType):
        checks = [_check(part) for part in parts]
        return lambda value: any(fits(value) for fits in checks)
    if origin is tuple:
        return _check_of_tuple(parts)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        key, item = map(_check, parts)
        return lambda value: isinstance(value, Mapping) and all(key(k) and item(value[k]) for k in value)
    if origin is Callable:
        return callable
    if kind in (float, int):
        allowed = (int, float) if kind is float else int
        return lambda value: isinstance(value, allowed) and not isinstance(value, bool)
    plain = origin or kind
    return (lambda value: isinstance(value, plain)) if isinstance(plain, type) else (lambda value: True)


def _check_of_tuple(parts: tuple[Any, ...]) -> Check:
    if len(parts) == 2 and parts[1] is Ellipsis:
        each = _check(parts[0])
        return lambda value: isinstance(value, tuple) and all(map(each, value))
    checks = [_check(part) for part in parts]
    return lambda value: (
        isinstance(value, tuple)
        and len(value) == len(checks)
        and all(fits(item) for fits, item in zip(checks, value, strict=True))
    )


def _words(kind: Any) -> str:
    """A type as a message names it."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _words(parts[0])
    if origin in (Union, types.UnionType):
        return " or ".join(_words(part) for part in parts)
    if origin is tuple and parts[1:] == (Ellipsis,):
        return f"a tuple of {_words(parts[0])}"
    if origin is tuple:
        return f"a tuple of {len(parts)}: {', '.join(map(_words, parts))}"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"a mapping of {_words(parts[0])} to {_words(parts[1])}"
    return "None" if kind is type(None) else str(getattr(origin or kind, "__name__", kind))
