"""The player's own library."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, UnsetType

from ninefivetwo.cards import Seat
from ninefivetwo.codec import ActionValue, BySeat, Decimals, Document, Part
from ninefivetwo.evaluation import Estimate
from ninefivetwo.keep.library import AddedRecord
from ninefivetwo.study import Phase
from ninefivetwo.study.fair import MarkText


class LibraryAddObject(Document, frozen=True, tag="ninefivetwo.library-add/1"):
    """What became of the deals of some records (`library add`).

    records: a record for each deal, in the order of the files
    """

    records: list[AddedRecord]


class LibraryRecordsObject(Document, frozen=True, tag="ninefivetwo.library-records/1"):
    """Records of a library, newest first (`library list`).

    records: no more than asked for
    more: how many others there are
    """

    records: list[LibraryRecordObject]
    more: int


class LibraryRecordObject(Part, frozen=True):
    """A record of a library.

    id: by which commands name it
    event: its title; empty if it has none
    rules: the rule set
    players: their names
    deal: number of the deal in its match, from 1
    over: whether the deal was played out
    tricks: won by each seat; null if the deal was not played out
    added: when it was added, as an ISO 8601 time in UTC
    source: the file that it came from, or `play`
    reviewed: whether there is a review of this version
    accuracy: each player's grade by the review that counts, 0 to 100; null where there is none
    """

    id: str
    event: str
    rules: str
    players: BySeat[str]
    deal: int
    over: bool
    tricks: BySeat[int] | None
    added: str
    source: str
    reviewed: bool
    accuracy: BySeat[Annotated[Estimate, Decimals(1)] | None]


class LibraryDecisionsObject(Document, frozen=True, tag="ninefivetwo.library-decisions/1"):
    """Decisions of reviewed records, costliest first (`library list --decisions`).

    decisions: no more than asked for
    more: how many others there are
    """

    decisions: list[LibraryDecisionObject]
    more: int


class LibraryDecisionObject(Part, frozen=True):
    """A decision of a reviewed record; what an outdated review does not tell is null.

    record: id of the record
    index: its place among the decisions of the review
    name: whose it is
    seat: where he sat
    phase: what kind of decision it is
    trick: number of the trick, from 1; null before the play
    chosen: what was chosen
    fair_loss: tricks lost by what its player could know; null if left out; `n` is 0 in an outdated review
    own_cost: tricks lost in hindsight; null if not all hands are known
    conceded: tricks given to the others in hindsight; null if not all hands are known
    findable: whether its player could have found something better
    mark: `?!`, `?`, `??` or empty
    """

    record: str
    index: int
    name: str
    seat: Seat
    phase: Phase
    trick: int | None
    chosen: ActionValue | None
    fair_loss: Estimate | None
    own_cost: int | None
    conceded: int | None
    findable: bool
    mark: MarkText


class LibraryProgressObject(Document, frozen=True, tag="ninefivetwo.library-progress/1"):
    """How a player does in the reviewed records (`library progress`).

    phases: tricks that a decision loses by what could be known, on average
    matches: in the order added
    """

    phases: dict[Phase, Estimate]
    matches: list[MatchProgressObject]


class MatchProgressObject(Part, frozen=True):
    """A match, or as many deals of it in a row as are reviewed.

    event: its title
    first_deal: number of the first of these deals in the match
    deals: in order
    """

    event: str
    first_deal: int
    deals: list[DealProgressObject]


class DealProgressObject(Part, frozen=True):
    """How the player did in one deal; null where the review does not tell.

    record: id of the record
    added: when it was added, as an ISO 8601 time in UTC
    seat: where he sat
    unforced: decisions that were not forced and have a fair figure
    thousandths_each: the fair loss of a decision in thousandths of a trick
    error: the standard error of that
    luck: tricks that hands, kitty and exchange brought him
    skill: tricks that his own decisions brought him
    accuracy: the grade, 0 to 100; absent where no fair losses are kept
    """

    record: str
    added: str
    seat: Seat
    unforced: int
    thousandths_each: Annotated[float, Decimals(1)] | None
    error: Annotated[float, Decimals(1)] | None
    luck: Annotated[float, Decimals(2)] | None
    skill: Annotated[float, Decimals(2)] | None
    accuracy: Annotated[Estimate, Decimals(1)] | UnsetType = UNSET


class LibraryImportObject(Document, frozen=True, tag="ninefivetwo.library-import/1"):
    """What was taken over from another library (`library import`).

    added: how many rows of each kind
    """

    added: dict[str, int]
