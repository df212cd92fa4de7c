"""Hands like one in words: what they have in common, what was called with them, and what every call made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import msgspec

from ninefivetwo.cards import Denomination
from ninefivetwo.codec import Decimals, Part
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game.rules import rules_text
from ninefivetwo.think.models.like import PLACES, HandsLike, KittySeen
from ninefivetwo.words.figures import WORDS, chance_with_error, number_word, share, tricks_with_error
from ninefivetwo.words.text_table import Column, TextTable, figures

TITLE = "Tricks won by what was called, and in how many of the hands"
_KITTY = {
    KittySeen.NO: "before the kitty was seen",
    KittySeen.YES: "with the kitty seen",
    KittySeen.DISCARDED: "after the discard",
}
_SHORT = dict(zip(PLACES, ("the longest suit", "the second", "another", "another", "no-trump"), strict=True))


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
    distribution: list[Annotated[float, Decimals(6)]]


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
    kitty: KittySeen
    tricks: Estimate
    make: Estimate
    distribution: list[Annotated[float, Decimals(6)]]
    calls: dict[Denomination, LikeCallObject]


class TricksBar(msgspec.Struct, frozen=True):
    """A bar of a histogram.

    tricks: how many were won.  words: in what share of the hands.  length: of the bar, 1 the longest.  made: was that
    the contract?
    """

    tricks: int
    words: str
    length: float
    made: bool


@dataclass(frozen=True)
class LikeText:
    """Hands like one as they are shown.

    sentences: what they have in common, what was called and what that made.  bars: the tricks won by what was called,
    from the fewest to the most, as a histogram, which `title` names.  table: what every call made.  footer: what it
    rests on.
    """

    sentences: list[str]
    title: str
    bars: list[TricksBar]
    table: TextTable
    footer: str


def like_text(found: HandsLike) -> LikeText:
    """What is told of hands like one."""
    sentences = [
        f"Hands like it have {found.words}: {found.number:,} of {found.deals:,}, {_KITTY[found.kitty]}.",
        f"Called with them: {_called(found)}.",
        f"That made {tricks_with_error(found.tricks)} tricks,"
        f" and {number_word(found.contract)} or more {chance_with_error(found.make)}.",
    ]
    won, most = [tricks for tricks, chance in enumerate(found.distribution) if chance], max(found.distribution)
    bars = [
        TricksBar(tricks, share(chance), round(chance / most, 4), tricks >= found.contract)
        for tricks, chance in enumerate(found.distribution)
        if won[0] <= tricks <= won[-1]
    ]
    rows = [
        (
            f"{WORDS[call.denomination]}{_place(call.denomination, call.place)}",
            share(call.called.mean),
            tricks_with_error(call.tricks),
            chance_with_error(call.make),
        )
        for call in found.calls
    ]
    table = TextTable([Column("call", fold=12), *figures("called", "tricks", f"makes {found.contract}")], rows)
    return LikeText(sentences, TITLE, bars, table, _footer(found))


def _called(found: HandsLike) -> str:
    """What was called, by the place of the suit in the hand, what was called most first."""
    shares = dict.fromkeys(_SHORT.values(), 0.0)
    for call in found.calls:
        shares[_SHORT[call.place]] += call.called.mean
    by_share = sorted(shares.items(), key=lambda each: -each[1])
    return ", ".join(f"{name} {share(chance)}" for name, chance in by_share if chance)


def _place(denomination: Denomination, place: str) -> str:
    return "" if denomination is Denomination.N else f", {place.removesuffix(' suit')}"


def _footer(found: HandsLike) -> str:
    rules = f"under the rules {rules_text(found.rules)}"
    nearest = "" if found.measured else ", the nearest to yours that were"
    return (
        "The table: every call in all of these hands, whatever was called. First deals, before any exchange,"
        f" played out {rules}{nearest}; ± is one standard error."
    )


def like_object(found: HandsLike) -> HandsLikeObject:
    """Hands like one, in JSON."""
    return HandsLikeObject(
        like=found.words,
        hands=found.number,
        deals=found.deals,
        rules=rules_text(found.rules),
        measured=found.measured,
        kitty=found.kitty,
        tricks=found.tricks,
        make=found.make,
        distribution=list(found.distribution),
        calls={
            call.denomination: LikeCallObject(
                place=call.place,
                called=call.called,
                tricks=call.tricks,
                make=call.make,
                distribution=list(call.distribution),
            )
            for call in sorted(found.calls, key=lambda call: call.denomination)
        },
    )
