"""Advice for the pages, which begins with a club player's choice and becomes more and more precise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import monotonic
from typing import Annotated, Literal

import msgspec

from ninefivetwo.cards import Card
from ninefivetwo.game import Action, Call, DealView, Discard, Give, Play, known_cards
from ninefivetwo.keep.session import GameSession
from ninefivetwo.think.advise import AnyAdvice, Assumptions, CardDetails, FirstLook, Limits, Question, advise_gradually
from ninefivetwo.think.models.like import hands_like
from ninefivetwo.think.playouts import Opponents
from ninefivetwo.web.site import Telling
from ninefivetwo.words.advice import advice_text
from ninefivetwo.words.advice_verdict import advised_sentence, first_look_words, sure_words, worth_words
from ninefivetwo.words.figures import TextTable
from ninefivetwo.words.like import LikeText, like_text
from ninefivetwo.words.speaker import BY_SEAT, Speaker

BETWEEN_ANSWERS = 0.3  # minimum seconds between two intermediate answers, so that the user can read them
SHARP = 250  # minimum number of effective worlds for an answer that counts as sharp
HINT_ROWS = 3  # number of choices in the short table

AnswerStage = Literal["first", "early", "sharp", "final"]
#: An action whose JSON is a choice, or true for a yes, such as to a look at the kitty.
Recommended = Annotated[Action, msgspec.Meta(title="Recommended")]


class AdviceShown(msgspec.Struct, frozen=True):
    """Advice in the form that `page/advice.js` draws.

    stage: `first` is a club player's choice without figures; `early` is based on few deals, `sharp` on enough deals;
    `final` is the last answer. advised: the recommended choice as a sentence. sure: how certain the advice is. worth:
    the choice's value. reasons: sentences. recommended: the choice in JSON, or true for a yes. cards: the cards to mark
    on the table, with equal cards. table: the best choices. figures, sentences: all details. footer: the basis of the
    advice. like: the results of similar hands, for a call.
    """

    stage: AnswerStage
    advised: str
    sure: str
    worth: str
    recommended: Recommended
    cards: list[Card]
    reasons: Sequence[str] = ()
    table: TextTable | None = None
    figures: TextTable | None = None
    sentences: Sequence[str] = ()
    footer: str = ""
    like: LikeText | None = None


def hint(session: GameSession, telling: Telling) -> None:
    """Send advice on the user's next choice, as a job for `stream`.

    Raises GameError if the match is serious or the user is not to act, and SearchStopped if the job is cancelled.
    """
    telling.tick()  # stops here if a newer hint has been requested
    told = _Told(telling, Speaker.of(session.match, session.me))
    told.tell(session.hints(told.so_far, told.limits))


def advise_page(view: DealView, telling: Telling, opponents: Opponents) -> None:
    """Send advice on the choice that is due in a view, as a job for `stream`.

    `opponents` are the assumed levels of the opponents. Raises AdviceError if the viewer is not to act, KnowledgeError
    if the view contradicts itself, and SearchStopped if the job is cancelled.
    """
    told = _Told(telling, BY_SEAT)
    question = Question(view, told.limits, assumptions=Assumptions(opponents=opponents))
    told.tell(advise_gradually(question, told.so_far))


class _Told:
    """The stream of advice to the browser, with a minimum time between intermediate answers."""

    def __init__(self, telling: Telling, speaker: Speaker) -> None:
        self._telling, self._speaker, self._at = telling, speaker, 0.0
        self.limits = Limits(token=telling.token)

    def so_far(self, found: FirstLook | AnyAdvice) -> None:
        """Send an intermediate answer, unless another answer has just been sent."""
        self._telling.tick()
        if isinstance(found, FirstLook) or monotonic() - self._at >= BETWEEN_ANSWERS:
            self.tell(found, "early")

    def tell(self, found: FirstLook | AnyAdvice, stage: AnswerStage = "final") -> None:
        """Send an answer, by default the final one."""
        self._at = monotonic()
        if isinstance(found, FirstLook):
            self._telling.tell(look_shown(found, self._speaker))
            return
        if stage == "early" and found.effective >= SHARP:
            stage = "sharp"
        self._telling.tell(advice_shown(found, stage, self._speaker))


def look_shown(look: FirstLook, speaker: Speaker) -> AdviceShown:
    """Return the first answer in the form that a page shows; its stage is `final` if the choice is forced."""
    cards = list(look.cards if look.decided else _cards(look.action))
    words = first_look_words(look, speaker)
    return AdviceShown("final" if look.decided else "first", words, "", "", look.action, cards)


def advice_shown(advice: AnyAdvice, stage: AnswerStage = "final", speaker: Speaker = BY_SEAT) -> AdviceShown:
    """Return advice in the form that a page shows."""
    text = advice_text(advice, speaker)
    action, details = advice.recommended.action, advice.recommended.details
    marked = details.cards if isinstance(details, CardDetails) else _cards(action)
    short = replace(text.table, rows=text.table.rows[:HINT_ROWS])
    return AdviceShown(
        stage,
        advised_sentence(advice, speaker),
        sure_words(advice, speaker),
        worth_words(advice),
        action,
        list(marked),
        text.reasons,
        short if len(short.rows) > 1 else None,
        text.figures,
        text.sentences,
        text.footer,
        _like(advice.view),
    )


def _like(view: DealView) -> LikeText | None:
    """Return the results of hands similar to the dealer's hand if a call is due, otherwise None."""
    if view.due is None or view.due.kind is not Call or (like := hands_like(view)) is None:
        return None
    return like_text(like, view.rules.contracts[view.due.seat])


def _cards(action: Action) -> list[Card]:
    """Return the cards of a choice."""
    match action:
        case Play():
            return [action.card]
        case Discard():
            return list(known_cards(action.cards))
        case Give():
            return [card for cards in action.cards for card in known_cards(cards)]
    return []
