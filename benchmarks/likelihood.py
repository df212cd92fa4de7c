"""How well a likelihood tells the true deal: `python benchmarks/likelihood.py FILE.n52... [--every-card]`.

FILE: deals played to their end, as `n52 match -o FILE.n52` writes them.  At the moments when a seat is to play its
first and its ninth card, evenly drawn worlds and the true deal are weighed.  Printed for each file, moment and seat:

gain       mean of log(weight of the true deal / mean weight of the even worlds), and its standard error over deals; a
           likelihood that tells nothing has 0, one that is wrong falls below
parts      the same of each part of the likelihood by itself
worth      how many even worlds the weighed ones are worth, of those drawn (the effective sample size; a median)
ms         the processor time for 1,000 worlds (a median)

--every-card: not the default likelihood, but every card played and sharper discards with slips.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

import numpy as np

from ninefivetwo import Hand, Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Deal, DealView, Play
from ninefivetwo.knowledge import Knowledge, Likelihood, effective
from ninefivetwo.playouts.inference import CardModel
from ninefivetwo.record import read_file
from ninefivetwo.sets import Sets

MOMENTS = {"first card": 16, "ninth card": 8}  # cards held
PARTS = ("call", "discard", "give", "play")
EVERY_CARD = Likelihood(discard=0.15, play=CardModel(), slip=0.2)


@dataclass(frozen=True)
class Moment:
    """A seat that is to play, and its worlds: the true deal, then evenly drawn ones."""

    name: str
    seat: Seat
    view: DealView
    sets: Sets


def moments(deal: Deal, number: int, worlds: int) -> Iterator[Moment]:
    """The moments of one played deal at which its likelihoods are measured."""
    while deal.past is not None:
        deal, turn = deal.undo(), deal.past.turn
        if turn is None or turn.kind is not Play:
            continue
        held, discarded = deal.hand(turn.seat), deal.discarded
        assert isinstance(discarded, Hand)
        for name, cards in MOMENTS.items():
            if len(held) == cards:
                view = deal.seen_by(turn.seat)
                unseen = Hand() if turn.seat is Seat.DEALER else discarded
                true = (*(deal.hand(seat).cards for seat in Seat), 0, unseen.cards)
                even = Knowledge(view).sample(worlds, number).sets
                yield Moment(name, turn.seat, view, np.concatenate([np.array([true], dtype=np.uint64), even]))


def gain(logs: np.ndarray) -> float:
    """log(weight of the first world / mean weight of the others)."""
    others = logs[1:]
    return float(logs[0] - others.max() - np.log(np.exp(others - others.max()).mean()))


def row(name: str, seat: Seat, found: list[Moment], likelihood: Likelihood) -> str:
    gains = dict[str, list[float]]()
    worths, took = [], []
    for moment in found:
        start = time.process_time()
        logs = likelihood.logs(moment.view, moment.sets)
        took.append((time.process_time() - start) * 1e6 / len(logs))
        gains.setdefault("all", []).append(gain(logs))
        worths.append(effective(np.exp(logs[1:] - logs[1:].max())))
        for part in PARTS:
            alone = replace(likelihood, **{other: None for other in PARTS if other != part})
            gains.setdefault(part, []).append(gain(alone.logs(moment.view, moment.sets)))
    cells = [format_estimate(Estimate.of(gains[part])) for part in ("all", *PARTS)]
    return f"| {name} | {seat.word} | {len(found)} | {' | '.join(cells)} | {median(worths):.0f} | {median(took):.2f} |"


def format_estimate(figure: Estimate | None) -> str:
    return "-" if figure is None else f"{figure.mean:+.2f} ± {figure.standard_error:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--worlds", type=int, default=2000)
    parser.add_argument("--deals", type=int, default=100, help="of each file")
    parser.add_argument("--every-card", action="store_true")
    args = parser.parse_args()
    likelihood = EVERY_CARD if args.every_card else Likelihood()
    for file in args.files:
        found = list[Moment]()
        for number, record in enumerate(read_file(file.read_text()).records[: args.deals]):
            found += moments(record.match.deal, number, args.worlds)
        print(f"\n{file.name}, {args.worlds} worlds\n")
        print(f"| moment | seat | n | {' | '.join(('all', *PARTS))} | worth | ms |\n{'|---' * (len(PARTS) + 6)}|")
        for name in MOMENTS:
            for seat in Seat:
                if alike := [moment for moment in found if moment.name == name and moment.seat is seat]:
                    print(row(name, seat, alike, likelihood))


if __name__ == "__main__":
    main()
