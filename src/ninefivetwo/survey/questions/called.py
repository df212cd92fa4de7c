"""What is called, how often, and what it makes."""

from __future__ import annotations

from ninefivetwo.evaluation import Estimate
from ninefivetwo.survey.answers import Answer, AnswerColumn, AnswerTable, Chart, Unit, estimate_in, figure_text
from ninefivetwo.survey.ask import AskedSurvey

#: What a call can be, for the dealer's sixteen cards, as SQL.
_WHAT = """CASE WHEN call = 'N' THEN 'no-trump'
    WHEN call_length = dealer_longest THEN 'longest suit'
    WHEN call_length = dealer_second_longest THEN 'second longest'
    ELSE 'a shorter suit' END"""
_CALLS = ("longest suit", "second longest", "a shorter suit", "no-trump")
FEW = 30  # deals: of fewer no figure is told


def called_answer(survey: AskedSurvey, rules: str | None) -> Answer:
    """What dealers call by rule set, and what calls make by the length of the suit."""
    sets = survey.rules("deals", rules)
    shares = _shares(survey, sets)
    one = survey.one_rule_set("deals", rules)
    lengths = _lengths(survey, one)
    notrump = ", ".join(f"{row[0]} {figure_text(row[4], Unit.CHANCE)} %" for row in shares.rows if row[4] is not None)
    return Answer(
        "called",
        (
            f"First deals of a match, {survey.how('deals')}; lengths are of the sixteen cards dealt.",
            f"No-trump is called in: {notrump}." if notrump else "No-trump is never called.",
        ),
        (shares, lengths),
        (_chart(shares),),
    )


def _shares(survey: AskedSurvey, sets: list[str]) -> AnswerTable:
    """How often each kind of call is made."""
    shares = ", ".join(f"estimate((what = '{each}')::INTEGER)" for each in _CALLS)
    found = survey.sql(f"SELECT rules, {shares} FROM (SELECT rules, {_WHAT} AS what FROM deals) GROUP BY rules")
    rows = {str(row[0]): tuple(estimate_in(each) for each in row[1:]) for row in found.rows}
    columns = (AnswerColumn("rules"), *(AnswerColumn(each, Unit.CHANCE) for each in _CALLS))
    told = tuple((each, *(share if share and share.mean > 0 else None for share in rows[each])) for each in sets)
    return AnswerTable("What is called, in per cent of deals", columns, told)


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


def _chart(shares: AnswerTable) -> Chart:
    """The table as a chart."""
    places = tuple(str(row[0]) for row in shares.rows)
    series = {
        call: tuple(cell if isinstance(cell, Estimate) else None for cell in (row[at] for row in shares.rows))
        for at, call in enumerate(_CALLS, 1)
    }
    return Chart("What is called", "", Unit.CHANCE, places, series)
