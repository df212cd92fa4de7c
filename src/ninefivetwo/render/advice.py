"""Advice in words: what is recommended, how sure that is, and the choices as rows of a table."""

from __future__ import annotations

from ninefivetwo.advise import Advice, AnyAdvice, CardEvaluation, Objective
from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.render.actions import action_words, advised_words
from ninefivetwo.render.cards import grouped, plural
from ninefivetwo.render.figures import chance_words, figure, per_cent

MOST_WORTH = 0.8  # of the worlds: if they are worth more evenly drawn ones, that is not said


def contract_of(advice: AnyAdvice) -> int:
    """The tricks that the player is to take."""
    return advice.view.rules.contracts[advice.view.due_turn.seat]


def tricks_that_end(advice: AnyAdvice) -> int | None:
    """With so many tricks of the player the match ends; None if the rules have no such number."""
    rules, contract = advice.view.rules, contract_of(advice)
    ends = [tricks for tricks in (rules.sweep, rules.over and rules.over + contract) if tricks]
    return min(ends, default=None)


def advice_verdict(advice: AnyAdvice) -> str:
    """What is recommended before the play, how sure that is, and what the plain rules say."""
    lead = advice.lead
    if lead is None:
        return _stopped(advice, "all are equal" if advice.others else "there is no other choice")
    if advice.clear:
        sure = "clear"
    else:
        sure = "the best choices cannot be told apart" if advice.level else "likely, but not sure to be best"
    agree = advice.heuristic == advice.recommended.action
    rules = "the plain rules agree" if agree else f"the plain rules would take {action_words(advice.heuristic)}"
    return _stopped(advice, f"{sure}; {rules}")


def _stopped(advice: AnyAdvice, verdict: str) -> str:
    return f"{advised_words(advice.recommended.action)}: {verdict}" + (" (stopped early)" if advice.stopped else "")


def format_worlds(advice: AnyAdvice) -> str:
    """What the figures of advice before the play rest on."""
    if advice.exact:
        return "only one deal is possible; it was solved, so the figures have the forecast's error alone"
    others = (
        f"; {plural(advice.others, 'other choice')} left out: equal to one of these, or worse by estimate"
        if advice.others > 0
        else ""
    )
    return f"± is one standard error; {advice.worlds} worlds estimated{_even(advice)}, seed {advice.seed}{others}"


def _even(advice: AnyAdvice) -> str:
    """How many evenly drawn worlds the worlds are worth, where these are far fewer."""
    few = advice.effective < MOST_WORTH * advice.worlds
    return f", worth {advice.effective:.0f} evenly drawn ones" if few else ""


def play_verdict(advice: Advice[CardEvaluation]) -> str:
    """What card is recommended, how sure that is, and what the figures rest on."""
    best = advice.recommended
    if len(advice.evaluations) == 1 and len(best.details.cards) == 1:
        sure = "the only card"
    elif all(abs(each.regret.mean) < 1e-9 for each in advice.evaluations):
        sure = "all are equal"
    else:
        sure = "clear" if advice.clear else "not clear"
    verdict = f"play {best.action.card}: {sure}"
    if advice.exact:
        weighed = f"all {advice.worlds} possible worlds, each weighed by how likely it is"
        return f"{verdict}; {'only one world is possible' if advice.worlds == 1 else weighed}"
    stopped = " (stopped early)" if advice.stopped else ""
    worlds = f"{plural(advice.worlds, 'world')}{_even(advice)}, seed {advice.seed}"
    return f"{verdict}; {worlds}; ± is one standard error{stopped}"


def likely_tricks(distribution: tuple[float, ...]) -> str:
    """The numbers of tricks that have a chance worth naming."""
    return ", ".join(f"{n}: {per_cent(chance)}" for n, chance in enumerate(distribution) if chance >= 0.005)


def regret_words(regret: Estimate, objective: Objective) -> str:
    """How much less a choice is worth, in what is wanted: tricks, points, or per cent of a chance."""
    return chance_words(regret) if objective.in_chances else figure(regret)


def _figure(advice: AnyAdvice, estimate: Estimate) -> str:
    return f"{estimate.mean:.2f}" if advice.exact else figure(estimate)


def candidate_rows(advice: AnyAdvice) -> tuple[list[str], list[list[str]]]:
    """The choices as a table: the names of the columns after the first, and the rows, the recommended one first."""
    contract, ends, match = contract_of(advice), tricks_that_end(advice), advice.objective.match_score is not None
    head = ["tricks", f"makes {contract}", *([f"wins {ends}"] if ends else []), *(["wins match"] if match else [])]
    rows = []
    for each in advice.evaluations:
        details = each.details
        rows.append(
            [
                action_words(each.action),
                figure(details.tricks),
                chance_words(details.make),
                *([per_cent(sum(details.distribution[ends:]))] if ends else []),
                *([chance_words(details.match)] if details.match else []),
                f"{details.tricks.mean - contract:+.2f}",
                "" if each is advice.recommended else regret_words(each.regret, advice.objective),
                str(details.tricks.n),
            ]
        )
    return [*head, "points", "regret", "worlds"], rows


def card_rows(advice: Advice[CardEvaluation]) -> tuple[list[str], list[list[str]]]:
    """The cards as a table: the names of the columns after the first, and the rows, the recommended card's first."""
    seat = advice.recommended.action.seat
    others = [other for other in Seat if other is not seat]
    head = ["tricks", f"makes {contract_of(advice)}", "regret"]
    head += [f"gives {other.word}" for other in others]
    rows = []
    for each in advice.evaluations:
        details, first = each.details, each is advice.recommended
        in_chances = advice.objective.in_chances
        regret = regret_words(each.regret, advice.objective) if in_chances else _figure(advice, each.regret)
        rows.append(
            [
                grouped(details.cards),
                _figure(advice, details.tricks),
                per_cent(details.make.mean) if advice.exact else chance_words(details.make),
                "" if first else regret,
                *("" if first else f"{details.conceded[other].mean:+.2f}" for other in others),
            ]
        )
    return head, rows
