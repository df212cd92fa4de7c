"""Advice in words, and as JSON objects (docs/advise.md)."""

from __future__ import annotations

from typing import Any

from ninefivetwo.advise import Advice, Candidate, CardPrice, PlayAdvice
from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Call, Discard, Give
from ninefivetwo.render.actions import action_object, action_words
from ninefivetwo.render.cards import grouped, plural
from ninefivetwo.render.figures import ENOUGH, as_figure, difference, figure, per_cent


def contract_of(advice: Advice[Any]) -> int:
    turn = advice.view.turn
    assert turn is not None
    return advice.view.rules.contracts[turn.seat]


def tricks_that_end(advice: Advice[Any]) -> int | None:
    """So many tricks of the seat end the match, by the rules; None where none do."""
    rules, contract = advice.view.rules, contract_of(advice)
    ends = [tricks for tricks in (rules.sweep, rules.over and rules.over + contract) if tricks]
    return min(ends, default=None)


def hand_of(advice: Advice[Any]) -> str:
    turn = advice.view.turn
    assert turn is not None
    return str(turn.held)


def trump_object(advice: Advice[Call]) -> dict[str, Any]:
    denominations = {}
    for candidate in sorted(advice.candidates, key=lambda c: c.action.denomination):
        goes = {str(card): round(chance, 3) for card, chance in candidate.goes}
        denominations[candidate.action.denomination.name] = {**price_object(candidate, advice), "discards": goes}
    return {
        "schema": "ninefivetwo.advise-trump/1",
        "hand": hand_of(advice),
        "recommended": action_object(advice.recommended.action),
        "denominations": denominations,
        **common(advice),
    }


def discard_object(advice: Advice[Discard]) -> dict[str, Any]:
    trump = advice.view.trump
    return {
        "schema": "ninefivetwo.advise-discard/1",
        "hand": hand_of(advice),
        "trump": None if trump is None else trump.name,
        "recommended": action_object(advice.recommended.action),
        "candidates": [{"discard": action_object(c.action), **price_object(c, advice)} for c in advice.candidates],
        **common(advice),
    }


def exchange_object(advice: Advice[Give]) -> dict[str, Any]:
    candidates = []
    for c in advice.candidates:
        back = {seat.word: {str(card): round(chance, 3) for card, chance in cards} for seat, cards in c.back.items()}
        candidates.append({"gives": action_object(c.action), **price_object(c, advice), "back": back})
    return {
        "schema": "ninefivetwo.advise-exchange/1",
        "hand": hand_of(advice),
        "gives": action_object(advice.recommended.action),
        "candidates": candidates,
        **common(advice),
    }


def common(advice: Advice[Any]) -> dict[str, Any]:
    """What all advice before the play tells."""
    return {
        "clear": advice.clear,
        "plain": action_object(advice.plain),
        "seed": advice.seed,
        "estimated": advice.estimated,
        "effective": round(advice.effective, 1),
        "stopped": advice.stopped,
    }


def price_object(candidate: Candidate[Any], advice: Advice[Any]) -> dict[str, Any]:
    price, contract, ends = candidate.price, contract_of(advice), tricks_that_end(advice)
    match = {} if advice.objective.match_score is None else {"match": as_figure(price.worth)}
    points = Estimate(price.tricks.mean - contract, price.tricks.standard_error, price.tricks.n)
    return {
        "tricks": as_figure(price.tricks),
        "make": as_figure(price.make),
        "score": as_figure(points),
        "distribution": [round(chance, 4) for chance in price.distribution],
        **({"ends": round(sum(price.distribution[ends:]), 4)} if ends else {}),
        **match,
        "behind": as_figure(price.behind),
    }


def sampled(advice: PlayAdvice, mean: Any) -> str:
    return f"{mean.mean:.2f}" if advice.exact else figure(mean)


