"""What an explanation is made of: claims that the engine has tested, without words (`words/review_why.py` has those).

Every field is a fact that a program can check; benchmarks/JOURNAL.md has what such a check found.
"""

from __future__ import annotations

from enum import Enum

from msgspec import UNSET, UnsetType

from ninefivetwo.cards import Card, Seat, Suit
from ninefivetwo.codec import ActionValue, Part
from ninefivetwo.evaluation import Estimate
from ninefivetwo.study.known import KnownFact


class Theme(Enum):
    """What a mistake comes down to; where several stand the test, the first here is named.

    A theme counts something in the line after the card that was played, and in the line after the better one: mostly
    tricks that the player wins with the cards that it names (`own`), the more the better.
    """

    RUFF_MISSED = "ruff missed"  # a trump would win this trick
    LED_INTO_RUFF = "led into a ruff"  # own: the card led is ruffed at once
    OVERRUFFED = "overruffed"  # own: the card ruffs, and a higher trump takes it
    WASTED = "high card wasted"  # own: the card falls under a higher one now
    WINNER_THROWN = "winner thrown"  # own: the card is thrown away now
    TRICK_MISSED = "trick missed"  # the better card wins this trick
    TOO_HIGH = "higher than needed"  # own: the better card wins this trick too, and the one played would win another
    TRUMPS_NOT_DRAWN = "trumps not drawn"  # own: they are ruffed later; after the better card more trumps are drawn
    RUFFED = "ruffed later"  # own: they are ruffed later
    GUARD_GONE = "guard gone"  # own: they fall under a higher card once another of their suit is thrown
    FALLS = "falls later"  # own: they fall under a higher card
    STRANDED = "thrown later"  # own: they are thrown on another suit, never having won
    RUFFS_MISSED = "own ruffs"  # own: trumps that ruff
    RUFFS_GIVEN = "ruffs given"  # tricks that another seat, or both, win by ruffing; the fewer the better
    SET_UP = "suit set up"  # own: lower cards of a suit
    SUIT = "suit"  # own: a suit
    SUIT_OPENED = "suit opened"  # tricks that another seat wins in the suit led; the fewer the better
    GUARD_THROWN = "guard thrown"  # the same of the suit of the card thrown away
    SUIT_GIVEN = "suit given"  # the same of a suit
    SIDE_SUITS = "side suits"  # own: all suits but trumps
    # Before the play.  Let go is what is thrown or given by the choice made, and kept by the better one.
    SUIT_NOT_STOPPED = "suit not stopped"  # tricks that the others win with a suit at no-trump; the fewer the better
    LONGER_TRUMPS = "longer trumps"  # own: trumps, of which the better call has more
    STRONGER_TRUMPS = "stronger trumps"  # own: trumps, of which it has no more
    OTHERS_RUFF = "others ruff"  # tricks that the others win by ruffing; the fewer the better
    OTHERS_TRUMPS = "others' trumps"  # tricks that the others win with trumps; the fewer the better
    SIDE_CARDS_WIN = "side cards win"  # own: all cards but trumps
    TRUMP_BALANCE = "trump balance"  # own: trumps, of which the better call has more, less the ruffs of the others
    TRUMPS_LET_GO = "trumps let go"  # own: trumps
    GUARD_LET_GO = "guard let go"  # own: a suit; mostly one that is kept wins with those beside it that are let go
    LONG_SUIT_BROKEN = "long suit broken"  # own: a long suit; mostly low ones that are let go would win
    WINNER_LET_GO = "winner let go"  # own: a suit; mostly one that is let go would win
    VOID_NOT_MADE = "void not made"  # own: trumps that ruff a suit of which the better choice leaves none
    RETURN_WINS = "return wins"  # own: what comes back for the cards given instead, or all that comes back
    EXCHANGED_WIN = "exchanged cards win"  # own: what comes back, those let go, and those given instead
    GIVEN_WINS = "given card wins"  # tricks that the receiver wins with it; the fewer the better
    SUIT_WEAKENED = "suit weakened"  # own: a suit of which some are let go
    SUITS_WEAKENED = "suits weakened"  # own: the suits of which some are let go
    SUIT_LET_RUN = "suit let run"  # tricks that the others win with it; the fewer the better
    WINNERS_LET_GO = "winners let go"  # own: those let go, and those that are kept in their place

    @property
    def rank(self) -> int:
        """Its place among all."""
        return list(Theme).index(self)

    @property
    def own(self) -> bool:
        """Does it count tricks of the player, of which more are better?"""
        return self not in _OF_OTHERS

    @property
    def before_play(self) -> bool:
        """Is it a theme of calls, discards and gifts?"""
        return self.rank >= Theme.SUIT_NOT_STOPPED.rank


_OF_OTHERS = {Theme.RUFFS_GIVEN, Theme.SUIT_OPENED, Theme.GUARD_THROWN, Theme.SUIT_GIVEN} | {
    Theme.SUIT_NOT_STOPPED,
    Theme.OTHERS_RUFF,
    Theme.OTHERS_TRUMPS,
    Theme.GIVEN_WINS,
    Theme.SUIT_LET_RUN,
}


class ProvenTheme(Part, frozen=True):
    """What a mistake comes down to: a count that is worse after it, and without whose change nothing is lost.

    Its figures are those of fresh worlds, not of those that picked it.

    theme: what is counted
    seat: the other player whom it is about; null where it is about none, or both
    cards: the player's cards that count
    after: the mean count after what was chosen
    instead: the mean count after what was better
    loss: tricks lost by playouts, over all worlds
    same: tricks lost in the worlds in which the count is the same after both; null where there are none
    changed: share of the worlds in which the count is not the same
    suit: of the others' tricks that count; null where it counts the player's
    fate: what mostly becomes of the cards where they win fewer: falls, ruffed, overruffed, thrown; null if not told
    fated: in how many of these worlds; null if not told
    """

    theme: Theme
    seat: Seat | None
    cards: tuple[Card, ...]
    after: Estimate
    instead: Estimate
    loss: Estimate
    same: Estimate | None
    changed: Estimate
    suit: Suit | None = None
    fate: str | None = None
    fated: Estimate | None = None

    @property
    def carried(self) -> float:
        """The part of the loss that is in the worlds in which the count is the same."""
        return 0.0 if self.same is None else self.same.mean * (1 - self.changed.mean) / self.loss.mean


class Reply(Part, frozen=True):
    """What punishes a mistake on the real deal, exactly.

    seat: whose reply it is
    line: the cards after the mistake, the last of which is the reply
    before: tricks that the player was sure of before the mistake
    after: tricks that he is sure of after the reply
    instead: other cards of that seat, after each of which he would be sure of as many as before
    """

    seat: Seat
    line: tuple[Card, ...]
    before: int
    after: int
    instead: tuple[Card, ...]


class Why(Part, frozen=True):
    """Why a decision was a mistake that could have been found: facts, each tested in worlds of its own.

    better: what could be known to be best
    saves: tricks that it saves, by what could be known
    themes: the more telling first; none where none stands the test
    reply: what punishes the mistake on the real deal, exactly; null where nothing in particular does
    worlds: how many worlds the themes were looked for in
    seed: of these worlds
    known: by what one could have known, at most two facts; absent in reviews made before there were any
    """

    better: ActionValue
    saves: Estimate
    themes: tuple[ProvenTheme, ...]
    reply: Reply | None
    worlds: int
    seed: int
    known: tuple[KnownFact, ...] | UnsetType = UNSET
