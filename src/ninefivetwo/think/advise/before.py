"""Advice before the play: the call, the discard, the gift."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.game import Action, Call, DealView, Discard, Give, GiveTurn, known_cards
from ninefivetwo.sets import Floats, Sets
from ninefivetwo.think.advise.advice import (
    DEFAULT_ASSUMPTIONS,
    DEFAULT_LIMITS,
    LIKELY,
    Advice,
    Assumptions,
    CallDetails,
    Chances,
    DealEvaluation,
    GiftDetails,
    Limits,
    Prospects,
    Watch,
)
from ninefivetwo.think.advise.choices import likely_choices
from ninefivetwo.think.advise.completed_deals import complete_deals
from ninefivetwo.think.advise.evaluated import advice_of, compared, evaluated
from ninefivetwo.think.advise.following import Following
from ninefivetwo.think.advise.objective import DEFAULT_OBJECTIVE, Objective
from ninefivetwo.think.advise.pricing import Budget, Stage, drawn_worlds, played_out, shortlist
from ninefivetwo.think.heuristic_tables import returns
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.playouts.estimates import DistinctWorlds, world_means
from ninefivetwo.think.playouts.values import RolloutDetails, RolloutValues

SCREENING = 1 << 62  # added to the seed, for the worlds of the stages
SCREENED = 200  # worlds, at most
TIMES = {Call: 2, Discard: 1, Give: 1}  # as many worlds as the limits say: calls differ more from world to world
#: The looks at a list of choices before the last one.
STAGES = {
    Call: (),
    Discard: (Stage("learned", 60, 16), Stage("learned", SCREENED, 6)),
    Give: (Stage("plain", 60, 60), Stage("learned", 60, 16), Stage("learned", SCREENED, 6)),
}


def advise_before_play(
    view: DealView,
    limits: Limits = DEFAULT_LIMITS,
    objective: Objective = DEFAULT_OBJECTIVE,
    assumptions: Assumptions = DEFAULT_ASSUMPTIONS,
    also: Sequence[Action] = (),
    watch: Watch[DealEvaluation] | None = None,
) -> Advice[DealEvaluation]:
    """What the seat whose view this is, and whose turn it must be, should call, discard or give.

    also: choices that are priced in any case.  watch: is shown the advice as it stands, and may end it.  Raises
    AdviceError where no such choice is due or the match is over, KnowledgeError for a contradiction, SearchStopped
    where the token was cancelled before anything was found out.
    """
    objective.check(view.rules)
    budget, choices, turn = Budget(limits), likely_choices(view), view.due_turn
    wanted = list(dict.fromkeys([heuristic_action(view), *also]))
    if isinstance(turn, GiveTurn) and not turn.must:
        wanted.append(Give.of(turn.seat, {}))
    choices = wanted + [choice for choice in choices if choice not in wanted]
    worth = partial(objective.worths, view.rules)
    first = drawn_worlds(view, SCREENED, limits.seed + SCREENING, assumptions).worlds
    following = Following.of(view, choices, first, worth, budget)
    choices = shortlist(choices, wanted, following.price, worth, first, STAGES[type(choices[0])], budget)
    drawn = drawn_worlds(view, TIMES[type(choices[0])] * limits.worlds, limits.seed, assumptions)

    def advice(values: RolloutValues, stopped: bool = False) -> Advice[DealEvaluation]:
        found = evaluated(choices, values, view.rules, objective, partial(_detailed, following, values.worlds))
        others = turn.count() - len(found)
        return advice_of(view, objective, found, others, drawn, choices, values, limits.seed, stopped)

    enough = None if watch is None else lambda values: watch(advice(values))
    return advice(*played_out(choices, following.price, drawn.worlds, budget, enough))


def price_choices(
    view: DealView,
    choices: Sequence[Action],
    limits: Limits = DEFAULT_LIMITS,
    objective: Objective = DEFAULT_OBJECTIVE,
    assumptions: Assumptions = DEFAULT_ASSUMPTIONS,
) -> list[DealEvaluation]:
    """What these choices before the play are worth in the same worlds; regrets are against the first of them.

    Nothing is chosen by these worlds, so the figures are unbiased where the choices were made without them.  Raises
    AdviceError where the match is over.
    """
    objective.check(view.rules)
    budget, worth = Budget(limits), partial(objective.worths, view.rules)
    first = drawn_worlds(view, SCREENED, limits.seed + SCREENING, assumptions).worlds
    following = Following.of(view, choices, first, worth, budget)
    drawn = drawn_worlds(view, TIMES[type(choices[0])] * limits.worlds, limits.seed, assumptions)
    values, _ = played_out(choices, following.price, drawn.worlds, budget)
    detailed = partial(_detailed, following, values.worlds)
    return compared(choices, values, view.rules, objective, detailed)


def _detailed(
    following: Following, worlds: DistinctWorlds, choice: Action, common: Prospects, _: RolloutDetails
) -> Prospects:
    """The details of a choice, with what is likely to be discarded after a call, or returned for a gift."""
    figures = common.tricks, common.make, common.distribution, common.match
    match choice:
        case Call():
            return CallDetails(*figures, _likely_discards(following, worlds, choice))
        case Give():
            return GiftDetails(*figures, likely_returns(choice, worlds))
    return common


def _likely_discards(following: Following, worlds: DistinctWorlds, call: Call) -> Chances:
    """The cards of the hand that are likely to be discarded after a call."""
    if call in following.discards:
        _, discard = following.discards[call]
        return tuple((card, 1.0) for card in known_cards(discard.cards))
    discarded = complete_deals(following.view, worlds.sets, [call]).discarded
    held = following.view.due_turn.held.cards
    return _likely_cards(discarded & np.uint64(held), worlds.shares)


def likely_returns(gift: Give, worlds: DistinctWorlds) -> dict[Seat, Chances]:
    """What each receiver of a gift will return, with the chances over the worlds."""
    back = {}
    for seat, cards in zip(Seat, gift.cards, strict=True):
        if given := known_cards(cards).cards:
            sets = np.full(len(worlds.sets), given, dtype=np.uint64)
            back[seat] = _likely_cards(returns(worlds.sets[:, seat] | sets, sets), worlds.shares)
    return back


def _likely_cards(sets: Sets, shares: Floats) -> Chances:
    """The cards that are in the sets with a chance of `LIKELY` at least, the likeliest first."""
    cards = Hand(int(np.bitwise_or.reduce(sets)))
    in_sets = (((sets >> np.uint64(card.index)) & np.uint64(1)).astype(float) for card in cards)
    chances = ((card, float(world_means(held, shares))) for card, held in zip(cards, in_sets, strict=True))
    return tuple(sorted((pair for pair in chances if pair[1] >= LIKELY), key=lambda pair: -pair[1]))
