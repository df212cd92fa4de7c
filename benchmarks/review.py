"""Measure the time that a review takes, and check that its figures are consistent.

Three club players play matches of four deals, under every named rule set in turn. For each deal the program times the
double-dummy part, the fair prices, and the whole review with its default limits, on all cores or on --threads. It
checks that no cost is negative, that every trick is accounted for, and that luck and skill add up to the result. With
--deep it checks that exact values of all choices give the same prices, and that no choice exceeds its bound.

With --log the results are written to a file, one line per deal, and a stopped run continues after the last line.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from statistics import median
from typing import Any, Literal

from benchmarks.report import SPREAD, head, row, spread, timed
from ninefivetwo.cards import Seat
from ninefivetwo.game import Match, UndealtMatch
from ninefivetwo.game.rules.ruleset import NAMED
from ninefivetwo.layout import random_deals
from ninefivetwo.study import FAIR_WORLDS, Judge, Review, decision_nodes, review
from ninefivetwo.study.deal import forced_in, judged_fairly
from ninefivetwo.study.luck import shown_terms
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.players.levels import PLAYERS

DEALS_OF_A_MATCH = 4
PARTS = ("hindsight", "fair", "whole")


def club_deals(seed: int) -> Iterator[tuple[int, Match]]:
    """Yield the number of each match with each of its deals at the end."""
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


def measured(match: Match, parts: tuple[str, ...], limits: Limits, deep: bool) -> dict[str, Any]:
    """Return the seconds of each part, the standard errors of the fair losses, and the inconsistencies found."""
    nodes, found_of, wrong = decision_nodes(match.deal), dict[str, Any](), list[str]()
    found = None
    if "hindsight" in parts:
        judge = Judge(threads=limits.threads)
        found_of["hindsight"], _ = timed(lambda: judge.hindsights(nodes, [node.action for node in nodes]))
    if "fair" in parts:
        forced = [forced_in(node) for node in nodes]
        found_of["fair"], judged = timed(lambda: [*judged_fairly(nodes, forced, limits)])
        worse = [fair for fair, _ in judged if fair and fair.chosen.action != fair.best.action]
        found_of["errors"] = [round(fair.loss.standard_error, 3) for fair in worse]
    if "whole" in parts:
        found_of["whole"], found = timed(lambda: review(match, limits))
    found = found or review(match)
    wrong += faults(found)
    if deep:
        wrong += differences(found, review(match, judge=Judge(deep=True)))
    return found_of | {"wrong": wrong}


def faults(found: Review) -> Iterator[str]:
    """Yield each inconsistency of a review as text."""
    for decision in found.decisions:
        assert decision.best is not None and decision.own_cost is not None and decision.conceded is not None
        if decision.own_cost < 0 or min(decision.conceded.values()) < 0:
            yield f"decision {decision.index}: a cost below zero"
        if (decision.own_cost > 0) != (decision.chosen not in decision.best):
            yield f"decision {decision.index}: a cost, or none, that does not fit what is best"
    ledger, won = found.ledger, found.result
    assert ledger is not None and won is not None
    linked = found.decisions[ledger.from_decision :]
    if any(one.after != other.before for one, other in pairwise(linked)):
        yield "what holds after a decision does not hold before the next"
    for seat in Seat:
        if ledger.sure[seat] + sum(row[seat] for row in ledger.gave) != won[seat]:
            yield f"the ledger of {seat.word} does not sum to the result"
        if found.luck is None or abs(sum(shown_terms(found.luck, seat).values()) - won[seat]) > 1e-6:
            yield f"luck and skill of {seat.word} do not sum to the result"


def differences(quick: Review, deep: Review) -> Iterator[str]:
    """Yield each difference between the quick review and exact values of all choices."""
    for one, other in zip(quick.decisions, deep.decisions, strict=True):
        values = {str(option.action): option.value for option in other.options or []}
        if (one.before, one.after) != (other.before, other.after):
            yield f"decision {one.index}: another price"
        if any(best not in (other.best or []) for best in one.best or []):
            yield f"decision {one.index}: what is not best is among the best"
        for option in one.options or []:
            exact = values.get(str(option.action))
            least, most = (option.value,) * 2 if isinstance(option.value, int) else (0, option.value.at_most or 0)
            if not isinstance(exact, int) or not least <= exact <= most:
                yield f"decision {one.index}: {option.action} is worth {exact}"


def main(
    *,
    deals: int = 40,
    seed: int = 1000,
    threads: int | None = None,
    only: Literal["hindsight", "fair", "whole"] | None = None,
    deep: bool = False,
    log: Path | None = None,
) -> None:
    """
    threads: threads of a review; default: one per core
    only: measure only this part
    deep: compare with exact values of all choices (minutes per deal)
    log: file of results, which a stopped run continues
    """
    kept = log.read_text().splitlines() if log and log.exists() else []
    rows = [json.loads(line) for line in kept][:deals]
    limits, parts = Limits(None, FAIR_WORLDS, seed, threads), PARTS if only is None else (only,)
    for number, match in islice(club_deals(seed), len(rows), deals):
        deal = {"rules": match.rules.name, "match": number, "deal": match.number}
        rows.append(deal | measured(match, parts, limits, deep))
        print(json.dumps({name: each for name, each in rows[-1].items() if name != "errors"}), flush=True)
        if log:
            with log.open("a") as file:
                print(json.dumps(rows[-1]), file=file)
    head("seconds", "deals", *SPREAD)
    for part in PARTS:
        if seconds := [each[part] for each in rows if part in each]:
            row(part, len(seconds), *spread(seconds))
    if errors := [error for each in rows for error in each.get("errors", [])]:
        print(
            f"\nerror of a fair loss: {median(errors):.3f} tricks at the median of {len(errors)} choices not the best"
        )
    wrong = sum(bool(each["wrong"]) for each in rows)
    print(f"\n{len(rows)} deals, {wrong} with something wrong")
    if wrong:
        raise SystemExit("wrong")
