"""Layouts (three hands and the cards out of play), dealt at random; positions in the play, and tricks.

Internal: import public names from `ninefivetwo` instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Trump, by_seat, shuffled
from ninefivetwo.checks import Natural, check_fields, checked
from ninefivetwo.errors import CardError, ConditionError, LayoutError, PositionError, quoted

HAND_SIZE = 16  # cards dealt to each seat
MOST_TRICKS = 17  # maximum for 52 cards and three players; the game itself has sixteen tricks


@dataclass(frozen=True, slots=True)
class Layout:
    """The hands of dealer, left and right, and the cards out of play (`None` if unknown).

    >>> layout = Layout.parse("L:AK... .AK.. ..AK. K:32..432.")
    >>> str(layout)
    'D:-.-.AK.- AK.-.-.- -.AK.-.- K:32.-.432.-'
    >>> layout[Seat.LEFT], len(layout.out)
    (Hand('AK.-.-.-'), 5)

    Raises LayoutError if a card is in two places.
    """

    dealer: Hand
    left: Hand
    right: Hand
    out: Hand | None = None

    def __post_init__(self) -> None:
        check_fields(self, LayoutError)
        seen = Hand()
        for where, hand in self._places():
            if twice := hand & seen:
                card = next(iter(twice))
                first = next(name for name, other in self._places() if card in other)
                raise LayoutError(f"card twice: {card} in {first} and in {where}")
            seen |= hand

    def _places(self) -> list[tuple[str, Hand]]:
        places = [(f"the hand of {seat.word}", self[seat]) for seat in Seat]
        return places if self.out is None else [*places, ("the cards out of play", self.out)]

    @classmethod
    @checked(LayoutError)
    def parse(cls, text: str) -> Layout:
        """Parse ``D:hand hand hand``, with an optional ``K:hand`` for the cards out of play.

        The first letter names the seat of the first hand. Raises LayoutError.
        """
        seat, colon, rest = text.partition(":")
        hands_text, said, out_text = re.sub(r"\s[Kk]\s?:", " K:", " ".join(rest.split())).partition(" K:")
        words = hands_text.split()
        if not colon or len(seat.split()) > 1:
            raise LayoutError(f"not a layout: {quoted(text)} (expected D:hand hand hand, then optionally K:hand)")
        if "?" in hands_text:
            raise LayoutError(f"unknown hand: ? in {quoted(text)} (expected all three hands)")
        if len(words) != 3:
            raise LayoutError(
                f"wrong number of hands in {quoted(text)}: {len(words)} (expected 3, separated by spaces)"
            )
        try:
            first = Seat.parse(seat)
            hands = {first.after(i): Hand.parse(word) for i, word in enumerate(words)}
            out = Hand.parse(out_text) if said else None
        except CardError as error:
            raise LayoutError(f"{error} in the layout {quoted(text)}") from error
        return cls(*by_seat(hands[seat] for seat in Seat), out)

    @property
    def hands(self) -> tuple[Hand, Hand, Hand]:
        """The hands in the order dealer, left, right."""
        return self.dealer, self.left, self.right

    def __getitem__(self, seat: Seat) -> Hand:
        return self.hands[seat]

    def __str__(self) -> str:
        hands = f"D:{self.dealer} {self.left} {self.right}"
        return hands if self.out is None else f"{hands} K:{self.out}"


@checked(ConditionError)
def random_deals(seed: Natural) -> Iterator[Layout]:
    """Yield random deals forever. The same seed always yields the same deals.

    >>> str(next(random_deals(1)).dealer)
    'A65.AJ873.AKT985.AJ'
    """
    random, deck = Random(seed), [1 << card.index for card in FULL_DECK]
    while True:
        bits = shuffled(deck, random)
        yield Layout(*(Hand(sum(bits[i : i + HAND_SIZE])) for i in range(0, len(bits), HAND_SIZE)))


@dataclass(frozen=True, slots=True)
class Position:
    """A position in the play: a layout, the seat that leads, and the cards on the table in the order played.

    The hands exclude the cards on the table. `lead` is the seat that led to the trick in progress or, between tricks,
    leads to the next trick. `tricks` is the number of tricks left, including a trick in progress.

    >>> position = Position(Layout.parse("D:A... K... 2.2.."), Seat.RIGHT, (Card.parse("S3"),))
    Traceback (most recent call last):
        ...
    ninefivetwo.errors.PositionError: hands of unequal length: dealer 1, left 1, right 3 with the cards on the table \
