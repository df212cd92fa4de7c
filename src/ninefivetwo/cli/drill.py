"""`ninefivetwo drill`: problems at the terminal, what an answer was worth, and why."""

from __future__ import annotations

import secrets
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from math import nan
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from ninefivetwo.cards import Denomination, Hand, Seat
from ninefivetwo.cli.drawing import draw
from ninefivetwo.cli.library import library_option, open_library, to_read
from ninefivetwo.cli.play import typed
from ninefivetwo.cli.telling import format_event, format_trick, format_tricks
from ninefivetwo.cli.terminal import console, working
from ninefivetwo.cli.text_table import Column, TextTable, figures
from ninefivetwo.cli.typed import action_of
from ninefivetwo.drills.choices import choice_cells
from ninefivetwo.drills.drills import Drills, check_scheduler
from ninefivetwo.drills.judge import Verdict
from ninefivetwo.drills.mine import mined
from ninefivetwo.drills.mistakes import mistakes_of
from ninefivetwo.drills.problem import EASIEST, HARDEST, KINDS, Problem
from ninefivetwo.drills.themes import THEMES
from ninefivetwo.errors import DrillError, GameError, quoted
from ninefivetwo.game import Play
from ninefivetwo.render.actions import action_object
from ninefivetwo.render.cards import WORDS, by_suit, plural
from ninefivetwo.render.matches import who
from ninefivetwo.rules import parse_rules, rules_text

ALL = "all"
PROMPTS = {"call": "call>", "discard": "discard>", "give": "give>", "play": "card>", "know": "per cent>"}
LEAVE = ("q", "quit")
MISTAKE = "mistake"


@click.command()
@click.argument("kind", type=click.Choice([*KINDS, ALL]))
@click.option("--number", type=click.IntRange(1), metavar="N", help="So many problems.  [default: until q or Ctrl-D]")
@click.option("--theme", metavar="TEXT", help="Only of this theme; --list tells them.")
@click.option("--difficulty", type=click.IntRange(EASIEST, HARDEST), help="Only so difficult, 5 the hardest.")
@click.option("--mistakes", is_flag=True, help="Only from mistakes in deals that have been reviewed.")
@click.option("--name", metavar="NAME", help="With --mistakes: first look for those of this player in the library.")
@click.option("--seed", type=click.IntRange(0), help="Of the order of problems not seen yet, or of --mine.")
@click.option("--list", "listed", is_flag=True, help="How many problems there are, and how you stand; none is posed.")
@click.option("--mine", "more", type=click.IntRange(1), metavar="N", help="Find N new problems of KIND and keep them.")
@library_option
def drill(
    kind: str,
    number: int | None,
    theme: str | None,
    difficulty: int | None,
    mistakes: bool,
    name: str | None,
    seed: int | None,
    listed: bool,
    more: int | None,
    path: Path | None,
) -> None:
    """Problems of a KIND: call, discard, give, play, know (how likely is a card at a place?), or all.

    What is due again comes first, then your mistakes, then what you have not seen.  At the prompt, q leaves.
    """
    if name is not None and not mistakes:
        raise click.UsageError("--name is for --mistakes")
    if more is not None and kind == ALL:
        raise click.UsageError("--mine is for one KIND")
    limits = {"--theme": theme, "--difficulty": difficulty, "--mistakes": mistakes or None, "--number": number}
    check_alone("--mine", more is not None, limits | {"--list": listed or None})
    check_alone("--list", listed, limits)
    only = None if kind == ALL else kind
    check_theme(only, theme)
    with to_read(path) if listed else open_library(path) as library:
        drills = Drills(library, seed=seed or 0)
        if not listed and more is None:
            check_scheduler()
        if name is not None:
            keep(drills, mistakes_of(library, library.player(name)))
        if more is not None:
            start = secrets.randbits(32) if seed is None else seed
            keep(drills, islice(new_ones(drills, mined(kind, parse_rules("wikipedia"), start)), more))
        elif listed:
            show_list(console(), drills, only)
        else:
            source = MISTAKE if mistakes else None
            wanted = {"kind": only, "theme": theme, "difficulty": difficulty, "source": source}
            GameSession(drills, wanted).run(number)


def check_alone(option: str, given: bool, others: dict[str, Any]) -> None:
    """Raises UsageError where others are given with an option that has no use for them."""
    if given and (found := [name for name, value in others.items() if value is not None]):
        raise click.UsageError(f"{option} with {', '.join(found)} (expected {option} without)")


def check_theme(kind: str | None, theme: str | None) -> None:
    """Raises DrillError for a theme that the kind does not have."""
    themes = [each for one in KINDS if kind in (None, one) for each in THEMES[one]]
    if theme is not None and theme not in themes:
        raise DrillError(f"no theme: {quoted(theme)} (expected one of {', '.join(dict.fromkeys(themes))})")


def new_ones(drills: Drills, problems: Iterator[Problem]) -> Iterator[Problem]:
    """Those that are not there yet, each once."""
    known = {posed.id for posed in drills.posed()}
    for problem in problems:
        if problem.id not in known:
            known.add(problem.id)
            yield problem


def keep(drills: Drills, problems: Iterator[Problem]) -> None:
    """Put problems into the library as they are found."""
    number = 0
    with working("looking for problems"):
        for problem in problems:
            drills.add(problem)
            number += 1
            click.echo(f"{problem.kind}: {problem.theme}, difficulty {problem.difficulty}")
    click.echo(f"{plural(number, 'problem')} found")


