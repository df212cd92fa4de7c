"""Figures of advice, as people and programs read them."""

from __future__ import annotations

from math import isfinite

from ninefivetwo.advise import AnyAdvice, Objective
from ninefivetwo.evaluation import Estimate
from ninefivetwo.render.actions import action_words, advised_words
from ninefivetwo.render.cards import plural

ENOUGH = 0.8  # of the worlds: who is worth more of even ones needs no word


def figure(mean: Estimate) -> str:
    """A sampled figure and its standard error; a single world gives no error."""
    error = f"{mean.standard_error:.2f}" if isfinite(mean.standard_error) else "?"
    return f"{mean.mean + 0.0:.2f} ± {error}".replace("-0.00", "0.00")


def per_cent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def chances(distribution: tuple[float, ...]) -> str:
    """The numbers of tricks that have a chance worth telling."""
    return ", ".join(f"{n}: {per_cent(chance)}" for n, chance in enumerate(distribution) if chance >= 0.005)


def difference(mean: Estimate, objective: Objective) -> str:
    """By how much a choice is behind, in what is wanted: tricks, points, or per cent of a chance."""
    if objective.in_chances:
        return f"{100 * mean.mean:.0f} % ± {100 * mean.standard_error:.0f}"
    return figure(mean)


def advice_verdict(advice: AnyAdvice) -> str:
    """The recommendation, and how sure it is."""
    lead, best = advice.lead, advised_words(advice.recommended.action)
    if lead is None:
        told = f"{best}: " + ("all are equal" if advice.others else "there is no other choice")
    elif advice.clear:
        told = f"{best}: clear"
    elif advice.level:
        told = f"{best}: the first are level as far as can be told"
    else:
        told = f"{best}: likely, but not sure to be best"
    if lead is not None and advice.heuristic == advice.recommended.action:
        told += "; so say the plain rules"
    elif lead is not None:
        told += f"; the plain rules would take {action_words(advice.heuristic)}"
    return told + (" (stopped early)" if advice.stopped else "")


def format_worlds(advice: AnyAdvice) -> str:
    if advice.exact:
        return "one deal only can be; solved, so that there is no error but the forecast's"
    others = (
        f"; {plural(advice.others, 'other choice')} not raced: equal to one of these, or worse by estimate"
        if advice.others > 0
        else ""
    )
    even = f", worth {advice.effective:.0f} even ones" if advice.effective < ENOUGH * advice.worlds else ""
    return f"± is one standard error; {advice.worlds} worlds estimated{even}, seed {advice.seed}{others}"
