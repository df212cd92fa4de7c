"""Advice in JSON, and the exact answers beside it (docs/formats.md).

An object has its own class if its printed form differs from the value: an evaluation lies flat beside its details and
what follows from them (`level`, `score`, `ends`), and a reason comes with its sentence.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from msgspec import UNSET, UnsetType, field

from ninefivetwo.cards import Card, Hand, Seat, Trump
from ninefivetwo.codec import ActionValue, Decimals, Document, Part
from ninefivetwo.evaluation import Bound, Estimate
from ninefivetwo.exact import Discards
from ninefivetwo.game import Call, Discard, Give, known_cards
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
    """What a choice is worth.

    tricks: that it wins, of the whole deal
    make: the chance of making the contract
    regret: how much less it is worth than the recommended choice, in what is wanted: tricks, points or a chance
    level: whether it is as good as the recommended choice, as far as can be told or matters
    proved: the tricks that it wins at least and at most, whatever the hidden cards are and the others do
    distribution: the chances of 0 to 16 tricks
    distribution_se: their standard errors
    match: the chance of winning the match; absent without its score
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
    """What a choice before the play is worth.

    score: points
    ends: the chance of as many tricks as end the match; absent where none do
    """

    score: Estimate
    ends: Estimate | UnsetType = UNSET


class CallObject(DealEvaluationObject, frozen=True, kw_only=True):
    """A call, and what it is worth.

    discards: cards of the hand that will probably be discarded after it, with the share of worlds
    """

    discards: dict[Card, Estimate]


class DiscardObject(DealEvaluationObject, frozen=True, kw_only=True):
    """A discard, and what it is worth.

    discard: the cards
    """

    discard: list[Card]


class GiftObject(DealEvaluationObject, frozen=True, kw_only=True):
    """A gift, and what it is worth.

    gives: the cards by receiver
    back: cards that each receiver returns, with the share of worlds
    """

    gives: dict[Seat, list[Card]]
    back: dict[Seat, dict[Card, Estimate]]


class CardObject(EvaluationObject, frozen=True, kw_only=True):
    """Cards to play that are equal in every world, and what they are worth.

    cards: highest first
    conceded: how many tricks more than with the recommended card each of the others wins
    """

    cards: list[Card]
    conceded: dict[Seat, Estimate]


class ReasonObject(Part, frozen=True, kw_only=True):
    """Why a choice is recommended.

    kind: for the match, voids, long suit, followed, returned, takes trick, ducks, top card, likely void, rival, risk
    words: the reason as a sentence
    chance: of what it says, over the worlds; absent where it says nothing of a chance
    tricks: that the recommended choice wins in such worlds, or a rival loses or wins more; absent where it names none
    otherwise: the same in the other worlds; absent where it says nothing of them
    """

    kind: str
    words: str
    chance: Estimate | UnsetType = UNSET
    tricks: Estimate | UnsetType = UNSET
    otherwise: Estimate | UnsetType = UNSET


