"""What the figures of a position mean, in words."""

from __future__ import annotations

from collections.abc import Iterator

from ninefivetwo.cards import Denomination, Seat
from ninefivetwo.cli.solve.task import MaxN
from ninefivetwo.render.cards import WORDS, count
from ninefivetwo.solve import Solution


def explanation(solution: Solution, denomination: Denomination, max_n: MaxN | None) -> Iterator[str]:
    """A guarantee, the slack and a range, explained by the figures of one denomination.

    With `max_n` also what three players win who each play for themselves: a range, for it is no value.
    """
    guarantee, slack = solution.guarantee[denomination], solution.slack(denomination)
    sure = ", ".join(f"{seat.word} {guarantee[seat]}" for seat in Seat)
    yield f"{WORDS[denomination]}: sure, whatever the other two do, even together: {sure}."
    if not slack:
        yield "  That is every trick, so nobody can gain unless somebody makes a mistake."
        return
    yield f"  The other {count(slack)} are the slack: they go to whom the play favours."
    ranges = ", ".join("{} {} to {}".format(seat.word, *solution.range(denomination, seat)) for seat in Seat)
    yield f"  While nobody gives away what he is sure of: {ranges}."
    yield "  A guarantee is no forecast."
    if max_n is not None:
        spans = ", ".join("{} {} to {}".format(seat.word, *wins) for seat, wins in max_n.items())
        yield "  If each plays for his own tricks alone (strict max^n), ties decide: from what a seat wins"
        yield f"  if the others spite it to what it wins if they spare it, {spans}."
