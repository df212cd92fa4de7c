"""Rollout values: what each candidate brings in many worlds when the deal is then played out by policies.

All candidates are played out in the same worlds with the same random numbers (common random numbers), so differences
are sharper than the values themselves.  In the last tricks quantal values take the place of playouts: they are cheap
there, and suppose players who think.  `evaluations` says what the candidates are worth and how well that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from ninefivetwo.cards import Card, Hand, Seat
from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.exact import CancelToken, QuantalSolver
from ninefivetwo.exact.quantal import quantal_spread
from ninefivetwo.game import DealView
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.layout import Layout, Position
from ninefivetwo.sets import Floats, Sets
from ninefivetwo.think.models.distribution import bounded
from ninefivetwo.think.playouts.batch import Int8s, Policies, play_out
from ninefivetwo.think.playouts.estimates import Choice, DistinctWorlds, estimate, world_means
from ninefivetwo.think.playouts.views import Rows, games_in, view_of
from ninefivetwo_solver.playout import NO_CHOICE, features

ENDING = 6  # cards held by the seat to play, up to which quantal values take the place of playouts


def ending_tricks(view: DealView, sets: Sets, cards: Sequence[Card], solver: QuantalSolver) -> Floats:
    """The tricks that each seat can expect of those left, a trick in progress counted: (worlds, candidates, 3).

    sets: worlds as in `Sample.sets`; those that are alike are solved once.  Raises SearchStopped when the solver's
    token is cancelled.
    """
    distinct, where = np.unique(sets[:, : len(Seat)], axis=0, return_inverse=True)
    found = np.empty((len(distinct), len(cards), len(Seat)))
    for row, world in enumerate(distinct.tolist()):
        dealer, left, right = map(Hand, world)
        values = solver.moves(Position(Layout(dealer, left, right), view.lead, view.table), view.called)
        found[row] = [values[card] for card in cards]
    return found[where.reshape(-1)]


Candidate = TypeVar("Candidate")


@dataclass(frozen=True)
class Rollouts:
    """How deals are played out: `playouts` times each, by policies of dealer, left and right, with a seed.

    threads: how many (None: all cores); the numbers do not depend on it.  token: stops the work, which then raises
    SearchStopped.
    """

    policies: Policies
    seed: int = 0
    playouts: int = 1
    threads: int | None = None
    token: CancelToken | None = None


@dataclass(frozen=True)
class RolloutValues:
    """What candidates bring to one seat, by world.

    tricks: of each seat in the whole deal, a mean over playouts; worlds, candidates, seats.  chances: of each number of
    tricks, 0 to 16, of this seat; worlds, candidates, numbers.
    """

    seat: Seat
    worlds: DistinctWorlds
    tricks: Floats
    chances: Floats

    def makes(self, contract: int) -> Floats:
        """The chance of so many tricks at least; worlds, candidates."""
        found: Floats = self.chances[:, :, max(contract, 0) :].sum(axis=2)
        return found


@dataclass(frozen=True)
class RolloutDetails:
    """What else is known of a candidate.

    tricks: of the seat in the whole deal.  chance: of making the contract.  distribution: the chance of each number of
    tricks, 0 to 16.  conceded: how many more tricks each of the others wins than by the best candidate.
    """

    tricks: Estimate
    chance: Estimate
    distribution: tuple[float, ...]
    conceded: dict[Seat, Estimate]


def card_values(
    view: DealView,
    worlds: DistinctWorlds,
    cards: Sequence[Card],
    rollouts: Rollouts,
    ending: int = ENDING,
    solver: QuantalSolver | None = None,
) -> RolloutValues:
    """What legal cards bring to the seat whose view this is and whose turn it is.

    With at most `ending` cards held by quantal values; solver: one whose table is warm, in place of a new one.
    """
    seat = view.due_turn.seat
    held = len(view.hand(seat))
    if held > ending:
        indices = np.array([card.index for card in cards], dtype=np.uint8)
        return _values(view, seat, worlds, _played_out(games_in(view, worlds.sets), rollouts, cards=indices))
    solver = solver or QuantalSolver(token=rollouts.token)
    tricks = ending_tricks(view, worlds.sets, cards, solver) + np.array(view.won)
    won = view.won[seat]
    chances = bounded(tricks[:, :, seat], quantal_spread(held), won, won + held)
    return RolloutValues(seat, worlds, tricks, chances)


def unlike_cards(view: DealView) -> list[Card]:
    """The cards that the seat to play can choose from: of touching cards, which bring the same, the lowest."""
    cards, _ = features(view_of(view))
    return [Card.at(int(index)) for index in cards[0] if index != NO_CHOICE]


def discard_values(
    view: DealView, worlds: DistinctWorlds, discards: Sequence[Hand], rollouts: Rollouts
) -> RolloutValues:
    """What discards bring to the dealer whose view this is; each is taken out of his twenty cards."""
    sets = np.array([discard.cards for discard in discards], dtype=np.uint64)
    return _values(view, Seat.DEALER, worlds, _played_out(games_in(view, worlds.sets), rollouts, discards=sets))


def deal_values(
    view: DealView, seat: Seat, worlds: DistinctWorlds, deals: Sequence[Rows], rollouts: Rollouts
) -> RolloutValues:
    """What candidates bring from which different deals follow, such as calls and gifts, to a seat.

    deals: for each candidate the deals at the start of the play (`GAME`), one a world, in the order of the worlds.
    """
    found = [_played_out(games, rollouts) for games in deals]
    return _values(view, seat, worlds, np.stack(found, axis=2))


def _played_out(games: Rows, rollouts: Rollouts, **candidates: Any) -> Int8s:
    """The tricks still won by each seat: worlds, playouts, candidates if there are any, seats."""
    rows = np.repeat(games, rollouts.playouts)
    found = play_out(
        rollouts.policies, rows, seed=rollouts.seed, threads=rollouts.threads, token=rollouts.token, **candidates
    )
    return found.reshape(len(games), rollouts.playouts, *found.shape[1:])


def _values(view: DealView, seat: Seat, worlds: DistinctWorlds, found: Int8s) -> RolloutValues:
    """The values from the tricks still won: worlds, playouts, candidates, seats."""
    tricks = found + np.array(view.won)
    own = tricks[..., seat, None] == np.arange(TRICKS + 1)
    return RolloutValues(seat, worlds, tricks.mean(axis=1), own.mean(axis=1))


def evaluations(
    candidates: Sequence[Candidate],
    values: RolloutValues,
    contract: int,
    worths: Floats | None = None,
    promised: bool = True,
    prior: Floats | float = 0.0,
) -> tuple[Evaluation[Candidate, Estimate, RolloutDetails], ...]:
    """The candidates with what they are worth, the best first and the others by value.

    contract: the seat's.  worths: what is wanted, by world and candidate; the seat's tricks where nothing is given.
    promised: all that is said of the first is what the choice promises, and the regret of each other is its difference
    to that, world by world; both are free of the winner's curse (see `estimates`), so a regret may come out below zero.
    Otherwise all is said of the first as of the others, which with thousands of worlds is hardly too much.
    prior: added to the candidates' means for the choice, and to no figure (`Choice.of`).
    """
    _, shares, exact = values.worlds
    own, makes = values.tricks[:, :, values.seat], values.makes(contract)
    worths = own if worths is None else worths
    choice = Choice.of(worths, shares, exact or not promised, prior)

    def evaluation(number: int) -> Evaluation[Candidate, Estimate, RolloutDetails]:
        best = number == choice.best
        of: Callable[[Floats], Floats] = choice.promised if best else lambda figure: figure[:, number]

        def regret(figure: Floats) -> Estimate:
            return estimate(of(figure) - choice.promised(figure), shares, exact or best)

        lost = regret(-worths)
        chances = tuple(world_means(of(values.chances), shares).tolist())
        conceded = {seat: regret(values.tricks[:, :, seat]) for seat in Seat if seat is not values.seat}
        details = RolloutDetails(
            estimate(of(own), shares, exact), estimate(of(makes), shares, exact), chances, conceded
        )
        return Evaluation(candidates[number], estimate(of(worths), shares, exact), lost, details)

    return tuple(evaluation(number) for number in choice.order(world_means(worths, shares).tolist()))
