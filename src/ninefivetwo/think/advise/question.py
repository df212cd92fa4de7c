"""A question about a seat's next choice, with assumptions, an objective and limits on the work."""

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

MOST_WORLDS = 10**6  # maximum number of worlds played out for a choice; more would not fit in memory
#: The assumed share of arbitrary discards, by the dealer's level, where it differs from the likelihood's default.
FREE_DISCARDS = {Level.BEGINNER: 0.4}
TIE = 1e-6  # chance added per trick, so that choices with equal chances are ranked by tricks


class Limits(Struct, frozen=True):
    """Limits on the work of answering a question.

    `seconds` is an approximate time limit. Without a time limit, the answer depends only on the seed. `worlds` is the
    number of worlds in the final evaluation (1 to `MOST_WORLDS`), but calls use twice as many worlds. `threads` does
    not affect the figures, and None means one thread per core. `progress` is called with the number of worlds played
    out so far. If the time is up or `token` is cancelled, the best answer so far is returned. Raises AdviceError if a
    value is out of range.
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
    """Assumptions about the opponents and the hidden cards.

    `hints` is the player's knowledge from sources other than the view. `likelihood` weights each world by the
    probability of the other players' actions, or is None for equal weights. `opponents` has the skill levels of the
    other players.
    """

    hints: Hints | None = None
    likelihood: Likelihood | None = Likelihood()
    opponents: Opponents = CLUB_PLAYERS

    def __post_init__(self) -> None:
        check_fields(self, AdviceError)

    @property
    def weighing(self) -> Likelihood | None:
        """The likelihood to use, adjusted for the dealer's skill level."""
        free = FREE_DISCARDS.get(self.opponents.dealer, 0.0)
        if self.likelihood is None or self.likelihood.slip >= free:
            return self.likelihood
        return replace(self.likelihood, slip=free)

    def tables(self, seat: Seat) -> tuple[Policies, ...]:
        """Return the policies for playouts, with the learned policy at `seat` and opponents of the assumed levels."""
        return self.opponents.tables(seat, policy("learned"))


class Utility(Enum):
    """The quantity to maximise: the expected tricks, the chance of making the contract, or the score.

    In a single deal, the score is the number of tricks minus the contract. In a match with a known score, `SCORE` means
    the chance of winning the match.
    """

    TRICKS = "tricks"
    MAKE = "make"
    SCORE = "score"

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        no_member(cls, value, AdviceError)


class Objective(Struct, frozen=True):
    """The objective of a player in a deal. `match_score` is the score of the match before the deal."""

    utility: Utility = Utility.TRICKS
    match_score: MatchScore | None = None

    def __post_init__(self) -> None:
        check_fields(self, AdviceError)

    @property
    def in_chances(self) -> bool:
        """Whether the objective is a chance rather than a number of tricks or points."""
        return self.utility is Utility.MAKE or (self.utility is Utility.SCORE and self.match_score is not None)

    def worths(self, rules: RuleSet, values: RolloutValues) -> Floats:
        """Return the value of each choice in each world under this objective, with shape (worlds, choices)."""
        own, contract = values.tricks[:, :, values.seat], rules.contracts[values.seat]
        if self.utility is Utility.MAKE:
            return _with_ties_broken(values.makes(contract), own)
        if self.utility is Utility.SCORE:
            match = self.match_chances(rules, values)
            return own - contract if match is None else _with_ties_broken(match, own)
        return own

    def match_chances(self, rules: RuleSet, values: RolloutValues) -> Floats | None:
        """Return the chances of winning the match, with shape (worlds, choices), or None if the match score is unknown.

        In each world, the opponents are assumed to split the remaining tricks in proportion to their average tricks.
        Chances are interpolated linearly between whole numbers of tricks.
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
    """Return the chances with a tiny bonus for each trick, scaled so that no chance exceeds 1."""
    return (1 - TIE * TRICKS) * chances + TIE * tricks


class Question(Struct, frozen=True, dict=True):
    """A question about the best choice for the viewer, whose turn it is.

    `compared` is the user's own choice, which is always evaluated.
    """

    view: DealView
    limits: Limits = Limits()
    objective: Objective = Objective()
    assumptions: Assumptions = Assumptions()
    compared: Action | None = None

    def __post_init__(self) -> None:
        check_fields(self, AdviceError)

    def check(self) -> None:
        """Raise AdviceError if the match is over or its score is impossible."""
        if self.objective.match_score is not None:
            check_match_score(self.view.rules, self.objective.match_score)

    @cached_property
    def knowledge(self) -> Knowledge:
        """The seat's knowledge of the hidden cards. Raises KnowledgeError if the view is contradictory."""
        return Knowledge(self.view, hints=self.assumptions.hints)

    @property
    def varied(self) -> bool:
        """Whether the opponents' play varies, so that a choice can win different numbers of tricks in one world."""
        return self.assumptions.opponents.vary(self.view.due_turn.seat)

    def worths(self, values: RolloutValues) -> Floats:
        return self.objective.worths(self.view.rules, values)
