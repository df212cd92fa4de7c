"""Advice as the page shows it."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from ninefivetwo.advise import Advice, PlayAdvice
from ninefivetwo.cards import Hand
from ninefivetwo.game import Call
from ninefivetwo.render.actions import action_words, call_words
from ninefivetwo.render.advice import candidate_rows, card_rows, play_verdict
from ninefivetwo.render.figures import advice_verdict, format_worlds
from ninefivetwo.web.cards import cards_of
from ninefivetwo.web.frame import table, text


def recommended_cards(advice: Advice[Any] | PlayAdvice) -> Hand:
    """The cards of what is recommended."""
    if isinstance(advice, PlayAdvice):
        return Hand.of([advice.recommended])
    return cards_of(advice.recommended.action)


def show_advice(advice: Advice[Any] | PlayAdvice) -> None:
    """Advice as a table, with the verdict and what it rests on."""
    with ui.element("div").classes("panel").props('data-testid="advice"'):
        if isinstance(advice, PlayAdvice):
            head, rows = card_rows(advice)
            text(play_verdict(advice), "good")
            table(["card", *head], rows, ["best"])
            return
        head, rows = candidate_rows(advice)
        best = advice.recommended.action
        told_best = call_words(best) if isinstance(best, Call) else action_words(best)
        text(advice_verdict(advice, told_best, action_words(advice.plain)), "good")
        table(["choice", *head], rows, ["best"])
        for seat, cards in advice.recommended.back.items():
            text(f"{seat.word} then returns: " + ", ".join(f"{card} {100 * chance:.0f} %" for card, chance in cards))
        text(format_worlds(advice), "soft")
