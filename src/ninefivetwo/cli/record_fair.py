"""The command `record fair`, which checks the deals of a match against the computer."""

from __future__ import annotations

import sys
from collections.abc import Sequence
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
from ninefivetwo.words.record_text import PROVES, fairness_lines

if TYPE_CHECKING:
    from ninefivetwo.keep.session import DealCheck

OTHER_VERSION = 3  # exit status


@click.command()
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
