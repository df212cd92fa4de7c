"""The commands as their users run them: answers on stdout, one line on stderr for what is wrong, exit status."""

import fcntl
import json
import os
import signal
import struct
import subprocess
import termios
from random import Random

import pytest
from commands import PROGRAM, answer, refusal, run, started

from ninefivetwo import Layout, NineFiveTwoError, Position, Seat, Solver
from ninefivetwo.cards import parse_cards

SMALL = "D:AQ2... K3.2.. .43.2."


@pytest.mark.parametrize("group", [("advise",), ("library",)])
def test_a_group_without_a_command_shows_its_help(group):
    done, wanted = run(*group), answer(*group, "--help")
    assert (done.stdout or done.stderr).strip() == wanted.strip() and done.returncode in (0, 2)


def test_a_pipe_is_answered_line_by_line():
    """Whoever writes a layout to the pipe gets its answer before he writes the next."""
    with started("solve", "--trump", "N", "--json") as process:
        for dealer, tricks in (("A", 1), ("2", 0)):
            process.stdin.write(f"D:{dealer}... K... Q...\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["guarantee"]["N"]["dealer"] == tricks
        assert process.communicate() == ("", "")
        assert process.returncode == 0


def test_a_terminal_of_no_width_gets_whole_lines(monkeypatch):
    monkeypatch.setenv("COLUMNS", "0")
    assert "1 –  1" in answer("solve", "D:A... K... Q...", "--trump", "S")


@pytest.mark.parametrize(
    ("command", "status", "out", "errors"),
    [
        (f"PYTHONIOENCODING=ascii {PROGRAM} solve 'D:A... K... Q...' --trump S", 0, "1 -  1", ""),
        (f"{PROGRAM} solve '{SMALL}' > /dev/full", 1, "", "output: No space left on device"),
        (f"{PROGRAM} solve <&-", 1, "", "standard input or output is closed"),
        (f"{PROGRAM} deal -n 100000 --seed 1 | head -1", 0, "D:A65.AJ873", ""),
        (f"{PROGRAM.replace('ninefivetwo', 'n52')} deal --seed 1", 0, "D:A65.AJ873", ""),
    ],
    ids=["no suit signs", "full disk", "closed input", "reader gone", "short name"],
)
def test_odd_surroundings_are_told_or_put_up_with(command, status, out, errors):
    """As a process of the shell's: what the terminal, the disk and the pipes are is said or put up with in one line."""
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.returncode == status
    assert out in done.stdout and errors in done.stderr
    assert len(done.stderr.splitlines()) == bool(errors)


def test_a_long_error_is_wrapped_on_a_terminal():
    """In lines of at most 80 characters, or of the terminal's width; one line in a pipe."""
    whole = refusal("rules", "nonsense")
    for width, most in ((200, 80), (60, 60)):
        terminal, stderr = os.openpty()
        fcntl.ioctl(stderr, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
        done = subprocess.run([PROGRAM, "rules", "nonsense"], stderr=stderr, stdout=subprocess.PIPE)
        os.close(stderr)
        lines = os.read(terminal, 10000).decode().splitlines()
        os.close(terminal)
        assert done.returncode == 1 and 1 < len(lines) and max(map(len, lines)) <= most
        assert " ".join(lines) == whole.strip()


def test_long_blanks_are_refused_at_once():
    """A pattern that tries every way of parting the blanks would take hours."""
    refusal("solve", stdin="D:A... K... Q..." + " " * 100000 + "x\n")


def test_ctrl_c_stops_with_one_line():
    """Stopped after its first answer; it would wait for ever for more layouts."""
    with started("solve", "--json") as process:
        process.stdin.write(answer("deal", "-n", "500", "--seed", "5"))
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
        assert (process.returncode, errors.strip()) == (130, "ninefivetwo: stopped")


def test_a_deal_is_drawn_again_with_its_seed():
    drawn = run("deal")
    assert drawn.stdout == answer("deal", "--seed", drawn.stderr.split()[1])


def mangled(random, text):
    """A text changed in some places."""
    text = list(text)
    for _ in range(random.randint(1, 6)):
        at = random.randrange(len(text))
        kind = random.random()
        if kind < 0.4:
            text[at] = random.choice("SHDCAKQJT98765432.:- ?K\u2660x")
        elif kind < 0.7:
            del text[at]
        else:
            text.insert(at, random.choice("SHDCAKQJT98765432.:- ?K1\n"))
        if not text:
            return ""
    return "".join(text)


def test_mangled_layouts_are_read_or_refused(seed, count):
    """Each is read or refused, never a crash."""
    random, solver, outcomes, number = Random(seed), Solver(1 << 20), {"read": 0, "refused": 0}, count(3000, 200_000)
    texts = [
        "D:AQ2... K3.2.. .43.2.",
        "L:AK.QJ.. T9.87.. 65.43.. K:2.2..",
        "D:A... K... Q...",
        "R:A2.K.. K3.A.. Q4...2",
    ]
    for _ in range(number):
        try:
            table = parse_cards(random.choice(["", "", "", "S5", "H2 H9", "zz", "SA SA", "10"]))
            layout = Layout.parse(mangled(random, random.choice(texts)))
            solver.solve(Position(layout, random.choice(list(Seat)), table))
            outcomes["read"] += 1
        except NineFiveTwoError as error:
            assert len(str(error)) < 300
            outcomes["refused"] += 1
    assert outcomes["read"] > number // 200
    assert outcomes["refused"] > number // 4
