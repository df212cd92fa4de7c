"""The command `drill`, which poses, lists and finds puzzles."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

import click
from rich.console import Console

from ninefivetwo.cli.drill_session import DrillSession
from ninefivetwo.cli.options import COUNT, library_option, open_library, options_given, to_read
from ninefivetwo.cli.terminal import console, working
from ninefivetwo.errors import DrillError, quoted
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.keep.drills.drills import MISTAKE, Drills
from ninefivetwo.keep.drills.kinds import DRILL_KINDS
from ninefivetwo.keep.drills.mining import mined
from ninefivetwo.keep.drills.problem import EASIEST, HARDEST, Problem
from ninefivetwo.keep.drills.weakness import mistakes_of, training, weaknesses
from ninefivetwo.keep.library import Library
from ninefivetwo.words.drills import found_words, standing_table, weakness_lines
from ninefivetwo.words.figures import Column, TextTable, figures, plural
from ninefivetwo.words.kept import RATING, rating_text, weakness_words
from ninefivetwo.words.template import Term, say

EVERY_KIND = "all"
WEAKNESSES = 5  # maximum number of weaknesses shown


@click.command()
@click.argument("kind", type=click.Choice([*DRILL_KINDS, EVERY_KIND]))
@click.option("--number", type=COUNT, metavar="N", help="Number of puzzles.  [default: no limit]")
@click.option("--theme", metavar="TEXT", help="Pose only puzzles with this theme (see --list).")
@click.option(
    "--difficulty", type=click.IntRange(EASIEST, HARDEST), help="Pose only puzzles of this difficulty (5 is hardest)."
)
@click.option("--mistakes", is_flag=True, help="Pose only puzzles made from mistakes in reviewed deals.")
@click.option("--name", metavar="NAME", help="With --mistakes: first make puzzles from this player's mistakes.")
@click.option("--weak", metavar="NAME", help="Show the biggest weaknesses of a player, and train one of them.")
@click.option("--seed", type=click.IntRange(0), help="Random seed for the order of new puzzles and for --mine.")
@click.option("--list", "listed", is_flag=True, help="Show the number of puzzles and your results.")
@click.option("--mine", "more", type=COUNT, metavar="N", help="Find N new puzzles of KIND and save them.")
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
    """Solve puzzles: call, discard, give, play and card reading.

    Puzzles due for repetition come first, then puzzles from your mistakes, then new puzzles.

    At the prompt, type help for a list of answers and commands, or q to leave.

    \b
    Examples:
      n52 drill call --number 3
      n52 drill all --list
    """
    if name is not None and not mistakes:
        raise click.UsageError("--name requires --mistakes")
    if more is not None and kind == EVERY_KIND:
        raise click.UsageError("--mine requires one KIND, not all")
    if weak is not None and (mistakes or theme is not None):
        raise click.UsageError("--weak cannot be combined with --mistakes or --theme")
    limits = ("--weak", "--theme", "--difficulty", "--mistakes", "--number")
    check_alone("--mine", *limits, "--list")
    check_alone("--list", *limits)
    only = None if kind == EVERY_KIND else kind
    check_theme(only, theme)
    with to_read(path) if listed else open_library(path) as library:
        drills = Drills(library, seed=seed or 0)
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
    """Print a player's weaknesses, and return the ids of puzzles that train one of the weaknesses.

    Raises DrillError if no weakness is known.
    """
    with working("reading the reviews"):
        weak = weaknesses(library, player)
    if not weak:
        raise DrillError(f"no weakness of {player} is known (expected reviewed deals: library review)")
    for line in weakness_lines(player, weak[:WEAKNESSES]):
        click.echo(line)
    now = datetime.now(UTC)
    for weakness in weak:
        among = fitting & training(drills, library, player, weakness)
        if drills.next(None, now, among) is not None:
            click.echo(say("The puzzles train this weakness: {theme}.", theme=Term(weakness_words(weakness))))
            return among
    return set()


def check_alone(option: str, *others: str) -> None:
    """Raise UsageError if `option` is combined with an option that it excludes."""
    if options_given(option) and (excluded := options_given(*others)):
        raise click.UsageError(f"{option} cannot be combined with {', '.join(excluded)}")


def check_theme(kind: str | None, theme: str | None) -> None:
    """Raise DrillError if the theme does not belong to the kind of puzzle."""
    themes = [name for one in DRILL_KINDS if kind in (None, one) for name in DRILL_KINDS[one].themes]
    if theme is not None and theme not in themes:
        raise DrillError(f"unknown theme: {quoted(theme)} (expected one of {', '.join(dict.fromkeys(themes))})")


def without_known(drills: Drills, problems: Iterator[Problem]) -> Iterator[Problem]:
    """Yield each new puzzle once, without puzzles that are in the library."""
    known = {info.id for info in drills.problems()}
    for problem in problems:
        if problem.id not in known:
            known.add(problem.id)
            yield problem


def keep(drills: Drills, problems: Iterator[Problem]) -> None:
    """Add puzzles to the library as they are found."""
    number = 0
    with working("looking for puzzles"):
        for problem in problems:
            drills.add(problem)
            number += 1
            click.echo(found_words(problem))
    click.echo(say("{number} found.", number=plural(number, "puzzle")))


def show_list(out: Console, drills: Drills, kind: str | None) -> None:
    """Print the number of puzzles for each kind, theme and difficulty, and the user's results."""
    levels = range(EASIEST, HARDEST + 1)
    numbers = Counter((problem.kind, problem.theme, problem.difficulty) for problem in drills.problems())
    rows = []
    for one in DRILL_KINDS if kind is None else (kind,):
        for theme in DRILL_KINDS[one].themes:
            row = [numbers[one, theme, level] for level in levels]
            if sum(row):
                rows.append([one, theme, *(str(n or "") for n in row), str(sum(row))])
    heads = figures(*map(str, levels), "all")
    out.print("Puzzles by difficulty (5 is hardest):")
    out.print(TextTable([Column("kind"), Column("theme", fold=10), *heads], rows))
    now = datetime.now(UTC)
    out.print(standing_table({one: count for one, count in drills.counts(now).items() if kind in (None, one)}))
    out.print(RATING(rating=rating_text(drills.ratings(now))))
