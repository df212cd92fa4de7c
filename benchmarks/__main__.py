"""`python -m benchmarks NAME [options]` runs a benchmark; without a name it lists them."""

from __future__ import annotations

import ast
import sys
from importlib import import_module
from pathlib import Path


def benchmarks() -> dict[str, str]:
    """Each module here with a function `main`, by name, and the first line of its docstring."""
    found = {}
    for path in sorted(Path(__file__).parent.glob("[!_]*.py")):
        module = ast.parse(path.read_text())
        if any(isinstance(node, ast.FunctionDef) and node.name == "main" for node in module.body):
            found[path.stem] = (ast.get_docstring(module) or "").splitlines()[0]
    return found


def main() -> None:
    names = benchmarks()
    if sys.argv[1:] and sys.argv[1] in names:
        import_module(f"benchmarks.{sys.argv.pop(1)}").main()
    else:
        print("\n".join(f"{name:18} {text}" for name, text in names.items()))
        sys.exit(len(sys.argv) > 1)


if __name__ == "__main__":
    main()
