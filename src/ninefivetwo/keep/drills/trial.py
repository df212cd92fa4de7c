"""An answer put to the test: it and the better choice played out side by side in the deals that could be.

Where the answer brings fewer tricks in one of them, that deal is the example: every card of it agrees with all that the
player had seen (`knowledge`), and both ways of playing it are there card by card.  Deals are played out as the choices
are priced: by the learned policy, each seat acting on what it can see; in endings as quantal values suppose.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import Card, Denomination, Hand, Seat
from ninefivetwo.exact import Solver
from ninefivetwo.game import Action, Deal, DealView, Place, Play
from ninefivetwo.keep.drills.problem import Problem, cards_at
from ninefivetwo.layout import Layout, Position, Trick
from ninefivetwo.sets import Sets
from ninefivetwo.study.why.endings import is_ending, several_times
from ninefivetwo.study.why.lines import PlayedLines, compared
from ninefivetwo.think.advise import Limits, Question
from ninefivetwo.think.advise.before import DealChoices
from ninefivetwo.think.advise.pricing import drawn_worlds
from ninefivetwo.think.playouts import play_lines, policy
from ninefivetwo.think.playouts.values import DistinctWorlds
from ninefivetwo.think.playouts.views import KITTY, Rows

WORLDS, ENDING_WORLDS = 1000, 100  # that are played out; in endings several times each
DISCARDS_BY = 200  # worlds by which a discard after a call is chosen
EXACT_TRICKS = 9  # left, up to which what the seat is sure of is worked out
EXACT_WORLDS = 12  # in which the answer fails, looked at for one in which it cannot but fail
PLACES = (Place.DEALER, Place.LEFT, Place.RIGHT, Place.KITTY, Place.DISCARDED)  # the columns of a world
LIMITS = Limits(worlds=WORLDS, seed=952)

Whole = npt.NDArray[np.int64]


@dataclass(frozen=True)
class PlayedChoice:
    """How a deal goes after a choice.

    hands: at the moment of a card, or at the first lead.  tricks: from the trick in progress on, whose cards that lie
    on the table already are in it.  won: tricks of each seat in the whole deal.
    """

    action: Action
    hands: tuple[Hand, Hand, Hand]
    trump: Denomination
    tricks: tuple[Trick, ...]
    won: tuple[int, int, int]


@dataclass(frozen=True)
class Refutation:
    """A deal that could be, in which an answer brings fewer tricks than the better choice.

    hands, kitty, discarded: where the cards are at that moment.  fails: is the contract missed after the answer, and
    made after the better choice?  sure: tricks of the whole deal that the seat is sure of after either, whatever the
    others do, all cards seen; None where it was not worked out.
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
    """What became of an answer beside a better choice, over the deals that could be.

    worlds: how many were looked at; exact: are they all?  less, more: the shares of them in which it brings fewer and
    more tricks.  refutation: one in which it brings fewer; None where there is none.  lay: the tricks of both in the
    deal as it lay; None where that is not known, or is an ending, in which more than one way of playing is looked at.
    """

    worlds: int
    exact: bool
    less: float
    more: float
    refutation: Refutation | None
    lay: tuple[int, int] | None


def trial(problem: Problem, own: Action, limits: Limits = LIMITS) -> Trial:
    """An answer put to the test against the best choice of its problem.

    limits: worlds, seed, threads and token are used.  Raises SearchStopped where the token was cancelled, and
    ValueError for a problem without choices.
    """
    if problem.best is None:
        raise ValueError(f"a problem without choices: {problem.id}")
    view, better = problem.view, problem.best.action
    most = min(limits.worlds, ENDING_WORLDS) if _in_ending(view, own) else limits.worlds
    question = Question(view, limits)
    drawn = drawn_worlds(question, most).worlds
    lay = None if problem.deal is None or _in_ending(view, own) else _as_it_lay(problem.deal)
    worlds = drawn if lay is None else _with_row(drawn, lay)
    lines = _lines(question, own, better, worlds)
    seat, shares = view.viewer, lines.worlds.shares
    mine, best = lines.after.won[:, seat], lines.instead.won[:, seat]
    return Trial(
        worlds=len(drawn.sets),
        exact=drawn.exact,
        less=float(shares @ (mine < best)),
        more=float(shares @ (mine > best)),
        refutation=_refutation(view, lines, limits),
        lay=None if lay is None else (int(mine[-1]), int(best[-1])),
    )


def _in_ending(view: DealView, choice: Action) -> bool:
    return isinstance(choice, Play) and is_ending(view)


def _as_it_lay(deal: Deal) -> list[int]:
    """The deal itself as a world."""
    return [cards_at(deal, place).cards for place in PLACES]


def _with_row(worlds: DistinctWorlds, row: list[int]) -> DistinctWorlds:
    """The worlds, and one more that counts for nothing."""
    sets = np.concatenate([worlds.sets, np.array([row], dtype=np.uint64)])
    return worlds._replace(sets=sets, shares=np.append(worlds.shares, 0.0))


