"""Advice in JSON (docs/json.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import UNSET

from ninefivetwo.advise import (
    Advice,
    AnyAdvice,
    CallDetails,
    CardEvaluation,
    Chances,
    DealEvaluation,
    GiftDetails,
)
from ninefivetwo.evaluation import Bound
from ninefivetwo.game import Action, Call
from ninefivetwo.layout import Layout
from ninefivetwo.render.actions import action_object
from ninefivetwo.render.advice import contract_of, tricks_that_end
from ninefivetwo.render.schema.advice import (
    AdviseDiscardObject,
    AdviseExchangeObject,
    AdvisePlayObject,
    AdviseTrumpObject,
    BestDiscardObject,
    CallObject,
    CardObject,
    DiscardObject,
    DiscardValueObject,
    GiftObject,
)
from ninefivetwo.render.schema.base import BoundObject, EstimateObject
from ninefivetwo.solve import Discards


def trump_object(advice: Advice[DealEvaluation]) -> AdviseTrumpObject:
    """Advice on a call, in JSON."""
    calls = {}
    for each in advice.evaluations:
        assert isinstance(each.action, Call) and isinstance(each.details, CallDetails)
        discards = chances_object(each.details.discards)
        calls[each.action.denomination] = CallObject(**_figures(each, advice), discards=discards)
    return AdviseTrumpObject(
        **_deal_advice(advice),
        recommended=str(action_object(advice.recommended.action)),
        denominations={denomination.name: calls[denomination] for denomination in sorted(calls)},
    )


def discard_object(advice: Advice[DealEvaluation]) -> AdviseDiscardObject:
    """Advice on a discard, in JSON."""
    candidates = [DiscardObject(**_figures(each, advice), discard=cards_of(each.action)) for each in advice.evaluations]
    return AdviseDiscardObject(
        **_deal_advice(advice),
        trump=None if advice.view.trump is None else advice.view.trump.name,
        recommended=candidates[0].discard,
        candidates=candidates,
    )


def exchange_object(advice: Advice[DealEvaluation]) -> AdviseExchangeObject:
    """Advice on a gift, in JSON."""
    candidates = []
    for each in advice.evaluations:
        assert isinstance(each.details, GiftDetails)
        back = {seat.word: chances_object(cards) for seat, cards in each.details.returns.items()}
        candidates.append(GiftObject(**_figures(each, advice), gives=gifts_of(each.action), back=back))
    return AdviseExchangeObject(**_deal_advice(advice), gives=candidates[0].gives, candidates=candidates)


def play_object(advice: Advice[CardEvaluation]) -> AdvisePlayObject:
    """Advice on a card, in JSON."""
    view = advice.view
    return AdvisePlayObject(
        **_common(advice),
        seat=view.due_turn.seat.word,
        trump=view.called.name,
        table=[str(card) for card in view.table],
        recommended=str(advice.recommended.action.card),
        exact=advice.exact,
        worlds=advice.worlds,
        cards=[card_object(each) for each in advice.evaluations],
    )


def card_object(evaluation: CardEvaluation) -> CardObject:
    details = evaluation.details
    return CardObject(
        cards=[str(card) for card in details.cards],
        tricks=EstimateObject.of(details.tricks),
        make=EstimateObject.of(details.make),
        distribution=[round(float(chance), 4) for chance in details.distribution],
        regret=EstimateObject.of(evaluation.regret),
        conceded={seat.word: EstimateObject.of(tricks) for seat, tricks in details.conceded.items()},
    )


def _common(advice: AnyAdvice) -> dict[str, Any]:
    """The fields of all advice."""
    return {
        "hand": str(advice.view.due_turn.held),
        "clear": advice.clear,
        "effective": round(float(advice.effective), 1),
        "seed": advice.seed,
        "stopped": advice.stopped,
    }


def _deal_advice(advice: AnyAdvice) -> dict[str, Any]:
    """The fields of all advice before the play."""
    return _common(advice) | {"heuristic": action_object(advice.heuristic), "estimated": advice.worlds}


def _figures(evaluation: DealEvaluation, advice: AnyAdvice) -> dict[str, Any]:
    """The fields of a choice before the play that tell what it is worth."""
    details, ends = evaluation.details, tricks_that_end(advice)
    score = replace(details.tricks, mean=details.tricks.mean - contract_of(advice))
    return {
        "tricks": EstimateObject.of(details.tricks),
        "make": EstimateObject.of(details.make),
        "regret": EstimateObject.of(evaluation.regret),
        "score": EstimateObject.of(score),
        "distribution": [round(float(chance), 4) for chance in details.distribution],
        "ends": round(float(sum(details.distribution[ends:])), 4) if ends else UNSET,
        "match": UNSET if details.match is None else EstimateObject.of(details.match),
    }


def cards_of(action: Action) -> list[str]:
    """The cards of a discard, in JSON."""
    cards = action_object(action)
    assert isinstance(cards, list)
    return cards


def gifts_of(action: Action) -> dict[str, list[str]]:
    """The cards of a gift by receiver, in JSON."""
    gifts = action_object(action)
    assert isinstance(gifts, dict)
    return gifts


def chances_object(chances: Chances) -> dict[str, float]:
    return {str(card): round(chance, 3) for card, chance in chances}


def discards_object(layout: Layout, discards: Discards, contract: int) -> BestDiscardObject:
    """The exact best discards, in JSON."""
    candidates = [
        DiscardValueObject(
            [str(card) for card in each.cards],
            each.low if each.exact else BoundObject.of(Bound(at_most=each.high)),
            each.low >= contract if each.exact or each.high < contract else None,
        )
        for each in discards.discards
    ]
    return BestDiscardObject(str(layout), discards.denomination.name, candidates[0].discard, candidates)
