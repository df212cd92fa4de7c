"""Texts about the records of the library, the deal of the day, and the weaknesses of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from ninefivetwo.cards import Seat
from ninefivetwo.keep.daily import OPPONENT, DailyDeal, Streak
from ninefivetwo.keep.drills.ratings import Ratings
from ninefivetwo.keep.drills.weakness import Weakness
from ninefivetwo.keep.library import DailyRow, ImportProgress
from ninefivetwo.study import Phase, Theme
from ninefivetwo.think.playouts import Level
from ninefivetwo.words.figures import in_digits, plural
from ninefivetwo.words.levels import ACCURACY_MEANS, LEVEL_NOUNS, PLAYERS_AT
from ninefivetwo.words.review import PHASES
from ninefivetwo.words.template import Amount, Template, Term, listed, say

#: The kinds of items in a library, in the singular and the plural.
ITEM_KINDS = {
    "records": ("deal", "deals"),
    "reviews": ("review", "reviews"),
    "problems": ("problem", "problems"),
    "answers": ("answer", "answers"),
    "schedule": ("scheduled problem", "scheduled problems"),
    "daily": ("result of a deal of the day", "results of deals of the day"),
    "sessions": ("match in progress", "matches in progress"),
}
ADDED = Template("{deals}, {number} new")
ALL_ADDED = Template("{deals}, all new")
#: Lines that explain the columns of `library progress`.
PROGRESS_MEANS = (
    ACCURACY_MEANS,
    "Unforced: decisions with a choice. Tricks lost each: avoidable loss per decision.",
    "Luck: tricks won by luck with the cards. Skill: tricks won by the player's own decisions.",
)

YOU_DEAL = Template("You are the dealer and need {tricks} (rules: {rules}).")
YOU_SIT = Template("You sit to the {place} of the dealer and need {tricks} (rules: {rules}).")
ON_TARGET = Template("{tricks}, on target")
ABOVE_TARGET = Template("{tricks}, {number} above target")
BELOW_TARGET = Template("{tricks}, {number} below target")
MORE_THAN = Template("You won more tricks than {levels}.")
AS_MANY_AS = Template("You won as many tricks as {levels}.")
FEWER_THAN = Template("You won fewer tricks than {levels}.")


def merged_words(counts: Mapping[str, int]) -> str:
    """Return the numbers of items added from another library: "3 deals, 2 reviews", or "nothing new"."""
    parts = [f"{number} {ITEM_KINDS[kind][number != 1]}" for kind, number in counts.items() if number]
    return ", ".join(parts) or "nothing new"


def added_words(new: Sequence[bool]) -> str:
    """Return the number of added deals and the number of new deals: "12 deals, 10 new"."""
    deals = plural(len(new), "deal")
    return ALL_ADDED(deals=deals) if all(new) else ADDED(deals=deals, number=Amount(f"{sum(new) or 'none'}"))


def deal_words(deal: DailyDeal) -> str:
    """Return the user's seat and target in the deal of the day, the rules, and the opponents."""
    values = {"tricks": plural(deal.rules.contracts[deal.seat], "trick"), "rules": Term(deal.rules.name)}
    seat = YOU_DEAL(**values) if deal.seat is Seat.DEALER else YOU_SIT(place=Term(deal.seat.word), **values)
    exchange = "There is no exchange." if deal.previous_results is None else "The deal begins with an exchange."
    return f"{seat} {exchange} {say('Both opponents are {levels}.', levels=Term(PLAYERS_AT[Level(OPPONENT)][1]))}"


def result_words(tricks: int, score: int) -> str:
    """Return the tricks won, compared with the target: "9 tricks, on target"."""
    template = ABOVE_TARGET if score > 0 else BELOW_TARGET if score < 0 else ON_TARGET
    return template(tricks=plural(tricks, "trick"), number=Amount(f"{abs(score)}"))


def compared_words(own: int, levels: Mapping[str, DailyRow]) -> str:
    """Return sentences that compare the user's tricks with the tricks of computer players in the user's seat."""
    said = []
    for template, compare in ((MORE_THAN, int.__lt__), (AS_MANY_AS, int.__eq__), (FEWER_THAN, int.__gt__)):
        if some := [f"the {LEVEL_NOUNS[level]}" for level, row in levels.items() if compare(row.tricks, own)]:
            said.append(template(levels=Term(listed(some))))
    return " ".join(said)


