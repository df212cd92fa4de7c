"""The tables of reviews: the result, decisions, tricks given, luck and skill, grades, and phases over several deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import digits_of, error_text, mean_text
from ninefivetwo.game import Match
from ninefivetwo.study import Decision, Grade, Luck, Phase, Review, rounded
from ninefivetwo.study.deal import DealLedger
from ninefivetwo.study.grades import PlayerGrade
from ninefivetwo.study.match import PlayerSums
from ninefivetwo.words.actions import in_brief
from ninefivetwo.words.figures import Column, TextTable, figures, signed, signed_tenths
from ninefivetwo.words.levels import accuracy_cell
from ninefivetwo.words.review import LITTLE, PHASES, best_words, ranked, stage_term
from ninefivetwo.words.speaker import YOU, HasNames, Speaker
from ninefivetwo.words.template import Amount, Name, Template, Term

MARKS = ("??", "?", "?!")
LUCK_DIGITS = 2  # number of decimals that a review keeps for luck
WIDE = 12  # maximum length of a name in a table
GRADES = {"decisions": 2, "gave": 1, "cost": 1}  # columns that are dropped from a narrow table
DECISIONS = (
    Column("N", right=True),
    Column("when", fold=8),
    Column("who", fold=6),
    Column("chosen", fold=8),
    Column("better", fold=8, drop=1),
    Column("lost", right=True),
    Column("cost", right=True),
    Column("gave", right=True),
)
LUCK_ROWS = ("hands", "kitty", "exchange")
ACCURACY, LOST = "accuracy", "lost, all hands open"

WON_OF = Template("{number} of {target}")
SURE_BEFORE = Template("sure before the {stage}")
DECISIONS_OF = Template("{player.whose} decisions")
LUCK_ERROR = Template("Each figure has a standard error of at most {tricks}.")


def result_table(review: Review, match: Match | None = None) -> TextTable:
    """Return a table of each player's tricks, points, and accuracy or tricks lost, the best player first.

    The score is taken from `match`, the reviewed match.
    """
    names, (order, _), over = Speaker.of(review).titles, ranked(review), review.result is not None
    scores = ("", "", "") if match is None else (str(signed(each)) for each in (match.total if over else match.score))
    score = dict(zip(Seat, scores, strict=True))
    rows = []
    for seat in [*order, *(seat for seat in Seat if seat not in order)]:
        grade, tricks, points = review.seats[seat], "", ""
        if review.result is not None:
            won, target = review.result[seat], review.contracts[seat]
            tricks, points = WON_OF(number=Amount(f"{won}"), target=Amount(f"{target}")), str(signed(won - target))
        judged = seat in order and review.viewer in (None, seat)
        lost = "" if not judged or grade.own_cost is None else str(grade.own_cost)
        measure = accuracy_cell(grade) if review.fair_worlds else lost
        rows.append([names[seat], tricks, points, score[seat], measure])
    numbers = figures("tricks", "points", "score" if over else "score before", ACCURACY if review.fair_worlds else LOST)
    return TextTable([Column("player", fold=12), *numbers], rows)


def deal_tables(review: Review) -> Iterator[TextTable]:
    """Yield the tables of a deal's review; tables without figures are left out."""
    yield decisions_table(review, shown_decisions(review))
    if review.ledger is not None:
        yield ledger_table(review, review.ledger)
    if review.luck is not None:
        table, error = luck_table(review, review.luck), luck_error(review.luck)
        yield replace(table, rows=[*table.rows, ["standard error at most", *[error] * len(Seat)]])
    yield grades_table(dict(zip(short_names(review), review.seats, strict=True)))


def shown_decisions(review: Review) -> list[Decision]:
    """Return the decisions for the table: unforced choices before the play, and cards that lost or gave tricks."""
    unforced = (decision for decision in review.decisions if not decision.forced)
    return [decision for decision in unforced if decision.price or decision.avoidable or decision.trick is None]


def decisions_table(review: Review, decisions: list[Decision]) -> TextTable:
    """Return a table of decisions with the avoidable loss, the cost with all hands open, and the tricks given."""
    speaker, rows = Speaker.of(review), []
    for decision in decisions:
        gave = [f"{seat.letter}+{n}" for seat, n in (decision.conceded or {}).items() if n]
        rows.append(
            [
                str(decision.index),
                str(stage_term(decision)),
                short_name(speaker.names[decision.seat]),
                f"{in_brief(decision.chosen, speaker)} {decision.mark}".strip(),
                better_words(review, decision),
                loss_cell(decision),
                str(decision.own_cost or ""),
                " ".join(gave),
            ]
        )
    return TextTable(DECISIONS, rows)


def loss_cell(decision: Decision) -> str:
    """Return the avoidable loss of a decision, in brackets if it may be due to chance; empty if there is no loss."""
    loss = decision.fair_cost
    if loss is None or loss.mean < LITTLE:
        return ""
    return mean_text(loss) if decision.avoidable else f"({mean_text(loss)})"


def better_words(review: Review, decision: Decision) -> str:
    """Return the better choice, given what the player could know, or a choice without a cost with all hands open."""
    if loss_cell(decision) and decision.fair is not None and decision.fair.best != decision.chosen:
        return str(in_brief(decision.fair.best, Speaker.of(review)))
    return str(best_words(review, decision, 1)) if decision.own_cost else ""


def ledger_rows(review: Review, ledger: DealLedger, names: Sequence[str]) -> list[list[str]]:
    """Return rows for the tricks given by each player, for the guarantees at the start, and for the tricks won."""
    first = review.decisions[ledger.from_decision]
    rows = [[name, *map(signed, ledger.gave[giver])] for giver, name in zip(Seat, names, strict=True)]
    stage = Term(first.phase.value if first.trick is None else "play")
    rows.append([SURE_BEFORE(stage=stage), *map(str, ledger.sure)])
    return [*rows, ["won" if review.result else "sure at the end", *map(str, ledger.after)]]


