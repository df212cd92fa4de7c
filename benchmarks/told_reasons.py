"""Compare the chances in the reasons of advice with the true deal."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from benchmarks.told import Asked, Figure, Told, advice_in
from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat
from ninefivetwo.game import Deal, Play, known_cards
from ninefivetwo.layout import trick_winner
from ninefivetwo.think.advise.reasons import (
    Holding,
    LikelyVoid,
    LongSuit,
    Reason,
    Returned,
    Risk,
    Rival,
    TakesTrick,
    TopCard,
)
from ninefivetwo.words.advice_reasons import reason_kind

#: Kinds of reasons for a card that takes the trick: certainly, and with a chance of being beaten.
TAKES = ("takes the trick", "takes the trick, except in N %")


def reasons(cluster: int, text: str, asked: Asked) -> Iterator[Figure]:
    """Yield the chances in all reasons for the advice in a match, given by its records."""
    for told in chain(advice_in(cluster, text, asked), advice_in(cluster, text, asked, before_play=True)):
        for reason in told.advice.reasons:
            yield from _figures(told, reason)


def _figures(told: Told, reason: Reason) -> Iterator[Figure]:
    kind = reason_kind(reason)
    match reason:
        case TakesTrick(beaten):
            card, seats = _card_and_seats(told)
            if seats:
                true = any(can_beat(told.node.before, card, seat) for seat in seats)
                uncertain = bool(beaten.mean or beaten.standard_error)
                yield Figure(told.at, TAKES[uncertain], beaten.mean, float(true))
        case LikelyVoid(seat, suit, chance):
            yield told.on_holding(kind, Holding((seat,), FULL_DECK.only(suit), 0, 0), chance.mean)
        case TopCard(card, seat, chance):
            yield told.on_holding(kind, Holding((seat,), Hand.of([card]), 1, 1), chance.mean)
        case LongSuit(suit, number, longest):
            others = tuple(seat for seat in Seat if seat is not told.node.seat)
            as_many = Holding(others, FULL_DECK.only(suit), number, len(FULL_DECK.only(suit)))
            yield told.on_holding("somebody has a suit as long", as_many, 1 - longest.mean)
        case Risk(split):
            yield told.on_holding(kind, split.holding, split.chance.mean)
        case Rival(split=split) if split is not None:
            yield told.on_holding(kind, split.holding, split.chance.mean)
        case Returned(cards) if told.advice.recommended.action == told.node.action:
            for seat, back in cards.items():
                true = known_cards(told.match.deal.handed_back(seat, told.node.seat))
                yield from (Figure(told.at, kind, chance.mean, float(card in true)) for card, chance in back)


def _card_and_seats(told: Told) -> tuple[Card, list[Seat]]:
    """Return the recommended card, and the seats that play to its trick afterwards."""
    action, after = told.advice.recommended.action, len(Seat) - len(told.node.before.table)
    assert isinstance(action, Play)
    return action.card, [action.seat.after(i) for i in range(1, after)]


def can_beat(deal: Deal, card: Card, seat: Seat) -> bool:
    """Return whether a seat that plays later to the trick holds a legal card that beats a card winning so far."""
    table, held = [*deal.table, card], known_cards(deal.hands[seat])
    legal = held.only(table[0].suit) or held
    best = trick_winner(Seat.DEALER, table, deal.called)
    return any(trick_winner(Seat.DEALER, [table[best], other], deal.called) is Seat.LEFT for other in legal)
