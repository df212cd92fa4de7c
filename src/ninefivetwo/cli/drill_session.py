"""Problems posed at the terminal, one after another."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from math import nan
from typing import Required, TypedDict

from ninefivetwo.cli.drill_text import (
    choices_table,
    format_drill_help,
    format_problem,
    format_refutation,
    format_whole_deal,
    line_text,
    prompt_of,
)
from ninefivetwo.cli.terminal import HELP, LEAVE, ask, console, working
from ninefivetwo.errors import DrillError, GameError, quoted
from ninefivetwo.game.events import action_object
from ninefivetwo.keep.drills.drills import MISTAKE, Drills
from ninefivetwo.keep.drills.judge import FULL, Verdict
from ninefivetwo.keep.drills.problem import Problem
from ninefivetwo.keep.drills.trial import trial
from ninefivetwo.words.actions import parse_action
from ninefivetwo.words.drills import choice_name, reasons, trial_words, verdict_words


class ProblemLimits(TypedDict, total=False):
    """Which problems are posed, in the keywords of `Drills.next` and `Drills.fitting`; None admits any."""

    kind: Required[str | None]
    theme: str | None
    difficulty: int | None
    source: str | None
    among: Collection[str] | None


class DrillSession:
    """One problem after another, until there is none left or the person leaves."""

    def __init__(self, drills: Drills, limits: ProblemLimits) -> None:
        self.drills, self.limits, self.out = drills, limits, console()

    def say(self, text: str) -> None:
        self.out.print(text, soft_wrap=True)

    def run(self, number: int | None) -> None:
        """Pose so many problems, or all."""
        posed = right = points = 0
        while number is None or posed < number:
            problem = self.drills.next(now=datetime.now(UTC), **self.limits)
            if problem is None:
                self.say(self.nothing_left())
                break
            for line in format_problem(problem):
                self.say(line)
            verdict = self.verdict(problem)
            if verdict is None:
                break
            posed, right, points = posed + 1, right + verdict.right, points + verdict.mark
            self.show(problem, verdict)
        self.say(f"{right} of {posed} right, {points} of {FULL * posed} points")

    def nothing_left(self) -> str:
        """Why no problem is posed, and what can be done."""
        if any(self.drills.fitting(**self.limits)):
            return "no more problems of this sort: all are answered, and none is due again yet"
        if self.limits.get("source") == MISTAKE:
            return (
                "no problem from mistakes of this sort: review a deal (library review), then make problems of them"
                " (--mistakes --name NAME)"
            )
        return "no problem of this sort: --list tells which there are, and --mine finds new ones"

    def verdict(self, problem: Problem) -> Verdict | None:
        """What the person's answer is worth; None when he leaves.  A wrong input is reported and asked for again."""
        while True:
            text = ask(prompt_of(problem))
            if text is None or text.lower() in LEAVE:
                return None
            if text.lower() in HELP:
                self.say(format_drill_help(problem))
                continue
            try:
                answer = answer_of(problem, text)
                with working("judging"):
                    return self.drills.answer(problem, answer, datetime.now(UTC))
            except (GameError, DrillError) as error:
                self.say(str(error))

    def show(self, problem: Problem, verdict: Verdict) -> None:
        """What the answer was worth, how the cards lay, and a deal that could be in which it fails."""
        mark = "right" if verdict.right else f"wrong, {verdict.mark} of {FULL} points"
        self.say(f"{mark} ({problem.theme})")
        for words in verdict_words(problem, verdict):
            self.say(f"- {words}")
        if verdict.line:
            assert verdict.best is not None
            self.say(f"- a line of best play for you after {choice_name(verdict.best)}: {line_text(verdict.line)}")
        if problem.choices:
            self.out.print(choices_table(problem))
        if (whole := format_whole_deal(problem)) is not None:
            self.say(whole)
        if not verdict.right and verdict.own is not None:
            with working("looking for a deal in which it fails"):
                why, found = reasons(problem, verdict.own, str), trial(problem, verdict.own.action)
            for words in why:
                self.say(f"- {words[0].lower()}{words[1:].rstrip('.')}")
            for words in trial_words(problem, verdict.own, found, str):
                self.say(f"- {words}")
            if found.refutation is not None:
                for line in format_refutation(problem, found.refutation):
                    self.say(line)


def answer_of(problem: Problem, text: str) -> object:
    """The answer that a text stands for, in JSON.  Raises GameError, DrillError."""
    if problem.question is None:
        return action_object(parse_action(problem.view, text))
    try:
        per_cent = float(text.strip().removesuffix("%").replace(",", "."))
    except ValueError:
        per_cent = nan
    if not 0 <= per_cent <= 100:  # so it is with nan too
        raise DrillError(f"no per cent: {quoted(text)} (expected a number from 0 to 100)")
    return per_cent / 100
