"""Reviews: what every decision of a played deal was worth."""

from __future__ import annotations

from math import hypot
from typing import Annotated

from msgspec import UNSET, Meta, UnsetType

from ninefivetwo.cards import Seat
from ninefivetwo.codec import (
    ActionValue,
    BySeat,
    CardText,
    Decimals,
    Document,
    HandText,
    Letter,
    Part,
    SeatWord,
)
from ninefivetwo.evaluation import Bound, Estimate
from ninefivetwo.layout import Trick

PhaseWord = Annotated[str, Meta(title="phase", pattern="^(?:exchange|call|discard|lead|follow|ruff-or-sluff)$")]
LevelWord = Annotated[str, Meta(title="level", pattern="^(?:beginner|rule|club|expert|master)$")]
MarkText = Annotated[str, Meta(title="mark", pattern=r"^(?:\?!|\?|\?\?|)$")]


class ReviewObject(Document, frozen=True, tag="ninefivetwo.review/2"):
    """What every decision of a deal was worth (`review`), which is what its page shows and the library keeps.

    A seat is *sure of* as many tricks of the whole deal as it can take whatever the other two do, those that it has won
    counted.  What needs all hands is null where not all are known.

    event: title of the record; empty if it has none
    number: which deal of the match it is
    rules: the rule set
    players: their names
    contracts: tricks that each seat is to take
    viewer: whose cards are known, of a one-sided record; else null
    deal: the hands as dealt, `?` for one not known
    trump: the denomination called; null before that
    result: tricks won; null before the end
    guarantee_at_start: what each seat was sure of before the first card
    playing: the hands before the first card, or as they stand where the record stops earlier
    tricks: the play
    decisions: every gift, call, discard and card, in order; of a one-sided record those of its viewer
    ledger: who was paid by whom; null if no decision is linked to the result
    turning_points: indexes of the three decisions that cost and conceded the most, costliest first
    unused: for each seat that fell short the last decision after which it was no longer sure of its contract
    seats: each seat's grade
    luck: the result split into luck and skill; null before the end
    fair_worlds: in how many worlds a decision was measured at most; 0 if the fair figures were left out
    seed: of the worlds
    analysis: version of the analysis, which is raised when reviews of the same deal come out otherwise
    words: what is to say of it in sentences; absent in the library
    """

    event: str
    number: int
    rules: str
    players: BySeat[str]
    contracts: BySeat[int]
    viewer: Seat | None
    deal: str
    trump: Letter | None
    result: BySeat[int] | None
    guarantee_at_start: BySeat[int] | None
    playing: BySeat[HandText | None]
    tricks: list[TrickObject]
    decisions: list[DecisionObject]
    ledger: LedgerObject | None
    turning_points: list[int]
    unused: dict[Seat, int]
    seats: BySeat[GradeObject]
    luck: LuckObject | None
    fair_worlds: int
    seed: int
    analysis: int
    words: ReviewWordsObject | UnsetType = UNSET

    @property
    def names(self) -> tuple[str, str, str]:
        """The players' names, from the dealer on."""
        return self.players


class TrickObject(Part, frozen=True):
    """A trick, perhaps in progress.

    lead: who led
    cards: in the order played
    winner: null in a trick in progress
    """

    lead: SeatWord
    cards: list[CardText]
    winner: SeatWord | None

    @classmethod
    def of(cls, trick: Trick) -> TrickObject:
        """The trick in JSON."""
        return cls(trick.lead.word, list(map(str, trick.cards)), None if trick.winner is None else trick.winner.word)


class DecisionObject(Part, frozen=True):
    """One decision.

    index: its place among the decisions, from 0
    phase: what kind of decision it is
    trick: number of the trick, from 1; null before the play
    seat: whose it is
    chosen: what was chosen
    forced: whether there was nothing to choose
    hands: before the play the hands at that moment, null for one not known; null in the play
    before: what each seat was sure of before it
    after: what each seat was sure of after it
    best: the choices that cost their player nothing
    own_cost: tricks by which it lowered what its player was sure of
    conceded: tricks by which it raised what each of the others was sure of
    options: what could be chosen, best first: all whose value is exact, and some more
    options_left: how many others there were; none is better than these
    all_options: whether all choices were looked at
    line: best play from here for its player and against him, for a card that cost tricks; else null
    fair_cost: tricks lost by what its player could know; null if forced or left out
    fair: what that rests on
    findable: whether its player could have found something better
    only_with_open_cards: whether it cost tricks of which its player could not know
    mark: `?!`, `?` or `??` for a findable loss of 0.25, 0.5 or 1 trick; else empty
    why: what makes it a mistake; absent unless it is findable
    finders: of a findable loss the share, 0 to 1, of each level's players who choose as well as the best; else absent
    """

    index: int
    phase: PhaseWord
    trick: int | None
    seat: Seat
    chosen: ActionValue
    forced: bool
    hands: BySeat[HandText | None] | None
    before: BySeat[int] | None
    after: BySeat[int] | None
    best: list[ActionValue] | None
    own_cost: int | None
    conceded: dict[Seat, int] | None
    options: list[OptionObject] | None
    options_left: int | None
    all_options: bool | None
    line: list[CardText] | None
    fair_cost: Estimate | None
    fair: FairObject | None
    findable: bool
    only_with_open_cards: bool
    mark: MarkText
    why: WhyObject | UnsetType = UNSET
    finders: dict[str, float] | UnsetType = UNSET


