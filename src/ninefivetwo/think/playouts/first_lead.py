"""Many deals at once, played up to the first lead.

Callers use `ready_deals` for new deals, `complete_deals` for the worlds of a seat that has to choose, and
`DealsInProgress` for single steps. A fitted model (`models/exchange.py`) chooses gifts, calls and discards. Forced
events, such as returning cards and taking the kitty, follow the rules of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ninefivetwo.cards import FULL_DECK, SEAT_PAIRS, Hand, Seat, Trump
from ninefivetwo.game import (
    KITTY,
    Action,
    Call,
    DealView,
    Discard,
    Event,
    Give,
    Peek,
    Play,
    PreviousResults,
    Return,
    Show,
    Take,
    Unseen,
    YesNo,
    known_cards,
)
from ninefivetwo.game.events import Step, owed, schedule
from ninefivetwo.game.rules import KittyShow, RuleSet
from ninefivetwo.layout import HAND_SIZE
from ninefivetwo.sets import Sets
from ninefivetwo.think import heuristics as plain_rules
from ninefivetwo.think.models.exchange import Ints, discards_by_trump, modelled_calls, modelled_gifts
from ninefivetwo.think.playouts.views import DISCARDED, Places, Rows, above_lowest, games_of_hands

#: A function that returns the discard from each hand, given the trump of each deal.
DiscardRule = Callable[[Sets, Ints], Sets]
AS_FITTED = -1  # stands for a denomination that the fitted model will choose

CARD_SETS: Sets = np.array([1 << card.index for card in FULL_DECK], dtype=np.uint64)  # a card set for each single card
_ENDS = [HAND_SIZE * seat for seat in range(len(Seat) + 1)]  # index of the first card of each hand and of the kitty


class ReadyDeals(NamedTuple):
    """Arrays about deals at the first lead, with one row per deal.

    `games` is a `GAME` array for `play_out`. `given` has the cards given by each giver to each receiver, with shape
    (rows, 3, 3). `returned` has the cards returned for each gift, at the gift's index in `given`.
    """

    games: Rows
    given: Sets
    returned: Sets


def dealt(number: int, seed: int | tuple[int, ...]) -> Sets:
    """Deal `number` random deals; each row has the three hands and the kitty.

    A larger `number` only appends deals. Cards are shuffled by numpy's `Generator.permuted`; a test fails if a version
    of numpy shuffles differently.
    """
    random = np.random.default_rng(seed)
    decks = random.permuted(np.tile(CARD_SETS, (number, 1)), axis=1)
    return np.add.reduceat(decks, _ENDS, axis=1)


def fitted_discards(hands: Sets, trumps: Ints) -> Sets:
    """Return the cards that the fitted model discards from each hand, given its trump."""
    return discards_by_trump(hands, KITTY, trumps)


def ready_deals(
    rules: RuleSet,
    previous: Ints | None,
    cards: Sets,
    called: Trump | Ints | int = AS_FITTED,
    discard: DiscardRule = fitted_discards,
) -> ReadyDeals:
    """Return deals at the first lead, with the seats' certain knowledge of other hands.

    `previous` has the previous results for each deal, in the deal's seat order; it is None for first deals. `cards` is
    an array as returned by `dealt`. `called` fixes the dealers' calls, with one value for all deals or one per deal.
    `discard` chooses the dealers' discards.

    Exchanges are processed together for all deals with the same previous results.
    """
    alike = _alike(previous, len(cards))
    rows_by_group = np.concatenate([rows for _, rows in alike])
    calls = np.broadcast_to(np.asarray(called, np.int64), len(cards))[rows_by_group]
    deals = DealsInProgress(rules, cards[rows_by_group], calls, discard)
    groups, at = list[_Group](), 0
    for results, rows in alike:
        steps = schedule(rules, results)
        groups.append(_Group(deals, slice(at, at := at + len(rows)), steps, results, watched=True))
    deals.go_to_play(groups)
    found = [group.ready() for group in groups]
    order = np.argsort(rows_by_group)
    return ReadyDeals(*(np.concatenate(parts)[order] for parts in zip(*found, strict=True)))


def complete_deals(view: DealView, worlds: Sets, actions: Sequence[Action]) -> DealsInProgress:
    """Return the deals at the first lead that follow from each of the viewer's actions in each world.

    `worlds` is an array like `Sample.sets`. The resulting rows are ordered by action, then by world. All actions must
    be of the same kind.
    """
    deals = DealsInProgress(view.rules, np.tile(worlds[:, : len(Seat) + 1], (len(actions), 1)))
    if view.trump is not None:
        deals.call([view.trump] * len(deals.trumps))
    group = _Group(deals, slice(None), view.schedule[1:], view.previous_results)
    for event in view.events:
        if isinstance(event, Peek):
            deals.looks[:] = True
        elif isinstance(event, Give):
            for receiver in Seat:
                group.given_before(event.seat, receiver, event.cards[receiver])
    group.act(actions, len(worlds))
    deals.go_to_play([group])
    return deals


def _alike(previous: Ints | None, number: int) -> list[tuple[PreviousResults | None, Ints]]:
    """Return the row numbers, grouped by the results of the previous deal."""
    if previous is None or not number:
        return [(None, np.arange(number))]
    different, which = np.unique(previous, axis=0, return_inverse=True)
    return [((int(d), int(a), int(b)), np.flatnonzero(which == i)) for i, (d, a, b) in enumerate(different)]


class DealsInProgress:
    """Deals in progress, one per row; `hands` has a column for each seat.

    `cards` has the hands and the kitty. `called` has the dealers' calls, with one value for all deals or one per row.
    `discarded` has only the discards made by this object.
    """

    def __init__(
        self,
        rules: RuleSet,
        cards: Sets,
        called: Trump | Ints | int = AS_FITTED,
        discard: DiscardRule = fitted_discards,
    ) -> None:
        self.rules, self.discard = rules, discard
        self.called = np.broadcast_to(np.asarray(called, np.int64), len(cards))
        self.dealt_kitty = cards[:, len(Seat)]
        self.hands, self.kitty = cards[:, : len(Seat)].copy(), self.dealt_kitty.copy()
        self.looks = np.zeros(len(cards), bool)  # whether the dealer sees the kitty before the call
        self.trumps, self.have_called = np.zeros(len(cards), np.int64), False
        self.discarded = np.zeros_like(self.kitty)

    def go_to_play(self, groups: Sequence[_Group]) -> None:
        """Take all steps up to the play, with the dealers' choices made for all groups together."""
        for kind in [step.kind for step in groups[0].steps if step.kind in (Call, Discard)]:
            for group in groups:
                group.go_to(kind)
            self.choose(kind)
            for group in groups if kind is Discard else ():
                group.see_discard()
        for group in groups:
            group.go_to(Play)

    def choose(self, kind: type[Event]) -> None:
        """Make the dealers call or discard; a discard before the call assumes that the dealer would call now."""
        if not self.have_called:
            self.trumps = self._calls()
        if kind is Call:
            self.have_called = True
        else:
            self.discarded = self.discard(self.hands[:, Seat.DEALER], self.trumps)
            self.hands[:, Seat.DEALER] ^= self.discarded

    def call(self, trumps: Sequence[Trump] | Ints) -> None:
        self.trumps, self.have_called = np.array(trumps, np.int64), True

    def _calls(self) -> Ints:
        """Return the dealers' calls: the fixed calls, or else the model's calls from the cards that the dealers see."""
        found = self.called.copy()
        seen = self.hands[:, Seat.DEALER] | np.where(self.looks, self.kitty, np.uint64(0))
        kitty_seen = self.looks | (self.kitty == 0)
        for known in (False, True):
            rows = (kitty_seen == known) & (found == AS_FITTED)
            if rows.any():
                found[rows] = modelled_calls(seen[rows], self.rules.trumps(), known)
        return found

    def hand_over(self, seat: Seat, to: Seat, cards: Sets, rows: slice = slice(None)) -> None:
        self.hands[rows, seat] ^= cards
        self.hands[rows, to] |= cards

    def give_back(self, seat: Seat, giver: Seat, given: Sets, rows: slice = slice(None)) -> Sets:
        """Make a seat return cards for a gift, and return these cards."""
        back = plain_rules.returns(self.hands[rows, seat], given)
        self.hand_over(seat, giver, back, rows)
        return back

    def take_kitty(self, rows: slice = slice(None)) -> None:
        self.hands[rows, Seat.DEALER] |= self.kitty[rows]
        self.kitty[rows] = 0

    def games_called(self) -> Rows:
        """Return the games after the dealers call on sixteen cards, take the kitty and discard."""
        self.choose(Call)
        self.take_kitty()
        self.choose(Discard)
        return games_of_hands(self.hands, self.trumps, self.discarded, self.rules)


