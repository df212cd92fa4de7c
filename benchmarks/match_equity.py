"""Whether the chances of winning a match are right.

Under each rule set whole matches are played out by the learned policy, with the exchange and all.  Each is looked at
after one of its deals, whose number is drawn from those of another match: what is still to come must have no say in it.
The chances that `ninefivetwo.think.models.match_equity` gives the three players there are compared with who won.

In tens: how often chances of about that size were given, their mean, how often those players won, the standard error if
the chances are right, and by how many of them the two differ.  `log loss` is minus the mean logarithm of the chance
given to the winner; `by rank` is that of a forecast which knows only how often leaders, seconds and lasts won in
these very matches.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from benchmarks.report import head, row
from ninefivetwo.cards import Seat
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.sets import Floats
from ninefivetwo.survey.matches import match_rows
from ninefivetwo.survey.work import Work
from ninefivetwo.think.models.match_equity import MatchScore, chance

Ints = npt.NDArray[np.int64]
TENS = 10


def moments(text: str, number: int, seed: int) -> Iterator[tuple[Floats, Floats, Ints]]:
    """One moment of each match that had any: the three chances given there, the shares won, and the scores, by seat."""
    rules, rows, random = (
        parse_rules(text),
        match_rows(Work("matches", text, seed, number)),
        np.random.default_rng(seed),
    )
    ends = np.flatnonzero(rows["last"]) + 1
    starts = np.concatenate([[0], ends[:-1]])
    for start, end, deals in zip(starts, ends, np.roll(ends - starts, -1), strict=True):
        at = start + random.integers(deals)
        if at < end - 1:
            players, won = rows["players"][at], [int(rows[f"{seat.word}_tricks"][at]) for seat in Seat]
            total = rows["scores"][at][players].astype(np.int64)
            score = MatchScore(tuple((total - rows["points"][at]).tolist()), int(rows["deal"][at]))
            given = [chance(rules, score, (won[0], won[1], won[2]), seat) for seat in Seat]
            yield np.array(given), rows["shares"][end - 1][players].astype(float), total


def report(name: str, given: Floats, found: Floats, totals: Ints) -> None:
    """The log losses and the ten bins; chances, shares and scores of moments (rows) and seats."""
    ranks = (-totals).argsort(axis=1, kind="stable").argsort(axis=1)
    rates = np.array([found[ranks == rank].mean() for rank in range(3)])
    lost, by_rank = (-(found * np.log(np.maximum(each, 1e-6))).sum(axis=1) for each in (given, rates[ranks]))
    losses = f"log loss {lost.mean():.3f} ± {lost.std() / len(lost) ** 0.5:.3f}, by rank {by_rank.mean():.3f}"
    print(f"\n{name}: {len(given)} matches; {losses}, with even chances {np.log(3):.3f}")
    print()
    head("given", "times", "mean", "won", "errors off")
    for low in range(TENS):
        here = (given >= low / TENS) & (given < (low + 1) / TENS + (low == TENS - 1))
        if number := int(here.sum()):
            likely = (given * here).sum(axis=1)  # of a match, that one of its players here wins: only one can
            error = np.sqrt((likely * (1 - likely)).sum())
            off = ((found - given) * here).sum() / error
            won = f"{100 * found[here].mean():.1f} ± {100 * error / number:.1f} %"
            row(f"{10 * low} to {10 * low + 10} %", number, f"{100 * given[here].mean():.1f} %", won, f"{off:+.1f}")


def main(rules: tuple[str, ...] = tuple(NAMED), *, matches: int = 2000, seed: int = 77) -> None:
    """
    rules: rule sets
    matches: under each rule set
    """
    every = []
    for text in rules:
        found = list(moments(text, matches, seed))
        every += found
        report(text, *(np.array(each) for each in zip(*found, strict=True)))
    report("all", *(np.array(each) for each in zip(*every, strict=True)))
