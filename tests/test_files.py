"""Files named by users: read up to a size, written whole or not at all, overwritten only when asked."""

import io
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ninefivetwo.errors import FileError
from ninefivetwo.files import MEBIBYTE, check_output, lock, read_lines, read_text, write_text


def test_a_file_is_read_up_to_its_limit(tmp_path):
    path = tmp_path / "text"
    path.write_bytes(b"\xef\xbb\xbf" + b"x" * 97)
    assert read_text(str(path), 100) == "x" * 97
    with pytest.raises(FileError, match=r"text: too large \(expected at most 99 bytes\)"):
        read_text(str(path), 99)


def test_an_endless_file_takes_no_more_than_its_limit(tmp_path):
    """A device, a pipe that never ends and stdin are all refused with one line."""
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)

    def feed():
        try:
            with fifo.open("wb") as file:
                while True:
                    file.write(bytes(MEBIBYTE))
        except BrokenPipeError:
            pass

    writer = threading.Thread(target=feed, daemon=True)
    writer.start()
    for path in ("/dev/zero", str(fifo)):
        with pytest.raises(FileError, match=f"{path}: too large .expected at most 1 MiB"):
            read_text(path, MEBIBYTE)
    writer.join()
    program = Path(sys.executable).with_name("ninefivetwo")
    with Path("/dev/zero").open("rb") as zeros:
        done = subprocess.run([program, "record", "check", "-"], stdin=zeros, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "ninefivetwo: stdin: too large (expected at most 20 MiB)\n")


def test_lines_are_read_up_to_their_limit():
    lines = read_lines("name", io.BytesIO(b"one\n" + b"x" * 10 + b"\nthree"), 11)
    assert list(lines) == [b"one\n", b"x" * 10 + b"\n", b"three"]
    lines = read_lines("name", io.BytesIO(b"one\n" + b"x" * 11 + b"\n"), 11)
    assert next(lines) == b"one\n"
    with pytest.raises(FileError, match="name, line 2: too large"):
        next(lines)


def test_nothing_is_overwritten_unless_asked(tmp_path):
    path = tmp_path / "text"
    write_text(str(path), "old")
    for refused in (lambda: check_output(str(path)), lambda: write_text(str(path), "new")):
        with pytest.raises(FileError, match=r"text: exists already .expected a new file, or --force"):
            refused()
    assert path.read_text() == "old"
    write_text(str(path), "new", force=True)
    assert path.read_text() == "new" and os.listdir(tmp_path) == ["text"]


def test_a_file_that_cannot_be_written_whole_is_left_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "text"
    path.write_text("old")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left")))
    with pytest.raises(OSError, match="No space left") as error:
        write_text(str(path), "new", force=True)
    assert error.value.filename == str(path)
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["text"]


def test_a_link_to_a_file_is_written_through(tmp_path):
    """The file it names is replaced, and keeps its permissions; the link stays a link.  A new file heeds the umask."""
    target, link, new = (tmp_path / name for name in ("target", "link", "new"))
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    write_text(str(link), "new", force=True)
    assert link.is_symlink() and target.read_text() == "new" and target.stat().st_mode & 0o777 == 0o640
    umask = os.umask(0o027)
    try:
        write_text(str(new), "new")
    finally:
        os.umask(umask)
    assert new.stat().st_mode & 0o777 == 0o640


def test_a_locked_file_cannot_be_locked_again(tmp_path):
    path = tmp_path / "file"
    with path.open("wb") as one, path.open("wb") as other:
        lock(one)
        with pytest.raises((BlockingIOError, PermissionError)):
            lock(other)
        one.close()
        lock(other)
