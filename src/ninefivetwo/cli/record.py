"""The command `record`, which makes, checks, draws and converts records of deals."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from ninefivetwo.cards import Seat
from ninefivetwo.cli.options import SEAT, WholeGroup, complete_file, force_option, json_option, print_json, rules_option
from ninefivetwo.cli.sources import match_of, numbered
from ninefivetwo.cli.terminal import console, draw, print_prose, print_texts, trick_cells, working
from ninefivetwo.codec import encode
from ninefivetwo.errors import RecordError, SchemaError, raised_as
from ninefivetwo.files import check_output, display_name, read_text, write_text
from ninefivetwo.game import Deal, Match
from ninefivetwo.game.records import File, Record
from ninefivetwo.game.records.records import looks_like_json, parsed, records_of
from ninefivetwo.game.rules import RuleSet, rules_text
from ninefivetwo.game.rules.club import parse_rules
from ninefivetwo.words.documents import (
    CheckedDealObject,
    ClaimObject,
    DueObject,
    FairCheckObject,
    FairDealObject,
    OtherChoiceObject,
    RecordCheckObject,
)
from ninefivetwo.words.figures import Column, TextTable, plural
from ninefivetwo.words.record import (
    PROVES,
    check_lines,
    ending,
    fairness_lines,
    hand_label,
    heading,
    import_json,
    record_object,
)
from ninefivetwo.words.speaker import Speaker, action_words

if TYPE_CHECKING:
    from rich.console import Console

    from ninefivetwo.keep.session import DealCheck

OTHER_VERSION = 3  # exit status of `record fair` if another version of the program played the deals


class RecordGroup(WholeGroup):
    """The group of the `record` commands, which imports the slow module of `new` only when needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*super().list_commands(ctx), "new"])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name != "new":
            return super().get_command(ctx, cmd_name)
        from ninefivetwo.cli.record_new import new

        return new


@click.group(cls=RecordGroup)
def record() -> None:
    """Make, check, draw and convert records of deals (.n52)."""


@record.command()
@click.argument("path", metavar="FILE", shell_complete=complete_file)
@json_option
def check(path: str, as_json: bool) -> None:
    """Check a record, and report the line of the first error. Use - for stdin.

    \b
    Examples:
      n52 record check examples/holiday.n52
    """
    records = records_of(path)
    matches = [match_of(path, deal_record) for deal_record in records]
    if as_json:
        print_json(RecordCheckObject([*map(checked_object, records, matches)]))
        return
    for line in check_lines(display_name(path), records, matches):
        click.echo(line)


@record.command()
@click.argument("path", metavar="FILE", shell_complete=complete_file)
@click.option("--deal", "number", type=click.IntRange(1), metavar="N", help="Use only the Nth deal of the file.")
def show(path: str, number: int | None) -> None:
    """Draw each deal of FILE, from the hands dealt to the last trick. Use - for stdin.

    \b
    Examples:
      n52 record show examples/holiday.n52 --deal 1
    """
    out = console()
    for deal_record in numbered(path, records_of(path), number):
        draw_record(out, deal_record, match_of(path, deal_record))


