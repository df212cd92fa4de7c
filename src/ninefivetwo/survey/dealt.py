"""Deals by the thousand, dealt and brought to the first lead: cards exchanged, called and discarded as fitted.

Deals whose last results are alike go through the steps of the rule set together, each as club players bring it there
one by one, with all that they know for certain by then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ninefivetwo.cards import FULL_DECK, Denomination, Seat
from ninefivetwo.dealing import HAND_SIZE
from ninefivetwo.game import KITTY, Call, Discard, Give, Look, PreviousResults, Return, Show, Take
from ninefivetwo.game.exchange import may_look, owed
from ninefivetwo.game.schedule import Step, schedule
from ninefivetwo.heuristics import tables
from ninefivetwo.models.exchange import Ints, best_calls, discards_by_trump
from ninefivetwo.models.gifts import gives
from ninefivetwo.playouts import Policies, Rows, games_of_hands, play_out
from ninefivetwo.rules import KittyShow, RuleSet
from ninefivetwo.sets import Sets
from ninefivetwo.survey.seen import DISCARDED, Seen, above_lowest

#: What hands give: the hands, the giver, how many cards each receiver is given.
Gives = Callable[[Sets, Seat, tuple[int, int, int]], Sets]
_BITS = np.array([1 << card.index for card in FULL_DECK], dtype=np.uint64)
_ENDS = [HAND_SIZE * seat for seat in range(len(Seat) + 1)]  # where each hand begins in a shuffled deck, then the kitty


class ReadyDeals(NamedTuple):
    """Deals at the first lead, a row each.

    games: as `play_out` takes them.  given: the cards by giver and receiver, shape (rows, 3, 3).  returned: what came
    back for them, at the same places: of giver and receiver, so from the receiver to the giver.
    """

    games: Rows
    given: Sets
    returned: Sets


def plain_gives(hands: Sets, giver: Seat, owed: tuple[int, int, int]) -> Sets:
    """What hands give by the plain rules."""
    return tables.gives(hands, owed)


def tricks_of(
    rules: RuleSet, previous: Ints | None, number: int, policies: Policies, seed: int, threads: int = 1, salt: int = 0
) -> Ints:
    """The tricks of dealer, left and right in so many deals, cards given by the plain rules; shape (number, 3).

    previous: the results of the deals before, a row each, by the seats now; None for first deals.  salt: another one
    gives the players other random numbers, and the same cards.
    """
    games = ready(rules, previous, dealt(number, seed), plain_gives).games
    return play_out(policies, games, seed=salt << 50 | seed, threads=threads).astype(np.int64)


def dealt(number: int, seed: int | tuple[int, ...]) -> Sets:
    """Deals at random: the three hands and the kitty, a row each.

    The first deals of a seed are the same however many are dealt.  They are drawn by numpy's `Generator.permuted`; a
    version of numpy that drew others would fail the tests.
    """
    random = np.random.default_rng(seed)
    decks = random.permuted(np.tile(_BITS, (number, 1)), axis=1)
    found: Sets = np.add.reduceat(decks, _ENDS, axis=1)
    return found


def ready(
    rules: RuleSet, previous: Ints | None, cards: Sets, give: Gives = gives, called: Denomination | None = None
) -> ReadyDeals:
    """Deals at the first lead, when all before it is chosen.

    previous: as for `tricks_of`.  cards: as `dealt` gives them.  give: what hands give.  called: what every dealer
    calls, whatever he holds; None: as fitted.
    """
    found = ReadyDeals(
        games_of_hands(cards[:, : len(Seat)], np.zeros(len(cards), np.int64), np.zeros(len(cards), np.uint64), rules),
        np.zeros((len(cards), len(Seat), len(Seat)), np.uint64),
        np.zeros((len(cards), len(Seat), len(Seat)), np.uint64),
    )
    for results, rows in _alike(previous, len(cards)):
        table = _Tables(rules, results, cards[rows], give, called)
        for step in schedule(rules, results):
            table.follow(step)
        found.games[rows], found.given[rows], found.returned[rows] = table.games(), table.given, table.returned
    return found


def _alike(previous: Ints | None, number: int) -> list[tuple[PreviousResults | None, Ints]]:
    """The rows of each different last result."""
    if previous is None:
        return [(None, np.arange(number))]
    different, which = np.unique(previous, axis=0, return_inverse=True)
    return [((int(d), int(a), int(b)), np.flatnonzero(which == i)) for i, (d, a, b) in enumerate(different)]


class _Tables:
    """Deals on their way to the play, all at the same step."""

    def __init__(
        self, rules: RuleSet, results: PreviousResults | None, dealt: Sets, give: Gives, called: Denomination | None
    ) -> None:
        self.rules, self.give, self.called = rules, give, called
        self.owed = dict(owed(rules, results)) if results else {}
        self.looks = may_look(rules, results)
        self.hands, self.kitty = dealt[:, : len(Seat)].copy(), dealt[:, len(Seat)].copy()
        self.dealt_kitty = dealt[:, len(Seat)]
        self.trump: Ints | None = None
        self.discarded = np.zeros_like(self.kitty)
        self.given = np.zeros((len(dealt), len(Seat), len(Seat)), np.uint64)  # by giver and receiver
        self.returned = np.zeros_like(self.given)
        self.seen = Seen(self.hands)

    def follow(self, step: Step) -> None:
        """What the step is of happens."""
        if step.kind is Give:
            self.gives(step.seat)
        elif step.kind is Return and step.to is not None:
            self.returns(step.seat, step.to)
        elif step.kind is Look:
            self.seen.kitty_is(self.kitty)  # who may look does
        elif step.kind is Call:
            self.trump = self.best_calls()
        elif step.kind is Take:
            self.take()
        elif step.kind is Show and step.to is not None:
            self.show(step.to)
        elif step.kind is Discard:
            self.discard()

    def gives(self, seat: Seat) -> None:
        self.given[:, seat] = self.give(self.hands[:, seat], seat, self.owed[seat])
        for receiver in Seat:
            if self.owed[seat][receiver]:
                self.move(seat, receiver, self.given[:, seat, receiver])
                self.seen.moved(seat, receiver, self.given[:, seat, receiver], (seat, receiver))

    def returns(self, seat: Seat, giver: Seat) -> None:
        back = tables.returns(self.hands[:, seat], self.given[:, giver, seat])
        self.returned[:, giver, seat] = back
        self.move(seat, giver, back)
        self.seen.returned(seat, giver, back)

    def move(self, seat: Seat, to: Seat, cards: Sets) -> None:
        """Cards go from a hand to another."""
        self.hands[:, seat] ^= cards
        self.hands[:, to] |= cards

    def trumps(self) -> Ints:
        """What was called, or before the call what would be."""
        return self.best_calls() if self.trump is None else self.trump

    def best_calls(self) -> Ints:
        """What the dealer calls by the cards that he has seen, if it is not laid down."""
        if self.called is not None:
            return np.full(len(self.hands), int(self.called))
        seen = self.hands[:, Seat.DEALER] | (self.kitty if self.looks else np.uint64(0))
        return best_calls(seen, self.rules.denominations(), self.looks or not self.kitty.any())

    def take(self) -> None:
        self.seen.kitty_is(self.kitty)
        self.seen.taken()
        self.hands[:, Seat.DEALER] |= self.kitty
        self.kitty = np.zeros_like(self.kitty)

    def show(self, giver: Seat) -> None:
        """The dealer shows what he must of the kitty to who gave to him."""
        given, back = self.given[:, giver, Seat.DEALER], self.returned[:, giver, Seat.DEALER]
        counts = back if self.rules.kitty_show is KittyShow.RETURNED else given
        self.seen.shown(giver, self.dealt_kitty & ~back & above_lowest(counts), back)

    def discard(self) -> None:
        """The dealer discards; before the call for what would be called now."""
        self.discarded = discards_by_trump(self.hands[:, Seat.DEALER], KITTY, self.trumps())
        self.hands[:, Seat.DEALER] ^= self.discarded
        self.seen.moved(Seat.DEALER, DISCARDED, self.discarded, (Seat.DEALER,))

    def games(self) -> Rows:
        found = games_of_hands(self.hands, self.trumps(), self.discarded, self.rules)
        found["known"], found["barred"] = self.seen.known(), self.seen.barred()
        return found
