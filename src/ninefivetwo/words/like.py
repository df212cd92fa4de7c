"""Sentences on similar hands: their common features, the calls made with them, and the tricks that each call won."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from ninefivetwo.evaluation import Estimate, chance_text, mean_text
from ninefivetwo.think.models.like import CALL_PLACES, HandsLike, KittySeen
from ninefivetwo.words.figures import (
    STANDARD_ERROR,
    Column,
    TextTable,
    chance_amount,
    chance_cells,
    figures,
    number_word,
    tricks_words,
)
from ninefivetwo.words.template import WORDS, Amount, Template, Term, listed, say

#: Sentences on the common features of similar hands, for each state of the players' knowledge of the kitty.
HAVE_IN_COMMON = {
    KittySeen.NO: Template("Before the kitty is seen, {number} of {deals} hands are similar: they have {likeness}."),
    KittySeen.YES: Template("With the kitty seen, {number} of {deals} hands are similar: they have {likeness}."),
    KittySeen.DISCARDED: Template("After the discard, {number} of {deals} hands are similar: they have {likeness}."),
}
FIRST_DEALS = Template(
    "The table shows the result of every call with all of these hands, whichever call was made. The hands are from"
    " first deals (no exchange) under the {rules} rules."
)
FIRST_DEALS_NEAREST = Template(
    "The table shows the result of every call with all of these hands, whichever call was made. The hands are from"
    " first deals (no exchange) under the {rules} rules, the nearest to your rules."
)
_SHORT = dict(
    zip(CALL_PLACES, ("the longest suit", "the second-longest", *["another suit"] * 2, "no-trump"), strict=True)
)
_AFTER_NAME = dict(zip(CALL_PLACES, (", longest", ", second", ", third", ", shortest", ""), strict=True))


class TricksBar(msgspec.Struct, frozen=True):
    """A bar of a histogram: a number of tricks, and the share of hands that won this number.

    `length` is 1 for the longest bar, and `made` is whether `tricks` make the contract.
    """

    tricks: int
    words: str
    length: float
    made: bool


@dataclass(frozen=True)
class LikeText:
    """Similar hands as text: sentences, a histogram of the tricks with its title, a table of all calls, a footer."""

    sentences: list[str]
    title: str
    bars: list[TricksBar]
    table: TextTable
    footer: str


def like_text(found: HandsLike, contract: int) -> LikeText:
    """Return the text on hands similar to the dealer's hand; `contract` is the dealer's contract in tricks."""
    in_common = HAVE_IN_COMMON[found.kitty]
    sentences = [
        in_common(likeness=Term(found.like), number=Amount(f"{found.hands:,}"), deals=Amount(f"{found.deals:,}")),
        say("With these hands, the dealers called {calls}.", calls=_called(found)),
        say(
            "The dealers won {tricks} on average and made {goal} in {chance} of deals.",
            tricks=tricks_words(found.tricks),
            goal=Amount(number_word(contract)),
            chance=chance_amount(found.make),
        ),
    ]
    won, most = [tricks for tricks, chance in enumerate(found.distribution) if chance], max(found.distribution)
    bars = [
        TricksBar(tricks, chance_text(Estimate.share(chance, found.hands)), round(chance / most, 4), tricks >= contract)
        for tricks, chance in enumerate(found.distribution)
        if won[0] <= tricks <= won[-1]
    ]
    calls = dict(sorted(found.calls.items(), key=lambda item: CALL_PLACES.index(item[1].place)))
    names = [f"{WORDS[trump]}{_AFTER_NAME[call.place]}" for trump, call in calls.items()]
    tricks = [mean_text(call.tricks) for call in calls.values()]
    called = chance_cells([call.called for call in calls.values()])
    rows = list(zip(names, called, tricks, chance_cells([call.make for call in calls.values()]), strict=True))
    table = TextTable([Column("call", fold=12), *figures("called", "tricks", f"makes {contract}")], rows)
    return LikeText(sentences, "Tricks won after the actual call, with the share of hands", bars, table, _footer(found))


def _called(found: HandsLike) -> Term:
    """Return the calls with their shares of the hands, the most frequent first: "the longest suit in 88 %"."""
    shares = dict.fromkeys(_SHORT.values(), 0.0)
    for call in found.calls.values():
        shares[_SHORT[call.place]] += call.called.mean
    by_share = sorted(shares.items(), key=lambda item: -item[1])
    chances = ((name, Estimate.share(share, found.hands)) for name, share in by_share if share)
    return Term(listed([f"{name} in {chance_text(chance)}" for name, chance in chances]))


def _footer(found: HandsLike) -> str:
    first_deals = FIRST_DEALS if found.measured else FIRST_DEALS_NEAREST
    return f"{first_deals(rules=Term(f'{found.rules}'))} {STANDARD_ERROR()}"
