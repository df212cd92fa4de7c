"""A model of club players as a population: the probability of each choice.

The club computer player always makes the same choice in the same view, but human club players differ. The learned
policy's probabilities describe their plays. Fitted values describe their calls, discards and gifts. The probabilities
are calibrated: of the choices with probability 70 %, 70 % are as good as the best choice (temperature scaling; Guo,
Pleiss, Sun and Weinberger, On calibration of modern neural networks, ICML 2017).
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
    call_worths,
    discard_tables,
    hand_worths,
    hands_of_lanes,
    modelled_calls,
    pair_tables,
)
from ninefivetwo.think.playouts import policy
from ninefivetwo.think.playouts.views import view_of
from ninefivetwo_solver.playout import probabilities

#: The sharpness of club players' choices, fitted by benchmarks/grades.py: for cards, the exponent applied to the
#: policy's probabilities; for other choices, the increase in log probability per trick.
SHARPNESS: dict[type[Action], float] = {Play: 2.3, Call: 3.0, Discard: 10.0, Give: 16.0}


def club_chances(view: DealView, choices: Sequence[Sequence[Action]], sharpness: float | None = None) -> Floats:
    """Return the share of club players who make each of the viewer's choices. The shares sum to 1.

    Each choice is a list of equivalent actions, such as plays of touching cards.
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
    """Return the fitted value of a call, discard or gift in tricks; only differences are meaningful."""
    held = view.due_turn.held
    match choice:
        case Call(trump=call):
            kitty = view.kitty if isinstance(view.kitty, Hand) else None
            return float(call_worths(_row(held | (kitty or Hand())), call, kitty_seen=kitty is not None)[0])
        case Discard(cards=cards):
            (now,) = modelled_calls(_row(held), view.rules.trumps(), kitty_seen=len(held) > TRICKS)
            trump = Trump(int(now)) if view.trump is None else view.trump
            tables = discard_tables(trump, blind=len(held) == TRICKS)
            return float(hand_worths(lanes_of(_row(held - known_cards(cards))), trump, tables)[0])
        case Give():
            return _worth_of_gift(held, choice)
    raise AdviceError(f"not a choice before the play: {choice}")


def _worth_of_gift(held: Hand, gift: Give) -> float:
    """Return the fitted value of a gift in tricks; only differences are meaningful.

    The model was fitted to gifts of the lowest cards in suits. Every other card in a gift counts as a loss of one
    trick.
    """
    lanes, given, worth = lanes_of(_row(held))[:, 0], np.array([0] * len(Suit)), 0.0
    for receiver, cards in zip(Seat, map(known_cards, gift.cards), strict=True):
        if cards:
            tables = pair_tables(gift.seat, receiver, sum(map(len, gift.cards)))
            after = given + np.array([len(cards.only(suit)) for suit in Suit])
            worth += float((tables[after, lanes] - tables[given, lanes]).sum())
            given = after
    low = hands_of_lanes(
        np.array([lowest(int(number))[lane] for number, lane in zip(given, lanes, strict=True)])[:, None]
    )
    return worth - len(Hand.of(card for cards in gift.cards for card in known_cards(cards)) - Hand(int(low[0])))


def _row(hand: Hand) -> Sets:
    return np.array([hand.cards], dtype=np.uint64)
