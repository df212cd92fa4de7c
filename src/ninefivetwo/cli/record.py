"""`ninefivetwo record`: check records, draw them, turn them into JSON and back."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table

from ninefivetwo.cards import Seat
from ninefivetwo.cli.answers import console, trick_cells
from ninefivetwo.cli.drawing import draw
from ninefivetwo.cli.options import force_option, json_option
from ninefivetwo.errors import RecordError, quoted
from ninefivetwo.files import check_output, display_name, read_text, write_text
from ninefivetwo.game import Deal, Match, Play
from ninefivetwo.record import (
    PBN_TAGS,
    File,
    Record,
    from_object,
    is_log,
    read_file,
    read_log,
    runs,
    to_object,
    why_not,
)
from ninefivetwo.render.cards import plural
from ninefivetwo.render.matches import by_seat, ending, format_event, match_score, name_of, stage, who
from ninefivetwo.rules import RuleSet, parse_rules, rules_text

SCHEMA = "ninefivetwo.record-check/1"


@click.group()
def record() -> None:
    """Check records of deals (.n52), draw them, convert them."""


@record.command()
@click.argument("path", metavar="FILE")
@json_option
def check(path: str, as_json: bool) -> None:
    """Is FILE a legal record, played again by the rules?  The first fault is told with its line; - reads stdin."""
    matches = [match_of(path, found) for found in records_of(path)]
    if as_json:
        told = [as_object(found, match) for found, match in matches]
        click.echo(json.dumps({"schema": SCHEMA, "deals": told}))
        return
    stages = Counter(stage(deal_of(match)) for _, match in matches)
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
            line, why = matches[place][0].line, why_not(matches[place - 1][1], first)
            yield f"deal {place + 1} (line {line}) does not follow deal {place}: {why}"
        if len(run) > 1:
            yield f"deals {place + 1} to {place + len(run)} follow one another; {match_score(run[-1])}"
        place += len(run)


def strangers(found: Iterable[Record]) -> Iterator[str]:
    """The tags that are other programs', among which a slip of the pen would be."""
    names = Counter(name for one in found for name in one.parsed.unknown if name.capitalize() not in PBN_TAGS)
    if names:
        yield "kept, but not known here: " + ", ".join(f"[{name}] ({n})" for name, n in sorted(names.items()))


@record.command()
@click.argument("path", metavar="FILE")
@click.option("--deal", "number", type=click.IntRange(1), metavar="N", help="Only the Nth deal of the file.")
def show(path: str, number: int | None) -> None:
    """Draw the deals of FILE: the hands as dealt, the exchange, the call, the discard, the tricks; - reads stdin."""
    found = records_of(path)
    out = console()
    for one in numbered(path, found, number):
        draw_record(out, *match_of(path, one))


@record.command()
@click.argument("path", metavar="FILE")
@click.option("-o", "--output", metavar="FILE", help="Write here.  [default: stdout]")
@force_option
@click.option(
    "--rules", "rules_name", default="bga", show_default=True, metavar="NAME", help="The rules a log was played by."
)
def convert(path: str, output: str | None, force: bool, rules_name: str) -> None:
    """Turn a record (.n52) into JSON, and JSON into a record; - reads stdin.

    JSON may also be a saved game log of Board Game Arena: it becomes records of the hands as they stood when play
    began.  What is known of such logs is their envelope only; this is untested against a real one.
    """
    output = output or "-"
    check_output(output, force)
    text = read_text(path)
    if looks_like_json(text):
        result = str(from_json(path, read_json(path, text), parse_rules(rules_name)))
    else:
        result = json.dumps(to_object(parsed(path, text)), ensure_ascii=False) + "\n"
    write_text(output, result, force)


_JSON = re.compile(r"\s*(\{\s*(\}|[\"'][^\"'\n]*[\"']\s*:)|\[\s*[\[{\]\"\d]|[\"\d]|-\d|null|true|false|NaN)")


def looks_like_json(text: str) -> bool:
    """Is this JSON, sound or not?  A record may begin with a brace or a bracket too, but not with a key or a list."""
    return _JSON.match(text) is not None


def read_json(path: str, text: str) -> Any:
    """The value of a JSON text.  Raises RecordError with the place of what is wrong."""
    try:
        return json.loads(text, object_pairs_hook=without_twins)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise RecordError(f"{display_name(path)}, {place}: not JSON: {error.msg}") from error
    except RecordError as error:
        raise RecordError(f"{display_name(path)}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{display_name(path)}: not JSON that can be read: {error}") from error


