"""The types: the public names have them, and type checkers find them in an installed package."""

import ast
import re
import sys
from pathlib import Path

import pytest

from tools import npm

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


SCRIPT = """import ninefivetwo as n
from ninefivetwo_solver.engine import Engine

advice = n.advise('AKJ94.Q83.KT5.A7642', limits=n.Limits(worlds=8))
reveal_type(advice.recommended.value.mean)
n.solve(5)
Engine(memory="much")
"""
MYPY = sys.executable, "-m", "mypy", "--strict", "--cache-dir", ROOT / "build/types"
PYRIGHT = "node", ROOT / "tools/javascript/node_modules/pyright/index.js", "--pythonpath", sys.executable


@pytest.mark.lint
@pytest.mark.parametrize("checker", [MYPY, PYRIGHT])
def test_the_types_of_both_packages_are_found_from_outside(checker, tmp_path):
    """After `pip install -e .`, which has two source roots, where neither the sources nor our settings are at hand."""
    (tmp_path / "script.py").write_text(SCRIPT)
    told = npm.run(*map(str, checker), "script.py", cwd=tmp_path, capture_output=True).stdout
    assert '"float"' in told or '"builtins.float"' in told, told
    for argument in "layout", "memory":
        assert re.search(f'script.py:.*error: Argument.*("{argument}"|"solve")', told), told
    assert re.search("(Found 2 errors|^2 errors)", told, re.MULTILINE), told
