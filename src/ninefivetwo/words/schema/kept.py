"""What is kept to be read again: matches under way, and problems."""

from __future__ import annotations

from typing import Annotated

from msgspec import UNSET, Meta, UnsetType
from msgspec import field as struct_field

from ninefivetwo.codec import ActionValue, CardText, Decimals, Document, Part, SeatWord
from ninefivetwo.evaluation import Estimate

PlaceWord = Annotated[str, Meta(title="place", pattern="^(?:dealer|left|right|kitty|discarded|played)$")]

Thousandths = Annotated[Estimate, Decimals(3)]

#: A day, `2026-11-22`, or nothing.
DateText = Annotated[str, Meta(pattern="^(?:[0-9]{4}-[0-9]{2}-[0-9]{2})?$")]


class SessionObject(Document, frozen=True, omit_defaults=True, tag="ninefivetwo.session/1"):
    """A match of a person against two computers, as a library keeps it.

    rules: the rule set
    levels: of the computers, clockwise from the person
    name: the person's
    seed: of the cards and of what the computers choose
    training: whether moves may be taken back and hints asked for
    earlier: records of the deals finished
    deal: record of the deal under way, all hands seen
    claims: of each deal that ended by a claim its number, and how many cards were played out by it; absent without any
    by_draw: whether cards were drawn for the first deal, which follow from the seed; absent where the seat was chosen
    daily: the date whose deal of the day this is; absent for any other match
    played_on: whether it began at a moment of another match; absent if not
    """

    rules: str
    levels: tuple[str, str]
    name: str
    seed: int
    training: bool
    earlier: list[str]
    deal: str
    claims: list[tuple[int, int]] = struct_field(default_factory=list)
    by_draw: bool = False
    daily: DateText = ""
    played_on: bool = False


class ProblemObject(Document, frozen=True, tag="ninefivetwo.problem/2"):
    """A problem to solve at the table.

    id: a hash of what is asked
    kind: `call`, `discard`, `give`, `play`, or `know`, which asks how likely a card is at a place
    theme: what it is about
    difficulty: from 1 to 5
    source: `set` that came with the program, `mined`, or `mistake` of the player
    margin: tricks by which the best choice leads a wrong one; for `know` how far off a chance may be
    record: of the deal as the player sees it
    whole: record of the deal with all hands; null where these are not known
    choices: that were evaluated, best first; none for `know`
    question: of `know`; absent otherwise
    """

    id: Annotated[str, Meta(pattern="^[0-9a-f]{16}$")]
    kind: Annotated[str, Meta(pattern="^(?:call|discard|give|play|know)$")]
    theme: str
    difficulty: Annotated[int, Meta(ge=1, le=5)]
    source: Annotated[str, Meta(pattern="^(?:set|mined|mistake)$")]
    margin: float
    record: str
    whole: str | None
    choices: list[ProblemChoiceObject]
    question: PlaceQuestionObject | UnsetType = UNSET


class ProblemChoiceObject(Part, frozen=True):
    """A choice of a problem.

    action: the choice
    tricks: that it wins, of the whole deal
    regret: how many tricks less than the best choice
    make: the chance of making the contract
    details: what else was found
    """

    action: ActionValue
    tricks: Thousandths
    regret: Thousandths
    make: float
    details: ChoiceDetailsObject


class ChoiceDetailsObject(Part, frozen=True):
    """What else was found of a choice.

    cards: all cards that are equal to a card, itself among them
    conceded: tricks more than with the best card that each of the others wins
    discards: cards that will probably be discarded after a call, with the share of worlds
    returns: cards that each receiver of a gift returns, with the share of worlds
    """

    cards: list[CardText] | UnsetType = UNSET
    conceded: dict[SeatWord, float] | UnsetType = UNSET
    discards: dict[CardText, float] | UnsetType = UNSET
    returns: dict[SeatWord, dict[CardText, float]] | UnsetType = UNSET


class PlaceQuestionObject(Part, frozen=True):
    """How likely is a card at a place?

    card: that is asked about
    place: a seat's hand, the `kitty`, or `discarded`
    chances: of every place where it may be
    """

    card: CardText
    place: PlaceWord
    chances: dict[PlaceWord, PlaceChanceObject]


class PlaceChanceObject(Part, frozen=True):
    """The chance that a card is at a place.

    even: if all deals that fit are counted alike
    weighed: if each is weighed by how well it explains what the others did
    """

    even: float
    weighed: Thousandths


class ProblemsObject(Document, frozen=True, tag="ninefivetwo.problems/2"):
    """A set of problems, such as comes with the program.

    problems: in no order
    """

    problems: list[ProblemObject]