def ledger_table(review: Review, ledger: DealLedger) -> TextTable:
    names = short_names(review)
    rows = ledger_rows(review, ledger, names)
    return TextTable([Column("gave to", fold=18), *figures(*names)], [*rows[:3], None, *rows[3:]])


def decisions_of(name: str) -> str:
    """Return the heading for a player's decisions: "Ann's decisions", "your decisions"."""
    return DECISIONS_OF(player=Name.you() if name == YOU else Name(name))


def luck_table(review: Review, luck: Luck) -> TextTable:
    """Return a table that splits each seat's result into par, luck, and the effect of each player's decisions."""
    columns, names, digits = [], short_names(review), luck_digits(luck)
    for seat in Seat:
        par, dealt = round(luck.par.tricks[seat], digits), (luck.hands, luck.kitty, luck.exchange)
        terms = [*(term.tricks[seat] for term in dealt), *(luck.skill(player, seat) for player in Seat)]
        shown = (f"{term + 0.0:+.{digits}f}" for term in rounded(terms, luck.result[seat] - par, digits))
        columns.append([f"{par:.{digits}f}", *shown])
    heads = ["par (average for the seat)", *LUCK_ROWS, *map(decisions_of, names)]
    rows = [[head, *cells] for head, *cells in zip(heads, *columns, strict=True)]
    return TextTable([Column("", fold=18), *figures(*names)], [*rows, None, ["result", *map(str, review.result or ())]])


def luck_digits(luck: Luck) -> int:
    """Return the number of decimals that are meaningful given the largest standard error of a luck term."""
    return digits_of(max(term.error for term in luck.terms.values()), LUCK_DIGITS)


def luck_error(luck: Luck) -> str:
    return error_text(max(term.error for term in luck.terms.values()), luck_digits(luck)).lstrip("± ")


def luck_note(luck: Luck) -> str:
    return LUCK_ERROR(tricks=Amount(f"{luck_error(luck)} tricks"))


def shares_table(players: Mapping[str, PlayerSums]) -> TextTable:
    """Return a table that splits each player's tricks in several deals into par, luck and decisions, where known."""
    rows = []
    for name, player in players.items():
        if (luck := player.luck) is not None:
            terms = luck.hands, luck.kitty, luck.exchange, luck.own, luck.others
            rows.append([short_name(name), f"{luck.par:.1f}", *map(signed_tenths, terms), str(luck.result)])
    names = "par", *LUCK_ROWS, "own decisions", "opponents' decisions", "won"
    return TextTable([Column(""), *figures(*names, drop=dict.fromkeys(names[1:4], 1))], rows)


def grades_table(grades: Mapping[str, PlayerGrade]) -> TextTable:
    """Return a table of grades, with a row for each player and below it a row for each phase."""
    fair = any(grade.fair_loss is not None and grade.unforced for grade in grades.values())
    rows = []
    for name, grade in grades.items():
        rows.append([short_name(name), *grade_cells(grade, fair)])
        rows += [["  " + PHASES[phase], *grade_cells(part, fair)] for phase, part in grade.phases.items()]
    return TextTable([Column("", fold=24), *figures(*grade_columns(fair), drop=GRADES)], rows)


def grade_columns(fair: bool) -> list[str]:
    """Return the column names for a grade; `fair` adds the columns for avoidable losses."""
    return ["decisions", *(["accuracy", "lost", *MARKS] if fair else []), "cost", "gave"]


def grade_cells(grade: Grade, fair: bool) -> list[str]:
    hindsight = ["" if n is None else str(n) for n in (grade.own_cost, grade.conceded)]
    if not fair:
        return [str(grade.unforced), *hindsight]
    lost = mean_text(grade.lost_in(1)) if grade.fair_loss and grade.unforced else ""
    return [
        str(grade.unforced),
        accuracy_cell(grade),
        lost,
        *(str(grade.marks[sign] or "") for sign in MARKS),
        *hindsight,
    ]


def phases_table(players: dict[str, PlayerSums]) -> TextTable:
    """Return a table of the average tricks per deal that each player lost in each phase.

    The table has a column for each player if there are at most three players, otherwise a row for each player.
    """
    players = {name: player for name, player in players.items() if player.unforced}
    phases = [phase for phase in Phase if any(phase in player.phases for player in players.values())]
    names, rows = [short_name(name) for name in players], []
    for player in players.values():
        parts = [player.phases.get(phase) for phase in phases]
        cells = ["" if part is None else mean_text(part.lost_in(player.deals)) for part in parts]
        rows.append([*cells, mean_text(player.lost_in(player.deals))])
    kinds = [*(PHASES[phase] for phase in phases), "total"]
    heads, columns = names, figures(*kinds, drop=dict.fromkeys(kinds[:-1], 1))
    if len(players) <= len(Seat):
        heads, columns, rows = kinds, figures(*names), [list(cells) for cells in zip(*rows, strict=True)]
    return TextTable(
        [Column("lost a deal"), *columns], [[head, *cells] for head, cells in zip(heads, rows, strict=True)]
    )


def short_names(named: HasNames) -> list[str]:
    """Return the players' short names, or the seats if two short names are equal."""
    names = [short_name(name) for name in Speaker.of(named).names]
    return names if len(set(names)) == len(Seat) else [seat.word for seat in Seat]


def short_name(name: str) -> str:
    return name if len(name) <= WIDE else name[: WIDE - 1].rstrip(", ") + "…"
