"""The answers are those that were kept at commit 0e8cf33, byte for byte, whatever has been moved or renamed since.

`answers/*.txt` has commands, each after a `$`, and what they print.  `n52` is the program; the other words are those of
`STAGES` below.  `answers/lists` has what there is: commands with their options, addresses of the page, JSON fields,
public names.  `data/kept` has files that the answers are about.

    python tests/test_answers.py --record

writes all of it anew, but for the files.  It is for a change of what the program answers, which says so in its commit,
and never for a change of how the code is built.

No answer may depend on the day, the clock, the machine or the user: a library's problems that are due, for one, are not
asked for, nor what was deleted, which is kept for thirty days.
"""

import contextlib
import json
import os
import re
import shlex
import shutil
import sqlite3
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from unittest.mock import patch

import click
import msgspec
import numpy as np
import pytest
from commands import DOCUMENTS, run, walked

from ninefivetwo.cli.app import cli
from ninefivetwo.codec import form
from ninefivetwo.game import Match
from ninefivetwo.game.records import File, record_of
from ninefivetwo.game.share import SharedDeal, SharedHand, SharedMatch, SharedPosition, share_code, shared
from ninefivetwo.keep.library import Library
from ninefivetwo.survey.plan import ROW_KINDS
from ninefivetwo.survey.work import Work
from ninefivetwo.web.server import build

ROOT = Path(__file__).parents[1]
ANSWERS = Path(__file__).with_name("answers")
KEPT_LISTS = ANSWERS / "lists"
KEPT = Path(__file__).with_name("data") / "kept"
GROUPS = sorted(path.stem for path in ANSWERS.glob("*.txt"))

#: Fields of sentences, which may be put otherwise: whether there is one is compared, and how many, not the words.  A
#: field in an object has that object's field before it.  Nothing may be added to this list.
MASKED = (
    "verdict",
    "words",
    "comment",
    "words.result",
    "words.happened",
    "words.turning_points",
    "words.unused",
    "words.best",
    "words.costliest",
    "words.double_dummy",
    "words.luck",
    "words.effect",
    "words.fair",
    "words.why",
    "words.finders",
    "words.title",
    "words.ledger",
    "words.deals",
    "words.left_out",
)
#: Fields that a clock fills in.
CLOCKED = ("seconds",)


def test_nothing_but_sentences_and_times_is_left_out():
    """A new sentence needs no place in the list: no kept answer has it."""
    assert (len(MASKED), CLOCKED) == (19, ("seconds",))


@pytest.mark.usefixtures("shared_reviews", "shared_surveys")
@pytest.mark.parametrize("group", GROUPS)
def test_the_answers_are_those_that_were_kept(group):
    for command, expected, found in answered(group):
        assert found == expected, f"$ {command}\n{difference(expected, found)}"


@pytest.mark.parametrize("name", ["commands", "routes", "fields"])
def test_commands_routes_and_fields_are_those_that_were_kept(name):
    assert LISTS[name]() == (KEPT_LISTS / f"{name}.txt").read_text().splitlines()


