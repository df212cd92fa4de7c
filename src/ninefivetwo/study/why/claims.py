"""The parts of an explanation: claims that have been tested; `words/review_why.py` puts them into words.

Every field is a fact that a program can check; benchmarks/JOURNAL.md has the results of such a check.
"""

from __future__ import annotations

from enum import Enum

from msgspec import UNSET, UnsetType

from ninefivetwo.cards import Card, Seat, Suit
from ninefivetwo.codec import ActionValue, Part
from ninefivetwo.evaluation import Estimate
from ninefivetwo.study.known import KnownFact


class Theme(Enum):
    """The reasons for a mistake, in order of priority: if several pass the test, the first in this list is reported.

    Each theme is a count that is compared after the choice made and after the better choice. Most themes count tricks
    that the player wins with the cards named (`own`), where more is better. The other themes count tricks of the
    opponents, where fewer is better.
    """

    RUFF_MISSED = "ruff missed"  # whether the player wins the current trick by ruffing
    LED_INTO_RUFF = "led into a ruff"  # the card led is ruffed at once; the theme counts the tricks it wins
    OVERRUFFED = "overruffed"  # the trump played is overruffed; the theme counts the tricks it wins
    WASTED = "high card wasted"  # a high card falls under a higher one; the theme counts the tricks it wins
    WINNER_THROWN = "winner thrown"  # a winner is thrown away; the theme counts the tricks it wins
    TRICK_MISSED = "trick missed"  # whether the player wins the current trick
    TOO_HIGH = "higher than needed"  # a lower card would win the current trick too; the theme counts the tricks of both
    TRUMPS_NOT_DRAWN = "trumps not drawn"  # cards are ruffed with undrawn trumps; the theme counts the tricks they win
    RUFFED = "ruffed later"  # cards are ruffed in later tricks; the theme counts the tricks they win
    GUARD_GONE = "guard gone"  # cards fall because their guard was thrown; the theme counts the tricks they win
    FALLS = "falls later"  # cards fall under higher ones in later tricks; the theme counts the tricks they win
    STRANDED = "thrown later"  # cards are thrown on another suit in later tricks; the theme counts the tricks they win
    RUFFS_MISSED = "own ruffs"  # tricks that the player wins by ruffing
    RUFFS_GIVEN = "ruffs given"  # tricks that one opponent, or both, win by ruffing
    SET_UP = "suit set up"  # tricks that the player wins with the lower cards of a suit
    SUIT = "suit"  # tricks that the player wins in a suit
    SUIT_OPENED = "suit opened"  # tricks that opponents win in the suit led
    GUARD_THROWN = "guard thrown"  # tricks that opponents win in the suit of the card thrown
    SUIT_GIVEN = "suit given"  # tricks that opponents win in a suit
    SIDE_SUITS = "side suits"  # tricks that the player wins in all suits except trumps
    # The remaining themes apply to choices before the play. Cards *let go* are discarded or given by the choice made,
    # but kept by the better choice.
    SUIT_NOT_STOPPED = "suit not stopped"  # tricks that the opponents win in a suit at no-trump
    LONGER_TRUMPS = "longer trumps"  # tricks that the player wins with trumps, of which the better call has more
    STRONGER_TRUMPS = "stronger trumps"  # tricks that the player wins with trumps, of which the better call has no more
    OTHERS_RUFF = "others ruff"  # tricks that the opponents win by ruffing
    OTHERS_TRUMPS = "others' trumps"  # tricks that the opponents win with trumps
    SIDE_CARDS_WIN = "side cards win"  # tricks that the player wins with cards other than trumps
    TRUMP_BALANCE = "trump balance"  # own tricks with trumps minus opponents' ruffs, if the better call has more trumps
    TRUMPS_LET_GO = "trumps let go"  # tricks that the player wins with trumps
    GUARD_LET_GO = "guard let go"  # the cards let go would usually guard a winner; the theme counts tricks in the suit
    LONG_SUIT_BROKEN = "long suit broken"  # low cards let go would usually win; the theme counts tricks in their suit
    WINNER_LET_GO = "winner let go"  # a card let go would usually win; the theme counts tricks in its suit
    VOID_NOT_MADE = "void not made"  # the player's ruffs in a suit in which the better choice makes a void
    RETURN_WINS = "return wins"  # tricks won with the cards that the player gets back for the better gift
    EXCHANGED_WIN = "exchanged cards win"  # tricks won with cards returned, cards let go, and cards given instead
    GIVEN_WINS = "given card wins"  # tricks that the receiver wins with the card given
    SUIT_WEAKENED = "suit weakened"  # tricks that the player wins in a suit from which cards were let go
    SUITS_WEAKENED = "suits weakened"  # tricks that the player wins in all suits from which cards were let go
    SUIT_LET_RUN = "suit let run"  # tricks that the opponents win in a suit from which cards were let go
    WINNERS_LET_GO = "winners let go"  # tricks won with the cards let go and with those kept instead

    @property
    def rank(self) -> int:
        """The priority of the theme: its index in the list of all themes."""
        return list(Theme).index(self)

    @property
    def own(self) -> bool:
        """Whether the theme counts the player's own tricks, where more is better."""
        return self not in _OF_OTHERS

    @property
    def before_play(self) -> bool:
        """Whether the theme applies to calls, discards and gifts."""
        return self.rank >= Theme.SUIT_NOT_STOPPED.rank


