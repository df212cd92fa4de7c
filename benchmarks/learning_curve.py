"""What each round of the learned policy wins more than the plain rules, measured and drawn.

    python benchmarks/learning_curve.py measure p1.json o2.json m2.json
    python benchmarks/learning_curve.py measure p1.json o2.json m2.json m3.json --round m3 500000 "rollouts of m2"
    python benchmarks/learning_curve.py draw

measure   each round, a file of weights that is named as the round, plays each seat of the same deals, and so do the
          plain rules; among plain players, and among players of each round.  The figures go to `learning.json`, and
          are drawn
draw      the picture docs/learning_curve.svg, and the table in docs/playouts.md, of the figures in `learning.json`

The first deals of matches under the three contract sets in turn, called and discarded by the plain rules; no-trump is
forced.  A round that was measured before keeps what was said of it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
from duplicate import Deals, Room, Stack
from learning_picture import Gain, Learning, Round, picture, table
from named_players import policy
from sequential import estimate_of

from ninefivetwo import Seat
from ninefivetwo.rules import parse_rules
from ninefivetwo.sets import Floats

HERE = Path(__file__).parent
FIGURES = HERE / "learning.json"
PICTURE = HERE.parent / "docs" / "learning_curve.svg"
PAGE = HERE.parent / "docs" / "playouts.md"
#: Contracts 9-5-2 and left leads; 9-2-5 and the dealer leads; 8-5-3 and left leads: the deals take turns.
RULES = tuple(map(parse_rules, ("wikipedia", "nine-two-five", "sergeant-major notrump=yes")))
LEAST = 4 * len(RULES)  # deals: two under each contract set at no-trump
IN_PAGE = re.compile(r"(?<=<!-- by learning_curve.py -->\n\n```text\n).*?(?=```\n)", re.DOTALL)


def main(arguments: Sequence[str] | None = None) -> None:
    asked = parsed(arguments)
    try:
        if asked.job == "measure":
            FIGURES.write_text(as_text(measured(asked)))
        learning = read_figures()
    except ValueError as error:
        sys.exit(f"learning_curve.py: {error}")
    PICTURE.write_text(picture(learning))
    PAGE.write_text(in_page(PAGE.read_text(), learning))
    print(table(learning), end="")


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    jobs = parser.add_subparsers(dest="job", required=True)
    jobs.add_parser("draw", help="draw the figures that there are")
    measure = jobs.add_parser("measure", help="measure rounds and draw them")
    measure.add_argument("files", nargs="+", type=Path, metavar="FILE", help="weights of the rounds, in their order")
    measure.add_argument(
        "--round", nargs=3, action="append", default=[], metavar=("NAME", "ROWS", "TEXT"), help="what it was fitted to"
    )
    measure.add_argument("--not-taken", nargs="+", default=[], metavar="NAME", help="rounds that none goes on from")
    measure.add_argument("--deals", type=int, default=4000, help="in suits; half as many at no-trump (default: 4000)")
    measure.add_argument("--seed", type=int, default=95216, help="of the cards")
    measure.add_argument("--cores", type=int)
    return parser.parse_args(arguments)


def measured(asked: argparse.Namespace) -> Learning:
    """The figures of the rounds asked for.  Raises ValueError for files and options that do not fit each other."""
    players = {path.stem: f"file:{path}" for path in asked.files}
    if len(players) < len(asked.files) or "plain" in players:
        raise ValueError(f"{', '.join(map(str, asked.files))} (expected files with names of their own, none plain)")
    if asked.deals < LEAST:
        raise ValueError(f"{asked.deals} deals (expected {LEAST} or more)")
    rounds = rounds_of(asked, [*players])
    deals = {"suits": asked.deals, "no-trump": asked.deals // 2}
    for player in players.values():
        policy(player)
    with Room(asked.cores) as room:
        return Learning(asked.seed, deals, rounds, [*gains(room, players, asked.seed, deals)])


def rounds_of(asked: argparse.Namespace, names: Sequence[str]) -> list[Round]:
    """What is said of these rounds, now or when they were measured before."""
    said = {each.name: each for each in read_figures().rounds} if FIGURES.exists() else {}
    for name, rows, text in asked.round:
        if not rows.isdecimal():
            raise ValueError(f"--round {name} {rows}: no number of rows")
        said[name] = Round(name, text, int(rows))
    for name in asked.not_taken:
        if name in said:
            said[name] = msgspec.structs.replace(said[name], taken=False)
    unknown = [name for name in (*names, *asked.not_taken) if name not in said]
    if unknown:
        raise ValueError(f"nothing is said of round {unknown[0]} (expected --round {unknown[0]} ROWS TEXT)")
    return [said[name] for name in names]


def gains(room: Room, players: dict[str, str], seed: int, deals: dict[str, int]) -> Iterator[Gain]:
    """Tricks a deal that each player wins more than the plain rules do in his seat of the same deals."""
    for trump, number in deals.items():
        dealt = [
            Stack(rules, seed, float(trump == "no-trump")).deals(range(at, number, len(RULES)))
            for at, rules in enumerate(RULES)
        ]
        for among, company in {"plain": "plain", **players}.items():
            seated = [replace(each, company=[(company, company)] * len(each.numbers)) for each in dealt]
            won = {name: _won(room, player, seated) for name, player in {"plain": "plain", **players}.items()}
            for name in players:
                more = won[name] - won["plain"]
                found = [estimate_of(more[:, seat]) for seat in Seat]
                tricks = [round(float(each.mean), 3) for each in found]
                errors = [round(float(each.standard_error), 3) for each in found]
                yield Gain(name, among, trump, tricks, errors)
                print(f"{name} among {among}, {trump}: {tricks}", file=sys.stderr, flush=True)


def _won(room: Room, player: str, dealt: Sequence[Deals]) -> Floats:
    """A player's tricks in every deal, a column a seat."""
    return np.concatenate([room.judged(player, deals, 0) for deals in dealt])


def read_figures() -> Learning:
    """The figures that were measured.  Raises ValueError where there are none."""
    try:
        return msgspec.json.decode(FIGURES.read_bytes(), type=Learning)
    except (OSError, msgspec.DecodeError) as error:
        raise ValueError(f"{FIGURES}: {error} (expected the figures that `measure` writes)") from error


def as_text(learning: Learning) -> str:
    """The figures as JSON, a line for each round and each gain."""
    lists: tuple[Sequence[msgspec.Struct], ...] = (learning.rounds, learning.gains)
    head = f'"seed": {learning.seed},\n"deals": {msgspec.json.encode(learning.deals).decode()}'
    rounds, found = (",\n".join(msgspec.json.encode(row).decode() for row in rows) for rows in lists)
    return f'{{\n{head},\n"rounds": [\n{rounds}\n],\n"gains": [\n{found}\n]\n}}\n'


def in_page(page: str, learning: Learning) -> str:
    """The page with the table of these figures."""
    return IN_PAGE.sub(lambda _: table(learning), page)


if __name__ == "__main__":
    main()
