"""How well a world explains what the others did, by a simple model of what players do.

Worlds that agree with what a seat has seen are equally likely only if the others choose at random.  They do not: a
dealer calls his long suit and discards what he can spare, a giver gives low cards, whoever cannot win a trick plays
low. The model, each part with a strength of its own:

- the dealer calls a suit with a probability proportional to exp(its worth as trump, in his cards / `call`), and
  discards with one proportional to exp(worth of what he keeps / `discard`), the worths being those of the plain rules,
  in tricks, and his cards those he chose the discard from; a call of no-trump tells nothing;
- of his cards a giver gives each with a probability proportional to exp(-(its rank + that of his best card of its suit)
  / `give`): low cards of suits in which he would like to be given a high one;
- who follows decides first what his card is to do, take the trick so far or not; of the cards that do the same he plays
  one with a probability proportional to exp(-how many lower ones he has * `play`).  What is led tells nothing.

With a `CardModel` for `play` every card counts, leads too.  The true deal then weighs more, but no player was found to
win more by it, and it takes a hundred times as long (figures in benchmarks/JOURNAL.md).
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import comb, log

import numpy as np
from msgspec import Struct

from ninefivetwo.cards import FULL_DECK, Card, Denomination, Hand, Seat, Suit
from ninefivetwo.game import Call, DealView, Discard, Give, Play, Return, Take
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.layout import trick_winner
from ninefivetwo.sets import LANES, RANKS, Floats, Sets, lane
from ninefivetwo.think.heuristics import kind_of_suit, tops, worths
from ninefivetwo.think.playouts import policy
from ninefivetwo.think.playouts.views import games_at_start, plays_of
from ninefivetwo_solver import playout as engine
from ninefivetwo_solver.playout import Policy


class CardModel(Struct, frozen=True):
    """How cards are played: with the probability `slip` any legal one, with `plain` that of the plain rules, else one
    by a learned policy from what its player can see; the policy's probabilities are taken to the power of `temper`.

    After Rebstock, Solinas, Buro and Sturtevant, Policy based inference in trick-taking card games (arXiv 1905.10911,
    2019), with two policies in place of one: players differ, and most often go by the plain rules.
    """

    plain: float = 0.3
    slip: float = 0.2
    temper: float = 1.0

    def log_likelihood(self, policy: Policy, view: DealView, sets: Sets) -> Floats:
        """For each world (`Sample.sets`) the logarithm of the probability of all cards that the others played."""
        plays = plays_of(view)
        if not len(plays):
            return np.zeros(len(sets))
        games = games_at_start(view, sets)
        return engine.log_likelihood(policy, games, view.viewer, plays, self.temper, self.slip, self.plain)


DISCARDED = 4  # at most, in the tables


class Likelihood(Struct, frozen=True):
    """The model's strengths (see above); None leaves a part out.  `slip`: the share of discards that are any cards."""

    call: float | None = 1.0  # tricks
    discard: float | None = 0.3  # tricks
    give: float | None = 2.0  # ranks
    play: float | CardModel | None = 1.0
    slip: float = 0.0

    def tells(self, view: DealView) -> bool:
        """Has anything happened that can make one world likelier than another?"""
        return any(event.seat is not view.viewer for event in view.events if isinstance(event, (Give, Call, Play)))

    def weights(self, view: DealView, sets: Sets) -> Floats:
        """For each world, in proportion, how likely what the others did is in it; the largest is 1."""
        result = self.logs(view, sets)
        return np.exp(result - result.max())

    def logs(self, view: DealView, sets: Sets) -> Floats:
        """The logarithms of the probabilities of all that the others did; `sets`: a row a world, a column a place."""
        return self.logs_before_play(view, sets) + self.logs_of_play(view, sets)

    def logs_before_play(self, view: DealView, sets: Sets) -> Floats:
        """The same of the call, the discard and the gifts alone."""
        result = np.zeros(len(sets))
        hands = {seat: sets[:, seat] | _played(view, seat) for seat in Seat}
        discarded = sets[:, 4]
        if view.viewer is not Seat.DEALER and view.trump is not None and view.trump is not Denomination.N:
            if self.call is not None:
                result += _call(hands[Seat.DEALER] | discarded, view.trump, self.call)
        if view.trump is not None and self.discard is not None and _discarded_from_what_he_has(view):
            result += _or_any(_discard(hands[Seat.DEALER], discarded, view.trump, self.discard), discarded, self.slip)
        if self.give is not None:
            result += _gifts(view, {**hands, Seat.DEALER: hands[Seat.DEALER] | discarded}, self.give)
        return result

    def logs_of_play(self, view: DealView, sets: Sets) -> Floats:
        """The same of the cards played alone."""
        if self.play is None:
            return np.zeros(len(sets))
        if isinstance(self.play, CardModel):
            return self.play.log_likelihood(policy("learned"), view, sets)
        return _plays(view, sets, self.play)


