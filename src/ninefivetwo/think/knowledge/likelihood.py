"""A model of the probability of the other players' actions in a world.

If the other players chose at random, all worlds that agree with a seat's view would be equally likely. In fact, a
dealer calls a long suit and discards weak cards, and a giver gives low cards. The model has the following parts:

- The dealer calls a denomination with a probability proportional to exp(worth / `call`).
- The dealer discards with a probability proportional to exp(worth of the cards kept / `discard`). A share `slip` of the
  discards is random. The worths are in tricks and come from the fitted model in `models/exchange.py`.
- A giver gives each card with a probability proportional to exp(-(rank of the card + highest rank in the suit) /
  `give`), which favours low cards from weak suits.
- Cards, including leads, are played according to a `CardModel`.

If `play` is a number, a faster but less accurate model replaces the `CardModel`. A player who does not lead decides
whether to beat the cards on the table. Each card that fits the decision is then played with a probability proportional
to exp(-n * `play`), where n is the number of lower cards that fit the decision. Leads are ignored.

In evenly drawn worlds, the dealer's unseen discard is random. Therefore a new discard is drawn for each world, and the
world is weighted by the mean probability of all its possible discards. Weighting the worlds by the probability of their
own discards would be equivalent, but fewer worlds would keep a useful weight. The method is importance sampling with
the discard integrated out (Rubinstein and Kroese, Simulation and the Monte Carlo method, 2008, "conditional Monte
Carlo").
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, reduce
from itertools import combinations
from operator import or_
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit, Trump
from ninefivetwo.game import Call, Cards, DealView, Discard, Event, Give, Place, Play, Return, Take, Unseen
from ninefivetwo.layout import trick_winner
from ninefivetwo.sets import LANES, RANK_COUNT, Floats, Sets, lane
from ninefivetwo.think.heuristics import tops
from ninefivetwo.think.knowledge.histories import CardHistories
from ninefivetwo.think.models.exchange import (
    HIGH_CARD,
    call_tables,
    discard_tables,
    lane_lengths,
    runs_from_ace,
    ways_of,
)
from ninefivetwo.think.playouts import policy
from ninefivetwo.think.playouts.policies import in_pieces
from ninefivetwo.think.playouts.views import games_at_start, plays_of
from ninefivetwo_solver import playout as engine
from ninefivetwo_solver.playout import Policy
from ninefivetwo_solver.worlds import draw_discards, log_call_chances


class CardModel(Struct, frozen=True):
    """A model of card play that mixes random legal cards, the plain rules and a learned policy.

    A card is random with probability `slip` and follows the plain rules with probability `plain`. All other cards are
    chosen by the learned policy, which sees only what the player can see. The policy's probabilities are raised to the
    power `temper`. The plain rules are included because many players follow them.

    The method follows Rebstock, Solinas, Buro and Sturtevant, Policy based inference in trick-taking card games (arXiv
    1905.10911, 2019).
    """

    plain: float = 0.1
    slip: float = 0.1
    temper: float = 1.0

    def log_likelihood(self, policy: Policy, view: DealView, sets: Sets) -> Floats:
        """Return the log probability of all cards that the other players played, for each row of `sets`."""
        plays = plays_of(view)
        if not len(plays):
            return np.zeros(len(sets))
        games = games_at_start(view, sets)

        def logs(rows: range) -> Floats:
            part = games[rows.start : rows.stop]
            return engine.log_likelihood(policy, part, view.viewer, plays, self.temper, self.slip, self.plain)

        return in_pieces(logs, len(sets))


class Likelihood(Struct, frozen=True):
    """The parameters of the model that the module's docstring describes. None leaves out a part of the model."""

    call: float | None = 0.6  # tricks
    discard: float | None = 0.03  # tricks
    slip: float = 0.02
    give: float | None = 2.0  # ranks
    play: float | CardModel | None = CardModel()

    def tells(self, view: DealView) -> bool:
        """Return True if another player has called, given cards or played a card."""
        return any(event.seat is not view.viewer for event in view.events if isinstance(event, (Give, Call, Play)))

    def dealer(self, view: DealView, histories: CardHistories) -> DealerChoices:
        return DealerChoices(view, histories, self.call, self.discard, self.slip)

    def logs(self, view: DealView, sets: Sets, dealer: DealerChoices) -> Floats:
        """Return the log likelihood of the other players' actions for each row of `sets` (see `Sample`)."""
        chosen = dealer.logs_of_call(sets) + dealer.logs_of_discard(sets)
        return chosen + self.logs_of_gifts(view, sets) + self.logs_of_play(view, sets)

    def logs_of_gifts(self, view: DealView, sets: Sets) -> Floats:
        """Return the log likelihood, in each world, of the cards that the other players gave."""
        if self.give is None:
            return np.zeros(len(sets))
        hands = {seat: sets[:, seat] | _played(view, seat) for seat in Seat}
        hands[Seat.DEALER] = hands[Seat.DEALER] | sets[:, Place.DISCARDED]
        return _gifts(view, hands, self.give)

    def logs_of_play(self, view: DealView, sets: Sets) -> Floats:
        """Return the log likelihood, in each world, of the cards that the other players played."""
        if self.play is None:
            return np.zeros(len(sets))
        if isinstance(self.play, CardModel):
            return self.play.log_likelihood(policy("learned"), view, sets)
        return _plays(view, sets, self.play)


