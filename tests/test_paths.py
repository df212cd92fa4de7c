"""ARCHITECTURE.md names every file on the way of a question and of a review, as a profiler finds them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: Files with types that everything uses; they are not counted.
EVERYWHERE = {"cards.py", "checks.py", "layout.py", "errors.py", "evaluation.py", "files.py"}
TRACE = """
import pkgutil, sys, threading
from importlib import import_module
from pathlib import Path
import ninefivetwo
for module in pkgutil.walk_packages(ninefivetwo.__path__, "ninefivetwo."):
    if not module.name.endswith("__main__"):
        import_module(module.name)
from ninefivetwo.cli.app import cli
home, called = Path(ninefivetwo.__file__).parent, {}
def profile(frame, event, argument):
    if event == "call" and frame.f_code.co_filename.startswith(str(home)):
        called.setdefault(frame.f_code.co_filename)
sys.setprofile(profile), threading.setprofile(profile)
try:
    cli(sys.argv[1:], standalone_mode=False)
finally:
    sys.setprofile(None), threading.setprofile(None)
    print(*(Path(path).relative_to(home).as_posix() for path in called), sep="\\n", file=sys.stderr)
"""


def files_called(*words):
    """The project's files with a function that a command calls, in the order of the first calls."""
    done = subprocess.run([sys.executable, "-c", TRACE, *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return [line for line in done.stderr.splitlines() if line.endswith(".py") and line not in EVERYWHERE]


def named(command):
    """The files that the page names below a command, up to the next heading."""
    text = (ROOT / "ARCHITECTURE.md").read_text()
    return re.findall(r"`([\w/]+\.py)`", text.partition(f"`n52 {command}`")[2].partition("\n##")[0])


@pytest.mark.parametrize(
    "command",
    ["advise discard AKJ94.Q83K2.KT53.A7642T --trump S --worlds 40", "review examples/friday.n52 --fair-worlds 200"],
    ids=["a discard", "a review"],
)
def test_the_files_on_the_way_are_those_that_the_page_names(command):
    listed = named(command)
    assert listed and len(set(listed)) == len(listed)
    assert set(files_called(*command.split())) == set(listed)
