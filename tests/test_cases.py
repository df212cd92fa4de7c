"""Commands that users type, what is printed and the exit status, as `cases/*.txt` have them.

A case is a line of the shell after `$ `; lines after `& ` are typed next, in the same folder.  Lines of stderr come
after those of stdout and have `! ` before them; a status that is not 0 follows as `exit 1`.  Lines after `# ` say what
the next case shows.  In a case, `cases` is the folder of these files, `survey` the kept survey and `settings` has the
settings of the user.

    python tests/test_cases.py --record

runs all commands again and writes what they print now.
"""

import os
import re
import sys
from pathlib import Path
from unittest.mock import patch

import pytest
from commands import typed
from test_answers import KEPT, somewhere

FOLDER = Path(__file__).with_name("cases")
FILES = {path.stem: path for path in sorted(FOLDER.glob("*.txt"))}
CASE = re.compile(r"(?:^# .*\n)*^\$ .*\n(?:(?![#$] ).*\n)*", re.MULTILINE)
CASES = [(name, case) for name, path in FILES.items() for case in CASE.findall(path.read_text())]


@pytest.mark.usefixtures("shared_reviews", "shared_surveys")
@pytest.mark.parametrize("case", [pytest.param(case, id=f"{name} {case:.100}") for name, case in CASES])
def test_a_command_prints_what_is_kept(case):
    """What is printed is what is kept, and whatever is refused is refused in one line of stderr."""
    assert played(case) == case
    refusals = re.findall(r"^(?!! ).*\n! .{,400}\nexit [12]$", case, re.MULTILINE)
    assert len(refusals) == len(re.findall("^exit [12]$", case, re.MULTILINE))


def test_every_line_belongs_to_a_case():
    for path in FILES.values():
        assert "".join(CASE.findall(path.read_text())) == path.read_text()


def played(case):
    """The case with what its commands print now."""
    with somewhere(), patch("click.get_app_dir", lambda name: f"{Path.cwd()}{os.sep}settings"):
        Path("settings").mkdir()
        Path("cases").symlink_to(FOLDER)
        Path("survey").symlink_to(KEPT / "survey")
        lines = [line for line in case.splitlines() if line.startswith(("# ", "$ ", "& "))]
        return "".join(f"{line}\n{'' if line.startswith('#') else printed(line[2:])}" for line in lines)


def printed(command):
    """What a command prints and its status, with paths as they are written from the folder where it runs."""
    done = typed(command)
    lines = [*done.stdout.splitlines(), *(f"! {line}" for line in done.stderr.splitlines())]
    lines += [f"exit {done.returncode}"] if done.returncode else []
    return "".join(f"{line}\n" for line in lines).replace(f"{Path.cwd()}{os.sep}", "")


if __name__ == "__main__" and sys.argv[1:] == ["--record"]:
    for path in FILES.values():
        path.write_text("".join(map(played, CASE.findall(path.read_text()))))
