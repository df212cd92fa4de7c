"""Reading and writing the files that a user names: reading up to a size, writing whole or not at all.

``-`` stands for stdin when reading and for stdout when writing.  Nothing that exists is overwritten unless asked.

Internal: programs import what they need from `ninefivetwo`.
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
LINE_LIMIT = 1 << 14  # bytes of a line
LIMIT = 20 * MEBIBYTE  # bytes of a text file, some fifteen thousand deals
PART = ".n52-{}.part"  # the temporary name of a file being written


def display_name(path: str) -> str:
    """What a file is called in messages."""
    return "stdin" if path == "-" else path


def read_bytes(path: str, limit: int = LIMIT) -> bytes:
    """The content of a file, a pipe or stdin.  Raises OSError, and FileError for more than `limit` bytes."""
    if path == "-":
        content = sys.stdin.buffer.read(limit + 1)
    else:
        with open(path, "rb") as file:
            content = file.read(limit + 1)
    check_size(display_name(path), len(content), limit)
    return content


def read_text(path: str, limit: int = LIMIT) -> str:
    """The text of a file, a pipe or stdin.

    Raises OSError, and FileError for more than `limit` bytes and for what is not UTF-8.
    """
    return decode(display_name(path), read_bytes(path, limit))


def read_lines(name: str, file: BinaryIO, limit: int = LINE_LIMIT) -> Iterator[bytes]:
    """The lines of an open file called `name`.  Raises OSError, and FileError for a line of more than `limit` bytes."""
    for number, line in enumerate(iter(lambda: file.readline(limit + 1), b""), 1):
        check_size(f"{name}, line {number}", len(line), limit)
        yield line


def check_size(name: str, size: int, limit: int = LIMIT) -> None:
    """Raises FileError if `size` bytes, the content of the file called `name`, are more than `limit`."""
    if size > limit:
        words = f"{limit // MEBIBYTE} MiB" if limit >= MEBIBYTE else f"{limit} bytes"
        raise FileError(f"{name}: too large (expected at most {words})")


def decode(name: str, content: bytes) -> str:
    """The UTF-8 text of a file called `name`, without a byte order mark.  Raises FileError for other bytes."""
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise FileError(f"{name}, line {line}: not text (expected UTF-8)") from error


def check_output(path: str, force: bool = False, protected: Sequence[Path] = ()) -> None:
    """Check that a file can be written, before the work whose result it will hold.

    An existing file needs `force`; a pipe or a device does not, as nothing in it can be lost.  The `protected` files
    are refused in any case, also through a link.  Raises FileError.
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
    """Write UTF-8 text as `write_bytes` writes bytes.  Raises as it does."""
    write_bytes(path, text.encode(), force)


def write_bytes(path: str, content: bytes, force: bool = False) -> None:
    """Write a file under a temporary name beside it, then move it into place.

    A link stays a link to what is written; a pipe or a device is written to directly.  Raises FileError as
    `check_output` does, and OSError, which names `path`.
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
    """Remove what is left under temporary names by programs that were killed while they wrote into a folder.

    Nothing else may be writing into it.  Raises OSError.
    """
    for part in folder.glob(PART.format("*")):
        part.unlink(missing_ok=True)


def lock(file: BinaryIO) -> None:
    """Lock an open file until it is closed.  Raises OSError if another process has locked it."""
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
        with open(part, "xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # or a machine that loses power might keep the move without the content
        if target.exists():
            os.chmod(part, stat.S_IMODE(target.stat().st_mode))
        os.replace(part, target)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
