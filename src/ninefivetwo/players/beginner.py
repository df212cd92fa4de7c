"""The beginner: goes by the plain rules, forgets what has been played, and is careless now and then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ninefivetwo.cards import Card, Hand, Seat
from ninefivetwo.game import Action, DealView, Discard, DiscardTurn, Give, GiveTurn, Play, PlayTurn
from ninefivetwo.heuristics import heuristic_action
from ninefivetwo.players.player import Player

CARELESS = 0.25  # of the cards are random legal ones
LOWEST = 0.5  # of the discards and gifts are simply the lowest cards


class BeginnerPlayer(Player):
    """Plain rules without counting cards; one card in four is random, every other discard or gift the lowest cards."""

    def act(self, view: DealView) -> Action:
        turn, drawn = view.turn, self._random.random()
        match turn:
            case PlayTurn() if drawn < CARELESS:
                return turn.draw(self._random)
            case DiscardTurn() | GiveTurn() if drawn < LOWEST:
                return _lowest(turn)
        return heuristic_action(_uncounted(view))

    def chances(self, view: DealView) -> Mapping[Action, float]:
        turn, found = view.due_turn, dict[Action, float]()
        match turn:
            case PlayTurn():
                found = dict.fromkeys(turn.actions(), CARELESS / turn.count())
            case DiscardTurn() | GiveTurn():
                found = {_lowest(turn): LOWEST}
        by_rule = heuristic_action(_uncounted(view))
        return found | {by_rule: found.get(by_rule, 0.0) + 1 - sum(found.values())}


def _lowest(turn: DiscardTurn | GiveTurn) -> Action:
    """The lowest cards, discarded or given."""
    if isinstance(turn, GiveTurn):
        return _lowest_given(turn)
    return Discard(turn.seat, Hand.of(_low_first(turn.held)[: turn.number]))


def _low_first(hand: Hand) -> list[Card]:
    """The cards from the lowest rank up, trumps among them."""
    return sorted(hand, key=lambda card: (card.rank, card.suit))


def _lowest_given(turn: GiveTurn) -> Give:
    """All that may be given, the lowest cards."""
    cards, gifts = _low_first(turn.held), {}
    for seat in Seat:
        gifts[seat] = Hand.of(cards[: turn.owed[seat]])
        del cards[: turn.owed[seat]]
    return Give.of(turn.seat, gifts)


def _uncounted(view: DealView) -> DealView:
    """The view of somebody who remembers only how many tricks each has won."""
    gone = 3 * sum(view.won)
    cards = [event for event in view.events if isinstance(event, Play)]
    before = tuple(event for event in view.events if not isinstance(event, Play))
    return replace(view, events=(*before, *cards[gone:]))
