"""Advice as the page shows it."""

from __future__ import annotations

from nicegui import ui

from ninefivetwo.advise import AnyAdvice, GiftDetails, is_on_card
from ninefivetwo.cards import Hand
from ninefivetwo.render.advice import advice_verdict, candidate_rows, card_rows, format_worlds, play_verdict
from ninefivetwo.web.cards import cards_of
from ninefivetwo.web.frame import table, text


def recommended_cards(advice: AnyAdvice) -> Hand:
    """The cards of what is recommended."""
    return cards_of(advice.recommended.action)


def show_advice(advice: AnyAdvice) -> None:
    """Advice as a table, with the verdict and what it rests on."""
    with ui.element("div").classes("panel").props('data-testid="advice"'):
        if is_on_card(advice):
            head, rows = card_rows(advice)
            text(play_verdict(advice), "good")
            table(["card", *head], rows, ["best"])
            return
        head, rows = candidate_rows(advice)
        text(advice_verdict(advice), "good")
        table(["choice", *head], rows, ["best"])
        details = advice.recommended.details
        for seat, cards in details.returns.items() if isinstance(details, GiftDetails) else ():
            text(f"{seat.word} then returns: " + ", ".join(f"{card} {100 * chance:.0f} %" for card, chance in cards))
        text(format_worlds(advice), "soft")
