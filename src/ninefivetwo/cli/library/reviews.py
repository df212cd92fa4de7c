"""`library review` and `progress`: what reviews found, and how a player does."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from ninefivetwo.advise import Limits
from ninefivetwo.cards import Seat
from ninefivetwo.cli.fair_worlds import fair_worlds_option
from ninefivetwo.cli.library.opening import library_option, to_read
from ninefivetwo.cli.library.progress import matches_table, of_matches, phases_table, progress_object
from ninefivetwo.cli.library.tables import SHORT, stored_match
from ninefivetwo.cli.options import json_option, print_json, threads_option
from ninefivetwo.cli.review import at_work
from ninefivetwo.cli.review.table import grades_table
from ninefivetwo.cli.terminal import console
from ninefivetwo.errors import LibraryError, quoted
from ninefivetwo.library import Library, Query, RecordRow, review_key
from ninefivetwo.render.cards import plural
from ninefivetwo.render.matches import who
from ninefivetwo.render.review import with_words
from ninefivetwo.review import review as review_deal


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
    """Review records and keep what is found.  Prints each player's grade; `progress` sums them.

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
        for number, stored in enumerate(records, 1):
            match = stored_match(stored)
            with at_work(f"record {number} of {len(records)}" if len(records) > 1 else "reviewing") as progress:
                result = review_deal(match, limits, progress)
            value = library.add_review(stored.id, key, result)
            if as_json:
                print_json(with_words(value, match))
            else:
                if len(records) > 1:
                    click.echo(f"{stored.id[:SHORT]}  {stored.event}, deal {match.number}")
                console().print(grades_table({who(match, seat): value.seats[seat.word] for seat in Seat}))
    if every and not as_json:
        click.echo(f"{plural(len(records), 'record')} reviewed")


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
