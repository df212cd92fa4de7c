"""`ninefivetwo record`: check records, draw them, turn them into JSON and back, follow a deal at the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from ninefivetwo.cards import Seat
from ninefivetwo.cli.options import (
    SEAT,
    WholeGroup,
    complete_file,
    force_option,
    json_option,
    print_json,
    rules_option,
)
from ninefivetwo.cli.record_fair import fair
from ninefivetwo.cli.sources import match_of, numbered
from ninefivetwo.cli.terminal import console, draw, say, trick_cells
from ninefivetwo.codec import encode
from ninefivetwo.errors import RecordError, SchemaError
from ninefivetwo.files import check_output, display_name, read_text, write_text
from ninefivetwo.game import Deal, Match, runs, why_not_next
from ninefivetwo.game.records import FAIR_TAGS, PBN_TAGS, File, Record
from ninefivetwo.game.records.records import looks_like_json, parsed, records_of
from ninefivetwo.game.rules import RuleSet, rules_text
from ninefivetwo.game.rules.club import parse_rules
from ninefivetwo.words.documents import (
    CheckedDealObject,
    DueObject,
    RecordCheckObject,
)
from ninefivetwo.words.figures import Column, TextTable, plural
from ninefivetwo.words.record import import_json, record_object
from ninefivetwo.words.speaker import Speaker, name_and_seat, stage

if TYPE_CHECKING:
    from rich.console import Console


MOST_LINES = 10  # about which deals follow one another


class RecordGroup(WholeGroup):
    """The group, whose `new` is imported when it is asked for: it gives advice, and that takes longer to import."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), "new"])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name != "new":
            return super().get_command(ctx, cmd_name)
        from ninefivetwo.cli.record_new import new

        return new


@click.group(cls=RecordGroup)
def record() -> None:
    """Follow, check, draw and convert records of deals (.n52)."""


record.add_command(fair)


@record.command()
@click.argument("path", metavar="FILE", shell_complete=complete_file)
@json_option
def check(path: str, as_json: bool) -> None:
    """Is FILE a legal record, played again by the rules?  The first fault is shown with its line; - reads stdin.

    \b
    Examples:
      n52 record check examples/holiday.n52
    """
    matches = [match_of(path, deal_record) for deal_record in records_of(path)]
    if as_json:
        print_json(RecordCheckObject([checked_object(deal_record, match) for deal_record, match in matches]))
        return
    stages = Counter(stage(match.deal) for _, match in matches)
    parts = ", ".join(f"{number} {name}" for name, number in stages.items())
    click.echo(f"{display_name(path)}: {plural(len(matches), 'deal')}, all legal: {parts}")
    for line in (*shortened(chains(matches)), *strangers(deal_record for deal_record, _ in matches)):
        click.echo(line)


def shortened(lines: Iterable[str]) -> Iterator[str]:
    """The first lines, and how many more there are."""
    found = list(lines)
    yield from found[:MOST_LINES]
    if more := len(found) - MOST_LINES if len(found) > MOST_LINES else 0:
        yield f"and {more:,} more lines of this sort"


def chains(matches: list[tuple[Record, Match]]) -> Iterator[str]:
    """Which deals follow one another, by their place in the file, and where a later deal of a match does not."""
    place = 0
    for run in runs([match for _, match in matches]):
        first = run[0]
        if place and first.previous_results is not None:
            line, why = matches[place][0].line, why_not_next(matches[place - 1][1], first)
            yield f"deal {place + 1} (line {line}) does not follow deal {place}: {why}"
        if len(run) > 1:
            score = Speaker.of(run[-1]).match_score(run[-1])
            yield f"deals {place + 1} to {place + len(run)} follow one another; {score}"
        place += len(run)


def strangers(records: Iterable[Record]) -> Iterator[str]:
    """The tags that are other programs', among which a slip of the pen would be."""
    known = PBN_TAGS | FAIR_TAGS
    names = Counter(
        name for deal_record in records for name in deal_record.parsed.unknown if name.capitalize() not in known
    )
    if names:
        yield "kept, but not known here: " + ", ".join(f"[{name}] ({n})" for name, n in sorted(names.items()))


@record.command()
@click.argument("path", metavar="FILE", shell_complete=complete_file)
@click.option("--deal", "number", type=click.IntRange(1), metavar="N", help="Use only the Nth deal of the file.")
def show(path: str, number: int | None) -> None:
    """Draw the deals of FILE: the hands as dealt, the exchange, the call, the discard, the tricks; - reads stdin.

    \b
    Examples:
      n52 record show examples/holiday.n52 --deal 1
    """
    out = console()
    for deal_record in numbered(path, records_of(path), number):
        draw_record(out, *match_of(path, deal_record))


