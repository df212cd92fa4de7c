"""Measure whether the chances of winning a match are right, by simulated matches and by played matches.

Simulated matches: scores are drawn, under each rule set, from matches whose results follow the fitted model; every
other score comes after one of the last two deals before the end. From each score, the given number of matches is
simulated by the same model. The program prints the mean and the largest error of the chances in percentage points, the
number of errors above half a point, and the standard error of a simulated chance of one half. It also prints the time
for the first score and the slowest of the others, and whether the three chances add up to 1.

Played matches: club players play whole matches by the policy, and experts play a hundredth of that number card by card.
The chances are compared with the final winner after every deal of experts, and after one deal of each match of club
players. The number of this deal is drawn from another match, so that it does not depend on what follows. The log loss
is minus the mean logarithm of the chance given to the winner; its standard error is clustered by match. With --against
DIR, the program also prints how much larger the log loss of the version in DIR is.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from benchmarks.report import estimate_of, figure, head, row, timed
from benchmarks.survey_rows import tricks_of
from benchmarks.versions import python_of
from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game.rules import NAMED, RuleSet, parse_rules, rules_text
from ninefivetwo.sets import Floats
from ninefivetwo.survey.deals import match_rows
from ninefivetwo.survey.work import Columns, Work
from ninefivetwo.think.models.deal_results import OUTCOMES, Integers, index_of, next_results, usual_results
from ninefivetwo.think.models.match_ends import ends
from ninefivetwo.think.models.match_equity import MatchScore, chance
from ninefivetwo.think.players import Table, play_rounds

LONG = (
    "wikipedia target=60",
    "nine-five-two target=40",
    "catalan-20 target=100",
    "catalan-plus-minus target=40 floor=-40",
    "nine-two-five target=60 floor=-60",
    "sergeant-major target=60 sweep=15",
    "bga deals=18",
    "bga deals=60",
)
LIMIT = 0.5  # percentage points
EXPERTS = 100  # matches of club players per match of experts
MOST = 100_000  # largest number of deals in a match
#: A program for another version's Python, which reads rules, scores, numbers and tricks and writes each seat's chances.
ASKED = """
import json, sys
try:
    from ninefivetwo.think.models.match_equity import MatchScore, chance
except ImportError:
    from ninefivetwo.models.match_equity import MatchScore, chance
try:
    from ninefivetwo.game.rules import parse_rules
except ImportError:
    from ninefivetwo.rules import parse_rules
from ninefivetwo.cards import Seat
asked = json.load(sys.stdin)
print(json.dumps([
    [chance(parse_rules(text), MatchScore(tuple(score), number), tuple(won), seat) for seat in Seat]
    for text, score, number, won in asked
]))
"""

Three = tuple[int, int, int]


@dataclass(frozen=True)
class Moment:
    """A point after a deal that did not end its match: the score before the deal by its seats, its number, and its
    tricks.
    """

    rules: RuleSet
    score: Three
    number: int
    won: Three

    def chances(self) -> Floats:
        """The chance of winning the match for each seat."""
        return np.array([chance(self.rules, MatchScore(self.score, self.number), self.won, seat) for seat in Seat])


class Played(NamedTuple):
    """A point of a match that was played: the number of the match, and each seat's share of the final win."""

    match: int
    moment: Moment
    shares: Floats


def drawn(rules: RuleSet, number: int, seed: int) -> Iterator[Moment]:
    """Yield points of matches whose results are drawn from the model."""
    random, table, found = np.random.default_rng(seed), next_results(rules), 0
    while found < number:
        moments = list(_match(rules, random, table))
        if moments:
            late = len(moments) - 1 - random.integers(min(2, len(moments)))
            yield moments[late if found % 2 else random.integers(len(moments))]
            found += 1


def _match(rules: RuleSet, random: np.random.Generator, table: Floats) -> Iterator[Moment]:
    """Yield the deals of a match drawn from the model, without the deal that ends it."""
    score, chances = np.zeros(3, np.int64), usual_results(table)
    for number in range(1, MOST):
        last = random.choice(len(table), p=chances / chances.sum())
        won, results = OUTCOMES[last], OUTCOMES[last] - rules.contracts
        if ends(rules, (score + results)[None], results[None], won[None], number == rules.deals)[0][0]:
            return
        yield Moment(rules, _three(score), number, _three(won))
        score, chances = np.roll(score + results, -1), table[last]


def _three(values: Integers) -> Three:
    one, two, three = map(int, values)
    return one, two, three


def simulated(moment: Moment, matches: int, seed: int) -> Floats:
    """Return each seat's share of the wins in simulated matches that continue from a point."""
    rules, random = moment.rules, np.random.default_rng(seed)
    table = next_results(rules)
    results = OUTCOMES - np.array(rules.contracts)
    steps = (np.minimum(table.cumsum(axis=1), 1) + np.arange(len(table))[:, None]).ravel()
    last = np.full(matches, index_of(*moment.won[:2]))
    totals, won = moment.score + results[last], np.zeros(3)
    for number in range(moment.number + 1, MOST):
        totals = np.roll(totals, -1, axis=1)
        last = np.searchsorted(steps, last + random.random(len(last)), side="right") % len(table)
        totals += results[last]
        at_last = rules.deals is not None and number >= rules.deals
        over, shares = ends(rules, totals, results[last], OUTCOMES[last], at_last)
        won += np.roll(shares[over].sum(axis=0), number - moment.number)
        totals, last = totals[~over], last[~over]
        if not len(last):
            break
    return won / matches


