"""A choice just made, judged by what its player could know: one line, and why, where it was a mistake."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ninefivetwo.game import Action, Call, Discard, Give, Match
from ninefivetwo.study import Decision, Review
from ninefivetwo.study.fair import LEVEL
from ninefivetwo.study.review_object import review_object
from ninefivetwo.words.actions import action_words
from ninefivetwo.words.figures import tricks_words
from ninefivetwo.words.review import LITTLE
from ninefivetwo.words.review_why import why_sentences
from ninefivetwo.words.speaker import Speaker, capital

#: Nothing to choose; the best; as good as it; something may be better; a mistake that could be known.
VerdictKind = Literal["forced", "good", "level", "unsure", "mistake"]
_SIZE = {"?!": "small mistake", "?": "mistake", "??": "grave mistake"}


@dataclass(frozen=True)
class VerdictText:
    """A verdict as it is shown: of a mistake its mark, of everything one line."""

    kind: VerdictKind
    mark: str
    words: str


def verdict_text(decision: Decision, match: Match) -> VerdictText:
    """What a decision with its fair price was worth against the best; without one, that there was nothing to choose."""
    if decision.fair is None:
        return VerdictText("forced", "", "There was nothing to choose.")
    best, loss = decision.fair.best.action, decision.fair.loss
    other = _choosing(best, Speaker.of(match))
    tricks = tricks_words(loss.mean)
    if decision.findable:
        words = f"A {_SIZE[decision.mark]} that could be known: {other} keeps {tricks} more."
        return VerdictText("mistake", decision.mark, words)
    if best == decision.node.action or loss.mean < LITTLE:
        return VerdictText("good", "", "Good: nothing better can be seen.")
    if loss.mean <= LEVEL:
        return VerdictText("level", "", "As good as the best.")
    words = f"{capital(other)} may keep {tricks} more: too little to tell."
    return VerdictText("unsure", "", words)


def _choosing(action: Action, speaker: Speaker) -> str:
    """A choice as the subject of a sentence: "S4", "calling hearts", "giving dealer S4"."""
    match action:
        case Call():
            return f"calling {action_words(action).split()[-1]}"
        case Discard():
            return f"discarding {action_words(action)}"
        case Give():
            return f"giving {action_words(action, speaker)}"
    return action_words(action)


def verdict_reasons(decision: Decision, decisions: tuple[Decision, ...], match: Match, worlds: int) -> list[str]:
    """Why a decision that is explained was a mistake, beside what was better; `decisions` are all of the deal."""
    value = review_object(Review(match, decisions, None, worlds, 0))
    return why_sentences(value, value.decisions[decision.index])[1:]
