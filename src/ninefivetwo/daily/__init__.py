"""The deal of the day, the same for everybody: played once, beside what computer players make of it."""

from ninefivetwo.daily.deal import DailyDeal, daily_deal
from ninefivetwo.daily.levels import kept_levels, level_results
from ninefivetwo.daily.results import (
    begun,
    check_not_to_come,
    days_played,
    keep_daily,
    keep_finished,
    new_daily,
    read_day,
    read_today,
    result_on,
    slot_of,
    weeks_until,
)
from ninefivetwo.daily.streak import Streak, streak_of

__all__ = [
    "DailyDeal",
    "Streak",
    "begun",
    "check_not_to_come",
    "daily_deal",
    "days_played",
    "keep_daily",
    "keep_finished",
    "kept_levels",
    "level_results",
    "new_daily",
    "read_day",
    "read_today",
    "result_on",
    "slot_of",
    "streak_of",
    "weeks_until",
]
