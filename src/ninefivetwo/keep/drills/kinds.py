"""The kinds of drills: one entry for each, with what its problems have in common.

CONTRIBUTING.md lists the other files that a new kind needs. The names of the kinds are in `words/drills.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit, Trump
from ninefivetwo.game import Action, Call, DealView, Discard, Give, Place, Play, Return
from ninefivetwo.game.events import known_cards
from ninefivetwo.layout import trick_winner
from ninefivetwo.study import Phase
from ninefivetwo.think.heuristics import ACE, KING, QUEEN

NEAR = 0.1  # maximum error of an estimated chance that counts as right


@dataclass(frozen=True)
class DrillKind:
    """A kind of drill.

    `action` is the type of the choice; None if the answer is a chance. `themes` are the subjects of its problems.
    `theme` returns the theme of a problem, given the view and the best action or, for a chance, the card and the place
    in question. `phases` are the decisions in reviews that its problems train.

    `margin` is the minimum lead of the best choice over all wrong ones, in tricks; for a chance, the error allowed.
    `tolerance` is the minimum loss, in standard errors, for a choice to count as wrong; with many nearly equal choices,
    it is above 0. `most_right` is the maximum number of equally good best choices. `screened` and `confirmed` are the
    numbers of worlds in the first and, with new worlds, in the final evaluation of a position. A choice whose first
    regret is at least `far` tricks is not evaluated again. `searched` is True if the choices are also searched in the
    actual deal.
    """

    action: type[Action] | None
    themes: tuple[str, ...]
    theme: Callable[[DealView, Any], str]
    phases: frozenset[Phase]
    margin: float
    tolerance: float = 0.0
    most_right: int = 4
    screened: int = 100
    confirmed: int = 1000
    far: float = 1.0
    searched: bool = False


def _call(view: DealView, best: Call) -> str:
    held, called = view.due_turn.held, best.trump
    if called is Trump.NO_TRUMP:
        return "no-trump"
    lengths = [len(held.only(suit)) for suit in Suit]
    if lengths[called] < max(lengths):
        return "strong suit"
    return "suits as long" if lengths.count(max(lengths)) > 1 else "long suit"


def _discard(view: DealView, best: Discard) -> str:
    held, discarded, trump = view.due_turn.held, known_cards(best.cards), view.trump
    kept = held - discarded
    if any(int(card.suit) == trump for card in discarded):
        return "discard a trump"
    if _voids(held, kept):
        return "make a void"
    return "keep the guard" if any(_guarded(kept.only(suit)) for suit in Suit if int(suit) != trump) else "which losers"


def _voids(before: Hand, after: Hand) -> list[Suit]:
    return [suit for suit in Suit if before.only(suit) and not after.only(suit)]


def _guarded(cards: Hand) -> bool:
    """Return whether the highest of these cards is a king or queen with just enough lower cards to protect it."""
    return bool(cards) and max(cards).rank in (KING, QUEEN) and len(cards) == ACE - max(cards).rank + 1


def _give(view: DealView, best: Give) -> str:
    held, given = view.due_turn.held, Hand.of(card for cards in best.cards for card in known_cards(cards))
    if any(int(card.suit) == view.trump for card in given):
        return "ask for trumps"
    if _voids(held, held - given):
        return "make a void"
    suits = {card.suit for card in given}
    if any(Card(suit, ACE) not in held for suit in suits):
        return "ask for the ace"
    return "ask for the king" if any(Card(suit, KING) not in held for suit in suits) else "keep what is good"


def _play(view: DealView, best: Play) -> str:
    held, card = view.due_turn.held, best.card
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
    """Return whether no other player can hold a higher card of the suit."""
    discarded = view.discarded if isinstance(view.discarded, Hand) else Hand()
    out = FULL_DECK.only(card.suit) - held - view.played - discarded
    return not out or max(out) < card


def _takes(view: DealView, card: Card) -> bool:
    """Return whether the card would beat the cards already played to the trick."""
    turn = len(view.table)
    return trick_winner(Seat.DEALER, [*view.table, card], view.called) == turn


def _know(view: DealView, asked: tuple[Card, Place]) -> str:
    """Return the fact that most affects the chance that the card is at the place."""
    card, place = asked
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
    plays = view.plays
    for i, play in enumerate(plays):
        led = plays[i - i % 3].card.suit
        if play.seat is not view.viewer and led is suit and play.card.suit is not suit:
            return True
    return False


#: The kinds of drills by name, in the order of menus.
DRILL_KINDS = {
    "call": DrillKind(
        Call,
        ("long suit", "strong suit", "suits as long", "no-trump"),
        _call,
        frozenset({Phase.CALL}),
        margin=0.5,
        most_right=3,
        screened=200,
        confirmed=1500,
        far=2.0,
    ),
    "discard": DrillKind(
        Discard,
        ("discard a trump", "make a void", "keep the guard", "which losers"),
        _discard,
        frozenset({Phase.DISCARD}),
        margin=0.2,
        tolerance=2.5,
        screened=200,
        searched=True,
    ),
    "give": DrillKind(
        Give,
        ("ask for trumps", "make a void", "ask for the ace", "ask for the king", "keep what is good"),
        _give,
        frozenset({Phase.EXCHANGE}),
        margin=0.2,
        tolerance=2.5,
    ),
    "play": DrillKind(
        Play,
        ("draw trumps", "cash", "lead low", "take", "hold up", "duck", "which loser", "ruff", "sluff"),
        _play,
        frozenset({Phase.LEAD, Phase.FOLLOW, Phase.RUFF_OR_SLUFF}),
        margin=0.25,
        most_right=3,
        searched=True,
    ),
    "know": DrillKind(
        None,
        ("after the return", "shown void", "the discard", "the call", "the count"),
        _know,
        frozenset(),
        margin=NEAR,
    ),
}
#: The kind of drill for each type of action, the first if there are several.
KIND_OF = {kind.action: name for name, kind in reversed(DRILL_KINDS.items()) if kind.action is not None}
