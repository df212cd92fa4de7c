"""Writes docs/json.md from the schema: every kind of JSON object, its fields with types and meaning, an example."""

import contextlib
import inspect
import json
import re
import shlex
import tempfile
import types
from dataclasses import is_dataclass
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal, Union, get_args, get_origin, get_type_hints

from commands import DOCUMENTS, KINDS, PAGE, answer, run
from msgspec import Meta, Struct, UnsetType, convert
from msgspec.structs import asdict, replace
from survey_files import small_survey

from ninefivetwo.cards import Seat
from ninefivetwo.codec import (
    FORMS,
    PRINTED_AS,
    BoundObject,
    Document,
    EstimateObject,
    Part,
    SeatsObject,
    decode,
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

ROOT = Path(__file__).parents[1]
HEAD = """# JSON

What `--json` prints, and what programs may hand in. This page is made from the classes of these objects; tests hold
every command's output to them. [`n52 schema`](schema.md) prints the same as a JSON Schema.

- An object that stands alone names its kind and version in `schema`. The version is raised when a field is renamed or
  changes its meaning.
- It has the fields listed here and no others. Only a field that is said to be absent at times may be.
- Cards are `SA` or `HT`, hands `spades.hearts.diamonds.clubs`, layouts `D:hand hand hand K:hand`, denominations
  `S H D C N`, seats `dealer`, `left`, `right`.
- `a → b` is an object with keys *a* and values *b*; where *a* is `seat`, all three are there.
- A choice is a card, a denomination to call, a list of cards to discard, or seat → list of cards to give.
- `config`, in any object that stands alone, has the settings that came from the user's file (`n52 config`), each with
  its value as text; it is absent if none did.
- A plain number is exact. A sampled one is an [estimate](#EstimateObject), a limit a [bound](#BoundObject). The chances
  of a `distribution` are sampled too; advice has their errors beside them.
- Text is UTF-8, one object a line. The examples are folded, and what is long cut short.
"""
#: What prints an example of each kind.
COMMANDS = (
    'solve "D:AQ... K2... .32.." --trump N --moves',
    'solve "D:AQ... K2... .32.." --trump N --target 2 --seat D',
    "deal -n 2 --seed 3",
    "rules bga",
    "rules",
    "config",
    "record convert examples/friday.n52",
    "record check examples/friday.n52",
    "record fair examples/fair.n52",
    "match --players club,rule,random --deals 2 --duplicate --seed 1",
    "advise trump AKJ94.Q83.KT5.A7642 --worlds 4",
    "advise discard AKJ942.Q83.KT5.AT987642 --trump S --worlds 4",
    "advise exchange AKJ94.Q83.KT5.A7642 --give left=1 --worlds 4",
    "advise play examples/friday.n52 --after 40 --worlds 8",
    'advise discard A2.K3.. --trump S --layout "D:A2.K3.. K3... 4.2.."',
    "advise exchange AKJ94.Q83.KT5.A7642 --received C3",
    "review examples/friday.n52 --fair-worlds 4",
    "review examples/friday.n52 examples/club-evening.n52 --no-fair",
    "review examples/friday.n52 --what-if 6 HJ",
    "library add examples/friday.n52 --library my.sqlite",
    "library list --library my.sqlite",
    "library list --decisions --library my.sqlite",
    "library progress Ann --library my.sqlite",
    "library import other.sqlite --library my.sqlite",
    "survey ask my_survey",
    "survey ask my_survey contracts",
    'survey ask my_survey "SELECT hand_text(dealer_hand) AS hand, call, dealer_tricks FROM deals LIMIT 2"',
)
#: The same for what no command prints.
KEPT = (
    ("A match just begun", lambda: session_text(begun())),
    ("One of the problems that come with the program", lambda: problem_text(shipped()[0])),
    ("A set of one", lambda: set_text([one for one in shipped() if one.kind == "play"][:1])),
)
LABELS = (*(f"`n52 {command}`" for command in COMMANDS), *(label for label, _ in KEPT))
NAMES = {int: "integer", float: "number", str: "text", bool: "true or false", type(None): "null"}
SHARED = {EstimateObject: "estimate", BoundObject: "bound"}
WIDTH = 110
LINES = 40  # of an example, which are kept by cutting lists
EXAMPLE = re.compile(r"^```json\n(.*?)^```\n", re.DOTALL | re.MULTILINE)


def json_page(examples):
    """The whole page, with these examples, one for each kind in order."""
    sections, told = [HEAD], {*SHARED, *DOCUMENTS}
    for kind, label, example in zip(DOCUMENTS, LABELS, examples, strict=True):
        assert isinstance(decode(example, kind), kind)
        sections += [f'## <a id="{kind.__name__}"></a>`{schema_name(kind)}`\n', *described(kind)]
        for part in parts_of(kind, told):
            sections += [f'<a id="{part.__name__}"></a>**{part.__name__}**.', *described(part)]
        sections.append(f"{label}:\n\n```json\n{example}```\n")
    sections.append("## What several share\n")
    for part, name in SHARED.items():
        sections += [f'<a id="{part.__name__}"></a>**{name}**.', *described(part)]
    return "\n".join(sections)


def kept_examples():
    """The examples that the page has."""
    return [found[1] for found in EXAMPLE.finditer(PAGE.read_text())]


def new_examples():
    """What the commands print, folded and cut."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        Path("examples").symlink_to(ROOT / "examples")
        for library in ("my.sqlite", "other.sqlite"):
            answer("library", "add", "examples/friday.n52", "--library", library)
        id = json.loads(answer("library", "list", "--json", "--library", "my.sqlite"))["records"][0]["id"]
        answer("library", "review", id, "--fair-worlds", "4", "--library", "my.sqlite")
        small_survey("my_survey", [("deals", "wikipedia", 100, {})])
        for command in COMMANDS:
            words = shlex.split(command)
            yield example(run(*words, *[] if "convert" in words else ["--json"]).stdout.splitlines()[0])
    for _, text in KEPT:
        yield example(text())


def example(text):
    """A document folded, and cut if it is long."""
    value = parse(text)
    value = convert(value, form(KINDS[value["schema"]]).plain)
    texts = [folded(json.loads(encode(cut(value, items)))) + "\n" for items in (3, 2, 1)]
    return next((text for text in texts if text.count("\n") <= LINES), texts[-1])


def begun():
    return GameSession.start(NAMED["wikipedia"].rules, ("club", "expert"), Seat.LEFT, 952, training=True)


def cut(value, items):
    """The value, with no more than so many items in its lists and of its keys that are not fields."""
    if isinstance(value, Struct):
        return replace(value, **{name: cut(each, items) for name, each in asdict(value).items()})
    if isinstance(value, dict):
        return {key: cut(each, items) for key, each in list(value.items())[:items]}
    return [cut(each, items) for each in value[:items]] if isinstance(value, list | tuple) else value


def folded(value, indent=""):
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


def described(kind):
    """What a class says of itself, and a row a field: its type, and its meaning by the class's docstring."""
    hints, meanings = fields_of(kind), {}
    for each in reversed(kind.__mro__):
        if each is kind or (issubclass(each, Part) and each.__annotations__):
            lines = each.__doc__.rpartition("\n\n")[2].splitlines()
            meanings |= {name: words for name, _, words in (line.strip().partition(": ") for line in lines) if name}
    for shared in ("config",) if issubclass(kind, Document) else ():  # told of once, in the head
        del meanings[shared], hints[shared]
    assert list(meanings) == list(hints), kind
    rows = [f"| `{name}` | {type_words(hints[name])} | {meaning} |" for name, meaning in meanings.items()]
    return [inspect.getdoc(kind).rpartition("\n\n")[0] + "\n", "| field | type | meaning |", "|---|---|---|", *rows, ""]


def fields_of(kind):
    """The fields in JSON, with their types."""
    hints = get_type_hints(kind, include_extras=True)
    if is_dataclass(kind):
        return hints
    names = zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
    return {encoded: hints[name] for name, encoded in names}


def parts_of(kind, told):
    """The objects within an object that have not been told of, which they are then."""
    for part in set_of_parts(list(fields_of(kind).values())):
        if part not in told:
            told.add(part)
            yield part
            yield from parts_of(part, told)


def set_of_parts(hints):
    """The classes of objects that types are made of, in order."""
    for hint in hints:
        origin = PRINTED_AS.get(hint, get_origin(hint) or hint)
        if isinstance(origin, type) and (issubclass(origin, Part) or origin is Trick):
            yield origin
        yield from set_of_parts(get_args(hint)[:1] if origin is Annotated else get_args(hint))


def type_words(hint):
    """A type in words."""
    origin, args = get_origin(hint), get_args(hint)
    hint = PRINTED_AS.get(hint, hint)
    if hint in FORMS or (isinstance(hint, type) and issubclass(hint, Enum)):
        return type_words(form(hint).plain)
    if origin is Annotated and SeatsObject in args:
        return f"seat → {inner_words(get_args(args[0])[0])}"
    if origin is Annotated:
        titles = [meta.title for meta in args[1:] if isinstance(meta, Meta) and meta.title]
        return titles[-1] if titles else type_words(args[0])
    if origin in (Union, types.UnionType):
        words = " or ".join(type_words(each) for each in args if each is not UnsetType)
        return f"{words}, or absent" if UnsetType in args else words
    if origin is Literal:
        return " or ".join(f"`{each}`" for each in args)
    if origin is list or (origin is tuple and ... in args):
        return f"list of {inner_words(args[0])}"
    if origin is tuple:
        return f"`[`{', '.join(map(type_words, args))}`]`"
    if origin is dict:
        return f"{type_words(args[0])} → {inner_words(args[1])}"
    if hint in DOCUMENTS:
        return f"[`{schema_name(hint)}`](#{hint.__name__})"
    return NAMES.get(hint) or f"[{SHARED.get(hint, hint.__name__)}](#{hint.__name__})"


def inner_words(hint):
    """A type within another one, in brackets where it would be misread."""
    words = type_words(hint)
    return f"({words})" if " or " in words and get_origin(hint) in (Union, types.UnionType) else words
