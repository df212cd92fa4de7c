"""The question that a seat asks about its choice: on which assumptions, with what aim, and within which limits."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import cached_property
from typing import NoReturn

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from ninefivetwo.cards import Seat
from ninefivetwo.checks import Duration, Natural, Positive, check_fields, no_member
from ninefivetwo.errors import AdviceError
from ninefivetwo.exact import CancelToken
from ninefivetwo.game import Action, DealView
from ninefivetwo.game.rules import TRICKS, RuleSet
from ninefivetwo.sets import Floats
from ninefivetwo.think.knowledge import Hints, Knowledge, Likelihood
from ninefivetwo.think.models.match_equity import MatchScore, chances, check_match_score
from ninefivetwo.think.playouts import Policies, policy
from ninefivetwo.think.playouts.opponents import CLUB_PLAYERS, Level, Opponents
from ninefivetwo.think.playouts.values import RolloutValues

MOST_WORLDS = 10**6  # that are played out for one choice: more would not fit in memory
#: The share of discards that are any cards, of a dealer of a level of whom more are than of the rest.
FREE_DISCARDS = {Level.BEGINNER: 0.4}
TIE = 1e-6  # of a chance, per trick: among choices with the same chance, the one that wins more tricks is taken


class Limits(Struct, frozen=True):
    """How much an answer may cost.

    worlds: how many are played out for the choices that are left in the end; twice as many for calls, which differ more
    from world to world.  seconds: roughly the longest time, after which the best answer so far is given; if None, the
    answer depends on the seed alone.  threads: None for one per core; the number changes no figure.  progress: called
    with the number of worlds played out so far.  token: once it is cancelled, the answer is the best so far.  Raises
    AdviceError for what is no such value: `worlds` are 1 to `MOST_WORLDS`, `seconds` and `seed` 0 or more, `threads` 1.
    """

    seconds: Duration | None = None
    worlds: int = 1000
    seed: Natural = 0
    threads: Positive | None = None
    progress: Callable[[int], None] | None = None
    token: CancelToken | None = None

    def __post_init__(self) -> None:
        check_fields(self, AdviceError)
        if not 1 <= self.worlds <= MOST_WORLDS:
            raise AdviceError(f"invalid number of worlds: {self.worlds} (expected 1 to {MOST_WORLDS})")


class Assumptions(Struct, frozen=True):
    """What is assumed about the hidden cards, beyond what the view shows, and about the players.

    hints: what the player knows from elsewhere.  likelihood: weighs each world by how well it explains what the other
    seats did; None gives all worlds the same weight.  opponents: who plays at the other seats.
    """

    hints: Hints | None = None
    likelihood: Likelihood | None = Likelihood()
    opponents: Opponents = CLUB_PLAYERS

    def __post_init__(self) -> None:
        check_fields(self, AdviceError)

    @property
    def weighing(self) -> Likelihood | None:
        """The likelihood, as it is where a player of the dealer's level has discarded."""
        free = FREE_DISCARDS.get(self.opponents.dealer, 0.0)
        if self.likelihood is None or self.likelihood.slip >= free:
            return self.likelihood
        return replace(self.likelihood, slip=free)

    def tables(self, seat: Seat) -> tuple[Policies, ...]:
        """The tables at which deals are played out for a seat, which itself plays by the learned policy."""
        return self.opponents.tables(seat, policy("learned"))


class Utility(Enum):
    """What is maximised: tricks on average, the chance of making the contract, or the score.

    The score of one deal is the number of tricks beyond the contract, so it asks for the same as tricks.  In a match
    whose score is known it is the chance of winning the match.
    """

    TRICKS = "tricks"
    MAKE = "make"
    SCORE = "score"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        no_member(cls, value, AdviceError)


class Objective(Struct, frozen=True):
    """What a player wants from a deal.

    match_score: the match before this deal; if given, `Utility.SCORE` is the chance of winning the match.
    """

    utility: Utility = Utility.TRICKS
    match_score: MatchScore | None = None

    def __post_init__(self) -> None:
        check_fields(self, AdviceError)

    @property
    def in_chances(self) -> bool:
        """Is the unit a chance?  Otherwise it is tricks or points."""
        return self.utility is Utility.MAKE or (self.utility is Utility.SCORE and self.match_score is not None)

    def worths(self, rules: RuleSet, values: RolloutValues) -> Floats:
        """What choices are worth to the seat that they are valued for, by world and choice."""
        own, contract = values.tricks[:, :, values.seat], rules.contracts[values.seat]
        if self.utility is Utility.MAKE:
            return _with_ties_broken(values.makes(contract), own)
        if self.utility is Utility.SCORE:
            match = self.match_chances(rules, values)
            return own - contract if match is None else _with_ties_broken(match, own)
        return own

    def match_chances(self, rules: RuleSet, values: RolloutValues) -> Floats | None:
        """The chance of winning the match, by world and choice; None if its score is not known.

        The other two seats share the tricks that this one does not win as they do on average in the world.  Between two
        whole numbers of tricks the chance is interpolated linearly.
        """
        if self.match_score is None:
            return None
        by_tricks, seat = chances(rules, self.match_score, values.seat), values.seat
        after, other = values.tricks[:, :, seat.next], values.tricks[:, :, seat.after(2)]
        share = np.clip(after / np.maximum(after + other, 1e-9), 0, 1)
        own = np.arange(TRICKS + 1)
        theirs = share[..., None] * (TRICKS - own)
        below = np.minimum(theirs.astype(int), TRICKS - own)
        above = np.minimum(below + 1, TRICKS - own)
        part = theirs - below
        by_own = by_tricks[own, below] * (1 - part) + by_tricks[own, above] * part
        return (values.chances * by_own).sum(axis=-1)


def _with_ties_broken(chances: Floats, tricks: Floats) -> Floats:
    """The chances, made larger by next to nothing for more tricks; none exceeds 1."""
    return (1 - TIE * TRICKS) * chances + TIE * tricks


class Question(Struct, frozen=True, dict=True):
    """Which choice should a seat make, whose turn it is in this view of a deal?

    compared: a choice that is evaluated in any case, the user's own.
    """

    view: DealView
    limits: Limits = Limits()
    objective: Objective = Objective()
    assumptions: Assumptions = Assumptions()
    compared: Action | None = None

    def __post_init__(self) -> None:
        check_fields(self, AdviceError)

    def check(self) -> None:
        """Raises AdviceError if no deal is played at the score of the match, for example because the match is over."""
        if self.objective.match_score is not None:
            check_match_score(self.view.rules, self.objective.match_score)

    @cached_property
    def knowledge(self) -> Knowledge:
        """What the seat knows about the hidden cards.  Raises KnowledgeError for a contradiction."""
        return Knowledge(self.view, hints=self.assumptions.hints)

    @property
    def varied(self) -> bool:
        """Can a choice win different numbers of tricks in one world, as the opponents may play in different ways?"""
        return self.assumptions.opponents.vary(self.view.due_turn.seat)

    def worths(self, values: RolloutValues) -> Floats:
        """What choices are worth for the objective, by world and choice."""
        return self.objective.worths(self.view.rules, values)
