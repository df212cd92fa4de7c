"""The deal of the day: which cards, rules and seat follow from the date alone, so it is the same for everybody.

Nothing here may change, or results of the same day could no longer be compared; a test holds fixed days to it.

n: the date's proleptic Gregorian ordinal, 1 for 0001-01-01.
h: the SHA-256 of `ninefivetwo deal of the day ` and the date, `2026-11-22`.
seat: dealer, left or right, as n modulo 3 is 0, 1 or 2.
rules: `wikipedia`; on Sundays, on which n is a multiple of 7, one of `SUNDAYS`, in turn.
seed: the first six bytes of h, the highest first; the cards are those of `n52 deal --seed`.
exchange: where n is odd the deal follows one with the results in `RESULTS` that the seventh byte of h picks, and so
begins with an exchange; where n is even it is the first of its match.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property
from hashlib import sha256

from ninefivetwo.cards import Seat
from ninefivetwo.dealing import random_deals
from ninefivetwo.game import PreviousResults, UndealtMatch
from ninefivetwo.layout import Layout
from ninefivetwo.rules import RuleSet, parse_rules
from ninefivetwo.session import GameSession

OPPONENT = "club"  # the level of both, who always choose alike
SUNDAYS = ("catalan", "catalan-plus-minus", "nine-five-two", "nine-two-five", "sergeant-major", "bga")
#: By dealer, left and right of today's deal; each can have happened under all of these rules.
RESULTS = (
    (1, -1, 0),
    (-2, 1, 1),
    (2, -1, -1),
    (-1, 2, -1),
    (1, 1, -2),
    (0, -2, 2),
    (-1, -1, 2),
    (2, 0, -2),
    (0, 1, -1),
    (-2, 0, 2),
    (1, -2, 1),
    (-1, 1, 0),
)
#: A deal with an exchange is the third of its match, with no score; so what came before has no part in the result.
_LATER = 3


@dataclass(frozen=True)
class DailyDeal:
    """The deal of a day: its rules, one's seat, and the results of the deal before, None where it is a first one."""

    day: date
    rules: RuleSet
    seat: Seat
    seed: int
    previous_results: PreviousResults | None

    @cached_property
    def layout(self) -> Layout:
        """The cards."""
        return next(random_deals(self.seed))

    def session(self, name: str, training: bool) -> GameSession:
        """The match of this one deal, against two club players.  Raises GameError for a name that cannot be."""
        start = GameSession.start(self.rules, (OPPONENT, OPPONENT), self.seat, self.seed, training, name)
        number = 1 if self.previous_results is None else _LATER
        names, results = start.match.names, self.previous_results
        match = UndealtMatch(self.rules, names, previous_results=results, number=number).dealt(self.layout)
        return GameSession(
            self.rules, start.levels, start.name, self.seed, training, (), match, daily=self.day.isoformat()
        )


def daily_deal(day: date) -> DailyDeal:
    """The deal of a day."""
    n = day.toordinal()
    found = sha256(f"ninefivetwo deal of the day {day.isoformat()}".encode()).digest()
    results = RESULTS[found[6] % len(RESULTS)] if n % 2 else None
    named = "wikipedia" if n % 7 else SUNDAYS[n // 7 % len(SUNDAYS)]
    deals = 1 if results is None else _LATER  # so that the match ends with it
    return DailyDeal(
        day, parse_rules(f"{named} deals={deals} tie=share"), Seat(n % 3), int.from_bytes(found[:6]), results
    )
