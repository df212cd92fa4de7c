"""The tables of reviews: results, decisions, tricks given, luck and skill, grades, and phases over several deals.

A terminal, a notebook and a page draw the same tables; a page has a row for each figure and a column for each player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot

from msgspec import UNSET

from ninefivetwo.cards import Seat
from ninefivetwo.codec import Part
from ninefivetwo.evaluation import digits_of, error_text, mean_text, sum_in_order
from ninefivetwo.game import Match
from ninefivetwo.study import Decision, Grade, Luck, Phase, Review, rounded_terms
from ninefivetwo.study.deal import DealLedger
from ninefivetwo.study.fair_price import LEAST_WORLDS
from ninefivetwo.study.grades import PlayerGrade
from ninefivetwo.study.luck import shown_terms
from ninefivetwo.study.match import Ledger, PlayerSums
from ninefivetwo.words.figures import Column, TextTable, figures, in_digits, minus, signed, signed_tenths
from ninefivetwo.words.levels import ACCURACY_MEANS, LEVEL_WORDS, accuracy_cell, levels_term
from ninefivetwo.words.review import LITTLE, LUCK_SOURCES, PHASES, ReviewText, ranked, stage_term
from ninefivetwo.words.speaker import YOU, HasNames, Speaker, in_brief
from ninefivetwo.words.template import Amount, Name, Term, say

MARKS = ("??", "?", "?!")
LUCK_DIGITS = 2  # number of decimals that a review keeps for luck
WIDEST_NAME = 12  # maximum length of a name in a table
DROPPED = {"decisions": 2, "gave": 1, "cost": 1}  # columns of grades that a narrow table leaves out
DECISION_COLUMNS = (
    Column("N", right=True),
    Column("when", fold=8),
    Column("who", fold=6),
    Column("chosen", fold=8),
    Column("better", fold=8, drop=1),
    Column("lost", right=True),
    Column("cost", right=True),
    Column("gave", right=True),
)
ACCURACY, LOST = "accuracy", "lost, all hands open"

Row = list[str]


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
            tricks = say("{number} of {target}", number=Amount(f"{won}"), target=Amount(f"{target}"))
            points = str(signed(won - target))
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
    return TextTable(DECISION_COLUMNS, rows)


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
    return str(ReviewText.of(review).best_words(decision, 1)) if decision.own_cost else ""


def ledger_rows(review: Review, ledger: DealLedger, names: Sequence[str]) -> list[list[str]]:
    """Return rows for the tricks given by each player, for the guarantees at the start, and for the tricks won."""
    first = review.decisions[ledger.from_decision]
    rows = [[name, *map(signed, ledger.gave[giver])] for giver, name in zip(Seat, names, strict=True)]
    stage = Term(first.phase.value if first.trick is None else "play")
    rows.append([say("sure before the {stage}", stage=stage), *map(str, ledger.sure)])
    return [*rows, ["won" if review.result else "sure at the end", *map(str, ledger.after)]]


def ledger_table(review: Review, ledger: DealLedger) -> TextTable:
    names = short_names(review)
    rows = ledger_rows(review, ledger, names)
    return TextTable([Column("gave to", fold=18), *figures(*names)], [*rows[:3], None, *rows[3:]])


def match_ledger_rows(ledger: Ledger) -> list[Row]:
    names = list(ledger.gave)
    rows = [[giver, *(signed(ledger.gave[giver].get(name, 0)) for name in names)] for giver in names]
    rows.append(["guaranteed at the start", *(str(ledger.sure[name]) for name in names)])
    return minus_rows([*rows, ["at the end", *(str(ledger.after[name]) for name in names)]])


def decisions_of(name: str) -> str:
    """Return the heading for a player's decisions: "Ann's decisions", "your decisions"."""
    return say("{player.whose} decisions", player=Name.you() if name == YOU else Name(name))


# Luck and skill.


def luck_table(review: Review, luck: Luck) -> TextTable:
    """Return a table that splits each seat's result into par, luck, and the effect of each player's decisions."""
    columns, names, digits = [], short_names(review), luck_digits(luck)
    for seat in Seat:
        par, dealt = round(luck.par.tricks[seat], digits), (luck.hands, luck.kitty, luck.exchange)
        terms = [*(term.tricks[seat] for term in dealt), *(luck.skill(player, seat) for player in Seat)]
        shown = (f"{term + 0.0:+.{digits}f}" for term in rounded_terms(terms, luck.result[seat] - par, digits))
        columns.append([f"{par:.{digits}f}", *shown])
    heads = ["par (average for the seat)", *LUCK_SOURCES, *map(decisions_of, names)]
    rows = [[head, *cells] for head, *cells in zip(heads, *columns, strict=True)]
    return TextTable([Column("", fold=18), *figures(*names)], [*rows, None, ["result", *map(str, review.result or ())]])


