"""Count what was called with hands like one.

The folder is a survey's, of surveys/like.toml for what ships.  Writes `src/ninefivetwo/think/models/like.npz`, which
`ninefivetwo advise trump --like` and the page look hands up in, and prints of each table how many kinds of hands were
met often enough by each definition, and in what share of the deals.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.report import row
from benchmarks.survey_rows import shipped_policy
from ninefivetwo.survey.like import folder_tables, write_tables

TABLE = Path(__file__).parents[1] / "src/ninefivetwo/think/models/like.npz"


def main(folder: Path, *, check: bool = False) -> None:
    """
    folder: of a survey
    check: write nothing; exit with an error if the counts are others than those that the folder gives
    """
    tables = folder_tables(folder)
    for table in tables:
        shares = (f"{len(rung.keys)} ({rung.called.sum() / table.deals:.0%})" for rung in table.rungs)
        row(table.rules.name, table.kitty.value, f"{table.deals:,}", *shares)
    if not check:
        write_tables(TABLE, tables, shipped_policy())
        return
    with TemporaryDirectory() as place:
        again = Path(place, TABLE.name)
        write_tables(again, tables, shipped_policy())
        if again.read_bytes() != TABLE.read_bytes():
            raise SystemExit(f"{TABLE}: other counts than {folder} gives")
