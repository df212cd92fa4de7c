"""What a kitty and an exchanged card are worth: the same cards played with and without, deal by deal."""

from __future__ import annotations

from ninefivetwo.cards import SEAT_PAIRS
from ninefivetwo.evaluation import Estimate
from ninefivetwo.survey.answers import Answer, AnswerColumn, AnswerTable, Chart, Unit, estimates_in, figure_text
from ninefivetwo.survey.ask import AskedSurvey
from ninefivetwo.survey.columns import PAIR_WORDS, SEAT_WORDS
from ninefivetwo.survey.worths import WAYS

_AS_DEALT, _NO_KITTY = WAYS[:2]
#: By name: tricks more, by seat.
SeatGains = dict[str, tuple[Estimate, ...]]


def kitty_answer(survey: AskedSurvey, rules: str | None) -> Answer:
    """What the kitty is worth, by rule set."""
    sets = survey.rules("worths", rules)
    gains = {each: paired_gains(survey, each, _NO_KITTY)[_NO_KITTY] for each in sets}
    worth: SeatGains = {each: tuple(_negative(figure) for figure in seats) for each, seats in gains.items()}
    return Answer(
        "kitty",
        (
            "What the kitty is worth: the tricks of each seat with it, less those on the same cards when the dealer"
            f" calls and plays the sixteen cards dealt to him; {_fewest(worth)} first deals, {survey.how('worths')}.",
            f"To the dealer it brings {_least_and_most({name: seats[0] for name, seats in worth.items()})} tricks.",
        ),
        (_table("Tricks more by the kitty", "rules", worth),),
        (_chart("Tricks more by the kitty", worth),),
    )


def card_answer(survey: AskedSurvey, rules: str | None) -> Answer:
    """What an exchange of one card is worth to each seat, under one rule set."""
    one = survey.one_rule_set("worths", rules)
    gains = paired_gains(survey, one, *PAIR_WORDS)
    return Answer(
        "card",
        (
            "What one exchanged card is worth: a seat gives another one card, which must hand back its highest of that"
            f" suit; tricks with that exchange less those on the same cards without; {one}, {_fewest(gains)} deals,"
            f" {survey.how('worths')}.",
            _who_gains(gains),
        ),
        (_table("Tricks more by the exchange", "exchange", gains),),
        (_chart("Tricks more by an exchange of one card", gains),),
    )


def _who_gains(gains: SeatGains) -> str:
    """What the giver gains and the receiver loses."""
    of_pairs = list(zip(SEAT_PAIRS, gains.items(), strict=True))
    giver = _least_and_most({name: seats[pair[0]] for pair, (name, seats) in of_pairs})
    receiver = _least_and_most({name: seats[pair[1]] for pair, (name, seats) in of_pairs})
    return f"To the giver it brings {giver} tricks; to the receiver {receiver}."


def _least_and_most(figures: dict[str, Estimate]) -> str:
    """The least and the greatest of several figures with their names, or the only one."""
    ordered = sorted(figures.items(), key=lambda each: each[1].mean)
    texts = [f"{figure_text(figure, Unit.DIFFERENCE)} ({name})" for name, figure in (ordered[0], ordered[-1])]
    return texts[0] if len(figures) == 1 else f"{texts[0]} to {texts[1]}"


def paired_gains(survey: AskedSurvey, rules: str, *ways: str) -> SeatGains:
    """Tricks more than as dealt, by way: for each seat the mean over the deals of the differences of the two."""
    figures = ", ".join(f"estimate(other.{seat}_tricks - base.{seat}_tricks)" for seat in SEAT_WORDS)
    found = survey.sql(
        f"SELECT other.way, {figures} FROM worths AS base JOIN worths AS other USING (rules, seed, deal)"
        f" WHERE rules = ? AND base.way = ? AND other.way IN ({', '.join('?' * len(ways))}) GROUP BY other.way",
        [rules, _AS_DEALT, *ways],
    )
    by_way = {str(row[0]): tuple(estimates_in(row[1:])) for row in found.rows}
    return {way: by_way[way] for way in ways}


def _fewest(gains: SeatGains) -> str:
    """How many deals there are, of the rule set or way that has fewest."""
    return f"{min(each.n for seats in gains.values() for each in seats):,}"


def _negative(figure: Estimate) -> Estimate:
    return Estimate(-figure.mean, figure.standard_error, figure.n)


def _table(title: str, first: str, gains: SeatGains) -> AnswerTable:
    columns = (AnswerColumn(first), *(AnswerColumn(seat, Unit.DIFFERENCE) for seat in SEAT_WORDS))
    return AnswerTable(title, columns, tuple((name, *seats) for name, seats in gains.items()))


def _chart(title: str, gains: SeatGains) -> Chart:
    series = {seat: tuple(seats[number] for seats in gains.values()) for number, seat in enumerate(SEAT_WORDS)}
    return Chart(title, "", Unit.DIFFERENCE, tuple(gains), series, level=0)
