"""`library review` and `progress`: what reviews found, and how a player does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ninefivetwo.cli.library.opening import library_option, to_read
from ninefivetwo.cli.library.progress import matches_table, of_matches, phases_table, progress_object
from ninefivetwo.cli.library.tables import SHORT
from ninefivetwo.cli.options import fair_worlds_option, json_option, print_json, threads_option
from ninefivetwo.cli.review.course import Progress
from ninefivetwo.cli.review.screen import show_deal, show_line
from ninefivetwo.cli.terminal import console, print_prose
from ninefivetwo.errors import LibraryError, quoted
from ninefivetwo.game import Match
from ninefivetwo.keep.library import Library, Query, RecordRow, review_key
from ninefivetwo.study import review as review_deal
from ninefivetwo.study.schema import ReviewObject
from ninefivetwo.think.advise import Limits
from ninefivetwo.words.cards import plural
from ninefivetwo.words.grade_words import ACCURACY_MEANS
from ninefivetwo.words.review import with_words

#: What the columns of `progress` mean, a line each.
MEANINGS = (
    f"{ACCURACY_MEANS}.",
    "Unforced: decisions with a choice. Tricks lost each: by what could have been known, a decision.",
    "Luck, skill: tricks that hands, kitty and exchange brought, and that the player's own decisions did.",
)


@click.command()
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="All records that have no such review yet, oldest first.")
@fair_worlds_option
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the worlds drawn.")
@library_option
@threads_option
@json_option
def review(
    ids: tuple[str, ...],
    every: bool,
    fair_worlds: int,
    seed: int,
    path: Path | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Review records and keep what is found.  Prints who played best and the dearest mistakes, of several a line each.

    Each review is kept when it is done; Ctrl-C stops the rest.

    \b
    Examples:
      n52 library review 6789c0d6
      n52 library review --all --fair-worlds 4
    """
    if every == bool(ids):
        raise click.UsageError("give ID... or --all, one of them")
    limits, key = Limits(None, fair_worlds, seed, threads), review_key(fair_worlds, seed)
    with to_read(path) as library:
        records = list(without_review(library, key)) if every else [library.record(id) for id in ids]
        with Progress(len(records)) as progress:
            for stored in records:
                match = stored.match
                value = library.add_review(stored.id, key, review_deal(match, limits, progress.next_deal()))
                with progress.paused():
                    if as_json:
                        print_json(with_words(value, match))
                    else:
                        show_review(value, match, stored, len(records) > 1)
    if every and not as_json:
        click.echo(f"{plural(len(records), 'record')} reviewed")


def show_review(value: ReviewObject, match: Match, stored: RecordRow, several: bool) -> None:
    """Print a review: its screen, or of several a line each."""
    if several:
        show_line(console(), value, f"{stored.id[:SHORT]}  {stored.event}, deal", match.number)
    else:
        show_deal(console(), with_words(value, match), match, f"{stored.event}, deal {match.number}", "")


def without_review(library: Library, key: str) -> Iterator[RecordRow]:
    """The records that have no review of this key, oldest first."""
    for stored in reversed(library.records(Query(limit=sys.maxsize))):
        if library.review(stored.id, key) is None:
            yield stored


@click.command()
@click.argument("name", metavar="NAME")
@library_option
@json_option
def progress(name: str, path: Path | None, as_json: bool) -> None:
    """How the player NAME does in the reviewed records: by phase, and match by match in the order added.

    NAME may be a part of a name that is nobody else's, whatever the case.

    \b
    Examples:
      n52 library progress Ann
    """
    with to_read(path) as library:
        name = library.player(name)
        result = library.progress(name)
        if not result.by_record:
            id = library.records(Query(name, limit=1))[0].id
            raise LibraryError(f"no record of {quoted(name)} is reviewed (expected one: library review {id})")
        matches = of_matches(library, result.by_record)
    if as_json:
        print_json(progress_object(result, matches))
        return
    out = console()
    out.print(phases_table(result.by_phase))
    out.print(matches_table(matches))
    print_prose(out, *MEANINGS)
