"""Test an answer: play out the answer and the best choice in many possible deals.

A deal in which the answer wins fewer tricks is shown as a refutation, with both lines of play card by card. The deals
agree with everything that the player had seen (`knowledge`). All seats play by the learned policy, which uses only the
cards that a seat can see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ninefivetwo.cards import Card, Hand, Seat, Trump, by_seat
from ninefivetwo.exact import Solver
from ninefivetwo.game import Action, Deal, DealView, Place, Play
from ninefivetwo.keep.drills.problem import Problem, cards_at
from ninefivetwo.layout import Layout, Position, Trick
from ninefivetwo.study.why.before_play import compared_deals
from ninefivetwo.study.why.lines import Compared, Counts, PlayedLines, compared
from ninefivetwo.think.advise import Limits, Question
from ninefivetwo.think.advise.pricing import drawn_worlds
from ninefivetwo.think.playouts.values import DistinctWorlds
from ninefivetwo.think.playouts.views import KITTY

TRIAL_WORLDS = 1000  # worlds played out
EXACT_TRICKS = 9  # maximum number of tricks left for computing guarantees
EXACT_WORLDS = 12  # maximum number of worlds in which guarantees are computed to refute an answer
WORLD_PLACES = (Place.DEALER, Place.LEFT, Place.RIGHT, Place.KITTY, Place.DISCARDED)  # the columns of a world, in order
TRIAL_LIMITS = Limits(worlds=TRIAL_WORLDS, seed=952)


@dataclass(frozen=True)
class PlayedChoice:
    """The play of a deal after a choice.

    `hands` has the hands before the chosen card or, for other choices, before the first lead. `tricks` includes the
    cards already on the table. `won` has each seat's tricks in the whole deal.
    """

    action: Action
    hands: tuple[Hand, Hand, Hand]
    trump: Trump
    tricks: tuple[Trick, ...]
    won: tuple[int, int, int]


@dataclass(frozen=True)
class Refutation:
    """A possible deal in which an answer wins fewer tricks than the best choice.

    `hands`, `kitty` and `discarded` have the cards in the problem's position. `fails` is True if the contract is missed
    after the answer but made after the best choice. `sure` has the seat's guaranteed tricks after the answer and after
    the best choice, or is None if not computed.
    """

    hands: tuple[Hand, Hand, Hand]
    kitty: Hand
    discarded: Hand
    own: PlayedChoice
    better: PlayedChoice
    fails: bool
    sure: tuple[int, int] | None


@dataclass(frozen=True)
class Trial:
    """The result of testing an answer against the best choice in many possible deals.

    `worlds` is the number of deals. `exact` is True if all possible deals were used. `less` and `more` are the shares
    of deals in which the answer wins fewer or more tricks. `refutation` is a deal in which the answer wins fewer
    tricks, or None. `lay` has the tricks after both choices in the real deal, or is None if the real deal is unknown.
    """

    worlds: int
    exact: bool
    less: float
    more: float
    refutation: Refutation | None
    lay: tuple[int, int] | None


def trial(problem: Problem, own: Action, limits: Limits = TRIAL_LIMITS) -> Trial:
    """Test an answer against the best choice of its problem.

    `limits` gives the number of possible deals, the seed, the number of threads and the cancel token. Raises
    SearchStopped if the token is cancelled, or ValueError for a problem without choices.
    """
    if problem.best is None:
        raise ValueError(f"problem without choices: {problem.id}")
    view, better = problem.view, problem.best.action
    question, deal = Question(view, limits), problem.deal
    drawn = drawn_worlds(question, limits.worlds).worlds
    worlds = drawn if deal is None else _with_deal(drawn, deal)
    lines = _played_out(question, own, better, worlds)
    shares, (mine, best) = lines.worlds.shares, _won(lines)
    return Trial(
        worlds=len(drawn.sets),
        exact=drawn.exact,
        less=float(shares @ (mine < best)),
        more=float(shares @ (mine > best)),
        refutation=_refutation(lines, own, better, limits),
        lay=None if deal is None else (int(mine[-1]), int(best[-1])),
    )


def _with_deal(worlds: DistinctWorlds, deal: Deal) -> DistinctWorlds:
    """Add the real deal to the possible deals with weight 0."""
    sets = np.concatenate(
        [worlds.sets, np.array([[cards_at(deal, place).cards for place in WORLD_PLACES]], dtype=np.uint64)]
    )
    return worlds._replace(sets=sets, shares=np.append(worlds.shares, 0.0))


def _played_out(question: Question, own: Action, better: Action, worlds: DistinctWorlds) -> Compared[Any]:
    if isinstance(own, Play) and isinstance(better, Play):
        return compared(question, own.card, better.card, worlds)
    return compared_deals(question, own, better, worlds)


def _played(view: DealView, choice: Action, lines: PlayedLines, row: int) -> PlayedChoice:
    tricks, on_table = [], Hand.of(view.table)
    for cards, lead, winner in zip(lines.cards[row], lines.leader[row], lines.winner[row], strict=True):
        inorder = tuple(Card.at(int(cards[Seat(int(lead)).after(turn)])) for turn in range(len(Seat)))
        tricks.append(Trick(Seat(int(lead)), inorder, Seat(int(winner))))
    hands = by_seat(Hand.of(Card.at(int(card)) for card in lines.cards[row, :, seat]) - on_table for seat in Seat)
    won = by_seat(view.won[seat] + sum(trick.winner is seat for trick in tricks) for seat in Seat)
    return PlayedChoice(choice, hands, Trump(int(lines.trump[row])), tuple(tricks), won)


def _won(lines: Compared[Any]) -> tuple[Counts, Counts]:
    """Return the seat's tricks after each of the two choices, for every possible deal."""
    before = lines.view.won[lines.seat]
    return lines.after.won(lines.seat) + before, lines.instead.won(lines.seat) + before


