"""Advice, and the exact answers beside it."""

from __future__ import annotations

from msgspec import UNSET, UnsetType, field

from ninefivetwo.codec import (
    ActionValue,
    CardText,
    Document,
    HandText,
    LayoutText,
    Letter,
    Part,
    SeatWord,
)
from ninefivetwo.evaluation import Bound, Estimate


class EvaluationObject(Part, frozen=True, kw_only=True):
    """What a choice is worth.

    tricks: that it wins, of the whole deal
    make: the chance of making the contract
    regret: how much less it is worth than the recommended choice, in what is wanted: tricks, points or a chance
    level: whether it is as good as the recommended choice, as far as can be told or matters
    distribution: the chances of 0 to 16 tricks
    match: the chance of winning the match; absent without its score
    """

    tricks: Estimate
    make: Estimate
    regret: Estimate
    level: bool
    distribution: list[float]
    match: Estimate | UnsetType = UNSET


class DealEvaluationObject(EvaluationObject, frozen=True, kw_only=True):
    """What a choice before the play is worth.

    score: points
    ends: the chance of as many tricks as end the match; absent where none do
    """

    score: Estimate
    ends: float | UnsetType = UNSET


class CallObject(DealEvaluationObject, frozen=True, kw_only=True):
    """A call, and what it is worth.

    discards: cards of the hand that will probably be discarded after it, with the share of worlds
    """

    discards: dict[CardText, float]


class DiscardObject(DealEvaluationObject, frozen=True, kw_only=True):
    """A discard, and what it is worth.

    discard: the cards
    """

    discard: list[CardText]


class GiftObject(DealEvaluationObject, frozen=True, kw_only=True):
    """A gift, and what it is worth.

    gives: the cards by receiver
    back: cards that each receiver returns, with the share of worlds
    """

    gives: dict[SeatWord, list[CardText]]
    back: dict[SeatWord, dict[CardText, float]]


class CardObject(EvaluationObject, frozen=True, kw_only=True):
    """Cards to play that are equal in every world, and what they are worth.

    cards: highest first
    conceded: how many tricks more than with the recommended card each of the others wins
    """

    cards: list[CardText]
    conceded: dict[SeatWord, Estimate]


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
    chance: float | UnsetType = UNSET
    tricks: float | UnsetType = UNSET
    otherwise: float | UnsetType = UNSET


class AdviceDocument(Document, frozen=True, kw_only=True):
    """Advice.

    hand: that was asked about
    verdict: what to do and how sure that is, as a sentence
    reasons: why, what tells most first
    clear: whether the recommended choice leads all others by several standard errors
    heuristic: what the plain rules would do
    exact: whether all worlds that there can be were looked at
    worlds: how many were looked at
    effective: how many evenly drawn worlds the worlds are worth
    seed: of the worlds
    stopped: whether it was broken off
    """

    hand: HandText
    verdict: str
    reasons: list[ReasonObject]
    clear: bool
    heuristic: ActionValue
    exact: bool
    worlds: int
    effective: float
    seed: int
    stopped: bool


class LikeCallObject(Part, frozen=True, kw_only=True):
    """A call with hands like one.

    place: longest suit, second suit, third suit, shortest suit or no-trump; in this hand and in those like it
    called: the share of these hands with which it was called
    tricks: that it made in all of them, whatever was called
    make: the chance of making the contract
    distribution: the chances of 0 to 16 tricks
    """

    place: str
    called: Estimate
    tricks: Estimate
    make: Estimate
    distribution: list[float]


class HandsLikeObject(Part, frozen=True, kw_only=True):
    """What was called with hands like one, and what that made (`--like`).

    like: what they have in common, in words
    hands: how many there were
    deals: among so many
    rules: under which they were played
    measured: whether these agree with the rules asked about in all that matters here
    kitty: unseen, seen or discarded: which cards the dealer had when he called
    tricks: that were made by what was called
    make: the chance of making the contract
    distribution: the chances of 0 to 16 tricks
    calls: each that may be called
    """

    like: str
    hands: int
    deals: int
    rules: str
    measured: bool
    kitty: str
    tricks: Estimate
    make: Estimate
    distribution: list[float]
    calls: dict[Letter, LikeCallObject]


class AdviseTrumpObject(AdviceDocument, frozen=True, kw_only=True, tag="ninefivetwo.advise-trump/3"):
    """What to call (`advise trump`).

    recommended: the denomination to call
    denominations: each that may be called
    like: hands like it; absent unless asked for
    """

    recommended: Letter
    denominations: dict[Letter, CallObject]
    like: HandsLikeObject | UnsetType = UNSET


class AdviseDiscardObject(AdviceDocument, frozen=True, kw_only=True, tag="ninefivetwo.advise-discard/3"):
    """What to discard (`advise discard`).

    trump: null where the discard comes before the call
    recommended: the cards to discard
    candidates: the discards that were compared, best first
    """

    trump: Letter | None
    recommended: list[CardText]
    candidates: list[DiscardObject]


class AdviseExchangeObject(AdviceDocument, frozen=True, kw_only=True, tag="ninefivetwo.advise-exchange/3"):
    """What to give (`advise exchange`).

    gives: the cards to give, by receiver
    candidates: the gifts that were compared, best first
    """

    gives: dict[SeatWord, list[CardText]]
    candidates: list[GiftObject]


class AdvisePlayObject(AdviceDocument, frozen=True, kw_only=True, tag="ninefivetwo.advise-play/3"):
    """What to play (`advise play`).

    seat: whose turn it is
    trump: the denomination called
    table: the trick in progress, in the order played
    recommended: the card to play
    cards: every card that may be played, best first
    """

    seat: SeatWord
    trump: Letter
    table: list[CardText]
    recommended: CardText
    cards: list[CardObject]


class BestDiscardObject(Document, frozen=True, tag="ninefivetwo.best-discard/1"):
    """The discard after which the dealer's guarantee is greatest, all cards seen (`advise discard --layout`).

    layout: the dealer's hand with the kitty in it, and the others'
    trump: the denomination
    recommended: a best discard
    candidates: one discard of each class of touching cards, best first
    """

    layout: LayoutText
    trump: Letter
    recommended: list[CardText]
    candidates: list[DiscardValueObject]


class DiscardValueObject(Part, frozen=True):
    """A discard, and what it guarantees.

    discard: the cards
    tricks: that the dealer is sure of after it
    make: whether his contract is sure; null where the bound leaves that open
    """

    discard: list[CardText]
    tricks: int | Bound
    make: bool | None


class ForcedReturnsObject(Document, frozen=True, tag="ninefivetwo.forced-returns/1"):
    """What goes back for cards received (`advise exchange --received`).

    returns: in the order of the exchange
    hand: that is left
    """

    returns: list[ForcedReturnObject]
    hand: HandText


class ForcedReturnObject(Part, frozen=True):
    """A card received, and the highest of its suit, which goes back for it.

    to: whom it goes to; null if only one has given and he was not named
    received: the card received
    return: the card that goes back
    """

    to: SeatWord | None
    received: CardText
    returned: CardText = field(name="return")
