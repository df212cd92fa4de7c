"""What if: another choice in a deal, its price, and the deal as it then went."""

from __future__ import annotations

from ninefivetwo.cards import Seat
from ninefivetwo.codec import (
    ActionValue,
    BySeat,
    Document,
    HandText,
    Letter,
    Part,
)
from ninefivetwo.evaluation import Estimate
from ninefivetwo.study.schema import PhaseWord, TrickObject


class WhatIfObject(Document, frozen=True, tag="ninefivetwo.what-if/1"):
    """Another choice in the place of the one made in a decision, and the deal as it went on from there
    (`review --what-if`).

    After the choice everybody plays as a club player does.  What needs all hands is null where not all are known.

    decision: index of the decision among those of the deal, from 0
    phase: what kind of decision it is
    trick: number of the trick, from 1; null before the play
    seat: whose it is
    made: what was chosen in fact
    instead: the other choice
    before: what each seat was sure of before it
    after: what each seat is sure of after the other choice
    after_made: what each seat was sure of after the one made
    gain: tricks that the other choice is worth more, by what its player could know; null if left out
    steps: the choices before the play, those that were made in fact too
    trump: the denomination called
    playing: the hands before the first card
    tricks: the play, to the end
    result: tricks won
    made_result: tricks won in fact; null if the record stops before the end
    words: what is to say of it, in sentences
    """

    decision: int
    phase: PhaseWord
    trick: int | None
    seat: Seat
    made: ActionValue
    instead: ActionValue
    before: BySeat[int] | None
    after: BySeat[int] | None
    after_made: BySeat[int] | None
    gain: Estimate | None
    steps: list[StepObject]
    trump: Letter | None
    playing: BySeat[HandText | None] | None
    tricks: list[TrickObject]
    result: BySeat[int] | None
    made_result: BySeat[int] | None
    words: list[str]


class StepObject(Part, frozen=True):
    """A choice before the play.

    phase: what kind of decision it is
    seat: whose it is
    chosen: what was chosen
    hands: the hands at that moment, null for one not known
    """

    phase: PhaseWord
    seat: Seat
    chosen: ActionValue
    hands: BySeat[HandText | None]
