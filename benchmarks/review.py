"""How long a review takes, and whether it comes out: `python -m benchmarks review [--deals N] [--log FILE]`

Deals of matches of three club players, four of a match, under every named rule set in turn.  Of each the hindsight
is timed, the fair prices, and the whole review at its default limits, on all cores or --threads; and it is checked that
no cost is below zero, that every trick is accounted for and that luck and skill sum to the result.  With --deep that
every choice valued exactly gives the same prices, and no choice exceeds the bound that it had.

With --log what was found is kept, a line a deal, and a run that was stopped goes on behind it.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from ninefivetwo.advise import Limits
from ninefivetwo.cards import Seat
from ninefivetwo.dealing import random_deals
from ninefivetwo.game import Match, UndealtMatch
from ninefivetwo.players.names import PLAYERS
from ninefivetwo.review import FAIR_WORLDS, Decision, Judge, Review, decision_nodes, review, shown
from ninefivetwo.review.deal import judged_fairly
from ninefivetwo.rules.named import NAMED

DEALS_OF_A_MATCH = 4
PARTS = ("hindsight", "fair", "whole")


def club_deals(seed: int) -> Iterator[tuple[int, Match]]:
    """The number of a match, and a deal of it at its end."""
    rules = list(NAMED.values())
    for number in range(10**6):
        match, club = UndealtMatch(rules[number % len(rules)].rules), PLAYERS["club"](seed)
        for layout in islice(random_deals(seed + number), DEALS_OF_A_MATCH):
            dealt = match.dealt(layout)
            while (turn := dealt.deal.turn) is not None:
                dealt = dealt.after(club.act(dealt.deal.seen_by(turn.seat)))
            yield number, dealt
            if dealt.over:
                break
            match = dealt.following()


def measured(match: Match, parts: list[str], limits: Limits, deep: bool) -> dict[str, Any]:
    """Seconds by part, the standard errors of the fair losses, and what is wrong."""
    nodes, row, wrong = decision_nodes(match.deal), dict[str, Any](), list[str]()
    found = None
    if "hindsight" in parts:
        judge = Judge(threads=limits.threads)
        row["hindsight"], _ = timed(lambda: judge.hindsights(nodes, [node.action for node in nodes]))
    if "fair" in parts:
        decisions = [Decision(i, node, None, None) for i, node in enumerate(nodes)]
        row["fair"], judged = timed(lambda: [*judged_fairly(decisions, limits)])
        worse = [each.fair for each in judged if each.fair and each.fair.chosen.action != each.fair.best.action]
        row["errors"] = [round(each.loss.standard_error, 3) for each in worse]
    if "whole" in parts:
        row["whole"], found = timed(lambda: review(match, limits))
    found = found or review(match)
    wrong += faults(found)
    if deep:
        wrong += differences(found, review(match, judge=Judge(deep=True)))
    return row | {"wrong": wrong}


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds, and what came of it."""
    start = time.perf_counter()
    found = work()
    return round(time.perf_counter() - start, 3), found


def faults(found: Review) -> Iterator[str]:
    """What does not come out."""
    for decision in found.decisions:
        sight = decision.hindsight
        assert sight is not None and decision.own_cost is not None and decision.conceded is not None
        if decision.own_cost < 0 or min(decision.conceded.values()) < 0:
            yield f"decision {decision.index}: a cost below zero"
        if (decision.own_cost > 0) != (decision.node.action not in sight.best):
            yield f"decision {decision.index}: a cost, or none, that does not fit what is best"
    linked, ledger = [decision.hindsight for decision in found.linked], found.ledger
    if any(one.after != other.before for one, other in zip(linked, linked[1:], strict=False)):
        yield "what holds after a decision does not hold before the next"
    for seat in Seat:
        if linked[0].before[seat] + sum(ledger[giver][seat] for giver in Seat) != found.deal.won[seat]:
            yield f"the ledger of {seat.word} does not sum to the result"
        if found.luck is None or abs(sum(shown(found.luck, seat).values()) - found.deal.won[seat]) > 1e-6:
            yield f"luck and skill of {seat.word} do not sum to the result"


def differences(quick: Review, deep: Review) -> Iterator[str]:
    """Where exact values of all choices say something else."""
    for one, other in zip(quick.decisions, deep.decisions, strict=True):
        values = {option.action: option.value for option in other.hindsight.options}
        if (one.hindsight.before, one.hindsight.after) != (other.hindsight.before, other.hindsight.after):
            yield f"decision {one.index}: another price"
        if not set(one.hindsight.best) <= set(other.hindsight.best):
            yield f"decision {one.index}: what is not best is among the best"
        for option in one.hindsight.options:
            least, most = (option.value,) * 2 if isinstance(option.value, int) else (0, option.value.at_most)
            if not least <= values[option.action] <= most:
                yield f"decision {one.index}: {option.action} is worth {values[option.action]}"


def table(rows: list[dict[str, Any]]) -> Iterator[str]:
    """A line a part."""
    yield "| what | deals | median | nine of ten | worst |"
    yield "|---|---|---|---|---|"
    for part in PARTS:
        seconds = sorted(row[part] for row in rows if part in row)
        if seconds:
            nine = seconds[min(len(seconds) * 9 // 10, len(seconds) - 1)]
            yield f"| {part} | {len(seconds)} | {median(seconds):.2f} s | {nine:.1f} s | {seconds[-1]:.1f} s |"
    errors = [error for row in rows for error in row.get("errors", [])]
    if errors:
        yield f"\nerror of a fair loss: {median(errors):.3f} tricks at the median of {len(errors)} choices not the best"
    yield f"\n{len(rows)} deals, {sum(bool(row['wrong']) for row in rows)} with something wrong"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1000)
    parser.add_argument("--threads", type=int)
    parser.add_argument("--only", choices=PARTS, nargs="+", default=PARTS, help="of the three")
    parser.add_argument("--deep", action="store_true", help="compare with exact values of all choices (minutes a deal)")
    parser.add_argument("--log", type=Path, help="a file of what was found, to go on from")
    asked = parser.parse_args(arguments)
    kept = asked.log.read_text().splitlines() if asked.log and asked.log.exists() else []
    rows = [json.loads(line) for line in kept][: asked.deals]
    limits = Limits(None, FAIR_WORLDS, asked.seed, asked.threads)
    for number, match in islice(club_deals(asked.seed), len(rows), asked.deals):
        deal = {"rules": match.rules.name, "match": number, "deal": match.number}
        rows.append(deal | measured(match, asked.only, limits, asked.deep))
        print(json.dumps({name: each for name, each in rows[-1].items() if name != "errors"}), flush=True)
        if asked.log:
            with asked.log.open("a") as log:
                print(json.dumps(rows[-1]), file=log)
    print(*table(rows), sep="\n")
    if any(row["wrong"] for row in rows):
        raise SystemExit("wrong")


if __name__ == "__main__":
    main()
