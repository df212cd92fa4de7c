"""Deals and views as `GAME` and `VIEW` rows for the engine, with each seat's certain knowledge of the other hands.

The rows are defined in `ninefivetwo_solver.playout`. Certain knowledge is derived card by card: each event before the
play changes where a card may be. An unseen card that is handed over may be any card in the giver's hand. The number and
suits of unseen cards are ignored, so `ninefivetwo.think.knowledge` may prove more. `known_and_barred` takes some tens
of microseconds for a deal; `first_lead.py` processes thousands of deals in parallel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import FULL_DECK, LANE_BITS, RANKS, Card, Hand, Seat, Suit
from ninefivetwo.errors import GameError
from ninefivetwo.game import Cards, Deal, DealView, Discard, Event, Give, Peek, Play, Return, Show, Take, Unseen
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.sets import Sets
from ninefivetwo_solver.playout import GAME, VIEW

Events = tuple[Event, ...]
Rows = npt.NDArray[np.void]
#: The places other than the hands, as column numbers in a world: the kitty on the table and the unseen discard.
KITTY, DISCARDED = 3, 4


def view_of(view: DealView) -> Rows:
    """Convert a view to a `VIEW` array of shape (1,); the viewer must be the next to play.

    Cards that are missing from the view (if forgotten, for example) count as unseen. Raises GameError if the viewer is
    not the next to play.
    """
    step, seat = view.due, view.viewer
    if step is None or step.kind is not Play or step.seat is not seat:
        raise GameError(f"{seat.word} is not due to play (expected a view of the seat to play)")
    before, plays = _parted(view.events)
    hand, discarded = view.hand(seat).cards, _cards(view.discarded)
    known, barred = known_and_barred(before, seat, _cards(view.dealt[seat]))
    one, two = seat.next, seat.after(2)
    row = (
        hand,
        FULL_DECK.cards & ~(hand | discarded | _played(plays)),
        discarded,
        _table(view.table),
        (known[one], known[two]),
        (barred[one], barred[two]),
        seat,
        view.called,
        _voids(plays),
        view.won,
        view.rules.contracts,
    )
    return np.array([row], dtype=VIEW)


def game_of(deal: Deal) -> Rows:
    """Convert a deal to a `GAME` array of shape (1,).

    Before the discard, the dealer's hand includes the kitty and the cards to be discarded. Raises GameError if events
    other than discard, kitty and play are still to come, or if some cards are unseen.
    """
    _check_moment(deal)
    unseen = [seat.word for seat in Seat if isinstance(deal.hands[seat], Unseen)]
    if unseen or isinstance(deal.discarded, Unseen):
        raise GameError(f"unseen cards: {', '.join(unseen) or 'the discard'} (expected a deal with all cards known)")
    before, plays = _parted(deal.events)
    games = _games(deal, np.array([[*map(_cards, (*deal.hands, deal.kitty, deal.discarded))]], dtype=np.uint64), plays)
    for seat in Seat:
        seen = tuple(event.seen_by(seat) for event in _completed(deal, before))
        known, barred = known_and_barred(seen, seat, _cards(deal.dealt[seat]))
        games["known"][:, seat], games["barred"][:, seat] = known, barred
    return games


def games_in(view: DealView, sets: Sets) -> Rows:
    """Convert a seat's worlds (`Sample.sets`), at the time of its view, to a `GAME` array of shape (n,).

    Knowledge of other hands is included only for pairs of seats that include the viewer. Raises GameError if events
    other than discard, kitty and play are still to come.
    """
    _check_moment(view)
    before, plays = _parted(view.events)
    games = _games(view, sets, plays)
    games["discarded"] |= np.uint64(_cards(view.discarded))
    _set_known(games, view, _completed(view, before), plays)
    return games


def games_at_start(view: DealView, sets: Sets) -> Rows:
    """Convert a seat's worlds at the start of the play to a `GAME` array.

    The hands include all cards played, and no tricks have been won. For errors, see `games_in`.
    """
    games, plays = games_in(view, sets), _parted(view.events)[1]
    for seat in Seat:
        games["hand"][:, seat] |= np.uint64(_played(play for play in plays if play.seat is seat))
    games["table"], games["void"], games["won"] = 0, 0, 0
    games["leader"] = plays[0].seat if plays else view.lead
    return games


def games_of_hands(hands: Sets, trumps: npt.NDArray[np.int64], discarded: Sets, rules: RuleSet) -> Rows:
    """Convert hands to deals at the first lead, as a `GAME` array.

    `hands` has a column for each seat, `trumps` has denominations as numbers, and `discarded` has the dealers'
    discards. Knowledge of other hands from an exchange is not included.
    """
    games = np.zeros(len(trumps), dtype=GAME)
    games["hand"], games["trump"], games["discarded"] = hands, trumps, discarded
    games["leader"], games["contract"] = rules.lead, rules.contracts
    return games


def plays_of(view: DealView) -> npt.NDArray[np.uint8]:
    """Return the indices of the cards played so far, in the order played."""
    return np.array([play.card.index for play in _parted(view.events)[1]], dtype=np.uint8)


def _check_moment(deal: Deal) -> None:
    """Raise GameError if events other than discard and kitty are still to come before the play."""
    kinds = {step.kind for step in deal.schedule}
    if deal.trump is None or Play not in kinds or kinds - {Discard, Take, Show, Play}:
        raise GameError("the deal is not in the play (expected a card or the dealer's discard to be due)")


def _games(deal: Deal, sets: Sets, plays: Sequence[Play]) -> Rows:
    """Convert worlds to a `GAME` array, without the seats' knowledge of other hands."""
    games = np.zeros(len(sets), dtype=GAME)
    games["hand"], games["discarded"] = sets[:, : len(Seat)], sets[:, DISCARDED]
    games["hand"][:, Seat.DEALER] |= sets[:, KITTY]
    games["table"], games["void"] = _table(deal.table), _voids(plays)
    games["trump"], games["leader"] = deal.called, deal.lead
    games["won"], games["contract"] = deal.won, deal.rules.contracts
    return games


