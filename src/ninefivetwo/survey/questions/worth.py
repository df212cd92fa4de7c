"""Questions about guarantees, and about the value of the kitty, of an exchanged card and of each seat."""

from __future__ import annotations

from collections.abc import Iterator

from ninefivetwo.cards import SEAT_PAIRS, Trump
from ninefivetwo.errors import SurveyError
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game.rules.fields import TRICKS
from ninefivetwo.survey.answers import (
    SURE,
    AnswerCell,
    AnswerTable,
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
from ninefivetwo.survey.deals import WAYS
from ninefivetwo.survey.work import PAIR_WORDS, SEAT_WORDS

_AS_DEALT, _NO_KITTY = WAYS[:2]
#: The tricks gained by each seat, for each rule set or way of playing.
SeatGains = dict[str, tuple[Estimate, ...]]


def kitty_answer(survey: AskedSurvey, rules: str | None) -> ChartedAnswer:
    """Answer the question `kitty` about the tricks that the kitty is worth to each seat under each rule set."""
    sets = survey.rules("worths", rules)
    gains = {rule_set: paired_gains(survey, rule_set, _NO_KITTY)[_NO_KITTY] for rule_set in sets}
    worth: SeatGains = {rules: tuple(-figure for figure in seats) for rules, seats in gains.items()}
    return charted(
        "kitty",
        (
            "The value of the kitty: the tricks of each seat with it, minus those if the dealer calls and plays with"
            f" the sixteen cards dealt. Based on {_fewest(worth)} first deals, {survey.how('worths')}.",
            f"For the dealer it is worth {_least_and_most({name: seats[0] for name, seats in worth.items()})} tricks.",
        ),
        (figures_table("Tricks gained by the kitty", "rules", SEAT_WORDS, Unit.DIFFERENCE, worth),),
        (figures_chart("Tricks gained by the kitty", SEAT_WORDS, Unit.DIFFERENCE, worth, level=0),),
    )


def card_answer(survey: AskedSurvey, rules: str | None) -> ChartedAnswer:
    """Answer the question `card` about the tricks that an exchange of one card is worth to each seat."""
    one = survey.one_rule_set("worths", rules)
    gains = paired_gains(survey, one, *PAIR_WORDS)
    return charted(
        "card",
        (
            "The value of exchanging one card: the tricks of each seat with the exchange, minus those without it,"
            f" with the same cards. Based on {_fewest(gains)} deals under {one}, {survey.how('worths')}.",
            _who_gains(gains),
        ),
        (figures_table("Tricks gained by the exchange", "exchange", SEAT_WORDS, Unit.DIFFERENCE, gains),),
        (figures_chart("Tricks gained by exchanging one card", SEAT_WORDS, Unit.DIFFERENCE, gains, level=0),),
    )


def _who_gains(gains: SeatGains) -> str:
    """Describe how many tricks an exchange gains the giver and costs the receiver."""
    of_pairs = list(zip(SEAT_PAIRS, gains.items(), strict=True))
    giver = _least_and_most({name: seats[pair[0]] for pair, (name, seats) in of_pairs})
    receiver = _least_and_most({name: seats[pair[1]] for pair, (name, seats) in of_pairs})
    return f"It is worth {giver} tricks to the giver, and {receiver} to the receiver."


def _least_and_most(figures: dict[str, Estimate]) -> str:
    """Return the smallest and the largest figure as text, each with its name."""
    ordered = sorted(figures.items(), key=lambda item: item[1].mean)
    texts = [f"{figure_text(figure, Unit.DIFFERENCE)} ({name})" for name, figure in (ordered[0], ordered[-1])]
    return texts[0] if len(figures) == 1 else f"{texts[0]} to {texts[1]}"


def paired_gains(survey: AskedSurvey, rules: str, *ways: str) -> SeatGains:
    """Return each seat's gain in tricks for each way of playing a deal, compared with the way `as dealt`.

    A gain is the mean difference between two ways of playing the same cards.
    """
    figures = ", ".join(f"_estimate(other.{seat}_tricks - base.{seat}_tricks)" for seat in SEAT_WORDS)
    found = survey.sql(
        f"SELECT other.way, {figures} FROM worths AS base JOIN worths AS other USING (rules, seed, deal)"
        f" WHERE rules = ? AND base.way = ? AND other.way IN ({', '.join('?' * len(ways))}) GROUP BY other.way",
        [rules, _AS_DEALT, *ways],
    )
    by_way = {str(row[0]): tuple(estimates_in(row[1:])) for row in found.rows}
    return {way: by_way[way] for way in ways}


def _fewest(gains: SeatGains) -> str:
    return f"{min(figure.n for seats in gains.values() for figure in seats):,}"


#: SQL for the index of the called denomination in a list of guarantees, for each type of call.
_SUITS = "list_slice(dealer_guarantees, 1, 4)"
_WHICH = {
    "longest suit": "strpos('SHDC', dealer_longest_suit)",
    "best suit": f"list_position({_SUITS}, list_max({_SUITS}))",
    "no-trump": f"{Trump.NO_TRUMP + 1}",
}


#: Labels for the guaranteed tricks of each seat, and for the tricks that no seat guarantees.
_OWNERS = (*SEAT_WORDS, "undecided")
_CALLED = {
    "longest suit": "With the dealer's longest suit as trumps",
    "best suit": "With the suit in which the dealer guarantees most",
    "no-trump": "At no-trump",
}


def guarantees_answer(survey: AskedSurvey, rules: str | None) -> ChartedAnswer:
    """Answer the question `guarantees` about each seat's guarantee and any tricks won with the same cards."""
    one = survey.one_rule_set("guarantees", rules)
    guaranteed = _guaranteed(survey, one)
    deals = next(iter(guaranteed.values()))[0].n
    made = [*_without_kitty(survey, one), *_after_discard(survey, one)]
    return charted(
        "guarantees",
        (
            "The tricks that each seat guarantees, double dummy, with the sixteen cards dealt and without the kitty."
            f" Based on {deals:,} deals under {one}.",
            *(_guarantee_words(name, figures) for name, figures in guaranteed.items()),
            *(
                []
                if made
                else ["Rows of the kind worths with the same seeds would show the tricks won with the same cards."]
            ),
        ),
        (figures_table("Tricks guaranteed", "called", _OWNERS, Unit.TRICKS, guaranteed), *made),
        (figures_chart("Tricks guaranteed, double dummy", _OWNERS, Unit.TRICKS, guaranteed),),
    )


def _guaranteed(survey: AskedSurvey, rules: str) -> dict[str, tuple[Estimate, ...]]:
    """Return each seat's guarantee, and the number of tricks that no seat guarantees, for each type of call.

    No-trump is included only if the rules allow no-trump.
    """
    figures = []
    for place in _WHICH.values():
        seats = [f"nullif({seat}_guarantees[{place}], -1)" for seat in SEAT_WORDS]
        figures += [f"_estimate({tricks})" for tricks in (*seats, f"{TRICKS} - {' - '.join(seats)}")]
    row = survey.sql(f"SELECT {', '.join(figures)} FROM guarantees WHERE rules = ?", [rules]).rows[0]
    several = len(_OWNERS)
    found = {name: tuple(estimates_in(row[at * several : (at + 1) * several])) for at, name in enumerate(_WHICH)}
    return {name: estimates for name, estimates in found.items() if estimates}


def _guarantee_words(name: str, figures: tuple[Estimate, ...]) -> str:
    seats = ", ".join(
        f"{seat} {figure_text(figure, Unit.TRICKS)}" for seat, figure in zip(SEAT_WORDS, figures, strict=False)
    )
    return f"{_CALLED[name]}: {seats}. Undecided: {figure_text(figures[-1], Unit.TRICKS)}."


def _without_kitty(survey: AskedSurvey, rules: str) -> Iterator[AnswerTable]:
    """Yield a table that compares guarantees with tricks won in deals without the kitty."""
    pairs = {seat: (f"called(solved.{seat}_guarantees, played.call)", f"played.{seat}_tricks") for seat in SEAT_WORDS}
    title = "The same cards without the kitty: tricks guaranteed double dummy, and tricks won in play"
    yield from _compared(survey, rules, "worths", "AND played.way = 'no kitty'", title, pairs)


def _after_discard(survey: AskedSurvey, rules: str) -> Iterator[AnswerTable]:
    """Yield a table that compares the dealer's guarantee after the best discard with the tricks won in play."""
    pair = ("called(solved.discard_guarantees, played.call)", "called(played.dealer_tricks, played.call)")
    title = "With the kitty: tricks guaranteed after the best discard, and tricks won in play"
    yield from _compared(survey, rules, "calls", "", title, {"dealer": pair})


def _compared(
    survey: AskedSurvey, rules: str, kind: str, only: str, title: str, pairs: dict[str, tuple[str, str]]
) -> Iterator[AnswerTable]:
    """Yield a table that compares guarantees with tricks won, or nothing if no deal was both solved and played."""
    if kind not in survey.kinds:
        return
    figures = ", ".join(
        f"_estimate({guaranteed}), _estimate({made}), _estimate({made} - {guaranteed}),"
        f" _estimate(({made} < {guaranteed})::INTEGER)"
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
    columns = {
        "seat": Unit.TEXT,
        "guaranteed": Unit.TRICKS,
        "won": Unit.TRICKS,
        "difference": Unit.DIFFERENCE,
        "fewer won": Unit.CHANCE,
    }
    rows = tuple((seat, *found[4 * at : 4 * at + 4]) for at, seat in enumerate(pairs))
    yield AnswerTable.of(title, columns, rows)


# Matches


_NOTHING = (None,) * len(SEAT_WORDS)  # empty cells for rule sets whose matches have only one deal
#: The labels of players 0 to 2, by their seat in the first deal.
_PLAYERS = ("dealt first", "sat left first", "sat right first")


def seats_answer(survey: AskedSurvey, rules: str | None) -> ChartedAnswer:
    """Answer the question `seats` about each first seat's chance of winning a match, and the points in later deals."""
    rule_sets = survey.rules("matches", rules)
    chances = _chances(survey)
    sets = [rules for rules in rule_sets if rules in chances]
    if not sets:
        raise SurveyError(f"{survey.directory}: no finished matches (expected a rule set under which matches end)")
    points = _later_points(survey)
    fewest = min(chances[rules][0].n for rules in sets)
    return charted(
        "seats",
        (
            f"{fewest:,} whole matches under each rule set, {survey.how('matches')}. A shared win counts in part; with"
            " equal chances, each player would win 33.3 %.",
            *_who_wins({rules: chances[rules][1:] for rules in sets}),
        ),
        (
            AnswerTable.of(
                "Chance of winning the match",
                {"rules": Unit.TEXT, "deals per match": Unit.TRICKS} | dict.fromkeys(_PLAYERS, Unit.CHANCE),
                tuple((rules, *chances[rules]) for rules in sets),
            ),
            figures_table(
                "Points per deal after the first, by seat in that deal",
                "rules",
                SEAT_WORDS,
                Unit.DIFFERENCE,
                {rules: points.get(rules, _NOTHING) for rules in sets},
            ),
        ),
        (
            figures_chart(
                "Chance of winning the match, by seat in the first deal",
                _PLAYERS,
                Unit.CHANCE,
                {rules: chances[rules][1:] for rules in sets},
                level=100 / 3,
            ),
        ),
    )


def _chances(survey: AskedSurvey) -> dict[str, list[Estimate]]:
    """Return, for each rule set, the mean number of deals in finished matches and each player's chance of winning."""
    shares = ", ".join(f"_estimate(shares[{player + 1}])" for player in range(len(_PLAYERS)))
    found = survey.sql(f"SELECT rules, _estimate(deal), {shares} FROM matches WHERE last GROUP BY rules")
    return {str(row[0]): estimates_in(row[1:]) for row in found.rows}


def _who_wins(chances: dict[str, list[Estimate]]) -> Iterator[str]:
    """Yield a sentence for each player, listing the rule sets under which the player clearly wins most often."""
    for number, player in enumerate(_PLAYERS):
        best = {
            rules: of_all[number]
            for rules, of_all in chances.items()
            if max(of_all, key=lambda chance: chance.mean) is of_all[number]
        }
        texts = [
            f"{rules} {figure_text(chance, Unit.CHANCE)}"
            for rules, chance in best.items()
            if chance.mean - 1 / 3 > SURE * chance.standard_error
        ]
        if texts:
            yield f"The player who {player} wins most often: {', '.join(texts)}."


def _later_points(survey: AskedSurvey) -> dict[str, tuple[AnswerCell, ...]]:
    """Return, for each rule set, each seat's average points per deal after the first deal of a match.

    Deals of the same match are not independent, so the standard error is that of a ratio estimate, with matches as the
    sampling units.
    """
    sums = ", ".join(f"sum({seat}_over) AS {seat}_points" for seat in SEAT_WORDS)
    figures = ", ".join(f"ratio({seat}_points, deals)" for seat in SEAT_WORDS)
    found = survey.sql(
        f"SELECT rules, {figures} FROM (SELECT rules, count(*) AS deals, {sums} FROM matches WHERE deal > 1"
        ' GROUP BY rules, seed, "match") GROUP BY rules'
    )
    return {str(row[0]): tuple(estimate_in(cell) for cell in row[1:]) for row in found.rows}
