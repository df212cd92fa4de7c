"""The commands as their users run them: answers on stdout, one line on stderr for what is wrong, exit status."""

import fcntl
import json
import os
import signal
import struct
import subprocess
import termios
from pathlib import Path
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


def test_moves_group_touching_cards():
    text = answer("solve", "D:AKQ... 432... .432..", "--moves", "--trump", "N", "--lead", "D")
    assert "* ♠A K Q" in text
    assert "* ♠" in answer("solve", SMALL, "--moves", "--trump", "N", "--lead", "D")


def test_target_line_and_table():
    assert "dealer can force 2 tricks" in answer("solve", SMALL, "--target", "2", "--seat", "D", "--trump", "S")
    assert "left led ♥2, right to play" in answer("solve", "D:AQ2... K3... .43.2.", "--table", "H2", "--trump", "S")
    assert ">♥2" in answer("solve", "D:AQ2... K3... .43.2.", "--table", "H2", "--trump", "S", "--line", "--seat", "D")


def test_freak_deals():
    """Thirteen trumps in one hand, a suit in one hand, a hand of sixteen without a trump."""
    deal = "D:AKQJT98765432.AK2.. .QJT.AKQJT98765432. .9876543..AKQJT9876"
    found = json.loads(answer("solve", deal, "--json"))
    assert found["guarantee"]["S"] == {"dealer": 15, "left": 1, "right": 0}
    assert found["guarantee"]["D"] == {"dealer": 2, "left": 14, "right": 0}
    assert found["guarantee"]["N"]["left"] == 13


def test_several_layouts_with_and_without_quotation_marks():
    one, other = "D:A... K... Q...", "L:A... K... Q..."
    both = answer("solve", one, other, "--trump", "N", "--json")
    assert both == answer("solve", *one.split(), *other.split(), "--trump", "N", "--json")
    assert [json.loads(line)["guarantee"]["N"]["left"] for line in both.splitlines()] == [0, 1]
    assert refusal("solve", one, "D:A... A... Q...", "--json").startswith("ninefivetwo: layout 2: card twice: SA")


def test_an_explanation_where_there_is_little_to_explain():
    assert "nobody can win more" in answer("solve", SMALL, "--trump", "S", "--explain")
    long = "D:AKQJT98765... .AKQJT98765.. ..AKQJT98765."
    assert "max^n" not in answer("solve", long, "--trump", "S", "--explain")


def test_a_position_of_a_record(tmp_path):
    path = "examples/holiday.n52"
    found = json.loads(answer("solve", path, "--after", "30", "--json"))
    assert (found["lead"], found["tricks"], list(found["guarantee"])) == ("dealer", 6, ["C"])
    text = Path(path).read_text()
    assert json.loads(answer("solve", "--after", "30", "--deal", "1", "--json", stdin=text)) == found
    assert list(json.loads(answer("solve", "-f", path, "--after", "30", "--trump", "N", "--json"))["slack"]) == ["N"]
    assert "no position to solve" in refusal("solve", path)
    assert "unknown deal 9 (expected 1 to 1)" in refusal("solve", path, "--deal", "9")
    assert "more cards than were played (expected 0 to 48)" in refusal("solve", path, "--after", "49")
    assert "cannot be combined with a record" in refusal("solve", path, "--lead", "D", status=2)
    broken = tmp_path / "broken.n52"
    broken.write_text("[Deal\n")
    assert f"{broken}, line 1" in refusal("solve", str(broken))


def test_layouts_from_a_file_and_from_stdin(tmp_path):
    deals = answer("deal", "-n", "3", "--seed", "4")
    path = tmp_path / "deals.txt"
    path.write_text("% three deals\n\n" + deals)
    one = answer("solve", "-f", str(path), "--trump", "S", "--json")
    other = answer("solve", "--trump", "S", "--json", "--threads", "1", "--memory", "1", stdin=deals)
    assert one == other
    assert [json.loads(line)["layout"] for line in one.splitlines()] == deals.splitlines()