def _refutation(lines: Compared[Any], own: Action, better: Action, limits: Limits) -> Refutation | None:
    """Return a deal in which the answer wins fewer tricks and, if possible, misses the contract."""
    view, shares, (mine, best) = lines.view, lines.worlds.shares, _won(lines)
    contract = view.rules.contracts[lines.seat]
    worse = (mine < best) & (shares > 0)
    fails = worse & (mine < contract) & (best >= contract)
    rows = np.flatnonzero(fails if fails.any() else worse)
    if not len(rows):
        return None
    likely_first = rows[np.argsort(-shares[rows], kind="stable")]
    row, sure = _surest(lines, own, better, likely_first[:EXACT_WORLDS].tolist(), limits)
    dealer, left, right, kitty, discarded = (Hand(int(cards)) for cards in lines.worlds.sets[row])
    if isinstance(view.discarded, Hand):
        discarded |= view.discarded
    one, two = _played(view, own, lines.after, row), _played(view, better, lines.instead, row)
    return Refutation((dealer, left, right), kitty, discarded, one, two, bool(fails[row]), sure)


def _surest(
    lines: Compared[Any], own: Action, better: Action, rows: list[int], limits: Limits
) -> tuple[int, tuple[int, int] | None]:
    """Choose a deal from `rows`. Returns the row, and the seat's guaranteed tricks after each of the two choices.

    A deal in which only the best choice guarantees the contract is preferred, then a deal in which the best choice
    guarantees more tricks.
    """
    view = lines.view
    if not (isinstance(own, Play) and isinstance(better, Play)) or len(view.hand(view.viewer)) > EXACT_TRICKS:
        return rows[0], None
    solver, won, contract = Solver(token=limits.token), view.won[lines.seat], view.rules.contracts[lines.seat]
    looked_at = list[tuple[int, tuple[int, int]]]()
    for row in rows:
        hands = by_seat(Hand(int(cards)) for cards in lines.worlds.sets[row][:KITTY])
        position = Position(Layout(*hands), view.lead, view.table)
        after = solver.after_each(position, view.called, view.viewer)
        sure = won + after[own.card], won + after[better.card]
        if sure[0] < contract <= sure[1]:
            return row, sure
        looked_at.append((row, sure))
    return next(((row, sure) for row, sure in looked_at if sure[0] < sure[1]), looked_at[0])
