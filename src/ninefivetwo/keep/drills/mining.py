"""Mine problems from random deals: find positions in which the best choice is clear.

Most positions are rejected by estimates, or after playing out a few possible deals. The remaining positions are
evaluated again in new possible deals, because the selection of positions inflates the lead of the best choice. A
problem stores the figures from this second evaluation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import count, product
from random import Random

import numpy as np
from msgspec import structs

from ninefivetwo.cards import FULL_DECK, RANKS, Card, Seat, shuffled
from ninefivetwo.errors import DrillError
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import DealView, Match, Place, PlayTurn, UndealtMatch
from ninefivetwo.game.match import SEAT_NAMES
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.keep.drills.kinds import DRILL_KINDS, NEAR
from ninefivetwo.keep.drills.posing import advised_choices, by_regret, is_clear, problem_with
from ninefivetwo.keep.drills.problem import (
    EASIEST,
    STORED_DIGITS,
    PlaceChance,
    PlaceQuestion,
    Problem,
    ProblemChoice,
    as_stored,
)
from ninefivetwo.layout import random_deals
from ninefivetwo.sets import Sets
from ninefivetwo.think.advise import Advice, DealEvaluation, Limits, Question, advise, likely_choices, price_choices
from ninefivetwo.think.advise.adviser import advice_on_card
from ninefivetwo.think.knowledge import Knowledge, Likelihood
from ninefivetwo.think.players import ClubPlayer, Player, RulePlayer

POSITIONS_TRIED = 8  # maximum number of positions evaluated in a deal
DECOYS = 4  # number of best gifts in a problem, and maximum number of random gifts added to them
SCREEN = 0.8  # required lead in the first evaluation, as a share of the required final lead
CARDS_HELD = range(5, 12)  # possible numbers of cards in hand in problems about a card to play


def mined(kind: str, rules: RuleSet, seed: int) -> Iterator[Problem]:
    """Yield problems mined from deals with the seeds `seed`, `seed` + 1 and so on, without end."""
    for deal_seed in count(seed):
        if (problem := mine(kind, rules, deal_seed)) is not None:
            yield problem


def mine(kind: str, rules: RuleSet, seed: int) -> Problem | None:
    """Return a problem mined from the deal with this seed, or None. The result is the same on all machines.

    Raises DrillError for an unknown kind.
    """
    if kind not in DRILL_KINDS:
        raise DrillError(f"unknown kind of problem: {kind!r} (expected one of {', '.join(DRILL_KINDS)})")
    return MINERS.get(kind, _choice_problem)(kind, rules, seed)


def moments(rules: RuleSet, seed: int, second: bool, players: list[Player]) -> Iterator[Match]:
    """Yield the states of a match in its first deal or, if `second`, in its second deal, which has an exchange.

    `players` has the player of each seat. If `second`, computers of the level `rule` play the first deal.
    """
    layouts = random_deals(seed)
    match = UndealtMatch(rules).dealt(next(layouts))
    if second:
        *_, match = _played(match, [RulePlayer()] * len(Seat))
        if match.over:
            return
        match = replace(match.following(), names=SEAT_NAMES).dealt(next(layouts))
    yield from _played(match, players)


def _played(match: Match, players: list[Player]) -> Iterator[Match]:
    """Yield the match before each action of its deal, and at the end of the deal."""
    while (turn := match.deal.turn) is not None:
        yield match
        match = match.after(players[turn.seat].act(match.deal.seen_by(turn.seat)))
    yield match


def _choice_problem(kind: str, rules: RuleSet, seed: int) -> Problem | None:
    """Mine a problem about the first choice of a kind, such as the call, in the first or second deal of a match."""
    match = _first_choice(kind, rules, seed, Random(seed).random() < 0.5)
    if match is None:
        return None
    view, (limits, fresh) = _due_view(match), _limits(kind, seed)
    advice = advise(Question(view, limits))
    if not _may_be_clear(kind, _best_first(advised_choices(advice))):
        return None
    return _clear_problem(kind, match, _confirmed(view, advice, DRILL_KINDS[kind].far, fresh))


def _gift_problem(kind: str, rules: RuleSet, seed: int) -> Problem | None:
    """Mine a problem about the first gift of a match."""
    match = _first_choice(kind, rules, seed, second=True)
    return None if match is None else _clear_problem(kind, match, _with_decoys(_due_view(match), *_limits(kind, seed)))


def _first_choice(kind: str, rules: RuleSet, seed: int, second: bool) -> Match | None:
    matches, action = moments(rules, seed, second, [RulePlayer()] * len(Seat)), DRILL_KINDS[kind].action
    return next((m for m in matches if m.deal.turn is not None and m.deal.turn.kind is action), None)


def _due_view(match: Match) -> DealView:
    return match.deal.seen_by(match.deal.due_turn.seat)


def _limits(kind: str, seed: int) -> tuple[Limits, Limits]:
    """Return the limits of the first evaluation, and of the final evaluation in new worlds."""
    first = Limits(worlds=DRILL_KINDS[kind].screened, seed=seed, threads=1)
    return first, structs.replace(first, worlds=DRILL_KINDS[kind].confirmed, seed=seed + 1)


def _may_be_clear(kind: str, choices: list[ProblemChoice]) -> bool:
    drill = DRILL_KINDS[kind]
    if drill.tolerance:
        return sum(choice.regret.mean < SCREEN * drill.margin for choice in choices) <= drill.most_right
    return is_clear(kind, choices, SCREEN * drill.margin, 0)


def _with_decoys(view: DealView, first: Limits, fresh: Limits) -> list[ProblemChoice]:
    """Return the best gifts and some random gifts, evaluated in new possible deals."""
    advice = advise(Question(view, first))
    best = advice.evaluations[:DECOYS]
    known = [choice.action for choice in advice.evaluations]
    others = [gift for gift in likely_choices(view) if gift not in known]
    decoys = shuffled(others, Random(fresh.seed))[:DECOYS]
    again = price_choices(Question(view, fresh), [*(choice.action for choice in best), *decoys])
    return _best_first(_fresh_choices([*best, *again[len(best) :]], again))


def _confirmed(view: DealView, advice: Advice[DealEvaluation], far: float, limits: Limits) -> list[ProblemChoice]:
    """Evaluate the choices again, except choices with a large regret."""
    first = {choice.action: choice for choice in _best_first(advised_choices(advice))}
    order = sorted(advice.evaluations, key=lambda choice: choice.regret.mean)
    near = [choice for choice in order if first[choice.action].regret.mean < far]
    choices = _fresh_choices(near, price_choices(Question(view, limits), [choice.action for choice in near]))
    return choices + [choice for choice in first.values() if choice.regret.mean >= far]


def _fresh_choices(advised: Sequence[DealEvaluation], fresh: Sequence[DealEvaluation]) -> list[ProblemChoice]:
    """Return the choices in `advised` with the figures from `fresh`. All choices but the first are sorted by regret."""
    choices = []
    for old, new in zip(advised, fresh, strict=True):
        details = structs.replace(old.details, tricks=new.details.tricks, make=new.details.make)
        choices.append(ProblemChoice.of(replace(new, details=details)))
    return by_regret(choices)


def _best_first(choices: list[ProblemChoice]) -> list[ProblemChoice]:
    """Return the choices sorted by regret, measured from the choice with the highest value."""
    least = min(choice.regret.mean for choice in choices)
    moved = [
        structs.replace(choice, regret=replace(choice.regret, mean=round(choice.regret.mean - least, STORED_DIGITS)))
        for choice in choices
    ]
    return sorted(moved, key=lambda choice: choice.regret.mean)


def _card_problem(kind: str, rules: RuleSet, seed: int) -> Problem | None:
    """Mine a problem about the card to play in a position with few cards left."""
    random = Random(seed)
    players: list[Player] = [ClubPlayer(seed + seat) for seat in Seat]
    matches = [
        match
        for match in moments(rules, seed, random.random() < 0.5, players)
        if isinstance(turn := match.deal.turn, PlayTurn) and len(turn.held) in CARDS_HELD and turn.count() > 1
    ]
    limits, fresh = _limits(kind, seed)
    for match in shuffled(matches, random)[:POSITIONS_TRIED]:
        view = _due_view(match)
        first = advice_on_card(Question(view, limits))
        if not is_clear(kind, advised_choices(first), DRILL_KINDS[kind].margin, 0):
            continue
        second = advice_on_card(Question(view, fresh))
        best = second.recommended.action
        if best.card in first.recommended.details.cards:
            if problem := _clear_problem(kind, match, advised_choices(second)):
                return problem
    return None


def _clear_problem(kind: str, match: Match, choices: list[ProblemChoice]) -> Problem | None:
    """Return a problem with the given choices, best first, or None if the answer is not clear."""
    return problem_with(kind, match, choices, "mined") if is_clear(kind, choices, DRILL_KINDS[kind].margin) else None


MINED_WORLDS = 2000  # number of worlds for computing a chance
RANKS_ASKED = "TQKA"  # ranks of the cards that questions ask about
UNSURE_CHANCE = 0.05  # the chance in a question lies between this number and 1 minus this number
INFORMED = 0.12  # minimum difference between a chance and its value without evidence from the opponents' actions
SECOND = 0.6  # share of the questions that come from the second deal of a match
LEAST_CARDS = 5  # minimum cards held
#: Each threshold that the change of a chance exceeds raises the difficulty by one level.
DIFFICULTY_STEPS = (0.04, 0.1, 0.2)


def _question_problem(kind: str, rules: RuleSet, seed: int) -> Problem | None:
    """Mine a question about a card's location whose answer is neither certain nor obvious."""
    random = Random(seed)
    players: list[Player] = [RulePlayer()] * len(Seat)
    matches = [
        match
        for match in moments(rules, seed, random.random() < SECOND, players)
        if isinstance(turn := match.deal.turn, PlayTurn) and len(turn.held) >= LEAST_CARDS
    ]
    for match in shuffled(matches, random)[:POSITIONS_TRIED]:
        view = _due_view(match)
        if (question := _find_question(view, random, seed)) is not None:
            return Problem.at(match, kind, _difficulty(question), "mined", question)
    return None


