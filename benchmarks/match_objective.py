"""Does playing to win the match win more matches than playing for tricks?

    python benchmarks/match_objective.py [--matches N] [--seed S] [--late CHANCE] [RULES ...]

Matches are played on from moments that equals have reached: from their first deal, or (`--late`) from where the next
deal ends them with at least that chance.  A player by rollouts sits in each of the three places in turn, with two
players of the learned policy; once he plays for tricks and once, in the same worlds and with the same number of
playouts, takes the card with the best chance of winning the match (`ninefivetwo.models.match_equity`).  `gain` is how
many matches of 100 he wins more by that, in pairs, the mean over the places; `control` is what he wins more in one of
the places by other random numbers, for tricks.  Beside each the same of his chance of winning after the first deal.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from match_equity import play_matches, tricks_of

from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game.exchange import tricks_won
from ninefivetwo.game.match import rotated, winners_of
from ninefivetwo.models.deal_results import OUTCOMES, index_of, next_results
from ninefivetwo.models.match_equity import MatchScore, chance, chances
from ninefivetwo.models.solved_match import ends
from ninefivetwo.playouts import Policy, policy
from ninefivetwo.rules import NAMED, RuleSet, parse_rules
from ninefivetwo.sets import Floats

WORLDS, PRIOR, PRIOR_MATCH = 32, 60, 40
LEAST_SLOPE = 0.01  # of the chance of the match, a trick
CHANGES, CHANGE = 4, 0.6  # how often a trick may change hands, with what chance
Ints = npt.NDArray[np.int64]
Three = tuple[int, int, int]


class Moment(NamedTuple):
    """A match before a deal: the score by the seats of that deal, the last results, the deal's number."""

    score: Three
    previous: Three | None
    number: int


START = Moment((0, 0, 0), None, 1)


def late_moments(rules: RuleSet, least: float, number: int, seed: int) -> Iterator[Moment]:
    """The first moment of each of some matches at which the next deal ends the match with that chance."""
    learned, table = policy("learned"), next_results(rules)
    for deals, _ in play_matches(rules, (learned, learned, learned), number, seed):
        for deal in deals[:-1]:
            results = _less(deal.won, rules.contracts)
            moment = Moment(rotated(_plus(deal.score, results)), rotated(results), deal.number + 1)
            if chance_of_end(rules, moment, table[index_of(*deal.won[:2])]) >= least:
                yield moment
                break


def chance_of_end(rules: RuleSet, moment: Moment, likely: Floats) -> float:
    """The chance that the next deal ends the match."""
    results = OUTCOMES - np.array(rules.contracts)
    last = rules.deals is not None and moment.number >= rules.deals
    over, _ = ends(rules, np.array(moment.score) + results, results, OUTCOMES, last)
    return float(likely[over].sum())


def worth(rules: RuleSet, moment: Moment, seat: Seat) -> Floats:
    """What a seat's tricks and the next one's are worth: the chance of the match, in units of what a trick adds to it.

    So a learned policy's own opinion, which is in tricks, counts for as much as where tricks are played for.  The
    chance is evened out over the results near each: a playout errs by a trick or two, and few worlds tell little of
    steps in the table.
    """
    table = chances(rules, MatchScore(moment.score, moment.number), seat)
    likely = next_results(rules)
    weights = likely.mean(axis=0) if moment.previous is None else likely[_last(rules, moment.previous)]
    own, after = OUTCOMES[:, seat], OUTCOMES[:, seat.next]
    even = _near() @ table[own, after]
    spread = own - weights @ own
    slope = float(weights @ (spread * even) / (weights @ spread**2))
    found = np.zeros_like(table)
    found[own, after] = even / max(slope, LEAST_SLOPE)
    return found


@cache
def _near() -> Floats:
    """The share of each outcome (columns) after so many changes (rows: of which), each of a trick between two seats."""
    once = (1 - CHANGE) * np.eye(len(OUTCOMES))
    for i, outcome in enumerate(OUTCOMES):
        for giver, receiver in permutations(range(3), 2):
            other = outcome.copy()
            other[[giver, receiver]] += (-1, 1)
            once[i, index_of(*other[:2]) if other[giver] >= 0 else i] += CHANGE / 6
    return np.linalg.matrix_power(once, CHANGES)


def _last(rules: RuleSet, previous: Three) -> int:
    """The row of `OUTCOMES` of the last deal, from its results by the seats now."""
    left, _, dealer = tricks_won(rules, previous)  # who deals now was left then
    return index_of(dealer, left)


def play_on(rules: RuleSet, moment: Moment, seat: Seat, for_match: bool, seed: int, salt: int = 0) -> Floats:
    """The player's share of the win who sits there at the moment, and plays for the match or for tricks; and his chance
    of it after the first deal."""
    after_first = -1.0
    learned = policy("learned")
    while True:
        table = worth(rules, moment, seat) if for_match else None
        policies = [learned] * 3
        policies[seat] = Policy.rollout(learned, WORLDS, prior=PRIOR_MATCH if for_match else PRIOR, worth=table)
        previous = None if moment.previous is None else np.array([moment.previous])
        cards = (seed << 10) + moment.number
        won = _three(tricks_of(rules, previous, 1, (policies[0], policies[1], policies[2]), cards, salt=salt)[0])
        results = _less(won, rules.contracts)
        total = _plus(moment.score, results)
        if after_first < 0:
            after_first = chance(rules, MatchScore(moment.score, moment.number), won, seat)
        if winners := winners_of(rules, total, results, won, moment.number):
            return np.array([(seat in winners) / len(winners), after_first])
        moment, seat = Moment(rotated(total), rotated(results), moment.number + 1), Seat((seat - 1) % 3)


def compared(rules: RuleSet, moment: Moment, seed: int) -> Floats:
    """One moment: the gain of the player for the match, and of his chance after the first deal; the control's same two.

    The gains are means over the three places.
    """
    before = [play_on(rules, moment, seat, False, seed) for seat in Seat]
    gain = [play_on(rules, moment, seat, True, seed) - before[seat] for seat in Seat]
    place = Seat(seed % 3)
    return np.concatenate([np.mean(gain, axis=0), play_on(rules, moment, place, False, seed, salt=1) - before[place]])


def _three(row: Ints) -> Three:
    return int(row[0]), int(row[1]), int(row[2])


def _plus(one: Three, other: Three) -> Three:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def _less(one: Three, other: Three) -> Three:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules", nargs="*", help="rule sets; default: every named one")
    parser.add_argument("--matches", type=int, default=200, help="under each rule set")
    parser.add_argument("--late", type=float, default=0.0, metavar="CHANCE", help="that the next deal ends the match")
    parser.add_argument("--seed", type=int, default=5)
    asked = parser.parse_args()
    every: list[Floats] = []
    print(
        "| rules | matches | gain, matches of 100 | chance after a deal | control | chance |\n|---|---|---|---|---|---|"
    )
    for text in asked.rules or NAMED:
        rules = parse_rules(text)
        moments = [START] * asked.matches
        if asked.late:
            moments = list(late_moments(rules, asked.late, asked.matches, asked.seed))
        found = [compared(rules, moment, asked.seed << 20 | i) for i, moment in enumerate(moments)]
        every += found
        print(line(text, found), flush=True)
    print(line("all", every))


def line(name: str, found: list[Floats]) -> str:
    """A row of the table."""
    columns = [Estimate.of(100 * each) for each in np.array(found).T]
    figures = (f"{each.mean:+.2f} ± {each.standard_error:.2f}" for each in columns if each is not None)
    return f"| {name} | {len(found)} | {' | '.join(figures)} |"


if __name__ == "__main__":
    main()
