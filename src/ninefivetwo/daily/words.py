"""A result of the deal of the day in words, beside what the computer players made of it."""

from __future__ import annotations

from collections.abc import Mapping

from ninefivetwo.cards import Seat
from ninefivetwo.daily.deal import OPPONENT, DailyDeal
from ninefivetwo.library import DailyRow
from ninefivetwo.render.cards import plural

_EXCHANGED = {True: "It begins with an exchange", False: "It is a first deal, without an exchange"}


def deal_words(deal: DailyDeal) -> str:
    """Where one sits, how many tricks are due, by which rules, against whom."""
    seat = "You deal" if deal.seat is Seat.DEALER else f"You sit at the dealer's {deal.seat.word}"
    due = plural(deal.rules.contracts[deal.seat], "trick")
    exchange = _EXCHANGED[deal.previous_results is not None]
    return f"{seat}, {due} to win; rules: {deal.rules.name}. {exchange}. Both others are {OPPONENT} players."


def result_words(tricks: int, score: int) -> str:
    """`9 tricks, as many as were due`."""
    if score == 0:
        return f"{plural(tricks, 'trick')}, as many as were due"
    return f"{plural(tricks, 'trick')}, {abs(score)} {'more' if score > 0 else 'fewer'} than were due"


def compared_words(own: int, levels: Mapping[str, DailyRow]) -> str:
    """How one's tricks compare with those of the computer players in the same seat, in one sentence."""
    fewer = [level for level, row in levels.items() if row.tricks < own]
    same = [level for level, row in levels.items() if row.tricks == own]
    more = [level for level, row in levels.items() if row.tricks > own]
    told: list[str] = []
    for much, joined, of in (("more", "than", fewer), ("as many", "as", same), ("fewer", "than", more)):
        if of:
            told.append(f"{much}{'' if told else ' tricks'} {joined} {_players(of)}")
    return f"You won {', '.join(told[:-1])}{' and ' if len(told) > 1 else ''}{told[-1]}." if told else ""


def _players(levels: list[str]) -> str:
    """`the club player and the expert`."""
    names = [f"the {_NAMES.get(level, level)}" for level in levels]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


_NAMES = {"rule": "rule player", "club": "club player"}