class _Group:
    """Deals with the same steps; each seat's certain knowledge is tracked if `watched` is true."""

    def __init__(
        self,
        deals: DealsInProgress,
        rows: slice,
        steps: Sequence[Step],
        results: PreviousResults | None,
        watched: bool = False,
    ) -> None:
        self.deals, self.rows, self.steps = deals, rows, steps
        self.owed = dict(owed(deals.rules, results)) if results else {}
        self.next_steps = iter(steps)
        hands = deals.hands[rows]
        self.given = np.zeros((len(hands), len(Seat), len(Seat)), np.uint64)  # cards given, by giver and receiver
        self.returned = np.zeros_like(self.given)
        self.unseen_gifts: dict[tuple[Seat, Seat], int] = {}  # number of cards in each unseen gift
        self.viewers = [Places(viewer, hands[:, viewer].copy()) for viewer in Seat] if watched else []

    def given_before(self, giver: Seat, receiver: Seat, cards: object) -> None:
        """Record a gift made before these deals began, as cards or, if its cards are unseen, as their number."""
        if isinstance(cards, Hand):
            self.given[:, giver, receiver] = cards.cards
        elif isinstance(cards, Unseen):
            self.unseen_gifts[giver, receiver] = len(cards)

    def act(self, actions: Sequence[Action], worlds: int) -> None:
        """Take each action in all worlds, whose number is `worlds`."""
        match actions[0]:
            case Give(seat):
                given = [[known_cards(gift).cards for gift in give.cards] for give in actions if isinstance(give, Give)]
                self.give(seat, np.repeat(np.array(given, dtype=np.uint64), worlds, axis=0))
            case Call():
                calls = [call.trump for call in actions if isinstance(call, Call)]
                self.deals.call(np.repeat(np.array(calls, np.int64), worlds))
            case Discard():
                gone = [known_cards(action.cards).cards for action in actions if isinstance(action, Discard)]
                self.deals.hands[:, Seat.DEALER] &= ~np.repeat(np.array(gone, dtype=np.uint64), worlds)
            case _:
                raise ValueError(f"unexpected action {actions[0].name} (expected a gift, a call or a discard)")

    def go_to(self, kind: type[Event]) -> None:
        """Take the steps up to the dealer's choice of this kind, or up to the play.

        The caller makes the dealer's choice, for all deals together.
        """
        while (step := next(self.next_steps)).kind is not kind:
            self.follow(step)

    def follow(self, step: Step) -> None:
        if step.kind is Give:
            self.give(
                step.seat, modelled_gifts(self.deals.hands[self.rows, step.seat], step.seat, self.owed[step.seat])
            )
        elif step.kind is Return and step.to is not None:
            self.give_back(step.seat, step.to)
        elif issubclass(step.kind, YesNo):
            for following in step.kind(step.seat, True).following:  # as in the rules of thumb, always a yes
                self.follow(following)
        elif step.kind is Peek:
            self.deals.looks[self.rows] = True
            self.see_kitty()
        elif step.kind is Take:
            self.see_kitty()
            for places in self.viewers:
                places.take_kitty()
            self.deals.take_kitty(self.rows)
        elif step.kind is Show and step.to is not None and self.viewers:
            self.show(step.to)

    def give(self, seat: Seat, cards: Sets) -> None:
        """Give cards from a seat's hand to the other seats; `cards` has a column for each receiver."""
        self.given[:, seat] = cards
        for receiver in Seat:
            if receiver is not seat and cards[:, receiver].any():
                self.deals.hand_over(seat, receiver, cards[:, receiver], self.rows)
                for places in self.viewers:
                    places.move(seat, receiver, cards[:, receiver] if places.viewer in (seat, receiver) else None)

    def give_back(self, seat: Seat, giver: Seat) -> None:
        given = self.given[:, giver, seat]
        if number := self.unseen_gifts.get((giver, seat)):  # assume that an unseen gift followed the rules of thumb
            own = self.deals.hands[self.rows, seat] & ~np.bitwise_or.reduce(self.given[:, :, seat], axis=1)
            given = plain_rules.gives(own, number)
        back = self.deals.give_back(seat, giver, given, self.rows)
        self.returned[:, giver, seat] = back
        for places in self.viewers:
            places.give_back(seat, giver, back if places.viewer in (seat, giver) else None)

    def see_kitty(self) -> None:
        for places in self.viewers[:1]:
            places.see_kitty(self.deals.kitty[self.rows].copy())

    def see_discard(self) -> None:
        """Record the dealer's discard, whose cards only the dealer sees."""
        for places in self.viewers:
            cards = self.deals.discarded[self.rows] if places.viewer is Seat.DEALER else None
            places.move(Seat.DEALER, DISCARDED, cards)

    def show(self, giver: Seat) -> None:
        """Record that the dealer shows the required kitty cards to the seat `giver`, which gave cards to the dealer."""
        given, back = self.given[:, giver, Seat.DEALER], self.returned[:, giver, Seat.DEALER]
        counts = back if self.deals.rules.kitty_show is KittyShow.RETURNED else given
        kitty = self.deals.dealt_kitty[self.rows]
        self.viewers[giver].see_of_kitty(kitty & ~back & above_lowest(counts))

    def ready(self) -> ReadyDeals:
        """Return this group's deals, which must be at the first lead."""
        deals, rows = self.deals, self.rows
        games = games_of_hands(deals.hands[rows], deals.trumps[rows], deals.discarded[rows], deals.rules)
        for viewer, seat in SEAT_PAIRS:
            if self.viewers[viewer].exchanged:
                games["known"][:, viewer, seat] = self.viewers[viewer].certain(seat)
                games["barred"][:, viewer, seat] = self.viewers[viewer].barred(seat)
        return ReadyDeals(games, self.given, self.returned)