def luck_digits(luck: Luck) -> int:
    """Return the number of decimals that are meaningful given the largest standard error of a luck term."""
    return digits_of(max(term.error for term in luck.terms.values()), LUCK_DIGITS)


def luck_error(luck: Luck) -> str:
    return error_text(max(term.error for term in luck.terms.values()), luck_digits(luck))


def luck_note(luck: Luck) -> str:
    return say("Each figure has a standard error of at most {tricks}.", tricks=Amount(f"{luck_error(luck)} tricks"))


def shares_table(players: Mapping[str, PlayerSums]) -> TextTable:
    """Return a table that splits each player's tricks in several deals into par, luck and decisions, where known."""
    rows = []
    for name, player in players.items():
        if (luck := player.luck) is not None:
            terms = luck.hands, luck.kitty, luck.exchange, luck.own, luck.others
            rows.append([short_name(name), f"{luck.par:.1f}", *map(signed_tenths, terms), str(luck.result)])
    names = "par", *LUCK_SOURCES, "own decisions", "opponents' decisions", "won"
    return TextTable([Column(""), *figures(*names, drop=dict.fromkeys(names[1:4], 1))], rows)


class LuckBar(Part, frozen=True):
    """A term of a player's result on a page.

    name: the name of the term
    words: the term in tricks
    bar: the length of its bar, relative to the longest bar; negative for lost tricks
    """

    name: str
    words: str
    bar: float


class LuckColumn(Part, frozen=True):
    """The terms of a player's result on a page; `won` has the tricks won."""

    won: str
    terms: list[LuckBar]


def luck_columns(luck: Luck, names: Sequence[str]) -> list[LuckColumn]:
    """Return each seat's par, terms of luck, and tricks from the player's decisions."""
    columns, digits = [], luck_digits(luck)
    for seat in Seat:
        terms = shown_terms(luck, seat, digits)
        decisions = [
            sum_in_order(terms[f"{who.word} {phase.value}"] for who, phase in luck.decisions if who is by)
            for by in Seat
        ]
        owners = [decisions_of(names[by]) for by in Seat]
        luck_terms = [(words, terms[name]) for name, words in LUCK_SOURCES.items()]
        columns.append([("par", terms["par"]), *luck_terms, *zip(owners, decisions, strict=True)])
    longest = max(1.0, *(abs(value) for terms in columns for _, value in terms[1:]))
    return [
        LuckColumn(
            say("won {number}", number=in_digits(luck.result[seat])),
            [
                LuckBar(name, minus(f"{value + 0.0:{'+' if at else ''}.{digits}f}"), value / longest if at else 0)
                for at, (name, value) in enumerate(terms)
            ],
        )
        for seat, terms in zip(Seat, columns, strict=True)
    ]


def luck_notes(luck: Luck) -> str:
    digits = luck_digits(luck)
    parts = [
        say("{term} ± {error}", term=Term(words), error=Amount(error_text(luck.terms[name].error, digits)))
        for name, words in LUCK_SOURCES.items()
    ]
    decisions = max(hypot(*(term.error for (who, _), term in luck.decisions.items() if who is by)) for by in Seat)
    if decisions > 0:
        parts.append(say("a player's decisions ± {error}", error=Amount(error_text(decisions, digits))))
    return (
        "All figures are tricks. Par is the average for this seat. The cards dealt, the kitty and the exchange are "
        "luck; decisions show the effect of each player's choices. The figures add up to the tricks won. "
    ) + say("Standard errors: {errors}.", errors=Amount(", ".join(parts)))


def luck_rows(players: Sequence[PlayerSums]) -> list[Row]:
    shares = [player.luck for player in players]
    if not any(shares):
        return []
    luck = ["" if share is None else minus(mean_text(share.luck, sign=True)) for share in shares]
    own = ["" if share is None else minus(signed_tenths(share.own)) for share in shares]
    others = ["" if share is None else minus(signed_tenths(share.others)) for share in shares]
    return [["luck", *luck], ["own decisions", *own], ["opponents' decisions", *others]]


# Grades.


@dataclass(frozen=True)
class GradeFigure:
    """A figure of a grade and its headings; without a heading, a terminal or a page leaves it out.

    column: the heading of its column in a terminal
    row: the heading of its row on a page
    text: the figure as text, empty if unknown
    fair: whether it needs avoidable losses
    optional: whether a page leaves it out if no player has it
    unknown: what a page shows for a player without it, if another player has it
    """

    column: str
    row: str
    text: Callable[[Grade], str]
    fair: bool = True
    optional: bool = False
    unknown: str = ""


def _number(number: int | None) -> str:
    return "" if number is None else str(number)


def _lost(grade: Grade) -> str:
    return mean_text(grade.lost_in(1)) if grade.fair_loss and grade.unforced else ""


