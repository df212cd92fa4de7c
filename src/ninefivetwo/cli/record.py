"""`ninefivetwo record`: check records, draw them, turn them into JSON and back, type them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import click

from ninefivetwo.cards import Seat
from ninefivetwo.cli.drawing import draw, trick_cells
from ninefivetwo.cli.options import SEAT, complete_file, complete_rules, force_option, json_option, print_json
from ninefivetwo.cli.record_fair import fair
from ninefivetwo.cli.record_new import new
from ninefivetwo.cli.terminal import console, say
from ninefivetwo.cli.text_table import Column, TextTable
from ninefivetwo.codec import encode
from ninefivetwo.errors import RecordError, SchemaError
from ninefivetwo.files import check_output, display_name, read_text, write_text
from ninefivetwo.game import Deal, Match, runs, why_not_next
from ninefivetwo.game.records import FAIR_TAGS, PBN_TAGS, File, Record, read_file
from ninefivetwo.game.rules import RuleSet, rules_text
from ninefivetwo.game.rules.club import parse_rules
from ninefivetwo.words.cards import plural
from ninefivetwo.words.matches import by_seat, ending, format_event, match_score, name_of, stage, who
from ninefivetwo.words.record import import_json, record_object
from ninefivetwo.words.schema.game import CheckedDealObject, DueObject, RecordCheckObject

if TYPE_CHECKING:
    from rich.console import Console

Found = TypeVar("Found")


@click.group()
def record() -> None:
    """Check records of deals (.n52), draw, convert and type them."""


record.add_command(new)
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
    matches = [match_of(path, found) for found in records_of(path)]
    if as_json:
        print_json(RecordCheckObject([check_object(found, match) for found, match in matches]))
        return
    stages = Counter(stage(match.deal) for _, match in matches)
    parts = ", ".join(f"{number} {name}" for name, number in stages.items())
    click.echo(f"{display_name(path)}: {plural(len(matches), 'deal')}, all legal: {parts}")
    for line in (*chains(matches), *strangers(found for found, _ in matches)):
        click.echo(line)


def chains(matches: list[tuple[Record, Match]]) -> Iterator[str]:
    """Which deals follow one another, by their place in the file, and where a later deal of a match does not."""
    place = 0
    for run in runs([match for _, match in matches]):
        first = run[0]
        if place and first.previous_results is not None:
            line, why = matches[place][0].line, why_not_next(matches[place - 1][1], first)
            yield f"deal {place + 1} (line {line}) does not follow deal {place}: {why}"
        if len(run) > 1:
            yield f"deals {place + 1} to {place + len(run)} follow one another; {match_score(run[-1])}"
        place += len(run)


def strangers(found: Iterable[Record]) -> Iterator[str]:
    """The tags that are other programs', among which a slip of the pen would be."""
    known = PBN_TAGS | FAIR_TAGS
    names = Counter(name for one in found for name in one.parsed.unknown if name.capitalize() not in known)
    if names:
        yield "kept, but not known here: " + ", ".join(f"[{name}] ({n})" for name, n in sorted(names.items()))


@record.command()
@click.argument("path", metavar="FILE", shell_complete=complete_file)
@click.option("--deal", "number", type=click.IntRange(1), metavar="N", help="Only the Nth deal of the file.")
def show(path: str, number: int | None) -> None:
    """Draw the deals of FILE: the hands as dealt, the exchange, the call, the discard, the tricks; - reads stdin.

    \b
    Examples:
      n52 record show examples/holiday.n52 --deal 1
    """
    found = records_of(path)
    out = console()
    for one in numbered(path, found, number):
        draw_record(out, *match_of(path, one))


@record.command()
@click.argument("path", metavar="FILE", shell_complete=complete_file)
@click.option("-o", "--output", metavar="FILE", help="Write here.  [default: stdout]")
@force_option
@click.option(
    "--rules",
    "rules_name",
    default="bga",
    show_default=True,
    metavar="NAME",
    shell_complete=complete_rules,
    help="The rules a log was played by.",
)
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
@click.option("--deal", "number", type=click.IntRange(1), metavar="N", help="Only the Nth deal of the file.")
@click.option("--seat", type=SEAT, help="Only what this seat has seen.")
@click.option("--names", is_flag=True, help="With the players' names.")
@click.option("--svg", "picture", metavar="FILE", help="Draw the deal into this file too, as a picture (SVG).")
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

    found = [match_of(path, one)[1] for one in numbered(path, records_of(path), number)]
    if picture is not None and len(found) > 1:
        raise click.UsageError("--svg draws one deal: say which, --deal N")
    if seat is not None:
        found = [replace(match, deal=match.deal.seen_by(seat)) for match in found]
    for match in found:
        click.echo("/s/" + share_code(SharedDeal(match), names))
    if picture is not None:
        write_text(picture, svg(deal_picture(found[0])), force)


