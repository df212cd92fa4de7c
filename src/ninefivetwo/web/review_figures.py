"""The figures of a review's page, as its tables and notes show them: grades, ledgers, luck, who finds a mistake."""

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
from ninefivetwo.words.figures import minus, signed, signed_tenths
from ninefivetwo.words.grade_words import LEVELS
from ninefivetwo.words.review import LUCK, PHASES, taken_as
from ninefivetwo.words.review_match import ReviewsObject
from ninefivetwo.words.review_rows import MARKS, ledger_rows, luck_digits

FINDERS = {"beginner": "beginner", "club": "club player", "expert": "expert", "master": "strongest player"}
ACCURACY = "Accuracy: 100 is to lose nothing that could have been known; a club player gets 80 in the long run."
KNOWABLE = (
    "Could be known: a player could have found the better choice from what he saw. ?! loses a quarter of a trick or "
    "more, ? a half, ?? a whole one."
)

Row = list[str]


def deal_figures(review: Review, names: Sequence[str]) -> dict[str, object]:
    """The figures of a deal; `names` are those of dealer, left and right.

    grades, ledger: rows of cells, each headed by its first.  luck: each seat's terms, each with its name, its figure,
    and the figure as a share of the longest bar.  finders: by the index of a decision, the levels with how many in a
    hundred of their players find the best.  losses: by the index of a decision, what choices lose to the best by what
    its player could know, in order.
    """
    review = as_written(review)
    fair = review.fair_worlds > 0
    notes = grade_notes(review.seats, fair)
    if fair:
        worlds = f"up to {max(review.fair_worlds, LEAST)} deals that a player could not tell apart, seed {review.seed}"
        notes.append(f"Avoidable losses: {worlds}; {taken_as(review)}; ± is one standard error.")
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
    """The figures of several deals together: a column a player."""
    players = list(reviews.players.values())
    fair = any(player.fair_loss is not None and player.unforced for player in players)
    tricks = ["tricks won", *(f"{player.won} in {player.finished}" if player.finished else "" for player in players)]
    notes = " ".join(grade_notes(players, fair)).replace("of the whole deal", "over all deals")
    return {
        "players": [tricks, *grade_rows(players, fair), *_luck_rows(players)],
        "notes": f"{notes} Luck: what hands, kitty and exchange brought over the average.",
        "ledger": None if reviews.ledger is None else _match_ledger_rows(reviews.ledger),
    }


def grade_rows(grades: Sequence[PlayerGrade], fair: bool) -> list[Row]:
    """Rows of measures, with a column a player; fair: what could have been known was worked out."""

    def row(name: str, cell: Callable[[PlayerGrade], str]) -> Row:
        return [name, *map(cell, grades)]

    def lost(grade: Grade | None) -> str:
        if grade is None or not grade.unforced:
            return ""
        return _mean(grade.fair_loss) if fair else _number(grade.own_cost)

    rows = []
    if any(grade.accuracy is not UNSET for grade in grades):
        rows.append(row("accuracy, of 100", lambda grade: _mean(grade.accuracy or None)))
    if any(grade.plays_like is not UNSET for grade in grades):
        rows.append(row("plays like", lambda grade: LEVELS.get(str(grade.plays_like), "not clear")))
    rows.append(row("decisions with a choice", lambda grade: str(grade.unforced)))
    rows.append(row("avoidable loss" if fair else "lost, all hands open", lost))
    for phase in PHASES:
        if any(phase in grade.phases for grade in grades):
            rows.append([f"· {PHASES[phase]}", *(lost(grade.phases.get(phase)) for grade in grades)])
    if fair:
        rows.append(row("mistakes", _marks))
        rows.append(row("lost, all cards seen", lambda grade: _number(grade.own_cost)))
    return [*rows, row("given to the others", lambda grade: _number(grade.conceded))]


def grade_notes(grades: Sequence[PlayerGrade], fair: bool) -> list[str]:
    """What the measures mean."""
    known = any(grade.accuracy is not UNSET for grade in grades)
    return ["Figures are tricks of the whole deal.", *([KNOWABLE] if fair else []), *([ACCURACY] if known else [])]


def _marks(grade: Grade) -> str:
    return ", ".join(f"{grade.marks[mark]} {mark}" for mark in MARKS if grade.marks.get(mark))


