"""What a problem is about, told from its cards."""

from __future__ import annotations

from ninefivetwo.cards import FULL_DECK, Card, Denomination, Hand, Seat, Suit
from ninefivetwo.game import Action, Call, DealView, Discard, Give, Place, Play, Return
from ninefivetwo.layout import trick_winner
from ninefivetwo.think.heuristics import ACE, KING, QUEEN

#: The themes of each kind.
THEMES = {
    "call": ("long suit", "strong suit", "suits as long", "no-trump"),
    "discard": ("discard a trump", "make a void", "keep the guard", "which losers"),
    "give": ("ask for trumps", "make a void", "ask for the ace", "ask for the king", "keep what is good"),
    "play": ("draw trumps", "cash", "lead low", "take", "hold up", "duck", "which loser", "ruff", "sluff"),
    "know": ("after the return", "shown void", "the discard", "the call", "the count"),
}


def theme_of(view: DealView, best: Action) -> str:
    """The theme of a choice: what the best one does."""
    held = view.due_turn.held
    match best:
        case Call():
            return _call(held, best.denomination)
        case Discard(_, Hand() as discarded):
            return _discard(held, discarded, view.trump)
        case Give():
            given = [card for cards in best.cards if isinstance(cards, Hand) for card in cards]
            return _give(held, Hand.of(given), view.trump)
        case Play():
            return _play(view, held, best.card)
    raise ValueError(best.name)


def _call(held: Hand, called: Denomination) -> str:
    if called is Denomination.N:
        return "no-trump"
    lengths = [len(held.only(suit)) for suit in Suit]
    if lengths[called] < max(lengths):
        return "strong suit"
    return "suits as long" if lengths.count(max(lengths)) > 1 else "long suit"


def _discard(held: Hand, discarded: Hand, trump: Denomination | None) -> str:
    kept = held - discarded
    if any(int(card.suit) == trump for card in discarded):
        return "discard a trump"
    if _voids(held, kept):
        return "make a void"
    return "keep the guard" if any(_guarded(kept.only(suit)) for suit in Suit if int(suit) != trump) else "which losers"


def _voids(before: Hand, after: Hand) -> list[Suit]:
    return [suit for suit in Suit if before.only(suit) and not after.only(suit)]


def _guarded(cards: Hand) -> bool:
    """A king or queen at the head of just as many cards as it needs to live."""
    return bool(cards) and max(cards).rank in (KING, QUEEN) and len(cards) == ACE - max(cards).rank + 1


def _give(held: Hand, given: Hand, trump: Denomination | None) -> str:
    if any(int(card.suit) == trump for card in given):
        return "ask for trumps"
    if _voids(held, held - given):
        return "make a void"
    suits = {card.suit for card in given}
    if any(Card(suit, ACE) not in held for suit in suits):
        return "ask for the ace"
    return "ask for the king" if any(Card(suit, KING) not in held for suit in suits) else "keep what is good"


def _play(view: DealView, held: Hand, card: Card) -> str:
    if not view.table:
        return "draw trumps" if _is_trump(view, card) else "cash" if _is_high(view, held, card) else "lead low"
    if card.suit is not view.table[0].suit:
        return "ruff" if _is_trump(view, card) else "sluff"
    if _takes(view, card):
        return "take"
    could = [other for other in held.only(card.suit) if _takes(view, other)]
    if not could:
        return "which loser"
    return "hold up" if _is_high(view, held, max(could)) else "duck"


def _is_trump(view: DealView, card: Card) -> bool:
    return int(card.suit) == int(view.called)


def _is_high(view: DealView, held: Hand, card: Card) -> bool:
    """Can nobody else hold a higher card of its suit?"""
    discarded = view.discarded if isinstance(view.discarded, Hand) else Hand()
    out = FULL_DECK.only(card.suit) - held - view.played - discarded
    return not out or max(out) < card


def _takes(view: DealView, card: Card) -> bool:
    """Would it win the trick as it stands?"""
    turn = len(view.table)
    return trick_winner(Seat.DEALER, [*view.table, card], view.called) == turn


def know_theme(view: DealView, card: Card, place: Place) -> str:
    """What the chance of a card's place turns on the most."""
    for event in view.events:
        if isinstance(event, Return) and view.viewer in (event.seat, event.to) and isinstance(event.cards, Hand):
            if event.cards.only(card.suit):
                return "after the return"
    if _void_shown(view, card.suit):
        return "shown void"
    if place is Place.DISCARDED:
        return "the discard"
    return "the call" if int(card.suit) == view.trump else "the count"


def _void_shown(view: DealView, suit: Suit) -> bool:
    """Has one of the others not followed to this suit?"""
    plays = view.plays
    for i, play in enumerate(plays):
        led = plays[i - i % 3].card.suit
        if play.seat is not view.viewer and led is suit and play.card.suit is not suit:
            return True
    return False
