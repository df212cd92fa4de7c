"""Why no deal fits what a seat has seen and been told, in a card player's words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from ninefivetwo.cards import Card, Hand, Seat, Suit
from ninefivetwo.game import Place
from ninefivetwo.think.knowledge.card_histories import CardHistories, Hints

_THERE = {Place.KITTY: "in the kitty", Place.DISCARDED: "discarded"}


def hint_fault(hints: Hints, lost: Hand, histories: CardHistories, viewer: Seat) -> str:
    """Why hints leave a card without a place.

    lost: the cards that have none left.  histories: those open before the hints.
    """
    card = max(lost, key=lambda card: any(card == known for _, known in hints.known))
    seats = sorted({seat for seat, known in hints.known if known == card})
    voids = sorted({seat for seat, suit in hints.voids if suit is card.suit})
    places = {place for place in Place if card in _at(histories, place)}
    name = f"the {card.words}"
    if len(seats) > 1:
        return f"{name} is said to be with {_and(seat.word for seat in seats)}"
    if seats and seats[0] in voids:
        return f"{seats[0].word} is said to hold {name} and to be void in {card.suit.word}"
    if seats:
        return f"{name} is said to be with {seats[0].word}, and {_where(card, places, viewer)}"
    return f"{_voids(hints, [card.suit])}, and {name} can be nowhere else"


def number_fault(rooms: Mapping[Place, int], only: Mapping[tuple[Place, ...], Hand], hints: Hints | None) -> str | None:
    """Which cards are too many for the places left to them; None where it is not so simple.

    rooms: how many cards each place holds.  only: for each choice of places, the cards that can be nowhere else.
    """
    for places, cards in only.items():
        room = sum(rooms[place] for place in places)
        if len(cards) > room:
            suits = [suit for suit in Suit if cards.only(suit)]
            numbers = _and(f"{len(cards.only(suit))} {suit.word}" for suit in suits)
            there = " or ".join(_THERE.get(place, f"with {place.name.lower()}") for place in places)
            told = _voids(hints, suits) if hints else ""
            return f"{numbers} would have to be {there}, and only {room} cards are" + (told and f"; {told}")
    return None


def choices_of(places: Iterable[Place]) -> list[tuple[Place, ...]]:
    """Every choice of some of the places, those of few first."""
    every = list(places)
    return [choice for number in range(1, len(every) + 1) for choice in combinations(every, number)]


def _at(histories: CardHistories, place: Place) -> Hand:
    """The cards that can be at a place now."""
    found = Hand()
    for history, cards in histories.open.items():
        if history.now == place:
            found |= Hand(cards)
    return found


def _where(card: Card, places: set[Place], viewer: Seat) -> str:
    """Where a card is instead, or that it cannot be where it was said to be."""
    if len(places) > 1:
        return "cannot be there by what was seen"
    (place,) = places
    if place == Place.PLAYED:
        return "has been played"
    return f"is {_THERE.get(place, f'in the hand of {place.name.lower()}' + ' himself' * (place == int(viewer)))}"


def _voids(hints: Hints, suits: list[Suit]) -> str:
    """Who is said to be void in which of these suits; empty where nobody is."""
    told: dict[tuple[Seat, ...], list[Suit]] = {}
    for suit in suits:
        if seats := tuple(seat for seat in Seat if (seat, suit) in hints.voids):
            told.setdefault(seats, []).append(suit)
    return ", ".join(
        f"{_and(seat.word for seat in seats)} {'are' if len(seats) > 1 else 'is'} said to be void in "
        + _and(suit.word for suit in void)
        for seats, void in told.items()
    )


def _and(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