@dataclass(frozen=True)
class _Playings:
    """Deals played out after one choice: hands at the beginning and trump by world, cards by world, trick and seat,
    leaders and winners by world and trick, tricks of the whole deal by world and seat."""

    action: Action
    hands: Sets
    trumps: Whole
    cards: Whole
    leader: Whole
    winner: Whole
    won: Whole

    @classmethod
    def of(cls, action: Action, hands: Sets, trumps: Whole, lines: PlayedLines, won: Sequence[int]) -> _Playings:
        tricks = np.stack([lines.won(seat) for seat in Seat], axis=1) + np.array(won)
        return cls(action, hands, trumps, lines.cards, lines.leader, lines.winner, tricks)

    def row(self, number: int) -> PlayedChoice:
        """How one deal goes."""
        tricks = []
        for cards, lead, winner in zip(self.cards[number], self.leader[number], self.winner[number], strict=True):
            inorder = tuple(Card.at(int(cards[Seat(int(lead)).after(turn)])) for turn in range(len(Seat)))
            tricks.append(Trick(Seat(int(lead)), inorder, Seat(int(winner))))
        dealer, left, right = (Hand(int(cards)) for cards in self.hands[number])
        won = tuple(int(n) for n in self.won[number])
        trump = Denomination(int(self.trumps[number]))
        return PlayedChoice(self.action, (dealer, left, right), trump, tuple(tricks), (won[0], won[1], won[2]))


class _SideBySide(NamedTuple):
    worlds: DistinctWorlds
    after: _Playings
    instead: _Playings


def _lines(question: Question, own: Action, better: Action, worlds: DistinctWorlds) -> _SideBySide:
    """Both choices played out in all worlds."""
    view, limits = question.view, question.limits
    if isinstance(own, Play) and isinstance(better, Play):
        lines = compared(view, own.card, better.card, worlds, limits.seed, limits)
        hands, trumps = lines.sets[:, : len(Seat)], np.full(len(lines.sets), int(view.called))
        after, instead = (
            _Playings.of(action, hands, trumps, played, view.won)
            for action, played in ((own, lines.after), (better, lines.instead))
        )
        return _SideBySide(several_times(worlds) if is_ending(view) else worlds, after, instead)
    following = DealChoices(question, [own, better], drawn_worlds(question, DISCARDS_BY, offset=1).worlds)
    after, instead = (
        _deals_played(action, games, limits)
        for action, games in zip((own, better), following.deals([own, better], worlds.sets), strict=True)
    )
    return _SideBySide(worlds, after, instead)


def _deals_played(action: Action, games: Rows, limits: Limits) -> _Playings:
    """Whole deals played out; what is trumps may differ between them."""
    learned, none = policy("learned"), np.zeros(0, dtype=np.uint8)
    played = play_lines(
        (learned, learned, learned), games, seed=limits.seed, threads=limits.threads, token=limits.token
    )
    order, parts = list[Whole](), list[_Playings]()
    for trump in np.unique(games["trump"]):
        rows = np.flatnonzero(games["trump"] == trump)
        lines = PlayedLines.of(none, Seat(int(games["leader"][0])), Denomination(int(trump)), played[rows])
        trumps = np.full(len(rows), int(trump))
        parts.append(_Playings.of(action, games["hand"][rows], trumps, lines, (0, 0, 0)))
        order.append(rows)
    back = np.argsort(np.concatenate(order))

    def joined(name: str) -> Whole:
        return np.asarray(np.concatenate([getattr(part, name) for part in parts])[back])

    hands = np.concatenate([part.hands for part in parts])[back]
    return _Playings(action, hands, *(joined(name) for name in ("trumps", "cards", "leader", "winner", "won")))


def _refutation(view: DealView, lines: _SideBySide, limits: Limits) -> Refutation | None:
    """A deal in which the answer brings fewer tricks: best one in which it fails, and cannot but fail."""
    seat, shares = view.viewer, lines.worlds.shares
    contract = view.rules.contracts[seat]
    mine, best = lines.after.won[:, seat], lines.instead.won[:, seat]
    worse = (mine < best) & (shares > 0)
    fails = worse & (mine < contract) & (best >= contract)
    rows = np.flatnonzero(fails if fails.any() else worse)
    if not len(rows):
        return None
    likely_first = rows[np.argsort(-shares[rows], kind="stable")]
    row, sure = _surest(view, lines, likely_first[:EXACT_WORLDS].tolist(), contract, limits)
    dealer, left, right, kitty, discarded = (Hand(int(cards)) for cards in lines.worlds.sets[row])
    if isinstance(view.discarded, Hand):
        discarded |= view.discarded
    own, better = lines.after.row(row), lines.instead.row(row)
    return Refutation((dealer, left, right), kitty, discarded, own, better, bool(fails[row]), sure)


def _surest(
    view: DealView, lines: _SideBySide, rows: list[int], contract: int, limits: Limits
) -> tuple[int, tuple[int, int] | None]:
    """The first of some deals in which the better choice is sure of the contract and the answer is not, else of more
    tricks, else the first; and what the seat is sure of there after each."""
    own, better = lines.after.action, lines.instead.action
    if not (isinstance(own, Play) and isinstance(better, Play)) or len(view.hand(view.viewer)) > EXACT_TRICKS:
        return rows[0], None
    solver, won = Solver(token=limits.token), view.won[view.viewer]
    looked_at = list[tuple[int, tuple[int, int]]]()
    for row in rows:
        dealer, left, right = (Hand(int(cards)) for cards in lines.worlds.sets[row][:KITTY])
        position = Position(Layout(dealer, left, right), view.lead, view.table)
        after = solver.after_each(position, view.called, view.viewer)
        sure = won + after[own.card], won + after[better.card]
        if sure[0] < contract <= sure[1]:
            return row, sure
        looked_at.append((row, sure))
    return next(((row, sure) for row, sure in looked_at if sure[0] < sure[1]), looked_at[0])