@record.command()
@click.argument("path", metavar="FILE", shell_complete=complete_file)
@click.option("-o", "--output", metavar="FILE", help="Write to this file.  [default: stdout]")
@force_option
@rules_option("The rules a log was played by.", "bga", kept=False)
def convert(path: str, output: str | None, force: bool, rules_name: str) -> None:
    """Turn a record (.n52) into JSON, and JSON into a record; - reads stdin.

    Experimental: JSON may also be a saved game log of Board Game Arena, which becomes records of the hands as they were
    when play began.  This has been tried with made-up logs only, never with a real one.

    \b
    Examples:
      n52 record convert examples/holiday.n52 -o holiday.json
      n52 record convert holiday.json
    """
    output = output or "-"
    check_output(output, force)
    text = read_text(path)
    if looks_like_json(text):
        result = str(from_json(path, text, parse_rules(rules_name)))
    else:
        result = encode(record_object(parsed(path, text))).decode() + "\n"
    write_text(output, result, force)


@record.command()
@click.argument("path", metavar="FILE", shell_complete=complete_file)
@click.option("--deal", "number", type=click.IntRange(1), metavar="N", help="Use only the Nth deal of the file.")
@click.option("--seat", type=SEAT, help="Include only what this seat has seen.")
@click.option("--names", is_flag=True, help="Include the players' names.")
@click.option("--svg", "picture", metavar="FILE", help="Also draw the deal into this file (SVG).")
@force_option
def link(path: str, number: int | None, seat: Seat | None, names: bool, picture: str | None, force: bool) -> None:
    """Print a short address for each deal of FILE, which holds all of the deal; - reads stdin.

    It opens on any page of `ninefivetwo serve`, put behind that page's address.

    \b
    Examples:
      n52 record link examples/holiday.n52 --deal 1
    """
    from ninefivetwo.game.share import SharedDeal, share_code
    from ninefivetwo.words.picture import deal_picture, svg

    matches = [match_of(path, deal_record)[1] for deal_record in numbered(path, records_of(path), number)]
    if picture is not None:
        if len(matches) > 1:
            raise click.UsageError("--svg draws one deal: say which, --deal N")
        check_output(picture, force)
    if seat is not None:
        matches = [replace(match, deal=match.deal.seen_by(seat)) for match in matches]
    for match in matches:
        click.echo("/s/" + share_code(SharedDeal(match), names))
    if picture is not None:
        write_text(picture, svg(deal_picture(matches[0])), force)


def from_json(path: str, text: str, rules: RuleSet) -> File:
    """The records that a JSON text holds.  Raises RecordError, SchemaError with the place of what is wrong."""
    try:
        imported = import_json(text, rules)
    except SchemaError as error:
        raise SchemaError(f"{display_name(path)}, {error}") from error
    except RecordError as error:
        raise RecordError(f"{display_name(path)}: {error}") from error
    for note in imported.notes:
        click.echo(f"{display_name(path)}: {note}", err=True)
    return imported.file


def checked_object(deal_record: Record, match: Match) -> CheckedDealObject:
    """A checked deal in JSON."""
    deal = match.deal
    return CheckedDealObject(
        line=deal_record.line,
        rules=rules_text(match.rules),
        viewer=deal.viewer,
        over=deal.over,
        due=None if deal.due is None else DueObject(deal.due.seat, deal.due.kind.__name__.lower()),
        trump=deal.trump,
        tricks=deal.won,
        scores=deal.scores if deal.over else None,
    )


def draw_record(out: Console, deal_record: Record, match: Match) -> None:
    """Print one deal for a person."""
    deal, speaker = match.deal, Speaker.of(match)
    title = [deal_record.tag("Event"), deal_record.tag("Date"), f"deal {match.number}", rules_text(match.rules)]
    say(out, ", ".join(filter(None, title)))
    say(out, "score before: " + speaker.with_numbers(match.score))
    if deal.viewer is not None:
        say(out, f"as {name_and_seat(match, deal.viewer)} sees it")
    say(out, "")
    labels = {seat: f"{name_and_seat(match, seat)} ({match.rules.contracts[seat]})" for seat in Seat}
    say(out, draw({seat: deal.dealt[seat] for seat in Seat}, deal.dealt_kitty, labels))
    say(out, "")
    say(out, *speaker.choices(deal.events))
    if deal.tricks:
        out.print(tricks_table(match, deal))
    say(out, speaker.ending(match))
    if deal.over:
        say(out, speaker.match_score(match))
    if deal_record.parsed.result and not deal.over:
        say(
            out,
            "result: " + ", ".join(f"{speaker.names[seat]} {deal_record.parsed.result.value[seat]}" for seat in Seat),
        )
    say(out, "")


def tricks_table(match: Match, deal: Deal) -> TextTable:
    """A row a trick, a column a seat; > led, * won."""
    names, rows = Speaker.of(match).names, []
    for number, trick in enumerate(deal.tricks, 1):
        winner = "" if trick.winner is None else names[trick.winner]
        rows.append([str(number), *trick_cells(trick), winner])
    return TextTable([Column("trick"), *(Column(name, fold=6) for name in names), Column("won by", fold=6)], rows)
