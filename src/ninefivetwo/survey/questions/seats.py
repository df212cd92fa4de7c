"""What a seat is worth over a match: who wins, by where he sat in the first deal."""

from __future__ import annotations

from collections.abc import Iterator

from ninefivetwo.errors import SurveyError
from ninefivetwo.evaluation import Estimate
from ninefivetwo.survey.answers import (
    SURE,
    Answer,
    AnswerCell,
    AnswerTable,
    Unit,
    estimate_in,
    estimates_in,
    figure_text,
    figures_chart,
    figures_table,
)
from ninefivetwo.survey.ask import AskedSurvey
from ninefivetwo.survey.work import SEAT_WORDS

_NOTHING = (None,) * len(SEAT_WORDS)  # where every match is one deal
_PLAYERS = ("dealt first", "sat left", "sat right")  # players 0 to 2, by their seats in the first deal


def seats_answer(survey: AskedSurvey, rules: str | None) -> Answer:
    """The chances of winning a match by the seat of the first deal, and what seats bring in later deals."""
    rule_sets = survey.rules("matches", rules)
    chances = _chances(survey)
    sets = [rules for rules in rule_sets if rules in chances]
    if not sets:
        raise SurveyError(f"{survey.directory}: no match that came to its end (expected a rule set that ends matches)")
    points = _later_points(survey)
    fewest = min(chances[rules][0].n for rules in sets)
    return Answer(
        "seats",
        (
            f"{fewest:,} whole matches under each rule set, {survey.how('matches')}. A shared win counts by its part;"
            " with equal chances each would win 33.3 per cent.",
            *_who_wins({rules: chances[rules][1:] for rules in sets}),
        ),
        (
            AnswerTable(
                "Chance of winning the match, in per cent",
                {"rules": Unit.TEXT, "deals a match": Unit.TRICKS} | dict.fromkeys(_PLAYERS, Unit.CHANCE),
                tuple((rules, *chances[rules]) for rules in sets),
            ),
            figures_table(
                "Points a deal after the first, by the seat in that deal",
                "rules",
                SEAT_WORDS,
                Unit.DIFFERENCE,
                {rules: points.get(rules, _NOTHING) for rules in sets},
            ),
        ),
        (
            figures_chart(
                "Chance of winning the match, by the seat of the first deal",
                _PLAYERS,
                Unit.CHANCE,
                {rules: chances[rules][1:] for rules in sets},
                level=100 / 3,
            ),
        ),
    )


def _chances(survey: AskedSurvey) -> dict[str, list[Estimate]]:
    """By rule set: deals a match, then each player's chance; a value a match that came to its end."""
    shares = ", ".join(f"estimate(shares[{player + 1}])" for player in range(len(_PLAYERS)))
    found = survey.sql(f"SELECT rules, estimate(deal), {shares} FROM matches WHERE last GROUP BY rules")
    return {str(row[0]): estimates_in(row[1:]) for row in found.rows}


def _who_wins(chances: dict[str, list[Estimate]]) -> Iterator[str]:
    """Which player wins most, and under which rule sets; only where his chance is clearly above a third."""
    for number, player in enumerate(_PLAYERS):
        best = {rules: of_all[number] for rules, of_all in chances.items() if max(of_all, key=_mean) is of_all[number]}
        texts = [
            f"{rules} {figure_text(chance, Unit.CHANCE)}"
            for rules, chance in best.items()
            if chance.mean - 1 / 3 > SURE * chance.standard_error
        ]
        if texts:
            yield f"Who {player} wins most, in per cent: {', '.join(texts)}."


def _mean(estimate: Estimate) -> float:
    return estimate.mean


def _later_points(survey: AskedSurvey) -> dict[str, tuple[AnswerCell, ...]]:
    """By rule set: each seat's points in deals after the first.

    The deals of a match hang together, so the error is that of a ratio of two sums over matches: points and deals.
    """
    sums = ", ".join(f"sum({seat}_over) AS {seat}_points" for seat in SEAT_WORDS)
    figures = ", ".join(f"ratio({seat}_points, deals)" for seat in SEAT_WORDS)
    found = survey.sql(
        f"SELECT rules, {figures} FROM (SELECT rules, count(*) AS deals, {sums} FROM matches WHERE deal > 1"
        ' GROUP BY rules, seed, "match") GROUP BY rules'
    )
    return {str(row[0]): tuple(estimate_in(cell) for cell in row[1:]) for row in found.rows}
