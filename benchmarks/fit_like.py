"""Count the calls made with similar hands.

The folder contains a survey; the shipped table is made from surveys/like.toml. The counts are written to
`src/ninefivetwo/think/models/like.npz`, which `ninefivetwo advise trump --like` and the page use. For each table the
program prints how many kinds of hands are frequent enough under each definition of similarity, and their share of the
deals.
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
    folder: folder of a survey
    check: write nothing; exit with an error if the counts differ from those of the folder
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
