"""Advice in words, and as JSON objects (docs/advise.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ninefivetwo.advise import (
    Advice,
    AnyAdvice,
    CallDetails,
    CardEvaluation,
    Chances,
    DealEvaluation,
    DealProspects,
    GiftDetails,
)
from ninefivetwo.cards import Denomination, Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.render.actions import action_object, action_words
from ninefivetwo.render.cards import grouped, plural
from ninefivetwo.render.figures import ENOUGH, as_figure, difference, figure, per_cent


def contract_of(advice: AnyAdvice) -> int:
    turn = advice.view.due_turn
    return advice.view.rules.contracts[turn.seat]


def tricks_that_end(advice: AnyAdvice) -> int | None:
    """So many tricks of the seat end the match, by the rules; None where none do."""
    rules, contract = advice.view.rules, contract_of(advice)
    ends = [tricks for tricks in (rules.sweep, rules.over and rules.over + contract) if tricks]
    return min(ends, default=None)


def hand_of(advice: AnyAdvice) -> str:
    turn = advice.view.due_turn
    return str(turn.held)


def trump_object(advice: Advice[DealEvaluation]) -> dict[str, Any]:
    denominations = {}
    for each in sorted(advice.evaluations, key=lambda each: Denomination[str(action_object(each.action))]):
        assert isinstance(each.details, CallDetails)
        discards = chances_object(each.details.discards)
        denominations[action_object(each.action)] = {**evaluation_object(each, advice), "discards": discards}
    return {
        "schema": "ninefivetwo.advise-trump/1",
        "hand": hand_of(advice),
        "recommended": action_object(advice.recommended.action),
        "denominations": denominations,
        **common(advice),
    }


def discard_object(advice: Advice[DealEvaluation]) -> dict[str, Any]:
    trump = advice.view.trump
    return {
        "schema": "ninefivetwo.advise-discard/1",
        "hand": hand_of(advice),
        "trump": None if trump is None else trump.name,
        "recommended": action_object(advice.recommended.action),
        "candidates": [
            {"discard": action_object(each.action), **evaluation_object(each, advice)} for each in advice.evaluations
        ],
        **common(advice),
    }


def exchange_object(advice: Advice[DealEvaluation]) -> dict[str, Any]:
    candidates = []
    for each in advice.evaluations:
        assert isinstance(each.details, GiftDetails)
        back = {seat.word: chances_object(cards) for seat, cards in each.details.returns.items()}
        candidates.append({"gives": action_object(each.action), **evaluation_object(each, advice), "back": back})
    return {
        "schema": "ninefivetwo.advise-exchange/1",
        "hand": hand_of(advice),
        "gives": action_object(advice.recommended.action),
        "candidates": candidates,
        **common(advice),
    }


def chances_object(chances: Chances) -> dict[str, float]:
    return {str(card): round(chance, 3) for card, chance in chances}


def common(advice: AnyAdvice) -> dict[str, Any]:
    """What all advice before the play tells."""
    return {
        "clear": advice.clear,
        "plain": action_object(advice.heuristic),
        "seed": advice.seed,
        "estimated": advice.worlds,
        "effective": round(advice.effective, 1),
        "stopped": advice.stopped,
    }


def evaluation_object(evaluation: DealEvaluation, advice: AnyAdvice) -> dict[str, Any]:
    details, contract, ends = evaluation.details, contract_of(advice), tricks_that_end(advice)
    match = {} if advice.objective.match_score is None else {"match": as_figure(evaluation.value)}
    return {
        "tricks": as_figure(details.tricks),
        "make": as_figure(details.make),
        "score": as_figure(replace(details.tricks, mean=details.tricks.mean - contract)),
        "distribution": [round(chance, 4) for chance in details.distribution],
        **({"ends": round(sum(details.distribution[ends:]), 4)} if ends else {}),
        **match,
        "regret": as_figure(evaluation.regret),
    }


def sampled(advice: AnyAdvice, mean: Estimate) -> str:
    return f"{mean.mean:.2f}" if advice.exact else figure(mean)


def play_verdict(advice: Advice[CardEvaluation]) -> str:
    best = advice.recommended
    if len(advice.evaluations) == 1 and len(best.details.cards) == 1:
        told = f"play {best.action.card}: the only card"
    elif all(abs(each.regret.mean) < 1e-9 for each in advice.evaluations):
        told = f"play {best.action.card}: all are equal"
    else:
        sure = "clear" if advice.clear else "not clear"
        told = f"play {best.action.card}: {sure}"
    if advice.exact:
        if advice.worlds == 1:
            return f"{told}; one world only can be"
        return f"{told}; all {advice.worlds} worlds that can be, each by how likely it is"
    even = f", the draw worth {advice.effective:.0f} even ones" if advice.effective < ENOUGH * advice.worlds else ""
    stopped = " (stopped early)" if advice.stopped else ""
    return f"{told}; {plural(advice.worlds, 'world')}{even}, seed {advice.seed}; ± is one standard error{stopped}"


def play_object(advice: Advice[CardEvaluation]) -> dict[str, Any]:
    """The advice as a JSON object (docs/advise.md)."""
    turn, trump = advice.view.due_turn, advice.view.called
    return {
        "schema": "ninefivetwo.advise-play/1",
        "seat": turn.seat.word,
        "hand": str(turn.held),
        "trump": trump.name,
        "table": [str(card) for card in advice.view.table],
        "recommended": str(advice.recommended.action.card),
        "clear": advice.clear,
        "exact": advice.exact,
        "worlds": advice.worlds,
        "effective": round(advice.effective, 1),
        "seed": advice.seed,
        "stopped": advice.stopped,
        "cards": [card_object(each) for each in advice.evaluations],
    }


def card_object(evaluation: CardEvaluation) -> dict[str, Any]:
    details = evaluation.details
    return {
        "cards": [str(card) for card in details.cards],
        "tricks": as_figure(details.tricks),
        "make": as_figure(details.make),
        "at_worst": None if details.worst is None else round(details.worst, 4),
        "regret": as_figure(evaluation.regret),
        "gifts": {seat.word: as_figure(tricks) for seat, tricks in details.conceded.items()},
    }


def chance_words(chance: Estimate) -> str:
    return f"{per_cent(chance.mean)} ± {100 * chance.standard_error:.0f}"


def candidate_rows(advice: AnyAdvice) -> tuple[list[str], list[list[str]]]:
    """The choices as a table: the names of the columns after the first, and the rows, the recommended one first."""
    contract, ends, match = contract_of(advice), tricks_that_end(advice), advice.objective.match_score is not None
    head = ["tricks", f"makes {contract}", *([f"wins {ends}"] if ends else []), *(["wins match"] if match else [])]
    rows = []
    for each in advice.evaluations:
        details = each.details
        assert isinstance(details, DealProspects)
        rows.append(
            [
                action_words(each.action),
                figure(details.tricks),
                chance_words(details.make),
                *([per_cent(sum(details.distribution[ends:]))] if ends else []),
                *([chance_words(each.value)] if match else []),
                f"{details.tricks.mean - contract:+.2f}",
                "" if each is advice.recommended else difference(each.regret, advice.objective),
                str(details.tricks.n),
            ]
        )
    return [*head, "points", "behind", "worlds"], rows


def card_rows(advice: Advice[CardEvaluation]) -> tuple[list[str], list[list[str]]]:
    """The cards as a table: the names of the columns after the first, and the rows, the recommended card's first."""
    seat = advice.recommended.action.seat
    others = [other for other in Seat if other is not seat]
    head = ["tricks", f"makes {contract_of(advice)}", "worst world", "behind"]
    head += [f"gives {other.word}" for other in others]
    rows = []
    for each in advice.evaluations:
        details, first = each.details, each is advice.recommended
        chances, exact = advice.objective.in_chances, advice.exact
        rows.append(
            [
                grouped(details.cards),
                sampled(advice, details.tricks),
                per_cent(details.make.mean) if exact else chance_words(details.make),
                "" if details.worst is None else f"{details.worst:.1f}",
                "" if first else difference(each.regret, advice.objective) if chances else sampled(advice, each.regret),
                *("" if first else f"{details.conceded[other].mean:+.2f}" for other in others),
            ]
        )
    return head, rows