def play_verdict(advice: PlayAdvice) -> str:
    if len(advice.prices) == 1 and len(advice.prices[0].cards) == 1:
        told = f"play {advice.recommended}: the only card"
    elif all(abs(price.behind.mean) < 1e-9 for price in advice.prices):
        told = f"play {advice.recommended}: all are equal"
    else:
        sure = "clear" if advice.clear else "not clear"
        told = f"play {advice.recommended}: {sure}"
    if advice.exact:
        if advice.worlds == 1:
            return f"{told}; one world only can be"
        return f"{told}; all {advice.worlds} worlds that can be, each by how likely it is"
    even = f", the draw worth {advice.effective:.0f} even ones" if advice.effective < ENOUGH * advice.worlds else ""
    stopped = " (stopped early)" if advice.stopped else ""
    return f"{told}; {plural(advice.worlds, 'world')}{even}, seed {advice.seed}; ± is one standard error{stopped}"


def play_object(advice: PlayAdvice) -> dict[str, Any]:
    """The advice as a JSON object (docs/advise.md)."""
    turn, trump = advice.view.turn, advice.view.trump
    assert turn is not None and trump is not None
    return {
        "schema": "ninefivetwo.advise-play/1",
        "seat": turn.seat.word,
        "hand": str(turn.held),
        "trump": trump.name,
        "table": [str(card) for card in advice.view.table],
        "recommended": str(advice.recommended),
        "clear": advice.clear,
        "exact": advice.exact,
        "worlds": advice.worlds,
        "effective": round(advice.effective, 1),
        "seed": advice.seed,
        "stopped": advice.stopped,
        "cards": [card_price_object(price) for price in advice.prices],
    }


def card_price_object(price: CardPrice) -> dict[str, Any]:
    return {
        "cards": [str(card) for card in price.cards],
        "tricks": as_figure(price.tricks),
        "make": as_figure(price.make),
        "at_worst": round(price.worst, 4),
        "behind": as_figure(price.behind),
        "gifts": {seat.word: as_figure(mean) for seat, mean in price.conceded.items()},
    }


def candidate_rows(advice: Advice[Any]) -> tuple[list[str], list[list[str]]]:
    """The candidates as a table: the names of the columns after the first, and the rows, the recommended one first."""
    contract, ends, match = contract_of(advice), tricks_that_end(advice), advice.objective.match_score is not None
    head = ["tricks", f"makes {contract}", *([f"wins {ends}"] if ends else []), *(["wins match"] if match else [])]
    rows = []
    for candidate in advice.candidates:
        price = candidate.price
        rows.append(
            [
                action_words(candidate.action),
                figure(price.tricks),
                f"{per_cent(price.make.mean)} ± {100 * price.make.standard_error:.0f}",
                *([per_cent(sum(price.distribution[ends:]))] if ends else []),
                *([f"{per_cent(price.worth.mean)} ± {100 * price.worth.standard_error:.0f}"] if match else []),
                f"{price.tricks.mean - contract:+.2f}",
                "" if candidate is advice.recommended else difference(price.behind, advice.objective),
                str(price.tricks.n),
            ]
        )
    return [*head, "points", "behind", "worlds"], rows


def card_rows(advice: PlayAdvice) -> tuple[list[str], list[list[str]]]:
    """The cards as a table: the names of the columns after the first, and the rows, the recommended card's first."""
    turn = advice.view.turn
    assert turn is not None
    others = [other for other in Seat if other is not turn.seat]
    contract = advice.view.rules.contracts[turn.seat]
    head = ["tricks", f"makes {contract}", "worst world", "behind", *(f"gives {other.word}" for other in others)]
    rows = []
    for price in advice.prices:
        first = price is advice.prices[0]
        told = (
            difference(price.behind, advice.objective) if advice.objective.in_chances else sampled(advice, price.behind)
        )
        rows.append(
            [
                grouped(price.cards),
                sampled(advice, price.tricks),
                per_cent(price.make.mean) + ("" if advice.exact else f" ± {100 * price.make.standard_error:.0f}"),
                f"{price.worst:.1f}",
                "" if first else told,
                *("" if first else f"{price.conceded[other].mean:+.2f}" for other in others),
            ]
        )
    return head, rows
