"""Draw sixty small faults from all packages, and measure whether a test command catches them.

    python -m benchmarks faults try --checkout DIR --command "python -m pytest -q -x"

A fault changes an operator, a constant or a condition in one line of the code at COMMIT, or removes the line. The
faults are drawn with a seed: equally from every package of `src/ninefivetwo`, a few from the engine and from the page's
scripts. Docstrings, messages, help texts and annotations are never changed. A fault without observable effect stays in
the list.

`try` puts a fault into a checkout that nobody else uses, runs the command there, and restores the line. If the command
fails, it has caught the fault. The test that is known to catch the fault (`catcher`) runs first, and the whole command
only if that test passes. With --record, the first test that fails becomes the catcher. The line is found by its text.
If the line has changed since COMMIT, `now` in the list has the new line and its replacement. A fault whose line is gone
is replaced: `draw --only NUMBER --file FILE` draws another from the file that took the line's place. It is then tried
on both commits. The command in --rebuild runs after a change to the engine.
"""

from __future__ import annotations

import ast
import re
import shlex
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Literal

import msgspec

from benchmarks import ROOT
from benchmarks.report import head, row

COMMIT, SEED, NUMBER, OF_ENGINE, OF_SCRIPTS = "3bbbf608", 9529, 60, 5, 8
FILE = ROOT / "benchmarks" / "faults.json"
SOURCE, ENGINE = "src/ninefivetwo/", "solver/ninefivetwo_solver/"
#: Each operator with its replacement.
OPERATORS = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"), ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="), ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"), ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"), ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"), ast.Mod: ("%", "+"), ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "|"), ast.And: ("and", "or"), ast.Or: ("or", "and"),
}  # fmt: skip
#: Texts in Cython code and in scripts with their replacements.
TEXTS = {
    ".pyx": ((r" < ", " <= "), (r" > ", " >= "), (r" == ", " != "), (r" \+ ", " - "), (r" & ", " | "), (r"\b1\b", "2")),
    ".js": ((r" < ", " <= "), (r" === ", " !== "), (r" \+ ", " - "), (r" && ", " || "), (r" \? ", " == null ? ")),
}
#: The beginnings of functions, and of statements that a fault may change.
FUNCTION = {".pyx": r"\s*(?:cdef|cpdef|def) .*?(\w+)\(", ".js": r"(?:export )?(?:async )?(?:function\*? |const )(\w+)"}
STATEMENT = {
    ".pyx": r"\s+(if|elif|while|return|\w+ [-+|&]?= )",
    ".js": r"\s+(if|for|while|return|const|\w[\w.]* [-+]?= )",
}


