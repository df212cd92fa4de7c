"""Provably fair dealing: values published before and after a deal, with which anyone can verify the deal.

Before the deal, its *fingerprint* is shown: the SHA-256 hash of the salt, a space, and the cards as written in a
record's Deal tag. After the deal, the *salt* is shown: 128 bits as 32 hexadecimal digits. Anyone with the salt and the
cards can recompute the fingerprint; without the salt, the fingerprint reveals nothing. All random numbers that computer
players use in the deal are also derived from the salt.

`check_deal` verifies the cards dealt, the computers' decisions and the claims in a record. The record must have the
tags Fingerprint, Salt, Computers and, after claims, Claimed and Refused.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from itertools import islice
from random import Random

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, shuffled
from ninefivetwo.errors import RecordError, quoted
from ninefivetwo.game import Action, Deal, Match
from ninefivetwo.game.records import Record
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.keep.session.computers import Computer, Computers, tagged_computers
from ninefivetwo.layout import Layout, random_deals
from ninefivetwo.think.models.match_equity import MatchScore


class Gap(Enum):
    """A part of a deal's record without which the deal cannot be verified."""

    FINGERPRINT = "fingerprint"
    SALT = "salt"
    CARDS = "cards"
    COMPUTERS = "computers"


class CheckResult(Enum):
    """The overall result of checking a deal."""

    VERIFIED = "verified"
    OTHER_VERSION = "other-version"
    NOT_VERIFIED = "not-verified"
    FAILED = "failed"


@dataclass(frozen=True)
class OtherChoice:
    """A computer's decision that gives a different choice when repeated.

    `event` is the index of the event in the deal. `again` is the choice when the decision is repeated.
    """

    seat: Seat
    event: int
    chosen: Action
    again: Action


@dataclass(frozen=True)
class ClaimCheck:
    """A granted claim: the number of cards played out after the claim, the tricks claimed, and the tricks won."""

    seat: Seat
    cards: int
    tricks: int
    won: int


@dataclass(frozen=True)
class DealCheck:
    """The result of checking a deal.

    `fingerprint` and `salt` come from the record, and are None if missing. `decisions` has the number of decisions
    repeated for each computer of this version. `others` has the decisions that gave a different choice. `refused` has
    the number of cards played before each refused claim. `gaps` has the reasons why the deal cannot be verified.
    """

    match: Match
    fingerprint: str | None
    salt: str | None
    computers: dict[Seat, Computer]
    decisions: dict[Seat, int]
    others: tuple[OtherChoice, ...]
    claim: ClaimCheck | None
    refused: tuple[int, ...]
    gaps: tuple[Gap, ...]

    @property
    def other_versions(self) -> dict[Seat, str]:
        """The versions, by seat, of computer players whose decisions this program cannot reproduce."""
        return {seat: computer.version for seat, computer in self.computers.items() if not computer.plays_here}

    @property
    def result(self) -> CheckResult:
        """The overall result of the check, which depends on the most serious fault."""
        if self.others or (self.claim and self.claim.won < self.claim.tricks):
            return CheckResult.FAILED
        if self.gaps:
            return CheckResult.NOT_VERIFIED
        return CheckResult.OTHER_VERSION if self.other_versions else CheckResult.VERIFIED


def check_deal(record: Record) -> DealCheck:
    """Check a deal: its fingerprint, every decision of a computer, and every claim.

    Raises RecordError if the fingerprint does not match the cards and salt, if a tag is invalid, or if the record
    breaks the rules.
    """
    match, printed, salt = record.match, record.tag("Fingerprint"), record.tag("Salt")
    layout, computers = dealt_layout(match.deal), tagged_computers(record) or {}
    if printed is not None and salt is not None and layout is not None:
        if (expected := fingerprint(salt, layout)) != printed.lower():
            raise RecordError(
                f"[Fingerprint]: {quoted(printed)} (expected {expected}, that of these cards and this salt)",
                record.line,
            )
    claim = _claim(record, computers)
    number, others = dict[Seat, int](), tuple[OtherChoice, ...]()
    if salt is not None and layout is not None:
        number, others = _decided_again(match, salt, computers, claim.cards if claim else 0)
    missing = {
        Gap.FINGERPRINT: printed is None,
        Gap.SALT: salt is None,
        Gap.CARDS: salt is not None and layout is None,
        Gap.COMPUTERS: len(computers) < 2,
    }
    gaps = tuple(gap for gap, holds in missing.items() if holds)
    return DealCheck(match, printed, salt, computers, number, others, claim, _refused(record), gaps)


