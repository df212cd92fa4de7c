"""The ways in which each card can have moved through a deal, according to what one seat has seen.

A *history* records where a card was dealt, where it is now, and whether it was given or returned in an exchange that
the viewer did not see. Every event that the viewer sees rules out histories. For example, a player who does not follow
suit has no cards of the suit led. Constraints on several cards, such as the number of cards dealt to each place, are
stored as counts.

A deal has at most one exchange that the viewer does not see, which is the exchange between the other two players.
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
    """Whether a card was kept or returned in the exchange that the viewer did not see."""

    OUT = 0  # the card was not in the hand from which the return was made
    KEPT = 1
    RETURNED = 2


class CardHistory(NamedTuple):
    """A possible history of a card. The fields are plain ints, because hashing enums is slow."""

    start: int
    now: int
    given: bool = False
    pool: int = 0


class CardHistories(Struct, frozen=True):
    """The possible histories of all cards, and the counts that constrain the cards together.

    `open` maps each history to the cards that can have this history, as a bit mask. `dealt` has the number of cards
    dealt to each place. `discarded` and `given` are the numbers of cards in an unseen discard and in the unseen
    exchange. `answered` is true if the receiver of the unseen gift has returned cards. `shown` is the number of kitty
    cards shown to another seat under the rule `show`, or None if no cards had to be shown.
    """

    open: dict[CardHistory, int]
    dealt: tuple[int, int, int, int]
    discarded: int
    given: int
    answered: bool
    shown: int | None
    show: KittyShow


class Missed(Struct, frozen=True):
    """Voids and returns that a seat failed to notice, each as a pair of the other player's seat and the suit."""

    voids: frozenset[tuple[Seat, Suit]] = frozenset()
    returns: frozenset[tuple[Seat, Suit]] = frozenset()


NOTHING_MISSED = Missed()


def card_histories(view: DealView, deck: Hand = FULL_DECK, missed: Missed = NOTHING_MISSED) -> CardHistories:
    """Return the possible histories of all cards according to a seat's view of a deal.

    `deck` has the cards dealt, and `missed` has the facts that the seat did not notice. Raises KnowledgeError if a card
    has no possible history.
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
    """A seat's knowledge from sources other than its view.

    `known` has pairs of a seat and a card in the seat's hand. `voids` has pairs of a seat and a suit in which the seat
    is void now. `kitty` has cards that were dealt to the kitty. Raises KnowledgeError if a field has an invalid value.
    """

    known: tuple[tuple[Seat, Card], ...] = ()
    voids: tuple[tuple[Seat, Suit], ...] = ()
    kitty: Hand = Hand()

    def __post_init__(self) -> None:
        check_fields(self, KnowledgeError)

    def narrow(self, histories: CardHistories) -> CardHistories:
        """Return the histories that are consistent with these hints, which may leave cards without a history."""
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
    """Raise KnowledgeError for the first event that leaves a card without a history."""
    builder, plays = _HistoryBuilder(view, deck), 0
    for event in view.events:
        builder.observe(event)
        plays += isinstance(event, Play)
        if lost := builder.lost():
            what = event.name
            if isinstance(event, Play):
                what = f"trick {(plays - 1) // len(Seat) + 1}, {event.card}"
            raise KnowledgeError(f"contradiction at {what} by {event.seat.word}: {_nowhere(lost)}")


def _nowhere(cards: Hand) -> str:
    first, *others = (f"the {card.words}" for card in cards)
    names = " and ".join([", ".join([first, *others[:-1]]), *others[-1:]])
    return f"earlier events leave no possible place for {names}"


class _HistoryBuilder:
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
        """Remove the histories that an event rules out, and add the histories that the event makes possible."""
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
                pass  # a call proves nothing about the place of a card

    def branch(self, place: int, ways: list[dict[str, Any]]) -> None:
        """Replace each history that ends at `place` by variants. `ways` has the changed fields of each variant."""
        before, self.open = self.open, {}
        for history, cards in before.items():
            if not cards:
                continue
            for way in [history._replace(**changes) for changes in ways] if history.now == place else [history]:
                self.open[way] = self.open.get(way, 0) | cards

    def move(self, place: int, to: int, cards: int) -> None:
        """Move cards from `place` to `to`, and remove the histories in which the cards were elsewhere."""
        moved = []
        for history, held in self.open.items():
            if common := held & cards:
                self.open[history] = held & ~common
                if history.now == place:
                    moved.append((history._replace(now=int(to)), common))
        for history, common in moved:
            self.open[history] = self.open.get(history, 0) | common

    def strike(self, place: int, cards: int) -> None:
        """Remove the histories in which one of these cards is at `place`."""
        for history in self.open:
            if history.now == place:
                self.open[history] &= ~cards

    def kitty_is(self, cards: Cards) -> None:
        """Record the cards of the kitty on the table, if the cards are visible."""
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
        """Record that the kitty contained the cards shown and no other cards that had to be shown."""
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
        """Return the cards that have no history left."""
        somewhere = 0
        for cards in self.open.values():
            somewhere |= cards
        return Hand(self.deck & ~somewhere)
