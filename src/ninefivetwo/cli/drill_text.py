"""The text of a problem at the terminal: what lies before the person, what can be typed, how the cards lay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ninefivetwo.cards import Card, Denomination, Hand, Seat
from ninefivetwo.cli.drawing import card_text, draw, hand_text
from ninefivetwo.cli.match_text import format_event, format_table, format_trick, format_tricks, question
from ninefivetwo.cli.text_table import Column, TextTable, figures
from ninefivetwo.game import GiveTurn, Play
from ninefivetwo.game.rules import rules_text
from ninefivetwo.keep.drills.problem import HARDEST, Problem
from ninefivetwo.keep.drills.trial import Refutation
from ninefivetwo.words.actions import action_words
from ninefivetwo.words.cards import WORDS, count, signed
from ninefivetwo.words.drills import choice_cells, prompt

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
    for i, event in enumerate(view.events, 1):
        if isinstance(event, Play):
            yield from format_trick(match, view, view.events[:i])
        elif line := format_event(match, event, problem.seat):
            yield line
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


def format_refutation(problem: Problem, found: Refutation) -> Iterator[str]:
    """A deal that could be, and how it goes after the answer and after the better choice."""
    kitty = found.kitty if found.kitty else None
    yield draw(dict(zip(Seat, found.hands, strict=True)), kitty, labels(problem))
    on_table = len(problem.view.table)
    for played in (found.own, found.better):
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
