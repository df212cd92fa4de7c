"""`ninefivetwo drill`: problems at the terminal, what an answer was worth, and why."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import click
from rich.console import Console

from ninefivetwo.cli.drill_session import DrillSession
from ninefivetwo.cli.options import COUNT, library_option, open_library, to_read
from ninefivetwo.cli.terminal import console, working
from ninefivetwo.errors import DrillError, quoted
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.keep.drills.drills import MISTAKE, Drills, check_scheduler
from ninefivetwo.keep.drills.mining import mined
from ninefivetwo.keep.drills.posing import THEMES
from ninefivetwo.keep.drills.problem import EASIEST, HARDEST, KINDS, Problem
from ninefivetwo.keep.drills.weakness import mistakes_of, training, weaknesses
from ninefivetwo.keep.library import Library
from ninefivetwo.words.drills import rating_text
from ninefivetwo.words.figures import Column, TextTable, figures, plural, tricks_words
from ninefivetwo.words.kept import weakness_words

ALL = "all"
WEAKNESSES = 5  # that are told


@click.command()
@click.argument("kind", type=click.Choice([*KINDS, ALL]))
@click.option("--number", type=COUNT, metavar="N", help="Number of problems.  [default: until q or Ctrl-D]")
@click.option("--theme", metavar="TEXT", help="Only problems with this theme (see --list).")
@click.option(
    "--difficulty", type=click.IntRange(EASIEST, HARDEST), help="Only problems of this difficulty, 5 the hardest."
)
@click.option("--mistakes", is_flag=True, help="Only problems from mistakes in reviewed deals.")
@click.option("--name", metavar="NAME", help="With --mistakes: first make problems from this player's mistakes.")
@click.option("--weak", metavar="NAME", help="Find what this player loses most on, and train it.")
@click.option("--seed", type=click.IntRange(0), help="Random seed, for the order of new problems and for --mine.")
@click.option("--list", "listed", is_flag=True, help="Show how many problems there are and how you are doing.")
@click.option("--mine", "more", type=COUNT, metavar="N", help="Find N new problems of KIND and keep them.")
@library_option
def drill(
    kind: str,
    number: int | None,
    theme: str | None,
    difficulty: int | None,
    mistakes: bool,
    name: str | None,
    weak: str | None,
    seed: int | None,
    listed: bool,
    more: int | None,
    path: Path | None,
) -> None:
    """Practise with problems: call, discard, give, play, know, or all.

    What is due again comes first, then your mistakes, then what you have not seen.

    At the prompt, help says what can be typed, and q leaves.

    \b
    Examples:
      n52 drill call --number 3
      n52 drill all --list
    """
    if name is not None and not mistakes:
        raise click.UsageError("--name is for --mistakes")
    if more is not None and kind == ALL:
        raise click.UsageError("--mine is for one KIND")
    if weak is not None and (mistakes or theme is not None):
        raise click.UsageError("--weak with --mistakes or --theme (expected --weak without)")
    limits = {
        "--weak": weak,
        "--theme": theme,
        "--difficulty": difficulty,
        "--mistakes": mistakes or None,
        "--number": number,
    }
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
            keep(drills, islice(without_known(drills, mined(kind, parse_rules("wikipedia"), start)), more))
        elif listed:
            show_list(console(), drills, only)
        else:
            fitting = drills.fitting(only, theme, difficulty, MISTAKE if mistakes else None)
            among = {problem.id for problem in fitting}
            if weak is not None:
                among = weak_problems(drills, library, library.player(weak), among)
            DrillSession(drills, among, mistakes).run(number)


def weak_problems(drills: Drills, library: Library, player: str, fitting: set[str]) -> set[str]:
    """Of the problems of these ids those that train what a player loses most by, which is told.

    Raises DrillError if nothing is known.
    """
    with working("looking at the reviews"):
        weak = weaknesses(library, player)
    if not weak:
        raise DrillError(f"nothing that {player} loses by is known (expected reviewed deals: library review)")
    click.echo(f"{player} loses most by:")
    for weakness in weak[:WEAKNESSES]:
        click.echo(
            f"- {weakness_words(weakness)}: {tricks_words(weakness.lost)} in {plural(weakness.mistakes, 'decision')}"
        )
    now = datetime.now(UTC)
    for weakness in weak:
        among = fitting & training(drills, library, player, weakness)
        if drills.next(None, now, among) is not None:
            click.echo(f"These problems train: {weakness_words(weakness)}")
            return among
    return set()


def check_alone(option: str, given: bool, others: Mapping[str, object]) -> None:
    """Raises UsageError where others are given with an option that has no use for them."""
    if given and (excluded := [name for name, value in others.items() if value is not None]):
        raise click.UsageError(f"{option} with {', '.join(excluded)} (expected {option} without)")


def check_theme(kind: str | None, theme: str | None) -> None:
    """Raises DrillError for a theme that the kind does not have."""
    themes = [name for one in KINDS if kind in (None, one) for name in THEMES[one]]
    if theme is not None and theme not in themes:
        raise DrillError(f"no theme: {quoted(theme)} (expected one of {', '.join(dict.fromkeys(themes))})")


def without_known(drills: Drills, problems: Iterator[Problem]) -> Iterator[Problem]:
    """The problems that are not there yet, each once."""
    known = {info.id for info in drills.problems()}
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


def show_list(out: Console, drills: Drills, kind: str | None) -> None:
    """The problems by kind, theme and difficulty, and how many are due, unseen, answered and right."""
    levels = range(EASIEST, HARDEST + 1)
    numbers = Counter((problem.kind, problem.theme, problem.difficulty) for problem in drills.problems())
    rows = []
    for one in KINDS if kind is None else (kind,):
        for theme in THEMES[one]:
            row = [numbers[one, theme, level] for level in levels]
            if sum(row):
                rows.append([one, theme, *(str(n or "") for n in row), str(sum(row))])
    heads = figures(*map(str, levels), "in all")
    out.print("Problems by difficulty, from 1 to 5:")
    out.print(TextTable([Column("kind"), Column("theme", fold=10), *heads], rows))
    now = datetime.now(UTC)
    for one, count in drills.counts(now).items():
        if kind in (None, one):
            out.print(f"{one}: {count.due} due, {count.unseen} unseen, {count.right} of {count.answered} answers right")
    out.print(f"your rating: {rating_text(drills.ratings(now).player)}")