def test_a_pipe_is_answered_line_by_line():
    """Whoever writes a layout to the pipe gets its answer before he writes the next."""
    with started("solve", "--trump", "N", "--json") as process:
        for dealer, tricks in (("A", 1), ("2", 0)):
            process.stdin.write(f"D:{dealer}... K... Q...\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["guarantee"]["N"]["dealer"] == tricks
        assert process.communicate() == ("", "")
        assert process.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "stdin", "said"),
    [
        (["D:A... A... Q..."], None, "card twice: SA in the hand of dealer and in the hand of left"),
        (["D:AK... Q... J..."], None, "hands of unequal length"),
        (["D:A... K... ?"], None, "unknown hand"),
        (["D:A... K..."], None, "wrong number of hands"),
        (["D:A...K Q...J .2..", "--table", "C3 H3"], None, "hands of unequal length"),
        (["D:A...KT Q...J .2..3", "--table", "C2 H3"], None, "suit not followed: right played H3"),
        (["D:A...KT Q...J .2..3", "--table", "C2 Z3"], None, "not a card: 'Z3'"),
        ([], "", "stdin: no layout"),
        ([], "D:A... K... Q...\n\nD:A... K... K...\n", "stdin, line 3: card twice: SK"),
        (["--file", "/no/such/file"], None, "/no/such/file: No such file"),
        (["--file", "/"], None, "/: Is a directory"),
        (["D:... ... ..."], None, "0 cards in each hand"),
    ],
)
def test_input_at_fault_is_one_line(arguments, stdin, said):
    assert said in refusal("solve", *arguments, stdin=stdin)


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", SMALL, "--lead", "Q"],
        ["solve", SMALL, "--trump", "X"],
        ["solve", SMALL, "--target", "3"],
        ["solve", SMALL, "--line"],
        ["solve", SMALL, "--seat", "D"],
        ["solve", SMALL, "--moves", "--line", "--seat", "D"],
        ["solve", SMALL, "--explain", "--json"],
        ["solve", SMALL, "--picture", "--json"],
        ["solve", SMALL, "--explain", "--target", "1", "--seat", "D"],
        ["solve", SMALL, "--after", "3"],
        ["solve", SMALL, "--threads", "0"],
        ["solve", SMALL, "--seconds", "0"],
        ["solve", SMALL, "--target", "99999999999", "--seat", "D"],
        ["solve", SMALL, "--target", "-1", "--seat", "D"],
        ["solve", SMALL, "--memory", "99999999999999999999"],
        ["deal", "-n", "99999999999999999999999"],
        ["deal", "--json", "--picture"],
        ["deal", "-n", "0"],
        ["deal", "--seed", "x"],
        ["nothing"],
    ],
)
def test_wrong_usage(arguments):
    assert refusal(*arguments, status=2).endswith(" --help)\n")


def test_broken_files(tmp_path):
    """Binary, cut in half, a directory of nothing: one line each."""
    path = tmp_path / "broken"
    path.write_bytes(bytes(range(256)) * 20)
    assert "line 1: not a layout" in refusal("solve", "-f", str(path))
    path.write_bytes(b"\xef\xbb\xbfD:A... K... Q...\r\nD:A... K... \xff...\r\n")
    done = run("solve", "-f", str(path), "--trump", "S", "--json")
    assert json.loads(done.stdout)["guarantee"]["S"]["dealer"] == 1  # the byte order mark is no fault
    assert "line 2: not text" in done.stderr
    deals = answer("deal", "-n", "2", "--seed", "4")
    path.write_text(deals[: len(deals) * 3 // 4])
    assert "line 2" in refusal("solve", "-f", str(path), "--trump", "S")
    path.write_text("")
    assert "no layout" in refusal("solve", "-f", str(path))


def test_a_terminal_of_no_width(monkeypatch):
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
def test_odd_surroundings(command, status, out, errors):
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


def test_long_blanks_are_no_trouble():
    """A pattern that tries every way of parting the blanks would take hours."""
    refusal("solve", stdin="D:A... K... Q..." + " " * 100000 + "x\n")


def test_time_limit():
    layout = answer("deal", "--seed", "5").strip()
    assert "search stopped, out of time" in refusal("solve", layout, "--seconds", "1e-9")
    assert "dealer" in answer("solve", SMALL, "--seconds", "1e300")


def test_ctrl_c_stops_with_one_line():
    """Stopped after its first answer; it would wait for ever for more layouts."""
    with started("solve", "--json") as process:
        process.stdin.write(answer("deal", "-n", "500", "--seed", "5"))
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
        assert (process.returncode, errors.strip()) == (130, "ninefivetwo: stopped")


def test_deals_are_the_seeds():
    assert answer("deal", "--seed", "1").startswith("D:A65.AJ873.AKT985.AJ JT93.K642.QJ763.T63 ")
    drawn = run("deal")
    again = answer("deal", "--seed", drawn.stderr.split()[1])
    assert drawn.stdout == again
    picture = answer("deal", "-n", "2", "--seed", "9", "--picture")
    assert picture.count("kitty") == picture.count("dealer") == 2


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


def test_mangled_layouts(seed, count):
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
