"""The command `review`, which reviews deals and finds avoidable mistakes."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import count
from typing import NoReturn

import click

from ninefivetwo.cards import Seat
from ninefivetwo.cli.app import fail
from ninefivetwo.cli.options import (
    complete_file,
    csv_file,
    csv_option,
    fair_worlds_option,
    force_option,
    json_option,
    opponents_option,
    options_given,
    print_json,
    set_aside,
    threads_option,
    write_csv,
)
from ninefivetwo.cli.review.course import (
    WORK_STOPPED,
    Method,
    Reviewed,
    deals_of,
    review_all,
    show_deal,
    show_line,
    show_luck,
    show_match,
    show_tables,
    show_what_if,
)
from ninefivetwo.cli.terminal import console, print_prose
from ninefivetwo.errors import ReviewError
from ninefivetwo.files import check_output, read_text, write_text
from ninefivetwo.game.records import Cell, Comment, File, Item, Record, Tag
from ninefivetwo.game.records.records import parsed
from ninefivetwo.keep.session import recognised_people
from ninefivetwo.study import Decision, LeftOut, Phase, Review, decision_nodes
from ninefivetwo.study.deal import best_line_from
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.players.recognise import Recognised
from ninefivetwo.think.playouts import Level
from ninefivetwo.web.review_page import deal_page, match_page
from ninefivetwo.words.figures import TextTable, plural
from ninefivetwo.words.levels import recognised_words
from ninefivetwo.words.review import ReviewText, with_words
from ninefivetwo.words.review_match import ReviewsObject, place_words, reviews_object
from ninefivetwo.words.review_screen import MORE, MORE_OF_SEVERAL, deal_title
from ninefivetwo.words.review_tables import deal_tables, grades_table, phases_table, shares_table

#: The start of a comment written by `--annotate`; the group matches the mark that the comment added to the card.
OURS = re.compile(r"n52( [?!]{1,2})?: ")
#: For each phase before the play, the tag after which its comments are written.
TAGS = {Phase.EXCHANGE: "exchange", Phase.CALL: "trump", Phase.DISCARD: "discard"}


@click.command()
@click.argument("paths", metavar="RECORD...", nargs=-1, required=True, shell_complete=complete_file)
@click.option("--deal", "number", type=click.IntRange(1), metavar="N", help="Review only the Nth deal of the record.")
@fair_worlds_option
@click.option(
    "--all", "every", is_flag=True, help="Show all decisions and mistakes, and tables of tricks given, luck and grades."
)
@click.option("--summary", is_flag=True, help="Show only one line for each deal.")
@click.option("--no-fair", is_flag=True, help="Leave out avoidable losses (faster).")
@click.option("--deep", is_flag=True, help="Also solve inferior choices exactly (slow).")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Random seed.")
@click.option(
    "--line",
    type=click.IntRange(0),
    metavar="N",
    help="Print the best line of play from decision N, as numbered by --all.",
)
@click.option(
    "--what-if",
    "what_if",
    type=(click.IntRange(0), str),
    metavar="N CHOICE",
    help="Try another choice in decision N: SA, hearts, 'D2 C543', 'left C3; right H2'.",
)
@click.option("--html", metavar="FILE", help="Write the reviews to FILE as a self-contained page.")
@click.option("--annotate", metavar="FILE", help="Write the record to FILE, with the review as comments and marks.")
@csv_option
@force_option
@opponents_option
@threads_option
@json_option
def review(
    paths: tuple[str, ...],
    number: int | None,
    fair_worlds: int,
    every: bool,
    summary: bool,
    no_fair: bool,
    deep: bool,
    seed: int,
    line: int | None,
    what_if: tuple[int, str] | None,
    html: str | None,
    annotate: str | None,
    force: bool,
    opponents: str | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Review the deals of RECORD and find avoidable mistakes.

    For one deal, the result, accuracies, the costliest mistakes and luck are shown. For several deals, one line for
    each deal and a summary of the match are shown, without invalid deals. Press Ctrl-C to stop. Use - for stdin.

    \b
    Examples:
      n52 review examples/holiday.n52
      n52 review examples/holiday.n52 --all --no-fair
      n52 review examples/holiday.n52 --html holiday.html
      n52 review examples/holiday.n52 --no-fair --line 20
      n52 review examples/friday.n52 --what-if 6 HJ
    """
    if no_fair and (unused := options_given("--fair-worlds", "--seed", "--opponents")):
        raise click.UsageError(f"{', '.join(unused)} cannot be combined with --no-fair")
    if no_fair:
        set_aside("fair-worlds")
    level = Level(opponents) if opponents else None
    method = Method(None if no_fair else Limits(None, fair_worlds, seed, threads), deep, level)
    texts = [(path, read_text(path)) for path in paths]
    asked = [deal for path, text in texts for deal in deals_of(path, text, number)]
    if len(asked) > 1 and (line is not None or what_if):
        raise ReviewError(f"--line and --what-if require one deal, not {len(asked)} (add --deal N)")
    csv = csv_file(html, annotate, *paths)
    check_options()
    if what_if:
        if line is not None or html or annotate or csv:
            raise click.UsageError("--what-if cannot be combined with --line, --html, --annotate or --csv")
        show_what_if(asked[0].playable, *what_if, method, as_json)
        return
    if annotate and len(paths) > 1:
        raise click.UsageError(f"--annotate requires one RECORD, not {len(paths)}")
    if line is not None:
        check_line(asked[0].playable, line, as_json)
    check_outputs(paths, html, annotate, "--json" if as_json else "--csv -" if csv == "-" else "")
    for output in filter(None, (html, annotate)):
        check_output(output, force)
    file = parsed(*texts[0]) if annotate else None  # parsed here, so that a RecordError is raised before the work
    printed = not (html or annotate or csv or as_json or line is not None)
    out, several = console(), len(asked) > 1

    def show(deal: Reviewed) -> None:
        """Print the review of a deal immediately, as one line if there are several deals, else in full."""
        value, match, place = deal.review, deal.record.match, deal.place
        if several or summary:
            show_line(out, value, f"{place.record}, deal" if len(paths) > 1 else "Deal", place.deal)
        else:
            show_deal(out, value, match, deal_title(value, place.record), "" if every else MORE)
        if every:
            show_tables(out, value)

    people = None if no_fair or level else people_in(texts)
    done, left_out = review_all(asked, replace(method, people=people), threads, show if printed else None)
    whole = together(done, left_out) if several else None
    if html:
        records = [deal.record for deal in done]
        write_text(html, deal_page(done[0].review, records[0]) if whole is None else match_page(whole, records), force)
    if annotate and file is not None:
        items = {deal.record.items: annotated(deal.record, deal.review) for deal in done}
        write_text(annotate, str(File(tuple(items.get(section, section) for section in file.sections))), force)
    if csv:
        write_csv(tables(done, whole))
    if line is not None:
        print_prose(out, format_line(done[0], line))
    elif as_json:
        print_json(whole or with_words(done[0].review, done[0].record.match))
    elif printed and whole is not None:
        if not summary:
            show_match(out, whole, "" if every else MORE_OF_SEVERAL)
        if every:
            show_luck(out, whole.players)
    if people is not None and printed:
        print_prose(out, recognised_words(people))
    if left_out:
        leave(len(asked), left_out)


