"""What a solver found, in JSON."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from ninefivetwo.cards import Card, Denomination, Seat
from ninefivetwo.exact import Moves, Solution
from ninefivetwo.layout import Position
from ninefivetwo.words.schema.base import BySeat
from ninefivetwo.words.schema.game import LineObject, SolveObject, SolveTargetObject, TargetObject


def solve_object(
    solution: Solution,
    moves: Mapping[Denomination, Moves],
    lines: Mapping[Denomination, list[tuple[Seat, Card]]],
    seat: Seat | None,
) -> SolveObject:
    """The guarantees of a position; the value of every card and the lines of best play for a seat, where there are."""
    position = solution.position
    found = SolveObject(
        layout=str(position.layout),
        lead=position.lead.word,
        tricks=position.tricks,
        guarantee={d.name: BySeat.of(guarantee) for d, guarantee in solution.guarantee.items()},
        slack={d.name: solution.slack(d) for d in solution.guarantee},
        range={d.name: BySeat.of([solution.range(d, seat) for seat in Seat]) for d in solution.guarantee},
        table=_table(position),
    )
    if moves:
        values = {d.name: {str(card): BySeat.of(sure) for card, sure in m.after.items()} for d, m in moves.items()}
        best = {d.name: [str(card) for card in m.best] for d, m in moves.items()}
        found = replace(found, mover=position.mover.word, moves=values, best=best)
    if lines and seat is not None:
        cards = {d.name: [(player.word, str(card)) for player, card in line] for d, line in lines.items()}
        found = replace(found, line=LineObject(seat.word, cards))
    return found


def target_object(
    position: Position, seat: Seat, tricks: int, can_force: Mapping[Denomination, bool]
) -> SolveTargetObject:
    """Whether a seat can force so many tricks, by denomination."""
    target = TargetObject(seat.word, tricks, {d.name: can for d, can in can_force.items()})
    return SolveTargetObject(str(position.layout), position.lead.word, position.tricks, target, _table(position))


def _table(position: Position) -> list[str] | UnsetType:
    return [str(card) for card in position.table] or UNSET
