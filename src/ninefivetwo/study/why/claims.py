"""The tested claims that explain a mistake; `words/review_why.py` turns the claims into sentences.

A program can check every field; benchmarks/JOURNAL.md has the results of a check.
"""

from __future__ import annotations

from enum import Enum

from ninefivetwo.cards import Card, Seat, Suit
from ninefivetwo.codec import Part
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Action
from ninefivetwo.study.known import KnownFact


class Theme(Enum):
    """The possible reasons for a mistake, in order of priority; the first reason that passes the test is reported.

    Each theme compares a count of tricks after the actual choice with the count after the better choice. Most themes
    count tricks that the player wins (`own`), so a higher count is better. The other themes count tricks that the
    opponents win, so a lower count is better.
    """

    RUFF_MISSED = "ruff missed"  # the player fails to win the current trick by ruffing
    LED_INTO_RUFF = "led into a ruff"  # the card that the player leads is ruffed in the same trick
    OVERRUFFED = "overruffed"  # the player ruffs the current trick, and an opponent overruffs
    WASTED = "high card wasted"  # the player loses a high card in the current trick
    WINNER_THROWN = "winner thrown"  # the player throws a winner on another suit
    TRICK_MISSED = "trick missed"  # the player fails to win the current trick
    TOO_HIGH = "higher than needed"  # the player wins the current trick with a card that is higher than necessary
    TRUMPS_NOT_DRAWN = "trumps not drawn"  # the player's cards are ruffed with trumps that should have been drawn
    RUFFED = "ruffed later"  # the player's cards are ruffed in later tricks
    GUARD_GONE = "guard gone"  # the player's cards fall in later tricks because their guard has been thrown
    FALLS = "falls later"  # the player's cards fall under higher cards in later tricks
    STRANDED = "thrown later"  # the player's cards are thrown on other suits in later tricks
    RUFFS_MISSED = "own ruffs"  # the player wins fewer tricks by ruffing
    RUFFS_GIVEN = "ruffs given"  # one or both opponents win more tricks by ruffing
    SET_UP = "suit set up"  # the player wins fewer tricks with the lower cards of a suit
    SUIT = "suit"  # the player wins fewer tricks with the cards of a suit
    SUIT_OPENED = "suit opened"  # the opponents win more tricks in the suit that the player led
    GUARD_THROWN = "guard thrown"  # the opponents win more tricks in the suit of the card that the player threw
    SUIT_GIVEN = "suit given"  # the opponents win more tricks in a suit
    SIDE_SUITS = "side suits"  # the player wins fewer tricks with side-suit cards
    # The remaining themes apply to choices before the play. Cards *let go* are those that the choice made discards or
    # gives, while the better choice keeps them.
    SUIT_NOT_STOPPED = "suit not stopped"  # the opponents win more tricks in a suit at no-trump
    LONGER_TRUMPS = "longer trumps"  # the player wins fewer tricks with trumps; the better call has more trumps
    STRONGER_TRUMPS = "stronger trumps"  # the player wins fewer tricks with trumps; the better call has no more trumps
    OTHERS_RUFF = "others ruff"  # the opponents win more tricks by ruffing
    OTHERS_TRUMPS = "others' trumps"  # the opponents win more tricks with trumps
    SIDE_CARDS_WIN = "side cards win"  # the player wins fewer tricks with cards other than trumps
    TRUMP_BALANCE = "trump balance"  # the player's trump tricks exceed the opponents' ruffs by less
    TRUMPS_LET_GO = "trumps let go"  # the player wins fewer tricks with trumps after discarding trumps
    GUARD_LET_GO = "guard let go"  # the player wins fewer tricks in a suit after letting go the guard of a winner
    LONG_SUIT_BROKEN = "long suit broken"  # the player lets go a low card of a long suit that would usually win a trick
    WINNER_LET_GO = "winner let go"  # the player lets go a card that would usually win a trick
    VOID_NOT_MADE = "void not made"  # the player wins fewer tricks by ruffing because the better choice makes a void
    RETURN_WINS = "return wins"  # the player wins fewer tricks with the cards that are returned
    EXCHANGED_WIN = "exchanged cards win"  # the player wins fewer tricks with the cards given and returned
    GIVEN_WINS = "given card wins"  # the receiver of a card wins more tricks with that card
    SUIT_WEAKENED = "suit weakened"  # the player wins fewer tricks in a suit after letting go some of its cards
    SUITS_WEAKENED = "suits weakened"  # the player wins fewer tricks in several suits after letting go cards of each
    SUIT_LET_RUN = "suit let run"  # the opponents win more tricks in a suit after the player throws some of its cards
    WINNERS_LET_GO = "winners let go"  # the player keeps cards that win fewer tricks than the cards let go

    @property
    def rank(self) -> int:
        """The priority of the theme: its index in the list of all themes."""
        return list(Theme).index(self)

    @property
    def own(self) -> bool:
        """Whether the theme counts the player's own tricks, so that a higher count is better."""
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
    """A tested reason for a mistake: a count of tricks that is worse after the mistake and explains the loss.

    The figures come from worlds that were not used to select the theme.

    theme: the kind of reason, which determines the tricks that are counted
    seat: the opponent whom the count concerns; null if the count concerns neither opponent or both opponents
    cards: the player's cards that the count concerns
    after: the mean count after the actual choice
    instead: the mean count after the better choice
    loss: average number of tricks lost in the playouts
    same: average number of tricks lost in worlds with the same count after both choices; null without such worlds
    changed: share of the worlds in which the two counts differ
    suit: the suit that the count concerns; null if the count concerns no single suit
    fate: the usual fate of the cards when they win fewer tricks, such as `falls` or `ruffed`; null without a usual fate
    fated: share of the worlds with a worse count in which the cards have this fate; null if `fate` is null
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
        """The share of the loss that occurs in worlds with the same count after both choices."""
        return 0.0 if self.same is None else self.same.mean * (1 - self.changed.mean) / self.loss.mean


class Reply(Part, frozen=True):
    """The reply that punishes a mistake in the actual deal, found by exact search.

    seat: the seat that replies
    line: the cards after the mistake, up to and including the reply
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
    """The reason why a decision was an avoidable mistake, based on facts that were tested in separate worlds.

    better: the best choice, given the player's knowledge
    gain: expected tricks gained by the better choice, given the player's knowledge
    themes: the reasons that passed the test, most convincing first; empty if no reason passed
    reply: the reply that punishes the mistake in the actual deal; null if there is no such reply
    worlds: number of worlds in which the reasons were tested
    seed: the random seed for sampling the worlds
    known: at most two facts that point to the better choice
    """

    better: Action
    gain: Estimate
    themes: tuple[ProvenTheme, ...]
    reply: Reply | None
    worlds: int
    seed: int
    known: tuple[KnownFact, ...]
