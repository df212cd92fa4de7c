"""Write the TypeScript declarations of the data that the server sends to its pages.

    python -m tools.types

`tools/javascript/server.d.ts` gets an interface for each Struct whose name stands in a comment of a script or in a
declaration written by hand, and for each class of their fields. An interface has the name of its class.
`tests/test_javascript.py` fails if the file is not up to date.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import fields

import ninefivetwo.web.server  # noqa: F401  (defines all classes)
from ninefivetwo.cards import Card, Hand, Seat, Suit, Trump
from ninefivetwo.codec import (
    PRINTED_AS,
    ActionValue,
    CardText,
    Letter,
    SeatsObject,
    SeatWord,
    SuitLetter,
)
from ninefivetwo.game import Call, Discard, Give, Play, YesNo
from ninefivetwo.layout import Layout
from tools.npm import ROOT

FOLDER = ROOT / "tools/javascript"
WRITTEN = FOLDER / "server.d.ts"
PAGE = ROOT / "src/ninefivetwo/web/page"
#: The types that `base.d.ts` declares or that TypeScript has, by the types of fields.
NAMES: dict[Any, str] = {
    **{str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", object: "unknown"},
    **{Card: "Card", Hand: "string", Layout: "string", Seat: "Seat", Suit: "Suit", Trump: "Trump"},
    **dict.fromkeys((Call, Discard, Give, Play, YesNo), "Choice"),
    **{CardText: "Card", SeatWord: "Seat", SuitLetter: "Suit", Letter: "Trump", ActionValue: "Choice"},
}
SENDING = "ninefivetwo.web.", "ninefivetwo.words."
HEAD = """\
// The data that the server sends to the pages. Written by `python -m tools.types` from the classes in Python.
"""


class Declarations:
    """The interfaces of classes and of all classes of their fields."""

    def __init__(self, kinds: Sequence[type]) -> None:
        self._waiting, self.written = list(kinds), dict[type, str]()
        while self._waiting:
            kind = self._waiting.pop()
            if kind not in self.written:
                self.written[kind] = self._interface(kind)

    def __str__(self) -> str:
        lines, module = [HEAD], ""
        for kind in sorted(self.written, key=lambda kind: (kind.__module__, kind.__name__)):
            if kind.__module__ != module:
                module = kind.__module__
                lines.append(f"\n// {module.removeprefix('ninefivetwo.').replace('.', '/')}.py\n\n")
            lines.append(self.written[kind])
        return "".join(lines)

    def _interface(self, kind: type) -> str:
        lines = [f"  {name}: {self.named(field)};\n" for name, field in _fields(kind)]
        about = (kind.__doc__ or "").split("\n")[0]
        return f"/** {about} */\ninterface {kind.__name__} {{\n{''.join(lines)}}}\n"

    def named(self, kind: Any) -> str:
        """Return a type as TypeScript. Raises TypeError if it has no JSON form."""
        origin, inner = get_origin(kind), get_args(kind)
        if kind in NAMES:
            return NAMES[kind]
        if origin is Annotated:
            return self._noted(kind, inner)
        if origin is Literal:
            return " | ".join(map(json.dumps, inner))
        if origin in (Union, UnionType):
            return " | ".join(dict.fromkeys(self.named(each) for each in inner if each is not UnsetType))
        if origin in (dict, Mapping):
            value = self.named(inner[1])
            return f"Partial<BySeat<{value}>>" if self.named(inner[0]) == "Seat" else f"Record<string, {value}>"
        if origin is SeatsObject:
            return f"BySeat<{self.named(inner[0])}>"
        if origin is tuple and ... not in inner:
            return f"[{', '.join(map(self.named, inner))}]"
        if origin in (list, tuple, Sequence):
            one = self.named(inner[0])
            return f"({one})[]" if " | " in one else f"{one}[]"
        if isinstance(kind, type) and issubclass(kind, Enum):
            return " | ".join(json.dumps(member.value) for member in kind)
        kind = PRINTED_AS.get(kind, kind)
        if isinstance(kind, type) and (issubclass(kind, Struct) or is_dataclass(kind)):
            self._waiting.append(kind)
            return kind.__name__
        raise TypeError(f"no declaration: {kind}")

    def _noted(self, kind: Any, inner: tuple[Any, ...]) -> str:
        """Return a type with notes: a `BySeat`, a type that is declared by hand under its title, or just the type."""
        if SeatsObject in inner:
            return f"BySeat<{self.named(get_args(inner[0])[0])}>"
        titles = [note.title for note in inner if isinstance(note, Meta) and note.title]
        return titles[0] if titles and titles[0][0].isupper() else self.named(inner[0])


def _fields(kind: type) -> Iterator[tuple[str, Any]]:
    """Yield each field's name in JSON, with a question mark if it may be absent, and its type."""
    hints = get_type_hints(kind, include_extras=True)
    if not issubclass(kind, Struct):
        yield from hints.items()
        return
    config = kind.__struct_config__
    if config.tag_field is not None:
        yield config.tag_field, str
    for field in fields(kind):
        absent = field.default is UNSET or (config.omit_defaults and not field.required)
        yield field.encode_name + "?" * absent, hints[field.name]


def _by_hand() -> str:
    """Return the declarations that are written by hand."""
    return "".join(path.read_text("utf-8") for path in sorted(FOLDER.glob("*.d.ts")) if path != WRITTEN)


def mentioned() -> set[str]:
    """Return the names of types in the scripts' comments and in the declarations written by hand."""
    scripts = "".join(path.read_text("utf-8") for path in sorted(PAGE.rglob("*.js")))
    comments = re.findall(r"/\*\*.*?\*/", scripts, re.DOTALL)
    return set(re.findall(r"\b[A-Z]\w+", _by_hand() + "".join(comments)))


def declarations() -> str:
    """Return the content of the file. Raises ValueError if two classes, or a class and a type by hand, share a name."""
    names, by_hand = mentioned(), re.findall(r"^(?:interface|type) (\w+)", _by_hand(), re.M)
    made = Declarations([kind for kind in _structs(Struct) if kind.__name__ in names])
    number = Counter([*by_hand, *(kind.__name__ for kind in made.written)])
    if twice := sorted(name for name in number if number[name] > 1):
        raise ValueError(f"declared twice: {', '.join(twice)}")
    return str(made)


def _structs(kind: type[Struct]) -> Iterator[type[Struct]]:
    """Yield the classes of `web` and `words` below a class, without the generated JSON forms of the same names."""
    for each in kind.__subclasses__():
        if each.__module__.startswith(SENDING) and getattr(sys.modules[each.__module__], each.__name__, None) is each:
            yield each
        yield from _structs(each)


if __name__ == "__main__":
    WRITTEN.write_text(declarations(), "utf-8")
