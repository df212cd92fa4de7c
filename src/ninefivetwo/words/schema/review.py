"""Reviews as they are printed and shown: the values of `study`, with their sentences."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from ninefivetwo.codec import BySeat, Document, Part
from ninefivetwo.study import LeftOut, Review
from ninefivetwo.study.match import DealPlace, DearDecision, Ledger, PlayerSums


class ReviewObject(Review, frozen=True, tag="ninefivetwo.review/2"):
    """What every decision of a deal was worth (`review`), which is what its page shows and the library keeps.

    A seat is *sure of* as many tricks of the whole deal as it can take whatever the other two do, those that it has won
    counted.  What needs all hands is null where not all are known.

    words: what is to say of it in sentences; absent in the library
    """

    words: ReviewWordsObject | UnsetType = UNSET


class ReviewWordsObject(Part, frozen=True):
    """A review in sentences.

    players: what each is called, with his seat where the names alone would not tell them apart
    result: the result, or where the record stops
    happened: what was done before the play
    turning_points: one for each of the review's
    unused: one for each of the review's
    best: a sentence a player, who played best first
    dearest: a sentence for each of the dearest mistakes that could have been known, at most three, dearest first
    dearest_decisions: their indexes among the decisions
    open_cards: what only open cards show, in one sentence; empty if nothing
    luck: who had the luck, in one sentence; empty where the result is not split
    decisions: one for each of the review's
    """

    players: BySeat[str]
    result: str
    happened: list[str]
    turning_points: list[str]
    unused: list[str]
    best: list[str]
    dearest: list[str]
    dearest_decisions: list[int]
    open_cards: str
    luck: str
    decisions: list[DecisionWordsObject]


class DecisionWordsObject(Part, frozen=True):
    """A decision in sentences.

    happened: before the play: what had been done by then
    effect: what it cost and conceded; empty if nothing
    fair: what could be known of it; empty if that was left out
    why: why it was a mistake, in two or three sentences; absent unless that could be known
    finders: which players would have found something better; absent likewise
    """

    happened: list[str]
    effect: str
    fair: str
    why: list[str] | UnsetType = UNSET
    finders: str | UnsetType = UNSET


class ReviewsObject(Document, frozen=True, tag="ninefivetwo.reviews/2"):
    """The reviews of several deals, of one match or of any, and what they come to together (`review`).

    A player is known by his name, whichever seat he has in a deal.

    deals: the reviews, in the order of the records
    places: where each of these deals stands
    left_out: the deals that are not reviewed
    players: each player's sums, by name, who played best first
    dearest: the five dearest decisions by what could be known; without fair figures by what they cost and conceded
    ledger: who was paid by whom, over the deals that tell it; null if none does
    words: what is to say of them together, in sentences
    """

    deals: list[ReviewObject]
    places: list[DealPlace]
    left_out: list[LeftOut]
    players: dict[str, PlayerSums]
    dearest: list[DearDecision]
    ledger: Ledger | None
    words: ReviewsWordsObject


class ReviewsWordsObject(Part, frozen=True):
    """Several reviews in sentences.

    title: what was reviewed
    result: how the match came out; empty where the deals are not those of one match
    best: a sentence a player, who played best first
    dearest: a sentence for each of the dearest decisions, with where to find it
    ledger: who gained from whom, the most first
    luck: a sentence a player, who had the most luck first
    deals: a line for each deal: its result, who played best, who lost most
    left_out: a sentence for each deal left out
    """

    title: str
    result: str
    best: list[str]
    dearest: list[str]
    ledger: list[str]
    luck: list[str]
    deals: list[str]
    left_out: list[str]
