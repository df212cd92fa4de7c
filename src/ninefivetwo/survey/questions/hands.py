"""Questions about the dealer's hand: the tricks won with the longest suit as trumps, and when no-trump is better."""

from __future__ import annotations

from ninefivetwo.evaluation import Estimate
from ninefivetwo.survey.answers import (
    FEWEST_DEALS,
    SURE,
    AnswerTable,
    Chart,
    ChartedAnswer,
    Unit,
    charted,
    estimate_in,
    estimates_in,
    figure_text,
)
from ninefivetwo.survey.ask import AskedSurvey

TOPS = ("AKQ", "AK", "AQ", "KQ", "A", "K", "Q", "-")
SHORT, LONG = 4, 8  # minimum length of a longest suit; length from which longest suits are grouped together
LENGTHS = range(SHORT, LONG + 1)
BANDS = ((0, 9), (10, 12), (13, 15), (16, 18), (19, 40))  # high-card points
COMMON = 10  # number of the commonest shapes that are shown

Grid = dict[tuple[object, object], Estimate]


def trumps_answer(survey: AskedSurvey, rules: str | None) -> ChartedAnswer:
    """Answer the question `trumps` about the dealer's tricks with different lengths and top cards of the trump suit."""
    one = survey.one_rule_set("calls", rules)
    length = f"least(dealer_longest, {LONG})"
    tricks = _grid(survey, one, length, "dealer_tops", "longest_suit_tricks")
    made = _grid(survey, one, length, "dealer_tops", "(longest_suit_tricks >= dealer_contract)::INTEGER")
    every = _grid(survey, one, length, "''", "longest_suit_tricks", few=1)
    deals = sum(estimate.n for estimate in every.values())
    table = _table("Tricks won by the dealer, by length and top cards", "tops", TOPS, tricks, Unit.TRICKS)
    return charted(
        "trumps",
        (
            "The dealer's longest suit in the sixteen cards dealt, called as trumps in every deal. Among equally long"
            " suits, it is the one with the higher cards.",
            f"Based on {deals:,} deals under {one}, {survey.how('calls')}.",
            *_by_length(every),
        ),
        (table, _table("Contract made", "tops", TOPS, made, Unit.CHANCE)),
        (_chart(table, "cards in the suit"),),
    )


def _by_length(every: Grid) -> list[str]:
    texts = [
        f"{_or_more(length, LONG)} cards {figure_text(every[length, ''], Unit.TRICKS)}"
        for length in LENGTHS
        if (length, "") in every
    ]
    return [f"Tricks by length alone: {', '.join(texts)}."]


def notrump_answer(survey: AskedSurvey, rules: str | None) -> ChartedAnswer:
    """Answer the question `notrump` about the dealer's tricks at no-trump compared with the longest suit as trumps."""
    one = survey.one_rule_set("calls", rules, notrump=True)
    points = "CASE " + " ".join(f"WHEN dealer_hcp <= {most} THEN {number}" for number, (_, most) in enumerate(BANDS))
    gain = "dealer_tricks_N - longest_suit_tricks"
    grid = _grid(survey, one, f"least(dealer_longest, {LONG})", f"{points} END", gain)
    bands = {number: _band(*band) for number, band in enumerate(BANDS)}
    named: Grid = {(length, bands[int(str(band))]): value for (length, band), value in grid.items()}
    title = "No-trump minus the longest suit, by its length and high-card points"
    table = _table(title, "points", tuple(bands.values()), named, Unit.DIFFERENCE)
    return charted(
        "notrump",
        _notrump_words(survey, one, named),
        (table, _shapes(survey, one)),
        (_chart(table, "cards in the longest suit", level=0),),
    )


def _notrump_words(survey: AskedSurvey, rules: str, grid: Grid) -> tuple[str, ...]:
    """Describe the average difference in tricks, and the hands for which no-trump is clearly the better call."""
    found = survey.sql(
        "SELECT _estimate(dealer_tricks_N - longest_suit_tricks),"
        " _estimate((dealer_tricks_N > best_suit_tricks)::INTEGER) FROM calls WHERE rules = ?",
        [rules],
    ).rows[0]
    gains = estimates_in(found)
    gain, best = figure_text(gains[0], Unit.DIFFERENCE), figure_text(gains[1], Unit.CHANCE)
    better = sorted(
        (length, band) for (length, band), value in grid.items() if value.mean > SURE * value.standard_error
    )
    hands = "; ".join(f"{_or_more(length, LONG)} cards and {band} points" for length, band in better)
    return (
        f"The dealer's tricks at no-trump minus those with the longest suit as trumps, with the same cards: {gain} on"
        f" average. Based on {gains[0].n:,} deals under {rules}, {survey.how('calls')}.",
        f"No-trump is clearly the better call with a longest suit of {hands}."
        if hands
        else "No-trump is not clearly the better call with any of these hands.",
        f"In hindsight, no-trump would have won more tricks than every suit in {best} of deals.",
    )


def _shapes(survey: AskedSurvey, rules: str) -> AnswerTable:
    found = survey.sql(
        "SELECT dealer_shape, count(*) AS deals, _estimate(dealer_tricks_N), _estimate(longest_suit_tricks),"
        " _estimate(dealer_tricks_N - longest_suit_tricks) FROM calls WHERE rules = ?"
        f" GROUP BY dealer_shape ORDER BY deals DESC, dealer_shape LIMIT {COMMON}",
        [rules],
    )
    rows = tuple((str(shape), int(str(n)), *(estimate_in(cell) for cell in rest)) for shape, n, *rest in found.rows)
    columns = {
        "shape": Unit.TEXT,
        "deals": Unit.COUNT,
        "no-trump": Unit.TRICKS,
        "longest suit": Unit.TRICKS,
        "difference": Unit.DIFFERENCE,
    }
    return AnswerTable.of("The most common shapes", columns, rows)


def _grid(survey: AskedSurvey, rules: str, across: str, down: str, figure: str, few: int = FEWEST_DEALS) -> Grid:
    """Return a figure for each combination of two criteria, omitting cells with fewer than `few` deals."""
    found = survey.sql(
        f"SELECT {across}, {down}, _estimate({figure}) FROM calls WHERE rules = ? GROUP BY ALL ORDER BY ALL", [rules]
    )
    cells = {(one, other): estimate_in(cell) for one, other, cell in found.rows}
    return {place: estimate for place, estimate in cells.items() if estimate is not None and estimate.n >= few}


def _table(title: str, corner: str, down: tuple[str, ...], grid: Grid, unit: Unit) -> AnswerTable:
    rows = tuple((head, *(grid.get((length, head)) for length in LENGTHS)) for head in down)
    columns = {corner: Unit.TEXT} | {_or_more(length, LONG): unit for length in LENGTHS}
    return AnswerTable.of(title, columns, (row for row in rows if any(row[1:])))


def _chart(table: AnswerTable, across: str, level: float | None = None) -> Chart:
    corner, *places = table.columns
    series = {
        str(head): tuple(cell if isinstance(cell, Estimate) else None for cell in cells) for head, *cells in table.rows
    }
    return Chart(table.title, across, table.units[1], tuple(places), series, corner, joined=True, level=level)


def _or_more(length: object, last: int) -> str:
    return f"{length}+" if length == last else str(length)


def _band(least: int, most: int) -> str:
    if least == 0:
        return f"0–{most}"
    return f"{least}+" if most == BANDS[-1][1] else f"{least}–{most}"