def _level(grade: Grade) -> str:
    level = grade.plays_like if isinstance(grade, PlayerGrade) else UNSET
    return "" if level is UNSET else LEVEL_WORDS[level]


def _marks(grade: Grade) -> str:
    return ", ".join(f"{grade.marks[mark]} {mark}" for mark in MARKS if grade.marks.get(mark))


def _marked(mark: str) -> GradeFigure:
    return GradeFigure(mark, "", lambda grade: str(grade.marks[mark] or ""))


AVOIDABLE = GradeFigure("lost", "avoidable loss", _lost)
OPEN = GradeFigure("cost", "lost, all hands open", lambda grade: _number(grade.own_cost), fair=False)
#: All figures of a grade, in the order of a page; in a terminal, the number of decisions comes first.
GRADE_FIGURES = (
    GradeFigure("accuracy", "accuracy, of 100", accuracy_cell, optional=True),
    GradeFigure("", "plays like", _level, optional=True, unknown="unclear"),
    GradeFigure("decisions", "decisions with a choice", lambda grade: str(grade.unforced), fair=False),
    AVOIDABLE,
    *map(_marked, MARKS),
    GradeFigure("", "mistakes", _marks),
    OPEN,
    GradeFigure("gave", "given to opponents", lambda grade: _number(grade.conceded), fair=False),
)


def grades_table(grades: Mapping[str, PlayerGrade]) -> TextTable:
    """Return a table of grades, with a row for each player and below it a row for each phase."""
    found = [each for each in _grade_figures(has_fair(grades.values())) if each.column]
    found.sort(key=lambda each: each.column != "decisions")
    rows = []
    for name, grade in grades.items():
        rows.append([short_name(name), *(each.text(grade) for each in found)])
        rows += [["  " + PHASES[phase], *(each.text(part) for each in found)] for phase, part in grade.phases.items()]
    columns = figures(*(each.column for each in found), drop=DROPPED)
    return TextTable([Column("", fold=24), *columns], rows)


def grade_rows(grades: Sequence[PlayerGrade], fair: bool) -> list[Row]:
    """Return the figures of grades as rows, with a column for each player; losses are split by phase."""
    rows = []
    for each in _grade_figures(fair):
        cells = [each.text(grade) for grade in grades]
        if each.row and (any(cells) or not each.optional):
            rows.append([each.row, *(cell or each.unknown for cell in cells)])
        if each is (AVOIDABLE if fair else OPEN):
            rows += [row for phase in PHASES if (row := _phase_row(each, phase, grades))]
    return rows


def has_fair(grades: Iterable[PlayerGrade]) -> bool:
    """Return whether avoidable losses are known."""
    return any(grade.fair_loss is not None and grade.unforced for grade in grades)


def _grade_figures(fair: bool) -> list[GradeFigure]:
    return [each for each in GRADE_FIGURES if fair or not each.fair]


def _phase_row(figure: GradeFigure, phase: Phase, grades: Sequence[PlayerGrade]) -> Row:
    """Return a figure of one phase for each player; empty if no player has a grade for the phase."""
    parts = [grade.phases.get(phase) for grade in grades]
    cells = ["" if part is None else figure.text(part) for part in parts]
    return [say("· {phase}", phase=Term(PHASES[phase])), *cells] if any(parts) else []


def grade_notes(grades: Sequence[PlayerGrade], fair: bool) -> list[str]:
    """Return sentences that explain the grades."""
    helps = ["Figures are tricks."]
    if fair:
        helps.append(
            "A loss is avoidable if the player could have found the better choice from what they saw. ?! marks a loss "
            "of at least a quarter of a trick, ? of half a trick, and ?? of a whole trick."
        )
    if any(grade.accuracy is not UNSET for grade in grades):
        helps.append(ACCURACY_MEANS)
    return helps


def sample_notes(review: Review) -> list[str]:
    """Return a sentence on the possible deals behind the avoidable losses; empty without such losses."""
    if not review.fair_worlds:
        return []
    levels = levels_term(dict(zip(Speaker.of(review).names, review.opponents, strict=True)))
    return [
        say(
            "Avoidable losses are based on up to {worlds} possible deals per decision (seed {seed}), played out by "
            "{levels}. ± is one standard error.",
            worlds=in_digits(max(review.fair_worlds, LEAST_WORLDS)),
            seed=Amount(f"{review.seed}"),
            levels=levels,
        )
    ]


def tricks_a_deal(player: PlayerSums) -> str:
    """Return the average number of tricks that a player won in a finished deal."""
    return f"{player.won / player.finished:.1f}" if player.finished else ""


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
    return name if len(name) <= WIDEST_NAME else name[: WIDEST_NAME - 1].rstrip(", ") + "…"


# Figures as text.


def minus_rows(rows: list[Row]) -> list[Row]:
    """Return the rows with minus signs instead of hyphens in negative numbers."""
    return [[head, *map(minus, cells)] for head, *cells in rows]
