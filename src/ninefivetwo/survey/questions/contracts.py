"""Is a rule set fair: what each contract makes in first deals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import floor

from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game.rules.fields import TRICKS, Contracts
from ninefivetwo.survey.answers import (
    Answer,
    AnswerCell,
    AnswerColumn,
    AnswerTable,
    Chart,
    Unit,
    estimates_in,
    figure_text,
)
from ninefivetwo.survey.ask import AskedSurvey
from ninefivetwo.survey.columns import SEAT_WORDS


@dataclass(frozen=True)
class RuleSetResults:
    """What first deals came to under a rule set; by seat: tricks, points against the contract, and contracts made."""

    rules: str
    contracts: Contracts
    tricks: tuple[Estimate, ...]
    over: tuple[Estimate, ...]
    made: tuple[Estimate, ...]

    @property
    def nearest(self) -> Contracts:
        """The contracts in whole tricks that come nearest to the mean tricks."""
        return nearest_contracts([each.mean for each in self.tricks])


def contracts_answer(survey: AskedSurvey, rules: str | None) -> Answer:
    """What each contract makes, by rule set, and which contracts would be fair."""
    results = first_deals(survey, rules)
    return Answer(
        "contracts",
        (_what_was_played(survey, results), *_judgements(results)),
        (
            _table(
                "Points a deal, which are tricks more than the contract",
                results,
                lambda each: each.over,
                Unit.DIFFERENCE,
            ),
            _table("Contracts made, in per cent", results, lambda each: each.made, Unit.CHANCE),
            _fair(results),
        ),
        (
            Chart(
                "Points a deal by seat, first deals",
                "",
                Unit.DIFFERENCE,
                tuple(f"{each.rules}\n{contracts_text(each.contracts)}" for each in results),
                {seat: tuple(each.over[number] for each in results) for number, seat in enumerate(SEAT_WORDS)},
                level=0,
            ),
        ),
    )


def first_deals(survey: AskedSurvey, rules: str | None) -> list[RuleSetResults]:
    """What first deals came to, by rule set in the survey's order, or of one only.  Raises SurveyError."""
    wanted = survey.rules("deals", rules)
    figures = ", ".join(
        f"estimate({seat}_{figure})" for figure in ("tricks", "over", "made::INTEGER") for seat in SEAT_WORDS
    )
    contracts = ", ".join(f"any_value({seat}_contract)" for seat in SEAT_WORDS)
    found = survey.sql(f"SELECT rules, {contracts}, {figures} FROM deals GROUP BY rules")
    by_rules = {row[0]: row for row in found.rows}
    return [_results(by_rules[each]) for each in wanted]


def _results(row: tuple[object, ...]) -> RuleSetResults:
    dealer, left, right = (int(str(each)) for each in row[1:4])
    figures = estimates_in(row[4:])
    return RuleSetResults(str(row[0]), (dealer, left, right), *(tuple(figures[at : at + 3]) for at in (0, 3, 6)))


def nearest_contracts(tricks: list[float]) -> Contracts:
    """The whole contracts nearest to mean tricks: those rounded down, and one more where most was cut off.

    >>> nearest_contracts([8.6, 4.9, 2.5])
    (9, 5, 2)
    """
    whole = [floor(each) for each in tricks]
    by_rest = sorted(range(len(tricks)), key=lambda seat: whole[seat] - tricks[seat])
    for seat in by_rest[: TRICKS - sum(whole)]:
        whole[seat] += 1
    return whole[0], whole[1], whole[2]


def contracts_text(contracts: Contracts) -> str:
    """As players say them: 9-5-2."""
    return "-".join(map(str, contracts))


def _what_was_played(survey: AskedSurvey, results: list[RuleSetResults]) -> str:
    fewest = min(each.over[0].n for each in results)
    sets = "one rule set" if len(results) == 1 else f"each of {len(results)} rule sets"
    return f"{fewest:,} first deals of a match under {sets}, {survey.how('deals')}."


def _judgements(results: list[RuleSetResults]) -> list[str]:
    """Is it fair, in words; rule sets of which the same is to be said in one sentence."""
    alike: dict[tuple[Contracts, Contracts], list[RuleSetResults]] = {}
    for each in results:
        alike.setdefault((each.contracts, each.nearest), []).append(each)
    return [_judgement(contracts, nearest, group) for (contracts, nearest), group in alike.items()]


def _judgement(contracts: Contracts, nearest: Contracts, group: list[RuleSetResults]) -> str:
    seats = "; ".join(
        f"{seat} {_range([each.over[number] for each in group])}" for number, seat in enumerate(SEAT_WORDS)
    )
    means = "-".join(f"{sum(each.tricks[seat].mean for each in group) / len(group):.1f}" for seat in Seat)
    verdict = "is as fair as whole tricks can be" if contracts == nearest else "is not fair"
    names = ", ".join(each.rules for each in group)
    return (
        f"{contracts_text(contracts)} {verdict} ({names}): {seats} a deal. Fair would be {means}; in whole tricks"
        f" {contracts_text(nearest)}."
    )


def _range(figures: list[Estimate]) -> str:
    """The least and the greatest of several figures, or the one."""
    texts = [figure_text(each, Unit.DIFFERENCE) for each in sorted(figures, key=lambda figure: figure.mean)]
    return texts[0] if texts[0] == texts[-1] else f"{texts[0]} to {texts[-1]}"


def _table(
    title: str, results: list[RuleSetResults], figures: Callable[[RuleSetResults], tuple[Estimate, ...]], unit: Unit
) -> AnswerTable:
    columns = (AnswerColumn("rules"), AnswerColumn("contracts"), *(AnswerColumn(seat, unit) for seat in SEAT_WORDS))
    rows: tuple[tuple[AnswerCell, ...], ...] = tuple(
        (each.rules, contracts_text(each.contracts), *figures(each)) for each in results
    )
    return AnswerTable(title, columns, rows)


def _fair(results: list[RuleSetResults]) -> AnswerTable:
    columns = (*(AnswerColumn(seat, Unit.TRICKS) for seat in SEAT_WORDS), AnswerColumn("in whole tricks"))
    rows: tuple[tuple[AnswerCell, ...], ...] = tuple(
        (each.rules, *each.tricks, contracts_text(each.nearest)) for each in results
    )
    return AnswerTable("Fair contracts, which are the tricks won on average", (AnswerColumn("rules"), *columns), rows)
