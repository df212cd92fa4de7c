"""Secrets kept beside the library, in files that only their owner can read."""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

from ninefivetwo.errors import FileError


def signing_key(library: Path) -> str:
    """The key that signs the browsers' names, in FILE.key, so that a browser finds its match again."""
    return _kept(library.with_name(library.name + ".key"), lambda: secrets.token_hex(32))


def new_token() -> str:
    """A token for the address: 128 random bits, in letters that an address may hold."""
    return secrets.token_urlsafe(16)


def kept_token(library: Path) -> str:
    """The token that is the same at every start, in FILE.token."""
    return _kept(library.with_name(library.name + ".token"), new_token)


def _kept(path: Path, make: Callable[[], str]) -> str:
    """The text of a file, which is made if there is none, or an empty one: with no secret anybody could be anyone.

    Raises FileError for what was not written here, OSError.
    """
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):
        handle, name = tempfile.mkstemp(dir=path.parent)  # readable by its owner alone
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(make())
        os.replace(name, path)
    path.chmod(0o600)
    try:
        return path.read_text(encoding="ascii")
    except UnicodeDecodeError as error:
        raise FileError(f"{path}: not a secret of ninefivetwo (expected its letters and digits, or no file)") from error
