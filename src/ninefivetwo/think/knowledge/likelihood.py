"""How well a world explains what the others did, by a simple model of what players do.

Worlds that agree with what a seat has seen are equally likely only if the others choose at random.  They do not: a
dealer calls a long suit and discards what can be spared, a giver gives low cards, a player plays a card for a reason.
The model, each part with a strength of its own:

- the dealer calls a denomination with a probability proportional to exp(worth / `call`), and discards with one
  proportional to exp(worth of what is kept / `discard`), the worths being the fitted ones that club players choose
  by, in tricks; a share of the discards, `slip`, are any cards (`dealer_choices.py`);
- a giver gives each card with a probability proportional to exp(-(its rank + that of the best card of its suit) /
  `give`): low cards of suits in which a high one would be welcome;
- every card is played as a `CardModel` says, leads too.

With a number for `play` the cards played weigh less exactly and much faster: who follows decides first what the card is
to do, take the trick so far or not; of the cards that do the same each is played with a probability proportional to
exp(-how many lower ones there are * `play`).  What is led then tells nothing.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from msgspec import Struct

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit, Trump
from ninefivetwo.game import Call, DealView, Give, Place, Play
from ninefivetwo.layout import trick_winner
from ninefivetwo.sets import LANES, RANKS, Floats, Sets, lane
from ninefivetwo.think.heuristics import tops
from ninefivetwo.think.knowledge.dealer_choices import DealerChoices
from ninefivetwo.think.knowledge.histories import CardHistories
from ninefivetwo.think.playouts import policy
from ninefivetwo.think.playouts.policies import in_pieces
from ninefivetwo.think.playouts.views import games_at_start, plays_of
from ninefivetwo_solver import playout as engine
from ninefivetwo_solver.playout import Policy


class CardModel(Struct, frozen=True):
    """How cards are played: with the probability `slip` any legal one, with `plain` that of the plain rules, else one
    by a learned policy from what its player can see; the policy's probabilities are taken to the power of `temper`.

    After Rebstock, Solinas, Buro and Sturtevant, Policy based inference in trick-taking card games (arXiv 1905.10911,
    2019), with two policies in place of one: players differ, and most often go by the plain rules.
    """

    plain: float = 0.1
    slip: float = 0.1
    temper: float = 1.0

    def log_likelihood(self, policy: Policy, view: DealView, sets: Sets) -> Floats:
        """For each world (`Sample.sets`) the logarithm of the probability of all cards that the others played."""
        plays = plays_of(view)
        if not len(plays):
            return np.zeros(len(sets))
        games = games_at_start(view, sets)

        def logs(rows: range) -> Floats:
            part = games[rows.start : rows.stop]
            return engine.log_likelihood(policy, part, view.viewer, plays, self.temper, self.slip, self.plain)

        return in_pieces(logs, len(sets))


class Likelihood(Struct, frozen=True):
    """The model's strengths (see above); None leaves a part out."""

    call: float | None = 0.6  # tricks
    discard: float | None = 0.03  # tricks
    slip: float = 0.02
    give: float | None = 2.0  # ranks
    play: float | CardModel | None = CardModel()

    def tells(self, view: DealView) -> bool:
        """Has anything happened that can make one world likelier than another?"""
        return any(event.seat is not view.viewer for event in view.events if isinstance(event, (Give, Call, Play)))

    def dealer(self, view: DealView, histories: CardHistories) -> DealerChoices:
        """The part of the model that says how the dealer calls and discards."""
        return DealerChoices(view, histories, self.call, self.discard, self.slip)

    def logs(self, view: DealView, sets: Sets, dealer: DealerChoices) -> Floats:
        """For each world the logarithm of how likely it makes what the others did; sets: as in `Sample`."""
        chosen = dealer.logs_of_call(sets) + dealer.logs_of_discard(sets)
        return chosen + self.logs_of_gifts(view, sets) + self.logs_of_play(view, sets)

    def logs_of_gifts(self, view: DealView, sets: Sets) -> Floats:
        """The same of the gifts alone."""
        if self.give is None:
            return np.zeros(len(sets))
        hands = {seat: sets[:, seat] | _played(view, seat) for seat in Seat}
        hands[Seat.DEALER] = hands[Seat.DEALER] | sets[:, Place.DISCARDED]
        return _gifts(view, hands, self.give)

    def logs_of_play(self, view: DealView, sets: Sets) -> Floats:
        """The same of the cards played alone."""
        if self.play is None:
            return np.zeros(len(sets))
        if isinstance(self.play, CardModel):
            return self.play.log_likelihood(policy("learned"), view, sets)
        return _plays(view, sets, self.play)


#: Much faster; also for worlds in which, so a player who missed something believes, somebody did not follow suit.
ROUGH = Likelihood(play=1.0)


def effective(weights: Floats) -> float:
    """The effective sample size: how many equally likely worlds tell as much (Kish, Survey Sampling, 1965)."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def _played(view: DealView, seat: Seat) -> np.uint64:
    return np.uint64(Hand.of(e.card for e in view.events if isinstance(e, Play) and e.seat is seat).cards)


def _gifts(view: DealView, hands: dict[Seat, Sets], scale: float) -> Floats:
    """The cards that the viewer was given: each by the cards of its giver, less what came back for them."""
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
    """For each set of a suit's cards the sum over them of exp(-(rank + the highest's) / scale)."""
    lanes = np.arange(LANES)
    result = np.zeros(LANES)
    for rank in range(RANKS):
        result += ((lanes >> rank) & 1) * np.exp(-(rank + tops()) / scale)
    return result


def _plays(view: DealView, sets: Sets, strength: float) -> Floats:
    """The cards that the others followed with, from the last to the first: a hand then is what came later, and now."""
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
    """One card that was played to a trick begun with the cards before it, from the hands held."""
    takers, legal = _takers(tuple(before), trump, card.suit)
    takes = bool(takers >> card.index & 1)
    same = held & np.uint64(takers if takes else legal & ~takers)
    lower = np.bitwise_count(same & np.uint64(_below(card.rank))).astype(np.float64)
    step = np.exp(-strength)
    return -strength * lower - np.log((1 - step ** np.bitwise_count(same)) / (1 - step))


@cache
def _takers(before: tuple[Card, ...], trump: Trump, suit: Suit) -> tuple[int, int]:
    """Of the cards that may be played by one who plays one of this suit: those that take the trick so far, and all."""
    led = before[0].suit
    legal = FULL_DECK.only(led) if suit is led else FULL_DECK - FULL_DECK.only(led)
    best = before[trick_winner(Seat.DEALER, before, trump)]
    takers = FULL_DECK.only(best.suit).cards & -(2 << best.index)
    if trump is not Trump.NO_TRUMP and int(best.suit) != int(trump):
        takers |= FULL_DECK.only(Suit(trump)).cards
    return takers & legal.cards, legal.cards


@cache
def _below(rank: int) -> int:
    """The cards of all suits below a rank."""
    return Hand.of(card for card in FULL_DECK if card.rank < rank).cards
