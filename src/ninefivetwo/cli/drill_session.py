"""Problems posed at the terminal, one after another: what lies before the person, what can be typed, how cards lay."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import UTC, datetime
from math import nan
from typing import Required, TypedDict

from ninefivetwo.cards import Card, Denomination, Hand, Seat
from ninefivetwo.cli.drawing import card_text, draw, hand_text
from ninefivetwo.cli.match_text import format_table, format_tricks, happened, question
from ninefivetwo.cli.terminal import HELP, LEAVE, ask, console, working
from ninefivetwo.errors import DrillError, GameError, quoted
from ninefivetwo.game import GiveTurn
from ninefivetwo.game.events import action_object
from ninefivetwo.game.rules import rules_text
from ninefivetwo.keep.drills.drills import MISTAKE, Drills
from ninefivetwo.keep.drills.judge import FULL, Verdict
from ninefivetwo.keep.drills.problem import HARDEST, Problem
from ninefivetwo.keep.drills.trial import Refutation, trial
from ninefivetwo.words.drills import choice_cells, choice_name, prompt, reasons, trial_words, verdict_words
from ninefivetwo.words.figures import WORDS, Column, TextTable, count, figures, signed
from ninefivetwo.words.speaker import BY_SEAT, Speaker, action_words, parse_action


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
                why, tried = reasons(problem, verdict.own, BY_SEAT), trial(problem, verdict.own.action)
            for words in why:
                self.say(f"- {words[0].lower()}{words[1:].rstrip('.')}")
            for words in trial_words(problem, verdict.own, tried, BY_SEAT):
                self.say(f"- {words}")
            if tried.refutation is not None:
                for line in format_refutation(problem, tried.refutation):
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


#: What can be typed, for each kind of problem.
HOW = {
    "call": "a denomination: S, H, D, C or N",
    "discard": "the cards: D2 C54 H3",
    "give": "each receiver with his cards: left C3; right H2; to one receiver the cards alone",
    "play": "a card: SA",
    "know": "a number from 0 to 100, per cent",
}
LINE = 18  # cards shown of a line of play
LEAVING = "help or ? shows this; q leaves"


def format_problem(problem: Problem) -> Iterator[str]:
    """What has happened, what the person sees, and what is asked."""
    match, view = problem.match, problem.view
    yield f"{problem.kind}, difficulty {problem.difficulty} of {HARDEST}; {rules_text(match.rules)}"
    if isinstance(view.turn, GiveTurn) and match.previous_results is not None:
        results = ", ".join(f"{seat.word} {signed(match.previous_results[seat])}" for seat in Seat)
        yield f"results of the last deal: {results}"
    yield from happened(view, Speaker.of(match, problem.seat), own=False)
    if isinstance(view.discarded, Hand) and view.discarded:
        yield f"discarded: {hand_text(view.discarded)}"
    yield draw(dict(zip(Seat, view.hands, strict=True)), None, labels(problem))
    if view.plays:
        yield format_tricks(match, view)
    if view.trump is not None:
        yield WORDS[view.trump] + " are trumps" * (view.trump is not Denomination.N)
    if view.table:
        yield format_table(match, view)
    yield prompt(problem)


def prompt_of(problem: Problem) -> str:
    """The prompt for an answer."""
    return "per cent>" if problem.kind == "know" else question(problem.match, problem.view)


def format_drill_help(problem: Problem) -> str:
    """What can be typed."""
    return f"{HOW[problem.kind]}\n{LEAVING}"


def format_whole_deal(problem: Problem) -> str | None:
    """How all cards lay; None where nobody knows it."""
    deal = problem.deal
    if deal is None:
        return None
    kitty = deal.kitty if len(deal.kitty) else None
    return draw(dict(zip(Seat, deal.hands, strict=True)), kitty, labels(problem)) + "\n"


def format_refutation(problem: Problem, example: Refutation) -> Iterator[str]:
    """A deal that could be, and how it goes after the answer and after the better choice."""
    kitty = example.kitty if example.kitty else None
    yield draw(dict(zip(Seat, example.hands, strict=True)), kitty, labels(problem))
    on_table = len(problem.view.table)
    for played in (example.own, example.better):
        trump = "" if problem.view.trump is not None else f" ({WORDS[played.trump]})"
        yield f"after {action_words(played.action)}{trump}, {count(played.won[problem.seat])}:"
        yield f"  {line_text([turn for trick in played.tricks for turn in trick.turns][on_table:])}"
    yield ""


def line_text(line: Sequence[tuple[Seat, Card]]) -> str:
    """Cards in the order played, each with the seat: "left ♠A, right ♠7"; at most `LINE` of them."""
    cards = ", ".join(f"{seat.word} {card_text(card)}" for seat, card in line[:LINE])
    return cards + " ..." * (len(line) > LINE)


def labels(problem: Problem) -> dict[Seat, str]:
    """Each seat with its contract, and whose problem it is."""
    contracts = problem.view.rules.contracts
    return {s: f"{s.word} ({contracts[s]})" + ", you" * (s is problem.seat) for s in Seat}


def choices_table(problem: Problem) -> TextTable:
    """A row for each choice, the best first."""
    contract = problem.view.rules.contracts[problem.seat]
    rows = [choice_cells(choice) for choice in problem.choices]
    return TextTable([Column("choice"), *figures("tricks", "regret", f"makes {contract}")], rows)
