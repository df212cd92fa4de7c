"""Tables keep to the width: what is folded, what is dropped, and that it is said; every command's at 60 and 120."""

import pytest
from commands import answer
from rich.cells import cell_len
from rich.console import Console

from ninefivetwo.words.figures import Column, TextTable, figures

TABLE = TextTable(
    [Column("card"), *figures("tricks won", "worst world", drop={"worst world": 1}), Column("why", fold=8, drop=2)],
    [["* HA", "9.57", "9.1", "it is high"], None, ["  S2", "8.9", "", ""]],
)


def test_a_table_with_room_has_every_column_on_one_line():
    assert TABLE.lines(60) == [
        "",
        "card  tricks won  worst world  why",
        "─────────────────────────────────────────",
        "* HA        9.57          9.1  it is high",
        "",
        "  S2         8.9",
        "",
    ]


def test_headings_break_before_texts_fold_and_columns_drop():
    assert TABLE.lines(33)[1:4] == [
        "      tricks  worst",
        "card     won  world  why",
        "───────────────────────────────",
    ]
    assert TABLE.lines(29)[1:6] == [
        "      tricks  worst",
        "card     won  world  why",
        "─────────────────────────────",
        "* HA    9.57    9.1  it is",
        "                     high",
    ]
    assert TABLE.lines(28)[-2:] == ["(no room for: why)", ""]
    assert TABLE.lines(15)[-2:] == ["(no room for: worst world, why)", ""]


def test_a_column_without_a_word_is_left_out():
    table = TextTable([Column(""), *figures("cost", "gave")], [["Ann", "", "1"], ["Bob", "", ""]])
    assert table.lines(80)[1:-1] == ["     gave", "─────────", "Ann     1", "Bob"]


def test_wide_characters_count_as_two():
    lines = TextTable([Column("who", fold=4), *figures("won")], [["王小明先生", "3"], ["Ann", "4"]]).lines(12)
    assert all(cell_len(line) <= 12 for line in lines)
    assert lines[-2].endswith("4") and cell_len(lines[-2]) == cell_len(lines[2])


COMMANDS = {
    "rules": ["rules"],
    "a rule set": ["rules", "catalan-plus-minus", "--fields"],
    "solve": ["solve", "D:AK3.QT2.A.98 QJT.AKJ..765 986.98..AKQJ", "--moves"],
    "a line": ["solve", "D:3..A.AQ A.2..K3 2.45..2", "--trump", "N", "--line", "--seat", "D"],
    "deals": ["match", "--players", "rule,random,rule", "--deals", "30", "--seed", "7"],
    "matches": ["match", "--players", "rule,random,rule", "--matches", "2", "--rules", "925", "--seed", "7"],
    "trump": ["advise", "trump", "AKJ94.Q83.KT5.A7642", "--worlds", "4"],
    "discard": ["advise", "discard", "AKJ94.Q83K2.KT53.A7642T", "--trump", "S", "--worlds", "4"],
    "give": ["advise", "exchange", "AKJ94.Q83.KT5.A7642", "--give", "left=2,right=1", "--worlds", "4"],
    "card": ["advise", "play", "examples/holiday.n52", "--after", "30", "--worlds", "20"],
    "record": ["record", "show", "examples/holiday.n52"],
    "review": ["review", "examples/holiday.n52", "--fair-worlds", "4", "--all"],
}


@pytest.mark.usefixtures("shared_reviews")
@pytest.mark.parametrize("width", [60, 120])
@pytest.mark.parametrize("command", COMMANDS.values(), ids=COMMANDS)
def test_the_tables_of_every_command_fit(command, width, monkeypatch):
    monkeypatch.setenv("COLUMNS", str(width))
    text = answer(*command)
    tables = [part for part in text.split("\n\n") if "───" in part]
    assert tables
    assert all(cell_len(line) <= width for part in tables for line in part.splitlines())
    assert not any(line.endswith(" ") for line in text.splitlines())


def test_suits_have_colours_on_a_terminal(monkeypatch):
    """Hearts and diamonds are red; with NO_COLOR, and in a pipe, nothing is."""
    from ninefivetwo.cli.terminal import console

    assert "\033" not in answer("solve", "D:A... K... Q...")
    for setting, value, red in (("TERM", "xterm-256color", 2), ("NO_COLOR", "1", 0)):
        monkeypatch.setenv(setting, value)
        text = Console(force_terminal=True, highlighter=console().highlighter, width=40)
        with text.capture() as shown:
            text.print(TextTable([Column("card")], [["♥ hearts"], ["♥Q 10 2"], ["♠2"]]))
        assert shown.get().count("\033[31m") == red
