"""`ninefivetwo record fair`: were the deals of a match against the computer dealt and played as promised?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ninefivetwo.cli.options import complete_file, json_option, print_json
from ninefivetwo.cli.terminal import console, print_prose, working
from ninefivetwo.errors import RecordError
from ninefivetwo.files import display_name, read_text
from ninefivetwo.game.records import read_file
from ninefivetwo.words.actions import action_words
from ninefivetwo.words.cards import plural
from ninefivetwo.words.matches import who
from ninefivetwo.words.schema.game import FairCheckObject, FairDealObject, OtherChoiceObject

if TYPE_CHECKING:
    from ninefivetwo.keep.session import DealCheck, OtherChoice

PROVES = (
    "A fingerprint that fits proves that these cards were settled before the first was seen, if the same fingerprint"
    " was shown then; not that they were dealt at random. A decision that comes out again from the player's own view"
    " needed nothing else."
)


@click.command()
@click.argument("path", metavar="FILE", shell_complete=complete_file)
@json_option
def fair(path: str, as_json: bool) -> None:
    """Were the deals of FILE, of a match against the computer, dealt as promised, and what did the computers know?

    Each deal's fingerprint is worked out again from its salt and its cards, and every decision of a computer from what
    that computer had seen.  - reads stdin.

    \b
    Examples:
      n52 play --new -o match.n52
      n52 record fair match.n52
    """
    from ninefivetwo.keep.session import check_deal

    try:
        records = read_file(read_text(path)).records
        if not records:
            raise RecordError('no deal (expected tags such as [Rules "wikipedia"] and [Deal "..."])')
        with working("checking"):
            checks = [check_deal(record) for record in records]
    except RecordError as error:
        raise RecordError(f"{display_name(path)}, {error}") from error
    if as_json:
        print_json(FairCheckObject([check_object(check) for check in checks]))
    else:
        print_prose(console(), *(line for check in checks for line in format_check(check)), PROVES)
    if wrong := sum(not excused(check, other) for check in checks for other in check.others):
        raise RecordError(f"{display_name(path)}: {plural(wrong, 'decision')} not to be had from the player's own view")


def format_check(check: DealCheck) -> Iterator[str]:
    """What was found of a deal, in lines."""
    match = check.match
    yield f"Deal {match.number}: {_dealt(check)}"
    for seat, number in check.decisions.items():
        others = [other for other in check.others if other.seat is seat]
        same = f"{number - len(others)} of {plural(number, 'decision')} made again from its own view"
        yield f" - {who(match, seat)}: {same}" + "".join(f"; {_other(check, other)}" for other in others)


def _dealt(check: DealCheck) -> str:
    if check.fingerprint is None:
        return "without a fingerprint: nothing was promised"
    if check.salt is None:
        return f"fingerprint {check.fingerprint}; its salt is told when the deal is over"
    return f"the fingerprint is that of these cards and this salt: {check.fingerprint}"


def _other(check: DealCheck, other: OtherChoice) -> str:
    clock = ", where a clock may have decided" if excused(check, other) else ""
    return f"{action_words(other.chosen)} chosen, {action_words(other.again)} found again{clock}"


def excused(check: DealCheck, other: OtherChoice) -> bool:
    """May a clock explain that a decision comes out otherwise?"""
    from ninefivetwo.keep.session import BY_CLOCK, computer_seats

    return computer_seats(check.match.names)[other.seat] in BY_CLOCK


def check_object(check: DealCheck) -> FairDealObject:
    """The same in JSON."""
    return FairDealObject(
        number=check.match.number,
        fingerprint=check.fingerprint,
        salt=check.salt,
        decisions={seat.word: number for seat, number in check.decisions.items()},
        others=[
            OtherChoiceObject(o.seat.word, o.event, action_words(o.chosen), action_words(o.again), excused(check, o))
            for o in check.others
        ],
    )
