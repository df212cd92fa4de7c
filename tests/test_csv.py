"""Tables as CSV: figures are numbers with their errors beside them, and texts survive a spreadsheet."""

import csv
from io import StringIO

import pytest
from commands import answer
from kept import ROOT

from ninefivetwo.words.figures import Column, TextTable, figures
from ninefivetwo.words.spreadsheet import csv_text

FRIDAY = ROOT / "examples/friday.n52"


def read(text):
    """The tables of a file, each as rows, heading first."""
    return [list(csv.reader(StringIO(part))) for part in text.removeprefix("\ufeff").split("\n\n")]


@pytest.mark.parametrize(
    ("cells", "columns"),
    [
        (["8.91 ± 0.06", "9", ""], ["x,x ±", "8.91,0.06", "9,0", ","]),
        (["(0.3 ± 0.1)", "-0.2 ± ?"], ["x,x ±", "0.3,0.1", "-0.2,"]),
        (["87 % ± 2", ">99 %", "34-100 %", "0 %"], ["x (%),x (%) ±", "87,2", ">99 %,", "34-100 %,", "0,0"]),
        (["+3", "1,234,567", "–", "1e-07", "NULL"], ["x", "3", "1234567", '""', "1e-07", '""']),
        (["L+1 R+2", "=1"], ["x", "L+1 R+2", "'=1"]),
    ],
)
def test_figures_are_numbers(cells, columns):
    assert csv_text([TextTable(figures("x"), [[cell] for cell in cells])]).splitlines() == columns


def test_texts_are_texts_and_tables_with_the_same_columns_are_one():
    one = TextTable([Column("=who"), *figures("won")], [['Bond, "J"', "1"], None, ["-.-.-.AKQ", "2"]])
    text = csv_text([one, TextTable([Column("a")], [["0012"]]), one])
    rows = [['Bond, "J"', "1"], ["'-.-.-.AKQ", "2"]]
    assert read(text) == [[["'=who", "won"], *rows, *rows], [["a"], ["0012"]]]


@pytest.mark.usefixtures("shared_reviews")
def test_a_review_is_written_with_all_its_tables():
    (decisions, ledger, luck, grades) = read(answer("review", FRIDAY, "--fair-worlds", "4", "--csv", "-"))
    assert decisions[1][:3] == ["Deal 1", "0", "exchange"] and decisions[0][6:8] == ["lost", "lost ±"]
    assert float(decisions[1][6]) > float(decisions[1][7]) > 0
    assert ledger[0] == ["deal", "gave to", "Bob", "Cy", "Ann"] and float(luck[-1][2]) < 0.5
    assert sum(float(row[2]) for row in luck[1:8]) == pytest.approx(float(luck[8][2]))
    assert [row[1] for row in grades if row[1] in ("Bob", "Cy", "Ann")] == ["Bob", "Cy", "Ann"]
    tables = read(answer("review", FRIDAY, ROOT / "examples/club-evening.n52", "--fair-worlds", "4", "--csv", "-"))
    assert {row[0].split("/")[-1] for row in tables[0][1:]} == {"friday.n52, deal 1", "club-evening.n52, deal 1"}
    assert [table[0][0] for table in tables] == [*["deal"] * 6, "lost a deal", "", ""]


def test_results_of_players_have_columns_for_their_errors():
    match = ("match", "--players", "rule,random,rule", "--deals", "3", "--seed", "7")
    ((head, *rows),) = read(answer(*match, "--csv", "-"))
    assert head[7:9] == ["points a deal", "points a deal ±"]
    assert sum(float(row[7]) for row in rows) == pytest.approx(0, abs=0.4)