def people_in(texts: list[tuple[str, str]]) -> Recognised | None:
    """Return the estimated levels of the human players in some records."""
    deals = [deal.record for path, text in texts for deal in deals_of(path, text, None)]
    return recognised_people([record for record in deals if isinstance(record, Record)])


def together(done: list[Reviewed], left_out: list[LeftOut]) -> ReviewsObject:
    """Return the reviews of several deals as one JSON document."""
    values, matches = [one.review for one in done], [one.record.match for one in done]
    return reviews_object(values, matches, [one.place for one in done], left_out)


def tables(done: list[Reviewed], whole: ReviewsObject | None) -> Iterator[TextTable]:
    """Yield the tables of each deal, with a column for the deal's name, and the tables of the whole match."""
    places = place_words([one.place for one in done])
    for found, place in zip(done, places, strict=True):
        yield from (table.labelled("deal", place) for table in deal_tables(found.review))
    if whole is not None:
        yield from (phases_table(whole.players), shares_table(whole.players), grades_table(whole.players))


def leave(asked: int, left_out: list[LeftOut]) -> NoReturn:
    """Report the deals left out, and exit with status 130 after Ctrl-C, else 1."""
    stopped = [deal for deal in left_out if deal.why == WORK_STOPPED]
    faults = [f"{deal.record}, deal {deal.deal}, {deal.why}" for deal in left_out if deal.why != WORK_STOPPED]
    parts = [f"stopped, {len(stopped)} of {plural(asked, 'deal')} left out"] if stopped else []
    parts += [f"{len(faults)} of {plural(asked, 'deal')} left out: {'; '.join(faults)}"] if faults else []
    fail("; ".join(parts), 130 if stopped else 1)


