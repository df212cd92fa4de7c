"""The deal of the day, which is the same for all players.

The cards, the rules and the player's seat depend only on the date. For comparison, computer players of every level play
the deal in the player's seat.
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
from ninefivetwo.game.rules import RuleSet, parse_rules
from ninefivetwo.keep.library import DailyRow, Library, record_id
from ninefivetwo.keep.library.library import PLAYED_HERE
from ninefivetwo.keep.session import LEVELS, Computers, Due, GameSession, session_of
from ninefivetwo.keep.session.fair import decision_seed, salt_of
from ninefivetwo.layout import Layout, random_deals

OPPONENT = "club"  # level of both opponents, whose choices are deterministic
SUNDAYS = ("catalan", "catalan-plus-minus", "nine-five-two", "nine-two-five", "sergeant-major", "bga")
#: Results of the previous deal, by today's dealer, left and right. Each row is possible under all rule sets used here.
DAILY_RESULTS = (
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
#: A deal with an exchange is the third of its match and starts from a score of 0, so earlier deals do not matter.
_LATER = 3


@dataclass(frozen=True)
class DailyDeal:
    """The deal of the day for a date. `previous_results` is None if the deal is the first of its match."""

    day: date
    rules: RuleSet
    seat: Seat
    seed: int
    previous_results: PreviousResults | None

    @cached_property
    def layout(self) -> Layout:
        """The cards dealt."""
        return next(random_deals(self.seed))

    def session(self, name: str, training: bool) -> GameSession:
        """Return a match of one deal against two club players. Raises GameError for an invalid name."""
        start = GameSession.start(self.rules, (OPPONENT, OPPONENT), self.seat, self.seed, training, name)
        number = 1 if self.previous_results is None else _LATER
        names, results = start.match.names, self.previous_results
        match = UndealtMatch(self.rules, names, previous_results=results, number=number).dealt(self.layout)
        return GameSession(
            self.rules, start.levels, start.name, self.seed, training, (), match, daily=self.day.isoformat()
        )


def daily_deal(day: date) -> DailyDeal:
    """Return the deal of the day for a date."""
    n = day.toordinal()
    digest = sha256(f"ninefivetwo deal of the day {day.isoformat()}".encode()).digest()
    results = DAILY_RESULTS[digest[6] % len(DAILY_RESULTS)] if n % 2 else None
    named = "wikipedia" if n % 7 else SUNDAYS[n // 7 % len(SUNDAYS)]
    deals = 1 if results is None else _LATER  # The match ends with this deal.
    return DailyDeal(
        day, parse_rules(f"{named} deals={deals} tie=share"), Seat(n % 3), int.from_bytes(digest[:6]), results
    )


_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Streak:
    """The current and the longest streak, in days. A streak up to yesterday is still current."""

    now: int
    best: int


def streak_of(days: Collection[date], today: date) -> Streak:
    """Return the current and the longest streak, given the dates of the deals played.

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


_COMPUTER = "computer "  # the owner of a computer's result is this prefix followed by the level


def level_results(
    library: Library, deal: DailyDeal, now: datetime, tick: Callable[[], object] = lambda: None
) -> dict[str, DailyRow]:
    """Return the results of all computer levels, weakest level first, after computing and storing missing results.

    `tick` is called before each decision and may raise an exception to stop the computation.
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
    """Return the stored result of each computer level."""
    rows = {row.owner: row for row in library.daily_of_date(deal.day)}
    return {level: rows[_COMPUTER + level] for level in LEVELS if _COMPUTER + level in rows}


def play_level(deal: DailyDeal, level: str, tick: Callable[[], object] = lambda: None) -> GameSession:
    """Play the deal to its end with a computer player of the given level in the person's seat.

    The result is the same on every machine.
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
    """Return the person's tricks and points in a finished deal."""
    return session.deal.won[session.me], session.deal.scores[session.me]


_SLOT = " daily"  # suffix of the owner's name for storing the deal of the day


def slot_of(owner: str) -> str:
    """Return the name under which a library stores an owner's match in the deal of the day."""
    return owner + _SLOT


def read_today(text: str, now: datetime) -> date:
    """Parse the user's date (`2026-11-22`). Raises DailyError if the date is invalid or not today in any time zone."""
    day, today = _read_date(text), now.astimezone(UTC).date()
    if abs((day - today).days) > 1:
        raise DailyError(f"{day} is not today in any time zone (expected a day next to {today})")
    return day


def read_day(text: str, today: date) -> date:
    """Parse a date. Raises DailyError if the date is invalid or in the future."""
    day = _read_date(text)
    check_not_to_come(day, today)
    return day


def check_not_to_come(day: date, today: date) -> None:
    """Raise DailyError if the date is in the future."""
    if day > today:
        raise DailyError(f"the deal of {day} cannot be played before {day} (expected a day up to {today})")


def _read_date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise DailyError(f"not a date: {quoted(text)} (expected such as 2026-11-22)") from error


def begun(library: Library, owner: str, day: date) -> GameSession | None:
    """Return the owner's unfinished match in the deal of the day for a date, or None. Training matches are ignored."""
    saved = library.session(slot_of(owner))
    session = None if saved is None else session_of(saved[0])
    if session is None or session.daily != day.isoformat() or session.training or session.due is Due.OVER:
        return None
    return session


def new_daily(library: Library, owner: str, day: date, today: date, name: str) -> GameSession:
    """Start a match in the deal of the day for a date.

    The match is for training unless the date is today and no result is stored. Raises DailyError for a future date, or
    if today's deal is in progress. Raises GameError for an invalid name.
    """
    check_not_to_come(day, today)
    if begun(library, owner, today) is not None:
        raise DailyError(f"the deal of {today} is in progress (expected it played to its end first)")
    counts = day == today and library.days_played(owner).get(day) is None
    return daily_deal(day).session(name, training=not counts)


def keep_daily(library: Library, owner: str, session: GameSession, now: datetime) -> bool:
    """Store the result and record of a finished match in a deal of the day.

    Returns False, storing nothing, if the match is unfinished, for training, already stored, or not a deal of the day.
    """
    if not session.daily or session.training or session.due is not Due.OVER:
        return False
    player, day = owner.removesuffix(_SLOT), date.fromisoformat(session.daily)
    if library.days_played(player).get(day) is not None:  # Do not restore a record that was deleted.
        return False
    library.add_records(session.records(), PLAYED_HERE)
    return library.add_daily(DailyRow(player, day, now, *result_of(session), record_id(session.match)))


def keep_finished(library: Library, owner: str, now: datetime) -> None:
    """Store the result of a finished deal of the day if the result is missing because of a crash."""
    saved = library.session(slot_of(owner))
    if saved is not None:
        keep_daily(library, owner, session_of(saved[0]), now)


def weeks_until(today: date, number: int) -> list[list[date]]:
    """Return the dates of `number` weeks, the last of which is the current week. Weeks start on Monday."""
    monday = today - timedelta(days=today.weekday())
    return [[monday + timedelta(days=7 * week + day) for day in range(7)] for week in range(1 - number, 1)]
