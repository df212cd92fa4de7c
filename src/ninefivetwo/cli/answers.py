"""What `solve` asks of a position, and how the answers look: as tables for people, as objects for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ninefivetwo.cards import Card, Denomination, Seat
from ninefivetwo.cli.terminal import say
from ninefivetwo.cli.text_table import Column, TextTable, figures
from ninefivetwo.layout import Position, trick_winner
from ninefivetwo.render.cards import WORDS, count, grouped
from ninefivetwo.solve import Guarantees, Moves, Question, Solution, Solver

if TYPE_CHECKING:
    from rich.console import Console

    from ninefivetwo.render.schema import SolveObject, SolveTargetObject

SEATS = tuple(seat.word for seat in Seat)
Line = list[tuple[Seat, Card]]


@dataclass(frozen=True)
class Job:
    """What is asked of every layout, for each of the denominations."""

    denominations: tuple[Denomination, ...]
    moves: bool
    line: bool
    target: int | None
    seat: Seat | None
    seconds: float | None

    def question(self, denomination: Denomination) -> Question[Answer]:
        """The question to put to a solver."""

        def ask(solver: Solver, position: Position) -> Answer:
            if self.target is not None and self.seat is not None:
                can = solver.can_force(position, denomination, self.seat, self.target, seconds=self.seconds)
                return Answer(can_force=can)
            if self.moves:
                moves = solver.moves(position, denomination, seconds=self.seconds)
                return Answer(moves.guarantee, moves=moves)
            guarantee = solver.guarantees(position, denomination, seconds=self.seconds)
            if self.line and self.seat is not None:
                return Answer(guarantee, solver.best_line(position, denomination, self.seat, seconds=self.seconds))
            return Answer(guarantee)

        return ask


@dataclass(frozen=True)
class Answer:
    """What was asked for; the rest is None."""

    guarantee: Guarantees | None = None
    line: Line | None = None
    moves: Moves | None = None
    can_force: bool | None = None


Answers = Mapping[Denomination, Answer]


def answers_object(position: Position, job: Job, answers: Answers) -> SolveObject | SolveTargetObject:
    """The answers in JSON."""
    from ninefivetwo.render.solve import solve_object, target_object

    if job.target is not None and job.seat is not None:
        can = {d: bool(answer.can_force) for d, answer in answers.items()}
        return target_object(position, job.seat, job.target, can)
    moves = {d: answer.moves for d, answer in answers.items() if answer.moves}
    lines = {d: answer.line for d, answer in answers.items() if answer.line is not None}
    return solve_object(solution_of(position, answers), moves, lines, job.seat)


def solution_of(position: Position, answers: Answers) -> Solution:
    return Solution(position, {d: answer.guarantee for d, answer in answers.items() if answer.guarantee is not None})


def show(console: Console, position: Position, job: Job, answers: Answers) -> None:
    """Print the answers for a person."""
    console.print(str(position.layout), soft_wrap=True, highlight=False)
    turn = f"{position.lead.word} led {' '.join(map(str, position.table))}, " if position.table else ""
    say(console, f"{turn}{position.mover.word} to {'play' if turn else 'lead'}, {count(position.tricks)} left")
    if job.target is not None and job.seat is not None:
        for d, answer in answers.items():
            can = "can" if answer.can_force else "cannot"
            say(console, f"{WORDS[d]}: {job.seat.word} {can} force {count(job.target)}")
    else:
        say(console, "tricks guaranteed – at most, if the others take what they are sure of")
        console.print(guarantee_table(solution_of(position, answers)))
    for d, answer in answers.items():
        if answer.moves:
            say(console, f"{WORDS[d]}: guarantees after each card {position.mover.word} may play, * costs him nothing")
            console.print(moves_table(answer.moves))
        if answer.line and job.seat is not None:
            say(console, f"{WORDS[d]}: a line of best play for {job.seat.word}; > leads, * wins")
            console.print(line_table(position, d, answer.line))
    console.print()


def guarantee_table(solution: Solution) -> TextTable:
    """A row a denomination: what each seat can guarantee, the most it can end with, and the slack."""
    rows = []
    for d in solution.guarantee:
        ranges = [solution.range(d, seat) for seat in Seat]
        rows.append([WORDS[d], *(f"{least:2} – {most:2}" for least, most in ranges), str(solution.slack(d))])
    return TextTable([Column("trump"), *figures(*SEATS, "slack")], rows)


def moves_table(moves: Moves) -> TextTable:
    """A row a group of touching cards: the three guarantees after it; a star for what costs the mover nothing."""
    rows = []
    for group in moves.groups():
        star = "*" if group[0] in moves.best else " "
        values = moves.after[group[0]]
        rows.append([f"{star} {grouped(group)}", *(str(values[seat]) for seat in Seat)])
    return TextTable([Column("card"), *figures(*SEATS)], rows)


def line_table(position: Position, denomination: Denomination, line: Line) -> TextTable:
    """A row a trick, each card in its player's column."""
    rows: list[list[str]] = []
    trick = [(position.lead.after(i), card) for i, card in enumerate(position.table)]
    for who, card in line:
        trick.append((who, card))
        if len(trick) == 3:
            rows.append([str(len(rows) + 1), *trick_cells(trick, denomination)[0]])
            trick = []
    return TextTable([Column(name) for name in ("trick", *SEATS)], rows)


def trick_cells(trick: Line, denomination: Denomination) -> tuple[list[str], Seat | None]:
    """A trick's cards by seat, > led and * won, and the winner; a trick in progress has gaps and no winner."""
    lead = trick[0][0]
    full = len(trick) == len(Seat)
    winner = trick_winner(lead, [card for _, card in trick], denomination) if full else None
    cards = dict(trick)
    cells = [f"{'>' if s is lead else ' '}{cards[s]}{'*' if s is winner else ''}" if s in cards else "" for s in Seat]
    return cells, winner
