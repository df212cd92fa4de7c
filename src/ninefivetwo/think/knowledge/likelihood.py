"""A model of the probability of the other players' actions in a world.

If the other players chose at random, all worlds that agree with a seat's view would be equally likely. In fact, a
dealer calls a long suit and discards weak cards, and a giver gives low cards. The model has the following parts:

- The dealer calls a denomination with a probability proportional to exp(worth / `call`).
- The dealer discards with a probability proportional to exp(worth of the cards kept / `discard`). A share `slip` of the
  discards is random. Worths are in tricks and come from the fitted model in `exchange.py`.
- A giver gives each card with a probability proportional to exp(-(rank of the card + highest rank in the suit) /
  `give`), which favours low cards from weak suits.
- Cards, including leads, are played according to a `CardModel`.

If `play` is a number, a faster but less accurate model replaces the `CardModel`. A player who does not lead decides
whether to beat the cards on the table. Each card that fits the decision is then played with a probability proportional
to exp(-n * `play`), where n is the number of lower cards that fit the decision. Leads are ignored.
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
ROUGH = Likelihood(play=1.0)


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
    for rank in range(RANKS):
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