class WhyObject(Part, frozen=True):
    """Why a decision was a mistake that could have been found: facts, each tested in worlds of its own.

    better: what could be known to be best
    saves: tricks that it saves, by what could be known
    themes: the more telling first; none where none stands the test
    reply: what punishes the mistake on the real deal, exactly; null where nothing in particular does
    worlds: how many worlds the themes were looked for in
    seed: of these worlds
    known: by what one could have known, at most two facts; absent in reviews made before there were any
    """

    better: ActionValue
    saves: Estimate
    themes: list[ProvenThemeObject]
    reply: ReplyObject | None
    worlds: int
    seed: int
    known: list[KnownFactObject] | UnsetType = UNSET


class KnownFactObject(Part, frozen=True):
    """What a player knew at a mistake.

    fact: what kind of fact
    seat: the other player whom it is about; null where it is about none
    suit: the suit that it is about; null where it is about cards
    cards: the card that it is about first, then those that are higher than it
    number: of a trick, of cards left, or of tricks needed; null where there is none
    sure: whether it is as it says; else some of the cards may be discarded
    seats: who can hold the cards left
    loss: tricks lost in the deals possible to one who noticed it; null of what cannot be missed
    missed: tricks lost in those possible to one who did not; null of what cannot be missed
    """

    fact: str
    seat: Seat | None = None
    suit: Letter | None = None
    cards: list[CardText] = []
    number: int | None = None
    sure: bool = True
    seats: list[Seat] = []
    loss: Estimate | None = None
    missed: Estimate | None = None


class ProvenThemeObject(Part, frozen=True):
    """What a mistake comes down to: a count that is worse after it, and without whose change nothing is lost.

    theme: what is counted
    seat: the other player whom it is about; null where it is about none, or both
    cards: the player's cards that count
    after: the mean count after what was chosen
    instead: the mean count after what was better
    loss: tricks lost by playouts, over all worlds
    same: tricks lost in the worlds in which the count is the same after both; null where there are none
    changed: share of the worlds in which the count is not the same
    suit: of the others' tricks that count; null where it counts the player's
    fate: what mostly becomes of the cards where they win fewer: falls, ruffed, overruffed, thrown; null if not told
    fated: in how many of these worlds; null if not told
    """

    theme: str
    seat: Seat | None
    cards: list[CardText]
    after: Estimate
    instead: Estimate
    loss: Estimate
    same: Estimate | None
    changed: Estimate
    suit: Letter | None = None
    fate: str | None = None
    fated: Estimate | None = None


class ReplyObject(Part, frozen=True):
    """What punishes a mistake on the real deal, exactly.

    seat: whose reply it is
    line: the cards after the mistake, the last of which is the reply
    before: tricks that the player was sure of before the mistake
    after: tricks that he is sure of after the reply
    instead: other cards of that seat, after each of which he would be sure of as many as before
    """

    seat: Seat
    line: list[CardText]
    before: int
    after: int
    instead: list[CardText]


class OptionObject(Part, frozen=True):
    """A choice that there was.

    action: the choice
    value: tricks that its player is sure of after it
    guarantee: what each seat is sure of after it; absent where that was not asked
    discard: of a call with an exact value: a best discard after it; absent otherwise
    """

    action: ActionValue
    value: int | Bound
    guarantee: BySeat[int] | UnsetType = UNSET
    discard: list[CardText] | UnsetType = UNSET


class FairObject(Part, frozen=True):
    """A decision by what its player could know.

    best: what could be known to be best
    best_tricks: what that is worth
    chosen_tricks: what was chosen is worth
    exact: whether all deals that could be were looked at
    """

    best: ActionValue
    best_tricks: Estimate
    chosen_tricks: Estimate
    exact: bool


