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
    LED_INTO_RUFF = "led into a ruff"  # own tricks with the card led, which is ruffed at once
    OVERRUFFED = "overruffed"  # own tricks with the card, which ruffs and is overruffed
    WASTED = "high card wasted"  # own tricks with the card, which falls under a higher one in the current trick
    WINNER_THROWN = "winner thrown"  # own tricks with the card, which is thrown away in the current trick
    TRICK_MISSED = "trick missed"  # whether the player wins the current trick
    TOO_HIGH = "higher than needed"  # own tricks with both cards, each of which wins the current trick
    TRUMPS_NOT_DRAWN = "trumps not drawn"  # own tricks with cards ruffed later; the better card draws more trumps
    RUFFED = "ruffed later"  # own tricks with cards that are ruffed later
    GUARD_GONE = "guard gone"  # own tricks with cards that fall later because a guard of their suit was thrown
    FALLS = "falls later"  # own tricks with cards that fall under a higher card later
    STRANDED = "thrown later"  # own tricks with cards that are thrown on another suit without having won
    RUFFS_MISSED = "own ruffs"  # own tricks with trumps that ruff
    RUFFS_GIVEN = "ruffs given"  # ruffs by one opponent, or by both
    SET_UP = "suit set up"  # own tricks with the lower cards of a suit
    SUIT = "suit"  # own tricks in a suit
    SUIT_OPENED = "suit opened"  # tricks that opponents win in the suit led
    GUARD_THROWN = "guard thrown"  # tricks that opponents win in the suit of the card thrown
    SUIT_GIVEN = "suit given"  # tricks that opponents win in a suit
    SIDE_SUITS = "side suits"  # own tricks in all suits except trumps
    # The remaining themes apply to choices before the play. Cards *let go* are discarded or given by the choice made,
    # but kept by the better choice.
    SUIT_NOT_STOPPED = "suit not stopped"  # tricks that the opponents win in a suit at no-trump
    LONGER_TRUMPS = "longer trumps"  # own tricks with trumps; the better call has more of them
    STRONGER_TRUMPS = "stronger trumps"  # own tricks with trumps; the better call has no more of them
    OTHERS_RUFF = "others ruff"  # tricks that the opponents win by ruffing
    OTHERS_TRUMPS = "others' trumps"  # tricks that the opponents win with trumps
    SIDE_CARDS_WIN = "side cards win"  # own tricks with all cards except trumps
    TRUMP_BALANCE = "trump balance"  # own tricks with trumps minus opponents' ruffs; the better call has more trumps
    TRUMPS_LET_GO = "trumps let go"  # own tricks with trumps
    GUARD_LET_GO = "guard let go"  # own tricks in a suit; usually a kept card would win if guarded by the cards let go
    LONG_SUIT_BROKEN = "long suit broken"  # own tricks in a long suit; usually low cards that were let go would win
    WINNER_LET_GO = "winner let go"  # own tricks in a suit; usually a card that was let go would win
    VOID_NOT_MADE = "void not made"  # own ruffs in a suit that the better choice leaves void
    RETURN_WINS = "return wins"  # own tricks with the cards returned for a better gift
    EXCHANGED_WIN = "exchanged cards win"  # own tricks with returned cards, cards let go and cards given instead
    GIVEN_WINS = "given card wins"  # tricks that the receiver wins with the card given
    SUIT_WEAKENED = "suit weakened"  # own tricks in a suit from which cards were let go
    SUITS_WEAKENED = "suits weakened"  # own tricks in all suits from which cards were let go
    SUIT_LET_RUN = "suit let run"  # tricks that the opponents win in a suit from which cards were let go
    WINNERS_LET_GO = "winners let go"  # own tricks with the cards let go and those kept instead

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
    saves: additional tricks that the better choice wins, given what the player could know
    themes: the reasons that passed the test, most convincing first; empty if none did
    reply: the reply that punishes the mistake in the actual deal, by exact search; null if there is none
    worlds: number of worlds in which the reasons were tested
    seed: the seed of the worlds
    known: at most two facts from which the player could have found the better choice; absent in older reviews
    """

    better: ActionValue
    saves: Estimate
    themes: tuple[ProvenTheme, ...]
    reply: Reply | None
    worlds: int
    seed: int
    known: tuple[KnownFact, ...] | UnsetType = UNSET
