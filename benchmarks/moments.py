"""Numbered positions in which a seat has to choose, and the results of each choice.

A position comes from a random deal, played by its company and, before the play, by the rules of thumb. As long as only
the choosing seat has acted, all hidden cards are distributed as they were dealt. They can therefore be dealt again, and
one choice is judged in many equally true deals. Later in a deal there is only one true deal, which is played several
times with other random numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from random import Random
from typing import TypeAlias

from benchmarks.duplicate import Deals, Room, Three
from benchmarks.named_players import player
from ninefivetwo import Hand, Layout, Seat, Trump
from ninefivetwo.cards import FULL_DECK, shuffled
from ninefivetwo.game import Action, Call, Cards, Deal, DealView, Discard, Give, Play, PlayTurn, PreviousResults, YesNo
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.layout import random_deals
from ninefivetwo.sets import Floats
from ninefivetwo.think.heuristics import heuristic_action

Kind: TypeAlias = type[Call] | type[Discard] | type[Give] | type[Play]
KINDS: dict[str, Kind] = {"call": Call, "discard": Discard, "give": Give, "card": Play}
TRIES = 100  # largest number of deals to try for a position


@dataclass(frozen=True)
class Moment:
    """A position in which a choice is due.

    `view` is what the seat has seen, `deals` are true deals that look the same to that seat, and `company` has the
    players of each.
    """

    number: int
    view: DealView
    deals: tuple[Deal, ...]
    company: tuple[Three, ...]

    @property
    def seat(self) -> Seat:
        return self.view.viewer


@dataclass(frozen=True)
class Moments:
    """A source of numbered positions of one kind under a rule set, which follow from the seed and their numbers.

    `times` is the number of deals in which each choice is judged. `previous` has the results of the previous deal, for
    positions after the first deal. `trump` is called in every deal, and None means the call by the rules of thumb.
    `company` has kinds of players, three of whom are drawn for each deal. `held` has the numbers of cards that a seat
    may hold when it plays a card.
    """

    kind: Kind
    rules: RuleSet
    seed: int
    times: int = 16
    previous: PreviousResults | None = None
    trump: Trump | None = None
    company: tuple[str, ...] = ("rollout:plain:20",)
    held: Sequence[int] = range(4, 17)

    def moment(self, number: int) -> Moment:
        """Return the position with this number. Raises ValueError if the choice does not occur."""
        random, again = Random(f"{self.seed} {number}"), Random(f"{self.seed} {number} again")
        company = tuple(self._three(again) for _ in range(self.times))
        for _ in range(TRIES):
            deal = self._reached(random, company[0])
            if deal is not None and deal.due_turn.count() > 1:
                view = deal.seen_by(deal.due_turn.seat)
                return Moment(number, view, tuple(self._alike(deal, view, again)), company)
        name = next(name for name, kind in KINDS.items() if kind is self.kind)
        raise ValueError(f"no {name} with a choice found in {TRIES} deals (expected other rules or results)")

    def _three(self, random: Random) -> Three:
        one, two, three = random.choices(self.company, k=3)
        return one, two, three

    def _reached(self, random: Random, company: Three) -> Deal | None:
        """Play a random deal to a position of the kind; return None if the deal has no such position."""
        deal = Deal.start(self.rules, next(random_deals(random.getrandbits(62))), self.previous)
        held, place = random.choice(self.held), random.randrange(len(Seat))
        players = [player(name, random.getrandbits(62)) for name in company]
        while (turn := deal.turn) is not None:
            at_card = isinstance(turn, PlayTurn)
            if turn.kind is self.kind and (not at_card or (len(turn.held) == held and len(deal.table) == place)):
                return deal
            view = deal.seen_by(turn.seat)
            deal = deal.after(players[turn.seat].act(view) if at_card else self._before_play(view))
        return None

    def _before_play(self, view: DealView) -> Action:
        if view.due_turn.kind is Call and self.trump is not None:
            return Call(view.viewer, self.trump)
        return heuristic_action(view)

    def _alike(self, deal: Deal, view: DealView, random: Random) -> Iterator[Deal]:
        """Yield the deal and others that look the same to the seat, or only copies of the deal if other seats have
        acted.
        """
        if any(event.seat is not view.viewer for event in view.events):
            yield from repeat(deal, self.times)
            return
        yield deal
        for _ in range(self.times - 1):
            yield _dealt_anew(deal, view, random)


def _dealt_anew(deal: Deal, view: DealView, random: Random) -> Deal:
    """Deal the cards that the viewer has not seen again, and repeat the viewer's actions."""
    parts, hidden = (*view.dealt, view.dealt_kitty), FULL_DECK
    for cards in parts:
        hidden -= known_or_none(cards)
    order, dealt = shuffled(hidden, random), list[Hand]()
    for cards in parts:
        dealt.append(cards if isinstance(cards, Hand) else Hand.of(order.pop() for _ in range(len(cards))))
    again = Deal.start(deal.rules, Layout(*dealt), deal.previous_results)
    for event in deal.events:
        if isinstance(event, Give | YesNo | Call | Discard):
            again = again.after(event)
    return again


def known_or_none(cards: Cards) -> Hand:
    """Return the cards, or an empty hand if they are not seen."""
    return cards if isinstance(cards, Hand) else Hand()


@dataclass(frozen=True)
class Table:
    """A table at which choices are judged.

    One named player makes the remaining choices before the play in every seat, and the company of each deal plays the
    cards.
    """

    room: Room
    then: str = "club"

    def tricks(self, moment: Moment, action: Action) -> Floats:
        """Return the tricks that the seat wins after an action, in each deal of the position, with the same random
        numbers.
        """
        deals = [self._at_play(deal.after(action), moment.number) for deal in moment.deals]
        return self.room.tricks(moment.company, Deals(range(len(deals)), deals), moment.number)[:, moment.seat]

    def _at_play(self, deal: Deal, seed: int) -> Deal:
        chooser = player(self.then, seed)
        while not isinstance(turn := deal.due_turn, PlayTurn):
            deal = deal.after(chooser.act(deal.seen_by(turn.seat)))
        return deal
