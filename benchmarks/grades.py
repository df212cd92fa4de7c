"""Measure whether the grades of a review are stable under other seeds, and who finds the mistakes.

The levels of the players are drawn at random, and each deal is priced with every seed, under every named rule set in
turn. The program prints the spread of each player's total fair loss in a deal, divided by its stated error (1 is
right): for all, for each third by error, and the largest. It also prints how often a decision marked under one of two
seeds has the same mark under both, and how often a player ranks better under one seed and worse under another.

With --finders and one seed, the program compares the stated share of each level that would find a mistake with the
share that does find it. It also prints how likely the best choices are for the population of club players at several
degrees of sharpness; the likeliest degree is fitted (`ninefivetwo.think.players.levels`).

The results are written to ROWS, one line per deal and seed, so that a stopped run continues where it was.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, islice, pairwise
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.fit_accuracy import played
from benchmarks.report import head, row
from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Match
from ninefivetwo.game.rules import NAMED
from ninefivetwo.layout import random_deals
from ninefivetwo.study import FAIR_WORLDS, Fair, decision_nodes
from ninefivetwo.study.deal import forced_in
from ninefivetwo.study.fair_price import fair
from ninefivetwo.study.grades import FEWEST_DECISIONS, places
from ninefivetwo.study.nodes import DecisionNode
from ninefivetwo.study.who_finds import finders
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.players import PLAYERS
from ninefivetwo.think.players.levels import club_chances

APART = 1000  # spacing between the seeds of reviews, because each decision has its own seeds
TABLE = ["beginner", "rule", "club", "expert"]
SHARP = (0.5, 1.0, 1.5, 2.0, 2.3, 3.0, 4.0, 6.0, 8.0, 10.0, 12.0, 16.0, 24.0)
REPLAYED = {"club": 1, "expert": 3, "master": 1}  # number of decisions by a player of each level

Rows = list[dict[str, Any]]


@cache
def deal(seed: int, number: int) -> Match:
    """Return the second deal of a match, which has an exchange if the rules have one."""
    random = np.random.default_rng((seed, number))
    levels = [TABLE[i] for i in random.integers(len(TABLE), size=len(Seat))]
    rules = list(NAMED.values())[number % len(NAMED)].rules
    return list(islice(played(rules, levels, random_deals(seed << 32 | number), number), 2))[-1]


def priced(match: Match, seed: int, worlds: int) -> Iterator[tuple[int, DecisionNode, Fair]]:
    """Yield the fair price of each decision in a deal that was not forced."""
    for index, node in enumerate(decision_nodes(match.deal)):
        if not forced_in(node):
            limits = Limits(None, worlds, APART * seed + 2 * index, threads=1)
            yield index, node, fair(node, limits)


def losses(match: Match, seed: int, worlds: int) -> Rows:
    """Return each decision with its fair loss, the error and the mark."""
    return [
        {
            "i": i,
            "seat": int(node.seat),
            "loss": found.loss.mean,
            "error": found.loss.standard_error,
            "mark": found.mark,
        }
        for i, node, found in priced(match, seed, worlds)
    ]


def found_by(match: Match, seed: int, worlds: int) -> Rows:
    """Return, for each decision, the chance by sharpness that club players choose well, and who finds it if it is a
    mistake.
    """
    rows = []
    for i, node, found in priced(match, seed, worlds):
        view, choices = node.before.seen_by(node.seat), found.priced
        assert choices is not None
        good = np.array(choices.level)
        if good.all():
            continue
        club = [float(club_chances(view, choices.choices, sharp)[good].sum()) for sharp in SHARP]
        one: dict[str, Any] = {"kind": type(node.action).__name__, "club": club}
        if (shares := finders(node, found, APART * seed + 2 * i)) is not None:
            plays = {
                level: np.mean([choices.is_level(PLAYERS[level](s).act(view)) for s in range(number)])
                for level, number in REPLAYED.items()
            }
            one |= {"finds": shares, "played": {"beginner": shares["beginner"]} | plays}
        rows.append(one)
    return rows


def gather(path: Path, seed: int, deals: Sequence[int], seeds: int, worlds: int, only_finders: bool) -> Rows:
    """Return the rows of all deals and seeds; those that the file lacks are computed and added to it."""
    known = [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []
    done = {(each["deal"], each["seed"]) for each in known}
    work = found_by if only_finders else losses
    with path.open("a") as file:
        for number in deals:
            for each in range(seeds):
                if (number, each) not in done:
                    found = work(deal(seed, number), each, worlds)
                    known.append({"deal": number, "seed": each, "rows": found})
                    print(json.dumps(known[-1]), file=file, flush=True)
    return known


def sums(known: Rows) -> dict[tuple[int, int], list[Estimate]]:
    """Return the total fair loss of each player in each deal, for every seed."""
    found = defaultdict(list)
    for each in known:
        for seat in range(len(Seat)):
            own = [one for one in each["rows"] if one["seat"] == seat]
            if len(own) >= FEWEST_DECISIONS:
                error = sum(one["error"] ** 2 for one in own) ** 0.5
                found[each["deal"], seat].append(Estimate(sum(one["loss"] for one in own), error, len(own)))
    return found


def show_spread(known: Rows) -> None:
    """Print the spread of the losses between seeds, divided by the stated error."""
    of_players = list(sums(known).values())
    varies = np.array([np.var([loss.mean for loss in each], ddof=1) for each in of_players])
    told = np.array([np.mean([loss.standard_error**2 for loss in each]) for each in of_players])
    order = np.argsort(told)
    head("players in a deal", "number", "error, tricks", "spread over error", "largest")
    for name, some in (("all", order), *zip(("small error", "middle", "large"), np.array_split(order, 3), strict=True)):
        ratio, largest = (varies[some].sum() / told[some].sum()) ** 0.5, (varies[some] / told[some]).max() ** 0.5
        row(name, len(some), f"{told[some].mean() ** 0.5:.3f}", f"{ratio:.2f}", f"{largest:.2f}")


def show_marks(known: Rows) -> None:
    """Print how often marks agree between two seeds, and how often two seeds rank players in opposite orders."""
    marks, both, same = defaultdict(list), 0, 0
    for each in known:
        for one in each["rows"]:
            marks[each["deal"], one["i"]].append(one["mark"])
    for each in marks.values():
        pairs = [pair for pair in combinations(each, 2) if any(pair)]
        both, same = both + len(pairs), same + sum(one == other for one, other in pairs)
    reviews = len({(each["deal"], each["seed"]) for each in known})
    number = sum(bool(mark) for each in marks.values() for mark in each) / reviews
    print(f"\n{number:.2f} marks a deal; {same / max(both, 1):.1%} of {both} pairs are the same")
    compared, close, turned = 0, 0, 0
    found = sums(known)
    for one, other in combinations(found, 2):
        if one[0] == other[0] and one[1] != other[1]:
            called = [_better(*pair) for pair in zip(found[one], found[other], strict=True)]
            compared, close = compared + len(called), close + called.count(0)
            turned += {1, -1} <= set(called)
    print(f"{compared} pairs of players ranked, {close} too close to call; {turned} called better and worse")


def _better(one: Estimate, other: Estimate) -> int:
    """Return 1 if the first player is ranked better, -1 if worse, and 0 if they are too close to call; as in a review,
    by loss per decision.
    """
    each = [Estimate(loss.mean / loss.n, loss.standard_error / loss.n, loss.n) for loss in (one, other)]
    order = sorted(each, key=lambda loss: loss.mean)
    return 0 if places(order) == [1, 1] else 1 if order[0] is each[0] else -1


def show_finders(known: Rows) -> None:
    """Print the stated and actual shares of finders, and the log likelihood of the best choices by sharpness."""
    rows = [one for each in known for one in each["rows"]]
    mistakes = [one for one in rows if "finds" in one]
    head(f"of {len(mistakes)} mistakes", *mistakes[0]["finds"])
    row("would find", *(f"{np.mean([one['finds'][level] for one in mistakes]):.2f}" for level in mistakes[0]["finds"]))
    row("found", *(f"{np.mean([one['played'][level] for one in mistakes]):.2f}" for level in mistakes[0]["finds"]))
    lists = [list(one["finds"].values()) for one in mistakes]
    falls = [sum(before - after > 0.1 for before, after in pairwise(each)) > 0 for each in lists]
    print(f"\nin {sum(falls)} a level finds it less often by a tenth than the one before\n")
    head("club players", "decisions", *map(str, SHARP))
    for kind in dict.fromkeys(one["kind"] for one in rows):
        some = np.array([one["club"] for one in rows if one["kind"] == kind])
        row(kind, len(some), *(f"{mean:.3f}" for mean in np.log(np.maximum(some, 1e-9)).mean(axis=0)))


def main(
    rows: Path,
    *,
    deals: int = 67,
    first: int = 0,
    seeds: int = 8,
    worlds: int = FAIR_WORLDS,
    seed: int = 40,
    finders: bool = False,
) -> None:
    """
    rows: file of results, which a stopped run continues
    first: number of the first deal
    seed: seed of the cards and the players
    """
    known = gather(rows, seed, range(first, first + deals), 1 if finders else seeds, worlds, finders)
    if finders:
        show_finders(known)
    else:
        show_spread(known)
        show_marks(known)
