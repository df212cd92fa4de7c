"""Club players as a population: how likely one of them makes each of some choices.

A computer player of this level always does the same from the same view; people as strong differ.  They are described by
the learned policy's chances of cards, and by what calls, discards and gifts are worth as fitted to its playouts, each
as sharp as it is right: a choice with a chance of 70 % is as good as the best in 70 % of such decisions (temperature
scaling; Guo, Pleiss, Sun and Weinberger, On calibration of modern neural networks, ICML 2017).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ninefivetwo.cards import Hand, Seat, Suit, Trump
from ninefivetwo.errors import AdviceError
from ninefivetwo.game import Action, Call, DealView, Discard, Give, Play, known_cards
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.sets import Floats, Sets, lanes_of, lowest
from ninefivetwo.think.models.exchange import (
    best_calls,
    call_worths,
    discard_tables,
    hand_worths,
    joined,
    pair_tables,
)
from ninefivetwo.think.playouts import policy
from ninefivetwo.think.playouts.views import view_of
from ninefivetwo_solver.playout import probabilities

#: Fitted by benchmarks/grades.py: to cards, the power of the policy's chances; to other choices, by how much a trick
#: raises the logarithm of a chance.
SHARPNESS: dict[type[Action], float] = {Play: 2.3, Call: 3.0, Discard: 10.0, Give: 16.0}


def club_chances(view: DealView, choices: Sequence[Sequence[Action]], sharpness: float | None = None) -> Floats:
    """The share of club players who make each of these choices, of those who make one of them.

    choices: of the seat whose view this is and whose turn it is, each with all that are the same (touching cards).
    """
    sharp = sharpness or SHARPNESS[type(choices[0][0])]
    if isinstance(choices[0][0], Play):
        chances = probabilities(policy("learned"), view_of(view), sharp)[0]
        found = np.array([sum(chances[each.card.index] for each in same if isinstance(each, Play)) for same in choices])
    else:
        worths = np.array([_worth(view, same[0]) for same in choices])
        found = np.exp(sharp * (worths - worths.max()))
    shares: Floats = found / found.sum()
    return shares


def _worth(view: DealView, choice: Action) -> float:
    """What a choice before the play is worth as fitted, in tricks up to a constant."""
    held = view.due_turn.held
    match choice:
        case Call(trump=call):
            kitty = view.kitty if isinstance(view.kitty, Hand) else None
            return float(call_worths(_row(held | (kitty or Hand())), call, kitty_seen=kitty is not None)[0])
        case Discard(cards=cards):
            (now,) = best_calls(_row(held), view.rules.trumps(), kitty_seen=len(held) > TRICKS)
            trump = Trump(int(now)) if view.trump is None else view.trump
            tables = discard_tables(trump, blind=len(held) == TRICKS)
            return float(hand_worths(lanes_of(_row(held - known_cards(cards))), trump, tables)[0])
        case Give():
            return _worth_of_gift(held, choice)
    raise AdviceError(f"no choice before the play: {choice}")


def _worth_of_gift(held: Hand, gift: Give) -> float:
    """The same of a gift.  Fitted were the lowest cards of suits; each other card counts as if it cost a trick more."""
    lanes, given, worth = lanes_of(_row(held))[:, 0], np.array([0] * len(Suit)), 0.0
    for receiver, cards in zip(Seat, map(known_cards, gift.cards), strict=True):
        if cards:
            tables = pair_tables(gift.seat, receiver, sum(map(len, gift.cards)))
            after = given + np.array([len(cards.only(suit)) for suit in Suit])
            worth += float((tables[after, lanes] - tables[given, lanes]).sum())
            given = after
    low = joined(np.array([lowest(int(number))[lane] for number, lane in zip(given, lanes, strict=True)])[:, None])
    return worth - len(Hand.of(card for cards in gift.cards for card in known_cards(cards)) - Hand(int(low[0])))


def _row(hand: Hand) -> Sets:
    return np.array([hand.cards], dtype=np.uint64)
