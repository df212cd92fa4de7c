"""A drill in the terminal, which poses puzzles and judges the user's answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from ninefivetwo.cards import Hand
from ninefivetwo.cli.terminal import console, draw, print_texts, seats, typed, working
from ninefivetwo.errors import DrillError, GameError
from ninefivetwo.game import Cards
from ninefivetwo.keep.drills.drills import Drills
from ninefivetwo.keep.drills.judge import Verdict
from ninefivetwo.keep.drills.problem import Problem
from ninefivetwo.keep.drills.trial import trial
from ninefivetwo.words.drill_reasons import TrialText, reasons
from ninefivetwo.words.drills import (
    KIND_WORDS,
    NO_PUZZLES_FROM_MISTAKES,
    NONE_DUE,
    NONE_FIT,
    PuzzleText,
    VerdictText,
    answer_prompt,
    parse_answer,
    summary_words,
)
from ninefivetwo.words.speaker import Speaker, error_words


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
                self.print(NONE_DUE if self.among else NO_PUZZLES_FROM_MISTAKES if self.from_mistakes else NONE_FIT)
                break
            self.print(*format_problem(problem))
            verdict = self.verdict(problem)
            if verdict is None:
                break
            posed, right, points = posed + 1, right + verdict.right, points + verdict.mark
            self.show(problem, verdict)
        if posed:
            self.print(summary_words(right, posed, points))

    def verdict(self, problem: Problem) -> Verdict | None:
        """Ask for an answer, and return the verdict on the answer, or None if the user leaves."""
        help = f"{KIND_WORDS[problem.kind].answers}\nhelp or ?: this text; q: leave"
        for text in typed(self.out, lambda: answer_prompt(problem), help):
            try:
                answer = parse_answer(problem, text)
                with working("rating the answer"):
                    return self.drills.answer(problem, answer, datetime.now(UTC))
            except (GameError, DrillError) as error:
                self.print(error_words(error, problem.seat))
        return None

    def show(self, problem: Problem, verdict: Verdict) -> None:
        """Print the verdict, all hands, and a possible deal in which the answer fails."""
        text = VerdictText(problem, verdict, Speaker(me=problem.seat))
        self.print(text.headline, *(f"- {words}" for words in (*text.sentences, text.line) if words))
        if problem.choices:
            self.out.print(text.table(problem.choices))
        if problem.deal is not None:
            self.print(drawn(problem, problem.deal.hands, problem.deal.kitty) + "\n")
        if not verdict.right and verdict.own is not None:
            with working("looking for a deal in which it fails"):
                why, tried = reasons(problem, verdict.own, text.speaker), trial(problem, verdict.own.action)
            self.print(*(f"- {words}" for words in why))
            self.print(*format_trial(TrialText(problem, verdict.own, tried, text.speaker)))


def format_problem(problem: Problem) -> Iterator[str]:
    """Yield the text of a puzzle: its hands, the events and the question."""
    text = PuzzleText(problem, Speaker.of(problem.match, problem.seat))
    yield text.heading
    yield from text.events
    yield f"\n{drawn(problem, problem.view.hands, Hand())}\n"
    yield from text.standing
    yield text.asked


def drawn(problem: Problem, hands: Sequence[Cards], kitty: Cards) -> str:
    """Draw all hands, labelled with their contracts; the label of the user's seat ends with "you"."""
    labels = seats(problem.view.rules)
    labels[problem.seat] += ", you"
    return draw(hands, kitty if len(kitty) else None, labels)


def format_trial(text: TrialText) -> Iterator[str]:
    """Yield the result of a trial, and a possible deal with the play after the answer and after the better choice."""
    yield from (f"- {words}" for words in text.sentences)
    if (example := text.trial.refutation) is not None:
        yield drawn(text.problem, example.hands, example.kitty)
        for way in text.ways:
            yield way.heading
            yield f"  {way.line}"
        yield ""