#: A much faster likelihood. It also accepts worlds in which a seat revoked, because these worlds seem possible to a
#: player who overlooked a void.
ROUGH_LIKELIHOOD = Likelihood(play=1.0)


def effective(weights: Floats) -> float:
    """Return the effective sample size of weighted worlds (Kish, Survey Sampling, 1965)."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def _played(view: DealView, seat: Seat) -> np.uint64:
    return np.uint64(Hand.of(e.card for e in view.events if isinstance(e, Play) and e.seat is seat).cards)


def _gifts(view: DealView, hands: dict[Seat, Sets], scale: float) -> Floats:
    """Return the log likelihood of the gifts to the viewer in each world, given the players' hands (`hands`)."""
    result = np.zeros(len(hands[Seat.DEALER]))
    table = _gives(scale)
    for event in view.events:
        if isinstance(event, Give) and event.seat is not view.viewer and view.viewer is not None:
            gift = event.cards[view.viewer]
            if isinstance(gift, Hand) and gift:
                back = view.handed_back(view.viewer, event.seat)
                got = back.cards & ~gift.cards if isinstance(back, Hand) else 0
                held = (hands[event.seat] | np.uint64(gift.cards)) & ~np.uint64(got)
                total = np.log(sum(table[lane(held, suit)] for suit in Suit))
                for card in gift:
                    result -= (card.rank + tops()[lane(held, card.suit)]) / scale + total
    return result


@cache
def _gives(scale: float) -> Floats:
    """Return the sum of exp(-(rank + highest rank) / `scale`) over the cards of each lane."""
    lanes = np.arange(LANES)
    result = np.zeros(LANES)
    for rank in range(RANK_COUNT):
        result += ((lanes >> rank) & 1) * np.exp(-(rank + tops()) / scale)
    return result


def _plays(view: DealView, sets: Sets, strength: float) -> Floats:
    """Return the log likelihood, in each world, of the other players' second and third cards to tricks.

    Plays are processed from last to first, so that earlier hands are found by adding the cards played later.
    """
    result = np.zeros(len(sets))
    plays = view.plays
    later = {seat: np.uint64(0) for seat in Seat}
    for i in range(len(plays) - 1, -1, -1):
        seat, card = plays[i].seat, plays[i].card
        later[seat] |= np.uint64(1 << card.index)
        if seat is view.viewer or i % len(Seat) == 0 or view.trump is None:
            continue
        before = [play.card for play in plays[i - i % len(Seat) : i]]
        result += _followed(sets[:, seat] | later[seat], card, before, view.trump, strength)
    return result


def _followed(held: Sets, card: Card, before: list[Card], trump: Trump, strength: float) -> Floats:
    """Return the log likelihood of playing `card` after the cards in `before`, for each hand in `held`."""
    takers, legal = _takers(tuple(before), trump, card.suit)
    takes = bool(takers >> card.index & 1)
    same = held & np.uint64(takers if takes else legal & ~takers)
    lower = np.bitwise_count(same & np.uint64(_below(card.rank))).astype(np.float64)
    step = np.exp(-strength)
    return -strength * lower - np.log((1 - step ** np.bitwise_count(same)) / (1 - step))


@cache
def _takers(before: tuple[Card, ...], trump: Trump, suit: Suit) -> tuple[int, int]:
    """Return the cards that beat all cards in `before`, and all legal cards, for a player who plays `suit`."""
    led = before[0].suit
    legal = FULL_DECK.only(led) if suit is led else FULL_DECK - FULL_DECK.only(led)
    best = before[trick_winner(Seat.DEALER, before, trump)]
    takers = FULL_DECK.only(best.suit).cards & -(2 << best.index)
    if trump is not Trump.NO_TRUMP and int(best.suit) != int(trump):
        takers |= FULL_DECK.only(Suit(trump)).cards
    return takers & legal.cards, legal.cards