_OF_OTHERS = {Theme.RUFFS_GIVEN, Theme.SUIT_OPENED, Theme.GUARD_THROWN, Theme.SUIT_GIVEN} | {
    Theme.SUIT_NOT_STOPPED,
    Theme.OTHERS_RUFF,
    Theme.OTHERS_TRUMPS,
    Theme.GIVEN_WINS,
    Theme.SUIT_LET_RUN,
}


class ProvenTheme(Part, frozen=True):
    """A tested reason for a mistake: a count that is worse after the mistake, without loss in worlds with equal counts.

    The figures come from worlds that were not used to select the theme.

    theme: the kind of tricks that are counted
    seat: the opponent whom the count concerns; null if it concerns neither opponent or both
    cards: the player's cards that the count concerns
    after: the mean count after the choice made
    instead: the mean count after the better choice
    loss: tricks lost in playouts, over all worlds
    same: tricks lost in the worlds in which the count is the same after both choices; null if there are none
    changed: share of the worlds in which the count differs
    suit: the suit in which the opponents' tricks count; null if the player's own tricks count
    fate: the usual fate of the cards when they win fewer tricks, such as falls or ruffed; null if there is none
    fated: share of the worlds with a worse count in which the cards have that fate; null if there is none
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
        """The share of the loss that occurs in worlds in which the count is the same after both choices."""
        return 0.0 if self.same is None else self.same.mean * (1 - self.changed.mean) / self.loss.mean


class Reply(Part, frozen=True):
    """The reply that punishes a mistake in the actual deal, found by exact search.

    seat: the seat that replies
    line: the cards after the mistake, ending with the reply
    before: the player's guarantee before the mistake
    after: the player's guarantee after the reply
    instead: the cards of the replying seat that would have restored the player's guarantee
    """

    seat: Seat
    line: tuple[Card, ...]
    before: int
    after: int
    instead: tuple[Card, ...]


class Why(Part, frozen=True):
    """The reason why a decision was an avoidable mistake: facts that were tested in separate worlds.

    better: the best choice, given what the player could know
    gain: additional tricks that the better choice wins, given what the player could know
    themes: the reasons that passed the test, most convincing first; empty if none did
    reply: the reply that punishes the mistake in the actual deal, by exact search; null if there is none
    worlds: number of worlds in which the reasons were tested
    seed: the seed of the worlds
    known: at most two facts from which the player could have found the better choice; absent in older reviews
    """

    better: ActionValue
    gain: Estimate
    themes: tuple[ProvenTheme, ...]
    reply: Reply | None
    worlds: int
    seed: int
    known: tuple[KnownFact, ...] | UnsetType = UNSET
