"""The commands `library review` and `library progress`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Annotated

import click
from msgspec import UNSET, UnsetType

from ninefivetwo.cards import Seat
from ninefivetwo.cli.options import fair_worlds_option, json_option, library_option, print_json, threads_option, to_read
from ninefivetwo.cli.review.course import progress_shown, show_deal, show_line
from ninefivetwo.cli.terminal import console, print_prose
from ninefivetwo.codec import Decimals, Document, Part
from ninefivetwo.errors import LibraryError, quoted
from ninefivetwo.evaluation import Estimate, mean_text, sum_in_order
from ninefivetwo.game import runs
from ninefivetwo.keep.library import Graded, Library, Query, review_key
from ninefivetwo.keep.library.records import SHORT_ID
from ninefivetwo.keep.library.rows import summed, total_loss
from ninefivetwo.keep.session import opponents_of
from ninefivetwo.study import Phase, accuracy
from ninefivetwo.study import review as review_deal
from ninefivetwo.think.advise import Limits
from ninefivetwo.words.figures import Column, TextTable, figures, plural, signed_tenths
from ninefivetwo.words.kept import PROGRESS_MEANS
from ninefivetwo.words.levels import grade_text
from ninefivetwo.words.review import PHASES, with_words
from ninefivetwo.words.review_screen import deal_title
from ninefivetwo.words.template import say


@click.command()
@click.argument("ids", metavar="[ID]...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Review all records without this kind of review, oldest first.")
@fair_worlds_option
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Random seed.")
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
    """Review records and save the reviews.

    For one record, the result, accuracies and the costliest mistakes are shown. For several records, one line is shown
    for each record. Finished reviews are saved immediately; press Ctrl-C to stop.

    \b
    Examples:
      n52 library review 6789c0d6
      n52 library review --all --fair-worlds 4
    """
    if every == bool(ids):
        raise click.UsageError("give either ID... or --all")
    limits, key = Limits(None, fair_worlds, seed, threads), review_key(fair_worlds, seed)
    with to_read(path) as library:
        records = [library.record(id) for id in (library.without_review(key)[::-1] if every else ids)]
        began = monotonic()
        for number, stored in enumerate(records, 1):
            match = stored.match
            with progress_shown(number, len(records), began) as progress:
                value = library.add_review(
                    stored.id, key, review_deal(match, limits, progress, opponents=opponents_of(stored.record))
                )
            if as_json:
                print_json(with_words(value, match))
            elif len(records) > 1:
                show_line(console(), value, f"{stored.id[:SHORT_ID]}  {stored.event}, deal", match.number)
            else:
                show_deal(console(), value, match, deal_title(value, stored.event), "")
    if every and not as_json:
        click.echo(say("{deals} reviewed", deals=plural(len(records), "record")))


@click.command()
@click.argument("name", metavar="NAME")
@library_option
@json_option
def progress(name: str, path: Path | None, as_json: bool) -> None:
    """Show the progress of the player NAME.

    The tables show the accuracy in each phase and in each match. NAME can be any unambiguous part of a player's name,
    in upper or lower case.

    \b
    Examples:
      n52 library progress Ann
    """
    with to_read(path) as library:
        name = library.player(name)
        result = library.progress(name)
        if not result.by_record:
            id = library.records(Query(name, limit=1))[0].id
            raise LibraryError(f"no reviewed record of {quoted(name)} (review one with: library review {id})")
        matches = in_matches(library, result.by_record)
    if as_json:
        printed = [MatchProgressObject(match.event, match.first, [*map(deal_object, match.deals)]) for match in matches]
        print_json(LibraryProgressObject(result.by_phase, printed))
        return
    out = console()
    out.print(phases_table(result.by_phase))
    out.print(matches_table(matches))
    print_prose(out, *PROGRESS_MEANS)


class LibraryProgressObject(Document, frozen=True, tag="ninefivetwo.library-progress/1"):
    """A player's progress in the reviewed records (`library progress`).

    phases: for each phase, the average avoidable loss per decision, in tricks
    matches: the matches in the order added to the library
    """

    phases: dict[Phase, Estimate]
    matches: list[MatchProgressObject]


class MatchProgressObject(Part, frozen=True):
    """A match, or consecutive deals of a match.

    event: title of the records
    first_deal: number of the first deal in the match
    deals: the deals in the order played
    """

    event: str
    first_deal: int
    deals: list[DealProgressObject]


class DealProgressObject(Part, frozen=True):
    """A player's result in one deal; a field that the review lacks is null.

    record: identifier of the record
    added: time at which the record was added, in ISO 8601, UTC
    seat: the player's seat
    unforced: number of decisions with more than one choice and a known avoidable loss
    thousandths_each: average avoidable loss per decision, in thousandths of a trick
    error: standard error of `thousandths_each`
    luck: tricks won by luck in the hands dealt, the kitty and the exchange
    skill: tricks won by the player's own decisions
    accuracy: the accuracy, 0 to 100; absent if the review has no avoidable losses
    """

    record: str
    added: str
    seat: Seat
    unforced: int
    thousandths_each: Annotated[float, Decimals(1)] | None
    error: Annotated[float, Decimals(1)] | None
    luck: Annotated[float, Decimals(2)] | None
    skill: Annotated[float, Decimals(2)] | None
    accuracy: Annotated[Estimate, Decimals(1)] | UnsetType = UNSET


@dataclass(frozen=True)
class MatchGrade:
    """Consecutive deals of a match, with the number of the first deal and the grade in each deal."""

    event: str
    first: int
    deals: list[Graded]


def total(tricks: list[float | None]) -> float | None:
    """Return the sum of numbers of tricks, or None if a number is unknown."""
    known = [number for number in tricks if number is not None]
    return sum_in_order(known) if len(known) == len(tricks) else None


def in_matches(library: Library, deals: list[Graded]) -> list[MatchGrade]:
    """Group deals by match."""
    stored = [library.record(deal.record) for deal in deals]
    matches, place = [], 0
    for run in runs([record.match for record in stored]):
        matches.append(MatchGrade(stored[place].event, run[0].number, deals[place : place + len(run)]))
        place += len(run)
    return matches


def phases_table(by_phase: dict[Phase, Estimate]) -> TextTable:
    """Return a table of the accuracy and the average avoidable loss in each phase."""
    rows = []
    for phase, mean in by_phase.items():
        rows.append([PHASES[phase], str(mean.n), grade_text(accuracy(summed(mean))), mean_text(mean)])
    return TextTable([Column(""), *figures("unforced", "accuracy", "tricks lost each")], rows)


def matches_table(matches: list[MatchGrade]) -> TextTable:
    """Return a table of the matches, in the order added to the library."""
    rows = []
    for match in matches:
        first, last = match.first, match.first + len(match.deals) - 1
        loss = total_loss(match.deals)
        luck, skill = ([getattr(deal, part) for deal in match.deals] for part in ("luck", "skill"))
        rows.append(
            [
                match.deals[0].record[:SHORT_ID],
                match.event,
                str(first) if last == first else f"{first}–{last}",
                str(loss.n),
                grade_text(accuracy(loss)),
                *("" if tricks is None else signed_tenths(tricks) for tricks in map(total, (luck, skill))),
            ]
        )
    numbers = figures("deals", "unforced", "accuracy", "luck", "skill", drop={"unforced": 1})
    return TextTable([Column("first record"), Column("event", fold=12), *numbers], rows)


def deal_object(deal: Graded) -> DealProgressObject:
    loss = deal.loss
    return DealProgressObject(
        record=deal.record,
        added=deal.when.isoformat(),
        seat=deal.seat,
        unforced=deal.decisions,
        thousandths_each=None if loss is None else 1000 * loss.mean / loss.n,
        error=None if loss is None else 1000 * loss.standard_error / loss.n,
        luck=deal.luck,
        skill=deal.skill,
        accuracy=deal.accuracy or UNSET,
    )
