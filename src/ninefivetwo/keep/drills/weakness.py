"""What a player loses most by, of what could have been found, and the problems to train it on.

A review names what makes a decision a mistake (`review.why`); here these themes are added up over a player's reviewed
deals.  Where none is named, the kind of decision stands for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ninefivetwo.errors import DrillError, quoted
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.keep.drills.drills import Drills
from ninefivetwo.keep.drills.mine import mine
from ninefivetwo.keep.drills.mistakes import mistaken
from ninefivetwo.keep.drills.problem import Problem
from ninefivetwo.keep.library import Library
from ninefivetwo.study import Phase, Theme
from ninefivetwo.words.schema.review import DecisionObject, WhyObject

MOST_RECORDS = 200  # reviewed deals of a player that are looked at, the newest
LEAST_LOST = 0.25  # tricks in all: less is no weakness

#: The kind of the problems of each kind of decision.
KIND_OF = {Phase.EXCHANGE: "give", Phase.CALL: "call", Phase.DISCARD: "discard"}

#: In plain words, by theme of a review.
THEME_WORDS = {
    Theme.RUFF_MISSED: "a ruff that was not taken",
    Theme.LED_INTO_RUFF: "high cards led into a ruff",
    Theme.OVERRUFFED: "ruffs that are overruffed",
    Theme.WASTED: "high cards played under higher ones",
    Theme.WINNER_THROWN: "winners thrown away",
    Theme.TRICK_MISSED: "tricks not taken",
    Theme.TOO_HIGH: "tricks taken with a higher card than needed",
    Theme.TRUMPS_NOT_DRAWN: "trumps drawn too late",
    Theme.RUFFED: "high cards kept until they are ruffed",
    Theme.GUARD_GONE: "a high card's guard thrown away",
    Theme.FALLS: "high cards kept until they fall",
    Theme.STRANDED: "winners that are never played",
    Theme.RUFFS_MISSED: "too few ruffs of your own",
    Theme.RUFFS_GIVEN: "ruffs left to the others",
    Theme.SET_UP: "a long suit not set up",
    Theme.SUIT: "a suit played the wrong way",
    Theme.SUIT_OPENED: "a suit opened for the others",
    Theme.GUARD_THROWN: "a suit thrown that held the others up",
    Theme.SUIT_GIVEN: "a suit left to the others",
    Theme.SIDE_SUITS: "side suits not used",
    Theme.SUIT_NOT_STOPPED: "no-trump called with a suit open",
    Theme.LONGER_TRUMPS: "calls of too few trumps",
    Theme.STRONGER_TRUMPS: "calls of too weak trumps",
    Theme.OTHERS_RUFF: "calls that let the others ruff",
    Theme.OTHERS_TRUMPS: "calls of the others' trumps",
    Theme.SIDE_CARDS_WIN: "calls by which the side cards lose",
    Theme.TRUMP_BALANCE: "calls of trumps that the others ruff with",
    Theme.TRUMPS_LET_GO: "trumps let go before the play",
    Theme.GUARD_LET_GO: "a high card's guard let go before the play",
    Theme.LONG_SUIT_BROKEN: "long suits broken up before the play",
    Theme.WINNER_LET_GO: "winners let go before the play",
    Theme.VOID_NOT_MADE: "a void not made",
    Theme.RETURN_WINS: "gifts that bring too little back",
    Theme.EXCHANGED_WIN: "gifts that cost more than comes back",
    Theme.GIVEN_WINS: "cards given that win for the others",
    Theme.SUIT_WEAKENED: "a suit made too weak before the play",
    Theme.SUITS_WEAKENED: "suits made too weak before the play",
    Theme.SUIT_LET_RUN: "a suit left to the others before the play",
    Theme.WINNERS_LET_GO: "the wrong cards kept before the play",
}

#: The same where a review names no theme.
PHASE_WORDS = {
    Phase.EXCHANGE: "what to give",
    Phase.CALL: "what to call",
    Phase.DISCARD: "what to discard",
    Phase.LEAD: "what to lead",
    Phase.FOLLOW: "which card to follow suit with",
    Phase.RUFF_OR_SLUFF: "what to play when you cannot follow",
}

#: The themes of problems that train a theme of a review.  A theme before the play that is not here, of any its kind.
TRAINED_BY = {
    Theme.RUFF_MISSED: ("ruff", "sluff"),
    Theme.LED_INTO_RUFF: ("draw trumps", "lead low"),
    Theme.OVERRUFFED: ("ruff", "sluff"),
    Theme.WASTED: ("which loser", "duck"),
    Theme.WINNER_THROWN: ("sluff",),
    Theme.TRICK_MISSED: ("take",),
    Theme.TOO_HIGH: ("take",),
    Theme.TRUMPS_NOT_DRAWN: ("draw trumps",),
    Theme.RUFFED: ("draw trumps", "cash"),
    Theme.GUARD_GONE: ("sluff", "which loser"),
    Theme.FALLS: ("lead low", "duck", "hold up"),
    Theme.STRANDED: ("cash",),
    Theme.RUFFS_MISSED: ("ruff",),
    Theme.RUFFS_GIVEN: ("draw trumps", "lead low"),
    Theme.SET_UP: ("lead low",),
    Theme.SUIT: ("lead low", "cash", "hold up"),
    Theme.SUIT_OPENED: ("lead low", "draw trumps"),
    Theme.GUARD_THROWN: ("sluff",),
    Theme.SUIT_GIVEN: ("hold up", "duck", "lead low"),
    Theme.SIDE_SUITS: ("lead low", "draw trumps"),
    Theme.TRUMPS_LET_GO: ("discard a trump", "ask for trumps"),
    Theme.GUARD_LET_GO: ("keep the guard", "keep what is good"),
    Theme.VOID_NOT_MADE: ("make a void",),
    Phase.LEAD: ("draw trumps", "cash", "lead low"),
    Phase.FOLLOW: ("take", "hold up", "duck", "which loser"),
    Phase.RUFF_OR_SLUFF: ("ruff", "sluff"),
}


@dataclass(frozen=True)
class Weakness:
    """Something that a player loses tricks by.

    theme: named by the reviews, or the kind of decision where they name none; phases: the kinds of decision in which it
    came.  lost: tricks in all, by what could be known; mistakes: in so many decisions.
    """

    theme: Theme | Phase
    phases: frozenset[Phase]
    lost: float
    mistakes: int

    @property
    def words(self) -> str:
        """What it is, in plain words: "trumps drawn too late"."""
        return THEME_WORDS[self.theme] if isinstance(self.theme, Theme) else PHASE_WORDS[self.theme]

    @property
    def name(self) -> str:
        """Its name in addresses and on the command line: "trumps-not-drawn"."""
        return self.theme.value.replace(" ", "-").replace("'", "")

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of problem that train it."""
        return frozenset(KIND_OF.get(phase, "play") for phase in self.phases)

    def trained_by(self, kind: str, theme: str) -> bool:
        """Does a problem of this kind and theme train it?"""
        themes = TRAINED_BY.get(self.theme)
        return kind in self.kinds and (themes is None or theme in themes)


