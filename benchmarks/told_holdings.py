"""Compare the chances that advice gives to hidden cards with the true hands."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.told import Asked, Figure, Told, advice_in
from ninefivetwo.cards import FULL_DECK, Hand, Seat, Suit
from ninefivetwo.game import Place
from ninefivetwo.keep.drills.problem import cards_at
from ninefivetwo.think.advise.reasons import Holding
from ninefivetwo.think.heuristics import ACE, QUEEN
from ninefivetwo.think.knowledge import Knowledge

HONOURS = Hand.of(card for card in FULL_DECK if QUEEN <= card.rank <= ACE)
NUMBER = "honours discarded, number"
PLACES = {
    Place.DEALER: "honour with the dealer",
    Place.LEFT: "honour with left",
    Place.RIGHT: "honour with right",
    Place.DISCARDED: "honour discarded",
}


def holdings(cluster: int, text: str, asked: Asked) -> Iterator[Figure]:
    """Yield the chances of voids and of honours in a match, given by its records, without what the player knows."""
    for told in advice_in(cluster, text, asked):
        knowledge = Knowledge(told.node.before.seen_by(told.node.seat))
        if told.node.seat is not Seat.DEALER:
            yield from _voids(told, knowledge)
            yield _honours_discarded(told)
        yield from _honours(told, knowledge)


def _voids(told: Told, knowledge: Knowledge) -> Iterator[Figure]:
    """Yield the chance that the dealer has no card of each side suit."""
    sure = {*knowledge.voids(Seat.DEALER), *(card.suit for card in knowledge.known(Place.DEALER))}
    for suit in Suit:
        if int(suit) != told.node.before.trump and suit not in sure:
            yield told.on_holding("dealer void in a side suit", Holding((Seat.DEALER,), FULL_DECK.only(suit), 0, 0))


def _honours_discarded(told: Told) -> Figure:
    """Compare the expected number of aces, kings and queens discarded by the dealer with the true number."""
    sets, shares, _ = told.advice.outcomes.worlds
    mean = float(shares @ np.bitwise_count(sets[:, Place.DISCARDED] & np.uint64(HONOURS.cards)))
    return Figure(
        told.at, "honours discarded, number", mean, len(cards_at(told.node.before, Place.DISCARDED) & HONOURS)
    )


def _honours(told: Told, knowledge: Knowledge) -> Iterator[Figure]:
    """Yield the chances of each place for every ace, king and queen that could be in several places."""
    sets, shares, _ = told.advice.outcomes.worlds
    for card in HONOURS:
        places = [place for place in PLACES if card in knowledge.may_be(place)]
        for place in places if len(places) > 1 else ():
            chance = float(shares @ (sets[:, place] >> np.uint64(card.index) & np.uint64(1)))
            yield Figure(told.at, PLACES[place], chance, float(card in cards_at(told.node.before, place)))
