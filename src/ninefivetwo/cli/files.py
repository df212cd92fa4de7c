"""Files read whole, and written whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from ninefivetwo.errors import RecordError


def called(path: str) -> str:
    """What a file is called in messages."""
    return "stdin" if path == "-" else path


def read_text(path: str) -> str:
    """The text of a file, or of stdin for ``-``.  Raises OSError, and RecordError for what is no UTF-8 text."""
    found = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    try:
        return found.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = found.count(b"\n", 0, error.start) + 1
        raise RecordError(f"{called(path)}, line {line}: no text (expected UTF-8)") from error


def write_text(path: str, text: str) -> None:
    """Write UTF-8 under a temporary name beside the file, then move it into place; ``-`` is stdout.

    A link stays a link to what is written; what is no ordinary file (a pipe, a device) is written to as it is.
    Raises OSError, which names the file asked for.
    """
    target = Path(os.path.realpath(path))
    if path == "-" or (target.exists() and not target.is_file()):
        with open(sys.stdout.fileno() if path == "-" else path, "wb", closefd=path != "-") as file:
            file.write(text.encode())
        return
    try:
        _replace(target, text)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from error


def _replace(target: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".n52-", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, target.stat().st_mode if target.exists() else 0o666 & ~umask)
        os.replace(name, target)
    except BaseException:
        os.unlink(name)
        raise
