"""The computer players, one class for each level, and their version, which the records of their deals name.

The club computer player always makes the same choice in the same view, but human club players differ. `club_chances`
models them as a population, with the probability of each choice. The learned policy's probabilities describe their
plays. Fitted values describe their calls, discards and gifts. The probabilities are calibrated: of the choices with
probability 70 %, 70 % are as good as the best choice (temperature scaling; Guo, Pleiss, Sun and Weinberger, On
calibration of modern neural networks, ICML 2017).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random

import numpy as np

from ninefivetwo.cards import Card, Hand, Seat, Suit, Trump
from ninefivetwo.checks import Natural, checked
from ninefivetwo.errors import AdviceError, PlayersError
from ninefivetwo.evaluation import sum_in_order
from ninefivetwo.game import (
    Action,
    Call,
    DealView,
    Discard,
    DiscardTurn,
    Give,
    GiveTurn,
    Play,
    PlayTurn,
    YesNoTurn,
    known_cards,
)
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.sets import Floats, Sets, lanes_of, lowest
from ninefivetwo.think.advise import Assumptions, Limits, Objective, Question, Utility, advise, learned_action
from ninefivetwo.think.advise.search import Search, search
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.models.exchange import (
    call_worths,
    discard_tables,
    hand_worths,
    hands_of_lanes,
    modelled_calls,
    pair_tables,
)
from ninefivetwo.think.models.match_equity import MatchScore
from ninefivetwo.think.playouts import policy
from ninefivetwo.think.playouts.policies import CARELESS
from ninefivetwo.think.playouts.views import view_of
from ninefivetwo_solver.playout import probabilities


class Player(ABC):
    """The base class of computer players. A subclass needs only the method `act`:

        class Cautious(Player):
            def act(self, view):
                return min(view.due_turn.actions(), key=str)  # the first of all legal actions

    Between decisions, a player keeps only the state of its random numbers, so one player may play several seats.
    `match_score` is set before each deal, in the deal's seat order; it is None outside a match.
    """

    match_score: MatchScore | None = None

    @checked(PlayersError)
    def __init__(self, seed: Natural = 0) -> None:
        self._random = Random(seed)

    @checked(PlayersError)
    def reseed(self, seed: Natural) -> None:
        """Restart the player's random numbers from a seed."""
        self._random = Random(seed)

    @abstractmethod
    def act(self, view: DealView) -> Action:
        """Return a legal action for the viewer, whose turn it must be."""


class RandomPlayer(Player):
    """A player who makes random legal choices; an optional gift's size is drawn before its cards."""

    def act(self, view: DealView) -> Action:
        turn = view.due_turn
        return turn.draw(self._random)


class RulePlayer(Player):
    """A deterministic player who follows the rules of thumb."""

    def act(self, view: DealView) -> Action:
        return heuristic_action(view)


LOWEST = 0.5  # share of a beginner's discards and gifts that consist of the lowest cards


class BeginnerPlayer(Player):
    """A player who follows the rules of thumb without counting cards, and makes random slips.

    A quarter of the cards played are random. Half of the discards and gifts are simply the lowest cards.
    """

    def act(self, view: DealView) -> Action:
        turn, drawn = view.turn, self._random.random()
        match turn:
            case PlayTurn() if drawn < CARELESS:
                return turn.draw(self._random)
            case DiscardTurn() | GiveTurn() if drawn < LOWEST:
                return _lowest(turn)
        return heuristic_action(_uncounted(view))

    def chances(self, view: DealView) -> dict[Action, float]:
        """Return the probability of each possible action."""
        turn, chances = view.due_turn, dict[Action, float]()
        match turn:
            case PlayTurn():
                chances = dict.fromkeys(turn.actions(), CARELESS / turn.count())
            case DiscardTurn() | GiveTurn():
                chances = {_lowest(turn): LOWEST}
        by_rule = heuristic_action(_uncounted(view))
        return chances | {by_rule: chances.get(by_rule, 0.0) + 1 - sum_in_order(chances.values())}


def _lowest(turn: DiscardTurn | GiveTurn) -> Action:
    """Return the discard or gift of the lowest cards."""
    if isinstance(turn, GiveTurn):
        return Give.in_order(turn.seat, _low_first(turn.held), turn.owed)
    return Discard(turn.seat, Hand.of(_low_first(turn.held)[: turn.number]))


def _low_first(hand: Hand) -> list[Card]:
    """Return the cards from the lowest rank to the highest, regardless of suit and trump."""
    return sorted(hand, key=lambda card: (card.rank, card.suit))


def _uncounted(view: DealView) -> DealView:
    """Return the view without the cards of earlier tricks."""
    gone = 3 * sum(view.won)
    cards = view.plays
    before = tuple(event for event in view.events if not isinstance(event, Play))
    return replace(view, events=(*before, *cards[gone:]))


class ClubPlayer(Player):
    """A deterministic player who plays cards by the learned policy and makes other choices by the fitted model."""

    def act(self, view: DealView) -> Action:
        return learned_action(view)


SEARCH = Search(first=30, most=480, enough=0.04)  # settings of the search for a card to play


