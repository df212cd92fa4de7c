"""What the figures of a position mean, in words."""

from __future__ import annotations

from collections.abc import Iterator

from ninefivetwo.cards import Denomination, Seat
from ninefivetwo.cli.solve.task import MaxN
from ninefivetwo.render.cards import WORDS, count
from ninefivetwo.solve import Solution


def explanation(solution: Solution, denomination: Denomination, max_n: MaxN | None) -> Iterator[str]:
    """A guarantee, the slack and a range, told by the figures of one denomination.

    With `max_n` also what three players win who each play for themselves: a range, for it is no value.
    """
    guarantee, slack = solution.guarantee[denomination], solution.slack(denomination)
    tricks = solution.position.tricks
    sure = ", ".join(f"{seat.word} {guarantee[seat]}" for seat in Seat)
    yield f"{WORDS[denomination]}: of {count(tricks)} each seat is sure of some: {sure}."
    yield "  Sure means: with all cards seen, whatever the other two do, even if they play together against that seat."
    if not slack:
        yield f"  These are all {tricks}, so nothing is left to play for, unless somebody makes a mistake."
        return
    yield f"  These are {tricks - slack}. The other {count(slack)} are the slack: they go to whom the play favours."
    ranges = ", ".join("{} {} to {}".format(seat.word, *solution.range(denomination, seat)) for seat in Seat)
    yield f"  So while nobody gives away what he is sure of: {ranges}. A guarantee is no forecast."
    if max_n is not None:
        spans = ", ".join("{} {} to {}".format(seat.word, *wins) for seat, wins in max_n.items())
        yield "  If each plays for his own tricks alone (strict max^n), ties decide: a seat wins the first figure if"
        yield f"  the others spite it where it is all the same to them, the second if they spare it: {spans}."
