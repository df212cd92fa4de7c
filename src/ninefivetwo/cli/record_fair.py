"""`ninefivetwo record fair`: check the deals of a match against the computer."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from ninefivetwo.cli.options import complete_file, json_option, print_json
from ninefivetwo.cli.terminal import console, print_prose, working
from ninefivetwo.errors import RecordError, raised_as
from ninefivetwo.files import display_name
from ninefivetwo.game.records.records import records_of
from ninefivetwo.words.actions import action_words
from ninefivetwo.words.documents import ClaimObject, FairCheckObject, FairDealObject, OtherChoiceObject
from ninefivetwo.words.figures import plural
from ninefivetwo.words.speaker import Speaker

if TYPE_CHECKING:
    from ninefivetwo.keep.session import DealCheck, OtherChoice

OTHER_VERSION = 3  # the exit status if nothing is wrong, but another version played
PROVES = (
    "A matching fingerprint proves that these cards were fixed before the first one was seen, if you were shown the"
    " same fingerprint then. It does not prove that they were dealt at random. A decision that is reproduced from the"
    " player's own view needed nothing else."
)
GAPS = {
    "fingerprint": "the record has no fingerprint",
    "salt": "the record has no salt, which is shown when the deal is over",
    "cards": "the record does not show all the cards as dealt",
    "computers": "the record does not say which two players are computers",
    "clock": "a clock may have decided",
}


@click.command()
@click.argument("path", metavar="FILE", shell_complete=complete_file)
@json_option
def fair(path: str, as_json: bool) -> None:
    """Check that the deals of FILE were dealt as promised, and what the computers knew.

    FILE records a match against the computer.  Each fingerprint is computed again from the salt and the cards, and each
    decision of a computer from what that computer had seen; a claim must have won the tricks claimed.  - reads stdin.

    Exit status: 0 verified, 1 wrong or not verified, 3 nothing wrong, but played by another version.

    \b
    Examples:
      n52 record fair examples/fair.n52
    """
    from ninefivetwo.keep.session import check_deal

    records = records_of(path)
    with raised_as(RecordError, f"{display_name(path)}, "):
        with working("checking"):
            checks = [check_deal(record) for record in records]
    if as_json:
        print_json(FairCheckObject([fair_object(check) for check in checks]))
    else:
        print_prose(console(), *(line for check in checks for line in format_check(check)), PROVES)
    conclude(display_name(path), checks)


def conclude(name: str, checks: Sequence[DealCheck]) -> None:
    """End with status 3 if another version played.  Raises RecordError for what is wrong or not verified."""
    from ninefivetwo.keep.session import CheckResult

    if wrong := sum(not other.clock for check in checks for other in check.others):
        raise RecordError(f"{name}: {plural(wrong, 'decision')} cannot be reproduced from the player's own view")
    if wrong := sum(check.result is CheckResult.FAILED for check in checks):
        raise RecordError(f"{name}: {plural(wrong, 'claim')} did not win all the tricks claimed")
    if gaps := sum(check.result is CheckResult.NOT_VERIFIED for check in checks):
        raise RecordError(f"{name}: not verified: {gaps} of {plural(len(checks), 'deal')}")
    if versions := sorted({version for check in checks for version in check.other_versions.values()}):
        click.echo(f"ninefivetwo: {name}: not checked: played by version {', '.join(versions)}", err=True)
        sys.exit(OTHER_VERSION)


def format_check(check: DealCheck) -> Iterator[str]:
    """What was found of a deal, in lines."""
    names, match = Speaker.of(check.match).names, check.match
    if check.salt and check.fingerprint:
        yield f"Deal {match.number}: the fingerprint matches these cards and this salt: {check.fingerprint}"
    else:
        yield f"Deal {match.number}" + (f": fingerprint {check.fingerprint}" if check.fingerprint else "")
    for seat, number in check.decisions.items():
        others = [other for other in check.others if other.seat is seat]
        same = f"{number - len(others)} of {plural(number, 'decision')} reproduced from its own view"
        yield f" - {names[seat]}: {same}" + "".join(f"; {_other(other)}" for other in others)
    for seat, version in check.other_versions.items():
        yield f" - {names[seat]}: not checked: played by version {version}"
    if claim := check.claim:
        yield f" - {names[claim.seat]}: claimed {plural(claim.tricks, 'trick')} and won {claim.won}"
    if check.refused:
        yield f" - {plural(len(check.refused), 'claim')} refused, after {', '.join(map(str, check.refused))} cards"
    for gap in check.gaps:
        yield f" - not verified: {GAPS[gap.value]}"


def _other(other: OtherChoice) -> str:
    clock = ", where a clock may have decided" if other.clock else ""
    return f"{action_words(other.chosen)} chosen, {action_words(other.again)} found again{clock}"


def fair_object(check: DealCheck) -> FairDealObject:
    """The same in JSON."""
    claim = check.claim
    return FairDealObject(
        number=check.match.number,
        result=check.result.value,
        fingerprint=check.fingerprint,
        salt=check.salt,
        computers={seat: str(computer) for seat, computer in check.computers.items()},
        decisions=dict(check.decisions),
        others=[
            OtherChoiceObject(o.seat, o.event, action_words(o.chosen), action_words(o.again), o.clock)
            for o in check.others
        ],
        claim=None if claim is None else ClaimObject(claim.seat, claim.cards, claim.tricks, claim.won),
        refused=list(check.refused),
        missing=[gap.value for gap in check.gaps],
    )
