"""The deals that follow from a choice before the play, world by world, ready to be played.

Whatever is still to be chosen before the play, by anybody, is chosen as fitted to playouts (`models/exchange.py`,
`models/gifts.py`); what follows from the rules of the game (returns, the kitty) is done.  Thousands of worlds are
completed at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.game import KITTY, Action, Call, DealView, Discard, Give, Look, Peek, Play, Return, Take, known_cards
from ninefivetwo.game.exchange import owed
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.sets import Sets
from ninefivetwo.think.heuristic_tables import gives as lowest_of_weak_suits
from ninefivetwo.think.heuristic_tables import returns
from ninefivetwo.think.models.exchange import best_calls, discards_by_trump
from ninefivetwo.think.models.gifts import gives


class CompletedDeals(NamedTuple):
    """Deals ready to be played, a row each; `hands` has a column per seat, `trumps` the denominations' numbers.

    `discarded` is what the dealer will discard; no cards where he has discarded already.
    """

    hands: Sets
    trumps: npt.NDArray[np.int64]
    discarded: Sets


def complete_deals(view: DealView, worlds: Sets, actions: Sequence[Action]) -> CompletedDeals:
    """The deals that follow in some worlds (`Sample.sets`) when the seat whose view this is takes one of some actions.

    The rows are those of the first action, world by world, then those of the next; actions are of one kind.
    """
    table = _DealsInProgress(view, np.tile(worlds, (len(actions), 1)))
    table.act(actions, len(worlds))
    for step in view.schedule[1:]:
        if step.kind is Play:
            break
        table.follow(step.kind, step.seat, step.to)
    return CompletedDeals(table.hands, table.trumps, table.discarded)


@dataclass
class _DealsInProgress:
    """The worlds on their way to the play, all at once."""

    rules: RuleSet
    hands: Sets
    kitty: Sets
    trumps: npt.NDArray[np.int64]
    given: dict[tuple[Seat, Seat], Sets]  # by giver and receiver
    looked: bool
    discarded: Sets

    def __init__(self, view: DealView, worlds: Sets) -> None:
        self.rules, self.view = view.rules, view
        self.hands, self.kitty = worlds[:, :3].copy(), worlds[:, 3].copy()
        self.trumps = np.full(len(worlds), -1 if view.trump is None else int(view.trump))
        self.looked = any(isinstance(event, Peek) for event in view.events)
        self.discarded = np.zeros_like(self.kitty)
        self.given = {}
        for event in view.events:
            if isinstance(event, Give):
                for receiver in Seat:
                    cards = event.cards[receiver]
                    if isinstance(cards, Hand):
                        self.given[event.seat, receiver] = np.full(len(worlds), cards.cards, dtype=np.uint64)

    def act(self, actions: Sequence[Action], worlds: int) -> None:
        """Take each action in so many worlds."""
        match actions[0]:
            case Give(seat):
                given = [[known_cards(gift).cards for gift in give.cards] for give in actions if isinstance(give, Give)]
                self.pass_on(seat, np.repeat(np.array(given, dtype=np.uint64), worlds, axis=0))
            case Call():
                self.trumps = np.repeat([int(call.denomination) for call in actions if isinstance(call, Call)], worlds)
            case Discard():
                gone = [known_cards(each.cards).cards for each in actions if isinstance(each, Discard)]
                self.hands[:, Seat.DEALER] &= ~np.repeat(np.array(gone, dtype=np.uint64), worlds)
            case _:
                raise ValueError(f"{actions[0].name}: nothing to be advised on before the play")

    def follow(self, kind: type, seat: Seat, to: Seat | None) -> None:
        """Do what is due next."""
        if kind is Give:
            most = dict(owed(self.rules, self.view.previous_results or (0, 0, 0)))[seat]
            self.pass_on(seat, gives(self.hands[:, seat], seat, most))
        elif kind is Return and to is not None:
            given = self.given.get((to, seat))
            if given is None:  # a gift that was not seen: low cards, such as the plain rules would give
                number, own = len(self.view.given(to, seat)), self.hands[:, seat].copy()
                for (_, receiver), cards in self.given.items():
                    if receiver is seat:
                        own &= ~cards
                given = lowest_of_weak_suits(own, (number, 0, 0))[:, 0]
            back = returns(self.hands[:, seat], given)
            self.hands[:, seat] ^= back
            self.hands[:, to] |= back
        elif kind in (Look, Peek):
            self.looked = True
        elif kind is Call:
            self.trumps = self.best_calls()
        elif kind is Take:
            self.hands[:, Seat.DEALER] |= self.kitty
            self.kitty = np.zeros_like(self.kitty)
        elif kind is Discard:
            self.discard()

    def pass_on(self, seat: Seat, cards: Sets) -> None:
        for receiver in Seat:
            self.hands[:, seat] ^= cards[:, receiver]
            self.hands[:, receiver] |= cards[:, receiver]
            self.given[seat, receiver] = cards[:, receiver]

    def best_calls(self) -> npt.NDArray[np.int64]:
        """What the dealer calls by the cards that he has seen."""
        seen = self.hands[:, Seat.DEALER] | (self.kitty if self.looked else np.uint64(0))
        return best_calls(seen, self.rules.denominations(), self.looked or not self.kitty.any())

    def discard(self) -> None:
        """The dealer discards; before the call for the denomination that he will call."""
        hands = self.hands[:, Seat.DEALER]
        trumps = np.where(self.trumps < 0, self.best_calls(), self.trumps)
        self.discarded = discards_by_trump(hands, KITTY, trumps)
        self.hands[:, Seat.DEALER] ^= self.discarded
