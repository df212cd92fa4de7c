"""The ways that each card can have come through a deal, as far as one seat can tell.

A *history* says where a card was dealt, whether it was given and returned in an exchange that the viewer did not see,
and where it is now.  Every event that the viewer saw strikes out histories: of the cards that it named, and of
those that it would have named.  What is left is, card by card, everything that follows from what was seen.  Constraints
across cards (how many each hand got, how many were given, suit by suit) are kept as counts.

At most one exchange of a deal goes by unseen: of three players, the viewer takes part in all others.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit
from ninefivetwo.checks import check_fields
from ninefivetwo.errors import KnowledgeError
from ninefivetwo.game import (
    Cards,
    DealView,
    Discard,
    Event,
    Give,
    Peek,
    Place,
    Play,
    Return,
    Show,
    Take,
    Unseen,
    known_cards,
)
from ninefivetwo.game.rules import KittyShow
from ninefivetwo.think.playouts.views import above_lowest


class ReturnPool(IntEnum):
    """What became of a card that lay in the hand from which the unseen return was made."""

    OUT = 0  # it did not lie there
    KEPT = 1
    RETURNED = 2


class CardHistory(NamedTuple):
    """One way through the deal: `Place` and `ReturnPool` as plain ints, because hashing enums is slow."""

    start: int
    now: int
    given: bool = False
    pool: int = 0


class CardHistories(Struct, frozen=True):
    """The histories open to each card, and the counts that constrain the cards together.

    `open` maps a history to the cards (a set as int) that can have come by it.  `dealt` is how many cards each place
    was dealt, `discarded` how many the dealer discarded unseen, `given` how many changed hands in the exchange not
    seen, and `answered` whether as many have come back, suit by suit.  `shown` is how many cards of the kitty another
    seat was shown for them by the rule `show`; None where there was no showing.
    """

    open: dict[CardHistory, int]
    dealt: tuple[int, int, int, int]
    discarded: int
    given: int
    answered: bool
    shown: int | None
    show: KittyShow


class Missed(Struct, frozen=True):
    """What a seat failed to notice: that others did not follow to suits, that cards returned were a suit's highest."""

    voids: frozenset[tuple[Seat, Suit]] = frozenset()
    returns: frozenset[tuple[Seat, Suit]] = frozenset()


NOTHING_MISSED = Missed()


def card_histories(view: DealView, deck: Hand = FULL_DECK, missed: Missed = NOTHING_MISSED) -> CardHistories:
    """The histories that a seat's view of a deal leaves open, one step for each event that it saw.

    `deck` are the cards dealt from, `missed` what it did not notice.  Raises KnowledgeError where a card that was seen
    can have come by no history.
    """
    builder = _HistoryBuilder(view, deck, missed)
    for event in view.events:
        builder.observe(event)
    if builder.lost():
        _refuse(view, deck)
    dealt = [len(hand) for hand in view.dealt]
    return CardHistories(
        {history: cards for history, cards in builder.open.items() if cards},
        (dealt[0], dealt[1], dealt[2], len(view.dealt_kitty)),
        builder.discarded,
        builder.given,
        builder.answered,
        builder.shown,
        view.rules.kitty_show,
    )


class Hints(Struct, frozen=True):
    """What a seat knows beside what it has seen: cards that somebody holds, suits of which somebody has none.

    kitty: cards that were dealt to the kitty, wherever they are now.  Raises KnowledgeError for what is no such value.
    """

    known: tuple[tuple[Seat, Card], ...] = ()
    voids: tuple[tuple[Seat, Suit], ...] = ()
    kitty: Hand = Hand()

    def __post_init__(self) -> None:
        check_fields(self, KnowledgeError)

    def narrow(self, histories: CardHistories) -> CardHistories:
        """The histories that these leave open; a card may have none left."""
        result = {}
        for history, cards in histories.open.items():
            for seat, card in self.known:
                if history.now != seat:
                    cards &= ~(1 << card.index)
            for seat, suit in self.voids:
                if history.now == seat:
                    cards &= ~FULL_DECK.only(suit).cards
            if history.start != Place.KITTY:
                cards &= ~self.kitty.cards
            result[history] = cards
        return replace(histories, open={history: cards for history, cards in result.items() if cards})


def _refuse(view: DealView, deck: Hand) -> None:
    """Go through the events once more, to the first that leaves a card without a history."""
    builder, plays = _HistoryBuilder(view, deck), 0
    for event in view.events:
        builder.observe(event)
        plays += isinstance(event, Play)
        if lost := builder.lost():
            what = event.name
            if isinstance(event, Play):
                what = f"trick {(plays - 1) // len(Seat) + 1}, {event.card}"
            raise KnowledgeError(
                f"contradiction at {what} by {event.seat.word}: by what was seen before, {_nowhere(lost)}"
            )


def _nowhere(cards: Hand) -> str:
    """That these cards have no place left, for a person to read."""
    first, *others = (f"the {card.words}" for card in cards)
    names = " and ".join([", ".join([first, *others[:-1]]), *others[-1:]])
    return f"{names} can be in no hand, nor in the kitty or the discard"


