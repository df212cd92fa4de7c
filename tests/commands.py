"""Running the commands as their users do."""

import os
import subprocess
import sys


def run(*arguments, stdin=None, command="ninefivetwo"):
    program = os.path.join(os.path.dirname(sys.executable), command)
    return subprocess.run([program, *arguments], input=stdin or "", capture_output=True, text=True, timeout=100)


def answer(*arguments, **more):
    done = run(*arguments, **more)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def refusal(*arguments, status=1, **more):
    """The one line said about input at fault."""
    done = run(*arguments, **more)
    assert done.returncode == status, done
    assert "Traceback" not in done.stderr
    if status == 1:
        assert len(done.stderr.splitlines()) == 1
        assert len(done.stderr) < 400
    return done.stderr
