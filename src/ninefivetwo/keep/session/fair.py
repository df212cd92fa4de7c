"""Provably fair dealing: values published before and after a deal, with which anyone can verify the deal.

Before the deal, its *fingerprint* is shown: the SHA-256 hash of the salt, a space, and the cards as written in a
record's Deal tag. After the deal, the *salt* is shown: 128 bits as 32 hexadecimal digits. Anyone with the salt and the
cards can recompute the fingerprint; without the salt, the fingerprint reveals nothing. All random numbers that computer
players use in the deal are also derived from the salt.
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