@record.command()
@click.argument("path", metavar="FILE", shell_complete=complete_file)
@click.option("-o", "--output", metavar="FILE", help="Write the result to FILE.  [default: stdout]")
@force_option
@rules_option("Rule set of a game log.", "bga", kept=False)
def convert(path: str, output: str | None, force: bool, rules_name: str) -> None:
    """Convert a record (.n52) to JSON, or JSON to a record. Use - for stdin.

    JSON may also be a saved game log from Board Game Arena. The records from a game log begin with the hands at the
    first lead. The conversion of logs is experimental and was tested only with made-up logs.

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
@click.option("--seat", type=SEAT, help="Include only the cards that this seat has seen.")
@click.option("--names", is_flag=True, help="Include the players' names.")
@click.option("--svg", "picture", metavar="FILE", help="Write a picture of the deal to FILE (SVG).")
@force_option
def link(path: str, number: int | None, seat: Seat | None, names: bool, picture: str | None, force: bool) -> None:
    """Convert each deal of FILE to a short link that contains the deal. Use - for stdin.

    Append the link to the address of any server that runs n52 serve.

    \b
    Examples:
      n52 record link examples/holiday.n52 --deal 1
    """
    from ninefivetwo.game.share import SharedDeal, share_code
    from ninefivetwo.words.picture import deal_picture, svg

    matches = [match_of(path, deal_record) for deal_record in numbered(path, records_of(path), number)]
    if picture is not None:
        if len(matches) > 1:
            raise click.UsageError("--svg draws one deal (expected --deal N)")
        check_output(picture, force)
    if seat is not None:
        matches = [replace(match, deal=match.deal.seen_by(seat)) for match in matches]
    for match in matches:
        click.echo("/s/" + share_code(SharedDeal(match), names))
    if picture is not None:
        write_text(picture, svg(deal_picture(matches[0])), force)


def from_json(path: str, text: str, rules: RuleSet) -> File:
    """Parse the records in a JSON text. Raises RecordError or SchemaError, giving the location of the error."""
    name = display_name(path)
    with raised_as(SchemaError, f"{name}, "), raised_as(RecordError, f"{name}: "):
        imported = import_json(text, rules)
    for note in imported.notes:
        click.echo(f"{name}: {note}", err=True)
    return imported.file


def checked_object(deal_record: Record, match: Match) -> CheckedDealObject:
    """Return the JSON form of a checked deal."""
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
    """Draw a deal on the terminal."""
    deal, speaker = match.deal, Speaker.of(match)
    print_texts(out, *heading(deal_record, match))
    print_texts(out, "")
    print_texts(out, draw(deal.dealt, deal.dealt_kitty, [hand_label(match, seat) for seat in Seat]))
    print_texts(out, "")
    print_texts(out, *speaker.choices(deal.events))
    if deal.tricks:
        out.print(tricks_table(match, deal))
    print_texts(out, *ending(deal_record, match), "")


def tricks_table(match: Match, deal: Deal) -> TextTable:
    """Return a table of tricks with a column for each seat, where > marks the lead and * the winning card."""
    names, rows = Speaker.of(match).names, []
    for number, trick in enumerate(deal.tricks, 1):
        winner = "" if trick.winner is None else names[trick.winner]
        rows.append([str(number), *trick_cells(trick), winner])
    return TextTable([Column("trick"), *(Column(name, fold=6) for name in names), Column("won by", fold=6)], rows)


# Fair dealing.


@record.command()
@click.argument("path", metavar="FILE", shell_complete=complete_file)
@json_option
def fair(path: str, as_json: bool) -> None:
    """Check that the deals and the computer players were fair.

    FILE is a record of a match against the computer. Each fingerprint is computed again from the salt and the cards,
    and each computer decision from the cards that the computer had seen. Each claim is compared with the tricks won.
    Use - for stdin.

    Exit status: 0 if verified, 1 if wrong or not verified, 3 if played by another program version.

    \b
    Examples:
      n52 record fair examples/fair.n52
    """
    from ninefivetwo.keep.session import check_deal

    records = records_of(path)
    with raised_as(RecordError, f"{display_name(path)}, "), working("checking"):
        checks = [check_deal(record) for record in records]
    if as_json:
        print_json(FairCheckObject([fair_object(check) for check in checks]))
    else:
        print_prose(console(), *(line for check in checks for line in fairness_lines(check)), PROVES)
    conclude(display_name(path), checks)


def conclude(name: str, checks: Sequence[DealCheck]) -> None:
    """Exit with status 3 if another version played the deals. Raises RecordError after a failed check."""
    from ninefivetwo.keep.session import CheckResult

    if wrong := sum(len(check.others) for check in checks):
        raise RecordError(f"{name}: {plural(wrong, 'decision')} cannot be reproduced from the player's own view")
    if wrong := sum(check.result is CheckResult.FAILED for check in checks):
        raise RecordError(f"{name}: {plural(wrong, 'claim')} did not win all the tricks claimed")
    if gaps := sum(check.result is CheckResult.NOT_VERIFIED for check in checks):
        raise RecordError(f"{name}: not verified: {gaps} of {plural(len(checks), 'deal')}")
    if versions := sorted({version for check in checks for version in check.other_versions.values()}):
        click.echo(f"ninefivetwo: {name}: not checked: played by version {', '.join(versions)}", err=True)
        sys.exit(OTHER_VERSION)


def fair_object(check: DealCheck) -> FairDealObject:
    """Return the JSON form of the check of a deal."""
    claim = check.claim
    return FairDealObject(
        number=check.match.number,
        result=check.result.value,
        fingerprint=check.fingerprint,
        salt=check.salt,
        computers={seat: str(computer) for seat, computer in check.computers.items()},
        decisions=dict(check.decisions),
        others=[
            OtherChoiceObject(o.seat, o.event, action_words(o.chosen), action_words(o.again)) for o in check.others
        ],
        claim=None if claim is None else ClaimObject(claim.seat, claim.cards, claim.tricks, claim.won),
        refused=list(check.refused),
        missing=[gap.value for gap in check.gaps],
    )
