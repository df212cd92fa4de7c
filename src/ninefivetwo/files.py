"""Functions that read files up to a size limit, and write files completely or not at all.

``-`` stands for stdin when reading and for stdout when writing.

Internal: import public names from `ninefivetwo` instead.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from ninefivetwo.errors import FileError

MEBIBYTE = 1 << 20
LINE_LIMIT = 1 << 14  # maximum length of a line in bytes
LIMIT = 20 * MEBIBYTE  # maximum size of a text file in bytes, enough for about fifteen thousand deals
PART = ".n52-{}.part"  # the temporary name of a file being written


def display_name(path: str) -> str:
    """Return a file's name as shown in messages."""
    return "stdin" if path == "-" else path


def read_bytes(path: str, limit: int = LIMIT) -> bytes:
    """Return the content of a file, a pipe or stdin. Raises OSError, and FileError for more than `limit` bytes."""
    if path == "-":
        content = sys.stdin.buffer.read(limit + 1)
    else:
        with open(path, "rb") as file:  # noqa: PTH123 - errors name the file as it was typed
            content = file.read(limit + 1)
    check_size(display_name(path), len(content), limit)
    return content


def read_text(path: str, limit: int = LIMIT) -> str:
    """Return the text of a file, a pipe or stdin.

    Raises OSError, and FileError for more than `limit` bytes or invalid UTF-8.
    """
    return decode(display_name(path), read_bytes(path, limit))


def read_lines(name: str, file: BinaryIO, limit: int = LINE_LIMIT) -> Iterator[bytes]:
    """Yield the lines of an open file. `name` is the file's name in messages.

    Raises OSError, and FileError for a line of more than `limit` bytes.
    """
    for number, line in enumerate(iter(lambda: file.readline(limit + 1), b""), 1):
        check_size(f"{name}, line {number}", len(line), limit)
        yield line


def check_size(name: str, size: int, limit: int = LIMIT) -> None:
    """Raise FileError if a file's size exceeds `limit`, in bytes."""
    if size > limit:
        words = f"{limit // MEBIBYTE} MiB" if limit >= MEBIBYTE else f"{limit} bytes"
        raise FileError(f"{name}: too large (expected at most {words})")


def decode(name: str, content: bytes) -> str:
    """Decode the UTF-8 text of the file `name`, removing a byte order mark. Raises FileError for invalid bytes."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FileError(f"{name}, line {line}: not text (expected UTF-8)") from error


def check_output(path: str, force: bool = False, protected: Sequence[Path] = ()) -> None:
    """Raise FileError if a file may not be written. Call this function before computing the file's content.

    An existing file may be overwritten only with `force`; a pipe or a device may always be written to. `protected`
    files may never be overwritten, even through a link.
    """
    if path == "-":
        return
    target = Path(os.path.realpath(path))
    if any(_is_same(target, Path(os.path.realpath(other))) for other in protected):
        raise FileError(f"{path}: in use by this command (expected another file)")
    if target.is_dir() or not target.parent.is_dir():
        raise FileError(f"{path}: {'a folder' if target.is_dir() else 'its folder is missing'} (expected a file)")
    if target.is_file() and not force:
        raise FileError(f"{path}: exists already (expected a new file, or --force to overwrite it)")
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise FileError(f"{path}: no permission to write it")


def write_text(path: str, text: str, force: bool = False) -> None:
    """Write UTF-8 text to a file with `write_bytes`."""
    write_bytes(path, text.encode(), force)


def write_bytes(path: str, content: bytes, force: bool = False) -> None:
    """Write a temporary file in the target's folder, then rename the temporary file to `path`.

    If `path` is a link, the target of the link is replaced. A pipe or a device is written to directly. Raises FileError
    as `check_output` does, or OSError, which names `path`.
    """
    check_output(path, force)
    target = Path(os.path.realpath(path))
    if path == "-" or (target.exists() and not target.is_file()):
        with open(sys.stdout.fileno() if path == "-" else path, "wb", closefd=path != "-") as file:
            file.write(content)
        return
    try:
        _replace(target, content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from error


def remove_parts(folder: Path) -> None:
    """Remove temporary files left in a folder by programs that were killed while writing.

    Call this function only while no other program writes into the folder. Raises OSError.
    """
    for part in folder.glob(PART.format("*")):
        part.unlink(missing_ok=True)


def lock(file: BinaryIO) -> None:
    """Lock an open file until it is closed. Raises OSError if another process has locked the file."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_same(one: Path, other: Path) -> bool:
    return one == other or (one.exists() and other.exists() and one.samefile(other))


def _replace(target: Path, content: bytes) -> None:
    part = target.with_name(PART.format(os.urandom(6).hex()))
    try:
        with part.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # otherwise a power failure after the move could lose the content
        if target.exists():
            part.chmod(stat.S_IMODE(target.stat().st_mode))
        part.replace(target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
