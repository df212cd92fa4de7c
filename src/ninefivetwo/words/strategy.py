"""What the sources advise a beginner, each with a tiny example.

Cards in the sentences are written as HK; whoever shows them may give them the signs of their suits.
"""

from __future__ import annotations

from dataclasses import dataclass

#: Who advises what.
SOURCES = {
    "Wikipedia": 'the article "9-5-2" of the English Wikipedia, its hints on strategy',
    "weblog": 'the weblog article "9-2-5"',
}


@dataclass(frozen=True)
class Tip:
    """One piece of advice, why it is good, and an example; `key` never changes, so that links to it last."""

    key: str
    title: str
    words: str
    example: str
    source: str  # a key of SOURCES


TIPS = (
    Tip(
        "longer",
        "Call the longer suit, not the stronger",
        "Small trumps win tricks once the others have none left. High cards of another suit win without being trumps.",
        "With SJT86532 and HAKQ4 call spades: the high hearts win anyway.",
        "Wikipedia",
    ),
    Tip(
        "void",
        "Make a void with the discard",
        "As the dealer put all cards of a short side suit aside. When that suit is led you win the trick with a small"
        " trump.",
        "With D73 and C52 discard all four: of two suits not a card is left to lose a trick with.",
        "Wikipedia",
    ),
    Tip(
        "count",
        "Count the trumps that are out",
        "There are 13 of a suit. Take away your own and those you have seen: the rest are with the others, or aside.",
        "You hold SAKJ9762, seven trumps: six are out. Two rounds in which both others follow take four of them; two"
        " are left.",
        "Wikipedia",
    ),
    Tip(
        "draw",
        "Draw the trumps",
        "As the dealer lead trumps until the others have none. After that nobody can ruff your high cards and your"
        " long suit.",
        "With SAKQJ5 as trumps and DAKQ, lead the spades first: then each of the three diamonds is a trick.",
        "Wikipedia",
    ),
    Tip(
        "side-suit",
        "Set up a side suit",
        "Drive out the high cards that the others hold in a long suit of yours; the rest of it wins.",
        "With CKQJT9 lead CK: once CA has fallen, the four clubs left are the highest.",
        "Wikipedia",
    ),
    Tip(
        "force",
        "Make the dealer ruff",
        "Against the dealer lead a suit that he has no cards of. Each ruff costs him a trump, until he has too few to"
        " draw the others'.",
        "He ruffed D4 in the second round of diamonds: lead a diamond again, even a small one.",
        "Wikipedia",
    ),
    Tip(
        "aces",
        "Lead your aces, but not into a void",
        "Against the dealer lead high. But a suit in which you hold many cards is one that he may have none of.",
        "From HA7 and DAJ9864 lead HA: of diamonds the dealer may have discarded the few he had, and he would ruff DA.",
        "Wikipedia",
    ),
    Tip(
        "tell",
        "Use what the exchange told",
        "A card that came back was the highest of its suit in that hand: what is higher lies elsewhere. And a card you"
        " had to hand over is one whose place you know.",
        "You gave H3 and HQ came back: HA and HK are in the third hand, or in the kitty.",
        "Wikipedia",
    ),
    Tip(
        "seats",
        "Know what your seat can do",
        "The dealer has the call and the kitty: there points are won. A contract of five is the hardest: lose little."
        " With a contract of two little can be lost: collect what you can.",
        "Who wins no trick with a contract of two is down two; with five it would be five, and five cards asked of him"
        " in the next deal.",
        "weblog",
    ),
)
