"""The reference of JSON: every kind of object, its fields with types and meaning, an example."""

from __future__ import annotations

import inspect
import json
import types
from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from click.testing import CliRunner
from msgspec import Meta, Struct, UnsetType, convert
from msgspec.structs import asdict, replace

from ninefivetwo.cards import Seat
from ninefivetwo.cli.app import cli
from ninefivetwo.cli.schema import document_kinds
from ninefivetwo.codec import (
    FORMS,
    PRINTED_AS,
    BoundObject,
    Document,
    EstimateObject,
    Part,
    SeatsObject,
    encode,
    form,
    parse,
    schema_name,
)
from ninefivetwo.game.rules import NAMED
from ninefivetwo.keep.drills.drills import set_text, shipped
from ninefivetwo.keep.drills.problem import problem_text
from ninefivetwo.keep.session import GameSession, session_text
from ninefivetwo.layout import Trick
from tools.site.markdown import table
from tools.site.pages import ROOT, slug

HEAD = """# JSON reference

Every object that `--json` prints or that programs may hand in; [formats](/docs/formats.md) says how it is written.

- An object has the fields listed here and no others. Only a field that is said to be absent at times may be.
- `a → b` is an object with keys *a* and values *b*; where *a* is `seat`, all three are there.
- A choice is a card, a denomination to call, a list of cards to discard, or seat → list of cards to give.
- Any object that stands alone may have `config`: the settings that came from your own file, each with its text.
- The examples are folded, and what is long is cut short.
"""
ANSWERS = ROOT / "tests" / "answers"  # what commands print, held to it by a test
NAMES = {int: "integer", float: "number", str: "text", bool: "true or false", type(None): "null"}
SHARED = {EstimateObject: "estimate", BoundObject: "bound"}
WIDTH = 110
LINES = 40  # of an example, which are kept by cutting lists


def json_page() -> str:
    """The whole page."""
    examples = {name: (label, text) for name, label, text in all_examples()}
    told: set[type] = {*SHARED, *document_kinds()}
    sections = [HEAD]
    for kind in document_kinds():
        label, text = examples[schema_name(kind)]
        sections += [f"## `{schema_name(kind)}`\n", *described(kind)]
        for part in parts_of(kind, told):
            sections += [f"### {part.__name__}\n", *described(part)]
        sections.append(f"{label}:\n\n```json\n{folded_example(text)}```\n")
    sections.append("## What several share\n")
    for part, name in SHARED.items():
        sections += [f"### {name}\n", *described(part)]
    return "\n".join(sections)


def all_examples() -> Iterator[tuple[str, str, str]]:
    """An example of every kind of object: the name of the kind, where the example is from, its text.

    Several may be of one kind, the shortest last.  Kinds that no kept answer has are made here.
    """
    found = [text for path in sorted(ANSWERS.glob("*.txt")) for text in printed(path.read_text())]
    for command, text in sorted(found, key=lambda each: len(each[1]), reverse=True):
        yield json.loads(text)["schema"], f"`{command}`", text
    config = CliRunner().invoke(cli, ["--no-config", "config", "--json"]).stdout
    session = GameSession.start(NAMED["wikipedia"].rules, ("club", "expert"), Seat.LEFT, 952, training=True)
    problems = [one for one in shipped() if one.kind == "play"][:1]
    yield "ninefivetwo.config/1", "`n52 config --json`", config
    yield "ninefivetwo.session/1", "A match just begun", session_text(session)
    yield "ninefivetwo.problem/2", "One of the problems that come with the program", problem_text(shipped()[0])
    yield "ninefivetwo.problems/2", "A set of one", set_text(problems)


def printed(answers: str) -> Iterator[tuple[str, str]]:
    """The JSON objects in a file of kept answers, each with the command that printed it."""
    for part in answers.split("$ ")[1:]:
        command, _, lines = part.partition("\n")
        for line in lines.splitlines():
            if line.startswith('{"schema"'):
                yield command, line.replace('"seconds":"…"', '"seconds":0.001')  # which a clock told


def folded_example(text: str) -> str:
    """A document folded, and cut if it is long."""
    value: Any = parse(text)
    kinds = {schema_name(kind): kind for kind in document_kinds()}
    value = convert(value, form(kinds[value["schema"]]).plain)
    texts = [folded(json.loads(encode(cut(value, items)))) + "\n" for items in (3, 2, 1)]
    return next((text for text in texts if text.count("\n") <= LINES), texts[-1])


