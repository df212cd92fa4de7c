"""Problems posed at the terminal, one after another: what lies before the person, what can be typed, how cards lay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from math import nan

from ninefivetwo.cards import Card, Hand, Seat, Trump
from ninefivetwo.words.match_text import format_table, format_tricks, happened, question
from ninefivetwo.cli.terminal import console, draw, typed, working
from ninefivetwo.errors import DrillError, GameError, quoted
from ninefivetwo.game import Call, Cards, GiveTurn
from ninefivetwo.game.events import action_object
from ninefivetwo.game.rules import rules_text
from ninefivetwo.keep.drills.drills import Drills
from ninefivetwo.keep.drills.judge import FULL, Verdict
from ninefivetwo.keep.drills.problem import HARDEST, Problem
from ninefivetwo.keep.drills.trial import Refutation, trial
from ninefivetwo.words.actions import action_words, parse_action
from ninefivetwo.words.card_words import WORDS, card_text, cards_text
from ninefivetwo.words.drills import choice_cells, choice_name, prompt, reasons, trial_words, verdict_words
from ninefivetwo.words.figures import Column, TextTable, count, figures, signed
from ninefivetwo.words.speaker import BY_SEAT, Speaker


class DrillSession:
    """One problem after another, until there is none left or the person leaves.

    among: the ids of those that may come.  from_mistakes: were only those of the player's mistakes asked for?
    """

    def __init__(self, drills: Drills, among: set[str], from_mistakes: bool) -> None:
        self.drills, self.among, self.from_mistakes, self.out = drills, among, from_mistakes, console()

    def say(self, *texts: str) -> None:
        for text in texts:
            self.out.print(text, soft_wrap=True)

    def run(self, number: int | None) -> None:
        """Pose so many problems, or all."""
        posed = right = points = 0
        while number is None or posed < number:
            problem = self.drills.next(None, datetime.now(UTC), self.among)
            if problem is None:
                self.say(self.nothing_left())
                break
            self.say(*format_problem(problem))
            verdict = self.verdict(problem)
            if verdict is None:
                break
            posed, right, points = posed + 1, right + verdict.right, points + verdict.mark
            self.show(problem, verdict)
        if posed:
            self.say(f"{right} of {posed} right, {points} of {FULL * posed} points")

    def nothing_left(self) -> str:
        """Why no problem is posed, and what can be done."""
        if self.among:
            return "no more problems of this sort: all are answered, and none is due again yet"
        if self.from_mistakes:
            return (
                "no problem from mistakes of this sort: review a deal (library review), then make problems of them"
                " (--mistakes --name NAME)"
            )
        return "no problem of this sort: --list tells which there are, and --mine finds new ones"

    def verdict(self, problem: Problem) -> Verdict | None:
        """What the person's answer is worth; None when he leaves.  A wrong input is reported and asked for again."""
        for text in typed(self.out, lambda: prompt_of(problem), f"{HOW[problem.kind]}\n{LEAVING}"):
            try:
                answer = answer_of(problem, text)
                with working("judging"):
                    return self.drills.answer(problem, answer, datetime.now(UTC))
            except (GameError, DrillError) as error:
                self.say(str(error))
        return None

    def show(self, problem: Problem, verdict: Verdict) -> None:
        """What the answer was worth, how the cards lay, and a deal that could be in which it fails."""
        mark = "right" if verdict.right else f"wrong, {verdict.mark} of {FULL} points"
        self.say(f"{mark} ({problem.theme})")
        self.say(*(f"- {words}" for words in verdict_words(problem, verdict)))
        if verdict.line:
            assert verdict.best is not None
            line = line_text(verdict.line, line_begins(problem))
            self.say(f"- a line of best play for you after {choice_name(verdict.best)}: {line}")
        if problem.choices:
            heads = figures("tricks", "regret", f"makes {problem.view.rules.contracts[problem.seat]}")
            self.out.print(TextTable([Column("choice"), *heads], [choice_cells(choice) for choice in problem.choices]))
        if problem.deal is not None:
            self.say(drawn(problem, problem.deal.hands, problem.deal.kitty) + "\n")
        if not verdict.right and verdict.own is not None:
            with working("looking for a deal in which it fails"):
                why, tried = reasons(problem, verdict.own, BY_SEAT), trial(problem, verdict.own.action)
            self.say(*(f"- {words[0].lower()}{words[1:].rstrip('.')}" for words in why))
            self.say(*(f"- {words}" for words in trial_words(problem, verdict.own, tried, BY_SEAT)))
            if tried.refutation is not None:
                self.say(*format_refutation(problem, tried.refutation))


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
        yield f"discarded: {cards_text(view.discarded)}"
    yield drawn(problem, view.hands, Hand())
    if view.plays:
        yield format_tricks(view, Speaker(me=problem.seat))
    if view.trump is not None:
        yield WORDS[view.trump] + " are trumps" * (view.trump is not Trump.NO_TRUMP)
    if view.table:
        yield format_table(view, Speaker(me=problem.seat))
    yield prompt(problem)


def prompt_of(problem: Problem) -> str:
    """The prompt for an answer."""
    return "per cent>" if problem.kind == "know" else question(problem.match, problem.view)


def drawn(problem: Problem, hands: Sequence[Cards], kitty: Cards) -> str:
    """All hands, each with its contract, and whose problem it is."""
    contracts = problem.view.rules.contracts
    labels = {s: f"{s.word} ({contracts[s]})" + ", you" * (s is problem.seat) for s in Seat}
    return draw(dict(zip(Seat, hands, strict=True)), kitty if len(kitty) else None, labels)


def format_refutation(problem: Problem, example: Refutation) -> Iterator[str]:
    """A deal that could be, and how it goes after the answer and after the better choice."""
    yield drawn(problem, example.hands, example.kitty)
    on_table = len(problem.view.table)
    for played in (example.own, example.better):
        told = problem.view.trump is not None or isinstance(played.action, Call)
        trump = "" if told else f" ({WORDS[played.trump]})"
        yield f"after {action_words(played.action)}{trump}, {count(played.won[problem.seat])}:"
        line = [turn for trick in played.tricks for turn in trick.turns]
        yield f"  {line_text(line[on_table:], on_table)}"
    yield ""


def line_begins(problem: Problem) -> int:
    """How many cards of its first trick lie before a line of best play: those on the table, and one just chosen."""
    return (len(problem.view.table) + (problem.kind == "play")) % len(Seat)


def line_text(line: Sequence[tuple[Seat, Card]], on_table: int = 0) -> str:
    """Cards trick by trick, each trick with who begins: "left ♠A ♠7 ♠2, left ♦K"; at most `LINE` of them.

    on_table: cards of the first trick that were played before.
    """
    tricks = list[str]()
    for number, (seat, card) in enumerate(line[:LINE], on_table):
        if not tricks or number % len(Seat) == 0:
            tricks.append(seat.word)
        tricks[-1] += f" {card_text(card)}"
    return ", ".join(tricks) + " ..." * (len(line) > LINE)
