"""The JSON documents of solved positions, deals, settings, rule sets and checked records.

Other JSON documents are defined beside the commands that print them. The field `schema` has a document's name and
version, such as "ninefivetwo.solve/1". The version is raised when a field of the document is renamed or redefined.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from ninefivetwo.cards import Card, Seat, Trump
from ninefivetwo.codec import BySeat, Document, Part
from ninefivetwo.layout import Layout


class SolveObject(Document, frozen=True, tag="ninefivetwo.solve/1"):
    """The guarantee of each seat in a position with all hands open (`solve`).

    layout: the hands, without the cards on the table
    lead: the seat that led to the trick in progress or, between tricks, leads to the next trick
    tricks: number of tricks left to play
    guarantee: for each denomination, the tricks that each seat can take against any play by the other two
    slack: for each denomination, the number of tricks left to play minus the sum of the three guarantees
    range: the minimum and maximum tricks of each seat if the other two seats win at least their guarantees
    table: the cards of the trick in progress, in the order played; absent at the start of a trick
    mover: the seat to play (with `--moves`)
    moves: for each legal card, the guarantees of all seats if the card is played (with `--moves`)
    best: the cards that cost the seat to play nothing (with `--moves`)
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
    """A line of best play by one seat against the other two.

    seat: the seat that maximises its own tricks
    cards: for each denomination, the cards in the order played, each with its seat
    """

    seat: Seat
    cards: dict[Trump, list[tuple[Seat, Card]]]


class SolveTargetObject(Document, frozen=True, tag="ninefivetwo.solve-target/1"):
    """A seat's target in a position with all hands open, and whether the seat can reach it (`solve --target`).

    layout: the hands, without the cards on the table
    lead: the seat that led to the trick in progress or, between tricks, leads to the next trick
    tricks: number of tricks left to play
    target: the target, and whether the seat can reach it
    table: the cards of the trick in progress, in the order played; absent at the start of a trick
    """

    layout: Layout
    lead: Seat
    tricks: int
    target: TargetObject
    table: list[Card] | UnsetType = UNSET


class TargetObject(Part, frozen=True):
    """A target for a seat, and whether the seat can reach the target.

    seat: the seat
    tricks: the target, in tricks
    can_force: for each denomination, whether the seat can take the tricks against any play by the other two
    """

    seat: Seat
    tricks: int
    can_force: dict[Trump, bool]


class DealObject(Document, frozen=True, tag="ninefivetwo.deal/1"):
    """Random deals (`deal`).

    seed: random seed, which determines the deals
    layouts: the hands and the kitty of each deal
    rules: the rule set; absent without `--rules`
    condition: the condition that all deals meet; absent without `--condition`
    """

    seed: int
    layouts: list[Layout]
    rules: str | UnsetType = UNSET
    condition: str | UnsetType = UNSET


class ConfigObject(Document, frozen=True, tag="ninefivetwo.config/1"):
    """The user's defaults for options (`config`).

    settings: the default of each setting
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
    rules: name and changed fields of the set, in the notation that commands accept
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

    rule_sets: the named rule sets, then the user's own rule sets
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
    viewer: the seat whose view was recorded; null if the record shows all hands
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
    result: `verified`, `failed`, `not-verified`, or `other-version` if all unchecked decisions are from another version
    fingerprint: the fingerprint shown before the first card; null if the record has no fingerprint
    salt: the salt shown after the last card; null if the deal is not over or the record lacks the salt
    computers: for each computer player, the level, the version, and the number of possible deals played out
    decisions: for each computer player of this version, the number of decisions recomputed from its own view
    others: the decisions that gave a different choice when repeated
    claim: the claim that ended the deal; null if the deal ended without a claim
    refused: the number of cards played before each refused claim
    missing: missing evidence (`fingerprint`, `salt`, `cards`, `computers`)
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
    """A computer player's decision that gave a different choice when repeated.

    seat: the seat of the computer player
    event: number of the event in the deal, counted from 0
    chosen: the original choice, in words
    again: the choice when the decision was repeated, in words
    """

    seat: Seat
    event: int
    chosen: str
    again: str


class DueObject(Part, frozen=True):
    """The choice or event that is due.

    seat: the seat to act
    kind: the kind of choice or event, such as `call`, `discard` or `play`
    """

    seat: Seat
    kind: str