#: The names of weaknesses, by the theme of a review.
THEME_WORDS = {
    Theme.RUFF_MISSED: "ruffs missed",
    Theme.LED_INTO_RUFF: "high cards led into a ruff",
    Theme.OVERRUFFED: "ruffs that are overruffed",
    Theme.WASTED: "high cards wasted under higher ones",
    Theme.WINNER_THROWN: "winners thrown away",
    Theme.TRICK_MISSED: "tricks not taken",
    Theme.TOO_HIGH: "tricks won with too high a card",
    Theme.TRUMPS_NOT_DRAWN: "trumps drawn too late",
    Theme.RUFFED: "high cards kept until they are ruffed",
    Theme.GUARD_GONE: "guards of high cards thrown away",
    Theme.FALLS: "high cards kept until they fall",
    Theme.STRANDED: "winners never played",
    Theme.RUFFS_MISSED: "too few ruffs",
    Theme.RUFFS_GIVEN: "ruffs given to opponents",
    Theme.SET_UP: "long suits not set up",
    Theme.SUIT: "suits played the wrong way",
    Theme.SUIT_OPENED: "suits opened for opponents",
    Theme.GUARD_THROWN: "stoppers thrown away",
    Theme.SUIT_GIVEN: "suits left to opponents",
    Theme.SIDE_SUITS: "side suits not used",
    Theme.SUIT_NOT_STOPPED: "no-trump called with an open suit",
    Theme.LONGER_TRUMPS: "trump suits too short",
    Theme.STRONGER_TRUMPS: "trump suits too weak",
    Theme.OTHERS_RUFF: "calls that let opponents ruff",
    Theme.OTHERS_TRUMPS: "calls of the opponents' trumps",
    Theme.SIDE_CARDS_WIN: "calls that cost side-suit tricks",
    Theme.TRUMP_BALANCE: "calls of trumps that opponents ruff with",
    Theme.TRUMPS_LET_GO: "trumps discarded or given away",
    Theme.GUARD_LET_GO: "guards discarded or given away",
    Theme.LONG_SUIT_BROKEN: "long suits broken up before the play",
    Theme.WINNER_LET_GO: "winners discarded or given away",
    Theme.VOID_NOT_MADE: "voids not made",
    Theme.RETURN_WINS: "gifts that get too little back",
    Theme.EXCHANGED_WIN: "gifts worth more than what comes back",
    Theme.GIVEN_WINS: "gifts that win tricks for opponents",
    Theme.SUIT_WEAKENED: "suits made too weak before the play",
    Theme.SUITS_WEAKENED: "several suits made too weak before the play",
    Theme.SUIT_LET_RUN: "suits left to opponents before the play",
    Theme.WINNERS_LET_GO: "the wrong cards kept before the play",
}

#: The names of weaknesses by phase, for reviews without a theme.
PHASE_WORDS = PHASES | {Phase.FOLLOW: "cards that follow suit"}


def weakness_words(weakness: Weakness) -> str:
    """Return the name of a weakness: "trumps drawn too late"."""
    theme = weakness.theme
    return THEME_WORDS[theme] if isinstance(theme, Theme) else PHASE_WORDS[theme]


def rating_text(rated: Ratings) -> Amount:
    """Return the player's rating with its deviation, "1512 ± 80", or the number of answers before it is shown."""
    if rated.missing:
        return Amount(say("shown after {number} more {number:answer|answers}", number=in_digits(rated.missing)))
    return Amount(f"{round(rated.player.rating)} ± {round(rated.player.deviation)}")


SOON_SECONDS = 2.0  # minimum seconds of work before the time left is estimated


def step_words(step: ImportProgress, what: str, seconds: float) -> str:
    """Return the progress of adding deals after some seconds: "checked 1,200 of 18,500 deals, about 30 s left"."""
    values = {"number": Amount(f"{step.done:,}"), "target": Amount(f"{step.of:,}"), "stage": Term(what)}
    if step.storing:
        return say("stored {number} of {target} {stage}", **values)
    left = seconds / max(1, step.done) * (step.of - step.done)
    return (
        say("checked {number} of {target} {stage}, about {time} left", time=Amount(f"{left:.0f} s"), **values)
        if seconds > SOON_SECONDS and left > 1
        else say("checked {number} of {target} {stage}", **values)
    )


# The command `today`.

MISSED = Template("Missed. You can still play it for practice: n52 today --play --date {date}")
PUZZLES_DUE = Template("{number} {number:puzzle is|puzzles are} due. To solve puzzles: n52 drill all")
RATING = Template("Your drill rating: {rating}.")


def day_heading(day: date) -> str:
    """Return the heading of a day's deal: "Deal of the day, Sunday 1 November 2026"."""
    return say("Deal of the day, {date}", date=Amount(f"{day:%A} {day.day} {day:%B %Y}"))


def not_played(day: date, today: date, begun: bool) -> str:
    """Return the reason why the user has no result for a day's deal."""
    if begun:
        return "In progress. Continue with: n52 today --play"
    return "Not played yet. Play it with: n52 today --play" if day == today else MISSED(date=Amount(f"{day}"))


def you_won(tricks: int, score: int) -> str:
    """Return the user's result: "You won 9 tricks, on target."."""
    return say("You won {tricks}.", tricks=Amount(result_words(tricks, score)))


def standing(streak: Streak, due: int, rated: Ratings) -> Iterator[str]:
    """Yield the user's streak, the number of puzzles due, and the drill rating."""
    if streak.best:
        yield say("{number}-day streak (best {best}).", number=Amount(f"{streak.now}"), best=Amount(f"{streak.best}"))
    yield PUZZLES_DUE(number=Amount(f"{due}", first=due == 1)) if due else "No puzzle is due."
    yield RATING(rating=rating_text(rated))
