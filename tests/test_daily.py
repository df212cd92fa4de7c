"""The deal of the day: by the date alone, played once, compared with computers that choose alike everywhere."""

import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from test_session import until

from ninefivetwo.cards import Seat
from ninefivetwo.errors import DailyError, GameError
from ninefivetwo.game import Deal
from ninefivetwo.game.rules import NAMED, rules_text
from ninefivetwo.keep.daily import (
    DAILY_RESULTS,
    SUNDAYS,
    Streak,
    begun,
    daily_deal,
    keep_daily,
    keep_finished,
    kept_levels,
    level_results,
    new_daily,
    read_day,
    read_today,
    slot_of,
    streak_of,
    weeks_until,
)
from ninefivetwo.keep.library import DailyRow
from ninefivetwo.keep.session import Due, session_of, session_text
from ninefivetwo.layout import random_deals
from ninefivetwo.words.kept import compared_words, deal_words, result_words

D, L, R = Seat
DAY = timedelta(days=1)
SUNDAY = date(2026, 11, 22)
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)

#: Days that were, or will be, played: rules, seat, seed, results before, cards.
FIXED = [
    (
        date(2026, 11, 22),
        "sergeant-major deals=1 tie=share",
        L,
        21056666170934,
        None,
        "D:AKJ97.KQT7.J32.K762 Q3.954.QT965.QT9853 T8654.A83.AK874.AJ4 K:2.J62.-.-",
    ),
    (
        date(2026, 11, 25),
        "wikipedia deals=3 tie=share",
        L,
        109852337760454,
        (-2, 1, 1),
        "D:9872.AK93.T62.T6543 54.Q87.AKQ543.AKQJ8 AKQJT3.JT6542.J7.72 K:6.-.98.9",
    ),
    (
        date(2026, 11, 29),
        "bga deals=3",
        R,
        15227516023445,
        (1, -2, 1),
        "D:K98653.QJ52.T5.KQ32 Q742.AKT83.7642.A54 JT.9764.KQ983.JT876 K:A.-.AJ.9",
    ),
]


def played(session, computers=None):
    return until(session, lambda s: s.due is Due.OVER, computers)


@pytest.mark.parametrize(("day", "rules", "seat", "seed", "results", "cards"), FIXED, ids=lambda value: str(value)[:10])
def test_the_deal_of_a_day_never_changes(day, rules, seat, seed, results, cards):
    deal = daily_deal(day)
    assert (rules_text(deal.rules), deal.seat, deal.seed, deal.previous_results) == (rules, seat, seed, results)
    assert str(deal.layout) == cards and next(random_deals(seed)) == deal.layout


def test_the_deal_of_a_day_rests_on_no_clock_zone_or_hash_seed():
    """Another process, in another place, has the same."""
    code = "import datetime; from ninefivetwo.keep import daily; print(daily.daily_deal(datetime.date(2027, 1, 2)))"
    elsewhere = os.environ | {"TZ": "Pacific/Auckland", "PYTHONHASHSEED": "1"}
    told = subprocess.run([sys.executable, "-c", code], env=elsewhere, check=True, capture_output=True, text=True)
    assert told.stdout == f"{daily_deal(date(2027, 1, 2))}\n"


def test_seats_exchanges_and_rules_come_in_turn():
    deals = [daily_deal(SUNDAY + i * DAY) for i in range(7 * 12)]
    for one, other in pairwise(deals):
        assert other.seat is one.seat.next and (one.previous_results is None) is not (other.previous_results is None)
    assert {deal.rules.name for deal in deals if deal.day.weekday() < 6} == {"wikipedia"}
    assert {deal.rules.name for deal in deals if deal.day.weekday() == 6} == set(SUNDAYS) <= set(NAMED)
    assert len({deal.seed for deal in deals}) == len(deals)


def test_results_before_can_have_happened_under_all_rules():
    layout = next(random_deals(1))
    assert len(set(DAILY_RESULTS)) == len(DAILY_RESULTS) == 12
    assert all(Deal.start(named.rules, layout, results).turn for named in NAMED.values() for results in DAILY_RESULTS)


def test_the_deal_of_a_day_is_a_match_of_one_deal():
    """Saved and read again at any moment; its record says which day it was. Another name of the player's changes
    nothing.
    """
    for i in range(14):
        deal = daily_deal(SUNDAY + i * DAY)
        session = deal.session("Ann", training=False)
        assert session_of(session_text(session)) == session and session.me is deal.seat
    over = played(session)
    assert played(deal.session("Bob", training=False)).deal.events == over.deal.events
    last = next(i for i in reversed(range(len(over.deal.events))) if over.deal.events[i].seat is over.me)
    with pytest.raises(GameError, match="in earnest before it is over"):
        until(session, lambda s: s.due is Due.PERSON).copy_at(0)
    assert over.copy_at(last).training
    assert session_of(session_text(over)) == over and over.match.over and over.earlier == ()
    assert (
        "deal of the day 2026-12-05, in earnest" in over.records()
        and over.seed_told == over.seed
        and session.seed_told is None
    )