def _claim(record: Record, computers: dict[Seat, Computer]) -> ClaimCheck | None:
    """Return the claim that ended a deal, or None if there was no claim or the person cannot be identified."""
    cards = _number(record, "Claimed", record.tag("Claimed") or "0")
    deal, people = record.match.deal, [seat for seat in Seat if seat not in computers]
    if cards and (not deal.over or cards > len(deal.plays)):
        expected = f"expected at most {len(deal.plays)}, of a deal that is over"
        raise RecordError(f"[Claimed]: {cards} cards ({expected})", record.line)
    if not cards or len(people) != 1:
        return None
    (seat,), before = people, deal.steps[-cards][0]
    return ClaimCheck(seat, cards, TRICKS - sum(before.won), deal.won[seat] - before.won[seat])


def _number(record: Record, name: str, word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) <= 2):
        raise RecordError(f"[{name}]: {quoted(word)} (expected a number of cards)", record.line)
    return int(word)


def _refused(record: Record) -> tuple[int, ...]:
    cards = tuple(_number(record, "Refused", word) for word in (record.tag("Refused") or "").split())
    if late := [number for number in cards if number >= len(Seat) * TRICKS]:
        raise RecordError(f"[Refused]: after {late[0]} cards (expected fewer than {len(Seat) * TRICKS})", record.line)
    return cards


def _decided_again(
    match: Match, salt: str, computers: dict[Seat, Computer], claimed: int
) -> tuple[dict[Seat, int], tuple[OtherChoice, ...]]:
    """Repeat the decisions of computers with this program's version, except for cards played out after a claim.

    Returns the number of decisions by seat, and the decisions that gave a different choice.
    """
    again, score = Computers(), MatchScore(match.score, match.number)
    number = {seat: 0 for seat, computer in computers.items() if computer.plays_here}
    others, last = list[OtherChoice](), len(match.deal.events) - claimed
    for before, chosen, _ in match.deal.steps:
        assert isinstance(chosen, Action)
        event, seat = len(before.events), chosen.seat
        if seat in number and event < last:
            level = computers[seat].level
            action = again.act(level, before.seen_by(seat), decision_seed(salt, event), score)
            number[seat] += 1
            if action != chosen:
                others.append(OtherChoice(seat, event, chosen, action))
    return number, tuple(others)


# The values published before and after a deal.

SECRET_BITS = 128  # size of a random seed in bits, too large for trying all seeds
SALT_DIGITS = 32
#: A seed with more bits was drawn at random and is secret until the match ends; a player entered any shorter seed.
_LONG = 64


def new_seed() -> int:
    """Return a new seed that nobody can guess."""
    return secrets.randbits(SECRET_BITS) | 1 << (SECRET_BITS - 1)


def is_secret(seed: int) -> bool:
    """Return whether a seed was drawn at random and is therefore secret."""
    return seed.bit_length() > _LONG


def salt_of(seed: int, number: int) -> str:
    """Return the salt of a deal, which reveals neither the seed nor another deal's salt. `number` counts from 1.

    >>> salt_of(7, 1)
    'cfe24dc64b88468d46e33a8ae8a3c386'
    """
    return sha256(f"ninefivetwo salt {seed} {number}".encode()).hexdigest()[:SALT_DIGITS]


def dealt_layout(deal: Deal) -> Layout | None:
    """Return the cards of a deal as dealt, or None if some are unknown."""
    hands = (*deal.dealt, deal.dealt_kitty)
    dealer, left, right, kitty = (hand if isinstance(hand, Hand) else None for hand in hands)
    return Layout(dealer, left, right, kitty) if dealer and left and right and kitty else None


def fingerprint(salt: str, layout: Layout) -> str:
    """Return the fingerprint of a deal as 64 hexadecimal digits."""
    return sha256(f"{salt} {layout}".encode()).hexdigest()


def decision_seed(salt: str, event: int) -> int:
    """Return the seed for a computer's random numbers at an event; `event` is the index of the event in the deal."""
    return Random(f"{salt} {event}").getrandbits(60)


def dealt_by(seed: int, number: int) -> Layout:
    """Return the cards of a deal, given the seed of the match and the number of the deal, from 1."""
    return next(islice(random_deals(seed), number - 1, None))


DealerDraw = tuple[Card, Card, Card]  # the person's card, then the computers' cards, clockwise


def draw_cards(seed: int) -> DealerDraw:
    """Return the cards that the players draw for the first dealer. Players with equal ranks draw again."""
    random = Random(f"{seed} first dealer")
    while True:
        one, two, three = shuffled(FULL_DECK, random)[:3]
        if len({one.rank, two.rank, three.rank}) == 3:
            return one, two, three


def seat_drawn(drawn: DealerDraw) -> Seat:
    """Return the person's seat after drawing cards. The player with the highest card becomes the dealer."""
    dealer = max(range(3), key=lambda i: drawn[i].rank)  # the dealer's place, counted clockwise from the person
    return Seat(-dealer % 3)
