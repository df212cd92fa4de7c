"""The claims that explain a mistake, and their test: worlds with equal counts of tricks must lose almost nothing.

A `Tally` has two counts for each world: after the actual choice and after the better choice. A tally is accepted as the
reason for the loss only if worlds with equal counts contribute almost nothing to the loss, positive or negative. Worlds
with a worse count after the actual choice must have a clear loss, and worlds with a better count must contribute almost
nothing. The difference of the counts must be 0.7 to 1.4 times the loss for the player's own tricks, and 0.5 to 2 times
the loss for other counts.

A choice before the play usually changes several counts. Before the play, a tally only has to account for most of the
loss, and worlds with equal counts may favor the actual choice.

Half of the worlds select a theme. The other half confirms the theme and provides the reported figures.

A program can check every field of a claim; benchmarks/JOURNAL.md has the results of a check. `words/review_why.py`
turns claims into sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum

import numpy as np
from msgspec import Struct

from ninefivetwo.cards import Card, Seat, Suit
from ninefivetwo.codec import Part
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Action
from ninefivetwo.sets import Floats
from ninefivetwo.study.known import KnownFact
from ninefivetwo.study.why.lines import Choice, Compared, Counts, Flags, PlayedLines
from ninefivetwo.think.playouts.values import DistinctWorlds, estimate


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


FRESH = 952_000_001  # added to the seed, because the worlds of the fair price selected the better choice
MOSTLY = 0.7  # a property is reported if at least this share of the worlds with a worse count have it
CLEAR = 2.0  # minimum loss in standard errors
WITHIN = 0.5  # minimum loss, in tricks, in worlds with a worse theme count
MOST_LUCK = 0.1  # maximum share of the loss that comes from worlds with a better theme count
PICKED, TOLD = 0.17, 0.2  # maximum share of the loss in worlds in which the count is unchanged
ACCOUNTED = {True: (0.7, 1.4), False: (0.5, 2.0)}  # lower and upper limit of the change of a count divided by the loss
BEFORE_PLAY = 0.6, 2.0  # limits of (change of count / loss) for own tricks after a choice before the play
MOST_GAIN = 0.5  # before the play, maximum gain from worlds with an unchanged count, relative to the loss


class Tally(Struct, frozen=True):
    """The count of a theme in each world, after the actual choice and after the better choice; see `ProvenTheme`.

    `fated` marks the worlds in which the cards have the fate `fate`.
    """

    theme: Theme
    after: Counts
    instead: Counts
    seat: Seat | None = None
    cards: tuple[Card, ...] = ()
    suit: Suit | None = None
    fate: str | None = None
    fated: Flags | None = None

    @classmethod
    def of(
        cls,
        lines: Compared[Choice],
        theme: Theme,
        count: Callable[[PlayedLines], Counts | Flags],
        cards: Iterable[Card] = (),
        suit: Suit | None = None,
        seat: Seat | None = None,
    ) -> Tally:
        """Return the tally of a theme by applying `count` to the lines after both choices."""
        after, instead = (count(line).astype(np.int64) for line in (lines.after, lines.instead))
        return cls(theme, after, instead, seat, tuple(cards), suit)

    @property
    def worse(self) -> Counts:
        """The amount by which the count is worse after the actual choice, in each world."""
        return self.instead - self.after if self.theme.own else self.after - self.instead

    def mostly(self, flags: Flags, worlds: DistinctWorlds) -> bool:
        """Whether `flags` is True in most of the worlds with a worse count."""
        weights = worlds.shares * (self.worse > 0)
        return float(weights @ flags) >= MOSTLY * float(weights.sum()) > 0


class Evidence(Struct, frozen=True):
    """The figures for a tally in some worlds: the figures to report (`proven`), and figures needed only for the test.

    `within` is the average loss, in tricks, in worlds with a worse count. `lucky` is the share of the loss from worlds
    with a better count. `accounted` is the difference of the counts divided by the loss.
    """

    proven: ProvenTheme
    within: Estimate
    lucky: float
    accounted: float

    def stands(self, most: float) -> bool:
        """Whether the tally passes the test; worlds with equal counts may have at most the share `most` of the loss."""
        theme, loss, within = self.proven.theme, self.proven.loss, self.within
        least, largest = BEFORE_PLAY if theme.before_play and theme.own else ACCOUNTED[theme.own]
        return (
            loss.mean > CLEAR * loss.standard_error
            and within.mean >= WITHIN
            and within.mean > CLEAR * within.standard_error
            and -(MOST_GAIN if theme.before_play else most) <= self.proven.carried <= most
            and self.lucky <= MOST_LUCK
            and least <= self.accounted <= largest
        )


def evidence(lost: Floats, worlds: DistinctWorlds, tally: Tally, rows: Flags | None = None) -> Evidence | None:
    """Return the evidence for a tally in the worlds marked by `rows`.

    The result is None if the count is never worse or nothing is lost. `lost` is the loss in each world, in tricks.
    """
    rows = np.ones(len(lost), dtype=np.bool_) if rows is None else rows
    every = _only(worlds, rows)
    lost, worse = lost[rows], tally.worse[rows]
    loss = _mean(lost, every)
    if loss.mean <= 0 or not (worse > 0).any():
        return None
    within, same = _part(lost, every, worse > 0), worse == 0
    fated = None
    if tally.fated is not None:
        fated = _part(tally.fated[rows].astype(float), every, worse > 0)
    proven = ProvenTheme(
        tally.theme,
        tally.seat,
        tally.cards,
        after=_mean(tally.after[rows].astype(float), every),
        instead=_mean(tally.instead[rows].astype(float), every),
        loss=loss,
        same=_part(lost, every, same) if same.any() else None,
        changed=_mean((~same).astype(float), every),
        suit=tally.suit,
        fate=tally.fate,
        fated=fated,
    )
    lucky = float((lost * every.shares)[worse < 0].sum()) / loss.mean
    return Evidence(proven, within, lucky, float(worse @ every.shares) / loss.mean)


def proven(
    lost: Floats, worlds: DistinctWorlds, tallies: Sequence[Tally], picking: Flags | None = None
) -> list[ProvenTheme]:
    """Return a list with the first theme that passes the test, or an empty list if no theme passes.

    The best tally of a theme is tested first. `lost` is the loss in each world, in tricks. `picking` marks the worlds
    that select the theme (None: every second world). If all possible worlds are known, all of them are used both to
    select and to confirm.
    """
    picking, telling = _parts(worlds, picking)
    picked = list[tuple[int, float, int, Tally]]()
    for number, tally in enumerate(tallies):
        found = evidence(lost, worlds, tally, picking)
        if found is not None and found.stands(PICKED):
            picked.append((tally.theme.rank, abs(found.accounted - 1) + abs(found.proven.carried), number, tally))
    for *_, tally in sorted(picked, key=lambda pick: pick[:3]):
        found = evidence(lost, worlds, tally, telling)
        if found is not None and found.stands(TOLD):
            return [found.proven]
    return []


def _parts(worlds: DistinctWorlds, picking: Flags | None) -> tuple[Flags, Flags]:
    """Return the worlds that select a theme, and the worlds that confirm the theme."""
    every = np.ones(len(worlds.shares), dtype=np.bool_)
    if worlds.exact:
        return every, every
    if picking is None:
        picking = np.arange(len(worlds.shares)) % 2 == 0
    return picking, ~picking


def _only(worlds: DistinctWorlds, rows: Flags) -> DistinctWorlds:
    """Return the worlds marked by `rows`, with weights that sum to 1."""
    shares = worlds.shares[rows]
    return DistinctWorlds(worlds.sets[rows], shares / shares.sum(), worlds.exact)


def _mean(values: Floats, worlds: DistinctWorlds) -> Estimate:
    return estimate(values, worlds.shares, worlds.exact)


def _part(values: Floats, worlds: DistinctWorlds, rows: Flags) -> Estimate:
    return _mean(values[rows], _only(worlds, rows))
