"""Advice before the play: the call, the discard, the gift."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ninefivetwo.advise.advice import (
    CLEAR,
    DEFAULT_ASSUMPTIONS,
    DEFAULT_LIMITS,
    Advice,
    Assumptions,
    CallDetails,
    Chances,
    DealEvaluation,
    GiftDetails,
    Limits,
)
from ninefivetwo.advise.choices import SHORTLIST, likely_choices
from ninefivetwo.advise.completed_deals import complete_deals
from ninefivetwo.advise.objective import DEFAULT_OBJECTIVE, Objective
from ninefivetwo.advise.race import Race
from ninefivetwo.cards import FULL_DECK, Hand, Seat
from ninefivetwo.game import Action, Call, CallTurn, DealView, Discard, Give, GiveTurn, known_cards
from ninefivetwo.heuristics import heuristic_action
from ninefivetwo.heuristics.tables import returns
from ninefivetwo.knowledge import Knowledge, Sample
from ninefivetwo.sets import Sets

LIKELY = 0.05  # of all worlds: cards that are discarded or returned in fewer are not named
FIELD = 8  # discards or gifts that are raced
FIRST_WORLDS = 100  # in which a long list of gifts is estimated, to make it short
CALL_MARGIN = 2.0  # standard errors by which a call must lead that of the plain rules to be recommended in its place
MARGIN = 1.0  # the same of a discard or a gift
LEAST_WORLDS = {Call: 8, Discard: 4, Give: 4}  # solved of every choice
#: Worlds by which what solved worlds say of one choice alone is doubted (`Race.doubt`): how many times as large its
#: variance is over worlds as over choices (measured: 1.5 for discards, 6 for gifts).
DOUBT = {Call: 2, Discard: 2, Give: 6}


def advise_before_play(
    view: DealView,
    limits: Limits = DEFAULT_LIMITS,
    objective: Objective = DEFAULT_OBJECTIVE,
    assumptions: Assumptions = DEFAULT_ASSUMPTIONS,
) -> Advice[DealEvaluation]:
    """What the seat whose view this is, and whose turn it must be, should call, discard or give.

    Raises AdviceError where no such choice is due, KnowledgeError for a contradiction.
    """
    start, choices = time.monotonic(), likely_choices(view)
    turn = view.due_turn
    size, margin = (len(choices), CALL_MARGIN) if isinstance(turn, CallTurn) else (FIELD, MARGIN)
    heuristic = heuristic_action(view)
    wanted: list[Action] = [heuristic]
    if isinstance(turn, GiveTurn) and not turn.must:
        wanted.append(Give.of(turn.seat, {}))
    choices += [choice for choice in wanted if choice not in choices]
    knowledge = Knowledge(view, hints=assumptions.hints)
    exact = knowledge.count() == 1
    sample = knowledge.sample(1 if exact else limits.estimated, limits.seed, assumptions.likelihood)
    choices = _shortened(view, sample.sets[:FIRST_WORLDS], choices, wanted, objective)
    race = _race(view, sample, choices, objective, DOUBT[type(heuristic)], exact)
    left = None if limits.seconds is None else max(limits.seconds - (time.monotonic() - start), 0.1)
    race.run(race.entrants(size, wanted), LEAST_WORLDS[type(heuristic)], replace(limits, seconds=left))
    best = race.best(choices.index(heuristic), margin)
    return _advice(view, race, best, heuristic, sample, limits.seed)


def price_choices(
    view: DealView,
    choices: Sequence[Action],
    limits: Limits = DEFAULT_LIMITS,
    objective: Objective = DEFAULT_OBJECTIVE,
    assumptions: Assumptions = DEFAULT_ASSUMPTIONS,
) -> list[DealEvaluation]:
    """What these choices before the play are worth in the same worlds; regrets are against the first of them.

    Nothing is chosen by these worlds, so the figures are unbiased where the choices were made without them.
    """
    sample = Knowledge(view, hints=assumptions.hints).sample(limits.estimated, limits.seed, assumptions.likelihood)
    race = _race(view, sample, choices, objective, doubt=0)
    race.run(list(range(len(choices))), limits.worlds, limits)
    return [race.evaluation(number, 0) for number in range(len(choices))]


def _race(
    view: DealView, sample: Sample, choices: Sequence[Action], objective: Objective, doubt: float, exact: bool = False
) -> Race:
    turn = view.due_turn
    completed = [complete_deals(view, sample.sets, choice) for choice in choices]
    return Race(choices, completed, view.rules, turn.seat, objective, doubt, sample.effective, exact)


def _advice(
    view: DealView, race: Race, best: int, heuristic: Action, sample: Sample, seed: int
) -> Advice[DealEvaluation]:
    """The result of a race as advice."""
    turn = view.due_turn
    rest = sorted((c for c in race.raced if c != best), key=lambda c: race.regret(c, best).mean)
    evaluations = [_detailed(view, race, number, best, sample) for number in (best, *rest)]
    return Advice(
        view,
        race.objective,
        tuple(evaluations),
        others=turn.count() - len(evaluations),
        clear=all(each.regret.mean > CLEAR * each.regret.standard_error for each in evaluations[1:]),
        heuristic=heuristic,
        exact=race.exact,
        worlds=len(sample.sets),
        effective=sample.effective,
        seed=seed,
        stopped=race.stopped,
    )


def _detailed(view: DealView, race: Race, number: int, best: int, sample: Sample) -> DealEvaluation:
    """An evaluation with what is likely to be discarded after a call, or returned for a gift."""
    turn, evaluation = view.due_turn, race.evaluation(number, best)
    found = evaluation.details
    prospects = found.tricks, found.make, found.distribution
    match evaluation.action:
        case Call():
            discards = _likely_cards(turn.held, race.completed[number].discarded)
            return replace(evaluation, details=CallDetails(*prospects, discards))
        case Give() as gift:
            return replace(evaluation, details=GiftDetails(*prospects, likely_returns(gift, sample.sets)))
    return evaluation


def likely_returns(gift: Give, worlds: Sets) -> dict[Seat, Chances]:
    """What each receiver of a gift will return, and in what share of the worlds (`Sample.sets`)."""
    back = {}
    for seat, cards in zip(Seat, gift.cards, strict=True):
        if given := known_cards(cards).cards:
            sets = np.full(len(worlds), given, dtype=np.uint64)
            back[seat] = _likely_cards(FULL_DECK, returns(worlds[:, seat] | sets, sets))
    return back


def _likely_cards(cards: Hand, sets: Sets) -> Chances:
    """Of these cards those that are in at least the share `LIKELY` of the sets, with that share."""
    shares = [(card, float(((sets >> np.uint64(card.index)) & np.uint64(1)).mean())) for card in cards]
    return tuple(sorted(((card, share) for card, share in shares if share >= LIKELY), key=lambda pair: -pair[1]))


def _shortened(
    view: DealView, worlds: Sets, choices: list[Action], wanted: list[Action], objective: Objective
) -> list[Action]:
    """The choices that are best by estimates in a few worlds, and those wanted in any case."""
    if len(choices) <= SHORTLIST:
        return choices
    race = _race(view, Sample(worlds, len(worlds)), choices, objective, doubt=0)
    return [choices[i] for i in race.entrants(SHORTLIST, wanted)]
