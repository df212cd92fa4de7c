"""`ninefivetwo review`: what every decision of a played deal was worth."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import click

from ninefivetwo.advise import Limits
from ninefivetwo.cli.fair_worlds import fair_worlds_option
from ninefivetwo.cli.options import (
    complete_file,
    force_option,
    json_option,
    print_json,
    threads_option,
)
from ninefivetwo.cli.record import file_of, match_of, numbered
from ninefivetwo.cli.review.annotate import annotated
from ninefivetwo.cli.review.table import grades_table, show
from ninefivetwo.cli.review.what_if import show_what_if
from ninefivetwo.cli.terminal import console, say
from ninefivetwo.errors import ReviewError
from ninefivetwo.files import check_output, display_name, write_text
from ninefivetwo.record import File, Record
from ninefivetwo.render.cards import plural
from ninefivetwo.render.page import match_page, page
from ninefivetwo.render.review import line_words, player, when, with_words
from ninefivetwo.render.review_match import reviews_object
from ninefivetwo.render.review_object import review_object
from ninefivetwo.render.schema.review import PlaceObject, ReviewObject, ReviewsObject
from ninefivetwo.review import Judge, Review, decision_nodes
from ninefivetwo.review import review as review_deal
from ninefivetwo.review.deal import ReviewProgress


@dataclass(frozen=True)
class Reviewed:
    """A deal and its review, as found and as it is shown; `number` says which deal of its record it is."""

    path: str
    number: int
    record: Record
    review: Review
    value: ReviewObject


@click.command()
@click.argument("paths", metavar="RECORD...", nargs=-1, required=True, shell_complete=complete_file)
@click.option("--deal", "number", type=click.IntRange(1), metavar="N", help="Only the Nth deal of the record.")
@fair_worlds_option
@click.option("--no-fair", is_flag=True, help="Leave out what could be known: only what open cards show.")
@click.option("--deep", is_flag=True, help="Value exactly what else gets a bound: the choices that are no better.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of the worlds drawn.")
@click.option(
    "--line",
    type=click.IntRange(0),
    metavar="N",
    help="Print the best play from decision N on, as the table numbers it.",
)
@click.option(
    "--what-if",
    "what_if",
    type=(click.IntRange(0), str),
    metavar="N CHOICE",
    help="Make another choice in decision N, and see the deal go on: SA, hearts, 'D2 C543', 'left C3; right H2'.",
)
@click.option("--html", metavar="FILE", help="Write the review as a page that needs nothing else.")
@click.option("--annotate", metavar="FILE", help="Write the record here with what was found as comments and marks.")
@force_option
@threads_option
@json_option
def review(
    paths: tuple[str, ...],
    number: int | None,
    fair_worlds: int,
    no_fair: bool,
    deep: bool,
    seed: int,
    line: int | None,
    what_if: tuple[int, str] | None,
    html: str | None,
    annotate: str | None,
    force: bool,
    threads: int | None,
    as_json: bool,
) -> None:
    """What was every decision of the deals of RECORD worth, and could it have been known?

    Of several deals also each player's losses by phase, the largest first; - reads stdin.

    \b
    Examples:
      n52 review examples/holiday.n52 --no-fair
      n52 review examples/holiday.n52 --no-fair --html holiday.html
      n52 review examples/holiday.n52 --no-fair --line 20
      n52 review examples/friday.n52 --what-if 6 HJ
    """
    limits = None if no_fair else Limits(None, fair_worlds, seed, threads)
    files = [(path, file_of(path)) for path in paths]
    chosen = list(deals_of(files, number))
    if len(chosen) > 1 and (line is not None or what_if):
        raise ReviewError(f"{plural(len(chosen), 'deal')} with --line or --what-if (expected one: --deal N)")
    if what_if:
        if line is not None or html or annotate:
            raise ReviewError("--what-if with --line, --html or --annotate (expected one of them)")
        show_what_if(chosen[0][2].match, *what_if, limits, as_json)
        return
    if annotate and len(paths) > 1:
        raise ReviewError(f"{len(paths)} records with --annotate (expected one)")
    if line is not None:
        check_line(chosen[0][2], line, as_json)
    check_outputs(paths, html, annotate, as_json)
    for output in filter(None, (html, annotate)):
        check_output(output, force)
    asked = list(reviewed(chosen, limits, deep, threads))
    if html:
        write_text(html, page_of(asked), force)
    if annotate:
        write_text(annotate, str(with_findings(files[0][1], asked)), force)
    if line is not None:
        click.echo(format_line(asked[0], line))
    elif as_json:
        print_json(json_of(asked))
    elif not html and not annotate:
        as_tables(asked)


def page_of(asked: list[Reviewed]) -> str:
    """The page of one deal's review, or of several with what they come to together as its first page."""
    return page(asked[0].value, asked[0].review.match) if len(asked) == 1 else match_page(together(asked))


