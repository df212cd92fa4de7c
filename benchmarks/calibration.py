"""Is it as the adviser says?  `python -m benchmarks calibration table|errors LIMITS [--moments N] [options]`

    python -m benchmarks calibration table 2000 --company rollout:learned:30+60 --seed 31
    python -m benchmarks calibration errors 100 --moments 40

table   At moments of all kinds the advice is followed in true deals, and others play them out (`moments.py`).  What it
        said is held against what the seat then won: the forecast, its spread, the chance of the contract.
errors  The same advice is asked for again with fifty times the worlds: how often was the mean within one and two
        standard errors of what is found then, and how often was a choice called clear the best one?

LIMITS are those of a piece of advice on one thread: so many worlds, or seconds, such as 3s.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from benchmarks.advice_errors import Checked, check, error_row, longer
from benchmarks.adviser import advice_on, limits_of
from benchmarks.duplicate import Room
from benchmarks.forecasts import Followed, contract_rows, forecast_rows, log_losses
from benchmarks.moments import Kind, Moments, Table
from benchmarks.named_players import MIXED, policy
from ninefivetwo import Denomination
from ninefivetwo.advise import AnyAdvice
from ninefivetwo.game import Call, DealView, Discard, Give, Play, PreviousResults
from ninefivetwo.rules import parse_rules

#: By name: what is chosen, after which results of the deal before, at which trump in every deal.
SITUATIONS: dict[str, tuple[Kind, PreviousResults | None, Denomination | None]] = {
    "call": (Call, None, None),
    "discard": (Discard, None, None),
    "discard, no-trump": (Discard, None, Denomination.N),
    "gift of one": (Give, (1, -1, 0), None),
    "gift of two": (Give, (-3, 2, 1), None),
    "gifts, two and one": (Give, (3, -2, -1), None),
    "card": (Play, None, None),
    "card, no-trump": (Play, None, Denomination.N),
}


def advised(task: tuple[DealView, str, int]) -> AnyAdvice:
    view, limits, seed = task
    return advice_on(view, limits_of(limits, seed))


def company_of(asked: argparse.Namespace) -> tuple[str, ...]:
    return MIXED if asked.company == "mixed" else tuple(asked.company.split(","))


def moments_of(asked: argparse.Namespace, situation: str) -> Moments:
    kind, previous, trump = SITUATIONS[situation]
    return Moments(kind, parse_rules(asked.rules), asked.seed, asked.times, previous, trump, company_of(asked))


def followed(asked: argparse.Namespace, room: Room, situation: str) -> Iterator[Followed]:
    """What came of advice at each moment of a situation."""
    moments, table = moments_of(asked, situation), Table(room, asked.then)
    every = [moments.moment(number) for number in range(asked.moments)]
    tasks = [(moment.view, asked.limits, moment.number) for moment in every]
    for moment, advice in zip(every, room.processes.map(advised, tasks), strict=True):
        best, seat = advice.recommended, moment.seat
        told = best.details.tricks, best.details.make, best.details.distribution
        yield Followed(situation, seat, *told, moment.view.rules.contracts[seat], table.tricks(moment, best.action))


def checked(asked: argparse.Namespace, room: Room, situation: str) -> Iterator[Checked]:
    """The advice at each moment of a situation, checked."""
    moments = moments_of(asked, situation)
    every = [moments.moment(number) for number in range(asked.moments)]
    tasks = [(each.view, asked.limits, each.number) for each in every]
    tasks += [(each.view, longer(asked.limits), each.number + 10**9) for each in every]
    found = [*room.processes.map(advised, tasks)]
    yield from map(check, found[: len(every)], found[len(every) :])


def main() -> None:
    asked = arguments()
    try:
        limits_of(asked.limits)
        for name in (asked.then, *company_of(asked)):
            policy(name)
        with Room(asked.cores) as room:
            (table if asked.job == "table" else errors)(asked, room)
    except ValueError as error:
        sys.exit(f"Error: {error}")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", choices=["table", "errors"])
    parser.add_argument("limits")
    parser.add_argument("situations", nargs="*", metavar="WHAT", help=f"of: {'; '.join(SITUATIONS)} (default: all)")
    parser.add_argument("--moments", type=int, default=50, help="of each situation")
    parser.add_argument("--company", default="rollout:learned:30+60", help="who plays: a name, several, or mixed")
    parser.add_argument("--then", default="club", metavar="NAME", help="who makes the choices left before the play")
    parser.add_argument("--times", type=int, default=16, help="deals in which each choice is played (default: 16)")
    parser.add_argument("--rules", default="wikipedia")
    parser.add_argument("--seed", type=int, default=952, help="of the cards")
    parser.add_argument("--cores", type=int)
    asked = parser.parse_args()
    asked.situations = asked.situations or [*SITUATIONS]
    if unknown := [each for each in asked.situations if each not in SITUATIONS]:
        parser.error(f"no situation: {unknown[0]!r} (expected one of {'; '.join(SITUATIONS)})")
    return asked


def table(asked: argparse.Namespace, room: Room) -> None:
    """Print how the advice is calibrated at the table."""
    found = list[Followed]()
    for situation in asked.situations:
        found += followed(asked, room, situation)
        print(f"{situation}: done", file=sys.stderr, flush=True)
    for rows in (forecast_rows(found), [""], contract_rows(found)):
        print(*rows, sep="\n")
    told, base = log_losses(found)
    print(f"\nlog loss of the contract: {told:.3f}; of the share made, by what and seat: {base:.3f}")


def errors(asked: argparse.Namespace, room: Room) -> None:
    """Print how honest the standard errors are, and how right what is called clear."""
    print("| what | moments | value: told − found | within 1 | 2 | lead: told − found | within 1 | 2 | clear | right |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for situation in asked.situations:
        print(error_row(situation, [*checked(asked, room, situation)]), flush=True)


if __name__ == "__main__":
    main()