def cut(value: Any, items: int) -> Any:
    """The value, with no more than so many items in its lists and of its keys that are not fields."""
    if isinstance(value, Struct):
        return replace(value, **{name: cut(each, items) for name, each in asdict(value).items()})
    if isinstance(value, dict):
        return {key: cut(each, items) for key, each in list(value.items())[:items]}
    return [cut(each, items) for each in value[:items]] if isinstance(value, list | tuple) else value


def folded(value: Any, indent: str = "") -> str:
    """JSON in lines that fit the width, where that can be."""
    line = json.dumps(value, ensure_ascii=False)
    if len(indent + line) <= WIDTH or not isinstance(value, (dict, list)):
        return line
    inner = indent + "  "
    if isinstance(value, dict):
        lines = [f"{inner}{json.dumps(key)}: {folded(each, inner)}" for key, each in value.items()]
    else:
        lines = [inner + folded(each, inner) for each in value]
    left, right = "{}" if isinstance(value, dict) else "[]"
    return f"{left}\n" + ",\n".join(lines) + f"\n{indent}{right}"


def described(kind: type) -> list[str]:
    """What a class says of itself, and a row a field: its type, and its meaning by the class's docstring."""
    hints, meanings = fields_of(kind), dict[str, str]()
    for each in reversed(kind.__mro__):
        if each is kind or (issubclass(each, Part) and each.__annotations__):
            lines = (each.__doc__ or "").rpartition("\n\n")[2].splitlines()
            meanings |= {name: words for name, _, words in (line.strip().partition(": ") for line in lines) if name}
    for shared in ("config",) if issubclass(kind, Document) else ():  # told of once, in the head
        del meanings[shared], hints[shared]
    assert list(meanings) == list(hints), kind
    rows = [(f"`{name}`", type_words(hints[name]), meaning) for name, meaning in meanings.items()]
    return [(inspect.getdoc(kind) or "").rpartition("\n\n")[0] + "\n", table(("field", "type", "meaning"), *rows)]


def fields_of(kind: Any) -> dict[str, Any]:
    """The fields in JSON, with their types."""
    hints = get_type_hints(kind, include_extras=True)
    if is_dataclass(kind):
        return hints
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return {encoded: hints[name] for name, encoded in names}


def parts_of(kind: type, told: set[type]) -> Iterator[type]:
    """The objects within an object that have not been told of, which they are then."""
    for part in set_of_parts(list(fields_of(kind).values())):
        if part not in told:
            told.add(part)
            yield part
            yield from parts_of(part, told)


def set_of_parts(hints: Iterable[Any]) -> Iterator[type]:
    """The classes of objects that types are made of, in order."""
    for hint in hints:
        origin = PRINTED_AS.get(hint, get_origin(hint) or hint)
        if isinstance(origin, type) and (issubclass(origin, Part) or origin is Trick):
            yield origin
        yield from set_of_parts(get_args(hint)[:1] if origin is Annotated else get_args(hint))


def type_words(hint: Any) -> str:
    """A type in words."""
    origin, args = get_origin(hint), get_args(hint)
    hint = PRINTED_AS.get(hint, hint)
    part = isinstance(hint, type) and issubclass(hint, Part)
    if (hint in FORMS and not part) or (isinstance(hint, type) and issubclass(hint, Enum)):
        return type_words(form(hint).plain)
    if origin is Annotated and SeatsObject in args:
        return f"seat → {inner_words(get_args(args[0])[0])}"
    if origin is Annotated:
        titles = [meta.title for meta in args[1:] if isinstance(meta, Meta) and meta.title]
        return titles[-1] if titles else type_words(args[0])
    if origin in (Union, types.UnionType):
        words = " or ".join(dict.fromkeys(type_words(each) for each in args if each is not UnsetType))
        return f"{words}, or absent" if UnsetType in args else words
    if origin is Literal:
        return " or ".join(f"`{each}`" for each in args)
    if origin is list or (origin is tuple and ... in args):
        return f"list of {inner_words(args[0])}"
    if origin is tuple:
        return f"`[`{', '.join(map(type_words, args))}`]`"
    if origin is dict:
        return f"{type_words(args[0])} → {inner_words(args[1])}"
    if hint in document_kinds():
        return f"[`{schema_name(hint)}`](#{slug(schema_name(hint))})"
    name = SHARED.get(hint) or str(getattr(hint, "__name__", ""))
    return NAMES.get(hint) or f"[{name}](#{slug(name)})"


def inner_words(hint: Any) -> str:
    """A type within another one, in brackets where it would be misread."""
    words = type_words(hint)
    return f"({words})" if " or " in words and get_origin(hint) in (Union, types.UnionType) else words
