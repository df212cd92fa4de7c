"""The learning curve: the picture and the page's table are what the figures make of them, and rounds are measured."""

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))

import learning_curve
from duplicate import Room, Stack
from learning_curve import RULES
from learning_picture import PANEL, Gain, Learning, Round, picture, table

from ninefivetwo.playouts import Weights, write_weights
from ninefivetwo_solver.playout import ROWS

SVG = "{http://www.w3.org/2000/svg}"
SOME = Learning(
    1,
    {"suits": 40, "no-trump": 20},
    [Round("one", "rows <of> plain", 1000), Round("two", "its own", 2000, taken=False), Round("three", "all", 3000)],
    [
        Gain(name, among, trump, [number + 0.5, number - 0.25, number / 4], [0.05, 0.1, 0.0])
        for among in ("plain", "one", "two", "three")
        for trump in ("suits", "no-trump")
        for number, name in enumerate(("one", "two", "three"))
    ],
)


def test_picture_and_table_are_those_of_the_figures():
    """As `python benchmarks/learning_curve.py draw` makes them."""
    learning = learning_curve.read_figures()
    assert learning_curve.PICTURE.read_text() == picture(learning)
    page = learning_curve.PAGE.read_text()
    assert table(learning) in page and learning_curve.in_page(page, learning) == page
    assert learning_curve.as_text(learning) == learning_curve.FIGURES.read_text()


def test_marks_stand_where_the_gains_are():
    """Each mark's height, by the grid's lines, is a gain; a round not taken is hollow, and no line goes through it."""
    root = ElementTree.fromstring(picture(SOME))
    panels = root.findall(f"{SVG}g")
    assert len(panels) == 4
    for panel in panels:
        grid = [float(re.match(r"M0 ([\d.]+)H", path.get("d"))[1]) for path in panel if path.get("class") == "grid"]
        labels = [float(text.text) for text in panel if text.get("text-anchor") == "end"]
        assert grid[0] == PANEL and labels[0] == 0 and labels[-1] >= 2.5
        diamonds = [path for path in panel if "l5 5l-5 5" in path.get("d", "")]
        assert [path.get("class") for path in diamonds] == ["dealer", "failed dealer", "dealer"]
        for path, gain in zip(diamonds, (0.5, 1.5, 2.5), strict=True):
            y = float(path.get("d").split("l")[0].split()[1]) + 5
            assert np.interp(-y, [-at for at in grid], labels) == pytest.approx(gain, abs=0.01)
        lines = [path.get("d") for path in panel if path.get("class", "").startswith("line ")]
        assert [line.count("L") for line in lines] == [2, 2, 2]


def test_names_at_the_ends_of_lines_do_not_touch():
    alike = [Gain(each.round, each.among, each.trump, [1.0, 1.0, 1.0], each.errors) for each in SOME.gains]
    root = ElementTree.fromstring(picture(Learning(1, SOME.deals, SOME.rounds, alike)))
    for panel in root.findall(f"{SVG}g"):
        heights = [float(text.get("y")) for text in panel if text.get("class", "").endswith(" name")]
        assert len(heights) == 3 and (np.diff(heights) >= 15).all()


def test_the_table_is_of_80_columns():
    lines = table(SOME).splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[4].split() == ["one", "1,000", "+0.50", "-0.25", "+0.00", "+0.50", "-0.25", "+0.00"]
    assert lines[5].startswith("two * ") and lines[-2].endswith("suits 0.10 (40 deals), no-trump 0.10 (20 deals)")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A place of its own for what is measured and drawn."""
    (tmp_path / "page.md").write_text("Before\n\n<!-- by learning_curve.py -->\n\n```text\nold\n```\n\nAfter\n")
    for name, file in {"FIGURES": "figures.json", "PICTURE": "picture.svg", "PAGE": "page.md"}.items():
        monkeypatch.setattr(learning_curve, name, tmp_path / file)
    for name in ("one", "two"):
        numbers = np.random.default_rng(len(name)).integers(-9, 9, 16 * ROWS + 16 * 16 + 2 * 16).astype(np.int16)
        write_weights(tmp_path / f"{name}.json", Weights(name, 16, 16, numbers))
    return tmp_path


def measure(folder, *options, files=("one",)):
    learning_curve.main(["measure", *(f"{folder}/{name}.json" for name in files), "--cores", "1", *options])


def test_rounds_are_measured_and_drawn(folder, capsys):
    """Gains are those of the judge's deals; what was said of a round is kept until it is said anew."""
    measure(folder, "--deals", "24", "--seed", "5", "--round", "one", "70", "rollouts")
    learning = learning_curve.read_figures()
    assert learning.rounds == [Round("one", "rollouts", 70)] and len(learning.gains) == 4
    player, won = f"file:{folder}/one.json", []
    with Room(1) as room:
        for at, rules in enumerate(RULES):
            deals = Stack(rules, 5).deals(range(at, 24, 3))
            won += [*(room.judged(player, deals, 0) - room.judged("plain", deals, 0))]
    assert learning.found("plain", "suits")["one"].tricks == pytest.approx(np.mean(won, axis=0), abs=0.001)
    assert learning.found("one", "suits")["one"] != learning.found("plain", "suits")["one"]
    assert (folder / "picture.svg").read_text() == picture(learning)
    assert (folder / "page.md").read_text() == (
        f"Before\n\n<!-- by learning_curve.py -->\n\n```text\n{table(learning)}```\n\nAfter\n"
    )
    assert capsys.readouterr().out == table(learning)
    measure(folder, "--deals", "12", "--round", "two", "80", "more", "--not-taken", "one", files=("one", "two"))
    assert learning_curve.read_figures().rounds == [Round("one", "rollouts", 70, False), Round("two", "more", 80)]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ([], "nothing is said of round one (expected --round one ROWS TEXT)"),
        (["--round", "one", "many", "rows"], "--round one many: no number of rows"),
        (["--round", "one", "5", "rows", "--not-taken", "three"], "nothing is said of round three"),
        (["--round", "one", "5", "rows", "--deals", "3"], "3 deals (expected 12 or more)"),
    ],
)
def test_what_cannot_be_measured_is_said_in_a_line(folder, options, said):
    with pytest.raises(SystemExit, match=r"^learning_curve.py: [^\n]*$") as stopped:
        measure(folder, *options)
    assert said in str(stopped.value)
    assert not (folder / "figures.json").exists()


def test_files_that_are_none(folder):
    for files, said in (("one", "one"), "names of their own"), (("three",), "three.json: No such file"):
        with pytest.raises(SystemExit, match=said):
            measure(folder, "--round", "three", "5", "rows", "--round", "one", "5", "rows", files=files)
    with pytest.raises(SystemExit, match=r"figures\.json: .*expected the figures that `measure` writes"):
        learning_curve.main(["draw"])
