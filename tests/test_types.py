"""The types: mypy is content, and the engine's stubs say what it has."""

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def annotations(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.expr]:
    arguments = function.args
    several = [arguments.vararg, arguments.kwarg]
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *filter(None, several)]
    return list(filter(None, [*(argument.annotation for argument in every), function.returns]))


def public_functions(body):
    for node in body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public_functions(node.body)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if node.name == "__init__" or not node.name.startswith("_"):
                yield node


def test_no_any_in_public_signatures():
    for path in (ROOT / "src/ninefivetwo").rglob("*.py"):
        for function in public_functions(ast.parse(path.read_text()).body):
            names = [node for part in annotations(function) for node in ast.walk(part) if isinstance(node, ast.Name)]
            assert "Any" not in {name.id for name in names}, f"{path}: {function.name}"


def run(*command, folder=ROOT):
    return subprocess.run([sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True)


SCRIPT = """import ninefivetwo as n

advice = n.advise('AKJ94.Q83.KT5.A7642', limits=n.Limits(worlds=8))
reveal_type(advice.recommended.value.mean)
n.solve(5)
"""


def test_mypy_is_content_and_finds_the_types_from_outside(tmp_path):
    """The package is installed as `pip install -e .` does it, and checked where its sources are not at hand."""
    done = run("mypy")
    assert done.returncode == 0, done.stdout
    (tmp_path / "script.py").write_text(SCRIPT)
    own = ["--config-file", ROOT / "pyproject.toml", "--cache-dir", ROOT / ".mypy_cache"]  # the same take no time
    told = run("mypy", *own, "script.py", folder=tmp_path).stdout
    assert 'Revealed type is "float"' in told or 'Revealed type is "builtins.float"' in told, told
    assert 'Argument 1 to "solve" has incompatible type "int"' in told and "Found 1 error" in told, told


def test_stubs():
    done = run(
        "mypy.stubtest",
        "ninefivetwo_solver.engine",
        "ninefivetwo_solver.worlds",
        "ninefivetwo_solver.playout",
        "--ignore-missing-stub",
    )
    assert done.returncode == 0, done.stdout


def test_style():
    for command in (["check"], ["format", "--check"]):
        done = run("ruff", *command, ".")
        assert done.returncode == 0, done.stdout
