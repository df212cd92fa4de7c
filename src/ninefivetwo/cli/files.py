"""Files read whole, and written whole or not at all."""

from __future__ import annotations

import codecs
import os
import sys
import tempfile
from pathlib import Path

from ninefivetwo.errors import RecordError
from ninefivetwo.record import HEADER


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


def check_output(path: str, library: Path) -> None:
    """Look before a long work whether its records can be written there at its end, and destroy nothing else.

    Raises RecordError for the library itself, also through a link, for what cannot be written, and for a file of
    other things.
    """
    target = Path(os.path.realpath(path))
    if path == "-":
        return
    if any(_same(target, Path(f"{os.path.realpath(library)}{end}")) for end in ("", "-wal", "-shm", "-journal")):
        raise RecordError(f"{path}: the library itself (expected another file for the records)")
    if target.is_dir() or not target.parent.is_dir():
        raise RecordError(f"{path}: {'a folder' if target.is_dir() else 'its folder is missing'} (expected a file)")
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise RecordError(f"{path}: may not be written (expected a file that may)")
    if target.is_file() and target.stat().st_size:
        with target.open("rb") as file:
            if not file.readline(100).removeprefix(codecs.BOM_UTF8).startswith(_MARK):
                raise RecordError(f"{path}: there is a file of other things (expected a new one, or records: {HEADER})")


_MARK = HEADER.rpartition(" ")[0].encode()  # of whichever version


def _same(one: Path, other: Path) -> bool:
    return one == other or (one.exists() and other.exists() and one.samefile(other))


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
