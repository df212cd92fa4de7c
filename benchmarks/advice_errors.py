"""Error bars of advice held against the same advice with fifty times the worlds, and what it calls clear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean

import numpy as np

from benchmarks.sequential import estimate_of
from benchmarks.verdicts import format_estimate
from ninefivetwo.advise import AnyAdvice, CardDetails, Prospects
from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game import Action, Play

LONGER = 50  # times the worlds
AnyEvaluation = Evaluation[Action, Estimate, Prospects]


@dataclass(frozen=True)
class Checked:
    """A piece of advice and the same with far more worlds.

    value, lead: of the choice recommended, what was told and what is found; None where that is not known, for a choice
    was left out.  right: is no other choice found to be better?
    """

    value: tuple[Estimate, float] | None
    lead: tuple[Estimate, float] | None
    clear: bool
    right: bool


def longer(limits: str) -> str:
    """Limits fifty times as wide.

    >>> longer("8"), longer("0.1s")
    ('400', '5s')
    """
    number = limits.removesuffix("s")
    return f"{LONGER * float(number):g}{limits[len(number) :]}"


def check(advice: AnyAdvice, long: AnyAdvice) -> Checked:
    """Hold advice against the same with far more worlds."""
    best = advice.recommended
    found = evaluation_of(long, best.action)
    next_best = None if advice.lead is None else evaluation_of(long, advice.evaluations[1].action)
    value = None if found is None else (best.value, found.value.mean)
    lead = None
    if advice.lead is not None and found is not None and next_best is not None:
        lead = advice.lead, next_best.regret.mean - found.regret.mean
    return Checked(value, lead, advice.clear, found is not None and found.regret.mean <= 0)


def evaluation_of(advice: AnyAdvice, action: Action) -> AnyEvaluation | None:
    """What advice says of a choice, or of a card that is equal to it; None where it was left out."""
    for each in advice.evaluations:
        alike = each.details.cards if isinstance(each.details, CardDetails) else ()
        if each.action == action or (isinstance(action, Play) and action.card in alike):
            return each
    return None


def error_row(situation: str, found: Sequence[Checked]) -> str:
    """How often the figures of a situation lay within one and two errors, and what was called clear."""
    cells = [situation, str(len(found))]
    for figures in ([each.value for each in found], [each.lead for each in found]):
        known = [figure for figure in figures if figure is not None]
        more = estimate_of(np.array([told.mean - found for told, found in known]))
        within = [mean(abs(told.mean - found) <= k * error(told) for told, found in known) for k in (1, 2)]
        cells += [format_estimate(more), *(f"{share:.0%}" for share in within)]
    clear = [each for each in found if each.clear]
    return f"| {' | '.join(cells)} | {len(clear)} | {sum(each.right for each in clear)} |"


def error(told: Estimate) -> float:
    """The error of the difference between an estimate and that from fifty times the worlds."""
    return told.standard_error * sqrt(1 + 1 / LONGER) + 1e-9
