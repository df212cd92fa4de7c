"""Questions about first deals: how often each contract is made, and which denominations are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import floor

from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate, sum_in_order
from ninefivetwo.game.rules.fields import TRICKS, Contracts
from ninefivetwo.survey.answers import (
    FEWEST_DEALS,
    AnswerCell,
    AnswerTable,
    Chart,
    ChartedAnswer,
    Unit,
    charted,
    estimate_in,
    estimates_in,
    figure_text,
    figures_chart,
    figures_table,
)
from ninefivetwo.survey.ask import AskedSurvey
from ninefivetwo.survey.work import SEAT_WORDS


@dataclass(frozen=True)
class RuleSetResults:
    """The results of first deals under one rule set for each seat: tricks, points, and the share of contracts made."""

    rules: str
    contracts: Contracts
    tricks: tuple[Estimate, ...]
    over: tuple[Estimate, ...]
    made: tuple[Estimate, ...]

    @property
    def nearest(self) -> Contracts:
        """The contracts, in whole tricks, that are closest to the seats' mean tricks."""
        return nearest_contracts([tricks.mean for tricks in self.tricks])


def contracts_answer(survey: AskedSurvey, rules: str | None) -> ChartedAnswer:
    """Answer the question `contracts` about the results of each contract and the contracts that would be fair."""
    results = first_deals(survey, rules)
    return charted(
        "contracts",
        (_what_was_played(survey, results), *_judgements(results)),
        (
            _table("Points per deal (tricks minus contract)", results, lambda result: result.over, Unit.DIFFERENCE),
            _table("Contracts made", results, lambda result: result.made, Unit.CHANCE),
            _fair(results),
        ),
        (
            figures_chart(
                "Points per deal by seat, first deals",
                SEAT_WORDS,
                Unit.DIFFERENCE,
                {f"{result.rules}\n{contracts_text(result.contracts)}": result.over for result in results},
                level=0,
            ),
        ),
    )


def first_deals(survey: AskedSurvey, rules: str | None) -> list[RuleSetResults]:
    """Return the results of first deals, for all rule sets or for one. Raises SurveyError if rows are missing."""
    rule_sets = survey.rules("deals", rules)
    figures = ", ".join(
        f"_estimate({seat}_{figure})" for figure in ("tricks", "over", "made::INTEGER") for seat in SEAT_WORDS
    )
    contracts = ", ".join(f"any_value({seat}_contract)" for seat in SEAT_WORDS)
    found = survey.sql(f"SELECT rules, {contracts}, {figures} FROM deals GROUP BY rules")
    by_rules = {row[0]: row for row in found.rows}
    return [_results(by_rules[rules]) for rules in rule_sets]


def _results(row: tuple[object, ...]) -> RuleSetResults:
    dealer, left, right = (int(str(cell)) for cell in row[1:4])
    figures = estimates_in(row[4:])
    return RuleSetResults(str(row[0]), (dealer, left, right), *(tuple(figures[at : at + 3]) for at in (0, 3, 6)))


def nearest_contracts(tricks: list[float]) -> Contracts:
    """Return the contracts, in whole tricks, that are closest to the seats' mean tricks.

    Each mean is rounded down. Then the means with the largest remainders are rounded up until the sum is sixteen.

    >>> nearest_contracts([8.6, 4.9, 2.5])
    (9, 5, 2)
    """
    whole = [floor(mean) for mean in tricks]
    by_rest = sorted(range(len(tricks)), key=lambda seat: whole[seat] - tricks[seat])
    for seat in by_rest[: TRICKS - sum(whole)]:
        whole[seat] += 1
    return whole[0], whole[1], whole[2]


def contracts_text(contracts: Contracts) -> str:
    """Return contracts as text in the usual notation, such as 9-5-2."""
    return "-".join(map(str, contracts))


def _what_was_played(survey: AskedSurvey, results: list[RuleSetResults]) -> str:
    fewest = min(result.over[0].n for result in results)
    sets = "one rule set" if len(results) == 1 else f"each of {len(results)} rule sets"
    return f"{fewest:,} first deals of a match under {sets}, {survey.how('deals')}."


def _judgements(results: list[RuleSetResults]) -> list[str]:
    """Describe whether the contracts are fair. Rule sets with the same answer share a sentence."""
    alike: dict[tuple[Contracts, Contracts], list[RuleSetResults]] = {}
    for result in results:
        alike.setdefault((result.contracts, result.nearest), []).append(result)
    return [_judgement(contracts, nearest, group) for (contracts, nearest), group in alike.items()]


def _judgement(contracts: Contracts, nearest: Contracts, group: list[RuleSetResults]) -> str:
    seats = "; ".join(
        f"{seat} {_range([result.over[number] for result in group])}" for number, seat in enumerate(SEAT_WORDS)
    )
    means = ", ".join(figure_text(_together(result.tricks[seat] for result in group), Unit.TRICKS) for seat in Seat)
    verdict = "is as fair as possible in whole tricks" if contracts == nearest else "is not fair"
    names = ", ".join(result.rules for result in group)
    return (
        f"{contracts_text(contracts)} {verdict} ({names}). Points per deal: {seats}. Fair contracts would be {means};"
        f" in whole tricks, {contracts_text(nearest)}."
    )