@cache
def _below(rank: int) -> int:
    return Hand.of(card for card in FULL_DECK if card.rank < rank).cards


LEAST_WEIGHT = 1e-300  # replaces a probability of 0, so that its logarithm is finite
ALL = FULL_DECK.cards
CARD_BITS = np.uint64(1) << np.arange(64, dtype=np.uint64)


class DiscardChoice(NamedTuple):
    """The discard in each world, and the cards from which it was chosen.

    `held` is the hand before the discard, and `movable` has the cards that may have been kept or discarded.
    """

    held: Sets
    movable: Sets
    discarded: Sets


class DealerChoices:
    """A model of the dealer's choices, based on another seat's view and the possible card histories.

    `call` and `discard` are the scales, in tricks, for converting worths to probabilities. None leaves the call or the
    discard out of the model. `slip` is the share of random discards.
    """

    def __init__(
        self, view: DealView, histories: CardHistories, call: float | None, discard: float | None, slip: float
    ) -> None:
        self._view, self._open, self._call, self._discard, self._slip = view, histories.open, call, discard, slip
        kinds = [type(event) for event in view.events]
        self._before = view.events[: kinds.index(Discard)] if Discard in kinds else view.events
        self._since = view.events[len(self._before) :]
        cards = (event.card for event in self._since if isinstance(event, Play) and event.seat is Seat.DEALER)
        self._played = np.uint64(Hand.of(cards).cards)

    @property
    def _call_tells(self) -> bool:
        return self._call is not None and self._view.viewer is not Seat.DEALER and self._view.trump is not None

    @property
    def _discard_tells(self) -> bool:
        """Whether the discard was unseen, trump is known, and all later exchanges with the dealer were seen."""
        changed = [change for event in self._since for change in _handed_over(event) if Seat.DEALER in change]
        unseen = any(isinstance(cards, Unseen) for _, _, cards in changed)
        told = self._discard is not None and self._view.trump is not None and not unseen
        return told and self._view.viewer is not Seat.DEALER and len(self._since) > 0

    def logs_of_call(self, sets: Sets) -> Floats:
        """Return the log probability of the call in each world, given all cards that the dealer had before the play.

        The cards include the kitty even if the dealer called first, because a world does not record the kitty's cards.
        """
        if not self._call_tells:
            return np.zeros(len(sets))
        kinds = [type(event) for event in self._view.events]
        held = sets[:, Seat.DEALER] | sets[:, Place.DISCARDED] | self._played
        tables = _call_tables(Take in kinds[: kinds.index(Call)], self._call or 1.0)
        trumps = [int(trump) for trump in self._view.rules.trumps()]

        def logs(rows: range) -> Floats:
            part = held[rows.start : rows.stop]
            return log_call_chances(part, int(self._view.called), tables, lane_lengths(), trumps)

        return in_pieces(logs, len(sets))

    def redrawn(self, sets: Sets, seed: int) -> tuple[Sets, Floats]:
        """Return the worlds with newly drawn discards, and the log mean probability of all possible discards."""
        if not self._discard_tells:
            return sets, np.zeros(len(sets))
        held = self._held(sets)
        choice = self._choice(sets, held & ~self._drawn_kitties(held, seed))
        drawn, logs = self._drawn(choice, seed)
        redrawn = sets.copy()
        redrawn[:, Seat.DEALER] ^= choice.discarded ^ drawn
        redrawn[:, Place.DISCARDED] = drawn
        return redrawn, logs

    def logs_of_discard(self, sets: Sets) -> Floats:
        """Return the log probability of the discard in each world."""
        if not self._discard_tells:
            return np.zeros(len(sets))
        held = self._held(sets)
        kitties = self._every_kitty(held)
        numbers = [len(every) for every in kitties]
        choice = self._choice(np.repeat(sets, numbers, axis=0), np.repeat(held, numbers) & ~np.concatenate(kitties))
        logs = self._drawn(choice._replace(movable=np.zeros_like(choice.movable)), 0)[1]
        sums = np.add.reduceat(np.exp(logs), np.cumsum([0, *numbers[:-1]]))
        return np.log(sums / numbers)

    def _drawn(self, choice: DiscardChoice, seed: int) -> tuple[Sets, Floats]:
        """Return a drawn discard for each world, and the log mean probability of all possible discards."""
        number = len(self._view.discarded)
        tables = _discard_tables(self._view.called, self._kitty_to_come, self._discard or 1.0)
        found = np.empty_like(choice.discarded)

        def chances(rows: range) -> Floats:
            held, movable, discarded = (every[rows.start : rows.stop] for every in choice)
            how = int(self._view.called), tables, lane_lengths(), ways_of(number), self._slip
            found[rows.start : rows.stop], mean = draw_discards(
                held, movable, discarded, *how, seed % 2**64, rows.start
            )
            return mean

        mean = in_pieces(chances, len(found))
        return found, np.log(np.maximum(mean, LEAST_WEIGHT))

    @property
    def _kitty_to_come(self) -> bool:
        return not any(isinstance(event, Take) for event in self._before)

    @property
    def _kitty_came_after(self) -> bool:
        return any(isinstance(event, Take) for event in self._since)

    def _held(self, sets: Sets) -> Sets:
        """Return the cards that the dealer kept when discarding, together with a kitty that was taken later."""
        came = gone = 0
        for event in self._since:
            for giver, receiver, cards in _handed_over(event):
                if isinstance(cards, Hand) and receiver is Seat.DEALER:
                    came, gone = came | cards.cards & ~gone, gone & ~cards.cards
                elif isinstance(cards, Hand) and giver is Seat.DEALER:
                    came, gone = came & ~cards.cards, gone | cards.cards & ~came
        return (sets[:, Seat.DEALER] | self._played) & np.uint64(~came & ALL) | np.uint64(gone)

    def _choice(self, sets: Sets, kept: Sets) -> DiscardChoice:
        """Return each world's discard and the cards from which it was chosen, given the cards kept (`kept`)."""
        now, discarded = sets[:, Seat.DEALER], sets[:, Place.DISCARDED]
        either = self._may_be(Place.DEALER) & self._may_be(Place.DISCARDED)
        return DiscardChoice(kept | discarded, (now & kept | discarded) & either, discarded)

    def _may_be(self, place: Place) -> np.uint64:
        return _union(cards for history, cards in self._open.items() if history.now == place)

    def _in_kitty(self) -> tuple[np.uint64, np.uint64]:
        """Return the possible and the certain cards of a kitty that was taken after the discard."""
        if not self._kitty_came_after:
            return np.uint64(0), np.uint64(0)
        ways = [(history, cards) for history, cards in self._open.items() if history.now != Place.DISCARDED]
        in_kitty = _union(cards for history, cards in ways if history.start == Place.KITTY)
        elsewhere = _union(cards for history, cards in ways if history.start != Place.KITTY)
        return in_kitty, in_kitty & ~elsewhere

    def _drawn_kitties(self, held: Sets, seed: int) -> Sets:
        """Draw each world's kitty at random. The kitties are empty if no kitty was taken after the discard."""
        can, must = self._in_kitty()
        if not can:
            return np.zeros_like(held)
        order = np.random.default_rng(seed).random((len(held), len(CARD_BITS)))
        order[(held[:, None] & must & CARD_BITS) != 0] -= 1
        order[(held[:, None] & can & CARD_BITS) == 0] = np.inf
        number = len(self._view.dealt_kitty)
        chosen = np.argpartition(order, number - 1, axis=1)[:, :number]
        return np.bitwise_or.reduce(CARD_BITS[chosen], axis=1)

    def _every_kitty(self, held: Sets) -> list[Sets]:
        """Return each world's possible kitties, or one empty kitty if no kitty was taken after the discard."""
        can, must = self._in_kitty()
        if not can:
            return [np.zeros(1, dtype=np.uint64)] * len(held)
        kitties = []
        for cards in held.tolist():
            surely = cards & int(must)
            open_ = [card for card in CARD_BITS.tolist() if card & cards & int(can) & ~surely]
            number = len(self._view.dealt_kitty) - surely.bit_count()
            kitties.append(np.array([surely | sum(more) for more in combinations(open_, number)], dtype=np.uint64))
        return kitties


def _handed_over(event: Event) -> list[tuple[Seat, Seat, Cards]]:
    """Return the transfers of cards in an event, each as a tuple (giver, receiver, cards)."""
    match event:
        case Give(seat, cards):
            return [(seat, receiver, cards[receiver]) for receiver in Seat if len(cards[receiver])]
        case Return(seat, to, cards):
            return [(seat, to, cards)]
    return []


def _union(every: Iterable[int]) -> np.uint64:
    return np.uint64(reduce(or_, every, 0))


@cache
def _call_tables(kitty_seen: bool, scale: float) -> Floats:
    return np.array([call_tables(trump, kitty_seen) for trump in Trump]) / scale


@cache
def _discard_tables(trump: Trump, kitty_to_come: bool, scale: float) -> Floats:
    return np.array([*discard_tables(trump, kitty_to_come), HIGH_CARD * runs_from_ace()]) / scale