(expected the same number for all)

    Raises PositionError if there are no cards, if the hands are of unequal length, or if a card on the table is also in
    a hand or illegally fails to follow suit.
    """

    layout: Layout
    lead: Seat = Seat.LEFT
    table: tuple[Card, ...] = ()
    tricks: int = field(init=False)

    def __post_init__(self) -> None:
        check_fields(self, PositionError)
        if len(self.table) > 2:
            raise PositionError(
                f"{len(self.table)} cards on the table (expected at most two, because the third ends the trick)"
            )
        self._check_table()
        lengths = {seat: len(self.layout[seat]) for seat in Seat}
        for i in range(len(self.table)):
            lengths[self.lead.after(i)] += 1
        if len(set(lengths.values())) != 1:
            held = ", ".join(f"{seat.word} {n}" for seat, n in lengths.items())
            on_table = " with the cards on the table" if self.table else ""
            raise PositionError(f"hands of unequal length: {held}{on_table} (expected the same number for all)")
        object.__setattr__(self, "tricks", lengths[Seat.DEALER])
        if not 1 <= self.tricks <= MOST_TRICKS:
            raise PositionError(f"{self.tricks} cards in each hand (expected 1 to {MOST_TRICKS})")

    def _check_table(self) -> None:
        for i, card in enumerate(self.table):
            if card in self.table[:i]:
                raise PositionError(f"card twice: {card} on the table")
            for where, hand in self.layout._places():
                if card in hand:
                    raise PositionError(f"card twice: {card} on the table and in {where}")
            player, led = self.lead.after(i), self.table[0].suit
            if card.suit != led and (could := self.layout[player].suit(led)):
                raise PositionError(
                    f"suit not followed: {player.word} played {card} but holds {led.letter}{could[0]} "
                    f"(expected a card of suit {led.letter})"
                )

    @property
    def mover(self) -> Seat:
        """The seat whose turn it is to play."""
        return self.lead.after(len(self.table))

    def legal(self) -> Hand:
        """Return the legal cards of the seat whose turn it is."""
        hand = self.layout[self.mover]
        return (hand.only(self.table[0].suit) or hand) if self.table else hand

    def after(self, card: Card, trump: Trump) -> Position | None:
        """Return the position after the card is played, or None after the last card. Raises PositionError."""
        if card not in self.legal():
            raise PositionError(f"illegal card: {card} from {self.mover.word} (expected one of {self.legal()})")
        hands = [self.layout[seat] - Hand.of([card]) if seat is self.mover else self.layout[seat] for seat in Seat]
        layout, table = Layout(*by_seat(hands), self.layout.out), (*self.table, card)
        if len(table) < 3:
            return Position(layout, self.lead, table)
        return Position(layout, trick_winner(self.lead, table, trump)) if self.tricks > 1 else None


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick, which may be in progress.

    lead: the seat that led
    cards: the cards in the order played
    winner: the seat that won the trick, null for a trick in progress
    """

    lead: Seat
    cards: tuple[Card, ...]
    winner: Seat | None

    @classmethod
    def of(cls, lead: Seat, cards: Sequence[Card], trump: Trump) -> Trick:
        """Return a trick of one to three cards."""
        return cls(lead, tuple(cards), trick_winner(lead, cards, trump) if len(cards) == len(Seat) else None)

    @property
    def turns(self) -> list[tuple[Seat, Card]]:
        """The cards in the order played, each with the seat that played the card."""
        return [(self.lead.after(turn), card) for turn, card in enumerate(self.cards)]


def tricks_of(lead: Seat, cards: Sequence[Card], trump: Trump) -> list[Trick]:
    """Split cards into tricks. The cards are in the order played, and the last trick may be in progress.

    >>> cards = [Card.parse(text) for text in ("H2", "H3", "HA", "SA")]
    >>> [trick.winner for trick in tricks_of(Seat.LEFT, cards, Trump.NO_TRUMP)]
    [<Seat.DEALER: 0>, None]
    """
    tricks: list[Trick] = []
    for start in range(0, len(cards), len(Seat)):
        trick = Trick.of(lead, cards[start : start + len(Seat)], trump)
        tricks.append(trick)
        lead = lead if trick.winner is None else trick.winner
    return tricks


def trick_winner(lead: Seat, cards: Sequence[Card], trump: Trump) -> Seat:
    """Return the seat that wins a complete trick, or is winning a trick in progress.

    >>> cards = [Card.parse("HA"), Card.parse("H2"), Card.parse("S3")]
    >>> trick_winner(Seat.LEFT, cards, Trump.SPADES)
    <Seat.DEALER: 0>
    """

    def strength(turn: int) -> tuple[bool, bool, int]:
        suit = cards[turn].suit
        return int(suit) == int(trump), suit == cards[0].suit, cards[turn].rank

    return lead.after(max(range(len(cards)), key=strength))
