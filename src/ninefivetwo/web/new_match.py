"""The choice of a new match against the computer: rules, opponents, seat and name."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from nicegui import ui

from ninefivetwo.cards import Seat
from ninefivetwo.errors import NineFiveTwoError
from ninefivetwo.rules import NAMED, parse_rules
from ninefivetwo.session import LEVELS, GameSession, new_seed
from ninefivetwo.web.frame import button, complain, text

RANDOM = "drawn at random"
SEATS = {"the dealer first": Seat.DEALER, "left of the dealer": Seat.LEFT, "right of the dealer": Seat.RIGHT}


class NewMatch:
    """The form of a new match; a match that can begin goes to `begin`."""

    def __init__(self, begin: Callable[[GameSession], object]) -> None:
        self._begin = begin
        text("A match against the computer", tag="h1")
        with ui.element("div").classes("panel"):
            with ui.element("div").classes("row"):
                self._rules = ui.select(list(NAMED), value="wikipedia", label="Rules")
                self._changes = ui.input("Changed fields", placeholder="kitty_peek=yes").props("maxlength=200")
                self._left = ui.select(list(LEVELS), value="club", label="On your left")
                self._right = ui.select(list(LEVELS), value="club", label="On your right")
                self._seat = ui.select([*SEATS, RANDOM], value=next(iter(SEATS)), label="You sit")
                self._name = ui.input("Your name", value="Player").props("maxlength=30")
            with ui.element("div").classes("row").style("margin-top:.8rem"):
                button("Play to learn", lambda: self._start(training=True), "main")
                button("Play in earnest", lambda: self._start(training=False))
            text("To learn: hints with their reasons, and undo. In earnest: neither.", "soft")
        with ui.element("div").classes("choice"):
            for level in LEVELS.values():
                with ui.element("div").classes("panel"):
                    text(level.name.capitalize(), tag="h2")
                    text(level.note)

    def _start(self, training: bool) -> object:
        try:
            session = self._session(training)
        except NineFiveTwoError as error:
            complain(error)
            return None
        return self._begin(session)

    def _session(self, training: bool) -> GameSession:
        """The match chosen.  Raises RulesError or GameError for fields or a name that cannot be."""
        rules = parse_rules(f"{self._rules.value} {self._changes.value or ''}")
        levels = (self._left.value, self._right.value)
        seat = secrets.choice(list(Seat)) if self._seat.value == RANDOM else SEATS[self._seat.value]
        name = " ".join((self._name.value or "").split()) or "Player"
        return GameSession.start(rules, levels, seat, new_seed(), training, name)
