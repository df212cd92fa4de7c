"""What one seat can tell is wrong with an event, not seeing the other hands.

Only what is certain is refused: cards that the viewer has seen elsewhere, a suit not followed before, a return that
cannot be the highest.
"""

from __future__ import annotations

from ninefivetwo.cards import Hand, Seat, Suit
from ninefivetwo.game.events import (
    Cards,
    Discard,
    Event,
    Give,
    Peek,
    Play,
    Return,
    Show,
    Take,
    Unseen,
    format_cards,
    known_cards,
)
from ninefivetwo.game.exchange import shown
from ninefivetwo.game.state import DealState


def refusal(deal: DealState, event: Event, viewer: Seat) -> str | None:
    """What is wrong with an event that is due in a seat's view, beyond what its turn can tell."""
    if event.seen_by(viewer) != event:
        return f"{event.name} by {event.seat.word} tells cards that {viewer.word} does not see (expected ?)"
    if any(isinstance(cards, Unseen) for cards in _seen(event, viewer)):
        return f"{event.name} by {event.seat.word}: {viewer.word} sees these cards (expected cards, not ?)"
    for cards in _all_cards(event):
        if isinstance(cards, Hand) and (fault := _elsewhere(deal, event, cards, viewer)):
            return fault
    match event:
        case Play():
            return _revoke(deal, event)
        case Return():
            return _number(event, len(deal.given(event.to, event.seat))) or _answer(deal, event)
        case Show():
            return _too_many(deal, event) or _answer(deal, event)
        case Peek() | Take():
            changed = isinstance(deal.kitty, Hand) and deal.kitty != event.cards
            return "the kitty is not the one looked at" if changed else _number(event, len(deal.kitty))
        case _:
            return None


def _all_cards(event: Event) -> tuple[Cards, ...]:
    match event:
        case Give(cards=cards):
            return cards
        case Play(card=card):
            return (Hand.of([card]),)
        case Return() | Peek() | Take() | Show() | Discard():
            return (event.cards,)
        case _:
            return ()


def _seen(event: Event, viewer: Seat) -> tuple[Cards, ...]:
    """The cards of an event that the viewer must have seen."""
    if event.seat is viewer or getattr(event, "to", None) is viewer:
        return _all_cards(event)
    return (event.cards[viewer],) if isinstance(event, Give) else ()


def _elsewhere(deal: DealState, event: Event, cards: Hand, viewer: Seat) -> str | None:
    """Cards that can not be where the event has them: in the viewer's hand, discarded by him, or played."""
    if event.seat is viewer and not isinstance(event, (Peek, Take)):
        return None  # his own hand is seen: the turn, or the rules, have said what is in it
    held = f"in {viewer.word}'s hand"
    for where, others in ((held, deal.hand(viewer)), ("discarded", deal.discarded), ("played", deal.played)):
        if isinstance(others, Hand) and (both := cards & others):
            return f"{event.name} by {event.seat.word}: {format_cards(both)} cannot be there, being {where}"
    return None


def _number(event: Return | Peek | Take, number: int) -> str | None:
    if len(event.cards) == number:
        return None
    return f"{event.name} by {event.seat.word}: {len(event.cards)} cards (expected {number})"


def _too_many(deal: DealState, event: Show) -> str | None:
    """More cards than the kitty has, or one that was given and not returned."""
    if len(event.cards) > len(deal.dealt_kitty):
        return f"{event.name}: {len(event.cards)} cards (expected at most {len(deal.dealt_kitty)})"
    given, back = deal.given(event.to, event.seat), deal.handed_back(event.seat, event.to)
    if isinstance(event.cards, Hand) and isinstance(given, Hand) and isinstance(back, Hand):
        if gift := event.cards & (given - back):
            return f"{event.name}: {format_cards(gift)} was given, so it was not in the kitty"
    return None


def _answer(deal: DealState, event: Return | Show) -> str | None:
    """What is wrong with a return or a showing, as far as one of the two can tell."""
    given, cards = deal.given(event.to, event.seat), event.cards
    if not isinstance(cards, Hand) or not isinstance(given, Hand):
        return None
    if event.seat is deal.viewer:
        due = deal.forced()
        return None if due == event else f"{event.name} of {format_cards(cards)} (expected {format_cards(due.cards)})"
    if isinstance(event, Return):
        if all(_may_be_highest(cards.only(suit), given.only(suit), _may_be_gone(deal, event)) for suit in Suit):
            return None
        return f"{format_cards(cards)} returned for {format_cards(given)} (expected the highest of the suits given)"
    back = known_cards(deal.handed_back(event.seat, event.to))
    wrong = cards - shown(deal.rules, cards, given, back)
    return f"{format_cards(wrong)} need not be shown (expected higher cards of a suit given)" if wrong else None


def _may_be_gone(deal: DealState, event: Return) -> bool:
    """May the gift be in a third hand by now?  Yes, if it lay in the hand from which another return was made."""
    after = deal.events[next(i for i, e in enumerate(deal.events) if isinstance(e, Give) and e.seat is event.to) :]
    return any(isinstance(e, Return) and e.seat is event.seat for e in after)


def _may_be_highest(back: Hand, given: Hand, gone: bool) -> bool:
    """Can these be the highest cards of a hand that held those given, unless they may be gone?"""
    kept = Hand() if gone else given - back
    return len(back) == len(given) and all(card.rank < min(c.rank for c in back) for card in kept)


def _revoke(deal: DealState, play: Play) -> str | None:
    """A suit that the player failed to follow in an earlier trick."""
    plays = deal.plays
    for start in range(0, len(plays), len(Seat)):
        led, trick = plays[start].card.suit, plays[start : start + len(Seat)]
        if led is play.card.suit and any(p.seat is play.seat and p.card.suit is not led for p in trick):
            return f"{play.seat.word} plays {play.card} and did not follow {led.name} before (expected to follow suit)"
    return None