def _together(figures: Iterable[Estimate]) -> Estimate:
    """Return the average of a figure over several rule sets.

    All rule sets use the same cards, so averaging does not reduce the standard error.
    """
    each = list(figures)
    error = sum_in_order(figure.standard_error for figure in each) / len(each)
    return Estimate(sum_in_order(figure.mean for figure in each) / len(each), error, each[0].n)


def _range(figures: list[Estimate]) -> str:
    """Return the range of several figures as text, or a single figure if all figures are the same."""
    texts = [figure_text(figure, Unit.DIFFERENCE) for figure in sorted(figures, key=lambda figure: figure.mean)]
    return texts[0] if texts[0] == texts[-1] else f"{texts[0]} to {texts[-1]}"


def _table(
    title: str, results: list[RuleSetResults], figures: Callable[[RuleSetResults], tuple[Estimate, ...]], unit: Unit
) -> AnswerTable:
    columns = dict.fromkeys(("rules", "contracts"), Unit.TEXT) | dict.fromkeys(SEAT_WORDS, unit)
    return AnswerTable.of(
        title, columns, tuple((result.rules, contracts_text(result.contracts), *figures(result)) for result in results)
    )


def _fair(results: list[RuleSetResults]) -> AnswerTable:
    columns = {"rules": Unit.TEXT} | dict.fromkeys(SEAT_WORDS, Unit.TRICKS) | {"in whole tricks": Unit.TEXT}
    return AnswerTable.of(
        "Fair contracts (tricks won on average)",
        columns,
        tuple((result.rules, *result.tricks, contracts_text(result.nearest)) for result in results),
    )


#: SQL that classifies a call by the length of its suit in the dealer's sixteen cards.
_WHAT = """CASE WHEN call = 'N' THEN 'no-trump'
    WHEN call_length = dealer_longest THEN 'longest suit'
    WHEN call_length = dealer_second_longest THEN 'second longest'
    ELSE 'a shorter suit' END"""
_CALLS = ("longest suit", "second longest", "a shorter suit", "no-trump")


def called_answer(survey: AskedSurvey, rules: str | None) -> ChartedAnswer:
    """Answer the question `called` about the dealers' calls under each rule set, and results for each suit length."""
    shares = _shares(survey, survey.rules("deals", rules))
    lengths = _lengths(survey, survey.one_rule_set("deals", rules))
    fewest = min(of_calls[0].n for of_calls in shares.values())
    return charted(
        "called",
        (
            f"{fewest:,} first deals of a match under each rule set, {survey.how('deals')}. Lengths count the sixteen"
            " cards dealt.",
            _notrump_words({call: of_calls[-1] for call, of_calls in shares.items()}),
        ),
        (
            figures_table(
                "Calls, as shares of all deals",
                "rules",
                _CALLS,
                Unit.CHANCE,
                {rules: [*map(_share_cell, of_calls)] for rules, of_calls in shares.items()},
            ),
            lengths,
        ),
        (_chart(lengths),),
    )


def _notrump_words(shares: dict[str, Estimate]) -> str:
    """Describe how often no-trump is called under the rule set with the most no-trump calls."""
    most = max(shares, key=lambda rules: shares[rules].mean)
    if not shares[most].mean:
        return "No-trump is never called."
    return f"No-trump is called most often under {most}: in {figure_text(shares[most], Unit.CHANCE)} of deals."


def _shares(survey: AskedSurvey, sets: list[str]) -> dict[str, list[Estimate]]:
    """Return the share of each type of call, by rule set."""
    shares = ", ".join(f"_estimate((what = '{call}')::INTEGER)" for call in _CALLS)
    found = survey.sql(f"SELECT rules, {shares} FROM (SELECT rules, {_WHAT} AS what FROM deals) GROUP BY rules")
    rows = {str(row[0]): estimates_in(row[1:]) for row in found.rows}
    return {rules: rows[rules] for rules in sets}


def _share_cell(share: Estimate) -> AnswerCell:
    """Return a share as a table cell, or as a word if the share is 0 or 1."""
    if share.mean in (0, 1):
        return "always" if share.mean else "never"
    return share


def _lengths(survey: AskedSurvey, rules: str) -> AnswerTable:
    found = survey.sql(
        "SELECT coalesce(call_length::VARCHAR, 'no-trump'), share_of(count(*), sum(count(*)) OVER ()),"
        " _estimate(dealer_tricks), _estimate(dealer_made::INTEGER)"
        f" FROM deals WHERE rules = ? GROUP BY call_length HAVING count(*) >= {FEWEST_DEALS}"
        " ORDER BY call_length NULLS LAST",
        [rules],
    )
    rows = tuple((str(row[0]), *map(estimate_in, row[1:])) for row in found.rows)
    columns = {"cards": Unit.TEXT, "of deals": Unit.CHANCE, "tricks": Unit.TRICKS, "contract made": Unit.CHANCE}
    return AnswerTable.of(f"Results by the length of the suit called, {rules}", columns, rows)


def _chart(lengths: AnswerTable) -> Chart:
    places = tuple(str(row[0]) for row in lengths.rows)
    made = tuple(row[-1] if isinstance(row[-1], Estimate) else None for row in lengths.rows)
    return Chart("Contract made by the dealer", "cards in the suit called", Unit.CHANCE, places, {"made": made})
