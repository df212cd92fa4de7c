"""Fair dealing: what is told before a deal's first card and after its last, so that anybody can check it.

Before: the *fingerprint*, the SHA-256 of the salt, a space, and the cards as a record's Deal tag has them.  After: the
*salt*, 128 bits as 32 hexadecimal digits.  Whoever has both, and the cards, works the fingerprint out again; without
the salt it tells nothing.  Every random number that a computer player uses in the deal follows from the salt, too.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from itertools import islice
from random import Random

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, shuffled
from ninefivetwo.game import Deal
from ninefivetwo.game.dealing import random_deals
from ninefivetwo.layout import Layout

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


# The cards follow from the match's seed.


def dealt_by(seed: int, number: int) -> Layout:
    """The cards of a match's deal, counted from 1."""
    return next(islice(random_deals(seed), number - 1, None))


DealerDraw = tuple[Card, Card, Card]  # the person's card, then those of the others, clockwise


def draw_cards(seed: int) -> DealerDraw:
    """The cards drawn for the first deal of a match; they follow from its seed.

    Who draws the same rank as another draws again, so the ranks differ.
    """
    random = Random(f"{seed} first dealer")
    while True:
        one, two, three = shuffled(FULL_DECK, random)[:3]
        if len({one.rank, two.rank, three.rank}) == 3:
            return one, two, three


def seat_drawn(drawn: DealerDraw) -> Seat:
    """Where the person sits: the highest card deals."""
    dealer = max(range(3), key=lambda i: drawn[i].rank)  # so many places clockwise from the person
    return Seat(-dealer % 3)
