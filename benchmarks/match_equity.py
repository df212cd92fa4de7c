"""Whether the chances of winning a match are right.

Under each rule set whole matches are played out by the learned policy, with the exchange and all.  Each is looked at
after one of its deals, whose number is drawn from those of another match: what is still to come must have no say in it.
The chances that `ninefivetwo.models.match_equity` gives the three players there are compared with who won.

In tens: how often chances of about that size were given, their mean, how often those players won, the standard error if
the chances are right, and by how many of them the two differ.  `log loss` is minus the mean logarithm of the chance
given to the winner; `by rank` is that of a forecast which knows only how often leaders, seconds and lasts won in
these very matches.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from benchmarks.report import head, row
from ninefivetwo.cards import Seat
from ninefivetwo.game.match import winners_of
from ninefivetwo.models.match_equity import MatchScore, chance
from ninefivetwo.playouts import Policies, play_out, policy
from ninefivetwo.rules import NAMED, RuleSet, parse_rules
from ninefivetwo.sets import Floats
from ninefivetwo.survey.dealt import dealt, ready

Ints = npt.NDArray[np.int64]
TENS = 10


class Played(NamedTuple):
    """A deal of a match: its number, the score before it and its tricks, by seat."""

    number: int
    score: tuple[int, int, int]
    won: tuple[int, int, int]


def tricks_of(
    rules: RuleSet, previous: Ints | None, number: int, policies: Policies, seed: int, threads: int = 1, salt: int = 0
) -> Ints:
    """The tricks of dealer, left and right in so many deals; shape (number, 3).

    previous: the results of the deals before, a row each, by the seats now; None for first deals.  salt: another one
    gives the players other random numbers, and the same cards.
    """
    games = ready(rules, previous, dealt(number, seed)).games
    return play_out(policies, games, seed=salt << 50 | seed, threads=threads).astype(np.int64)


def play_matches(rules: RuleSet, policies: Policies, number: int, seed: int) -> list[tuple[list[Played], list[float]]]:
    """Whole matches side by side: their deals, and each first-deal seat's share of the win."""
    contracts = np.array(rules.contracts)
    deals: list[list[Played]] = [[] for _ in range(number)]
    shares: list[list[float]] = [[] for _ in range(number)]
    going, scores, previous = np.arange(number), np.zeros((number, 3), np.int64), None
    for deal in range(1, 1000):
        tricks = tricks_of(rules, previous, len(going), policies, seed * 1000 + deal)
        results = tricks - contracts
        on = np.full(len(going), True)
        for i, match in enumerate(going):
            score, won, result = (_three(each[i]) for each in (scores, tricks, results))
            total = _three(scores[i] + results[i])
            deals[match].append(Played(deal, score, won))
            if winners := winners_of(rules, total, result, won, deal):
                share = [(seat in winners) / len(winners) for seat in Seat]
                shares[match] = [share[(player - deal + 1) % 3] for player in range(3)]
                on[i] = False
        going, previous = going[on], np.roll(results[on], -1, axis=1)
        scores = np.roll((scores + results)[on], -1, axis=1)
        if not len(going):
            break
    return [(played, share) for played, share in zip(deals, shares, strict=True) if share]


def _three(row: Ints) -> tuple[int, int, int]:
    return int(row[0]), int(row[1]), int(row[2])


def moments(
    rules: RuleSet, matches: list[tuple[list[Played], list[float]]], seed: int
) -> Iterator[tuple[Floats, Floats, Ints]]:
    """One moment of each match that had any: the three chances given there, the shares won, and the scores."""
    random = np.random.default_rng(seed)
    for (deals, shares), (others, _) in zip(matches, [*matches[1:], matches[0]], strict=True):
        at = random.integers(len(others))
        if at < len(deals) - 1:
            number, score, won = deals[at]
            given = [chance(rules, MatchScore(score, number), won, seat) for seat in Seat]
            found = [shares[(seat + number - 1) % 3] for seat in Seat]
            total = np.array(score) + np.array(won) - np.array(rules.contracts)
            yield np.array(given), np.array(found), total


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
    learned = policy("learned")
    every = []
    for text in rules:
        asked = parse_rules(text)
        found = list(moments(asked, play_matches(asked, (learned,) * 3, matches, seed), seed))
        every += found
        report(text, *(np.array(each) for each in zip(*found, strict=True)))
    report("all", *(np.array(each) for each in zip(*every, strict=True)))
