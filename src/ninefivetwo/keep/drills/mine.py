"""Problems mined from random deals, kept only where the answer is clear.

Cheap looks come first: most moments are given up by estimates, or after a few worlds.  What is left is evaluated once
more in fresh worlds, which had no part in choosing it; so the lead of the best is not the luck of the worlds that found
it.  Those figures are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random

from ninefivetwo.cards import Seat, shuffled
from ninefivetwo.errors import DrillError
from ninefivetwo.exact import QuantalSolver
from ninefivetwo.game import Action, CallTurn, Deal, DealView, DiscardTurn, GiveTurn, Match, PlayTurn
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.keep.drills.choices import DIGITS, TOLERANCE, ProblemChoice
from ninefivetwo.keep.drills.posing import (
    MARGINS,
    MOST_RIGHT,
    advised_choices,
    difficulty,
    fresh_choices,
    is_clear,
)
from ninefivetwo.keep.drills.problem import KINDS, Problem, records_for
from ninefivetwo.keep.drills.questions import LOOKS, moments, question_problem
from ninefivetwo.keep.drills.themes import theme_of
from ninefivetwo.think.advise import (
    Advice,
    DealEvaluation,
    Limits,
    Question,
    advise_before_play,
    likely_choices,
    price_choices,
)
from ninefivetwo.think.advise.play import advice_on_card
from ninefivetwo.think.players import ClubPlayer, Player, RulePlayer

MEMORY = 32 << 20  # bytes of the table for endings
SCREENED = {"call": 200, "discard": 200, "give": 100, "play": 100}  # worlds of a first look
CONFIRMED = {"call": 1500, "discard": 1000, "give": 1000, "play": 1000}  # fresh worlds, for the figures that are kept
DECOYS = 4  # random gifts, beside as many of the best: the best are all much alike
FAR = {"call": 2.0, "discard": 1.0, "give": 1.0}  # tricks of regret at a first look: not looked at again
SCREEN = 0.8  # of the margin, by which the best must lead at a first look
CARDS = range(5, 12)  # held, where a card is to be played


def mined(kind: str, rules: RuleSet, seed: int) -> Iterator[Problem]:
    """Problems without end, from the deals of this seed and those that follow."""
    for each in count(seed):
        if (problem := mine(kind, rules, each)) is not None:
            yield problem


def mine(kind: str, rules: RuleSet, seed: int) -> Problem | None:
    """A problem of a kind from the deal of a seed; None where that gives none.  The same on every machine.

    Raises DrillError for a kind that does not exist.
    """
    if kind not in KINDS:
        raise DrillError(f"no kind of problem: {kind!r} (expected one of {', '.join(KINDS)})")
    if kind == "play":
        return _card_problem(rules, seed)
    return question_problem(rules, seed) if kind == "know" else _choice_problem(kind, rules, seed)


def _choice_problem(kind: str, rules: RuleSet, seed: int) -> Problem | None:
    """A call, a discard or a gift."""
    turn_type = {"call": CallTurn, "discard": DiscardTurn, "give": GiveTurn}[kind]
    second = kind == "give" or Random(seed).random() < 0.5
    matches = moments(rules, seed, second, [RulePlayer()] * len(Seat))
    match = next((m for m in matches if isinstance(m.deal.turn, turn_type)), None)
    if match is None:
        return None
    view, margin = match.deal.seen_by(match.deal.due_turn.seat), MARGINS[kind]
    limits = Limits(worlds=SCREENED[kind], seed=seed, threads=1)
    fresh = replace(limits, worlds=CONFIRMED[kind], seed=seed + 1)
    if kind == "give":
        choices = _with_decoys(view, limits, fresh)
    else:
        advice = advise_before_play(view, limits)
        if not _may_be_clear(kind, _best_first(advised_choices(advice)), SCREEN * margin):
            return None
        choices = _confirmed(view, advice, FAR[kind], fresh)
    return _clear_problem(kind, match, choices, choices[0].action)


def _may_be_clear(kind: str, choices: list[ProblemChoice], margin: float) -> bool:
    """Is it worth a closer look, by figures whose errors are still large?"""
    if kind in TOLERANCE:
        return sum(choice.regret.mean < margin for choice in choices) <= MOST_RIGHT[kind]
    return is_clear(kind, choices, margin, 0)


def _with_decoys(view: DealView, first: Limits, fresh: Limits) -> list[ProblemChoice]:
    """The best gifts of an advice and some random ones, evaluated in fresh worlds."""
    advice = advise_before_play(view, first)
    best = advice.evaluations[:DECOYS]
    known = [each.action for each in advice.evaluations]
    others = [gift for gift in likely_choices(view) if gift not in known]
    decoys = shuffled(others, Random(fresh.seed))[:DECOYS]
    again = price_choices(Question(view, fresh), [*(each.action for each in best), *decoys])
    return _best_first(fresh_choices([*best, *again[len(best) :]], again))


def _confirmed(view: DealView, advice: Advice[DealEvaluation], far: float, limits: Limits) -> list[ProblemChoice]:
    """The choices of an advice evaluated in fresh worlds; those with a large regret keep the figures they have."""
    first = {choice.action: choice for choice in _best_first(advised_choices(advice))}
    order = sorted(advice.evaluations, key=lambda each: each.regret.mean)
    near = [each for each in order if first[each.action].regret.mean < far]
    choices = fresh_choices(near, price_choices(Question(view, limits), [each.action for each in near]))
    return choices + [choice for choice in first.values() if choice.regret.mean >= far]


def _best_first(choices: list[ProblemChoice]) -> list[ProblemChoice]:
    """The choices with their regrets against the one with the best figures, which may not be the one recommended."""
    least = min(choice.regret.mean for choice in choices)
    moved = [replace(c, regret=replace(c.regret, mean=round(c.regret.mean - least, DIGITS))) for c in choices]
    return sorted(moved, key=lambda choice: choice.regret.mean)


def _card_problem(rules: RuleSet, seed: int) -> Problem | None:
    """A card to play, where few enough cards are left."""
    random = Random(seed)
    players: list[Player] = [ClubPlayer(seed + seat) for seat in Seat]
    matches = [m for m in moments(rules, seed, random.random() < 0.5, players) if _has_card_choice(m.deal)]
    solver = QuantalSolver(memory=MEMORY)
    limits = Limits(worlds=SCREENED["play"], seed=seed, threads=1)
    for match in shuffled(matches, random)[:LOOKS]:
        view = match.deal.seen_by(match.deal.due_turn.seat)
        first = advice_on_card(Question(view, limits, solver=solver))
        if not is_clear("play", advised_choices(first), MARGINS["play"], 0):
            continue
        fresh = replace(limits, worlds=CONFIRMED["play"], seed=seed + 1)
        second = advice_on_card(Question(view, fresh, solver=solver))
        best = second.recommended.action
        if best.card in first.recommended.details.cards:
            if problem := _clear_problem("play", match, advised_choices(second), best):
                return problem
    return None


def _has_card_choice(deal: Deal) -> bool:
    turn = deal.turn
    return isinstance(turn, PlayTurn) and len(turn.held) in CARDS and turn.count() > 1


def _clear_problem(kind: str, match: Match, choices: list[ProblemChoice], best: Action) -> Problem | None:
    """A problem with these choices; None if its answer is not clear."""
    margin = MARGINS[kind]
    if not is_clear(kind, choices, margin):
        return None
    view = match.deal.seen_by(best.seat)
    record, whole = records_for(match, best.seat)
    theme = theme_of(view, best)
    return Problem(kind, record, whole, tuple(choices), margin, theme, difficulty(kind, view, choices, margin), "mined")
