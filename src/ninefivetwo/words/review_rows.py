"""The tables of a review, as rows of texts."""

from __future__ import annotations

from ninefivetwo.cards import Seat
from ninefivetwo.study import Grade, Luck, Review, rounded
from ninefivetwo.study.deal import DealLedger
from ninefivetwo.words.figures import signed, signed_tenths
from ninefivetwo.words.grade_words import accuracy_cell
from ninefivetwo.words.speaker import HasNames, Speaker

MARKS = ("??", "?", "?!")
WIDE = 12  # letters of a name in a table


def short_names(named: HasNames) -> list[str]:
    """The players' names, cut where they are long; seats where names so cut would be alike."""
    names = [short_name(name) for name in Speaker.of(named).names]
    return names if len(set(names)) == len(Seat) else [seat.word for seat in Seat]


def short_name(name: str) -> str:
    return name if len(name) <= WIDE else name[: WIDE - 1].rstrip(", ") + "…"


def ledger_rows(review: Review, ledger: DealLedger) -> list[list[str]]:
    """A row a giver, then what each was sure of before, and what it came to."""
    first = review.decisions[ledger.from_decision]
    rows = [[name, *map(signed, ledger.gave[giver])] for giver, name in zip(Seat, short_names(review), strict=True)]
    rows.append([f"sure before the {first.phase.value if first.trick is None else 'play'}", *map(str, ledger.sure)])
    return [*rows, ["won" if review.result else "sure of at last", *map(str, ledger.after)]]


def luck_rows(review: Review, luck: Luck) -> list[list[str]]:
    """Par, the luck terms, each player's decisions; a column sums to the result to the last digit."""
    columns = []
    for seat in Seat:
        par, dealt = round(luck.par.tricks[seat], 1), (luck.hands, luck.kitty, luck.exchange)
        terms = [*(term.tricks[seat] for term in dealt), *(luck.skill(player, seat) for player in Seat)]
        tricks = rounded(terms, luck.result[seat] - par, 1)
        columns.append([f"{par:.1f}", *(signed_tenths(each) for each in tricks)])
    players = [f"{name}'s decisions" for name in short_names(review)]
    names = ["par: usual for the seat", "hands", "kitty", "exchange", *players]
    return [[name, *cells] for name, *cells in zip(names, *columns, strict=True)]


def luck_note(luck: Luck) -> str:
    """How well the terms are known, as a sentence."""
    error = max(term.error for term in luck.terms.values())
    return f"each term is known to within about {max(error, 0.1):.1f} tricks (one standard error)"


def grade_columns(fair: bool) -> list[str]:
    """What a grade tells, with its fair part or without."""
    columns = ["decisions"] + (["accuracy", "lost", *MARKS] if fair else [])
    return [*columns, "cost", "gave"]


def grade_cells(grade: Grade, fair: bool) -> list[str]:
    """The cells of a grade under those columns."""
    hindsight = ["" if n is None else str(n) for n in (grade.own_cost, grade.conceded)]
    if not fair:
        return [str(grade.unforced), *hindsight]
    lost = f"{max(grade.fair_loss.mean, 0.0):.1f}" if grade.fair_loss and grade.unforced else ""
    marks = [str(grade.marks[sign] or "") for sign in MARKS]
    accuracy = accuracy_cell(grade)
    return [str(grade.unforced), accuracy, lost, *marks, *hindsight]
