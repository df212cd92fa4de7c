"""Hands like one in words: what they have in common, what was called with them, and what every call made."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from ninefivetwo.cards import Trump
from ninefivetwo.evaluation import Estimate, chance_text, mean_text
from ninefivetwo.think.models.like import PLACES, HandsLike, KittySeen
from ninefivetwo.words.card_words import WORDS
from ninefivetwo.words.figures import Column, TextTable, figures, number_word

TITLE = "Tricks won by what was called, and in how many of the hands"
_KITTY = {
    KittySeen.NO: "before the kitty was seen",
    KittySeen.YES: "with the kitty seen",
    KittySeen.DISCARDED: "after the discard",
}
_SHORT = dict(zip(PLACES, ("the longest suit", "the second", "another", "another", "no-trump"), strict=True))


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


def like_text(found: HandsLike, contract: int) -> LikeText:
    """What is told of hands like one, of a dealer with this contract."""
    sentences = [
        f"Hands like it have {found.like}: {found.hands:,} of {found.deals:,}, {_KITTY[found.kitty]}.",
        f"Called with them: {_called(found)}.",
        f"That made {mean_text(found.tricks)} tricks,"
        f" and {number_word(contract)} or more in {chance_text(found.make)}.",
    ]
    won, most = [tricks for tricks, chance in enumerate(found.distribution) if chance], max(found.distribution)
    bars = [
        TricksBar(tricks, chance_text(Estimate.share(chance, found.hands)), round(chance / most, 4), tricks >= contract)
        for tricks, chance in enumerate(found.distribution)
        if won[0] <= tricks <= won[-1]
    ]
    rows = [
        (
            f"{WORDS[trump]}{_place(trump, call.place)}",
            chance_text(call.called),
            mean_text(call.tricks),
            chance_text(call.make),
        )
        for trump, call in sorted(found.calls.items(), key=lambda item: PLACES.index(item[1].place))
    ]
    table = TextTable([Column("call", fold=12), *figures("called", "tricks", f"makes {contract}")], rows)
    return LikeText(sentences, TITLE, bars, table, _footer(found))


def _called(found: HandsLike) -> str:
    """What was called, by the place of the suit in the hand, what was called most first."""
    shares = dict.fromkeys(_SHORT.values(), 0.0)
    for call in found.calls.values():
        shares[_SHORT[call.place]] += call.called.mean
    by_share = sorted(shares.items(), key=lambda item: -item[1])
    chances = ((name, Estimate.share(share, found.hands)) for name, share in by_share if share)
    return ", ".join(f"{name} {chance_text(chance)}" for name, chance in chances)


def _place(trump: Trump, place: str) -> str:
    return "" if trump is Trump.NO_TRUMP else f", {place.removesuffix(' suit')}"


def _footer(found: HandsLike) -> str:
    nearest = "" if found.measured else ", the nearest to yours that were"
    return (
        "The table: every call in all of these hands, whatever was called. First deals, before any exchange,"
        f" played out under the rules {found.rules}{nearest}; ± is one standard error."
    )
