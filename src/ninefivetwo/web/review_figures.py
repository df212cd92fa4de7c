"""The tables and notes of a review page on grades, gifts of tricks, luck, and the players who find the best choice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot

from msgspec import UNSET

from ninefivetwo.cards import Seat
from ninefivetwo.codec import as_written
from ninefivetwo.evaluation import Estimate, chance_text, error_text, mean_text
from ninefivetwo.study import Review
from ninefivetwo.study.decision import Decision, FairChoice
from ninefivetwo.study.fair_price import LEAST
from ninefivetwo.study.grades import Grade, PlayerGrade
from ninefivetwo.study.luck import Luck, shown
from ninefivetwo.study.match import Ledger, PlayerSums
from ninefivetwo.study.who_finds import REPLAYS
from ninefivetwo.words import opponents
from ninefivetwo.words import page_review as texts
from ninefivetwo.words.figures import in_digits, minus, signed, signed_tenths
from ninefivetwo.words.grade_words import LEVELS
from ninefivetwo.words.review import PHASES
from ninefivetwo.words.review_match import ReviewsObject
from ninefivetwo.words.review_rows import MARKS, ledger_rows, luck_digits
from ninefivetwo.words.speaker import Speaker
from ninefivetwo.words.template import Amount, Name, Term

Row = list[str]


def deal_figures(review: Review, names: Sequence[str]) -> dict[str, object]:
    """Return the figures of a deal's review. `names` are the names of the players at dealer, left and right.

    grades, ledger: tables as lists of rows, each row with its heading first. luck: the terms of each seat, with the
    name, the figure and the bar's length relative to the longest bar. finders: for each decision, the share of players
    at each level who find the best choice. losses: for each decision, the avoidable losses of its choices.
    """
    review = as_written(review)
    fair = review.fair_worlds > 0
    notes = grade_notes(review.seats, fair)
    if fair:
        names = Speaker.of(review).names
        levels = opponents.levels_term(dict(zip(names, review.opponents, strict=True)))
        worlds = in_digits(max(review.fair_worlds, LEAST))
        notes.append(texts.SAMPLE_HELP(worlds=worlds, seed=Amount(f"{review.seed}"), levels=levels))
    return {
        "grades": grade_rows(review.seats, fair),
        "grade_notes": notes,
        "ledger": None if review.ledger is None else _minus(ledger_rows(review, review.ledger, names)),
        "luck": None if review.luck is None else _luck_terms(review.luck, names),
        "luck_note": "" if review.luck is None else _luck_note(review.luck),
        "finders": {str(decision.index): _finders(decision) for decision in review.decisions if decision.finders},
        "losses": {str(decision.index): _losses(decision) for decision in review.decisions if decision.fair},
    }


def match_figures(reviews: ReviewsObject) -> dict[str, object]:
    """Return the combined figures of several deals, with a column for each player."""
    players = list(reviews.players.values())
    fair = any(player.fair_loss is not None and player.unforced for player in players)
    tricks = [texts.TRICKS_A_DEAL(), *(_a_deal(player) for player in players)]
    notes = " ".join([*grade_notes(players, fair), texts.LUCK_HELP()])
    return {
        "players": [tricks, *grade_rows(players, fair), *_luck_rows(players)],
        "notes": notes,
        "ledger": None if reviews.ledger is None else _match_ledger_rows(reviews.ledger),
    }


def grade_rows(grades: Sequence[PlayerGrade], fair: bool) -> list[Row]:
    """Return the rows of grades, with a column for each player. `fair` means that avoidable losses are known."""

    def row(name: str, cell: Callable[[PlayerGrade], str]) -> Row:
        return [name, *map(cell, grades)]

    def lost(grade: Grade | None) -> str:
        if grade is None or not grade.unforced:
            return ""
        return _mean(grade.fair_loss) if fair else _number(grade.own_cost)

    rows = []
    if any(grade.accuracy is not UNSET for grade in grades):
        rows.append(row(texts.ROW_ACCURACY(), lambda grade: _mean(grade.accuracy or None)))
    if any(grade.plays_like is not UNSET for grade in grades):
        rows.append(
            row(texts.ROW_PLAYS_LIKE(), lambda grade: LEVELS.get(str(grade.plays_like), texts.PLAYS_LIKE_NONE()))
        )
    rows.append(row(texts.ROW_DECISIONS(), lambda grade: str(grade.unforced)))
    rows.append(row(texts.ROW_AVOIDABLE() if fair else texts.ROW_LOST_OPEN(), lost))
    for phase in PHASES:
        if any(phase in grade.phases for grade in grades):
            rows.append(
                [texts.ROW_PHASE(phase=Term(PHASES[phase])), *(lost(grade.phases.get(phase)) for grade in grades)]
            )
    if fair:
        rows.append(row(texts.ROW_MISTAKES(), _marks))
        rows.append(row(texts.ROW_LOST_OPEN(), lambda grade: _number(grade.own_cost)))
    return [*rows, row(texts.ROW_CONCEDED(), lambda grade: _number(grade.conceded))]


def grade_notes(grades: Sequence[PlayerGrade], fair: bool) -> list[str]:
    """Return sentences that explain the grades."""
    known = any(grade.accuracy is not UNSET for grade in grades)
    helps = [
        texts.FIGURES_ARE_TRICKS,
        *([texts.AVOIDABLE_HELP] if fair else []),
        *([texts.ACCURACY_HELP] if known else []),
    ]
    return [words() for words in helps]


def _a_deal(player: PlayerSums) -> str:
    """Return the average number of tricks that a player won in a finished deal."""
    return f"{player.won / player.finished:.1f}" if player.finished else ""


def _marks(grade: Grade) -> str:
    return ", ".join(f"{grade.marks[mark]} {mark}" for mark in MARKS if grade.marks.get(mark))


def _match_ledger_rows(ledger: Ledger) -> list[Row]:
    names = list(ledger.gave)
    rows = [[giver, *(signed(ledger.gave[giver].get(name, 0)) for name in names)] for giver in names]
    rows.append([texts.ROW_GUARANTEED(), *(str(ledger.sure[name]) for name in names)])
    return _minus([*rows, [texts.ROW_AT_LAST(), *(str(ledger.after[name]) for name in names)]])


def _luck_terms(luck: Luck, names: Sequence[str]) -> list[dict[str, object]]:
    """Return each seat's par, terms of luck, and tricks from the player's decisions."""
    columns, digits = [], luck_digits(luck)
    for seat in Seat:
        terms = shown(luck, seat, digits)
        decisions = [sum(value for name, value in terms.items() if name.startswith(f"{by.word} ")) for by in Seat]
        owners = [texts.DECISIONS_OF(player=Name(names[by])) for by in Seat]
        luck_terms = [(words(), terms[name]) for name, words in texts.LUCK_TERMS.items()]
        columns.append([(texts.PAR(), terms["par"]), *luck_terms, *zip(owners, decisions, strict=True)])
    longest = max(1.0, *(abs(value) for terms in columns for _, value in terms[1:]))
    return [
        {
            "won": texts.WON(number=in_digits(luck.result[seat])),
            "terms": [
                {
                    "name": name,
                    "words": minus(f"{value + 0.0:{'+' if place else ''}.{digits}f}"),
                    "bar": value / longest if place else 0,
                }
                for place, (name, value) in enumerate(terms)
            ],
        }
        for seat, terms in zip(Seat, columns, strict=True)
    ]


def _luck_note(luck: Luck) -> str:
    errors, digits = {name: term.error for name, term in luck.terms.items()}, luck_digits(luck)
    parts = [
        texts.ERROR_OF(term=Term(words()), error=Amount(error_text(errors[name], digits)))
        for name, words in texts.LUCK_TERMS.items()
        if name in errors
    ]
    decisions = max(hypot(*(error for name, error in errors.items() if name.startswith(f"{by.word} "))) for by in Seat)
    if decisions > 0:
        parts.append(texts.ERROR_OF_DECISIONS(error=Amount(error_text(decisions, digits))))
    return f"{texts.LUCK_NOTE()} {texts.STANDARD_ERRORS(errors=Amount(', '.join(parts)))}"


def _luck_rows(players: Sequence[PlayerSums]) -> list[Row]:
    if all(player.luck is None for player in players):
        return []
    shares = [player.luck for player in players]
    means = (None if share is None else Estimate(share.luck, share.error, share.deals) for share in shares)
    luck = [_mean(mean, sign=True) for mean in means]
    own = ["" if share is None else minus(signed_tenths(share.own)) for share in shares]
    others = ["" if share is None else minus(signed_tenths(share.others)) for share in shares]
    return [[texts.ROW_LUCK(), *luck], [texts.ROW_OWN(), *own], [texts.ROW_OTHERS(), *others]]


def _finders(decision: Decision) -> list[dict[str, object]]:
    finders = decision.finders or {}
    shares = {
        name(): Estimate.share(finders[level], REPLAYS) for level, name in texts.FINDERS.items() if level in finders
    }
    return [
        {"level": name, "share": round(100 * share.mean), "words": chance_text(share)} for name, share in shares.items()
    ]


def _losses(decision: Decision) -> list[dict[str, object]]:
    """Return the losses of the choices, or only of the best choice and the actual choice in a short review."""
    assert decision.fair is not None and decision.fair_cost is not None
    compared = decision.fair.choices
    if compared is UNSET:
        none = Estimate(0.0, 0.0, decision.fair_cost.n)
        compared = [FairChoice([decision.fair.best], none), FairChoice([decision.chosen], decision.fair_cost)]
    return [{"actions": each.actions, "best": each.loss.mean <= 0, "words": _mean(each.loss)} for each in compared]


# Figures as text.


def _minus(rows: list[Row]) -> list[Row]:
    """Return the rows with minus signs instead of hyphens in negative numbers."""
    return [[head, *map(minus, cells)] for head, *cells in rows]


def _number(number: int | None) -> str:
    return "" if number is None else str(number)


def _mean(mean: Estimate | None, sign: bool = False) -> str:
    """Return a figure and its error as text, or an empty text for None."""
    return "" if mean is None else minus(mean_text(mean, sign))
