"""Deals and what seats see of them as the rows of numbers that the engine plays from (`GAME` and `VIEW`, see
`ninefivetwo_solver.playout`), and what a seat knows for certain of the other hands when the play begins.

What is certain follows card by card from the events before the play: each changes where a card may be.  Cards handed
over unseen may have come from anywhere in the giver's hand; what follows from their number or their suits is left out,
so everything said here is certain, but `ninefivetwo.think.knowledge` may say more.  It is worked out for one deal from
its events (`known_and_barred`, some tens of microseconds), and for thousands side by side on their way to the play
(`first_lead.py`).
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
#: Places beside the hands, and columns of a world: the kitty on the table, the cards discarded unseen.
KITTY, DISCARDED = 3, 4


def view_of(view: DealView) -> Rows:
    """What the viewer sees who is to play: a `VIEW`, shape (1,).

    Cards that his view has forgotten, or never saw, count as not seen.  Raises GameError where he is not to play.
    """
    step, seat = view.due, view.viewer
    if step is None or step.kind is not Play or step.seat is not seat:
        raise GameError(f"no card by {seat.word} is due (expected a view of the seat to play)")
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
    """A deal in the play, or when only the dealer's discard and the kitty come before it: a `GAME`, shape (1,).

    The dealer's hand then has the kitty and the cards that are to be discarded.  Raises GameError at any other moment,
    or where not all cards are seen.
    """
    _check_moment(deal)
    unseen = [seat.word for seat in Seat if isinstance(deal.hands[seat], Unseen)]
    if unseen or isinstance(deal.discarded, Unseen):
        raise GameError(f"cards not seen: {', '.join(unseen) or 'the discard'} (expected a deal with all cards known)")
    before, plays = _parted(deal.events)
    games = _games(deal, np.array([[*map(_cards, (*deal.hands, deal.kitty, deal.discarded))]], dtype=np.uint64), plays)
    for seat in Seat:
        seen = tuple(event.seen_by(seat) for event in _completed(deal, before))
        known, barred = known_and_barred(seen, seat, _cards(deal.dealt[seat]))
        games["known"][:, seat], games["barred"][:, seat] = known, barred
    return games


def games_in(view: DealView, sets: Sets) -> Rows:
    """The worlds of a seat (`Sample.sets`) at the moment of its view: a `GAME` a world, shape (n,).

    What the seats know of each other is told as far as the viewer can tell: of pairs that he is one of.  Raises
    GameError for a moment of which `game_of` makes no game.
    """
    _check_moment(view)
    before, plays = _parted(view.events)
    games = _games(view, sets, plays)
    games["discarded"] |= np.uint64(_cards(view.discarded))
    _set_known(games, view, _completed(view, before), plays)
    return games


def games_at_start(view: DealView, sets: Sets) -> Rows:
    """The same worlds put back to the start of the play: the cards played in their hands again, nothing won or shown.

    Raises GameError as `games_in` does.
    """
    games, plays = games_in(view, sets), _parted(view.events)[1]
    for seat in Seat:
        games["hand"][:, seat] |= np.uint64(_played(play for play in plays if play.seat is seat))
    games["table"], games["void"], games["won"] = 0, 0, 0
    games["leader"] = plays[0].seat if plays else view.lead
    return games


def games_of_hands(hands: Sets, trumps: npt.NDArray[np.int64], discarded: Sets, rules: RuleSet) -> Rows:
    """Deals at the first lead, a `GAME` a row.

    hands: a column a seat.  trumps: denominations as numbers.  discarded: what the dealer discarded.  What the seats
    know of each other from the exchange is left out.
    """
    games = np.zeros(len(trumps), dtype=GAME)
    games["hand"], games["trump"], games["discarded"] = hands, trumps, discarded
    games["leader"], games["contract"] = rules.lead, rules.contracts
    return games


def plays_of(view: DealView) -> npt.NDArray[np.uint8]:
    """The indices of the cards played so far, in order."""
    return np.array([play.card.index for play in _parted(view.events)[1]], dtype=np.uint8)


def _check_moment(deal: Deal) -> None:
    """Raises GameError where more than the discard and the kitty comes before the play."""
    kinds = {step.kind for step in deal.schedule}
    if deal.trump is None or Play not in kinds or kinds - {Discard, Take, Show, Play}:
        raise GameError("not in the play (expected a deal in which a card is due, or the discard before the play)")


def _games(deal: Deal, sets: Sets, plays: Sequence[Play]) -> Rows:
    """The games of these worlds, a row a world, but for what the seats know of each other."""
    games = np.zeros(len(sets), dtype=GAME)
    games["hand"], games["discarded"] = sets[:, : len(Seat)], sets[:, DISCARDED]
    games["hand"][:, Seat.DEALER] |= sets[:, KITTY]
    games["table"], games["void"] = _table(deal.table), _voids(plays)
    games["trump"], games["leader"] = deal.called, deal.lead
    games["won"], games["contract"] = deal.won, deal.rules.contracts
    return games


def _set_known(games: Rows, view: DealView, before: Events, plays: Sequence[Play]) -> None:
    """What the viewer knows of the others and, as far as he can tell, they of him."""
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
    """The events before the play, and the cards played."""
    plays = [event for event in events if type(event) is Play]
    return events[: len(events) - len(plays)], plays


def _completed(deal: Deal, before: Events) -> Events:
    """The events before the play; a discard, or a kitty to be taken, that is still to come is told as one not seen."""
    unseen = Unseen(len(deal.dealt_kitty))
    ahead: dict[type[Event], Event] = {Discard: Discard(Seat.DEALER, unseen), Take: Take(Seat.DEALER, unseen)}
    return *before, *(ahead[step.kind] for step in deal.schedule if step.kind in ahead)


def _cards(cards: Cards) -> int:
    """A card set; 0 where the cards are not seen."""
    return cards.cards if isinstance(cards, Hand) else 0


def _played(plays: Iterable[Play]) -> int:
    found = 0
    for play in plays:
        found |= 1 << play.card.index
    return found


def _table(table: Sequence[Card]) -> tuple[int, int]:
    """The cards of the trick in progress as sets; 0: none."""
    first, second, *_ = *(1 << card.index for card in table), 0, 0
    return first, second


def _voids(plays: Sequence[Play]) -> tuple[int, int, int]:
    """For each seat the suits that it has not followed to, a bit a suit."""
    found = [0, 0, 0]
    for i, play in enumerate(plays):
        led = plays[i - i % 3].card.suit
        if play.card.suit is not led:
            found[play.seat] |= 1 << led
    return found[0], found[1], found[2]


# What is certain of the other hands.

ALL = FULL_DECK.cards
LANES = [(1 << len(RANKS)) - 1 << LANE_BITS * suit for suit in Suit]
PLACES = range(5)

SetOfEach = tuple[int, int, int]
#: Card sets: a number for one deal, or an array (`Sets`) with one for each of many deals.  All operators used here mean
#: the same for both.
CardSets = Any


class Places:
    """For each place the cards that one viewer thinks may be there, as the events before the play go by.

    dealt: the viewer's hand as dealt, None if it is not known.  Cards are None if the viewer does not see them.
    """

    def __init__(self, viewer: Seat, dealt: CardSets | None) -> None:
        self.viewer = viewer
        own, others = (ALL, ALL) if dealt is None else (dealt, ALL & ~dealt)
        self.may: list[CardSets] = [*(own if place == viewer else others for place in (*Seat, KITTY)), own & 0]
        self.of_kitty = {KITTY}  # the places where a card of the kitty may be, if it was not seen since
        self.before_kitty: CardSets = ALL  # cards that the dealer may have held when he took it
        self.returned: dict[tuple[int, int], CardSets] = {}  # what the viewer saw going back, from whom and to whom
        self.exchanged = False

    def certain(self, place: int) -> CardSets:
        """The cards that can be nowhere else."""
        found = self.may[place]
        for other in PLACES:
            if other != place:
                found = found & ~self.may[other]
        return found

    def barred(self, place: int) -> CardSets:
        """The cards not seen that are not there; the viewer's hand and his own discard are seen."""
        unseen = self.may[place] & 0
        for other in PLACES:
            if other != self.viewer and (other != DISCARDED or self.viewer is not Seat.DEALER):
                unseen = unseen | self.may[other]
        return unseen & ~self.may[place]

    def move(self, place: int, to: int, cards: CardSets | None) -> None:
        """Cards go from a place to another."""
        self.exchanged = self.exchanged or to != DISCARDED
        if cards is not None:
            self.may = [here & ~cards for here in self.may]
            self.may[to] = self.may[to] | cards
        else:
            self.may[to] = self.may[to] | self.may[place]
            if place in self.of_kitty:
                self.of_kitty.add(to)

    def give_back(self, seat: int, to: int, cards: CardSets | None) -> None:
        """A seat hands back the highest cards of suits, so it has none above them."""
        if cards is not None:
            self.may[seat] = self.may[seat] & ~above_lowest(cards)
            self.returned[seat, to] = cards
        self.move(seat, to, cards)

    def see_kitty(self, cards: CardSets) -> None:
        """The kitty on the table is these cards."""
        self.may = [here & ~cards for here in self.may]
        self.may[KITTY] = cards

    def take_kitty(self) -> None:
        """The dealer takes the kitty into his hand."""
        dealer = Seat.DEALER
        self.before_kitty = self.may[dealer]
        self.may[dealer] = self.may[dealer] | self.may[KITTY]
        self.may[KITTY] = self.may[KITTY] & 0
        self.of_kitty = {int(dealer)}

    def see_of_kitty(self, cards: CardSets) -> None:
        """What the dealer shows the viewer was in the kitty.  No other card above one that he returned was in it, for
        the highest go back.

        That also holds if cards above one received are shown: they include those above one returned.
        """
        for place in PLACES:
            if place not in self.of_kitty:
                self.may[place] = self.may[place] & ~cards
        above = above_lowest(self.returned.get((Seat.DEALER, self.viewer), cards & 0))
        self.may[Seat.DEALER] = self.may[Seat.DEALER] & (~above | cards | self.before_kitty)


