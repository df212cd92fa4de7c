"""JSON documents of advice and of exact answers (docs/formats.md).

An evaluation and a reason have additional fields in JSON, such as `level` and `words`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from msgspec import UNSET, UnsetType, field

from ninefivetwo.cards import Card, Hand, Seat, Trump
from ninefivetwo.codec import ActionValue, Decimals, Document, Part
from ninefivetwo.evaluation import Bound, Estimate
from ninefivetwo.exact import Discards
from ninefivetwo.game import Action, Call, Discard, Give, known_cards
from ninefivetwo.game.events import action_object
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.layout import Layout
from ninefivetwo.think.advise import (
    Advice,
    AnyAdvice,
    CallDetails,
    CardEvaluation,
    DealEvaluation,
    GiftDetails,
    is_on_card,
)
from ninefivetwo.think.advise.reasons import Reason
from ninefivetwo.think.models.like import HandsLike
from ninefivetwo.think.players.recognise import Recognised
from ninefivetwo.think.playouts import Level
from ninefivetwo.words.advice import chance_of_tricks, tricks_that_end
from ninefivetwo.words.advice_reasons import reason_figures, reason_kind, reason_words
from ninefivetwo.words.advice_verdict import contract_of, verdict_words

Chance = Annotated[float, Decimals(4)]


class EvaluationObject(Part, frozen=True, kw_only=True):
    """The value of a choice.

    tricks: expected tricks in the whole deal
    make: chance of making the contract
    regret: loss against the recommended choice, in the unit of the aim: tricks, points or a chance
    level: whether the choice is as good as the recommended choice, or too close to call
    proved: the minimum and maximum number of tricks in every possible deal, against any play
    distribution: the chances of 0 to 16 tricks
    distribution_se: the standard errors of the chances in `distribution`
    match: chance of winning the match; absent if the score was not given
    """

    tricks: Estimate
    make: Estimate
    regret: Estimate
    level: bool
    proved: Bound
    distribution: list[Chance]
    distribution_se: list[float]
    match: Estimate | UnsetType = UNSET


class DealEvaluationObject(EvaluationObject, frozen=True, kw_only=True):
    """The value of a call, a discard or a gift.

    score: expected points in the deal
    ends: chance of ending the match with the tricks of this deal; absent if the rules do not allow this
    """

    score: Estimate
    ends: Estimate | UnsetType = UNSET


class CallObject(DealEvaluationObject, frozen=True, kw_only=True):
    """A call and its value.

    discards: the cards most likely to be discarded after the call, each with its chance
    """

    discards: dict[Card, Estimate]


class DiscardObject(DealEvaluationObject, frozen=True, kw_only=True):
    """A discard and its value.

    discard: the cards to discard
    """

    discard: list[Card]


class GiftObject(DealEvaluationObject, frozen=True, kw_only=True):
    """A gift and its value.

    gives: for each receiver, the cards to give
    back: for each receiver, the cards most likely to be returned, each with its chance
    """

    gives: dict[Seat, list[Card]]
    back: dict[Seat, dict[Card, Estimate]]


class CardObject(EvaluationObject, frozen=True, kw_only=True):
    """Cards that are equal in every possible deal, and their value.

    cards: the cards, highest first
    conceded: for each opponent, the additional tricks that they win compared with the recommended card
    """

    cards: list[Card]
    conceded: dict[Seat, Estimate]


class ReasonObject(Part, frozen=True, kw_only=True):
    """A reason for the recommended choice.

    kind: for the match, voids, long suit, followed, returned, takes trick, ducks, top card, likely void, rival or risk
    words: the reason in one or two sentences
    chance: chance of the condition in the reason; absent without a condition
    tricks: tricks won by the recommended choice, or lost by a rival, if the condition is true; absent without tricks
    otherwise: tricks won or lost if the condition is false; absent without tricks or a condition
    """

    kind: str
    words: str
    chance: Estimate | UnsetType = UNSET
    tricks: Estimate | UnsetType = UNSET
    otherwise: Estimate | UnsetType = UNSET


class AdviceDocument(Document, frozen=True, kw_only=True):
    """Advice on a choice.

    hand: the hand for which advice is given
    verdict: the recommended choice, its value and the confidence in it, in sentences
    reasons: the reasons, the most important first
    clear: whether the recommended choice leads every other choice by several standard errors
    heuristic: the choice of the beginners' rule of thumb
    exact: whether all possible deals were played out instead of a sample
    opponents: assumed level of each opponent
    worlds: number of possible deals that were played out
    effective: effective sample size of the weighted deals
    seed: random seed of the sample
    stopped: whether the computation was stopped early
    assumed: the cards assumed for each x in the hand; absent if there is no x
    compared: the choice given with `--compare` and its cost; absent without the option
    """

    hand: Hand
    verdict: str
    reasons: list[ReasonObject]
    clear: bool
    heuristic: ActionValue
    exact: bool
    opponents: dict[Seat, Level]
    worlds: int
    effective: Annotated[float, Decimals(1)]
    seed: int
    stopped: bool
    assumed: list[Card] | UnsetType = UNSET
    compared: ComparedObject | UnsetType = UNSET


class ComparedObject(Part, frozen=True):
    """The user's own choice, compared with the recommended one.

    choice: a card, a denomination, the cards to discard, or the cards to give to each receiver
    regret: loss against the recommended choice, in the unit of the aim: tricks, points or a chance
    level: whether the choice is as good as the recommended choice, or too close to call
    """

    choice: ActionValue
    regret: Estimate
    level: bool


class AdviseTrumpObject(AdviceDocument, frozen=True, kw_only=True, tag="ninefivetwo.advise-trump/4"):
    """Advice on a call (`advise trump`).

    recommended: the denomination to call
    denominations: the value of every legal call
    like: results of similar hands (`--like`); absent without the option
    """

    recommended: Trump
    denominations: dict[Trump, CallObject]
    like: HandsLike | UnsetType = UNSET


class AdviseDiscardObject(AdviceDocument, frozen=True, kw_only=True, tag="ninefivetwo.advise-discard/4"):
    """Advice on a discard (`advise discard`).

    trump: the denomination called; null if the discard comes before the call
    recommended: the cards to discard
    candidates: the discards that were compared, best first
    """

    trump: Trump | None
    recommended: list[Card]
    candidates: list[DiscardObject]


class AdviseExchangeObject(AdviceDocument, frozen=True, kw_only=True, tag="ninefivetwo.advise-exchange/4"):
    """Advice on a gift (`advise exchange`).

    gives: for each receiver, the cards to give
    candidates: the gifts that were compared, best first
    """

    gives: dict[Seat, list[Card]]
    candidates: list[GiftObject]


class AdvisePlayObject(AdviceDocument, frozen=True, kw_only=True, tag="ninefivetwo.advise-play/4"):
    """Advice on a card (`advise play`).

    seat: the seat whose turn it is
    trump: the denomination called
    table: the cards of the trick in progress, in the order played
    recommended: the card to play
    cards: all legal cards, best first
    recognised: the opponents' levels, estimated from earlier deals; absent without enough evidence
    """

    seat: Seat
    trump: Trump
    table: list[Card]
    recommended: Card
    cards: list[CardObject]
    recognised: RecognisedObject | UnsetType = UNSET


class RecognisedObject(Part, frozen=True):
    """The players' levels, estimated from their play.

    levels: the level of each named player (beginner, rule, club or expert)
    chance: chance that all the levels are right
    deals: number of deals in the estimate
    """

    levels: dict[str, Level]
    chance: Chance
    deals: int


class BestDiscardObject(Document, frozen=True, tag="ninefivetwo.best-discard/1"):
    """The discard with the highest guarantee for the dealer, with all hands open (`advise discard --layout`).

    layout: the dealer's twenty cards and the other two hands
    trump: the denomination
    recommended: a discard with the highest guarantee
    candidates: discards, best first; only one is listed if several differ only in touching cards
    """

    layout: Layout
    trump: Trump
    recommended: list[Card]
    candidates: list[DiscardValueObject]


class DiscardValueObject(Part, frozen=True):
    """A discard and its guarantee.

    discard: the cards to discard
    tricks: the dealer's guaranteed tricks after the discard, or a bound on them
    make: whether the contract is guaranteed; null if the bound does not decide this
    """

    discard: list[Card]
    tricks: int | Bound
    make: bool | None


class ForcedReturnsObject(Document, frozen=True, tag="ninefivetwo.forced-returns/1"):
    """The cards that must be returned for the cards received (`advise exchange --received`).

    returns: each card received and the card returned for it, in the order of the exchange
    hand: the hand after the exchange
    assumed: the cards assumed for each x in the hand; absent if there is no x
    """

    returns: list[ForcedReturnObject]
    hand: Hand
    assumed: list[Card] | UnsetType = UNSET


class ForcedReturnObject(Part, frozen=True):
    """A card received, and the card returned for it.

    to: the giver, who receives the returned card; null if the only giver's seat is unknown
    received: the card received
    return: the card returned, the highest of its suit
    """

    to: Seat | None
    received: Card
    returned: Card = field(name="return")


def advice_object(advice: AnyAdvice, like: HandsLike | None = None, people: Recognised | None = None) -> AdviceDocument:
    """Return the JSON document of advice; `like` adds similar hands, and `people` the opponents' estimated levels."""
    if is_on_card(advice):
        return _play_object(advice, people)
    match advice.recommended.action:
        case Call():
            return _trump_object(advice, like)
        case Discard():
            return _discard_object(advice)
    return _exchange_object(advice)