def _match_ledger_rows(ledger: Ledger) -> list[Row]:
    names = list(ledger.gave)
    rows = [[giver, *(signed(ledger.gave[giver].get(name, 0)) for name in names)] for giver in names]
    rows.append(["sure at first", *(str(ledger.sure[name]) for name in names)])
    return _minus([*rows, ["at last", *(str(ledger.after[name]) for name in names)]])


def _luck_terms(luck: Luck, names: Sequence[str]) -> list[dict[str, object]]:
    """Of each seat par, luck, and what each player's decisions brought it."""
    columns, digits = [], luck_digits(luck)
    for seat in Seat:
        terms = shown(luck, seat, digits)
        decisions = [sum(value for name, value in terms.items() if name.startswith(f"{by.word} ")) for by in Seat]
        owners = [f"{names[by]}'s decisions" for by in Seat]
        columns.append([*((name, terms[name]) for name in ("par", *LUCK)), *zip(owners, decisions, strict=True)])
    longest = max(1.0, *(abs(value) for terms in columns for _, value in terms[1:]))
    return [
        {
            "won": f"won {luck.result[seat]}",
            "terms": [
                {
                    "name": name,
                    "words": minus(f"{value + 0.0:{'' if name == 'par' else '+'}.{digits}f}"),
                    "bar": 0 if name == "par" else value / longest,
                }
                for name, value in terms
            ],
        }
        for seat, terms in zip(Seat, columns, strict=True)
    ]


def _luck_note(luck: Luck) -> str:
    errors, digits = {name: term.error for name, term in luck.terms.items()}, luck_digits(luck)
    parts = [f"{name} {error_text(errors[name], digits)}" for name in LUCK if name in errors]
    decisions = max(hypot(*(error for name, error in errors.items() if name.startswith(f"{by.word} "))) for by in Seat)
    if decisions > 0:
        parts.append(f"a player's decisions {error_text(decisions, digits)}")
    return (
        "Tricks. Par: what such a seat wins on average, all playing as usual. Hands, kitty, exchange: luck with the "
        "cards. Decisions: what the choices of each player brought this one. The terms add up to what was won. "
        f"Their errors, at most: {', '.join(parts)}."
    )


def _luck_rows(players: Sequence[PlayerSums]) -> list[Row]:
    if all(player.luck is None for player in players):
        return []
    shares = [player.luck for player in players]
    means = (None if share is None else Estimate(share.luck, share.error, share.deals) for share in shares)
    luck = [_mean(mean, sign=True) for mean in means]
    own = ["" if share is None else minus(signed_tenths(share.own)) for share in shares]
    others = ["" if share is None else minus(signed_tenths(share.others)) for share in shares]
    return [["luck", *luck], ["by own decisions", *own], ["by the others' decisions", *others]]


def _finders(decision: Decision) -> list[dict[str, object]]:
    finders = decision.finders or {}
    shares = {name: Estimate.share(finders[level], REPLAYS) for level, name in FINDERS.items() if level in finders}
    return [
        {"level": name, "share": round(100 * share.mean), "words": chance_text(share)} for name, share in shares.items()
    ]


def _losses(decision: Decision) -> list[dict[str, object]]:
    """What choices lose; of a review that kept no others, the best and the chosen one."""
    assert decision.fair is not None and decision.fair_cost is not None
    compared = decision.fair.choices
    if compared is UNSET:
        none = Estimate(0.0, 0.0, decision.fair_cost.n)
        compared = [FairChoice([decision.fair.best], none), FairChoice([decision.chosen], decision.fair_cost)]
    return [{"actions": each.actions, "best": each.loss.mean <= 0, "words": _mean(each.loss)} for each in compared]


# How figures are written here.


def _minus(rows: list[Row]) -> list[Row]:
    """Rows whose numbers below zero have a minus, not a hyphen."""
    return [[head, *map(minus, cells)] for head, *cells in rows]


def _number(number: int | None) -> str:
    return "" if number is None else str(number)


def _mean(mean: Estimate | None, sign: bool = False) -> str:
    """A figure with its error; empty for None."""
    return "" if mean is None else minus(mean_text(mean, sign))
