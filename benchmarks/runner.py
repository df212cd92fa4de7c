"""Build a benchmark's command line from its `main`: parameters before `*` are positional, the others are options.

Types and defaults come from the signature. A line `name: text` in the docstring of `main` is the help of a parameter.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Callable
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints


def benchmarks() -> dict[str, str]:
    """Return the name of each module with a function `main`, and the first line of its docstring."""
    found = {}
    for path in sorted(Path(__file__).parent.glob("[!_]*.py")):
        module = ast.parse(path.read_text())
        if any(isinstance(node, ast.FunctionDef) and node.name == "main" for node in module.body):
            found[path.stem] = (ast.get_docstring(module) or "").splitlines()[0]
    return found


def run(name: str, *arguments: str) -> None:
    """Run a benchmark with these arguments; invalid input, unusable files and missing torch end it with one line."""
    module = import_module(f"benchmarks.{name}")
    given = parser_of(f"python -m benchmarks {name}", module.__doc__, module.main).parse_intermixed_args(arguments)
    try:
        module.main(**vars(given))
    except ValueError as error:
        sys.exit(f"Error: {error}")
    except OSError as error:
        sys.exit(f"Error: {error.filename or name}: {error.strerror}")
    except ModuleNotFoundError as error:
        if error.name != "torch":
            raise
        sys.exit(f"Error: {name} needs torch (expected: pip install '.[learn]')")


def parser_of(program: str, text: str | None, main: Callable[..., None]) -> argparse.ArgumentParser:
    """Return an argument parser for a function's parameters; `text` describes the program."""
    parser = argparse.ArgumentParser(program, description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    help_of = dict(re.findall(r"^ +(\w+): (.+)$", main.__doc__ or "", re.MULTILINE))
    types = get_type_hints(main)
    for name, parameter in signature(main).parameters.items():
        default = None if parameter.default is Parameter.empty else parameter.default
        options = {"help": _help(help_of.get(name, ""), default), "default": default, **_kind(types[name])}
        if parameter.kind is Parameter.KEYWORD_ONLY:
            parser.add_argument(f"--{name.replace('_', '-')}", dest=name, **options)
        elif parameter.default is Parameter.empty:
            parser.add_argument(name, **options | ({"nargs": "+"} if "nargs" in options else {}))
        else:
            parser.add_argument(name, **{"nargs": "?"} | options)
    return parser


def _kind(kind: Any) -> dict[str, Any]:
    """Return argparse's options for a type."""
    if kind is bool:
        return {"action": "store_true"}
    if get_origin(kind) is tuple:
        return {"nargs": "*", **_kind(get_args(kind)[0])}
    if get_origin(kind) is Literal:
        return {"choices": get_args(kind)}
    if NoneType in get_args(kind):
        return _kind(next(each for each in get_args(kind) if each is not NoneType))
    return {"type": kind}


def _help(text: str, default: object) -> str:
    shown = " ".join(map(str, default)) if isinstance(default, tuple) else default
    usual = f" (default: {shown})" if shown not in (None, "", False) else ""
    return (text + usual).replace("%", "%%")