def test_only_the_first_time_on_the_day_itself_counts(library):
    session = new_daily(library, "me", SUNDAY, SUNDAY, "Ann")
    assert not session.training
    assert not keep_daily(library, slot_of("me"), session, NOON)  # it is not over
    library.save_session(slot_of("me"), session_text(session), None)
    assert begun(library, "me", SUNDAY) == session and begun(library, "me", SUNDAY + DAY) is None
    for day in (SUNDAY, SUNDAY - DAY):
        with pytest.raises(DailyError, match="the deal of 2026-11-22 is in progress"):
            new_daily(library, "me", day, SUNDAY, "Ann")
    over = played(session)
    assert keep_daily(library, slot_of("me"), over, NOON) and not keep_daily(library, "me", over, NOON)
    library.save_session(slot_of("me"), session_text(over), 1)
    row = library.days_played("me").get(SUNDAY)
    assert library.record(row.record).event == "deal of the day 2026-11-22, in earnest"
    assert (row.tricks, row.score) == (over.deal.won[over.me], over.deal.scores[over.me]) and row.owner == "me"
    assert library.days_played("me").get(SUNDAY + DAY) is None and library.days_played("you").get(SUNDAY) is None
    assert begun(library, "me", SUNDAY) is None
    again = new_daily(library, "me", SUNDAY, SUNDAY, "Ann")
    assert again.training and again.deal == session.deal and not keep_daily(library, "me", played(again), NOON)
    assert new_daily(library, "me", SUNDAY - DAY, SUNDAY, "Ann").training
    assert not new_daily(library, "you", SUNDAY, SUNDAY, "Bob").training
    assert list(library.days_played("me")) == [SUNDAY]
    with pytest.raises(DailyError, match="cannot be played before 2026-11-23"):
        new_daily(library, "me", SUNDAY + DAY, SUNDAY, "Ann")


def test_a_result_is_kept_later_where_the_program_was_ended_before(library):
    keep_finished(library, "me", NOON)  # nothing has begun
    over = played(new_daily(library, "me", SUNDAY, SUNDAY, "Ann"))
    library.save_session(slot_of("me"), session_text(over), None)
    assert library.days_played("me").get(SUNDAY) is None
    keep_finished(library, "me", NOON)
    assert library.days_played("me").get(SUNDAY).tricks == over.deal.won[over.me]


def test_a_day_is_one_that_is_today_somewhere():
    assert [read_today(str(SUNDAY + i * DAY), NOON) for i in (-1, 0, 1)] == [SUNDAY + i * DAY for i in (-1, 0, 1)]
    for text in ("2026-11-24", "2026-11-20", "Sunday", "", "9" * 99):
        with pytest.raises(DailyError) as told:
            read_today(text, NOON)
        assert len(str(told.value)) < 200
    assert read_day("2026-11-22", SUNDAY) == SUNDAY and read_day("2020-01-01", SUNDAY).year == 2020
    for text in ("2026-11-23", "20261122x"):
        with pytest.raises(DailyError):
            read_day(text, SUNDAY)


def test_computers_play_it_once_and_everywhere_alike(library):
    """What each level wins in the same seat is kept; fixed values, which change with the players only."""
    deal = daily_deal(SUNDAY + DAY)
    assert kept_levels(library, deal) == {}
    stopped = []

    def tick():
        stopped.append(1)
        if len(stopped) == 60:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        level_results(library, deal, NOON, tick)
    assert list(kept_levels(library, deal)) == ["beginner"]
    rows = level_results(library, deal, NOON, tick)
    assert {level: row.tricks for level, row in rows.items()} == TRICKS and kept_levels(library, deal) == rows
    before = len(stopped)
    assert level_results(library, deal, NOON + DAY, tick) == rows and len(stopped) == before
    assert library.days_played("computer club") == {deal.day: rows["club"]}


TRICKS = {"beginner": 5, "rule": 5, "club": 5, "expert": 7, "master": 7}


@pytest.mark.parametrize(
    ("ago", "now", "best"),
    [((), 0, 0), ((1,), 1, 1), ((2,), 0, 1), ((0, 1, 2), 3, 3), ((1, 2, 4, 5, 6, 7), 2, 4), ((0, 2), 1, 1)],
)
def test_a_streak_is_days_in_a_row_to_today_or_yesterday(ago, now, best):
    assert streak_of({SUNDAY - number * DAY for number in ago}, SUNDAY) == Streak(now, best)


def test_the_calendar_has_whole_weeks():
    weeks = weeks_until(SUNDAY, 5)
    assert [len(week) for week in weeks] == [7] * 5 and weeks[-1][-1] == SUNDAY and weeks[0][0].weekday() == 0
    assert weeks_until(SUNDAY + DAY, 2)[-1][0] == SUNDAY + DAY


def test_results_are_compared_in_words():
    rows = {
        level: DailyRow(f"computer {level}", SUNDAY, NOON, tricks, 0, "")
        for level, tricks in {"beginner": 3, "rule": 4, "club": 5, "expert": 5, "master": 7}.items()
    }
    assert compared_words(5, rows) == (
        "You won more tricks than the beginner and the rule-of-thumb player. "
        "You won as many tricks as the club player and the expert. You won fewer tricks than the master."
    )
    more = "You won more tricks than the beginner, the rule-of-thumb player, the club player"
    assert compared_words(9, rows).startswith(more)
    assert compared_words(3, rows).startswith(
        "You won as many tricks as the beginner. You won fewer tricks than the rule-of-thumb player, "
    )
    assert compared_words(5, {}) == ""
    assert result_words(9, 0) == "9 tricks, on target" and result_words(1, -4) == "1 trick, 4 below target"
    assert result_words(9, 7) == "9 tricks, 7 above target"
    left = "You sit to the left of the dealer and need 5 tricks (rules: sergeant-major)."
    assert left in deal_words(daily_deal(SUNDAY))
    assert deal_words(daily_deal(SUNDAY + 2 * DAY)).startswith("You are the dealer and need 9 tricks")