def check_options() -> None:
    """Raise UsageError if --all and --summary are combined, or if either option has no effect."""
    given = options_given("--all", "--summary")
    others = options_given("--json", "--html", "--annotate", "--csv", "--line", "--what-if")
    if len(given) > 1 or (given and others):
        raise click.UsageError(f"{given[0]} cannot be combined with {', '.join([*given[1:], *others])}")


def check_line(record: Record, index: int, as_json: bool) -> None:
    """Raise ReviewError if a decision has no line of best play, or UsageError with --json."""
    if as_json:
        raise click.UsageError("--line cannot be combined with --json")
    points = decision_nodes(record.match.deal)
    if index >= len(points):
        raise ReviewError(f"unknown decision {index} (expected 0 to {len(points) - 1})")
    if points[index].before.position is None:
        raise ReviewError(f"--line {index}: not a decision in the play with all hands known")


def check_outputs(paths: tuple[str, ...], html: str | None, annotate: str | None, printed: str) -> None:
    """Raise ReviewError or UsageError if two outputs, or an output and a record, are the same file."""
    if printed and "-" in (html, annotate):
        raise click.UsageError(f"{printed} cannot be combined with --html - or --annotate -")
    page = html and os.path.realpath(html)
    if page in {os.path.realpath(path) for path in paths}:
        raise ReviewError(f"--html {html}: the same file as RECORD (expected another)")
    if annotate and page == os.path.realpath(annotate):
        raise ReviewError(f"--annotate {annotate}: the same file as --html (expected another)")


def format_line(found: Reviewed, index: int) -> str:
    """Return a sentence with the best line of play from a decision."""
    line = best_line_from(decision_nodes(found.record.match.deal)[index])
    return ReviewText.of(found.review).line(found.review.decisions[index], line)


def annotated(record: Record, review: Review) -> tuple[Item, ...]:
    """Return the record's items with new comments on the decisions."""
    decisions = {(d.trick, d.seat): d for d in review.decisions if d.trick is not None}
    first = record.parsed.play.value if record.parsed.play else record.match.rules.lead
    places = ((i // len(Seat) + 1, first.after(i % len(Seat))) for i in count())  # each row of the record is a trick
    # A declined gift has no tag in the record.
    tags = TAGS if record.tag("Exchange") is not None else TAGS | {Phase.EXCHANGE: "deal"}
    found: list[Item] = []
    for item in without_findings(record.items):
        about: list[Decision] = []
        if isinstance(item, Cell):
            place = next(places)
            about = [decisions[place]] if place in decisions else []
        elif isinstance(item, Tag):
            about = [d for d in review.decisions if tags.get(d.phase) == item.name.lower()]
        comments = [finding for decision in about if (finding := _finding(review, decision))]
        ours = ""
        if isinstance(item, Cell) and about and about[0].mark and not item.mark:
            item, ours = replace(item, mark=about[0].mark), f" {about[0].mark}"
        found += [item, *(Comment(f"n52{ours}: {text}", fresh=False) for text in comments)]
    return tuple(found)


def without_findings(items: Iterable[Item]) -> list[Item]:
    """Remove the comments and marks of an earlier review from the items."""
    found: list[Item] = []
    for item in items:
        ours = OURS.match(item.text) if isinstance(item, Comment) else None
        if ours is None:
            found.append(item)
        elif ours[1] and found and isinstance(found[-1], Cell):
            found[-1] = replace(found[-1], mark="")
    return found


def _finding(review: Review, decision: Decision) -> str | None:
    """Return the comment on a decision, or None if the decision cost nothing."""
    if decision.avoidable:
        return " ".join(ReviewText.of(review).explained(decision)).replace("}", ")")
    return ReviewText.of(review).turning_point(decision).replace("}", ")") if decision.price else None
