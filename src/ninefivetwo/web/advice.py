"""Advice as the page shows it."""

from __future__ import annotations

from nicegui import ui

from ninefivetwo.advise import AnyAdvice
from ninefivetwo.cards import Hand
from ninefivetwo.render.advice import advice_text
from ninefivetwo.render.advice_explained import advice_explained
from ninefivetwo.web.cards import cards_of
from ninefivetwo.web.frame import table, text


def recommended_cards(advice: AnyAdvice) -> Hand:
    """The cards of what is recommended."""
    return cards_of(advice.recommended.action)


def show_advice(advice: AnyAdvice) -> None:
    """What to do and how sure that is, why, the best choices as a table, and what it rests on."""
    shown = advice_text(advice)
    with ui.element("div").classes("panel").props('data-testid="advice"'):
        text(shown.verdict, "good")
        for reason in shown.reasons:
            text(reason)
        table(shown.head, shown.rows, ["best"])
        text(shown.footer, "soft")
        with ui.expansion("More").classes("soft").props("dense"):
            explained = advice_explained(advice)
            table(explained.head, explained.rows, ["best"])
            for sentence in explained.sentences:
                text(sentence)
