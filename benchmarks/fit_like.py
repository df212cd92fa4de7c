"""What was called with hands like one, counted: `python -m benchmarks fit_like DIR [--check]`

DIR: a survey's folder, of surveys/like.toml for what ships.  Writes `src/ninefivetwo/models/like.npz`, which
`ninefivetwo advise trump --like` and the page look hands up in, and prints of each table how many kinds of hands were
met often enough by each definition, and in what share of the deals.  --check: writes
nothing; are the counts those that the folder gives?
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from ninefivetwo.models.like import LikeTable
from ninefivetwo.survey.like import folder_tables, write_tables

TABLE = Path(__file__).parents[1] / "src/ninefivetwo/models/like.npz"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="DIR", type=Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    tables = folder_tables(options.folder)
    for table in tables:
        print(row(table))
    if not options.check:
        write_tables(TABLE, tables)
        return
    with TemporaryDirectory() as place:
        again = Path(place, TABLE.name)
        write_tables(again, tables)
        sys.exit(
            0 if again.read_bytes() == TABLE.read_bytes() else f"{TABLE}: other counts than {options.folder} gives"
        )


def row(table: LikeTable) -> str:
    """A table's rules, deals, and by each definition how many kinds of hands were met often enough, and in what share
    of all deals."""
    rungs = (f"{len(rung.keys)} ({rung.called.sum() / table.deals:.0%})" for rung in table.rungs)
    return f"| {table.rules.name} | {table.kitty.value} | {table.deals:,} | {' | '.join(rungs)} |"


if __name__ == "__main__":
    main()
