"""What seats can guarantee with all cards seen, and what is made of the same cards at the table."""

from __future__ import annotations

from collections.abc import Iterator

from ninefivetwo.cards import Denomination
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game.rules.fields import TRICKS
from ninefivetwo.survey.answers import (
    Answer,
    AnswerColumn,
    AnswerTable,
    Chart,
    Unit,
    estimate_in,
    estimates_in,
    figure_text,
)
from ninefivetwo.survey.ask import AskedSurvey
from ninefivetwo.survey.columns import SEAT_WORDS

#: In which denomination, as SQL: a place in the lists by denomination, which the dealer's guarantees decide.
_SUITS = "list_slice(dealer_guarantees, 1, 4)"
_WHICH = {
    "longest suit": "strpos('SHDC', dealer_longest_suit)",
    "best suit": f"list_position({_SUITS}, list_max({_SUITS}))",
    "no-trump": f"{Denomination.N + 1}",
}


_CALLED = {
    "longest suit": "With the dealer's longest suit as trumps",
    "best suit": "With the suit in which he guarantees most, his best",
    "no-trump": "At no-trump",
}


def guarantees_answer(survey: AskedSurvey, rules: str | None) -> Answer:
    """Guarantees by denomination and seat, and, where the same cards were played, what was made of them."""
    one = survey.one_rule_set("guarantees", rules)
    guaranteed = _guaranteed(survey, one)
    deals = next(iter(guaranteed.values()))[0].n
    made = [*_without_kitty(survey, one), *_after_discard(survey, one)]
    return Answer(
        "guarantees",
        (
            "What each seat wins at least, whatever the others do, when all cards are seen; sixteen cards each as"
            f" dealt, without the kitty; {one}, {deals:,} deals.",
            *(_words(name, figures) for name, figures in guaranteed.items()),
            *([] if made else [_NOT_PLAYED]),
        ),
        (_table(guaranteed), *made),
        (_chart(guaranteed),),
    )


_NOT_PLAYED = (
    "The same cards were not played: rows of the kind worths of the same seeds would tell what is made of them."
)


def _guaranteed(survey: AskedSurvey, rules: str) -> dict[str, tuple[Estimate, ...]]:
    """By what is called: what each seat guarantees, and what is in nobody's guarantee.  No-trump only if allowed."""
    figures = []
    for place in _WHICH.values():
        seats = [f"nullif({seat}_guarantees[{place}], -1)" for seat in SEAT_WORDS]
        figures += [f"estimate({each})" for each in (*seats, f"{TRICKS} - {' - '.join(seats)}")]
    row = survey.sql(f"SELECT {', '.join(figures)} FROM guarantees WHERE rules = ?", [rules]).rows[0]
    several = len(SEAT_WORDS) + 1
    found = {name: tuple(estimates_in(row[at * several : (at + 1) * several])) for at, name in enumerate(_WHICH)}
    return {name: estimates for name, estimates in found.items() if estimates}


def _words(name: str, figures: tuple[Estimate, ...]) -> str:
    seats = ", ".join(
        f"{seat} {figure_text(each, Unit.TRICKS)}" for seat, each in zip(SEAT_WORDS, figures, strict=False)
    )
    return f"{_CALLED[name]}: {seats}; {figure_text(figures[-1], Unit.TRICKS)} are nobody's for sure."


def _table(guaranteed: dict[str, tuple[Estimate, ...]]) -> AnswerTable:
    columns = (AnswerColumn("called"), *(AnswerColumn(each, Unit.TRICKS) for each in (*SEAT_WORDS, "nobody's")))
    return AnswerTable("Tricks guaranteed", columns, tuple((name, *each) for name, each in guaranteed.items()))


def _chart(guaranteed: dict[str, tuple[Estimate, ...]]) -> Chart:
    series = {
        seat: tuple(each[number] for each in guaranteed.values())
        for number, seat in enumerate((*SEAT_WORDS, "nobody's"))
    }
    return Chart("Tricks guaranteed, all cards seen", "", Unit.TRICKS, tuple(guaranteed), series)


def _without_kitty(survey: AskedSurvey, rules: str) -> Iterator[AnswerTable]:
    """What was made of the same sixteen cards, played without the kitty."""
    pairs = {seat: (f"called(solved.{seat}_guarantees, played.call)", f"played.{seat}_tricks") for seat in SEAT_WORDS}
    title = "Without the kitty, the same cards: guaranteed when all are seen, and made at the table"
    yield from _compared(survey, rules, "worths", "AND played.way = 'no kitty'", title, pairs)


def _after_discard(survey: AskedSurvey, rules: str) -> Iterator[AnswerTable]:
    """What the dealer made of his sixteen cards and the kitty."""
    pair = ("called(solved.discard_guarantees, played.call)", "called(played.dealer_tricks, played.call)")
    title = "With the kitty: guaranteed after the best discard, all cards seen, and made at the table"
    yield from _compared(survey, rules, "calls", "", title, {"dealer": pair})


def _compared(
    survey: AskedSurvey, rules: str, kind: str, only: str, title: str, pairs: dict[str, tuple[str, str]]
) -> Iterator[AnswerTable]:
    """A table of guarantees against tricks made; none where the same cards were not both solved and played."""
    if kind not in survey.kinds:
        return
    figures = ", ".join(
        f"estimate({guaranteed}), estimate({made}), estimate({made} - {guaranteed}),"
        f" estimate(({made} < {guaranteed})::INTEGER)"
        for guaranteed, made in pairs.values()
    )
    row = survey.sql(
        f"SELECT {figures} FROM guarantees AS solved JOIN {kind} AS played USING (rules, seed, deal)"
        f" WHERE rules = ? AND solved.dealer_hand = played.dealer_hand {only}",
        [rules],
    ).rows[0]
    found = [estimate_in(cell) for cell in row]
    if found[0] is None:
        return
    columns = (
        AnswerColumn("seat"),
        AnswerColumn("guaranteed", Unit.TRICKS),
        AnswerColumn("made", Unit.TRICKS),
        AnswerColumn("more made", Unit.DIFFERENCE),
        AnswerColumn("less made, in per cent", Unit.CHANCE),
    )
    rows = tuple((seat, *found[4 * at : 4 * at + 4]) for at, seat in enumerate(pairs))
    yield AnswerTable(title, columns, rows)
