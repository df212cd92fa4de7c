"""Running the commands as their users do.

`run` calls the program's `main` in this process, with a pipe for stdin and files for stdout and stderr.  `started` is
a process, for what only a process can show: signals, an answer before the end, the exit of the interpreter.
"""

import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from threading import Thread
from unittest.mock import patch

import click

from ninefivetwo.cli import main
from ninefivetwo.cli.app import cli
from ninefivetwo.cli.schema import document_kinds
from ninefivetwo.codec import convert, encode, parse, schema_name

QUOTED = r"""(?:[^'"]|'[^']*'|"[^"]*")*"""
BETWEEN = re.compile(rf" \| (?={QUOTED}$)")
#: Outside quotes, or for what is put in also within double ones; the width of help is the terminal's.
NEEDS_SHELL = re.compile(rf"[<>;&|*(](?={QUOTED}$)|[$`]|--help")

PROGRAM = str(Path(sys.executable).with_name("ninefivetwo"))
#: Where a shell finds the program of these tests first.
PATH = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])


def walked(name, command):
    """A command and all below it, by their names in full."""
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for each in sorted(command.list_commands(context)):
            yield from walked(f"{name} {each}", command.get_command(context, each))


#: Every command that is no group, by its name after the program's.
COMMANDS = {name.removeprefix("n52 "): each for name, each in walked("n52", cli) if not isinstance(each, click.Group)}


#: All kinds of JSON objects that stand alone.
DOCUMENTS = document_kinds()
KINDS = {schema_name(kind): kind for kind in DOCUMENTS}


def run(*arguments, stdin=None):
    """The command's exit status, stdout and stderr."""
    command = [PROGRAM, *map(str, arguments)]
    with tempfile.TemporaryDirectory() as folder:
        out, err = Path(folder, "out"), Path(folder, "err")
        with (
            out.open("w") as stdout,
            err.open("w") as stderr,
            _piped(stdin or "") as source,
            redirect_stdout(stdout),
            redirect_stderr(stderr),
            patch.object(sys, "stdin", source),
            patch.object(sys, "argv", command),
            patch.object(sys.modules["__main__"], "__package__", None),  # which click would name
        ):
            try:
                main()
            except SystemExit as left:
                status = left.code
        return subprocess.CompletedProcess(command, status, out.read_text(), err.read_text())


def typed(line, stdin=""):
    """What a line of commands gives that a person types: the program in this process, the rest by the shell."""
    *before, last = BETWEEN.split(line)
    said, status = "", 0
    for part in before:
        done = typed(part, stdin)
        stdin, said, status = done.stdout, said + done.stderr, status or done.returncode
    if re.match("(n52|ninefivetwo) ", last) and not NEEDS_SHELL.search(last):
        done = run(*shlex.split(last)[1:], stdin=stdin)
    else:
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}  # errors where a terminal shows them
        done = subprocess.run(["bash", "-c", last], input=stdin, text=True, **pipes)
    return subprocess.CompletedProcess(line, done.returncode or status, done.stdout, said + (done.stderr or ""))


def _piped(text):
    """A file that a thread writes the text into, as another program would."""
    reading, writing = os.pipe()

    def write():
        with suppress(BrokenPipeError), os.fdopen(writing, "w") as pipe:
            pipe.write(text)

    Thread(target=write, daemon=True).start()
    return os.fdopen(reading)


@contextmanager
def started(*arguments, **options):
    """The command as a process with pipes, killed at the end; Ctrl-C stops it also where the tests run in the
    background.
    """
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(
        [PROGRAM, *map(str, arguments)],
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        **pipes | options,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def answer(*arguments, stdin=None):
    """What a command prints; with --json every line is checked against its schema."""
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, "")
    if "--json" in arguments:
        for line in done.stdout.splitlines():
            document(line)
    return done.stdout


def document(text):
    """The typed value of a JSON text, of the kind that it names; whatever is not of its schema raises."""
    value = parse(text)
    found = convert(value, KINDS[value["schema"]])
    assert parse(encode(found)) == value
    return found


def refusal(*arguments, status=1, stdin=None):
    """The one line said about input at fault."""
    done = run(*arguments, stdin=stdin)
    assert done.returncode == status, done
    assert "Traceback" not in done.stderr
    if status in (1, 2):
        assert len(done.stderr.splitlines()) == 1
        assert len(done.stderr) < 400
    return done.stderr