def deals_of(files: list[tuple[str, File]], number: int | None) -> Iterator[tuple[str, int, Record]]:
    """The deals asked about, each with the name of its file and its number there.  Raises RecordError."""
    for path, file in files:
        for i, record in enumerate(numbered(path, file.records, number), number or 1):
            yield path, i, match_of(path, record)[0]


def reviewed(
    chosen: list[tuple[str, int, Record]], limits: Limits | None, deep: bool, threads: int | None
) -> Iterator[Reviewed]:
    for i, (path, number, record) in enumerate(chosen, 1):
        with at_work(f"deal {i} of {len(chosen)}" if len(chosen) > 1 else "reviewing") as progress:
            found = review_deal(record.match, limits, progress, judge=Judge(deep=deep, threads=threads))
        yield Reviewed(path, number, record, found, review_object(found, record.tag("Event") or ""))


@contextmanager
def at_work(text: str) -> Iterator[ReviewProgress | None]:
    """Show on a terminal how far the work is."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status(text) as status:
        yield lambda done, of: status.update(f"{text}: {100 * done // max(of, 1)} %")


def as_tables(asked: list[Reviewed]) -> None:
    out = console()
    for each in asked:
        title = each.value.event or display_name(each.path)
        show(out, each.value, each.review.match, f"{title}, deal {each.value.number}")
    if len(asked) > 1:
        say(out, "all deals, each player's phases by what they lost, worst first")
        out.print(grades_table(together(asked).players))


def json_of(asked: list[Reviewed]) -> ReviewObject | ReviewsObject:
    """One deal's review, or several and what they come to together."""
    if len(asked) == 1:
        return with_words(asked[0].value, asked[0].review.match)
    return together(asked)


def together(asked: list[Reviewed]) -> ReviewsObject:
    """Several deals' reviews as one value."""
    places = [PlaceObject(each.path, each.number) for each in asked]
    return reviews_object([each.value for each in asked], [each.review.match for each in asked], places)


def check_line(record: Record, index: int, as_json: bool) -> None:
    """Raises ReviewError where there is no line of best play from a decision, or it is asked for as JSON."""
    if as_json:
        raise ReviewError("--line with --json (expected one of them)")
    points = decision_nodes(record.match.deal)
    if index >= len(points):
        raise ReviewError(f"no decision {index} (expected 0 to {len(points) - 1})")
    if points[index].before.position is None:
        raise ReviewError(f"no line of play from decision {index} (expected one in the play, all hands being known)")


def check_outputs(paths: tuple[str, ...], html: str | None, annotate: str | None, as_json: bool) -> None:
    """Raises ReviewError where one thing written would take another's place."""
    if as_json and "-" in (html, annotate):
        raise ReviewError("--json with --html - or --annotate - (expected a file, or one of them)")
    page = html and os.path.realpath(html)
    if page in {os.path.realpath(path) for path in paths}:
        raise ReviewError(f"--html {html}: the same file as RECORD (expected another)")
    if annotate and page == os.path.realpath(annotate):
        raise ReviewError(f"--annotate {annotate}: the same file as --html (expected another)")


def format_line(found: Reviewed, index: int) -> str:
    """The best play from a decision on."""
    decision = found.value.decisions[index]
    line = line_words(found.review.line(index))
    return f"{when(decision)}, best for {player(found.value, decision.seat)} and against: {line}"


def with_findings(file: File, asked: list[Reviewed]) -> File:
    """The file, its deals annotated."""
    findings = {each.record.items: annotated(each.record, each.value) for each in asked}
    return File(tuple(findings.get(items, items) for items in file.sections))