def _trump_object(advice: Advice[DealEvaluation], like: HandsLike | None) -> AdviseTrumpObject:
    calls = {}
    for evaluation in advice.evaluations:
        assert isinstance(evaluation.action, Call) and isinstance(evaluation.details, CallDetails)
        discards = dict(evaluation.details.discards)
        calls[evaluation.action.trump] = CallObject(**_deal_figures(evaluation, advice), discards=discards)
    return AdviseTrumpObject(
        **_common(advice),
        recommended=next(iter(calls)),
        denominations={trump: calls[trump] for trump in sorted(calls)},
        like=UNSET if like is None else like,
    )


def _discard_object(advice: Advice[DealEvaluation]) -> AdviseDiscardObject:
    candidates = []
    for evaluation in advice.evaluations:
        assert isinstance(evaluation.action, Discard)
        cards = list(known_cards(evaluation.action.cards))
        candidates.append(DiscardObject(**_deal_figures(evaluation, advice), discard=cards))
    return AdviseDiscardObject(
        **_common(advice), trump=advice.view.trump, recommended=candidates[0].discard, candidates=candidates
    )


def _exchange_object(advice: Advice[DealEvaluation]) -> AdviseExchangeObject:
    candidates = []
    for evaluation in advice.evaluations:
        assert isinstance(evaluation.action, Give) and isinstance(evaluation.details, GiftDetails)
        gives = {seat: list(known_cards(evaluation.action.cards[seat])) for seat in Seat}
        back = {seat: dict(cards) for seat, cards in evaluation.details.returns.items()}
        given = {seat: cards for seat, cards in gives.items() if cards}
        candidates.append(GiftObject(**_deal_figures(evaluation, advice), gives=given, back=back))
    return AdviseExchangeObject(**_common(advice), gives=candidates[0].gives, candidates=candidates)


