"""The top level is that of the design card, imports run one way, only `exact` and `think` know the engine, and only
`cli` prints.
"""

import ast
import re
import subprocess
import sys
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[1]
BASE = {"cards", "checks", "sets", "layout", "evaluation", "files", "codec"}
#: The packages, lowest first, and what each may import of the project beside `errors`; one not listed is a defect.
MAY_IMPORT = {
    "errors": set(),
    "evaluation": set(),
    "files": set(),
    "checks": set(),
    "extras": set(),
    "cards": {"checks"},
    "sets": {"cards"},
    "layout": {"cards", "checks"},
    "codec": {"cards", "evaluation", "layout"},
    "game": BASE,
    "exact": {"cards", "checks", "layout", "engine"},
    "think": BASE | {"game", "exact", "engine"},
    "study": BASE | {"game", "exact", "think"},
    "keep": BASE | {"game", "exact", "think", "study"},
    "words": BASE | {"game", "exact", "think", "study", "keep"},
    "api": BASE | {"game", "think", "study", "keep", "words"},
    "env": BASE | {"game", "extras"},
    "survey": BASE | {"game", "exact", "think"},
    "web": BASE | {"game", "exact", "think", "study", "words", "keep", "survey"},
    "cli": BASE | {"game", "exact", "think", "study", "words", "keep", "survey", "web", "extras"},
    "__main__": {"cli"},
}


def part_of(path: Path) -> str:
    return path.relative_to(ROOT / "src/ninefivetwo").parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """The full names of all that a module imports; imports for type checking count."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import | ast.ImportFrom):
            module = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            found |= {module + alias.name for alias in node.names}
    return found


def parts_imported(path: Path) -> set[str]:
    names = [name.split(".") for name in imported(path)]
    engine = {"engine" for name in names if name[0] == "ninefivetwo_solver"}
    return engine | {name[1] for name in names if name[0] == "ninefivetwo"}


SOURCES = [path for path in sorted((ROOT / "src/ninefivetwo").rglob("*.py")) if part_of(path) != "__init__"]


def test_the_top_level_is_that_of_the_design_card():
    """Two source roots with one package each, beside the tests, the benchmarks and the two files that build."""
    card = ["pyproject.toml", "setup.py", "solver", "src", "tests", "benchmarks"]
    assert [name for name in card if not (ROOT / name).exists()] == []
    packages = {root: {path.parent.name for path in (ROOT / root).glob("*/__init__.py")} for root in ("solver", "src")}
    assert packages == {"solver": {"ninefivetwo_solver"}, "src": {"ninefivetwo"}}
    assert not (ROOT / "solver/__init__.py").exists() and not (ROOT / "src/__init__.py").exists()


def test_imports_run_one_way():
    wrong = {path: parts_imported(path) - MAY_IMPORT[part_of(path)] - {part_of(path), "errors"} for path in SOURCES}
    assert not {str(path): parts for path, parts in wrong.items() if parts}


def test_only_the_command_line_names_its_options():
    """An error names a field, for which each interface has its own name; docstrings are free."""
    found = set()
    for path in SOURCES:
        if part_of(path) in {"game", "exact", "think", "study", "api", "env"}:
            nodes = list(ast.walk(ast.parse(path.read_text())))
            free = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
            texts = [node for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
            found |= {text.value for text in texts if id(text) not in free and re.search(r"--[a-z]|HAND\b", text.value)}
    assert not found


def test_parts_have_an_order():
    """The table above has no circle: each part imports only parts listed before it."""
    seen = {"engine"}
    for part, below in MAY_IMPORT.items():
        assert below <= seen
        seen.add(part)


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__")


def test_no_circle_of_imports():
    """No module imports itself by way of others."""
    modules = {module_name(path): path for path in (ROOT / "src/ninefivetwo").rglob("*.py")}
    graph = {
        name: {each if each in modules else each.rpartition(".")[0] for each in imported(path)} & modules.keys()
        for name, path in modules.items()
    }
    TopologicalSorter(graph).prepare()


def names_of_types(path: Path) -> set[str]:
    """The classes and type aliases at the top of a module; type variables are no types."""
    names = set()
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ClassDef):
            names.add(node.name)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript | ast.BinOp):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return {name.lstrip("_") for name in names if re.match(r"_?[A-Z]+[a-z]", name)}


def test_no_type_name_stands_for_two_things():
    found = Counter(name for path in (ROOT / "src/ninefivetwo").rglob("*.py") for name in names_of_types(path))
    assert not {name for name, times in found.items() if times > 1}


def test_solving_needs_no_numpy():
    code = "import sys, ninefivetwo as n; n.solve(n.Layout.parse('D:A... K... Q...')); sys.exit('numpy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_engine_knows_nothing_of_the_program():
    for path in (ROOT / "solver/ninefivetwo_solver").rglob("*.p*"):
        if path.suffix in {".pyx", ".pxd", ".py"}:
            words = [line for line in path.read_text().splitlines() if "import" in line and "ninefivetwo" in line]
            assert all("ninefivetwo_solver" in line for line in words), path


def test_only_the_faces_print():
    for path in SOURCES:
        if part_of(path) != "cli":
            calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
            assert "print" not in {call.func.id for call in calls if isinstance(call.func, ast.Name)}, path


def cimported(text: str) -> set[str]:
    """The names a Cython file cimports, under the names it uses them by."""
    lists = re.findall(r"^from \S+ cimport (?:\(([^)]*)\)|(.*))$", text, re.MULTILINE)
    names = [name.strip() for pair in lists for name in "".join(pair).split(",")]
    return {name.split(" as ")[-1] for name in names if name}


ENGINE_FILES = [
    path for path in sorted((ROOT / "solver/ninefivetwo_solver").rglob("*")) if path.suffix in {".pyx", ".pxd"}
]


def test_engine_cimports_are_used():
    """What ruff does for Python: nothing is cimported in vain."""
    for path in ENGINE_FILES:
        text = path.read_text()
        assert {name for name in cimported(text) if len(re.findall(rf"\b{name}\b", text)) == 1} == set(), path


def test_engine_functions_are_used():
    """No function of the engine's parts is left over: each is called."""
    code = {path.name: re.sub(r'""".*?"""|#[^\n]*', "", path.read_text(), flags=re.DOTALL) for path in ENGINE_FILES}
    calls = "".join(code.values())
    for name, text in code.items():
        for function in re.findall(r"^cdef inline [^(=]*?(\w+)\(", text, re.MULTILINE):
            assert len(re.findall(rf"\b{function}\(", calls)) > 1, (name, function)


def test_on_linux_no_test_is_skipped():
    """Only these files may skip; `systems.py` says when."""
    skips = re.compile(r"(importor|pytest\.|mark\.)skip")
    found = {path.name for path in Path(__file__).parent.glob("*.py") if skips.search(path.read_text("utf-8"))}
    assert found <= {"systems.py", "test_dds.py", "browser.py"}