def without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, in which no key may stand twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twins = sorted(key for key, n in Counter(key for key, _ in pairs).items() if n > 1)
        raise RecordError(f"a key twice in one JSON object: {quoted(twins[0])}")
    return found


def from_json(path: str, found: Any, rules: RuleSet) -> File:
    try:
        if not is_log(found):
            return from_object(found)
        imported = read_log(found, rules)
    except RecordError as error:
        raise RecordError(f"{display_name(path)}: {error}") from error
    for note in imported.notes:
        click.echo(f"{display_name(path)}: {note}", err=True)
    return imported.file


def records_of(path: str) -> tuple[Record, ...]:
    """The deals of a file, at least one.  Raises RecordError."""
    return file_of(path).records


def numbered(path: str, found: tuple[Record, ...], number: int | None) -> tuple[Record, ...]:
    """The deal of a file with this number, or all for None.  Raises RecordError."""
    if number is not None and number > len(found):
        raise RecordError(f"{display_name(path)}: no deal {number} (it has {plural(len(found), 'deal')})")
    return found if number is None else found[number - 1 : number]


def file_of(path: str) -> File:
    """A file with one deal at least.  Raises RecordError."""
    found = parsed(path, read_text(path))
    if not found.records:
        raise RecordError(f'{display_name(path)}: no deal (expected tags such as [Rules "wikipedia"] and [Deal "..."])')
    return found


def parsed(path: str, text: str) -> File:
    if looks_like_json(text):
        raise RecordError(f"{display_name(path)}: JSON, not a record (record convert turns it into one)")
    try:
        return read_file(text)
    except RecordError as error:
        raise RecordError(f"{display_name(path)}, {error}") from error


def match_of(path: str, found: Record) -> tuple[Record, Match]:
    try:
        return found, found.match
    except RecordError as error:
        raise RecordError(f"{display_name(path)}, {error}") from error


def deal_of(match: Match) -> Deal:
    assert match.deal is not None
    return match.deal


def as_object(found: Record, match: Match) -> dict[str, Any]:
    """A checked deal as a JSON object."""
    deal = deal_of(match)
    turn = deal.due
    return {
        "line": found.line,
        "rules": rules_text(match.rules),
        "viewer": deal.viewer.word if deal.viewer is not None else None,
        "over": deal.over,
        "due": None if turn is None else {"seat": turn.seat.word, "kind": turn.kind.__name__.lower()},
        "trump": deal.trump.name if deal.trump is not None else None,
        "tricks": {seat.word: deal.won[seat] for seat in Seat},
        "scores": {seat.word: deal.scores[seat] for seat in Seat} if deal.over else None,
    }


def draw_record(out: Console, found: Record, match: Match) -> None:
    """Print one deal for a person."""
    deal = deal_of(match)

    def say(text: str) -> None:
        out.print(text, soft_wrap=True)

    title = [found.tag("Event"), found.tag("Date"), f"deal {match.number}", rules_text(match.rules)]
    say(", ".join(filter(None, title)))
    say("score before: " + by_seat(match, match.score))
    if deal.viewer is not None:
        say(f"as {name_of(match, deal.viewer)} sees it")
    say("")
    labels = {seat: f"{name_of(match, seat)} ({match.rules.contracts[seat]})" for seat in Seat}
    say(draw({seat: deal.dealt[seat] for seat in Seat}, deal.dealt_kitty, labels))
    say("")
    for line in filter(None, (format_event(match, event) for event in deal.events)):
        say(line)
    if any(isinstance(event, Play) for event in deal.events):
        out.print(tricks_table(match, deal))
    say(ending(match, deal))
    if found.parsed.result and not deal.over:
        say("result told: " + ", ".join(f"{who(match, seat)} {found.parsed.result.value[seat]}" for seat in Seat))
    say("")


def tricks_table(match: Match, deal: Deal) -> Table:
    """A row a trick, a column a seat; > led, * won."""
    plays = [event for event in deal.events if isinstance(event, Play)]
    table = Table("trick", box=box.SIMPLE_HEAD)
    for seat in Seat:
        table.add_column(who(match, seat), overflow="fold")
    table.add_column("won by", overflow="fold")
    for i in range(0, len(plays), 3):
        trick = [(play.seat, play.card) for play in plays[i : i + 3]]
        assert deal.trump is not None
        cells, winner = trick_cells(trick, deal.trump)
        table.add_row(str(i // 3 + 1), *cells, "" if winner is None else who(match, winner))
    return table
