"""How a program starts: what is imported for what is asked, what it is called, and Ctrl-C before it has begun."""

import os
import subprocess
import sys

import click
import pytest
from commands import PROGRAM, answer

import ninefivetwo
from ninefivetwo.cli.app import COMMANDS, cli

HEAVY = {"numpy", "rich", "msgspec", "sqlite3", "concurrent.futures", "selenium", "starlette", "importlib.metadata"}
HEAVY |= {"duckdb", "pyarrow", "matplotlib", "dask"}
ENDING = "D:AQ2... K3.2.. .43.2."


def imported(code):
    """Which of the heavy modules are imported by a piece of code in a fresh interpreter."""
    report = "import atexit, sys; atexit.register(lambda: print(*sys.modules, file=sys.stderr)); "
    done = subprocess.run([sys.executable, "-c", report + code], capture_output=True, text=True)
    assert "Traceback" not in done.stderr, done.stderr
    return HEAVY & set(done.stderr.split())


def command(*arguments):
    return f"sys.argv = {['n52', *arguments]}; from ninefivetwo.cli import main; main()"


@pytest.mark.parametrize(
    ("code", "needed"),
    [
        ("import ninefivetwo", set()),
        ("from ninefivetwo import Layout, Position", set()),
        ("from ninefivetwo import solve", {"concurrent.futures"}),
        (command("--version"), {"importlib.metadata"}),
        (command(), set()),
        (command("--help"), set()),
        (command("solve", ENDING), {"rich", "concurrent.futures"}),
        (command("solve", ENDING, "--json"), {"rich", "concurrent.futures", "msgspec"}),
        (command("deal", "--seed", "1"), {"rich", "concurrent.futures", "msgspec"}),
        (command("record", "check", "examples/friday.n52"), {"rich", "concurrent.futures", "msgspec"}),
        (command("rules"), {"rich", "concurrent.futures", "msgspec"}),
        (command("survey", "ask", "--help"), {"numpy", "rich", "concurrent.futures", "msgspec"}),
    ],
)
def test_only_what_is_needed_is_imported(code, needed):
    assert imported(code) <= needed


#: What the extras bring, and what is installed without them lacks.
EXTRA = ["starlette", "uvicorn", "itsdangerous", "pyarrow", "duckdb", "matplotlib", "pettingzoo", "torch"]


@pytest.mark.parametrize(
    "words",
    [
        ("deal", "--seed", "952"),
        ("advise", "trump", "AKJ7643.J.AKQJ9.J43", "--worlds", "4"),
        ("solve", ENDING),
        ("review", "examples/left-to-lead.n52", "--fair-worlds", "4"),
        ("record", "fair", "examples/fair.n52"),
        ("match", "--players", "rule,rule,rule", "--deals", "1", "--seed", "1"),
        ("library", "add", "examples/friday.n52", "--library", "{folder}/library.sqlite"),
        ("drill", "know", "--number", "1", "--library", "{folder}/library.sqlite"),
        ("play", "--name", "Ann", "--seed", "1", "--library", "{folder}/library.sqlite"),
        ("today",),
    ],
)
def test_the_main_things_need_no_extra(words, tmp_path):
    words = [word.format(folder=tmp_path) for word in words]
    code = f"import sys; sys.modules.update(dict.fromkeys({EXTRA})); {command(*words)}"
    given = {"input": "help\n", "env": os.environ | {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, **given)
    assert done.returncode == 0 and done.stdout and not done.stderr


def test_without_a_command_six_lines_say_what_one_can_do():
    """Each names a command that there is, with arguments that it takes."""
    lines = answer().splitlines()
    assert len(lines) == 6 and all(len(line) <= 80 for line in lines)
    for line in lines:
        program, *arguments = line.split("   ")[0].split()
        assert program == "n52"
        if arguments != ["--help"]:
            context = click.Context(cli)
            command = cli.get_command(context, arguments[0])
            arguments = [argument.replace("FILE", "examples/friday") for argument in arguments[1:]]
            command.make_context(arguments[0] if arguments else "", arguments, parent=context, resilient_parsing=True)


def test_help_lists_every_command_with_its_first_line():
    context = click.Context(cli)
    for name, words in COMMANDS.items():
        assert cli.get_command(context, name).get_short_help_str(200) == words
        assert name in answer("--help")
    assert cli.get_command(context, "nothing") is None
    for group in ("advise", "library", "record", "survey"):
        assert "..." not in answer(group, "--help").partition("Commands:")[2]
    assert "N below 60 counts as 60" in " ".join(answer("review", "--help").split())


def test_a_command_does_not_hide_its_module():
    import ninefivetwo.cli.review
    import ninefivetwo.cli.solve

    assert ninefivetwo.cli.solve.__name__ == "ninefivetwo.cli.solve"
    assert isinstance(ninefivetwo.cli.review.review, click.Command)


def test_the_package_has_its_public_names_whatever_is_imported_first():
    import ninefivetwo.exact.batch  # sets the attribute `solve` of the package, elsewhere

    assert ninefivetwo.solve(ENDING, [ninefivetwo.Trump.NO_TRUMP])
    assert set(ninefivetwo.__all__) <= set(dir(ninefivetwo))
    assert all(getattr(ninefivetwo, name) for name in ninefivetwo.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = ninefivetwo.nothing


@pytest.mark.parametrize("program", [[PROGRAM], [sys.executable, "-m", "ninefivetwo"]])
@pytest.mark.parametrize("option", ["-V", "--version"])
def test_both_options_print_the_version(program, option):
    done = subprocess.run([*program, option], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, f"ninefivetwo, version {ninefivetwo.__version__}\n")


def test_ctrl_c_while_it_starts_is_no_traceback():
    """The signal comes when the program imports the first of its own modules."""
    code = """
class Stop:
    def find_spec(self, name, path, target=None):
        if name == "ninefivetwo.cli.app":
            raise KeyboardInterrupt
import sys
sys.meta_path.insert(0, Stop())
from ninefivetwo.cli import main
main()
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "ninefivetwo: stopped\n")