_JSON = re.compile(r"\s*(\{\s*(\}|[\"'][^\"'\n]*[\"']\s*:)|\[\s*[\[{\]\"\d]|[\"\d]|-\d|null|true|false|NaN)")


def looks_like_json(text: str) -> bool:
    """Is this JSON, sound or not?  A record may begin with a brace or a bracket too, but not with a key or a list."""
    return _JSON.match(text) is not None


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


def records_of(path: str) -> tuple[Record, ...]:
    """The deals of a file, at least one.  Raises RecordError."""
    return file_of(path).records


def numbered(path: str, found: Sequence[Found], number: int | None) -> Sequence[Found]:
    """The deal of a file with this number, or all for None.  Raises RecordError."""
    if number is not None and number > len(found):
        raise RecordError(f"{display_name(path)}: no deal {number} (it has {plural(len(found), 'deal')})")
    return found if number is None else found[number - 1 : number]


def file_of(path: str) -> File:
    """A file with one deal at least.  Raises RecordError."""
    found = parsed(path, read_text(path))
    if not found.records:
        raise no_deal(path)
    return found


def parsed(path: str, text: str) -> File:
    check_not_json(path, text)
    try:
        return read_file(text)
    except RecordError as error:
        raise RecordError(f"{display_name(path)}, {error}") from error


def no_deal(path: str) -> RecordError:
    return RecordError(f'{display_name(path)}: no deal (expected tags such as [Rules "wikipedia"] and [Deal "..."])')


def check_not_json(path: str, text: str) -> None:
    """Raises RecordError for JSON where a record is expected."""
    if looks_like_json(text):
        raise RecordError(f"{display_name(path)}: JSON, not a record (record convert turns it into one)")


def match_of(path: str, found: Record) -> tuple[Record, Match]:
    try:
        return found, found.match
    except RecordError as error:
        raise RecordError(f"{display_name(path)}, {error}") from error


def check_object(found: Record, match: Match) -> CheckedDealObject:
    """A checked deal in JSON."""
    deal = match.deal
    due = deal.due
    return CheckedDealObject(
        line=found.line,
        rules=rules_text(match.rules),
        viewer=None if deal.viewer is None else deal.viewer.word,
        over=deal.over,
        due=None if due is None else DueObject(due.seat.word, due.kind.__name__.lower()),
        trump=None if deal.trump is None else deal.trump.name,
        tricks=deal.won,
        scores=deal.scores if deal.over else None,
    )


def draw_record(out: Console, found: Record, match: Match) -> None:
    """Print one deal for a person."""
    deal = match.deal
    title = [found.tag("Event"), found.tag("Date"), f"deal {match.number}", rules_text(match.rules)]
    say(out, ", ".join(filter(None, title)))
    say(out, "score before: " + by_seat(match, match.score))
    if deal.viewer is not None:
        say(out, f"as {name_of(match, deal.viewer)} sees it")
    say(out, "")
    labels = {seat: f"{name_of(match, seat)} ({match.rules.contracts[seat]})" for seat in Seat}
    say(out, draw({seat: deal.dealt[seat] for seat in Seat}, deal.dealt_kitty, labels))
    say(out, "")
    for line in filter(None, (format_event(match, event) for event in deal.events)):
        say(out, line)
    if deal.tricks:
        out.print(tricks_table(match, deal))
    say(out, ending(match, deal))
    if found.parsed.result and not deal.over:
        say(out, "result: " + ", ".join(f"{who(match, seat)} {found.parsed.result.value[seat]}" for seat in Seat))
    say(out, "")


def tricks_table(match: Match, deal: Deal) -> TextTable:
    """A row a trick, a column a seat; > led, * won."""
    rows = []
    for number, trick in enumerate(deal.tricks, 1):
        winner = "" if trick.winner is None else who(match, trick.winner)
        rows.append([str(number), *trick_cells(trick), winner])
    names = [who(match, seat) for seat in Seat]
    return TextTable([Column("trick"), *(Column(name, fold=6) for name in names), Column("won by", fold=6)], rows)
