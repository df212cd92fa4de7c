"""JSON that commands print or read of positions solved, deals, rule sets and checked records.

Other documents stand with what prints them.  Each has a schema name with a version of its own, such as
"ninefivetwo.solve/1", in its field `schema`; the version is raised when a field is renamed or changes its meaning.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from ninefivetwo.cards import Card, Seat, Trump
from ninefivetwo.codec import BySeat, Document, Part
from ninefivetwo.layout import Layout


class SolveObject(Document, frozen=True, tag="ninefivetwo.solve/1"):
    """What each seat can guarantee in a position, all cards seen (`solve`).

    layout: the hands, without the cards on the table
    lead: who leads to the first trick, or led to the one in progress
    tricks: how many are left to play
    guarantee: for each denomination, the tricks that each seat can take whatever the other two do
    slack: the tricks that the three guarantees leave over
    range: the least and the most that each seat can end with, if the others take what they are sure of
    table: the trick in progress, in the order played; absent at the start of a trick
    mover: with `--moves`: whose turn it is
    moves: with `--moves`: for each card that may be played, the guarantees after it, of the whole position
    best: with `--moves`: the cards that cost the mover nothing
    line: with `--line`: best play for one seat
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
    """A line of best play for one seat and against him.

    seat: for whom it is best
    cards: for each denomination the cards in the order played, each with its player
    """

    seat: Seat
    cards: dict[Trump, list[tuple[Seat, Card]]]


class SolveTargetObject(Document, frozen=True, tag="ninefivetwo.solve-target/1"):
    """Whether a seat can take so many tricks of a position, all cards seen (`solve --target`).

    layout: the hands, without the cards on the table
    lead: who leads to the first trick, or led to the one in progress
    tricks: how many are left to play
    target: the question and its answer
    table: the trick in progress, in the order played; absent at the start of a trick
    """

    layout: Layout
    lead: Seat
    tricks: int
    target: TargetObject
    table: list[Card] | UnsetType = UNSET


class TargetObject(Part, frozen=True):
    """A number of tricks to take.

    seat: who is to take them
    tricks: how many
    can_force: for each denomination, whether he can, whatever the other two do
    """

    seat: Seat
    tricks: int
    can_force: dict[Trump, bool]


class DealObject(Document, frozen=True, tag="ninefivetwo.deal/1"):
    """Random deals (`deal`).

    seed: the same seed gives the same deals
    layouts: the deals, each with the kitty
    rules: the rule set that they were dealt for, if one was named
    condition: the condition that all of them meet, if there was one
    """

    seed: int
    layouts: list[Layout]
    rules: str | UnsetType = UNSET
    condition: str | UnsetType = UNSET


class ConfigObject(Document, frozen=True, tag="ninefivetwo.config/1"):
    """The user's defaults for options (`config`).

    settings: each by its name
    """

    settings: dict[str, SettingObject]


class SettingObject(Part, frozen=True):
    """A default for an option.

    value: what it is
    origin: where that is from: a variable of the environment, `file` or `built in`
    """

    value: str | int | float
    origin: str


class RulesObject(Document, frozen=True, tag="ninefivetwo.rules/1"):
    """A rule set (`rules NAME`).

    name: of the set
    short: its short name
    rules: its name and the fields changed, as every command reads them
    source: where it is from
    fields: every field and its value, as text
    readings: what was chosen for a field on which the source is silent or unclear
    """

    name: str
    short: str
    rules: str
    source: str
    fields: dict[str, str]
    readings: dict[str, str]


class RuleSetsObject(Document, frozen=True, tag="ninefivetwo.rule-sets/1"):
    """All rule sets (`rules`).

    rule_sets: one after another
    """

    rule_sets: list[RulesObject]


class RecordCheckObject(Document, frozen=True, tag="ninefivetwo.record-check/1"):
    """The deals of a record that is legal (`record check`).

    deals: in the order of the file
    """

    deals: list[CheckedDealObject]


class CheckedDealObject(Part, frozen=True):
    """How far a deal of a record has come.

    line: of the file, at which it begins
    rules: the rule set
    viewer: the seat whose cards a one-sided record shows; else null
    over: whether it is played out
    due: what comes next; null when it is over
    trump: the denomination called; null before that
    tricks: won by each seat so far
    scores: of the deal; null before its end
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
    """Deals of matches against the computer, checked (`record fair`).

    deals: in the order of the file
    """

    deals: list[FairDealObject]


class FairDealObject(Part, frozen=True):
    """What was checked of a deal.

    number: of the deal in its match
    result: `verified`, `failed`, `not-verified`, or `other-version`: only decisions of another version are not checked
    fingerprint: shown before the first card; null without one
    salt: shown after the last card; null before, and if the record has none
    computers: of each computer player the level, the version, and how many possible deals it plays out
    decisions: of each computer player of this version, how many were made again from its own view
    others: those that came out otherwise
    claim: the claim by which the deal ended; null without one
    refused: after how many cards claims were refused
    missing: why it is not verified: no `fingerprint`, `salt`, `cards`, `computers`, or a `clock` that may have decided
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
    """A claim of all tricks left.

    seat: who claimed
    cards: how many were then played out
    tricks: how many were claimed
    won: how many of them the seat won
    """

    seat: Seat
    cards: int
    tricks: int
    won: int


class OtherChoiceObject(Part, frozen=True):
    """A decision of a computer player that came out otherwise.

    seat: whose it was
    event: which of the deal's events, from 0
    chosen: in words
    again: what was found again, in words
    clock: whether a clock may have decided
    """

    seat: Seat
    event: int
    chosen: str
    again: str
    clock: bool


class DueObject(Part, frozen=True):
    """A choice or an event that is due.

    seat: whose it is
    kind: such as `call`, `discard` or `play`
    """

    seat: Seat
    kind: str