def effective(weights: Floats) -> float:
    """The effective sample size: how many equally likely worlds tell as much (Kish, Survey Sampling, 1965)."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def _discarded_from_what_he_has(view: DealView) -> bool:
    """Has the dealer discarded, unseen, from all the cards that he held since?  Not where the kitty or an exchange came
    later."""
    kinds = [type(event) for event in view.events]
    if view.viewer is Seat.DEALER or Discard not in kinds:
        return False
    at = kinds.index(Discard)
    return Take in kinds[:at] and not {Give, Return} & set(kinds[at:])


def _played(view: DealView, seat: Seat) -> np.uint64:
    return np.uint64(Hand.of(e.card for e in view.events if isinstance(e, Play) and e.seat is seat).cards)


@cache
def _discards(kind: str, scale: float) -> Floats:
    """For each number discarded from a suit, by its set: the sum over all such discards of exp(worth kept / scale)."""
    by_rank = (2,) * RANKS  # an axis for each, from the ace down: held or not
    kept = np.exp(worths(kind) / scale).reshape(by_rank)
    sums = np.zeros((DISCARDED + 1, *by_rank))
    for number in range(DISCARDED + 1):
        for gone in combinations(range(RANKS), number):
            having = tuple(1 if rank in gone else slice(None) for rank in reversed(range(RANKS)))
            without = tuple(0 if rank in gone else slice(None) for rank in reversed(range(RANKS)))
            sums[number][having] += kept[without]
    return sums.reshape(DISCARDED + 1, LANES)


def _call(held: Sets, trump: Denomination, scale: float) -> Floats:
    table = worths("trump") / scale
    suits = np.array([table[lane(held, suit)] for suit in Suit])
    top = suits.max(axis=0)
    return suits[trump] - top - np.log(np.exp(suits - top).sum(axis=0))


def _discard(kept: Sets, discarded: Sets, trump: Denomination, scale: float) -> Floats:
    """What he kept, over the sum of all that he could have kept: the suits' sums multiplied like polynomials."""
    number = int(np.bitwise_count(discarded[0]))
    chosen, total = np.zeros(len(kept)), np.zeros((number + 1, len(kept)))
    total[0] = 1
    for suit in Suit:
        kind = kind_of_suit(suit, trump)
        chosen += worths(kind)[lane(kept, suit)] / scale
        sums = _discards(kind, scale)[: number + 1, lane(kept | discarded, suit)]
        total = np.array([sum(total[k] * sums[n - k] for k in range(n + 1)) for n in range(number + 1)])
    return chosen - np.log(total[number])


def _or_any(logs: Floats, discarded: Sets, slip: float) -> Floats:
    """The same if a share of the discards are any cards."""
    if slip == 0:
        return logs
    number = int(np.bitwise_count(discarded[0]))
    return np.logaddexp(log(1 - slip) + logs, log(slip / comb(TRICKS + number, number)))


def _gifts(view: DealView, hands: dict[Seat, Sets], scale: float) -> Floats:
    """The cards that the viewer was given: each by the cards of its giver, less what he got for them."""
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


def _followed(held: Sets, card: Card, before: list[Card], trump: Denomination, strength: float) -> Floats:
    """One card that was played to a trick begun with the cards before it, from the hands held."""
    takers, legal = _takers(tuple(before), trump, card.suit)
    takes = bool(takers >> card.index & 1)
    same = held & np.uint64(takers if takes else legal & ~takers)
    lower = np.bitwise_count(same & np.uint64(_below(card.rank))).astype(np.float64)
    step = np.exp(-strength)
    return -strength * lower - np.log((1 - step ** np.bitwise_count(same)) / (1 - step))


@cache
def _takers(before: tuple[Card, ...], trump: Denomination, suit: Suit) -> tuple[int, int]:
    """Of the cards that may be played by one who plays one of this suit: those that take the trick so far, and all."""
    led = before[0].suit
    legal = FULL_DECK.only(led) if suit is led else FULL_DECK - FULL_DECK.only(led)
    best = before[trick_winner(Seat.DEALER, before, trump)]
    takers = FULL_DECK.only(best.suit).cards & -(2 << best.index)
    if trump is not Denomination.N and int(best.suit) != int(trump):
        takers |= FULL_DECK.only(Suit(trump)).cards
    return takers & legal.cards, legal.cards


@cache
def _below(rank: int) -> int:
    """The cards of all suits below a rank."""
    return Hand.of(card for card in FULL_DECK if card.rank < rank).cards
