"""Computer players, one class for each level: a seat's view of a deal in, a legal action out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

from ninefivetwo.cards import Card, Hand
from ninefivetwo.checks import Natural, checked
from ninefivetwo.errors import PlayersError
from ninefivetwo.game import Action, DealView, Discard, DiscardTurn, Give, GiveTurn, LookTurn, Play, PlayTurn
from ninefivetwo.think.advise import Assumptions, Limits, Objective, Question, Utility, advise, learned_action
from ninefivetwo.think.advise.search import Search, search
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.models.match_equity import MatchScore
from ninefivetwo.think.playouts.policies import CARELESS


class Player(ABC):
    """A computer player: a new one is one class with one method.

        class Cautious(Player):
            def act(self, view):
                return min(view.due_turn.actions(), key=str)  # all legal actions of the moment

    It remembers nothing between decisions but the state of its random numbers, so it may play several seats and deals.
    `match_score` is what it is told of the match before each deal, by the seats of that deal; None where there is no
    match.  One that looks at it plays to win the match, the others for tricks.
    """

    match_score: MatchScore | None = None

    @checked(PlayersError)
    def __init__(self, seed: Natural = 0) -> None:
        self._random = Random(seed)

    @checked(PlayersError)
    def reseed(self, seed: Natural) -> None:
        """Restart the random numbers from a seed; solver tables stay warm."""
        self._random = Random(seed)

    @abstractmethod
    def act(self, view: DealView) -> Action:
        """A legal action for the seat whose view of a deal this is, and whose turn it must be."""

    def chances(self, view: DealView) -> Mapping[Action, float] | None:
        """How likely each of its actions is, those that are not told being impossible.

        None where that follows from no rule: then only asking for actions tells.
        """
        return None


class RandomPlayer(Player):
    """Every legal action with the same probability (of optional gifts, the number first)."""

    def act(self, view: DealView) -> Action:
        turn = view.due_turn
        return turn.draw(self._random)


class RulePlayer(Player):
    """Plain rules; the same view always gives the same action."""

    def act(self, view: DealView) -> Action:
        return heuristic_action(view)

    def chances(self, view: DealView) -> Mapping[Action, float]:
        return {self.act(view): 1.0}


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
        turn, chances = view.due_turn, dict[Action, float]()
        match turn:
            case PlayTurn():
                chances = dict.fromkeys(turn.actions(), CARELESS / turn.count())
            case DiscardTurn() | GiveTurn():
                chances = {_lowest(turn): LOWEST}
        by_rule = heuristic_action(_uncounted(view))
        return chances | {by_rule: chances.get(by_rule, 0.0) + 1 - sum(chances.values())}


def _lowest(turn: DiscardTurn | GiveTurn) -> Action:
    """The lowest cards, discarded or given."""
    if isinstance(turn, GiveTurn):
        return Give.in_order(turn.seat, _low_first(turn.held), turn.owed)
    return Discard(turn.seat, Hand.of(_low_first(turn.held)[: turn.number]))


def _low_first(hand: Hand) -> list[Card]:
    """The cards from the lowest rank up, trumps among them."""
    return sorted(hand, key=lambda card: (card.rank, card.suit))


def _uncounted(view: DealView) -> DealView:
    """The view of somebody who remembers only how many tricks each has won."""
    gone = 3 * sum(view.won)
    cards = view.plays
    before = tuple(event for event in view.events if not isinstance(event, Play))
    return replace(view, events=(*before, *cards[gone:]))


class ClubPlayer(Player):
    """Cards by the learned policy, gifts, calls and discards as fitted to its playouts; a look costs nothing.

    The same view always gives the same action.
    """

    def act(self, view: DealView) -> Action:
        return learned_action(view)

    def chances(self, view: DealView) -> Mapping[Action, float] | None:
        return {learned_action(view): 1.0}


SEARCH = Search(first=30, most=480, enough=0.04)  # for a card


class ExpertPlayer(ClubPlayer):
    """Cards by `search`, all else as a club player.  No clock decides, the view and the seed alone do."""

    looks = SEARCH

    def __init__(self, seed: int, assumptions: Assumptions | None = None) -> None:
        super().__init__(seed)
        self._assumptions = assumptions or Assumptions()

    @property
    def objective(self) -> Objective:
        """What is wanted of a deal: tricks."""
        return Objective()

    def act(self, view: DealView) -> Action:
        if not self.weighs(view):
            return super().act(view)
        limits = Limits(None, BEFORE, self._random.getrandbits(60), threads=1)
        question = Question(view, limits, self.objective, self._assumptions)
        return search(question, self.looks) if isinstance(view.turn, PlayTurn) else advise(question).recommended.action

    def weighs(self, view: DealView) -> bool:
        """Does he look at worlds for this decision?"""
        turn = view.due_turn
        return isinstance(turn, PlayTurn) and turn.count() > 1

    def chances(self, view: DealView) -> Mapping[Action, float] | None:
        return None if self.weighs(view) else super().chances(view)


DEEP_SEARCH = Search(first=60, most=960, enough=0.01)
BEFORE = 1000  # worlds for a discard or a gift, twice as many for a call


class MasterPlayer(ExpertPlayer):
    """All but a look at the kitty by search or advice; where the score of the match is known, to win the match."""

    looks = DEEP_SEARCH

    @property
    def objective(self) -> Objective:
        """The chance of winning the match; without a match points."""
        return Objective(Utility.SCORE, self.match_score)

    def weighs(self, view: DealView) -> bool:
        turn = view.due_turn
        return not isinstance(turn, LookTurn) and turn.count() > 1


#: The players by name, each made from the seed of its random numbers; but for the first each is stronger than the last.
PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "beginner": BeginnerPlayer,
    "rule": lambda seed: RulePlayer(),
    "club": ClubPlayer,
    "expert": ExpertPlayer,
    "master": MasterPlayer,
}

#: How many possible deals a level plays out for a decision; a level that is not here plays out none.
WORLDS_RULES = {
    "expert": f"possible deals by the view, at most {SEARCH.most} for a card",
    "master": f"possible deals by the view, at most {DEEP_SEARCH.most} for a card, {BEFORE} for a discard or a gift,"
    f" {2 * BEFORE} for a call",
}
