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


def require(what: str, extra: str, *modules: str) -> None:
    """Raise ExtraError, with the command that installs the extra, if a module is missing.

    `what` begins the message: "the page requires".
    """
    for module in modules:
        if importlib.util.find_spec(module) is None:
            raise ExtraError(f"{what} {module} (expected: {install_command(extra)})")
