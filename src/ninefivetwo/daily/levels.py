"""What each level of computer player makes of the deal of a day, in the same seat against the same opponents."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from ninefivetwo.daily.deal import DailyDeal
from ninefivetwo.library import DailyRow, Library
from ninefivetwo.session import LEVELS, Computers, Due, GameSession
from ninefivetwo.session.fair import decision_seed, salt_of

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

    No clock decides, and all random numbers follow from the deal; so it comes out alike on every machine.
    """
    session, computers = deal.session("You", training=False), Computers(seconds=None)
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
