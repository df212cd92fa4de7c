"""Fit the accuracy and the levels of a review.

The data are matches of three deals under each named rule set in turn; each seat is a computer player of a random level.
Every decision that was not forced is priced as in a review. The losses of each player in each deal are written to ROWS,
one line per match, so that a stopped run continues where it was.

The calibration of `ninefivetwo.study.grades` is fitted to ROWS and written to `src/ninefivetwo/study/accuracy.json`.
With --check, the grades of each level are printed instead.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from math import log
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace

from benchmarks.report import estimate_of, figure, head, row
from benchmarks.survey_rows import shipped_policy
from ninefivetwo import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Match, UndealtMatch
from ninefivetwo.game.rules import NAMED, RuleSet
from ninefivetwo.layout import random_deals
from ninefivetwo.study import FAIR_WORLDS, accuracy, decision_nodes
from ninefivetwo.study.deal import forced_in
from ninefivetwo.study.fair_price import fair
from ninefivetwo.study.grades import FEWEST_DECISIONS, Calibration
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.players import PLAYERS
from ninefivetwo.think.players.runner import worker_processes

TABLE = Path(__file__).parents[1] / "src/ninefivetwo/study/accuracy.json"
LEVELS = [name for name in PLAYERS if name != "random"]
DEALS = 3  # deals of a match
CLUB = 80  # long-run accuracy of club players


@dataclass(frozen=True)
class Played:
    """The losses of one player in one deal: the fair loss of each decision, with its standard error."""

    level: str
    losses: list[list[float]]

    @property
    def loss(self) -> Estimate:
        """The total loss, in tricks."""
        found = np.array(self.losses).reshape(-1, 2)
        return Estimate(float(found[:, 0].sum()), float(np.sqrt((found[:, 1] ** 2).sum())), len(found))


def match_rows(seed: int, number: int) -> dict[str, Any]:
    """Play the match with this number and return the losses of its players."""
    random = np.random.default_rng((seed, number))
    levels = [LEVELS[i] for i in random.integers(len(LEVELS), size=len(Seat))]
    rules = list(NAMED.values())[number % len(NAMED)].rules
    cards = random_deals(seed << 32 | number)
    deals: list[dict[str, Any]] = []
    for match in islice(played(rules, levels, cards, number), DEALS):
        names = [name.partition(" ")[0] for name in match.names]
        deals.append({"players": names, "losses": losses(match)})
    return {"number": number, "rules": rules.name, "policy": shipped_policy(), "deals": deals}


def played(rules: RuleSet, levels: Sequence[str], cards: Any, number: int) -> Iterable[Match]:
    """Return the deals of a match, each at its end."""
    names = [f"{level} {i}" for i, level in enumerate(levels)]
    players = {name: PLAYERS[level](10 * number + i) for i, (name, level) in enumerate(zip(names, levels, strict=True))}
    dealer, left, right = names
    match = UndealtMatch(rules, (dealer, left, right))
    while True:
        now = match.dealt(next(cards))
        while (turn := now.deal.turn) is not None:
            now = now.after(players[now.names[turn.seat]].act(now.deal.seen_by(turn.seat)))
        yield now
        if now.over:
            return
        match = now.following()


def losses(match: Match) -> list[list[list[float]]]:
    """Return the fair loss and its error for each decision that was not forced, by seat."""
    limits = Limits(None, FAIR_WORLDS, threads=1)
    found: list[list[list[float]]] = [[] for _ in Seat]
    for index, node in enumerate(decision_nodes(match.deal)):
        if not forced_in(node):
            loss = fair(node, replace(limits, seed=2 * index)).loss
            found[node.seat].append([round(loss.mean, 5), round(loss.standard_error, 5)])
    return found


def gather(path: Path, matches: int, seed: int, cores: int) -> list[dict[str, Any]]:
    """Return the rows of the first matches; matches that the file lacks are played with today's policy and added to
    it."""
    lines = map(json.loads, path.read_text().splitlines()) if path.exists() else ()
    found = [row for row in lines if row["policy"] == shipped_policy()]
    todo = sorted(set(range(matches)) - {row["number"] for row in found})
    if todo:
        with path.open("a") as file, worker_processes(cores, "spawn") as processes:
            for row in processes.map(match_rows, [seed] * len(todo), todo):
                found.append(row)
                print(json.dumps(row), file=file, flush=True)
    return found


def all_played(rows: Sequence[dict[str, Any]]) -> list[Played]:
    """Return the losses of all players who made enough decisions in a deal for a grade."""
    return [
        Played(level, lost)
        for row in rows
        for deal in row["deals"]
        for level, lost in zip(deal["players"], deal["losses"], strict=True)
        if len(lost) >= FEWEST_DECISIONS
    ]


def fitted(found: Sequence[Played]) -> Calibration:
    """Return the fitted scale, the average loss of each level, and the spread.

    The loss of a level is the mean over all its decisions. The spread is the variance of a deal's losses about the
    expected loss of the level, divided by the mean (the dispersion of a quasi-Poisson model).
    """
    means = {}
    for level in LEVELS:
        own = [each for each in found if each.level == level]
        means[level] = sum(each.loss.mean for each in own) / sum(each.loss.n for each in own)
    expected = np.array([means[each.level] * each.loss.n for each in found])
    wrong = np.array([max(each.loss.mean, 0.0) for each in found]) - expected
    spread = float((wrong**2).sum() / expected.sum())
    scale = means["club"] / -log(CLUB / 100)
    levels = {level: round(mean, 4) for level, mean in means.items()}
    return Calibration(round(scale, 4), levels, round(spread, 3), shipped_policy())


def grade_of(each: Played) -> float:
    found = accuracy(each.loss)
    assert found is not None
    return found.mean


def show(found: Sequence[Played]) -> None:
    """Print the accuracies and recognised levels that the calibration gives for these deals."""
    head("level", "deals", "decisions a deal", "fair loss a decision", "accuracy of a deal", "spread over deals")
    for level in LEVELS:
        if own := [each for each in found if each.level == level]:
            number, loss = np.mean([each.loss.n for each in own]), estimate_of([e.loss.mean / e.loss.n for e in own])
            grades = [grade_of(each) for each in own]
            row(level, len(own), f"{number:.1f}", figure(loss), f"{np.mean(grades):.0f}", f"{np.std(grades):.0f}")


def main(rows: Path, *, matches: int = 100, seed: int = 1, cores: int = 2, check: bool = False) -> None:
    """
    rows: file of losses, which a stopped run continues
    check: print the grades in rows, which should have another seed, and write nothing
    """
    found = all_played(gather(rows, matches, seed, cores))
    if check:
        show(found)
        return
    calibrated = fitted(found)
    print(calibrated)
    TABLE.write_bytes(msgspec.json.format(msgspec.json.encode(calibrated), indent=1) + b"\n")
