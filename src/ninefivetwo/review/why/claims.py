"""What an explanation is made of: claims that the engine has tested, without words (`render/review_why.py` has those).

Every field is a fact that a program can check: `benchmarks/check_explanations.py` does, by another road.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from ninefivetwo.cards import Card, Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Action


class Theme(Enum):
    """What a mistake comes down to: a fact that holds in the worlds in which it loses, and hardly loses without.

    `card` is what was played and `better` what was best.  The facts compare what is played after the one with what is
    played after the other.
    """

    WASTED = "high card wasted"  # a card that would win a trick falls now under a higher one of its suit
    LED_INTO_RUFF = "led into a ruff"  # the card led is ruffed at once

    @property
    def rank(self) -> int:
        """Its place: where several stand, the first tells most."""
        return list(Theme).index(self)

    @property
    def group(self) -> int:
        """Themes of one group say much the same; only one of them is named."""
        return self.rank


@dataclass(frozen=True)
class ProvenTheme:
    """A theme that stood the test, with the figures of fresh worlds: not those that picked it.

    seat: the other player whom the fact is about, such as who ruffs; None where it is about nobody else.  cards: of the
    player, those that the fact is about.  others: cards of the others, such as the ace that takes the queen.  share: of
    the worlds in which the fact holds.  loss: tricks lost by playouts, over all worlds; within: where the fact holds;
    without: where it does not, None where it holds everywhere.
    """

    theme: Theme
    seat: Seat | None
    cards: tuple[Card, ...]
    others: tuple[Card, ...]
    share: Estimate
    loss: Estimate
    within: Estimate
    without: Estimate | None


@dataclass(frozen=True)
class Reply:
    """What punishes a mistake on the real deal, exactly.

    line: the cards from the one after the mistake on; the last one is the reply, by `seat`.  Before the mistake its
    player was sure of `before` tricks of the whole deal, after the reply of `after`.  instead: cards that `seat` could
    have played in its place after which he would have been sure of more, none of which punishes.
    """

    seat: Seat
    line: tuple[tuple[Seat, Card], ...]
    before: int
    after: int
    instead: tuple[Card, ...]


@dataclass(frozen=True)
class Why:
    """Why a decision was a mistake that could have been found.

    better: what could be known to be best.  loss: by what could be known, in tricks (`Fair.loss`).  themes: at most
    two, the more telling first; none where no theme stands the test.  reply: what punishes it on the real deal; None
    where nothing does, or nothing in particular.  worlds, seed: those that the themes' figures come from.
    """

    better: Action
    loss: Estimate
    themes: tuple[ProvenTheme, ...]
    reply: Reply | None
    worlds: int
    seed: int
