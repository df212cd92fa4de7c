"""The extras, optional parts of the package, and the command that installs one.

Internal: import public names from `ninefivetwo` instead.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from ninefivetwo.errors import ExtraError

#: What installs an extra, by the file that a program for installing other programs leaves in its environments.
INSTALLERS = {"uv-receipt.toml": "uv tool install", "pipx_metadata.json": "pipx install --force"}


def install_command(extra: str) -> str:
    """Return the command that adds an extra to the installed package."""
    found = (command for receipt, command in INSTALLERS.items() if Path(sys.prefix, receipt).exists())
    return f"{next(found, 'pip install')} 'ninefivetwo[{extra}]'"


def missing(what: str, extra: str) -> ExtraError:
    """Return the error that names the command for an extra; `what` is, for example, "the page requires uvicorn"."""
    return ExtraError(f"{what} (expected: {install_command(extra)})")


def require(what: str, extra: str, *modules: str) -> None:
    """Raise ExtraError if a module is missing; `what` begins the message: "the page requires"."""
    for module in modules:
        if importlib.util.find_spec(module) is None:
            raise missing(f"{what} {module}", extra)
