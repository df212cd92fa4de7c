"""The JSON documents of solved positions, deals, settings, rule sets and checked records.

Other documents are defined beside the commands that print them. The field `schema` of each document has its name and
version, such as "ninefivetwo.solve/1"; the version is raised when a field is renamed or redefined.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from ninefivetwo.cards import Card, Seat, Trump
from ninefivetwo.codec import BySeat, Document, Part
from ninefivetwo.layout import Layout


class SolveObject(Document, frozen=True, tag="ninefivetwo.solve/1"):
    """The guarantee of each seat in a position with all hands open (`solve`).

    layout: the hands, without the cards on the table
    lead: the seat that leads to the next trick, or that led to the trick in progress
    tricks: number of tricks left to play
    guarantee: for each denomination, the tricks that each seat can take against any play by the other two
    slack: the number of tricks left to play minus the sum of the three guarantees
    range: the minimum and maximum tricks that each seat can win if the opponents take their guarantees
    table: the trick in progress, in the order played; absent at the start of a trick
    mover: the seat to play (with `--moves`)
    moves: for each legal card, the guarantees in the whole position after it (with `--moves`)
    best: the cards that cost the mover nothing (with `--moves`)
    line: a line of best play for one seat (with `--line`)
    """

    layout: Layout
    lead: Seat
    tricks: int
    guarantee: dict[Trump, BySeat[int]]
    slack: dict[Trump, int]
    range: dict[Trump, BySeat[tuple[int, int]]]
    table: list[Card] | UnsetType = UNSET
    mover: Seat | UnsetType = UNSET
    moves: dict[Trump, dict[Card, BySeat[int]]] | UnsetType = UNSET
    best: dict[Trump, list[Card]] | UnsetType = UNSET
    line: LineObject | UnsetType = UNSET


class LineObject(Part, frozen=True):
    """A line of best play by one seat and by the other two against this seat.

    seat: the seat that plays for its own tricks
    cards: for each denomination, the cards in the order played, each with its seat
    """

    seat: Seat
    cards: dict[Trump, list[tuple[Seat, Card]]]


class SolveTargetObject(Document, frozen=True, tag="ninefivetwo.solve-target/1"):
    """Whether a seat can take a given number of tricks from a position with all hands open (`solve --target`).

    layout: the hands, without the cards on the table
    lead: the seat that leads to the next trick, or that led to the trick in progress
    tricks: number of tricks left to play
    target: the question and its answer
    table: the trick in progress, in the order played; absent at the start of a trick
    """

    layout: Layout
    lead: Seat
    tricks: int
    target: TargetObject
    table: list[Card] | UnsetType = UNSET


class TargetObject(Part, frozen=True):
    """The question whether a seat can take a number of tricks, and its answer.

    seat: the seat that must take the tricks
    tricks: number of tricks
    can_force: for each denomination, whether the seat can take the tricks against any play by the other two
    """

    seat: Seat
    tricks: int
    can_force: dict[Trump, bool]


class DealObject(Document, frozen=True, tag="ninefivetwo.deal/1"):
    """Random deals (`deal`).

    seed: random seed, which determines the deals
    layouts: the deals, each with the kitty
    rules: the rule set, if one was given
    condition: the condition that all deals meet, if one was given
    """

    seed: int
    layouts: list[Layout]
    rules: str | UnsetType = UNSET
    condition: str | UnsetType = UNSET


class ConfigObject(Document, frozen=True, tag="ninefivetwo.config/1"):
    """The user's defaults for options (`config`).

    settings: for each setting, its default
    """

    settings: dict[str, SettingObject]


class SettingObject(Part, frozen=True):
    """A default for an option.

    value: the value
    origin: the source of the default: an environment variable, `file` or `built in`
    """

    value: str | int | float
    origin: str


class RulesObject(Document, frozen=True, tag="ninefivetwo.rules/1"):
    """A rule set (`rules NAME`).

    name: name of the set
    short: short name of the set
    rules: the name and the changed fields, in the notation that commands accept
    source: the publication from which the rules were taken
    fields: the value of every field, as text
    readings: the value chosen for each field on which the source is silent or unclear
    """

    name: str
    short: str
    rules: str
    source: str
    fields: dict[str, str]
    readings: dict[str, str]


class RuleSetsObject(Document, frozen=True, tag="ninefivetwo.rule-sets/1"):
    """All rule sets (`rules`).

    rule_sets: all rule sets
    """

    rule_sets: list[RulesObject]


class RecordCheckObject(Document, frozen=True, tag="ninefivetwo.record-check/1"):
    """The deals of a legal record (`record check`).

    deals: the deals in the order of the file
    """

    deals: list[CheckedDealObject]


class CheckedDealObject(Part, frozen=True):
    """The state of a deal at the end of its record.

    line: line of the file at which the deal begins
    rules: the rule set
    viewer: the only seat with visible cards; null if the record shows all hands
    over: whether the deal is played out
    due: the next choice or event; null if the deal is over
    trump: the denomination called; null before the call
    tricks: tricks won by each seat so far
    scores: scores of the deal; null before its end
    """

    line: int
    rules: str
    viewer: Seat | None
    over: bool
    due: DueObject | None
    trump: Trump | None
    tricks: BySeat[int]
    scores: BySeat[int] | None


class FairCheckObject(Document, frozen=True, tag="ninefivetwo.record-fair/1"):
    """The check of deals played against the computer (`record fair`).

    deals: the deals in the order of the file
    """

    deals: list[FairDealObject]


class FairDealObject(Part, frozen=True):
    """The check of a deal played against the computer.

    number: number of the deal in its match
    result: `verified`, `failed`, `not-verified`, or `other-version` if only another version's decisions are unchecked
    fingerprint: the fingerprint shown before the first card; null if the record lacks it
    salt: the salt shown after the last card; null if the deal is not over or the record lacks the salt
    computers: for each computer player, the level, the version, and the number of possible deals played out
    decisions: for each computer player of this version, the number of decisions recomputed from its own view
    others: the decisions whose repetition gave a different choice
    claim: the claim that ended the deal; null if the deal ended without a claim
    refused: for each refused claim, the number of cards played before it
    missing: missing evidence: `fingerprint`, `salt`, `cards` or `computers`; `clock` if a time limit may have decided
    """

    number: int
    result: str
    fingerprint: str | None
    salt: str | None
    computers: dict[Seat, str]
    decisions: dict[Seat, int]
    others: list[OtherChoiceObject]
    claim: ClaimObject | None
    refused: list[int]
    missing: list[str]


class ClaimObject(Part, frozen=True):
    """A claim of all remaining tricks.

    seat: the seat that claimed
    cards: number of cards played after the claim
    tricks: number of tricks claimed
    won: number of the claimed tricks that the seat won
    """

    seat: Seat
    cards: int
    tricks: int
    won: int


class OtherChoiceObject(Part, frozen=True):
    """A decision of a computer player whose repetition gave a different choice.

    seat: the seat of the computer player
    event: number of the event in the deal, from 0
    chosen: the choice made, in words
    again: the choice made in the repetition, in words
    clock: whether a time limit may have influenced the decision
    """

    seat: Seat
    event: int
    chosen: str
    again: str
    clock: bool


class DueObject(Part, frozen=True):
    """The choice or event that is due.

    seat: the seat to act
    kind: the kind of choice or event, such as `call`, `discard` or `play`
    """

    seat: Seat
    kind: str
