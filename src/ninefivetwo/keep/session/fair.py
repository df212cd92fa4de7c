"""Fair dealing: what is told before a deal's first card and after its last, so that anybody can check it.

Before: the *fingerprint*, the SHA-256 of the salt, a space, and the cards as a record's Deal tag has them.  After: the
*salt*, 128 bits as 32 hexadecimal digits.  Whoever has both, and the cards, works the fingerprint out again; without
the salt it tells nothing.  Every random number that a computer player uses in the deal follows from the salt, too.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from hashlib import sha256
from random import Random

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.errors import RecordError, quoted
from ninefivetwo.game import Action, Deal, Match
from ninefivetwo.game.records import Record
from ninefivetwo.keep.session.computers import Computers, computer_level
from ninefivetwo.layout import Layout
from ninefivetwo.think.models.match_equity import MatchScore

SECRET_BITS = 128  # of a seed that is drawn: too many to try out
SALT_DIGITS = 32
#: A seed this long was drawn, and is told only when the match is over; a shorter one was given by the player.
_LONG = 64


def new_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(SECRET_BITS) | 1 << (SECRET_BITS - 1)


def is_secret(seed: int) -> bool:
    """Was this seed drawn, so that nobody knows it?"""
    return seed.bit_length() > _LONG


def salt_of(seed: int, number: int) -> str:
    """The salt of a match's deal, counted from 1.  It tells neither the seed nor the salt of another deal.

    >>> salt_of(7, 1)
    'cfe24dc64b88468d46e33a8ae8a3c386'
    """
    return sha256(f"ninefivetwo salt {seed} {number}".encode()).hexdigest()[:SALT_DIGITS]


def dealt_layout(deal: Deal) -> Layout | None:
    """The cards of a deal as they were dealt; None where not all are known."""
    hands = (*deal.dealt, deal.dealt_kitty)
    dealer, left, right, kitty = (hand if isinstance(hand, Hand) else None for hand in hands)
    return Layout(dealer, left, right, kitty) if dealer and left and right and kitty else None


def fingerprint(salt: str, layout: Layout) -> str:
    """What is told of a deal before its first card: 64 hexadecimal digits."""
    return sha256(f"{salt} {layout}".encode()).hexdigest()


def decision_seed(salt: str, event: int) -> int:
    """Of the random numbers of the computer that decides the deal's event of this number, counted from 0."""
    return Random(f"{salt} {event}").getrandbits(60)


# The check of a record: it needs the tags that `GameSession` puts there, Fingerprint, Salt and, after a claim, Claimed.

#: Levels whose players may stop thinking by the clock, so that another machine may choose otherwise.
BY_CLOCK = frozenset(("expert", "master"))


@dataclass(frozen=True)
class OtherChoice:
    """A decision of a computer that comes out otherwise when it is made again.

    event: which of the deal's, from 0.  again: what its view and the salt give.  clock: may a clock have decided?
    """

    seat: Seat
    event: int
    chosen: Action
    again: Action
    clock: bool


@dataclass(frozen=True)
class DealCheck:
    """What the check of a deal found.

    fingerprint, salt: as the record tells them; None where it does not.  decisions: of each computer by its seat, how
    many were made again.  others: those that came out otherwise.
    """

    match: Match
    fingerprint: str | None
    salt: str | None
    decisions: dict[Seat, int]
    others: tuple[OtherChoice, ...]


def check_deal(record: Record) -> DealCheck:
    """Check a deal: its fingerprint against salt and cards, and every decision of a computer.

    The computers that decide again look at no clock.  Raises RecordError for a fingerprint that is not that
    of these cards and this salt, and for a record that breaks the rules.
    """
    match, printed, salt = record.match, record.tag("Fingerprint"), record.tag("Salt")
    layout = dealt_layout(match.deal)
    if printed is not None and salt is not None and layout is not None:
        if (expected := fingerprint(salt, layout)) != printed.lower():
            raise RecordError(
                f"[Fingerprint]: {quoted(printed)} (expected {expected}, that of these cards and this salt)",
                record.line,
            )
    if salt is None or layout is None:
        return DealCheck(match, printed, salt, {}, ())
    return _check_decisions(match, printed, salt, _claimed(record))


def _claimed(record: Record) -> int:
    """How many cards at the end were played out by a claim, not chosen."""
    claimed = record.tag("Claimed") or "0"
    if not (claimed.isascii() and claimed.isdigit() and len(claimed) <= 2):
        raise RecordError(f"[Claimed]: {quoted(claimed)} (expected a number of cards)", record.line)
    return int(claimed)


def _check_decisions(match: Match, printed: str | None, salt: str, claimed: int) -> DealCheck:
    computers, levels = Computers(seconds=None), computer_seats(match.names)
    score, number = MatchScore(match.score, match.number), dict.fromkeys(levels, 0)
    others = []
    last = len(match.deal.events) - claimed
    for before, chosen, _ in match.deal.steps:
        assert isinstance(chosen, Action)
        event = len(before.events)
        if chosen.seat in levels and event < last:
            view = before.seen_by(chosen.seat)
            again = computers.act(levels[chosen.seat], view, decision_seed(salt, event), score)
            number[chosen.seat] += 1
            if again != chosen:
                others.append(OtherChoice(chosen.seat, event, chosen, again, levels[chosen.seat] in BY_CLOCK))
    return DealCheck(match, printed, salt, number, tuple(others))


def computer_seats(names: tuple[str, str, str]) -> dict[Seat, str]:
    """The levels of the computers at a table, by their seats; none where nobody is the person whom they play."""
    for person in Seat:
        one, other = (computer_level(names[person.after(i)], i) for i in (1, 2))
        if one is not None and other is not None:
            return {person.after(1): one, person.after(2): other}
    return {}
