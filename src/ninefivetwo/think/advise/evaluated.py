"""Playouts turned into evaluations: what each choice brings its player, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game import Action, DealView
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.sets import Floats
from ninefivetwo.think.advise.advice import CLEAR, FEW, SHOWN, Advice, Prospects
from ninefivetwo.think.advise.objective import Objective
from ninefivetwo.think.advise.pricing import DrawnWorlds
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.playouts.estimates import estimate
from ninefivetwo.think.playouts.values import RolloutDetails, RolloutValues, evaluations

Choice = TypeVar("Choice", bound=Action)
Details = TypeVar("Details", bound=Prospects)
Detailed = Callable[[Choice, Prospects, RolloutDetails], Details]


def evaluated(
    choices: Sequence[Choice],
    values: RolloutValues,
    rules: RuleSet,
    objective: Objective,
    detailed: Detailed[Choice, Details],
    prior: Floats | float = 0.0,
) -> tuple[Evaluation[Choice, Estimate, Details], ...]:
    """The choices, the best first; `detailed` makes the details of one from what all kinds have in common.

    prior: added to the choices' means where one is recommended (`playouts.estimates.Choice`).
    """
    contract, match = rules.contracts[values.seat], objective.match_chances(rules, values)
    _, shares, exact = values.worlds

    def details(choice: Choice, found: RolloutDetails) -> Details:
        wins = None if match is None else estimate(match[:, choices.index(choice)], shares, exact)
        return detailed(choice, Prospects(found.tricks, found.chance, found.distribution, wins), found)

    return tuple(
        Evaluation(each.action, each.value, each.regret, details(each.action, each.details))
        for each in evaluations(choices, values, contract, objective.worths(rules, values), False, prior)
    )


def compared(
    choices: Sequence[Choice],
    values: RolloutValues,
    rules: RuleSet,
    objective: Objective,
    detailed: Detailed[Choice, Details],
) -> list[Evaluation[Choice, Estimate, Details]]:
    """The choices in their order, with regrets against the first of them."""
    worths, (_, shares, exact) = objective.worths(rules, values), values.worlds
    found = []
    for number, choice in enumerate(choices):
        alone = replace(values, tricks=values.tricks[:, [number]], chances=values.chances[:, [number]])
        (one,) = evaluated([choice], alone, rules, objective, detailed)
        regret = estimate(worths[:, 0] - worths[:, number], shares, exact or number == 0)
        found.append(replace(one, regret=regret))
    return found


def advice_of(
    view: DealView,
    objective: Objective,
    found: tuple[Evaluation[Choice, Estimate, Details], ...],
    others: int,
    drawn: DrawnWorlds,
    choices: Sequence[Choice],
    values: RolloutValues,
    seed: int,
    stopped: bool,
) -> Advice[Evaluation[Choice, Estimate, Details]]:
    """The evaluations as advice; values: of the choices, in the order of these."""
    n, drawn_in_all = len(values.worlds.sets), len(drawn.worlds.sets)
    effective = drawn.effective * n / drawn_in_all
    order = [choices.index(each.action) for each in found]
    return Advice(
        view,
        objective,
        found,
        others=others,
        clear=(values.worlds.exact or effective >= FEW or len(found) == 1)
        and all(each.regret.mean > max(CLEAR * each.regret.standard_error, SHOWN) for each in found[1:]),
        heuristic=heuristic_action(view),
        exact=values.worlds.exact,
        worlds=n,
        effective=effective,
        seed=seed,
        stopped=stopped,
        outcomes=replace(values, tricks=values.tricks[:, order], chances=values.chances[:, order]),
    )
