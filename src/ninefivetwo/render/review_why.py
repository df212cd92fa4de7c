"""Why a decision was a mistake, in sentences, made from its claims alone (`WhyObject`)."""

from __future__ import annotations

from ninefivetwo.cards import Card
from ninefivetwo.render.actions import action_words
from ninefivetwo.render.figures import fixed
from ninefivetwo.render.schema.review import DecisionObject, ReviewObject, WhyObject


def why_sentences(review: ReviewObject, decision: DecisionObject) -> list[str]:
    """Two or three sentences on a mistake that could have been found; none for another decision."""
    why = decision.why
    if not isinstance(why, WhyObject):
        return []
    return [_better(why)]


def _better(why: WhyObject) -> str:
    """What was better, and by how much."""
    return f"{_named(why)} saves {fixed(why.saves.mean, 1)} tricks."


def _named(why: WhyObject) -> str:
    if isinstance(why.better, str) and len(why.better) == 2:
        return f"The {Card.parse(why.better).words}"
    return action_words(why.better).capitalize()
