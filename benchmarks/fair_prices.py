"""How far fair prices are off: `python benchmarks/fair_prices.py [--deals N] [--seed S] [--looks N]`

Second deals of matches of a club player, a beginner and one who goes by the plain rules, each under other rules.  What
each decision that is not forced loses is measured in 20,000 worlds, and then as a review does, with `--looks` seeds.
The means over seeds tell the bias, for decisions that are truly best and for those that truly lose.  Of mistakes that
could be found, it is also told how the share of experts who find it compares with experts who really play.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from statistics import mean, median

import numpy as np

from ninefivetwo.advise import Assumptions, Limits
from ninefivetwo.advise.pricing import LISTED, listed_worlds, sampled_worlds
from ninefivetwo.dealing import random_deals
from ninefivetwo.game import Deal, Play, UndealtMatch
from ninefivetwo.knowledge import Knowledge
from ninefivetwo.players import PLAYERS
from ninefivetwo.playouts.estimates import estimate
from ninefivetwo.review import FAIR_WORLDS, DecisionNode, Fair, decision_nodes, fair, finders
from ninefivetwo.review.candidates import candidates
from ninefivetwo.review.deal import forced_in
from ninefivetwo.rules import parse_rules

RULES = ("wikipedia", "catalan", "bga", "sergeant-major", "nine-two-five", "catalan-plus-minus")
TABLE = ("club", "beginner", "rule")
WORLDS, TIMES = 4000, 5  # each time from a pool of its own
FEW, SURELY = 400, 4.0  # worlds before that; standard errors by which what is worse there is left out
EXPERTS = 30  # who really play
CLASSES = ((1e-9, "best"), (0.1, "below 0.1"), (0.25, "0.1 to 0.25"), (0.5, "0.25 to 0.5"), (99.0, "0.5 and more"))


@dataclass(frozen=True)
class Measured:
    """What a decision loses in many worlds, and what reviews say."""

    node: DecisionNode
    loss: float
    found: list[Fair]

    @property
    def name(self) -> str:
        return next(name for least, name in CLASSES if self.loss <= least)


def deals(number: int, seed: int) -> Iterator[Deal]:
    """So many deals, played to their end."""
    for at in range(seed, seed + number):
        players = [PLAYERS[name](3 * at + i) for i, name in enumerate(TABLE)]
        match = UndealtMatch(parse_rules(RULES[at % len(RULES)]), TABLE)
        for count, layout in enumerate(islice(random_deals(at), 2)):
            match = match.dealt(layout)
            while not match.deal.over:
                turn = match.deal.due_turn
                match = match.after(players[(turn.seat + at + count) % 3].act(match.deal.seen_by(turn.seat)))
            if match.over or count:
                break
            match = match.following()
        yield match.deal


def true_loss(node: DecisionNode, seed: int) -> float:
    """What a decision loses to the best of its candidates, in `TIMES` times `WORLDS` worlds or all that there are."""
    view, assumptions, limits = node.before.seen_by(node.seat), Assumptions(), Limits(seed=seed, threads=1)
    knowledge = Knowledge(view)
    listed = listed_worlds(knowledge, LISTED, seed, assumptions)
    looks = [listed] if listed else [sampled_worlds(knowledge, WORLDS, seed + i, assumptions) for i in range(TIMES)]
    few = listed or sampled_worlds(knowledge, FEW, seed - 1, assumptions)
    found = candidates(view, node.action, few.worlds, limits)
    choices = [same[0] for same in found.choices]
    tricks, shares = found.price(choices, few.worlds), few.worlds.shares
    best, chosen = int(np.argmax(shares @ tricks)), next(i for i, s in enumerate(found.choices) if node.action in s)
    lost = [estimate(tricks[:, best] - own, shares) for own in tricks.T]
    left = [i for i, each in enumerate(lost) if i == chosen or each.mean <= SURELY * each.standard_error]
    kept = [choices[i] for i in left]
    means = np.mean([look.worlds.shares @ found.price(kept, look.worlds) for look in looks], axis=0)
    return float(means.max() - means[left.index(chosen)])


def measured(number: int, seed: int, looks: int) -> Iterator[Measured]:
    for count, deal in enumerate(deals(number, seed)):
        start, spent = time.process_time(), 0.0
        for i, node in enumerate(decision_nodes(deal)):
            if not forced_in(node):
                begun = time.process_time()
                found = [fair(node, Limits(worlds=FAIR_WORLDS, seed=1000 * s + 2 * i, threads=1)) for s in range(looks)]
                spent += time.process_time() - begun
                yield Measured(node, true_loss(node, 7 * 10**6 + 100 * i), found)
        print(
            f"deal {count}: {spent / looks:.2f} s for its fair prices",
            f"({time.process_time() - start:.0f} s)",
            flush=True,
        )


def told(cases: list[Measured]) -> None:
    by_class: dict[str, list[Measured]] = defaultdict(list)
    for case in cases:
        by_class[case.name].append(case)
    print("true loss      decisions    mean    told     off  rms off error told  found")
    for _, name in CLASSES:
        if some := by_class[name]:
            off = [each.loss.mean - case.loss for case in some for each in case.found]
            errors = [each.loss.standard_error for case in some for each in case.found if each.loss.standard_error]
            print(
                f"{name:14} {len(some):9} {mean(case.loss for case in some):7.3f}"
                f" {mean(each.loss.mean for case in some for each in case.found):7.3f} {mean(off):+7.3f}"
                f" {mean(x * x for x in off) ** 0.5:8.3f} {median(errors or [0.0]):10.3f}"
                f" {mean(each.findable for case in some for each in case.found):6.0%}"
            )
    lowest = min(each.loss.mean for case in cases for each in case.found)
    measured_ones = [each.loss.standard_error for case in cases for each in case.found if each.loss.standard_error]
    print(f"lowest loss {lowest:.2f}; error of those measured: median {median(measured_ones):.3f}")


def experts(cases: list[Measured]) -> None:
    """The shares of experts by replays against experts who really play."""
    pairs = []
    for case in cases:
        shares = finders(case.node, case.found[0])
        if shares and isinstance(case.node.action, Play):
            view, priced = case.node.before.seen_by(case.node.seat), case.found[0].priced
            good = mean(priced.is_level(PLAYERS["expert"](s).act(view)) for s in range(EXPERTS))
            pairs.append((shares["expert"], good))
    if pairs:
        off = [a - b for a, b in pairs]
        print(
            f"{len(pairs)} mistakes: experts by replays {mean(a for a, _ in pairs):.2f},"
            f" {EXPERTS} who really play {mean(b for _, b in pairs):.2f}; apart {mean(map(abs, off)):.2f} on average"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=6)
    parser.add_argument("--seed", type=int, default=700)
    parser.add_argument("--looks", type=int, default=8)
    asked = parser.parse_args()
    cases = list(measured(asked.deals, asked.seed, asked.looks))
    told(cases)
    experts(cases)


if __name__ == "__main__":
    main()