def _find_question(view: DealView, random: Random, seed: int) -> PlaceQuestion | None:
    """Return a suitable question about a card's location, or None."""
    knowledge = Knowledge(view)
    places = [Place(seat) for seat in Seat if seat is not view.viewer] + [Place.DISCARDED]
    worlds = knowledge.sample(MINED_WORLDS, seed, Likelihood()).sets
    candidates = []
    for card, place in product(FULL_DECK, places):
        share = _share(worlds, card, place)
        guess = 1 / max(sum(card in knowledge.may_be(other) for other in places), 1)
        if (
            RANKS[card.rank] in RANKS_ASKED
            and UNSURE_CHANCE < share < 1 - UNSURE_CHANCE
            and abs(share - guess) > INFORMED
        ):
            candidates.append((card, place))
    if not candidates:
        return None
    card, place = shuffled(candidates, random)[0]
    question = _question(view, card, place, seed + 1)
    chance = question.chance.weighed
    return question if UNSURE_CHANCE < chance.mean < 1 - UNSURE_CHANCE and 2.5 * chance.standard_error <= NEAR else None


def _question(view: DealView, card: Card, place: Place, seed: int) -> PlaceQuestion:
    """Return a question about a card's location, with the chance of each possible place."""
    knowledge = Knowledge(view)
    sample = knowledge.sample(MINED_WORLDS, seed, Likelihood())
    chances = dict[Place, PlaceChance]()
    for other in Place:
        if card in knowledge.may_be(other):
            weighed = Estimate.share(_share(sample.sets, card, other), sample.effective)
            even = round(float(knowledge.chance(card, other)), STORED_DIGITS)
            chances[other] = PlaceChance(even, as_stored(replace(weighed, n=MINED_WORLDS)))
    return PlaceQuestion(card, place, chances)


def _share(worlds: Sets, card: Card, place: Place) -> float:
    return float(((worlds[:, place] >> np.uint64(card.index)) & np.uint64(1)).mean())


def _difficulty(question: PlaceQuestion) -> int:
    """Return the difficulty, which grows with the effect of the opponents' actions and the number of places."""
    moved = abs(question.chance.weighed.mean - question.chance.even)
    return EASIEST + sum(moved > step for step in DIFFICULTY_STEPS) + (len(question.chances) > 2)


#: How problems of a kind are found in a deal; if a kind is missing, from the first choice of the kind.
MINERS: dict[str, Callable[[str, RuleSet, int], Problem | None]] = {
    "give": _gift_problem,
    "play": _card_problem,
    "know": _question_problem,
}