class ExpertPlayer(ClubPlayer):
    """A player who chooses cards by `search` without a time limit, and otherwise plays like a club player."""

    looks = SEARCH

    def __init__(self, seed: int, assumptions: Assumptions | None = None) -> None:
        super().__init__(seed)
        self._assumptions = assumptions or Assumptions()

    @property
    def objective(self) -> Objective:
        """The objective of this player: tricks."""
        return Objective()

    def act(self, view: DealView) -> Action:
        if not self.weighs(view):
            return super().act(view)
        limits = Limits(None, BEFORE, self._random.getrandbits(60), threads=1)
        question = Question(view, limits, self.objective, self._assumptions)
        return search(question, self.looks) if isinstance(view.turn, PlayTurn) else advise(question).recommended.action

    def weighs(self, view: DealView) -> bool:
        """Whether the player samples possible deals for this decision."""
        turn = view.due_turn
        return isinstance(turn, PlayTurn) and turn.count() > 1


DEEP_SEARCH = Search(first=60, most=960, enough=0.01)
BEFORE = 1000  # number of worlds for a discard or gift; calls use twice as many


class MasterPlayer(ExpertPlayer):
    """A player who plays to win the match, and chooses by search or advice, except between yes and no."""

    looks = DEEP_SEARCH

    @property
    def objective(self) -> Objective:
        """The objective of this player: the chance of winning the match, or points outside a match."""
        return Objective(Utility.SCORE, self.match_score)

    def weighs(self, view: DealView) -> bool:
        turn = view.due_turn
        return not isinstance(turn, YesNoTurn) and turn.count() > 1


#: For each name, a function that makes the player from a seed: `random`, then the levels from weakest to strongest.
PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "beginner": BeginnerPlayer,
    "rule": lambda seed: RulePlayer(),
    "club": ClubPlayer,
    "expert": ExpertPlayer,
    "master": MasterPlayer,
}

#: The number of possible deals that a level plays out for a decision; levels that are not listed play out none.
WORLDS_RULES = {
    "expert": f"possible deals by the view, at most {SEARCH.most} for a card",
    "master": f"possible deals by the view, at most {DEEP_SEARCH.most} for a card, {BEFORE} for a discard or a gift,"
    f" {2 * BEFORE} for a call",
}


# The version.

#: Increase this number when a level plays differently although no model has changed.
REVISION = 5
VERSION_DIGITS = 12


@cache
def players_version() -> str:
    """Return the first 12 hexadecimal digits of a SHA-256 hash of all model files."""
    digest = sha256(f"ninefivetwo players {REVISION}".encode())
    models = (path for path in Path(__file__).parents[1].rglob("*") if path.suffix in (".json", ".npz"))
    for path in sorted(models, key=lambda path: path.name):
        content = path.read_bytes()
        if path.suffix == ".json":
            content = content.replace(b"\r\n", b"\n")  # a checkout on Windows may have changed the line endings
        digest.update(f"\n{path.name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:VERSION_DIGITS]


#: The sharpness of club players' choices, fitted by benchmarks/grades.py: for cards, the exponent applied to the
#: policy's probabilities; for other choices, the increase in log probability per trick.
SHARPNESS: dict[type[Action], float] = {Play: 2.3, Call: 3.0, Discard: 10.0, Give: 16.0}


def club_chances(view: DealView, choices: Sequence[Sequence[Action]], sharpness: float | None = None) -> Floats:
    """Return the share of club players who make each of the viewer's choices. The shares sum to 1.

    Each choice is a list of equivalent actions, such as plays of touching cards.
    """
    sharp = sharpness or SHARPNESS[type(choices[0][0])]
    if isinstance(choices[0][0], Play):
        chances = probabilities(policy("learned"), view_of(view), sharp)[0]
        found = np.array([sum(chances[each.card.index] for each in same if isinstance(each, Play)) for same in choices])
    else:
        worths = np.array([_worth(view, same[0]) for same in choices])
        found = np.exp(sharp * (worths - worths.max()))
    shares: Floats = found / found.sum()
    return shares


def _worth(view: DealView, choice: Action) -> float:
    """Return the fitted value of a call, discard or gift in tricks; only differences are meaningful."""
    held = view.due_turn.held
    match choice:
        case Call(trump=call):
            kitty = view.kitty if isinstance(view.kitty, Hand) else None
            return float(call_worths(_row(held | (kitty or Hand())), call, kitty_seen=kitty is not None)[0])
        case Discard(cards=cards):
            (now,) = modelled_calls(_row(held), view.rules.trumps(), kitty_seen=len(held) > TRICKS)
            trump = Trump(int(now)) if view.trump is None else view.trump
            tables = discard_tables(trump, blind=len(held) == TRICKS)
            return float(hand_worths(lanes_of(_row(held - known_cards(cards))), trump, tables)[0])
        case Give():
            return _worth_of_gift(held, choice)
    raise AdviceError(f"not a choice before the play: {choice}")


def _worth_of_gift(held: Hand, gift: Give) -> float:
    """Return the fitted value of a gift in tricks; only differences are meaningful.

    The model was fitted to gifts of the lowest cards in suits. Every other card in a gift counts as a loss of one
    trick.
    """
    lanes, given, worth = lanes_of(_row(held))[:, 0], np.array([0] * len(Suit)), 0.0
    for receiver, cards in zip(Seat, map(known_cards, gift.cards), strict=True):
        if cards:
            tables = pair_tables(gift.seat, receiver, sum(map(len, gift.cards)))
            after = given + np.array([len(cards.only(suit)) for suit in Suit])
            worth += float((tables[after, lanes] - tables[given, lanes]).sum())
            given = after
    low = hands_of_lanes(
        np.array([lowest(int(number))[lane] for number, lane in zip(given, lanes, strict=True)])[:, None]
    )
    return worth - len(Hand.of(card for cards in gift.cards for card in known_cards(cards)) - Hand(int(low[0])))


def _row(hand: Hand) -> Sets:
    return np.array([hand.cards], dtype=np.uint64)
