"""The deal of the day, the same for everybody: played once in earnest, beside what computer players make of it.

Which cards, rules and seat it has follows from the date alone.  What each level of computer makes of it is found in
the same seat against the same opponents.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from hashlib import sha256

from ninefivetwo.cards import Seat
from ninefivetwo.errors import DailyError, quoted
from ninefivetwo.game import PreviousResults, UndealtMatch
from ninefivetwo.game.dealing import random_deals
from ninefivetwo.game.rules import RuleSet, parse_rules
from ninefivetwo.keep.library import DailyRow, Library, record_id
from ninefivetwo.keep.library.library import SOURCE
from ninefivetwo.keep.session import LEVELS, Computers, Due, GameSession, session_of
from ninefivetwo.keep.session.fair import decision_seed, salt_of
from ninefivetwo.layout import Layout

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
    digest = sha256(f"ninefivetwo deal of the day {day.isoformat()}".encode()).digest()
    results = RESULTS[digest[6] % len(RESULTS)] if n % 2 else None
    named = "wikipedia" if n % 7 else SUNDAYS[n // 7 % len(SUNDAYS)]
    deals = 1 if results is None else _LATER  # so that the match ends with it
    return DailyDeal(
        day, parse_rules(f"{named} deals={deals} tie=share"), Seat(n % 3), int.from_bytes(digest[:6]), results
    )


_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Streak:
    """`now`: days in a row up to today, or up to yesterday while today is open.  `best`: most days in a row ever."""

    now: int
    best: int


def streak_of(days: Collection[date], today: date) -> Streak:
    """The streak by the days played.

    >>> streak_of({date(2026, 11, 20), date(2026, 11, 21)}, date(2026, 11, 22))
    Streak(now=2, best=2)
    """
    best, run, before = 0, 0, None
    for day in sorted(days):
        run = run + 1 if before is not None and day - before == _DAY else 1
        best, before = max(best, run), day
    last = today if today in days else today - _DAY
    now = 0
    while last in days:
        now, last = now + 1, last - _DAY
    return Streak(now, best)


_COMPUTER = "computer "  # before the level, as the owner of a result


def level_results(
    library: Library, deal: DailyDeal, now: datetime, tick: Callable[[], object] = lambda: None
) -> dict[str, DailyRow]:
    """The results of all levels, from the weakest up: those that the library has, the others played and kept.

    `tick` is called between decisions and may raise.
    """
    kept = kept_levels(library, deal)
    for level in LEVELS:
        if level not in kept:
            played = play_level(deal, level, tick)
            row = DailyRow(_COMPUTER + level, deal.day, now, *result_of(played), "")
            library.add_daily(row)
            kept[level] = row
    return {level: kept[level] for level in LEVELS}


def kept_levels(library: Library, deal: DailyDeal) -> dict[str, DailyRow]:
    """The results of levels that the library has."""
    rows = {row.owner: row for row in library.daily_of_date(deal.day)}
    return {level: rows[_COMPUTER + level] for level in LEVELS if _COMPUTER + level in rows}


def play_level(deal: DailyDeal, level: str, tick: Callable[[], object] = lambda: None) -> GameSession:
    """The deal played to its end with a computer player of this level in the person's seat.

    All random numbers follow from the deal, so it comes out alike on every machine.
    """
    session, computers = deal.session("You", training=False), Computers()
    salt = salt_of(session.seed, session.match.number)
    while session.due is not Due.OVER:
        tick()
        if session.due is Due.PERSON:
            seed = decision_seed(salt, len(session.deal.events))
            session = session.act(computers.act(level, session.view, seed))
        else:
            session = session.computer_acts(computers)
    return session


def result_of(session: GameSession) -> tuple[int, int]:
    """The person's tricks and points in a deal that is over."""
    return session.deal.won[session.me], session.deal.scores[session.me]


_SLOT = " daily"  # after the owner's name: where the match of a deal of the day is kept


def slot_of(owner: str) -> str:
    """Under which name an owner's deal of the day is kept, beside the match under way."""
    return owner + _SLOT


def read_today(text: str, now: datetime) -> date:
    """A person's own date, as `2026-11-22`.  Raises DailyError for no date, and for one that is now nowhere."""
    day, today = _read_date(text), now.astimezone(UTC).date()
    if abs((day - today).days) > 1:
        raise DailyError(f"{day} is today nowhere (expected a day next to {today})")
    return day


def read_day(text: str, today: date) -> date:
    """Today or an earlier day.  Raises DailyError for no date, and for a day to come."""
    day = _read_date(text)
    check_not_to_come(day, today)
    return day


def check_not_to_come(day: date, today: date) -> None:
    """Raises DailyError for a day to come."""
    if day > today:
        raise DailyError(f"the deal of {day} is played on {day} (expected a day up to {today})")


def _read_date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise DailyError(f"no date: {quoted(text)} (expected such as 2026-11-22)") from error


def result_on(library: Library, owner: str, day: date) -> DailyRow | None:
    """What an owner made of a day's deal, None while that is open."""
    return next((row for row in library.daily_of_owner(owner) if row.date == day), None)


def begun(library: Library, owner: str, day: date) -> GameSession | None:
    """The owner's match of this day's deal that counts, if it is under way."""
    saved = library.session(slot_of(owner))
    session = None if saved is None else session_of(saved[0])
    ours = session is not None and session.daily == day.isoformat() and not session.training
    return session if ours and session is not None and session.due is not Due.OVER else None


def new_daily(library: Library, owner: str, day: date, today: date, name: str) -> GameSession:
    """A match of a day's deal: in earnest where it counts, which is on the day itself and once; else for training.

    Raises DailyError for a day to come, and while today's deal is under way, whose place another would take; GameError
    for a name that cannot be.
    """
    check_not_to_come(day, today)
    if begun(library, owner, today) is not None:
        raise DailyError(f"the deal of {today} is under way (expected it played to its end first)")
    counts = day == today and result_on(library, owner, day) is None
    return daily_deal(day).session(name, training=not counts)


def keep_daily(library: Library, owner: str, session: GameSession, now: datetime) -> bool:
    """Keep the result of a deal of the day that counts, and its record, once it is over.

    False where there is nothing to keep: then it is no such deal, not over, to learn from, or kept already.
    """
    if not session.daily or session.training or session.due is not Due.OVER:
        return False
    player, day = owner.removesuffix(_SLOT), date.fromisoformat(session.daily)
    if result_on(library, player, day) is not None:  # its record, too, which may have been deleted since
        return False
    library.add_records(session.records(), SOURCE)
    row = DailyRow(
        player,
        day,
        now,
        *result_of(session),
        record_id(session.match),
    )
    return library.add_daily(row)


def keep_finished(library: Library, owner: str, now: datetime) -> None:
    """Keep the result of a deal of the day that is over and not kept: where the program was ended between both."""
    saved = library.session(slot_of(owner))
    if saved is not None:
        keep_daily(library, owner, session_of(saved[0]), now)


def days_played(library: Library, owner: str) -> dict[date, DailyRow]:
    """An owner's results, by day."""
    return {row.date: row for row in library.daily_of_owner(owner)}


def weeks_until(today: date, number: int) -> list[list[date]]:
    """The days of so many weeks, Monday first, of which the last is today's."""
    monday = today - timedelta(days=today.weekday())
    return [[monday + timedelta(days=7 * week + day) for day in range(7)] for week in range(1 - number, 1)]
