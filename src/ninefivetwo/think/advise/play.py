"""Advice in the play: what each legal card wins over the possible deals.

Worlds are drawn and each legal card is played out in all of them by the learned policy, every seat acting on what it
can see; in the last tricks quantal values take the place of playouts (`playouts.values`).
"""

from __future__ import annotations

from collections.abc import Sequence

from ninefivetwo.cards import Card, Seat
from ninefivetwo.errors import AdviceError
from ninefivetwo.exact import QuantalSolver
from ninefivetwo.game import DealView, Play, PlayTurn
from ninefivetwo.sets import Floats
from ninefivetwo.think.advise.advice import Advice, CardDetails, CardEvaluation, Prospects, Watch
from ninefivetwo.think.advise.before import due
from ninefivetwo.think.advise.pricing import Choices, drawn_worlds
from ninefivetwo.think.advise.question import Question
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.playouts import opinion, policy
from ninefivetwo.think.playouts.estimates import DistinctWorlds, estimate
from ninefivetwo.think.playouts.values import ENDING, Rollouts, RolloutValues, card_values, unlike_cards

ENDING_WORLDS = 200  # at most, if quantal values are worked out: they take longer than playouts
FORCED = 200  # worlds evaluated for what the only card is worth


def advice_on_card(question: Question, watch: Watch[CardEvaluation] | None = None) -> Advice[CardEvaluation]:
    """The card to play, as `advise` answers it.  Raises AdviceError if no card is due."""
    turn, worlds = question.view.turn, question.limits.worlds
    if not isinstance(turn, PlayTurn):
        raise AdviceError(f"{due(question.view)} (expected a card to play)")
    cards = CardChoices(question, turn)
    few = FORCED if len(cards.groups) == 1 else ENDING_WORLDS if len(turn.held) <= ENDING else worlds
    return cards.advice(cards.choices, drawn_worlds(question, min(few, worlds)), len(cards.groups), watch)


class CardChoices(Choices[Play, CardDetails]):
    """The cards to choose from; groups: each with all cards that touch it."""

    def __init__(self, question: Question, turn: PlayTurn) -> None:
        super().__init__(question)
        self.groups, self._solver = card_groups(self.view, turn), question.solver
        self.choices = [Play(turn.seat, card) for card in self.groups]

    def price(self, choices: Sequence[Play], worlds: DistinctWorlds, rollouts: Rollouts) -> RolloutValues:
        """What the cards win, for the seat whose view this is."""
        self._solver = self._solver or QuantalSolver(token=self.question.limits.token)
        return card_values(self.view, worlds, [choice.card for choice in choices], rollouts, solver=self._solver)

    def details(self, choice: Play, common: Prospects, values: RolloutValues, at: int, best: int) -> CardDetails:
        """With the cards that touch it, and what it concedes to the other seats."""
        _, shares, exact = values.worlds
        conceded = {
            seat: estimate(values.tricks[:, at, seat] - values.tricks[:, best, seat], shares, exact or at == best)
            for seat in Seat
            if seat is not values.seat
        }
        figures = common.tricks, common.make, common.distribution, common.match
        return CardDetails(*figures, self.groups[choice.card], conceded)

    def opinions(self, choices: Sequence[Play], values: RolloutValues) -> Floats | float:
        """What the policy's opinion adds to the mean of each card if it counts as `prior` worlds; nothing in endings.

        The policy knows only the lowest of cards that touch (`unlike_cards`).  In the unit of the objective: a trick is
        worth as much as it is in these worlds (linear regression).
        """
        if not self.question.prior or len(self.view.due_turn.held) <= ENDING or values.worlds.exact:
            return 0.0
        worths, tricks = self.question.worths(values), values.tricks[:, :, values.seat]
        spread = tricks - tricks.mean()
        slope = float((spread * worths).sum() / max((spread**2).sum(), 1e-9))
        cards = [self.groups[choice.card][-1] for choice in choices]
        added: Floats = self.question.prior * (slope / len(tricks) * opinion(policy("learned"), self.view, cards))
        return added


def card_groups(view: DealView, turn: PlayTurn) -> dict[Card, tuple[Card, ...]]:
    """The cards to choose from, that of the plain rules first, each with all that it touches, the highest first.

    Of touching cards the lowest stands for all, or the one that the plain rules play.
    """
    legal, lowest = sorted(turn.legal(), reverse=True), unlike_cards(view) if turn.count() > 1 else list(turn.legal())
    groups = {card: tuple(c for c in legal if _stands_for(card, c, lowest)) for card in lowest}
    rule = heuristic_action(view)
    assert isinstance(rule, Play)
    first = next(group for group in groups.values() if rule.card in group)
    return {rule.card: first} | {card: group for card, group in groups.items() if group is not first}


def _stands_for(low: Card, card: Card, lowest: list[Card]) -> bool:
    """Is this the nearest of the lowest cards, downwards in its suit?"""
    return low.suit is card.suit and low == max(c for c in lowest if c.suit is card.suit and c <= card)