class Fault(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A line at COMMIT, its replacement, and the function that contains it; `now` has the line and replacement for
    today's code, `catcher` the name of a test that notices the fault.
    """

    file: str
    line: int
    before: str
    after: str
    kind: str
    function: str
    now: tuple[str, str] | None = None
    catcher: str = ""


def main(
    what: Literal["draw", "list", "try"],
    *,
    only: int | None = None,
    file: str = "",
    command: str = "python -m pytest -q -x",
    checkout: Path = ROOT,
    rebuild: str = "make .venv/tested",
    record: bool = False,
) -> None:
    """
    only: number of a single fault, from 1
    file: file from which a single fault is drawn
    command: test command that should catch the fault; names of tests may follow it
    record: store the tests that caught the faults
    """
    if what == "draw":
        faults = drawn(Random(SEED)) if only is None else [each for _, each in listed()]
        if only is not None:
            faults[only - 1] = Random(f"{SEED} {only} {file}").choice([*faults_of(file, "HEAD")])
        return write(faults)
    head("fault", "kind", "where", "before", "after", *(["caught"] if what == "try" else []))
    faults = listed()
    for number, fault in faults:
        if only in (None, number):
            texts = f"{fault.file}:{fault.line}, {fault.function}", fault.before.strip(), fault.after.strip()
            caught = [tried(fault, checkout, command, rebuild)] if what == "try" else []
            row(number, fault.kind, *(f"`{text}`".replace("|", r"\|") for text in texts), *caught)
            if record and caught and "::" in caught[0]:
                fault.catcher = caught[0]
                write([each for _, each in faults])


def listed() -> list[tuple[int, Fault]]:
    return [*enumerate(msgspec.json.decode(FILE.read_bytes(), type=list[Fault]), 1)]


def write(faults: list[Fault]) -> None:
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(faults), indent=1) + b"\n")


def tried(fault: Fault, checkout: Path, command: str, rebuild: str) -> str:
    """Put a fault into the code, run the command and restore the line.

    Return the name of the first test that failed, "yes" if the command failed otherwise, "no" if it passed, and "no
    such line" if the code no longer has the line.
    """
    before, after = (text.strip() for text in fault.now or (fault.before, fault.after))
    suffix = ".js" if fault.file.endswith(".js") else ".p*"
    paths = [path for path in sorted(checkout.glob(f"s*/n*/**/*{suffix}")) if path.suffix != ".pyi"]
    texts = {path: path.read_text("utf-8") for path in paths if path.suffix in (".py", ".pyx", ".pxd", ".js")}
    places = [
        (path, i) for path, text in texts.items() for i, line in enumerate(text.splitlines()) if line.strip() == before
    ]
    if not places:
        return "no such line"
    path, index = min(places, key=lambda at: (at[0].name != Path(fault.file).name, abs(at[1] + 1 - fault.line)))
    lines, builds = texts[path].splitlines(keepends=True), [rebuild] if path.suffix in (".pyx", ".pxd") else []
    lines[index] = lines[index].replace(before, after)
    try:
        path.write_text("".join(lines), "utf-8")
        for build in builds:
            if subprocess.run(build, shell=True, cwd=checkout).returncode:
                return "yes"
        return (
            caught_by(f"{command} {shlex.quote(fault.catcher)}", checkout) * bool(fault.catcher)
            or caught_by(command, checkout)
            or "no"
        )
    finally:
        path.write_text(texts[path], "utf-8")
        for build in builds:
            subprocess.run(build, shell=True, cwd=checkout, check=True)


def caught_by(command: str, checkout: Path) -> str:
    """Return the name of the first test that failed, "yes" if the command failed otherwise, "" if it passed.

    A test that the checkout does not have (status 4 of pytest) has caught nothing.
    """
    done = subprocess.run(command, shell=True, cwd=checkout, capture_output=True, text=True)
    failed = re.search(r"^(?:FAILED|ERROR) (\S+::.*?)(?: - |$)", done.stdout, re.MULTILINE)
    return failed[1] if failed else "yes" if done.returncode not in (0, 4) else ""


def drawn(random: Random) -> list[Fault]:
    """Draw the faults: for each package in turn, draw a file, then a function, a kind of fault, and a fault."""
    packages, scripts = defaultdict[str, list[str]](list), list[str]()
    for file in git("ls-tree", "-r", "--name-only", COMMIT, SOURCE, ENGINE).splitlines():
        if file.endswith((".py", ".pyx", ".pxd")):
            packages["/".join(file.split("/")[1:-1][:2])].append(file)
        elif file.endswith(".js"):
            scripts.append(file)
    engine = [file for file in packages.pop(ENGINE.split("/")[1]) if not file.endswith(".py")]
    groups = [*packages.values()]
    random.shuffle(groups)
    found: dict[tuple[str, int], Fault] = {}
    while len(found) < NUMBER:
        left = NUMBER - len(found)
        group = (
            engine
            if left <= OF_ENGINE
            else scripts
            if left <= OF_ENGINE + OF_SCRIPTS
            else groups[len(found) % len(groups)]
        )
        if possible := [*faults_of(random.choice(group))]:
            function = random.choice(sorted({fault.function for fault in possible}))
            own = [fault for fault in possible if fault.function == function]
            kind = random.choice(sorted({fault.kind for fault in own}))
            fault = random.choice([fault for fault in own if fault.kind == kind])
            found.setdefault((fault.file, fault.line), fault)
    return [*found.values()]


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def faults_of(file: str, commit: str = COMMIT) -> Iterator[Fault]:
    """Yield every possible fault in a file."""
    text = git("show", f"{commit}:{file}")
    if file.endswith(".py"):
        yield from _in_python(file, text.splitlines(), ast.parse(text), "")
        return
    function, language = "", ".js" if file.endswith(".js") else ".pyx"
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.match(FUNCTION[language], line):
            function = match[1]
        elif function and re.match(STATEMENT[language], line) and '"' not in line:
            for old, new in TEXTS[language]:
                if re.search(old, re.split("#|//", line)[0]):
                    yield Fault(file, number, line, re.sub(old, new, line, count=1), "operator", function)


def _in_python(file: str, lines: list[str], node: ast.AST, scope: str) -> Iterator[Fault]:
    """Yield the possible faults in the functions below a syntax node."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            name = f"{scope}.{child.name}".strip(".")
            for statement in child.body if isinstance(child, ast.FunctionDef) else []:
                yield from _in_statement(file, lines, statement, name)
            yield from _in_python(file, lines, child, name)


def _in_statement(file: str, lines: list[str], top: ast.stmt, function: str) -> Iterator[Fault]:
    """Yield the possible faults in a statement, without nested functions, messages and annotations."""
    docstring = isinstance(top, ast.Expr) and isinstance(top.value, ast.Constant)
    if docstring or isinstance(top, ast.Raise | ast.Assert | ast.FunctionDef | ast.ClassDef):
        return
    changes = [_of_node(node) for node in _expressions(top)]
    if isinstance(top, ast.If | ast.While):
        changes.append(("condition", top.test, top.test, None))
    if isinstance(top, ast.Expr | ast.AugAssign):
        changes.append(("removed", top, top, ("", "pass")))
    for change in changes:
        if change is None or change[1].end_lineno != change[2].lineno or change[2].end_lineno != change[2].lineno:
            continue
        kind, left, right, texts = change
        line, within = lines[right.lineno - 1], left is right
        start, end = (left.col_offset, right.end_col_offset) if within else (left.end_col_offset, right.col_offset)
        old = line[start:end]
        new = f"not ({old})" if texts is None else texts[1] if within else old.replace(*texts, 1)
        if new != old and line.isascii():
            yield Fault(file, right.lineno, line, line[:start] + new + line[end:], kind, function)
    for block in ("body", "orelse", "finalbody"):
        for statement in getattr(top, block, []):
            yield from _in_statement(file, lines, statement, function)


def _of_node(node: ast.expr) -> tuple[str, Any, Any, tuple[str, str] | None] | None:
    """Return the fault that is possible in a node: its kind, its first and last node, and the replacement; None if
    there is none.
    """
    match node:
        case ast.Constant(value=bool() | int() | float() as value):
            return "constant", node, node, ("", str(not value if isinstance(value, bool) else value + 1))
        case (
            ast.Compare(left=left, ops=[operator], comparators=[right])
            | ast.BinOp(left=left, op=operator, right=right)
            | ast.BoolOp(op=operator, values=[left, right, *_])
        ) if type(operator) in OPERATORS:
            return "operator", left, right, OPERATORS[type(operator)]
    return None


def _expressions(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions that belong to a statement itself, without texts, types and annotations."""
    for name, field in ast.iter_fields(node):
        for child in field if isinstance(field, list) else [field]:
            text = isinstance(child, ast.JoinedStr) or (isinstance(child, ast.Call) and "echo" in ast.dump(child.func))
            types = name == "annotation" or (isinstance(child, ast.Call) and "'isinstance'" in ast.dump(child.func))
            if isinstance(child, ast.AST) and not isinstance(child, ast.stmt) and not text and not types:
                yield from [child] if isinstance(child, ast.expr) else []
                yield from _expressions(child)