def compare(text: str, scores: int, matches: int, seed: int) -> None:
    """Print a row that compares the chances with simulated matches."""
    took, off, sums = [], [], []
    for i, moment in enumerate(drawn(parse_rules(text), scores, seed)):
        seconds, chances = timed(moment.chances)
        took.append(seconds)
        sums.append(abs(chances.sum() - 1))
        off.append(100 * abs(chances - simulated(moment, matches, seed + i)).max())
    above, error = sum(each > LIMIT for each in off), 50 / matches**0.5
    cells = [np.mean(off), max(off), above, error, took[0], max(took[1:], default=0)]
    row(
        text,
        *(f"{cell:.2f}" if isinstance(cell, float) else cell for cell in cells),
        "yes" if max(sums) < 1e-9 else "no",
    )


def of_rows(rules: RuleSet, rows: Columns, seed: int) -> Iterator[Played]:
    """Yield one point of each match in a survey, if the match has enough deals."""
    random, tricks = np.random.default_rng(seed), tricks_of(rows)
    ends_at = np.flatnonzero(rows["last"])
    starts = np.concatenate([[0], ends_at[:-1] + 1])
    for start, end, deals in zip(starts, ends_at, np.roll(ends_at - starts, -1), strict=True):
        at = start + random.integers(max(deals, 1))
        if at < end:
            players = rows["players"][at]
            score = rows["scores"][at][players].astype(np.int64) - rows["points"][at]
            moment = Moment(rules, _three(score), int(rows["deal"][at]), _three(tricks[at]))
            yield Played(int(rows["match"][at]), moment, rows["shares"][end][players].astype(float))


def of_experts(rules: RuleSet, matches: int, seed: int) -> Iterator[Played]:
    """Yield the points of matches between experts."""
    table = Table(("expert", "expert", "expert"), rules, seed, matches=True)
    for played in play_rounds(table, range(matches)):
        end = played.deals[-1]
        winners = [end.names[seat] for seat in end.winners()]
        for match in played.deals[:-1]:
            shares = np.array([(name in winners) / len(winners) for name in match.names])
            yield Played(played.number, Moment(rules, match.score, match.number, match.deal.won), shares)


def hold(name: str, played: list[Played], against: str | None) -> None:
    """Print a row that compares the chances with the winners."""
    lost = _losses(np.array([each.moment.chances() for each in played]), played)
    cells = [figure(_by_match(lost, played))]
    if against is not None:
        other = _losses(_of_version(against, [each.moment for each in played]), played)
        cells.append(figure(_by_match(other - lost, played), 4))
    row(name, len({each.match for each in played}), len(played), *cells)


def _losses(chances: Floats, played: list[Played]) -> Floats:
    """Return minus the logarithm of the chance given to the winner, averaged over the winners of a shared win."""
    won = np.array([each.shares for each in played])
    found: Floats = -(won * np.log(np.maximum(chances, 1e-6))).sum(axis=1)
    return found


def _by_match(values: Floats, played: list[Played]) -> Estimate:
    """Return the mean over all points; points of one match are not independent."""
    _, at = np.unique([each.match for each in played], return_inverse=True)
    sums = np.bincount(at, values - values.mean())
    return estimate_of(values.mean() + sums * len(sums) / len(values))


def _of_version(directory: str, moments: list[Moment]) -> Floats:
    """Return the chances given by the version in a directory. Raises ValueError if there is no version."""
    asked = [(rules_text(each.rules), each.score, each.number, each.won) for each in moments]
    found = subprocess.run(
        [python_of(directory), "-c", ASKED], input=json.dumps(asked), stdout=subprocess.PIPE, text=True, check=True
    )
    return np.array(json.loads(found.stdout))


def main(
    rules: tuple[str, ...] = (*NAMED, *LONG),
    *,
    scores: int = 10,
    matches: int = 400_000,
    played_matches: int = 0,
    against: str | None = None,
    seed: int = 77,
) -> None:
    """
    rules: rule sets
    scores: number of scores under each rule set
    matches: number of matches simulated from each score
    played_matches: number of matches of club players under each rule set; no matches are simulated then
    against: checkout of another version, set up by make .venv/tested
    """
    if not played_matches:
        head("rules", "off, points", "largest", f"above {LIMIT}", "error", "first, s", "others, s", "sum 1")
        for text in rules:
            compare(text, scores, matches, seed)
        return
    head("played", "matches", "moments", "log loss", *(() if against is None else ("more in the other version",)))
    for text in rules:
        parsed = parse_rules(text)
        rows = match_rows(Work("matches", text, seed, played_matches))
        hold(f"{text}: club", list(of_rows(parsed, rows, seed)), against)
        if experts := played_matches // EXPERTS:
            hold(f"{text}: expert", list(of_experts(parsed, experts, seed)), against)
