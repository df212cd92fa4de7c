"""Where quantal values win over playouts: `python benchmarks/endings.py FILE.n52... [--deals N] [--from N]`.

FILE: deals played to their end, as `n52 match -o FILE.n52` writes them.  At every decision with 3 to 8 cards held the
card is chosen twice from the same 30 worlds: by rollouts of the learned policy, and by quantal values.  Where the two
differ, the deal as it was is played out after each, by players who choose by rollouts of two kinds.  Printed by the
cards held: how often they differ, how many tricks a decision the quantal card won more, and what both took.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from statistics import mean

import numpy as np

from ninefivetwo import Card
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Deal, Play
from ninefivetwo.heuristics import best_by
from ninefivetwo.knowledge import Knowledge, Likelihood
from ninefivetwo.playouts import Policy, game_of, play_out, policy
from ninefivetwo.playouts.values import Rollouts, card_values, unlike_cards
from ninefivetwo.record import read_file
from ninefivetwo.solve import QuantalSolver

HELD = range(3, 9)
WORLDS, AGAIN = 30, 8  # worlds looked at; how often the deal is played out after each card
LEARNED = policy("learned")


@dataclass(frozen=True)
class Decision:
    """What the quantal card won more than that of the rollouts, and the milliseconds of both."""

    differ: bool
    gain: float
    rollouts_ms: float
    quantal_ms: float


def decision(deal: Deal, seed: int, solver: QuantalSolver) -> Decision | None:
    """Of the seat to play; None where it has no choice."""
    seat = deal.due_turn.seat
    view = deal.seen_by(seat)
    cards = unlike_cards(view)
    if len(cards) < 2:
        return None
    worlds = Knowledge(view).sample(WORLDS, seed, Likelihood()).distinct
    chosen, took = list[Card](), list[float]()
    for ending in (0, max(HELD)):
        start = time.process_time()
        rollouts = Rollouts((LEARNED, LEARNED, LEARNED), threads=1)
        own = card_values(view, worlds, cards, rollouts, ending, solver).tricks[:, :, seat]
        took.append((time.process_time() - start) * 1e3)
        chosen.append(best_by(dict(zip(cards, worlds.shares @ own, strict=True)), view))
    differ = chosen[0] != chosen[1]
    return Decision(differ, gain(deal, chosen, seed) if differ else 0.0, took[0], took[1])


def gain(deal: Deal, chosen: list[Card], seed: int) -> float:
    """The tricks that the second card wins more than the first, the deal being played out by others."""
    one, other = Policy.rollout(LEARNED, 10), Policy.rollout(policy("plain"), 20)
    games, indices = np.repeat(game_of(deal), AGAIN), np.array([card.index for card in chosen], dtype=np.uint8)
    tricks = [play_out(three, games, cards=indices, seed=seed) for three in ((one, other, one), (other, one, other))]
    won = np.mean(tricks, axis=(0, 1))[:, deal.due_turn.seat]
    return float(won[1] - won[0])


def moments(deal: Deal) -> Iterator[Deal]:
    """A played deal before each of its cards."""
    while deal.past is not None:
        deal = deal.undo()
        if deal.turn is not None and deal.turn.kind is Play and len(deal.turn.held) in HELD:
            yield deal


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--deals", type=int, default=40, help="of each file")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first of them")
    args = parser.parse_args()
    by_held, solver = defaultdict[int, list[Decision]](list), QuantalSolver()
    for file in args.files:
        records = read_file(file.read_text()).records
        for number, record in enumerate(islice(records, args.first, args.first + args.deals)):
            for deal in moments(record.match.deal):
                if found := decision(deal, number, solver):
                    by_held[len(deal.due_turn.held)].append(found)
    print("| held | decisions | differ | quantal values win more | rollouts, ms | quantal values, ms |")
    print("|---|---|---|---|---|---|")
    for held, found in sorted(by_held.items()):
        more = Estimate.of(each.gain for each in found)
        assert more is not None
        cells = f"{mean(each.differ for each in found):.3f} | {more.mean:+.4f} ± {more.standard_error:.4f}"
        took = f"{mean(each.rollouts_ms for each in found):.1f} | {mean(each.quantal_ms for each in found):.1f}"
        print(f"| {held} | {len(found)} | {cells} | {took} |")


if __name__ == "__main__":
    main()