def _set_known(games: Rows, view: DealView, before: Events, plays: Sequence[Play]) -> None:
    """Set the viewer's knowledge of the other hands, and the other seats' certain knowledge of the viewer's hand."""
    viewer = view.viewer
    known, barred = known_and_barred(before, viewer, _cards(view.dealt[viewer]))
    games["known"][:, viewer], games["barred"][:, viewer] = known, barred
    for seat in Seat:
        if seat is not viewer:
            seen = tuple(event.seen_by(seat) for event in before)
            known, barred = known_and_barred(seen, seat, None)
            own = games["hand"][:, seat] | np.uint64(_played(play for play in plays if play.seat is seat))
            if seat is Seat.DEALER:
                own = own | games["discarded"]
            games["known"][:, seat, viewer] = np.uint64(known[viewer]) & ~own
            games["barred"][:, seat, viewer] = np.uint64(barred[viewer]) & ~own


def _parted(events: Events) -> tuple[Events, list[Play]]:
    """Split events into the events before the play and the cards played."""
    plays = [event for event in events if type(event) is Play]
    return events[: len(events) - len(plays)], plays


def _completed(deal: Deal, before: Events) -> Events:
    """Return the events before the play; a discard or kitty still to come is added with unseen cards."""
    unseen = Unseen(len(deal.dealt_kitty))
    ahead: dict[type[Event], Event] = {Discard: Discard(Seat.DEALER, unseen), Take: Take(Seat.DEALER, unseen)}
    return *before, *(ahead[step.kind] for step in deal.schedule if step.kind in ahead)


def _cards(cards: Cards) -> int:
    """Convert cards to a card set, or unseen cards to 0."""
    return cards.cards if isinstance(cards, Hand) else 0


def _played(plays: Iterable[Play]) -> int:
    found = 0
    for play in plays:
        found |= 1 << play.card.index
    return found


def _table(table: Sequence[Card]) -> tuple[int, int]:
    """Return the two possible cards on the table as card sets; 0 stands for no card."""
    first, second, *_ = *(1 << card.index for card in table), 0, 0
    return first, second


def _voids(plays: Sequence[Play]) -> tuple[int, int, int]:
    """Return, for each seat, a bit mask of the suits that it has failed to follow."""
    found = [0, 0, 0]
    for i, play in enumerate(plays):
        led = plays[i - i % 3].card.suit
        if play.card.suit is not led:
            found[play.seat] |= 1 << led
    return found[0], found[1], found[2]


# Certain knowledge of the other hands

ALL = FULL_DECK.cards
SUIT_MASKS = [(1 << len(RANKS)) - 1 << LANE_BITS * suit for suit in Suit]
PLACE_NUMBERS = range(5)

SetOfEach = tuple[int, int, int]
#: The card sets of one deal (an int) or many deals (`Sets`, one number per deal); all operators used here accept both.
CardSets = Any


