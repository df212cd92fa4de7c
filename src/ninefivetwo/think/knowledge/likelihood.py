"""The likelihood of the other players' actions in a world, according to a simple model of their choices.

Worlds that agree with what a seat has seen would be equally likely if the other players chose at random. In fact, a
dealer calls a long suit and discards cards of little use, a giver gives low cards, and a player has a reason for each
card played. The model of these choices has the following parts:

- The dealer calls a denomination with a probability proportional to exp(worth / `call`), and discards with a
  probability proportional to exp(worth of the cards kept / `discard`). Worths are in tricks and come from the fitted
  model (`exchange.py`). A share `slip` of the discards is random.
- A giver gives each card with a probability proportional to exp(-(rank of the card + rank of the best card in its suit)
  / `give`). This favours low cards from weak suits, in which a high card in return is most useful.
- Every card, including leads, is played as a `CardModel` describes.

If `play` is a number, a less accurate but much faster model weighs the cards played. A player who does not lead first
decides whether to win the trick so far. Each card with the chosen effect is then played with a probability proportional
to exp(-n * `play`), where n is the number of lower cards with the same effect. Leads are ignored.
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
    """A model of how cards are played: a mixture of random legal cards, the plain rules and a learned policy.

    A card is random with probability `slip` and follows the plain rules with probability `plain`. All other cards are
    chosen by the learned policy, which sees only what the player can see. The policy's probabilities are raised to the
    power `temper`.

    The method follows Rebstock, Solinas, Buro and Sturtevant, Policy based inference in trick-taking card games (arXiv
    1905.10911, 2019). This model mixes two policies because players differ and often follow the plain rules.
    """

    plain: float = 0.1
    slip: float = 0.1
    temper: float = 1.0

    def log_likelihood(self, policy: Policy, view: DealView, sets: Sets) -> Floats:
        """Return, for each row of `Sample.sets`, the log probability of all cards that the other players played."""
        plays = plays_of(view)
        if not len(plays):
            return np.zeros(len(sets))
        games = games_at_start(view, sets)

        def logs(rows: range) -> Floats:
            part = games[rows.start : rows.stop]
            return engine.log_likelihood(policy, part, view.viewer, plays, self.temper, self.slip, self.plain)

        return in_pieces(logs, len(sets))


class Likelihood(Struct, frozen=True):
    """The strengths of the parts of the model that this module's docstring describes; None leaves a part out."""

    call: float | None = 0.6  # tricks
    discard: float | None = 0.03  # tricks
    slip: float = 0.02
    give: float | None = 2.0  # ranks
    play: float | CardModel | None = CardModel()

    def tells(self, view: DealView) -> bool:
        """Return True if another player has done something that can make one world likelier than another."""
        return any(event.seat is not view.viewer for event in view.events if isinstance(event, (Give, Call, Play)))

    def dealer(self, view: DealView, histories: CardHistories) -> DealerChoices:
        """Return the part of the model that covers the dealer's call and discard."""
        return DealerChoices(view, histories, self.call, self.discard, self.slip)

    def logs(self, view: DealView, sets: Sets, dealer: DealerChoices) -> Floats:
        """Return, for each world, the log likelihood of the other players' actions; `sets` is as in `Sample`."""
        chosen = dealer.logs_of_call(sets) + dealer.logs_of_discard(sets)
        return chosen + self.logs_of_gifts(view, sets) + self.logs_of_play(view, sets)

    def logs_of_gifts(self, view: DealView, sets: Sets) -> Floats:
        """Return, for each world, the log likelihood of the cards that the other players gave."""
        if self.give is None:
            return np.zeros(len(sets))
        hands = {seat: sets[:, seat] | _played(view, seat) for seat in Seat}
        hands[Seat.DEALER] = hands[Seat.DEALER] | sets[:, Place.DISCARDED]
        return _gifts(view, hands, self.give)

    def logs_of_play(self, view: DealView, sets: Sets) -> Floats:
        """Return, for each world, the log likelihood of the cards that the other players played."""
        if self.play is None:
            return np.zeros(len(sets))
        if isinstance(self.play, CardModel):
            return self.play.log_likelihood(policy("learned"), view, sets)
        return _plays(view, sets, self.play)


#: A much faster likelihood. It also accepts worlds in which a seat revoked, because these worlds seem possible to a
#: player who overlooked a void.
ROUGH = Likelihood(play=1.0)


def effective(weights: Floats) -> float:
    """Return the effective sample size of weighted worlds (Kish, Survey Sampling, 1965)."""
    return float(weights.sum() ** 2 / (weights**2).sum())


def _played(view: DealView, seat: Seat) -> np.uint64:
    return np.uint64(Hand.of(e.card for e in view.events if isinstance(e, Play) and e.seat is seat).cards)


def _gifts(view: DealView, hands: dict[Seat, Sets], scale: float) -> Floats:
    """Return, for each world, the log likelihood of the gifts to the viewer from the givers' hands at that time."""
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
    """Return, for each lane, the sum of exp(-(rank + highest rank) / scale) over its cards."""
    lanes = np.arange(LANES)
    result = np.zeros(LANES)
    for rank in range(RANKS):
        result += ((lanes >> rank) & 1) * np.exp(-(rank + tops()) / scale)
    return result


def _plays(view: DealView, sets: Sets, strength: float) -> Floats:
    """Return, for each world, the log likelihood of the cards that the other players played second or third to tricks.

    Plays are processed from last to first: a hand before a play has the cards still held and the cards played since.
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
    """Return, for each hand in `held`, the log likelihood of playing `card` to a trick after the cards in `before`."""
    takers, legal = _takers(tuple(before), trump, card.suit)
    takes = bool(takers >> card.index & 1)
    same = held & np.uint64(takers if takes else legal & ~takers)
    lower = np.bitwise_count(same & np.uint64(_below(card.rank))).astype(np.float64)
    step = np.exp(-strength)
    return -strength * lower - np.log((1 - step ** np.bitwise_count(same)) / (1 - step))


@cache
def _takers(before: tuple[Card, ...], trump: Trump, suit: Suit) -> tuple[int, int]:
    """Return the cards that win the trick so far, and all legal cards, for a player who plays a card of `suit`."""
    led = before[0].suit
    legal = FULL_DECK.only(led) if suit is led else FULL_DECK - FULL_DECK.only(led)
    best = before[trick_winner(Seat.DEALER, before, trump)]
    takers = FULL_DECK.only(best.suit).cards & -(2 << best.index)
    if trump is not Trump.NO_TRUMP and int(best.suit) != int(trump):
        takers |= FULL_DECK.only(Suit(trump)).cards
    return takers & legal.cards, legal.cards


@cache
def _below(rank: int) -> int:
    """Return all cards in the deck that rank lower than `rank`."""
    return Hand.of(card for card in FULL_DECK if card.rank < rank).cards