@lru_cache(maxsize=256)  # a seat asks for the same at each of its cards
def known_and_barred(events: tuple[Event, ...], viewer: Seat, dealt: int | None) -> tuple[SetOfEach, SetOfEach]:
    """The cards that each seat is known to hold when the play begins, and those of the cards not seen that it is known
    not to hold.

    events: those before the play, as the viewer saw them; a discard still to come counts as one not seen.
    dealt: the viewer's hand as dealt, a card set; None if the caller does not know it, and then the cards said to be
    barred may be the viewer's own.  At the viewer's place both are 0.
    """
    if not any(type(event) is Give for event in events):
        return (0, 0, 0), (0, 0, 0)  # a kitty and a discard alone tell nothing of another hand
    places = Places(viewer, dealt)
    for event in events:
        _observe(places, event)
    known, barred = [0, 0, 0], [0, 0, 0]
    for seat in (viewer.next, viewer.after(2)):
        known[seat], barred[seat] = places.certain(seat), places.barred(seat)
    return (known[0], known[1], known[2]), (barred[0], barred[1], barred[2])


def _observe(places: Places, event: Event) -> None:
    """What an event changes."""
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
            pass  # a call, or a look, tells nothing that is certain


def _seen(cards: Cards) -> int | None:
    return cards.cards if isinstance(cards, Hand) else None


def above_lowest(cards: CardSets) -> CardSets:
    """In each suit that they have, every card above the lowest of these."""
    found = cards & 0
    for suit in LANES:
        own = cards & suit
        found = found | suit & ~(2 * (own & -own) - 1)
    return found