def weaknesses(library: Library, player: str) -> list[Weakness]:
    """What a player of this name loses most by, the most first; empty where nothing of his is reviewed."""
    found = dict[Theme | Phase, Weakness]()
    for decision in _mistakes(library, player):
        phase = Phase(decision.phase)
        theme, lost = _theme_of(decision) or phase, decision.fair_cost
        assert lost is not None
        so_far = found.get(theme, Weakness(theme, frozenset(), 0.0, 0))
        found[theme] = Weakness(theme, so_far.phases | {phase}, so_far.lost + lost.mean, so_far.mistakes + 1)
    return sorted((each for each in found.values() if each.lost >= LEAST_LOST), key=lambda each: -each.lost)


def weakness_called(library: Library, player: str, name: str) -> Weakness:
    """The weakness of this name that a player has.  Raises DrillError where he has none of this name."""
    for each in weaknesses(library, player):
        if each.name == name:
            return each
    raise DrillError(f"no weakness of {quoted(player)}: {quoted(name)} (expected one that the reviews tell)")


def training(drills: Drills, library: Library, player: str, weakness: Weakness) -> set[str]:
    """The ids of the problems that train a weakness: the player's own mistakes of it, and what is alike."""
    own = {id for id, _, node in mistaken(library, player) if node.phase in weakness.phases}
    return {
        each.id
        for each in drills.problems()
        if weakness.trained_by(each.kind, each.theme) and (each.source != "mistake" or each.id in own)
    }


def mined_for(weakness: Weakness, rules: RuleSet, seed: int, looked_at: int) -> Iterator[Problem | None]:
    """New problems that train a weakness, from so many deals; None for each deal that gives none."""
    kind = min(weakness.kinds)
    for number in range(looked_at):
        found = mine(kind, rules, seed + number)
        yield found if found is not None and weakness.trained_by(found.kind, found.theme) else None


def _mistakes(library: Library, player: str) -> Iterator[DecisionObject]:
    """The decisions of a player that could have been better by what he knew, in his reviewed deals."""
    for graded in library.progress(player).by_record[-MOST_RECORDS:]:
        review = library.review(graded.record)
        for decision in () if review is None else review.decisions:
            if decision.findable and decision.seat is graded.seat and decision.fair_cost is not None:
                yield decision


def _theme_of(decision: DecisionObject) -> Theme | None:
    """The first theme that a review names for a mistake."""
    if isinstance(decision.why, WhyObject) and decision.why.themes:
        return Theme(decision.why.themes[0].theme)
    return None
