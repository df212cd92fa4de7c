"""What is called, how often, and what it makes."""

from __future__ import annotations

from ninefivetwo.evaluation import Estimate
from ninefivetwo.survey.answers import (
    FEW,
    Answer,
    AnswerCell,
    AnswerColumn,
    AnswerTable,
    Chart,
    Unit,
    estimate_in,
    estimates_in,
    figure_text,
)
from ninefivetwo.survey.ask import AskedSurvey

#: What a call can be, for the dealer's sixteen cards, as SQL.
_WHAT = """CASE WHEN call = 'N' THEN 'no-trump'
    WHEN call_length = dealer_longest THEN 'longest suit'
    WHEN call_length = dealer_second_longest THEN 'second longest'
    ELSE 'a shorter suit' END"""
_CALLS = ("longest suit", "second longest", "a shorter suit", "no-trump")
#: By rule set: how often each kind of call is made.
Shares = dict[str, list[Estimate]]


def called_answer(survey: AskedSurvey, rules: str | None) -> Answer:
    """What dealers call by rule set, and what calls make by the length of the suit."""
    shares = _shares(survey, survey.rules("deals", rules))
    lengths = _lengths(survey, survey.one_rule_set("deals", rules))
    fewest = min(of_calls[0].n for of_calls in shares.values())
    return Answer(
        "called",
        (
            f"{fewest:,} first deals of a match under each rule set, {survey.how('deals')}; lengths are of the sixteen"
            " cards dealt.",
            _notrump_words({each: of_calls[-1] for each, of_calls in shares.items()}),
        ),
        (_share_table(shares), lengths),
        (_chart(lengths),),
    )


def _notrump_words(shares: dict[str, Estimate]) -> str:
    """Where no-trump is called most."""
    most = max(shares, key=lambda rules: shares[rules].mean)
    if not shares[most].mean:
        return "No-trump is never called."
    return f"No-trump is called most under {most}: in {figure_text(shares[most], Unit.CHANCE)} per cent of deals."


def _shares(survey: AskedSurvey, sets: list[str]) -> Shares:
    """How often each kind of call is made, by rule set."""
    shares = ", ".join(f"estimate((what = '{each}')::INTEGER)" for each in _CALLS)
    found = survey.sql(f"SELECT rules, {shares} FROM (SELECT rules, {_WHAT} AS what FROM deals) GROUP BY rules")
    rows = {str(row[0]): estimates_in(row[1:]) for row in found.rows}
    return {rules: rows[rules] for rules in sets}


def _share_table(shares: Shares) -> AnswerTable:
    columns = (AnswerColumn("rules"), *(AnswerColumn(each, Unit.CHANCE) for each in _CALLS))
    rows = tuple((rules, *map(_told, of_calls)) for rules, of_calls in shares.items())
    return AnswerTable("What is called, in per cent of deals", columns, rows)


def _told(share: Estimate) -> AnswerCell:
    """A share, or a word for what is so in every deal, or in none."""
    if share.mean in (0, 1):
        return "always" if share.mean else "never"
    return share


def _lengths(survey: AskedSurvey, rules: str) -> AnswerTable:
    """What is made, by the length of the suit called."""
    found = survey.sql(
        "SELECT coalesce(call_length::VARCHAR, 'no-trump'), share_of(count(*), sum(count(*)) OVER ()),"
        " estimate(dealer_tricks), estimate(dealer_made::INTEGER)"
        f" FROM deals WHERE rules = ? GROUP BY call_length HAVING count(*) >= {FEW}"
        " ORDER BY call_length NULLS LAST",
        [rules],
    )
    rows = tuple((str(row[0]), *map(estimate_in, row[1:])) for row in found.rows)
    columns = (
        AnswerColumn("cards"),
        AnswerColumn("of deals, in per cent", Unit.CHANCE),
        AnswerColumn("tricks", Unit.TRICKS),
        AnswerColumn("contract made, in per cent", Unit.CHANCE),
    )
    return AnswerTable(f"By the length of the suit called, {rules}", columns, rows)


def _chart(lengths: AnswerTable) -> Chart:
    """How often the contract is made, by what is called: the last column of the table by length."""
    places = tuple(str(row[0]) for row in lengths.rows)
    made = tuple(row[-1] if isinstance(row[-1], Estimate) else None for row in lengths.rows)
    return Chart("Contract made by the dealer", "cards in the suit called", Unit.CHANCE, places, {"made": made})