def _play_object(advice: Advice[CardEvaluation], people: Recognised | None) -> AdvisePlayObject:
    view = advice.view
    return AdvisePlayObject(
        **_common(advice),
        seat=view.due_turn.seat,
        trump=view.called,
        table=list(view.table),
        recognised=UNSET if people is None else RecognisedObject(people.levels, people.chance, people.deals),
        recommended=advice.recommended.action.card,
        cards=[
            CardObject(**_figures(card, advice), cards=list(card.details.cards), conceded=dict(card.details.conceded))
            for card in advice.evaluations
        ],
    )


def discards_object(layout: Layout, discards: Discards, contract: int) -> BestDiscardObject:
    candidates = [
        DiscardValueObject(
            list(discard.cards),
            discard.low if discard.exact else Bound(at_most=discard.high),
            discard.low >= contract if discard.exact or discard.high < contract else None,
        )
        for discard in discards.discards
    ]
    return BestDiscardObject(layout, discards.trump, candidates[0].discard, candidates)


def _common(advice: AnyAdvice) -> dict[str, Any]:
    return {
        "hand": advice.view.due_turn.held,
        "verdict": verdict_words(advice),
        "reasons": [_reason_object(reason) for reason in advice.reasons],
        "clear": advice.clear,
        "heuristic": _value(advice.heuristic),
        "exact": advice.exact,
        "opponents": advice.opponents.others(advice.view.viewer),
        "worlds": advice.worlds,
        "effective": advice.effective,
        "seed": advice.seed,
        "stopped": advice.stopped,
        "compared": _compared(advice),
    }


def _compared(advice: AnyAdvice) -> ComparedObject | UnsetType:
    if advice.compared is None or advice.own is None:
        return UNSET
    return ComparedObject(_value(advice.compared), advice.own.regret, _is_level(advice.own, advice))


def _value(action: Action) -> ActionValue:
    """Return an action as JSON; a document of advice on a gift does not say whose gift it is."""
    value = action_object(action)
    assert not isinstance(value, bool)  # no advice is about yes or no
    return value


def _is_level(evaluation: DealEvaluation, advice: AnyAdvice) -> bool:
    return evaluation in (advice.recommended, *advice.level)


def _reason_object(reason: Reason) -> ReasonObject:
    figures = zip(("chance", "tricks", "otherwise"), reason_figures(reason), strict=True)
    known = {name: figure for name, figure in figures if figure is not None}
    return ReasonObject(kind=reason_kind(reason), words=reason_words(reason), **known)


def _figures(evaluation: DealEvaluation, advice: AnyAdvice) -> dict[str, Any]:
    details = evaluation.details
    chances = (chance_of_tricks(advice, details, n, n) for n in range(TRICKS + 1))
    return {
        "tricks": details.tricks,
        "make": details.make,
        "regret": evaluation.regret,
        "level": _is_level(evaluation, advice),
        "proved": details.proved,
        "distribution": list(details.distribution),
        "distribution_se": [float(f"{chance.standard_error:.2g}") for chance in chances],
        "match": UNSET if details.match is None else details.match,
    }


def _deal_figures(evaluation: DealEvaluation, advice: AnyAdvice) -> dict[str, Any]:
    details, ends = evaluation.details, tricks_that_end(advice)
    return _figures(evaluation, advice) | {
        "score": replace(details.tricks, mean=details.tricks.mean - contract_of(advice)),
        "ends": chance_of_tricks(advice, details, ends) if ends else UNSET,
    }
