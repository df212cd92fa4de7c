"""Compare usual play and the terms of luck with results.

The result of usual play and par should equal the average tricks of each seat. Each term of luck, and the effect of
decisions by club players, should average zero.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.told import Asked, Figure, Position, deals_in
from ninefivetwo.cards import Seat
from ninefivetwo.study.luck import dealt_values, luck
from ninefivetwo.study.nodes import decision_nodes


def usual_play(cluster: int, text: str, asked: Asked) -> Iterator[Figure]:
    """Yield the figures about each deal of a match, given by its records, as a whole."""
    for number, match in enumerate(deals_in(text)):
        nodes, seed = decision_nodes(match.deal), asked.seed_of(cluster, number)
        *_, whole = dealt_values(match.deal.steps[0][0], seed)
        found = luck(nodes, seed)
        exchanged = match.previous_results is not None and any(match.previous_results)
        for seat in Seat:
            at, won = Position(cluster, seat, "deal", exchanged), float(match.deal.won[seat])
            yield Figure(at, "usual play of the deal", whole.tricks[seat], won)
            yield Figure(at, "par", found.par.tricks[seat], won)
            for name in ("hands", "kitty", "exchange"):
                yield Figure(at, f"luck: {name}", found.terms[name].tricks[seat], 0.0)
            decided = sum(found.skill(other, seat) for other in Seat)
            yield Figure(at, "luck: all decisions", decided, 0.0)