class LedgerObject(Part, frozen=True):
    """Who was paid by whom, from a decision on after which every trick is accounted for.

    from_decision: index of that decision
    sure: what each seat was sure of before it
    gave: for each seat the tricks that it conceded to each of the others; its own losses, below 0, for itself
    after: what each seat was sure of after the last decision: what it won, if the deal is over
    """

    from_decision: int
    sure: BySeat[int]
    gave: BySeat[BySeat[int]]
    after: BySeat[int]


class PhaseGradeObject(Part, frozen=True):
    """What some decisions that were not forced have lost.

    unforced: how many they are
    own_cost: tricks lost in hindsight
    conceded: tricks given to the others in hindsight
    fair_loss: tricks lost by what could be known; null if left out
    thousandths_each: the fair loss of a decision in thousandths of a trick; null without decisions
    marks: how many got each mark
    accuracy: the grade, 0 to 100; absent where fair losses were left out or there was nothing to decide
    """

    unforced: int
    own_cost: int | None
    conceded: int | None
    fair_loss: Estimate | None
    thousandths_each: float | None
    marks: dict[MarkText, int]
    accuracy: Annotated[Estimate, Decimals(1)] | UnsetType = UNSET


class GradeObject(PhaseGradeObject, frozen=True, kw_only=True):
    """A player's decisions that were not forced, in all and by phase.

    phases: the same of each phase in which there was something to decide
    plays_like: the level of computer players that it is most like; absent while that is not clear
    """

    phases: dict[PhaseWord, PhaseGradeObject]
    plays_like: LevelWord | UnsetType = UNSET


class LuckObject(Part, frozen=True):
    """The result split into luck and skill: each seat's terms, in tricks, sum to its result.

    The terms are `par`, `hands`, `kitty`, `exchange`, and the decisions by who made them and their phase: `left lead`.

    dealer: the dealer's terms
    left: left's terms
    right: right's terms
    errors: the standard error of each term but `par`, for the seat for which it is largest
    """

    dealer: dict[str, float]
    left: dict[str, float]
    right: dict[str, float]
    errors: dict[str, float]

    @property
    def error(self) -> float:
        """The standard deviation of what luck brought in all."""
        return hypot(*(self.errors[name] for name in ("hands", "kitty", "exchange")))


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
    places: list[PlaceObject]
    left_out: list[LeftOutObject]
    players: dict[str, PlayerSumsObject]
    dearest: list[DearObject]
    ledger: MatchLedgerObject | None
    words: ReviewsWordsObject


class PlaceObject(Part, frozen=True):
    """Where a deal stands.

    record: name of the record
    deal: which deal of that record it is, from 1: what `--deal` takes
    """

    record: str
    deal: int


class LeftOutObject(PlaceObject, frozen=True):
    """A deal that is not reviewed.

    why: what is wrong with it, with its line; or that the work was stopped
    """

    why: str


class PlayerSumsObject(GradeObject, frozen=True, kw_only=True):
    """A player's grade over several deals, and his tricks; the phases by what they lost, most first.

    deals: deals that he played in
    finished: how many of them are over
    won: tricks that he won in those
    luck: how they came about; null where no deal's result is split
    """

    deals: int
    finished: int
    won: int
    luck: LuckSumsObject | None


class LuckSumsObject(Part, frozen=True):
    """How a player's results came about, in tricks: the terms sum to the result.

    deals: deals whose result is split
    par: what such seats win on average
    hands: luck with the hands as dealt
    kitty: luck with the kitty
    exchange: luck with the exchange
    own: what his decisions brought him
    others: what the decisions of the others brought him
    result: tricks won
    error: standard deviation of what luck brought in all
    """

    deals: int
    par: float
    hands: float
    kitty: float
    exchange: float
    own: float
    others: float
    result: int
    error: float

    @property
    def luck(self) -> float:
        """The tricks that luck brought."""
        return self.hands + self.kitty + self.exchange


class DearObject(Part, frozen=True):
    """A decision that was dear, and where to find it.

    deal: its deal's place in `deals`, from 0
    decision: its place among the decisions of that deal, from 0
    player: whose it was
    """

    deal: int
    decision: int
    player: str


class MatchLedgerObject(Part, frozen=True):
    """Who was paid by whom over several deals; keys are names.

    deals: deals that tell it
    sure: what each player was sure of before the first of the decisions that count
    gave: for each player the tricks that he conceded to each of the others; his own losses, below 0, for himself
    after: what each was sure of at last: what he won, where the deals are over
    """

    deals: int
    sure: dict[str, int]
    gave: dict[str, dict[str, int]]
    after: dict[str, int]


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