class _HistoryBuilder:
    """The histories still open, as the events go by."""

    def __init__(self, view: DealView, deck: Hand, missed: Missed = NOTHING_MISSED) -> None:
        self.view, self.viewer, self.deck, self.missed = view, view.viewer, deck.cards, missed
        own = known_cards(view.dealt[view.viewer])
        self.open = {CardHistory(p, p): deck.cards & ~own.cards for p in (0, 1, 2, 3)}
        self.open[CardHistory(int(self.viewer), int(self.viewer))] = own.cards
        self.discarded = self.given = 0
        self.answered = False
        self.shown: int | None = None
        self.led: Suit | None = None
        self.on_table = 0

    def observe(self, event: Event) -> None:
        """Strike out what an event shows not to be, and lay out the ways that it leaves open."""
        match event:
            case Play(seat, card):
                self.play(seat, card)
            case Give(seat, cards):
                self.give(seat, cards)
            case Return(seat, to, cards):
                self.hand_back(seat, to, cards)
            case Peek(_, cards):
                self.kitty_is(cards)
            case Take(_, cards):
                self.kitty_is(cards)
                self.branch(Place.KITTY, [{"now": int(Place.DEALER)}])
            case Show(_, to, cards):
                self.show(to, cards)
            case Discard(seat, Hand() as cards):
                self.move(seat, Place.DISCARDED, cards.cards)
            case Discard(seat, cards):
                self.discarded = len(cards)
                self.branch(seat, [{}, {"now": int(Place.DISCARDED)}])
            case _:
                pass  # a call, or a look, tells nothing that is certain

    def branch(self, place: int, ways: list[dict[str, Any]]) -> None:
        """Each history that leads to a place goes on in one of several ways, each given by what changes in it."""
        before, self.open = self.open, {}
        for history, cards in before.items():
            if not cards:
                continue
            for way in [history._replace(**changes) for changes in ways] if history.now == place else [history]:
                self.open[way] = self.open.get(way, 0) | cards

    def move(self, place: int, to: int, cards: int) -> None:
        """These cards, which were at a place, go from it to another."""
        moved = []
        for history, held in self.open.items():
            if common := held & cards:
                self.open[history] = held & ~common
                if history.now == place:
                    moved.append((history._replace(now=int(to)), common))
        for history, common in moved:
            self.open[history] = self.open.get(history, 0) | common

    def strike(self, place: int, cards: int) -> None:
        """These cards are not at a place."""
        for history in self.open:
            if history.now == place:
                self.open[history] &= ~cards

    def kitty_is(self, cards: Cards) -> None:
        """The kitty on the table is these cards, if they are seen."""
        if isinstance(cards, Hand):
            for history in self.open:
                self.open[history] &= cards.cards if history.now == Place.KITTY else ~cards.cards

    def give(self, seat: Seat, cards: tuple[Cards, Cards, Cards]) -> None:
        for receiver in Seat:
            gift = cards[receiver]
            if isinstance(gift, Hand):
                self.move(seat, receiver, gift.cards)
        for receiver in Seat:
            gift = cards[receiver]
            if isinstance(gift, Unseen):
                self.given = len(gift)
                self.branch(seat, [{}, {"now": int(receiver), "given": True}])

    def hand_back(self, seat: Seat, to: Seat, cards: Cards) -> None:
        if isinstance(cards, Unseen):
            self.answered = True
            self.branch(seat, [{"pool": int(ReturnPool.KEPT)}, {"pool": int(ReturnPool.RETURNED), "now": int(to)}])
        else:
            noticed = Hand.of(card for card in cards if (seat, card.suit) not in self.missed.returns)
            self.strike(seat, above_lowest(noticed.cards) & ~cards.cards)
            self.move(seat, to, cards.cards)

    def show(self, to: Seat, cards: Cards) -> None:
        """What is shown was in the kitty; what was not shown is no card of it that must be."""
        if self.viewer is Seat.DEALER:
            return
        if to is not self.viewer:
            self.shown = len(cards)
            return
        cards = known_cards(cards)
        given, back = map(known_cards, (self.view.given(to, Seat.DEALER), self.view.handed_back(Seat.DEALER, to)))
        counts = back if self.view.rules.kitty_show is KittyShow.RETURNED else given
        must = above_lowest(counts.cards) & ~back.cards
        for history in self.open:
            self.open[history] &= ~must | cards.cards if history.start == Place.KITTY else ~cards.cards

    def play(self, seat: Seat, card: Card) -> None:
        if self.on_table == 0:
            self.led = card.suit
        elif card.suit is not self.led and self.led is not None and (seat, self.led) not in self.missed.voids:
            self.strike(seat, FULL_DECK.only(self.led).cards)
        self.on_table = (self.on_table + 1) % len(Seat)
        self.move(seat, Place.PLAYED, 1 << card.index)

    def lost(self) -> Hand:
        """The cards that are left without a history."""
        somewhere = 0
        for cards in self.open.values():
            somewhere |= cards
        return Hand(self.deck & ~somewhere)
