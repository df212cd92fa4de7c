"""What is kept, in words: what became of a library's content, the deal of the day, weaknesses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ninefivetwo.cards import Seat
from ninefivetwo.keep.daily import OPPONENT, DailyDeal
from ninefivetwo.keep.drills.weakness import Weakness
from ninefivetwo.keep.library import DailyRow
from ninefivetwo.study import Phase, Theme
from ninefivetwo.words.figures import plural

_ONE = {
    "records": "deal",
    "reviews": "review",
    "problems": "problem",
    "answers": "answer",
    "schedule": "problem's date",
    "daily": "result of a deal of the day",
    "sessions": "match under way",
}
_MANY = {"result of a deal of the day": "results of deals of the day", "match under way": "matches under way"}


def merged_words(counts: Mapping[str, int]) -> str:
    """What was taken over from another library: `3 deals, 2 reviews`; `nothing new`."""
    parts = [_counted(number, _ONE[kind]) for kind, number in counts.items() if number]
    return ", ".join(parts) or "nothing new"


def added_words(new: Sequence[bool]) -> str:
    """What became of deals, of each whether it was new: `12 deals, 10 of them new`."""
    number = sum(new)
    return plural(len(new), "deal") + (", all new" if number == len(new) else f", {number or 'none'} of them new")


def _counted(number: int, what: str) -> str:
    return f"{number} {_MANY[what]}" if number != 1 and what in _MANY else plural(number, what)


_EXCHANGED = {True: "It begins with an exchange", False: "It is a first deal, without an exchange"}


def deal_words(deal: DailyDeal) -> str:
    """Where one sits, how many tricks are due, by which rules, against whom."""
    seat = "You deal" if deal.seat is Seat.DEALER else f"You sit at the dealer's {deal.seat.word}"
    target = plural(deal.rules.contracts[deal.seat], "trick")
    exchange = _EXCHANGED[deal.previous_results is not None]
    return f"{seat}, {target} to win; rules: {deal.rules.name}. {exchange}. Both others are {OPPONENT} players."


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
    parts: list[str] = []
    for much, joined, others in (("more", "than", fewer), ("as many", "as", same), ("fewer", "than", more)):
        if others:
            parts.append(f"{much}{'' if parts else ' tricks'} {joined} {_players(others)}")
    return f"You won {', '.join(parts[:-1])}{' and ' if len(parts) > 1 else ''}{parts[-1]}." if parts else ""


def _players(levels: list[str]) -> str:
    """`the club player and the expert`."""
    names = [f"the {_NAMES.get(level, level)}" for level in levels]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


_NAMES = {"rule": "rule player", "club": "club player"}


#: In plain words, by theme of a review.
THEME_WORDS = {
    Theme.RUFF_MISSED: "a ruff that was not taken",
    Theme.LED_INTO_RUFF: "high cards led into a ruff",
    Theme.OVERRUFFED: "ruffs that are overruffed",
    Theme.WASTED: "high cards played under higher ones",
    Theme.WINNER_THROWN: "winners thrown away",
    Theme.TRICK_MISSED: "tricks not taken",
    Theme.TOO_HIGH: "tricks taken with a higher card than needed",
    Theme.TRUMPS_NOT_DRAWN: "trumps drawn too late",
    Theme.RUFFED: "high cards kept until they are ruffed",
    Theme.GUARD_GONE: "a high card's guard thrown away",
    Theme.FALLS: "high cards kept until they fall",
    Theme.STRANDED: "winners that are never played",
    Theme.RUFFS_MISSED: "too few ruffs of your own",
    Theme.RUFFS_GIVEN: "ruffs left to the others",
    Theme.SET_UP: "a long suit not set up",
    Theme.SUIT: "a suit played the wrong way",
    Theme.SUIT_OPENED: "a suit opened for the others",
    Theme.GUARD_THROWN: "a suit thrown that held the others up",
    Theme.SUIT_GIVEN: "a suit left to the others",
    Theme.SIDE_SUITS: "side suits not used",
    Theme.SUIT_NOT_STOPPED: "no-trump called with a suit open",
    Theme.LONGER_TRUMPS: "calls of too few trumps",
    Theme.STRONGER_TRUMPS: "calls of too weak trumps",
    Theme.OTHERS_RUFF: "calls that let the others ruff",
    Theme.OTHERS_TRUMPS: "calls of the others' trumps",
    Theme.SIDE_CARDS_WIN: "calls by which the side cards lose",
    Theme.TRUMP_BALANCE: "calls of trumps that the others ruff with",
    Theme.TRUMPS_LET_GO: "trumps let go before the play",
    Theme.GUARD_LET_GO: "a high card's guard let go before the play",
    Theme.LONG_SUIT_BROKEN: "long suits broken up before the play",
    Theme.WINNER_LET_GO: "winners let go before the play",
    Theme.VOID_NOT_MADE: "a void not made",
    Theme.RETURN_WINS: "gifts that bring too little back",
    Theme.EXCHANGED_WIN: "gifts that cost more than comes back",
    Theme.GIVEN_WINS: "cards given that win for the others",
    Theme.SUIT_WEAKENED: "a suit made too weak before the play",
    Theme.SUITS_WEAKENED: "suits made too weak before the play",
    Theme.SUIT_LET_RUN: "a suit left to the others before the play",
    Theme.WINNERS_LET_GO: "the wrong cards kept before the play",
}

#: The same where a review names no theme.
PHASE_WORDS = {
    Phase.EXCHANGE: "what to give",
    Phase.CALL: "what to call",
    Phase.DISCARD: "what to discard",
    Phase.LEAD: "what to lead",
    Phase.FOLLOW: "which card to follow suit with",
    Phase.RUFF_OR_SLUFF: "what to play when you cannot follow",
}


def weakness_words(weakness: Weakness) -> str:
    """What a player loses tricks by: "trumps drawn too late"."""
    theme = weakness.theme
    return THEME_WORDS[theme] if isinstance(theme, Theme) else PHASE_WORDS[theme]