class GameSession:
    """One problem after another, until there is none left or the person leaves."""

    def __init__(self, drills: Drills, wanted: dict[str, Any]) -> None:
        self.drills, self.wanted, self.out = drills, wanted, console()

    def say(self, text: str) -> None:
        self.out.print(text, soft_wrap=True)

    def run(self, number: int | None) -> None:
        """Pose so many problems, or all."""
        posed = right = 0
        while number is None or posed < number:
            problem = self.drills.next(now=datetime.now(UTC), **self.wanted)
            if problem is None:
                self.say(self.nothing_left())
                break
            for line in position(problem):
                self.say(line)
            verdict = self.verdict(problem)
            if verdict is None:
                break
            posed, right = posed + 1, right + verdict.right
            self.show(problem, verdict)
        self.say(f"{right} of {posed} right")

    def nothing_left(self) -> str:
        """Why no problem is posed, and what can be done."""
        if any(self.drills.fitting(**self.wanted)):
            return "no more problems of this sort: all are answered, and none is due again yet"
        if self.wanted.get("source") == MISTAKE:
            return (
                "no problem from mistakes of this sort: review a deal (library review), then make problems of them"
                " (--mistakes --name NAME)"
            )
        return "no problem of this sort: --list tells which there are, and --mine finds new ones"

    def verdict(self, problem: Problem) -> Verdict | None:
        """What the person's answer is worth; None when he leaves.

        At a terminal a wrong one is told and asked for again.  Raises GameError, DrillError from a pipe.
        """
        while True:
            text = typed(PROMPTS[problem.kind])
            if text is None or text.lower() in LEAVE:
                return None
            try:
                answer = answer_of(problem, text)
                with working("judging"):
                    return self.drills.answer(problem, answer, datetime.now(UTC))
            except (GameError, DrillError) as error:
                if not sys.stdin.isatty():
                    raise
                self.say(str(error))

    def show(self, problem: Problem, verdict: Verdict) -> None:
        """What the answer was worth, and how the cards lay."""
        self.say(f"{'right' if verdict.right else 'wrong'} ({problem.theme})")
        for words in verdict.words:
            self.say(f"- {words}")
        if problem.choices:
            self.out.print(choices_table(problem))
        if problem.deal is not None:
            deal = problem.deal
            kitty = deal.kitty if len(deal.kitty) else None
            self.say(draw(dict(zip(Seat, deal.hands, strict=True)), kitty, labels(problem)) + "\n")


def answer_of(problem: Problem, text: str) -> Any:
    """The answer that a text gives.  Raises GameError, DrillError."""
    if problem.question is None:
        return action_object(action_of(problem.view, text))
    try:
        found = float(text.strip().removesuffix("%").replace(",", "."))
    except ValueError:
        found = nan
    if not 0 <= found <= 100:  # so it is with nan too
        raise DrillError(f"no per cent: {quoted(text)} (expected a number from 0 to 100)")
    return found / 100


def position(problem: Problem) -> Iterator[str]:
    """What lies before the person, and what has happened."""
    match, view = problem.match, problem.view
    yield f"{problem.kind}, difficulty {problem.difficulty} of {HARDEST}; {rules_text(match.rules)}"
    for i, event in enumerate(view.events, 1):
        if isinstance(event, Play):
            yield from format_trick(match, view, view.events[:i])
        elif line := format_event(match, event, problem.seat):
            yield line
    if isinstance(view.discarded, Hand) and view.discarded:
        yield f"discarded: {by_suit(view.discarded)}"
    yield draw(dict(zip(Seat, view.hands, strict=True)), None, labels(problem))
    if any(isinstance(event, Play) for event in view.events):
        yield format_tricks(match, view)
    if view.trump is not None:
        yield WORDS[view.trump] + " are trumps" * (view.trump is not Denomination.N)
    if view.table:
        yield "table: " + ", ".join(f"{who(match, view.lead.after(i))} {card}" for i, card in enumerate(view.table))
    yield problem.prompt


def labels(problem: Problem) -> dict[Seat, str]:
    contracts = problem.view.rules.contracts
    return {s: f"{s.word} ({contracts[s]})" + ", you" * (s is problem.seat) for s in Seat}


def choices_table(problem: Problem) -> TextTable:
    contract = problem.view.rules.contracts[problem.seat]
    rows = [choice_cells(choice) for choice in problem.choices]
    return TextTable([Column("choice"), *figures("tricks", "behind", f"makes {contract}")], rows)


def show_list(out: Console, drills: Drills, kind: str | None) -> None:
    """The problems by kind, theme and difficulty, and how many are due, unseen, answered and right."""
    levels = range(EASIEST, HARDEST + 1)
    numbers = Counter((each.kind, each.theme, each.difficulty) for each in drills.posed())
    rows = []
    for one in KINDS if kind is None else (kind,):
        for theme in THEMES[one]:
            row = [numbers[one, theme, level] for level in levels]
            if sum(row):
                rows.append([one, theme, *(str(n or "") for n in row), str(sum(row))])
    heads = figures(*map(str, levels), "in all")
    out.print("Problems by difficulty, from 1 to 5:")
    out.print(TextTable([Column("kind"), Column("theme", fold=10), *heads], rows))
    for one, count in drills.counts(datetime.now(UTC)).items():
        if kind in (None, one):
            out.print(f"{one}: {count.due} due, {count.unseen} unseen, {count.right} of {count.answered} answers right")