class Places:
    """The cards that may be in each place, according to one viewer, after the events so far.

    `dealt` is the viewer's hand as dealt, or None if unknown. In all methods, `cards` is None if the viewer does not
    see the cards.
    """

    def __init__(self, viewer: Seat, dealt: CardSets | None) -> None:
        self.viewer = viewer
        own, others = (ALL, ALL) if dealt is None else (dealt, ALL & ~dealt)
        self.may: list[CardSets] = [*(own if place == viewer else others for place in (*Seat, KITTY)), own & 0]
        self.of_kitty = {KITTY}  # places that may hold an unseen card from the kitty
        self.before_kitty: CardSets = ALL  # cards that the dealer may have held when taking the kitty
        self.returned: dict[tuple[int, int], CardSets] = {}  # cards that the viewer saw returned, by seat and recipient
        self.exchanged = False

    def certain(self, place: int) -> CardSets:
        """Return the cards that can only be in the given place."""
        found = self.may[place]
        for other in PLACE_NUMBERS:
            if other != place:
                found = found & ~self.may[other]
        return found

    def barred(self, place: int) -> CardSets:
        """Return the unseen cards that cannot be in a place; the viewer's own hand and discard count as seen."""
        unseen = self.may[place] & 0
        for other in PLACE_NUMBERS:
            if other != self.viewer and (other != DISCARDED or self.viewer is not Seat.DEALER):
                unseen = unseen | self.may[other]
        return unseen & ~self.may[place]

    def move(self, place: int, to: int, cards: CardSets | None) -> None:
        self.exchanged = self.exchanged or to != DISCARDED
        if cards is not None:
            self.may = [here & ~cards for here in self.may]
            self.may[to] = self.may[to] | cards
        else:
            self.may[to] = self.may[to] | self.may[place]
            if place in self.of_kitty:
                self.of_kitty.add(to)

    def give_back(self, seat: int, to: int, cards: CardSets | None) -> None:
        """Record that a seat returns cards, which are its highest cards in their suits."""
        if cards is not None:
            self.may[seat] = self.may[seat] & ~above_lowest(cards)
            self.returned[seat, to] = cards
        self.move(seat, to, cards)

    def see_kitty(self, cards: CardSets) -> None:
        """Record which cards the kitty on the table contains."""
        self.may = [here & ~cards for here in self.may]
        self.may[KITTY] = cards

    def take_kitty(self) -> None:
        dealer = Seat.DEALER
        self.before_kitty = self.may[dealer]
        self.may[dealer] = self.may[dealer] | self.may[KITTY]
        self.may[KITTY] = self.may[KITTY] & 0
        self.of_kitty = {int(dealer)}

    def see_of_kitty(self, cards: CardSets) -> None:
        """Record kitty cards that the dealer shows to the viewer.

        Because the dealer returned the highest cards, all kitty cards above a returned card of the same suit are shown.
        This also holds if the rules require all kitty cards above a received card to be shown.
        """
        for place in PLACE_NUMBERS:
            if place not in self.of_kitty:
                self.may[place] = self.may[place] & ~cards
        above = above_lowest(self.returned.get((Seat.DEALER, self.viewer), cards & 0))
        self.may[Seat.DEALER] = self.may[Seat.DEALER] & (~above | cards | self.before_kitty)


@lru_cache(maxsize=256)  # each seat needs the same result for every card that it plays
def known_and_barred(events: tuple[Event, ...], viewer: Seat, dealt: int | None) -> tuple[SetOfEach, SetOfEach]:
    """Return the cards that each seat certainly holds when the play starts, and the unseen cards it cannot hold.

    `events` are the events before the play, as the viewer saw them, including an unseen discard that is still due.
    `dealt` is the viewer's hand as dealt, as a card set. If `dealt` is None, the cards that a seat cannot hold may
    include the viewer's own cards. Both results are 0 for the viewer's own seat.
    """
    if not any(type(event) is Give for event in events):
        return (0, 0, 0), (0, 0, 0)  # without a gift, no card of another hand is certain
    places = Places(viewer, dealt)
    for event in events:
        _observe(places, event)
    known, barred = [0, 0, 0], [0, 0, 0]
    for seat in (viewer.next, viewer.after(2)):
        known[seat], barred[seat] = places.certain(seat), places.barred(seat)
    return (known[0], known[1], known[2]), (barred[0], barred[1], barred[2])


def _observe(places: Places, event: Event) -> None:
    match event:
        case Give(seat, cards):
            for receiver in Seat:
                if cards[receiver]:
                    places.move(seat, receiver, _seen(cards[receiver]))
        case Return(seat, to, cards):
            if cards:
                places.give_back(seat, to, _seen(cards))
        case Peek(_, Hand() as cards):
            places.see_kitty(cards.cards)
        case Take(_, cards):
            if isinstance(cards, Hand):
                places.see_kitty(cards.cards)
            places.take_kitty()
        case Show(_, to, Hand() as cards) if to is places.viewer:
            places.see_of_kitty(cards.cards)
        case Discard(seat, cards):
            places.move(seat, DISCARDED, _seen(cards))
        case _:
            pass  # a call or a look proves nothing about a hand


def _seen(cards: Cards) -> int | None:
    return cards.cards if isinstance(cards, Hand) else None


def above_lowest(cards: CardSets) -> CardSets:
    """Return, for each suit in a card set, all cards of that suit above the lowest card in the set."""
    found = cards & 0
    for suit in SUIT_MASKS:
        own = cards & suit
        found = found | suit & ~(2 * (own & -own) - 1)
    return found
