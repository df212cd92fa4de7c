"""Advice in JSON (docs/json.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from msgspec import UNSET, UnsetType

from ninefivetwo.evaluation import Bound
from ninefivetwo.exact import Discards
from ninefivetwo.game import Action, Call
from ninefivetwo.game.events import action_object
from ninefivetwo.layout import Layout
from ninefivetwo.think.advise import (
    Advice,
    AnyAdvice,
    CallDetails,
    CardEvaluation,
    Chances,
    DealEvaluation,
    GiftDetails,
)
from ninefivetwo.think.advise.reasons import Reason
from ninefivetwo.think.models.like import HandsLike
from ninefivetwo.words.advice import AnyEvaluation, advice_text, contract_of, tricks_that_end
from ninefivetwo.words.advice_reasons import reason_figures, reason_kind, reason_words
from ninefivetwo.words.like import like_object
from ninefivetwo.words.schema.advice import (
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
    ReasonObject,
)


def trump_object(advice: Advice[DealEvaluation], like: HandsLike | None = None) -> AdviseTrumpObject:
    """Advice on a call, in JSON; with what hands like it made, if that is given."""
    calls = {}
    for each in advice.evaluations:
        assert isinstance(each.action, Call) and isinstance(each.details, CallDetails)
        discards = chances_object(each.details.discards)
        calls[each.action.denomination] = CallObject(**_deal_figures(each, advice), discards=discards)
    return AdviseTrumpObject(
        **_common(advice),
        recommended=str(action_object(advice.recommended.action)),
        denominations={denomination.name: calls[denomination] for denomination in sorted(calls)},
        like=UNSET if like is None else like_object(like),
    )


def discard_object(advice: Advice[DealEvaluation]) -> AdviseDiscardObject:
    """Advice on a discard, in JSON."""
    candidates = [
        DiscardObject(**_deal_figures(each, advice), discard=cards_of(each.action)) for each in advice.evaluations
    ]
    return AdviseDiscardObject(
        **_common(advice),
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
        candidates.append(GiftObject(**_deal_figures(each, advice), gives=gifts_of(each.action), back=back))
    return AdviseExchangeObject(**_common(advice), gives=candidates[0].gives, candidates=candidates)


def play_object(advice: Advice[CardEvaluation]) -> AdvisePlayObject:
    """Advice on a card, in JSON."""
    view = advice.view
    return AdvisePlayObject(
        **_common(advice),
        seat=view.due_turn.seat.word,
        trump=view.called.name,
        table=[str(card) for card in view.table],
        recommended=str(advice.recommended.action.card),
        cards=[_card_object(each, advice) for each in advice.evaluations],
    )


def _card_object(evaluation: CardEvaluation, advice: AnyAdvice) -> CardObject:
    details = evaluation.details
    return CardObject(
        **_figures(evaluation, advice),
        cards=[str(card) for card in details.cards],
        conceded={seat.word: tricks for seat, tricks in details.conceded.items()},
    )


def _common(advice: AnyAdvice) -> dict[str, Any]:
    """The fields of all advice."""
    return {
        "hand": str(advice.view.due_turn.held),
        "verdict": advice_text(advice).verdict,
        "reasons": [_reason_object(reason) for reason in advice.reasons],
        "clear": advice.clear,
        "heuristic": action_object(advice.heuristic),
        "exact": advice.exact,
        "worlds": advice.worlds,
        "effective": round(float(advice.effective), 1),
        "seed": advice.seed,
        "stopped": advice.stopped,
    }


def _reason_object(reason: Reason) -> ReasonObject:
    chance, tricks, otherwise = reason_figures(reason)
    return ReasonObject(
        kind=reason_kind(reason),
        words=reason_words(reason),
        chance=_told(chance),
        tricks=_told(tricks),
        otherwise=_told(otherwise),
    )


def _told(figure: float | None) -> float | UnsetType:
    return UNSET if figure is None else round(figure, 4)


def _figures(evaluation: AnyEvaluation, advice: AnyAdvice) -> dict[str, Any]:
    """The fields of a choice that tell what it is worth."""
    details = evaluation.details
    return {
        "tricks": details.tricks,
        "make": details.make,
        "regret": evaluation.regret,
        "level": evaluation in (advice.recommended, *advice.level),
        "distribution": [round(float(chance), 4) for chance in details.distribution],
        "match": UNSET if details.match is None else details.match,
    }


def _deal_figures(evaluation: AnyEvaluation, advice: AnyAdvice) -> dict[str, Any]:
    """The same of a choice before the play."""
    details, ends = evaluation.details, tricks_that_end(advice)
    score = replace(details.tricks, mean=details.tricks.mean - contract_of(advice))
    return _figures(evaluation, advice) | {
        "score": score,
        "ends": round(float(sum(details.distribution[ends:])), 4) if ends else UNSET,
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
            each.low if each.exact else Bound(at_most=each.high),
            each.low >= contract if each.exact or each.high < contract else None,
        )
        for each in discards.discards
    ]
    return BestDiscardObject(str(layout), discards.denomination.name, candidates[0].discard, candidates)
