"""A drill in the terminal, which poses puzzles and judges the user's answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from math import nan

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.cli.terminal import console, draw, print_texts, typed, working
from ninefivetwo.errors import DrillError, GameError, quoted
from ninefivetwo.game import Cards
from ninefivetwo.game.events import action_object
from ninefivetwo.keep.drills.drills import Drills
from ninefivetwo.keep.drills.judge import Verdict
from ninefivetwo.keep.drills.problem import Problem
from ninefivetwo.keep.drills.trial import Refutation, trial
from ninefivetwo.words.actions import parse_action
from ninefivetwo.words.drill_text import (
    NO_MISTAKES,
    NONE_DUE,
    NONE_FIT,
    answer_prompt,
    answered_words,
    best_line_words,
    played_out_words,
    posed_words,
    summary_words,
)
from ninefivetwo.words.drills import choice_cells, reasons, trial_words, verdict_words
from ninefivetwo.words.figures import Column, TextTable, figures
from ninefivetwo.words.speaker import Speaker


class DrillSession:
    """A session of puzzles, which ends when no puzzle is left or the user leaves.

    `among` contains the ids of the puzzles to choose from. `from_mistakes` means that all puzzles come from mistakes.
    """

    def __init__(self, drills: Drills, among: set[str], from_mistakes: bool) -> None:
        self.drills, self.among, self.from_mistakes, self.out = drills, among, from_mistakes, console()

    def print(self, *texts: str) -> None:
        print_texts(self.out, *texts)

    def run(self, number: int | None) -> None:
        """Pose at most `number` puzzles; None means no limit."""
        posed = right = points = 0
        while number is None or posed < number:
            problem = self.drills.next(None, datetime.now(UTC), self.among)
            if problem is None:
                self.print(self.nothing_left())
                break
            self.print(*format_problem(problem))
            verdict = self.verdict(problem)
            if verdict is None:
                break
            posed, right, points = posed + 1, right + verdict.right, points + verdict.mark
            self.show(problem, verdict)
        if posed:
            self.print(summary_words(right, posed, points))

    def nothing_left(self) -> str:
        """Return the reason why no puzzle is left, and a way to get more puzzles."""
        return NONE_DUE if self.among else NO_MISTAKES if self.from_mistakes else NONE_FIT

    def verdict(self, problem: Problem) -> Verdict | None:
        """Ask for an answer, and return the verdict on the answer, or None if the user leaves."""
        for text in typed(self.out, lambda: answer_prompt(problem), f"{HOW[problem.kind]}\n{LEAVING}"):
            try:
                answer = answer_of(problem, text)
                with working("rating the answer"):
                    return self.drills.answer(problem, answer, datetime.now(UTC))
            except (GameError, DrillError) as error:
                self.print(str(error).removeprefix(f"{problem.seat.word}: "))
        return None

    def show(self, problem: Problem, verdict: Verdict) -> None:
        """Print the verdict, all hands, and a possible deal in which the answer fails."""
        speaker = Speaker(me=problem.seat)
        self.print(
            answered_words(problem, verdict), *(f"- {words}" for words in verdict_words(problem, verdict, speaker))
        )
        if verdict.line:
            self.print(f"- {best_line_words(problem, verdict, speaker)}")
        if problem.choices:
            heads = figures("tricks", "loss", f"makes {problem.view.rules.contracts[problem.seat]}")
            rows = [choice_cells(choice, speaker) for choice in problem.choices]
            self.out.print(TextTable([Column("choice"), *heads], rows))
        if problem.deal is not None:
            self.print(drawn(problem, problem.deal.hands, problem.deal.kitty) + "\n")
        if not verdict.right and verdict.own is not None:
            with working("looking for a deal in which it fails"):
                why, tried = reasons(problem, verdict.own, speaker), trial(problem, verdict.own.action)
            self.print(*(f"- {words}" for words in (*why, *trial_words(problem, verdict.own, tried, speaker))))
            if tried.refutation is not None:
                self.print(*format_refutation(problem, tried.refutation, speaker))


def answer_of(problem: Problem, text: str) -> object:
    """Parse an answer into its JSON form. Raises GameError or DrillError if the answer is invalid."""
    if problem.question is None:
        return action_object(parse_action(problem.view, text))
    try:
        per_cent = float(text.strip().removesuffix("%").replace(",", "."))
    except ValueError:
        per_cent = nan
    if not 0 <= per_cent <= 100:  # The condition is also true for nan.
        raise DrillError(f"not a percentage: {quoted(text)} (expected a number from 0 to 100)")
    return per_cent / 100


#: The possible answers, by the kind of puzzle.
HOW = {
    "call": "a call: S, H, D, C or N",
    "discard": "cards: D2 C54 H3",
    "give": "cards: C3; for two players: left C3, right H2",
    "play": "a card: SA",
    "know": "a number from 0 to 100",
}
LEAVING = "help or ?: this text; q: leave"


def format_problem(problem: Problem) -> Iterator[str]:
    """Yield the text of a puzzle: its hands, the events and the question."""
    return posed_words(problem, drawn(problem, problem.view.hands, Hand()))


def drawn(problem: Problem, hands: Sequence[Cards], kitty: Cards) -> str:
    """Draw all hands, labelled with their contracts; the label of the user's seat ends with "you"."""
    contracts = problem.view.rules.contracts
    labels = {s: f"{s.word} ({contracts[s]})" + ", you" * (s is problem.seat) for s in Seat}
    return draw(dict(zip(Seat, hands, strict=True)), kitty if len(kitty) else None, labels)


def format_refutation(problem: Problem, example: Refutation, speaker: Speaker) -> Iterator[str]:
    """Yield a possible deal, with the play after the user's answer and the play after the better choice."""
    yield drawn(problem, example.hands, example.kitty)
    for played in (example.own, example.better):
        yield from played_out_words(problem, played, speaker)
    yield ""