def answered(group):
    """Every command of a group with what was kept of it and what it prints now, in order, in a folder of their own."""
    with somewhere():
        shutil.copytree(KEPT, "kept")
        for part in re.split(r"^\$ ", (ANSWERS / f"{group}.txt").read_text(), flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            yield command, expected, printed(command)


@contextlib.contextmanager
def somewhere():
    """A new folder with the examples; nothing of this user is found from there."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        settings = {"HOME": home} | {f"XDG_{each}_HOME": home / each for each in ("DATA", "CONFIG", "CACHE", "STATE")}
        values = {name: str(path) for name, path in settings.items()}
        with patch.dict(os.environ, values), contextlib.chdir(folder):
            Path("examples").symlink_to(ROOT / "examples")
            yield


def printed(command):
    """What a command prints: the words between two bars are given what those before them printed."""
    text = ""
    for stage in command.split(" | "):
        name, *words = shlex.split(stage)
        text = STAGES[name](text, *words)
    return "".join(masked_line(line) + "\n" for line in text.splitlines())


def program(text, *words):
    done = run(*words, stdin=text)
    assert done.returncode == 0, done
    return done.stdout


def rows(_, library, table, *columns):
    """Rows of a library's file, without what is drawn by lot or told by a clock."""
    with contextlib.closing(sqlite3.connect(library)) as db:
        found = sorted(db.execute(f"SELECT {', '.join(columns)} FROM {table}"))
    return "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in found)


def batch(_, kind, rules, seed, number, *options):
    """The rows of a survey's batch: a sum for each column."""
    given = tuple(tuple(option.split("=")) for option in options)
    columns = ROW_KINDS[kind].rows(Work(kind, rules, int(seed), int(number), options=given), None)
    return "".join(f"{name} {values.dtype} {values.shape} {column_sum(values)}\n" for name, values in columns.items())


def column_sum(values):
    return sha256(np.ascontiguousarray(values, values.dtype.newbyteorder("<")).data).hexdigest()[:16]


def opened(_, code):
    """What a share code holds, as records and texts; and it makes the same code again."""
    thing = shared(code)
    assert code in (share_code(thing), share_code(thing, names=True))
    match thing:
        case SharedDeal(match):
            return str(File.of([record_of(match)]))
        case SharedMatch(matches):
            return str(File.of([record_of(match) for match in matches]))
        case SharedPosition(position, trump, played):
            table, lead = (" ".join(map(str, cards)) for cards in (position.table, played))
            return f"{position.layout}, {position.lead.word} leads, {table or '-'}, {trump!s}, {lead or '-'}\n"
        case SharedHand(situation, due):
            view = situation.view(due)
            match = Match(view.rules, previous_results=view.previous_results, deal=view)
            return f"{due.__name__}\n{File.of([record_of(match)])}"
    asked = f"{thing.card} with {thing.place.name}\n" if thing.card else ""
    return f"{thing.kind}\n{asked}{File.of([record_of(thing.match)])}"


STAGES = {
    "n52": program,
    "type": lambda _, *lines: "".join(f"{line}\n" for line in lines),
    "cat": lambda _, path: re.sub(r"seconds [\d. ]+", "seconds …", Path(path).read_text()),
    "rows": rows,
    "batch": batch,
    "open": opened,
    # Of what is printed for people only the numbers count, and sums of 64 digits.
    "figures": lambda text: " ".join(re.findall(r"\b[0-9a-f]{64}\b|\d+(?:\.\d+)?", text)) + "\n",
    "none": lambda text: "",
}


def masked_line(line):
    """A line of JSON without its sentences; any other as it is."""
    if not line.startswith('{"'):
        return line
    line = re.sub(rf'"({"|".join(CLOCKED)})":[^,}}]*', r'"\1":"…"', line)
    value = json.loads(line)
    assert compact(value) == line  # so nothing is lost by reading it
    return compact(masked(value))


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def masked(value, above="", name=""):
    """A value with `…` for each text of a masked field."""
    if isinstance(value, dict):
        return {key: masked(each, name, key) for key, each in value.items()}
    if isinstance(value, list):
        return [masked(each, above, name) for each in value]
    if isinstance(value, str) and (name in MASKED or f"{above}.{name}" in MASKED):
        return value and "…"
    return value


def difference(expected, found):
    """Where two answers differ first, short enough to be read."""
    place = len(os.path.commonprefix([expected, found]))  # noqa: RUF071 - of the characters
    parts = slice(max(place - 200, 0), place), slice(place, place + 100)
    return "\n".join(" HERE>> ".join(text[part] for part in parts) for text in (expected, found))


def commands():
    """A line for each command, and for each of its arguments and options."""
    return [line for name, command in walked("n52", cli) for line in (name, *map(parameter, command.params))]


def parameter(found):
    """An argument or option: its names, its type with limits and choices, and what it is without being said."""
    kind, words = found.type, [" ".join([*found.opts, *found.secondary_opts]), found.type.name]
    if isinstance(kind, click.Choice):
        words.append("|".join(map(str, kind.choices)))
    words += [f"{limit}={getattr(kind, limit)}" for limit in ("min", "max") if getattr(kind, limit, None) is not None]
    words += [each for each in ("required", "multiple", "is_flag") if getattr(found, each, False)]
    words += [f"nargs={found.nargs}"] if found.nargs != 1 else []
    if isinstance(found.default, str | float | int) and not isinstance(found.default, bool):
        words.append(f"default={found.default}")
    return "    " + ", ".join(words)


def routes():
    """The addresses of the page, but for the files of scripts and styles, which have a sum in theirs."""
    with tempfile.TemporaryDirectory() as folder, Library(Path(folder, "library.sqlite")) as library:
        found = build(library, "127.0.0.1", 4).routes
        return sorted(f"{each.path} {' '.join(sorted(each.methods))}" for each in found if hasattr(each, "methods"))


def fields():
    """A line for each field of each JSON document, in order: where it stands, and what may stand there."""
    lines = []
    for kind in DOCUMENTS:
        schema = msgspec.json.schema(form(kind).plain)
        lines += field_lines(schema, schema["$defs"], "")
    return lines


def field_lines(schema, defs, path, within=()):
    """Of a JSON schema; objects of the same class within one another are told once."""
    name = schema.get("$ref", "").rpartition("/")[2]
    schema = defs[name] if name else schema
    if schema.get("enum"):
        return [f"{path}: {' | '.join(map(str, schema['enum']))}"]
    branches = flat(schema)
    kinds = [defs[each["$ref"].rpartition("/")[2]]["type"] if "$ref" in each else each.get("type") for each in branches]
    lines = [f"{path}: {' | '.join(map(str, kinds))}"] if path else []
    if name and name in within:
        return [f"{lines[0]} as above"]
    within += (name,) if name else ()
    if "anyOf" in schema:
        inner = [field_lines(each, defs, path, within)[1:] for each in branches]
        return lines + [line for part in inner for line in part]
    for key, each in schema.get("properties", {}).items():
        lines += field_lines(each, defs, f"{path}.{key}" + ("" if key in schema.get("required", ()) else "?"), within)
    for key, mark in (("additionalProperties", "{}"), ("items", "[]")):
        if isinstance(schema.get(key), dict):
            lines += field_lines(schema[key], defs, path + mark, within)
    for number, each in enumerate(schema.get("prefixItems", ())):
        lines += field_lines(each, defs, f"{path}[{number}]", within)
    return lines


def flat(schema):
    """The kinds of values that a schema allows."""
    if "anyOf" not in schema:
        return [schema]
    return [inner for each in schema["anyOf"] for inner in flat(each)]


LISTS = {"commands": commands, "routes": routes, "fields": fields}


def record():
    """Write everything that is kept anew."""
    for group in GROUPS:
        (ANSWERS / f"{group}.txt").write_text("".join(f"$ {each}\n{found}" for each, _, found in answered(group)))
    for name, lines in LISTS.items():
        (KEPT_LISTS / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines()))


if __name__ == "__main__" and sys.argv[1:] == ["--record"]:
    record()
