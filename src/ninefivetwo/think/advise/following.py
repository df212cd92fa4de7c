"""What follows from a choice before the play, world by world, and what it brings when it is played out.

Where only the dealer's discard is left, it is the choice that is asked about.  A dealer who sees all his twenty cards
before he calls has a discard for each call, found as a discard is advised.  All else that is still to be chosen is
chosen by fitted rules, for all worlds at once (`completed_deals`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.game import Action, Call, DealView, Discard, Play, Show, Take
from ninefivetwo.sets import Sets
from ninefivetwo.think.advise.choices import likely_choices
from ninefivetwo.think.advise.completed_deals import CompletedDeals, complete_deals
from ninefivetwo.think.advise.pricing import Budget, Stage, Worth, shortlist
from ninefivetwo.think.playouts.estimates import DistinctWorlds
from ninefivetwo.think.playouts.values import Rollouts, RolloutValues, deal_values, discard_values
from ninefivetwo.think.playouts.views import AWAY, Rows, games_in, games_of_hands

DISCARDS = 12  # after each call, that are looked at
BEST_DISCARD = (Stage("learned", 120, 1),)


@dataclass(frozen=True)
class Following:
    """What follows from the choices of a view; `discards`: the discard after each call, in the view after it."""

    view: DealView
    discards: dict[Action, tuple[DealView, Discard]] = field(default_factory=dict)

    @classmethod
    def of(
        cls, view: DealView, calls: Sequence[Action], worlds: DistinctWorlds, worth: Worth, budget: Budget
    ) -> Following:
        """With the best discard after each of some calls, as far as these worlds tell; none where not all is seen."""
        found = cls(view)
        for call in calls:
            after = _kitty_taken(view.after(call)) if isinstance(call, Call) else view
            if after is not view and after.due is not None and after.due.kind is Discard and discards_only(after):
                choices = likely_choices(after)[:DISCARDS]
                (best,) = shortlist(choices, [], cls(after).price, worth, worlds, BEST_DISCARD, budget)
                assert isinstance(best, Discard)
                found.discards[call] = after, best
        return found

    def price(self, choices: Sequence[Action], worlds: DistinctWorlds, rollouts: Rollouts) -> RolloutValues:
        """What the choices bring to the seat whose view this is."""
        if discards_only(self.view):
            return discard_values(self.view, worlds, [_cards(choice) for choice in choices], rollouts)
        if self.discards:
            return _beside(
                [
                    discard_values(after, worlds, [_cards(discard)], rollouts)
                    for after, discard in (self.discards[choice] for choice in choices)
                ]
            )
        return deal_values(self.view, self.view.due_turn.seat, worlds, self.deals(choices, worlds.sets), rollouts)

    def deals(self, choices: Sequence[Action], sets: Sets) -> list[Rows]:
        """The deals at the first lead after each choice, a `GAME` for each of these worlds."""
        if discards_only(self.view):
            return [_after_discard(games_in(self.view, sets), _cards(choice)) for choice in choices]
        if self.discards:
            found = [self.discards[choice] for choice in choices]
            return [_after_discard(games_in(after, sets), _cards(discard)) for after, discard in found]
        return np.split(_games(self.view, sets, complete_deals(self.view, sets, choices)), len(choices))


def _after_discard(games: Rows, discard: Hand) -> Rows:
    """Deals in which the dealer still holds his discard, once he has made it."""
    games["hand"][:, Seat.DEALER] &= ~np.uint64(discard.cards)
    games["discarded"] |= np.uint64(discard.cards)
    return games


def _kitty_taken(view: DealView) -> DealView:
    """The view after the kitty is taken, where that is due and the dealer has seen it."""
    if view.due is not None and view.due.kind is Take and view.kitty and isinstance(view.kitty, Hand):
        return view.after(view.forced())
    return view


def discards_only(view: DealView) -> bool:
    """Is the dealer's discard all that is to be chosen before the play, trump being called?"""
    return view.trump is not None and {step.kind for step in view.schedule} <= {Discard, Take, Show, Play}


def _cards(choice: Action) -> Hand:
    assert isinstance(choice, Discard) and isinstance(choice.cards, Hand)
    return choice.cards


def _beside(values: Sequence[RolloutValues]) -> RolloutValues:
    """The values of several choices in the same worlds as one."""
    first = values[0]
    tricks = np.concatenate([each.tricks for each in values], axis=1)
    return RolloutValues(first.seat, first.worlds, tricks, np.concatenate([each.chances for each in values], axis=1))


def _games(view: DealView, worlds: Sets, completed: CompletedDeals) -> Rows:
    """The deals at the first lead, those of one choice after those of another."""
    own = view.discarded.cards if isinstance(view.discarded, Hand) else 0
    away = np.tile(worlds[:, AWAY], len(completed.discarded) // len(worlds))
    discarded = completed.discarded | away | np.uint64(own)
    return games_of_hands(completed.hands, completed.trumps, discarded, view.rules)
