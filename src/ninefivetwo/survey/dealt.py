"""Deals by the thousand, dealt and brought to the first lead: cards exchanged, called and discarded as fitted.

Deals whose last results are alike go through the exchange together; the dealers of all choose together.  Each deal is
as club players bring it there one by one, with all that they know for certain by then.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ninefivetwo.cards import FULL_DECK, Denomination, Seat
from ninefivetwo.game import KITTY, Call, Discard, Event, Give, Look, Play, PreviousResults, Return, Show, Take
from ninefivetwo.game.dealing import HAND_SIZE
from ninefivetwo.game.exchange import owed
from ninefivetwo.game.rules import KittyShow, RuleSet
from ninefivetwo.game.schedule import Step, schedule
from ninefivetwo.sets import Sets
from ninefivetwo.survey.seen import DISCARDED, Seen, above_lowest
from ninefivetwo.think import heuristic_tables as tables
from ninefivetwo.think.models.exchange import Ints, best_calls, discards_by_trump
from ninefivetwo.think.models.gifts import gives
from ninefivetwo.think.playouts import Rows, games_of_hands

DECK: Sets = np.array([1 << card.index for card in FULL_DECK], dtype=np.uint64)  # a set of one card each
_ENDS = [HAND_SIZE * seat for seat in range(len(Seat) + 1)]  # where each hand begins in a shuffled deck, then the kitty


class ReadyDeals(NamedTuple):
    """Deals at the first lead, a row each.

    games: as `play_out` takes them.  given: the cards by giver and receiver, shape (rows, 3, 3).  returned: what came
    back for them, at the same places: of giver and receiver, so from the receiver to the giver.
    """

    games: Rows
    given: Sets
    returned: Sets


def dealt(number: int, seed: int | tuple[int, ...]) -> Sets:
    """Deals at random: the three hands and the kitty, a row each.

    The first deals of a seed are the same however many are dealt.  They are drawn by numpy's `Generator.permuted`; a
    version of numpy that drew others would fail the tests.
    """
    random = np.random.default_rng(seed)
    decks = random.permuted(np.tile(DECK, (number, 1)), axis=1)
    found: Sets = np.add.reduceat(decks, _ENDS, axis=1)
    return found


def ready(rules: RuleSet, previous: Ints | None, cards: Sets, called: Denomination | None = None) -> ReadyDeals:
    """Deals at the first lead, when all before it is chosen.

    previous: the results of the deals before, a row each, by the seats now; None for first deals.  cards: as `dealt`
    gives them.  called: what every dealer calls, whatever he holds; None: as fitted.
    """
    alike = _alike(previous, len(cards))
    order = np.argsort(np.concatenate([rows for _, rows in alike]))
    dealers = _Dealers(rules, np.concatenate([cards[rows] for _, rows in alike]), called)
    tables, at = list[_Tables](), 0
    for results, rows in alike:
        tables.append(_Tables(rules, results, dealers, slice(at, at := at + len(rows))))
    for kind in (step.kind for step in schedule(rules, alike[0][0]) if step.kind in (Call, Discard)):
        for table in tables:
            table.go_to(kind)
        dealers.choose(kind)
        for table in tables if kind is Discard else ():
            table.discarded()
    found = [table.at_play() for table in tables]
    return ReadyDeals(*(np.concatenate(parts)[order] for parts in zip(*found, strict=True)))


def _alike(previous: Ints | None, number: int) -> list[tuple[PreviousResults | None, Ints]]:
    """The rows of each different last result."""
    if previous is None or not number:
        return [(None, np.arange(number))]
    different, which = np.unique(previous, axis=0, return_inverse=True)
    return [((int(d), int(a), int(b)), np.flatnonzero(which == i)) for i, (d, a, b) in enumerate(different)]


class _Dealers:
    """All deals, as they stand: what the dealers choose is chosen for all of them at once."""

    def __init__(self, rules: RuleSet, dealt: Sets, called: Denomination | None) -> None:
        self.rules, self.called = rules, called
        self.dealt_kitty = dealt[:, len(Seat)]
        self.hands, self.kitty = dealt[:, : len(Seat)].copy(), self.dealt_kitty.copy()
        self.looks = np.zeros(len(dealt), bool)  # at the kitty before the call
        self.trumps, self.have_called = np.zeros(len(dealt), np.int64), False
        self.discarded = np.zeros_like(self.kitty)

    def choose(self, kind: type[Event]) -> None:
        """The dealers call; or they discard, before the call for what they would call now."""
        if not self.have_called:
            self.trumps = self.calls()
        if kind is Call:
            self.have_called = True
        else:
            self.discarded = discards_by_trump(self.hands[:, Seat.DEALER], KITTY, self.trumps)
            self.hands[:, Seat.DEALER] ^= self.discarded

    def calls(self) -> Ints:
        """What they call by the cards that they have seen, if it is not laid down."""
        found = np.full(len(self.hands), int(self.called or 0))
        seen = self.hands[:, Seat.DEALER] | np.where(self.looks, self.kitty, np.uint64(0))
        kitty_seen = self.looks | (self.kitty == 0)
        for known in (False, True) if self.called is None else ():
            rows = kitty_seen == known
            found[rows] = best_calls(seen[rows], self.rules.denominations(), known)
        return found


class _Tables:
    """Those of the deals whose last results are alike, on their way through the steps."""

    def __init__(self, rules: RuleSet, results: PreviousResults | None, dealers: _Dealers, rows: slice) -> None:
        self.rules, self.dealers, self.rows = rules, dealers, rows
        self.owed = dict(owed(rules, results)) if results else {}
        self.steps = iter(schedule(rules, results))
        self.hands, self.kitty = dealers.hands[rows], dealers.kitty[rows]  # changed in place
        self.given = np.zeros((len(self.hands), len(Seat), len(Seat)), np.uint64)  # by giver and receiver
        self.returned = np.zeros_like(self.given)
        self.seen = Seen(self.hands)

    def go_to(self, kind: type[Event]) -> None:
        """Follow the steps up to the dealer's choice of this kind, which is made for all deals."""
        while (step := next(self.steps)).kind is not kind:
            self.follow(step)

    def discarded(self) -> None:
        """The others see that the dealer has discarded, and not what."""
        self.seen.moved(Seat.DEALER, DISCARDED, self.dealers.discarded[self.rows], (Seat.DEALER,))

    def at_play(self) -> ReadyDeals:
        """The deals when the other steps are done."""
        self.go_to(Play)
        dealers, rows = self.dealers, self.rows
        games = games_of_hands(self.hands, dealers.trumps[rows], dealers.discarded[rows], self.rules)
        games["known"], games["barred"] = self.seen.known(), self.seen.barred()
        return ReadyDeals(games, self.given, self.returned)

    def follow(self, step: Step) -> None:
        """What the step is of happens."""
        if step.kind is Give:
            self.gives(step.seat)
        elif step.kind is Return and step.to is not None:
            self.returns(step.seat, step.to)
        elif step.kind is Look:  # who may does
            self.dealers.looks[self.rows] = True
            self.seen.kitty_is(self.kitty)
        elif step.kind is Take:
            self.take()
        elif step.kind is Show and step.to is not None:
            self.show(step.to)

    def gives(self, seat: Seat) -> None:
        self.given[:, seat] = gives(self.hands[:, seat], seat, self.owed[seat])
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

    def take(self) -> None:
        self.seen.kitty_is(self.kitty)
        self.seen.taken()
        self.hands[:, Seat.DEALER] |= self.kitty
        self.kitty[:] = 0

    def show(self, giver: Seat) -> None:
        """The dealer shows what he must of the kitty to who gave to him."""
        given, back = self.given[:, giver, Seat.DEALER], self.returned[:, giver, Seat.DEALER]
        counts = back if self.rules.kitty_show is KittyShow.RETURNED else given
        self.seen.shown(giver, self.dealers.dealt_kitty[self.rows] & ~back & above_lowest(counts), back)
