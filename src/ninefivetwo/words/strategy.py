"""Strategy tips for beginners from the sources of the rules, each with a short example."""

from __future__ import annotations

from dataclasses import dataclass

#: The sources of the tips, by their short names.
TIP_SOURCES = {
    "Wikipedia": 'the strategy section of the English Wikipedia article "9-5-2"',
    "weblog": 'the weblog article "9-2-5"',
}


@dataclass(frozen=True)
class Tip:
    """A strategy tip: the advice, the reason for it, and an example.

    `key` never changes, so that links to a tip stay valid. `source` is a key of `TIP_SOURCES`.
    """

    key: str
    title: str
    words: str
    example: str
    source: str


TIPS = (
    Tip(
        "longer",
        "Call the longer suit, not the stronger one",
        "Small trumps win tricks once the opponents have no trumps left. High cards in other suits win without being"
        " trumps.",
        "With ♠J 10 8 6 5 3 2 and ♥A K Q 4, call spades: the high hearts win anyway.",
        "Wikipedia",
    ),
    Tip(
        "void",
        "Discard to create a void",
        "As the dealer, discard a short side suit completely. When that suit is led, you can ruff with a small trump.",
        "With ♦7 3 and ♣5 2, discard all four: then you have no losing card in two suits.",
        "Wikipedia",
    ),
    Tip(
        "count",
        "Count the trumps",
        "There are 13 trumps. Subtract your trumps and the trumps played: the opponents hold the rest, unless some were"
        " discarded.",
        "You hold ♠A K J 9 7 6 2, seven trumps, so six are out. Two trump leads to which both opponents follow take"
        " four, so two are left.",
        "Wikipedia",
    ),
    Tip(
        "draw",
        "Draw trumps",
        "As the dealer, lead trumps until the opponents have none. Then nobody can ruff your high cards and your long"
        " suit.",
        "With ♠A K Q J 5 as trumps and ♦A K Q, lead the spades first: then each of the three diamonds wins a trick.",
        "Wikipedia",
    ),
    Tip(
        "side-suit",
        "Set up a side suit",
        "Drive out the opponents' high cards in your long suit. Then your remaining cards in that suit win.",
        "With ♣K Q J 10 9, lead the king: once the ace has been played, your other four clubs are the highest.",
        "Wikipedia",
    ),
    Tip(
        "force",
        "Make the dealer ruff",
        "Against the dealer, lead a suit in which they are void. Each ruff costs them a trump, until they have too few"
        " to draw yours.",
        "The dealer ruffed the second round of diamonds: lead a diamond again, even a small one.",
        "Wikipedia",
    ),
    Tip(
        "aces",
        "Lead your aces, but not in your long suits",
        "Against the dealer, lead high cards. But the more cards you hold in a suit, the more likely the dealer is void"
        " in that suit.",
        "From ♥A 7 and ♦A J 9 8 6 4, lead the ace of hearts: the dealer may have discarded a few diamonds and would"
        " ruff your ace.",
        "Wikipedia",
    ),
    Tip(
        "tell",
        "Remember the exchange",
        "A card that was returned to you was the highest of its suit in that hand, so any higher card is elsewhere. And"
        " you know who holds the cards that you gave.",
        "You gave the 3 of hearts and got back the queen: the ace and the king are in the third hand or in the kitty.",
        "Wikipedia",
    ),
    Tip(
        "seats",
        "Know what your seat can win",
        "The dealer has the call and the kitty, so most points are won there. Five is the hardest target: keep your"
        " losses small. With a target of two you have little to lose: take every trick you can.",
        "A player who wins no trick is down two with a target of two, but down five with a target of five, and loses a"
        " high card for each missing trick in the next exchange.",
        "weblog",
    ),
)