class AdviceDocument(Document, frozen=True, kw_only=True):
    """Advice.

    hand: that was asked about
    verdict: what to do and how sure that is, as a sentence
    reasons: why, what tells most first
    clear: whether the recommended choice leads all others by several standard errors
    heuristic: what the plain rules would do
    exact: whether all worlds that there can be were looked at
    opponents: how well each of the others plays when deals are played out
    worlds: how many were looked at
    effective: how many evenly drawn worlds the worlds are worth
    seed: of the worlds
    stopped: whether it was broken off
    assumed: cards of the hand that were typed as x, the lowest that were not named; absent if there is none
    compared: the choice that the user asked about (`--compare`), and what it costs; absent if there is none
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
    """A choice that the user asked about.

    choice: a card, a denomination, the cards to discard, or those to give by receiver
    regret: how much less it is worth than the recommended choice, in what is wanted: tricks, points or a chance
    level: whether it is as good as the recommended choice, as far as can be told or matters
    """

    choice: ActionValue
    regret: Estimate
    level: bool


class AdviseTrumpObject(AdviceDocument, frozen=True, kw_only=True, tag="ninefivetwo.advise-trump/4"):
    """What to call (`advise trump`).

    recommended: the denomination to call
    denominations: each that may be called
    like: hands like it; absent unless asked for
    """

    recommended: Trump
    denominations: dict[Trump, CallObject]
    like: HandsLike | UnsetType = UNSET


class AdviseDiscardObject(AdviceDocument, frozen=True, kw_only=True, tag="ninefivetwo.advise-discard/4"):
    """What to discard (`advise discard`).

    trump: null where the discard comes before the call
    recommended: the cards to discard
    candidates: the discards that were compared, best first
    """

    trump: Trump | None
    recommended: list[Card]
    candidates: list[DiscardObject]


class AdviseExchangeObject(AdviceDocument, frozen=True, kw_only=True, tag="ninefivetwo.advise-exchange/4"):
    """What to give (`advise exchange`).

    gives: the cards to give, by receiver
    candidates: the gifts that were compared, best first
    """

    gives: dict[Seat, list[Card]]
    candidates: list[GiftObject]


class AdvisePlayObject(AdviceDocument, frozen=True, kw_only=True, tag="ninefivetwo.advise-play/4"):
    """What to play (`advise play`).

    seat: whose turn it is
    trump: the denomination called
    table: the trick in progress, in the order played
    recommended: the card to play
    cards: every card that may be played, best first
    recognised: how the others play, by their cards in the deals before; absent unless that shows
    """

    seat: Seat
    trump: Trump
    table: list[Card]
    recommended: Card
    cards: list[CardObject]
    recognised: RecognisedObject | UnsetType = UNSET


class RecognisedObject(Part, frozen=True):
    """The levels of players, by the cards that they played.

    levels: by name: beginner, rule, club or expert
    chance: that all of them are right
    deals: from how many
    """

    levels: dict[str, Level]
    chance: Chance
    deals: int


class BestDiscardObject(Document, frozen=True, tag="ninefivetwo.best-discard/1"):
    """The discard after which the dealer's guarantee is greatest, all cards seen (`advise discard --layout`).

    layout: the dealer's hand with the kitty in it, and the others'
    trump: the denomination
    recommended: a best discard
    candidates: one discard of each class of touching cards, best first
    """

    layout: Layout
    trump: Trump
    recommended: list[Card]
    candidates: list[DiscardValueObject]


class DiscardValueObject(Part, frozen=True):
    """A discard, and what it guarantees.

    discard: the cards
    tricks: that the dealer is sure of after it
    make: whether his contract is sure; null where the bound leaves that open
    """

    discard: list[Card]
    tricks: int | Bound
    make: bool | None


class ForcedReturnsObject(Document, frozen=True, tag="ninefivetwo.forced-returns/1"):
    """What goes back for cards received (`advise exchange --received`).

    returns: in the order of the exchange
    hand: that is left
    assumed: cards of the hand that were typed as x, the lowest that were not named; absent if there is none
    """

    returns: list[ForcedReturnObject]
    hand: Hand
    assumed: list[Card] | UnsetType = UNSET


class ForcedReturnObject(Part, frozen=True):
    """A card received, and the highest of its suit, which goes back for it.

    to: whom it goes to; null if only one has given and he was not named
    received: the card received
    return: the card that goes back
    """

    to: Seat | None
    received: Card
    returned: Card = field(name="return")


def advice_object(advice: AnyAdvice, like: HandsLike | None = None, people: Recognised | None = None) -> AdviceDocument:
    """Advice, in JSON; on a call with what hands like it made, on a card with how people play, if that is given."""
    if is_on_card(advice):
        return _play_object(advice, people)
    match advice.recommended.action:
        case Call():
            return _trump_object(advice, like)
        case Discard():
            return _discard_object(advice)
    return _exchange_object(advice)


def _trump_object(advice: Advice[DealEvaluation], like: HandsLike | None) -> AdviseTrumpObject:
    """Advice on a call, in JSON; with what hands like it made, if that is given."""
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
    """Advice on a discard, in JSON."""
    candidates = []
    for evaluation in advice.evaluations:
        assert isinstance(evaluation.action, Discard)
        cards = list(known_cards(evaluation.action.cards))
        candidates.append(DiscardObject(**_deal_figures(evaluation, advice), discard=cards))
    return AdviseDiscardObject(
        **_common(advice), trump=advice.view.trump, recommended=candidates[0].discard, candidates=candidates
    )


def _exchange_object(advice: Advice[DealEvaluation]) -> AdviseExchangeObject:
    """Advice on a gift, in JSON."""
    candidates = []
    for evaluation in advice.evaluations:
        assert isinstance(evaluation.action, Give) and isinstance(evaluation.details, GiftDetails)
        gives = {seat: list(known_cards(evaluation.action.cards[seat])) for seat in Seat}
        back = {seat: dict(cards) for seat, cards in evaluation.details.returns.items()}
        given = {seat: cards for seat, cards in gives.items() if cards}
        candidates.append(GiftObject(**_deal_figures(evaluation, advice), gives=given, back=back))
    return AdviseExchangeObject(**_common(advice), gives=candidates[0].gives, candidates=candidates)


def _play_object(advice: Advice[CardEvaluation], people: Recognised | None) -> AdvisePlayObject:
    """Advice on a card, in JSON."""
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
    """The exact best discards, in JSON."""
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
    """The fields of all advice."""
    return {
        "hand": advice.view.due_turn.held,
        "verdict": verdict_words(advice),
        "reasons": [_reason_object(reason) for reason in advice.reasons],
        "clear": advice.clear,
        "heuristic": action_object(advice.heuristic),
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
    return ComparedObject(action_object(advice.compared), advice.own.regret, _is_level(advice.own, advice))


def _is_level(evaluation: DealEvaluation, advice: AnyAdvice) -> bool:
    return evaluation in (advice.recommended, *advice.level)


def _reason_object(reason: Reason) -> ReasonObject:
    figures = zip(("chance", "tricks", "otherwise"), reason_figures(reason), strict=True)
    known = {name: figure for name, figure in figures if figure is not None}
    return ReasonObject(kind=reason_kind(reason), words=reason_words(reason), **known)


def _figures(evaluation: DealEvaluation, advice: AnyAdvice) -> dict[str, Any]:
    """The fields of a choice that say what it is worth."""
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
    """The same of a choice before the play."""
    details, ends = evaluation.details, tricks_that_end(advice)
    return _figures(evaluation, advice) | {
        "score": replace(details.tricks, mean=details.tricks.mean - contract_of(advice)),
        "ends": chance_of_tricks(advice, details, ends) if ends else UNSET,
    }
