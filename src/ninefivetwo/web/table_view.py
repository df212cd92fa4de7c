"""The card table of a match: the players, the trick, the kitty and the own hand; and the panels beside it."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from ninefivetwo.cards import Card, Hand, Seat
from ninefivetwo.game import Action, DealView, Play, Unseen
from ninefivetwo.layout import trick_winner
from ninefivetwo.render.cards import count, signed
from ninefivetwo.rules import rules_text
from ninefivetwo.session import Due, GameSession
from ninefivetwo.web.cards import SIGNS, Choices, fan, format_trump, show_card, show_log, show_trump, spoken
from ninefivetwo.web.frame import button, table, text


class TableView:
    """A match drawn as a card table, as the person sees it.

    If it is the person's turn, `choices` are drawn with the hand, and an action chosen is passed to `act`.
    """

    def __init__(
        self,
        session: GameSession,
        act: Callable[[Action], object],
        next_deal: Callable[[], object],
        review: Callable[[bool], object],
    ) -> None:
        self._session, self._act, self._next_deal, self._review = session, act, next_deal, review
        self.choices: Choices | None = None
        self._draw()

    def _draw(self) -> None:
        view, me = self._session.view, self._session.me
        names = dict(zip(Seat, self._session.match.names, strict=True))
        with ui.element("div").classes("card-table"):
            for seat, place in ((me.next, "l"), (me.after(2), "r")):
                self._seat(seat, place)
            with ui.element("div").classes("middle"):
                self._middle()
            turn = self._session.due is Due.PERSON
            with ui.element("div").classes("seat me" + " turn" * turn):
                self._label(me)
                hand = view.hands[me]
                if turn and view.turn is not None:
                    self.choices = Choices(view, names, self._act)
                elif isinstance(hand, Hand) and hand:
                    fan(hand)

    def _seat(self, seat: Seat, place: str) -> None:
        due = self._session.deal.due
        turn = due is not None and due.seat is seat
        with ui.element("div").classes(f"seat {place}" + " turn" * turn):
            self._label(seat)
            held = len(self._session.deal.hands[seat])
            ui.html("<i></i>" * held, sanitize=False).classes("backs").props(f'aria-label="{held} cards"')

    def _label(self, seat: Seat) -> None:
        """The player, his contract, and a pip for each trick won or still needed."""
        deal, match = self._session.deal, self._session.match
        contract, won = match.rules.contracts[seat], deal.won[seat]
        text(match.names[seat] + " (you)" * (seat is self._session.me), "who", "div")
        text(f"{seat.word} · {won} of {contract} tricks · score {signed(match.score[seat])}", "what", "div")
        kinds = ["won" if i < min(won, contract) else "over" if i < won else "need" for i in range(max(contract, won))]
        ui.html("".join(f'<i class="{kind}"></i>' for kind in kinds), sanitize=False).classes("pips")

    def _middle(self) -> None:
        view = self._session.view
        show_trump(view.trump)
        if self._session.due in (Due.NEXT_DEAL, Due.OVER):
            self._result()
            return
        cards, old = trick_to_show(view)
        if not cards:
            self._before_play()
        winner = None
        if old and cards and view.trump is not None:
            winner = trick_winner(cards[0].seat, [play.card for play in cards], view.trump)
        places = {self._session.me: "me", self._session.me.next: "l", self._session.me.after(2): "r"}
        for play in cards:
            with ui.element("div").classes(
                f"spot {places[play.seat]}" + " old" * old + " taken" * (play.seat is winner)
            ):
                show_card(play.card)

    def _before_play(self) -> None:
        view, due = self._session.view, self._session.deal.due
        with ui.element("div").classes("says"):
            if view.trump is not None:
                text(format_trump(view.trump), "big")
            if len(view.kitty):
                text("the kitty", "what")
                with ui.element("div").classes("kitty"):
                    for card in view.kitty if isinstance(view.kitty, Hand) else ():
                        show_card(card)
                    if isinstance(view.kitty, Unseen):
                        ui.html('<div class="back"></div>' * len(view.kitty), sanitize=False).classes("kitty")
            if due is not None and self._session.due is Due.COMPUTER:
                text(f"{self._session.match.names[due.seat]} is thinking …", "what")

    def _result(self) -> None:
        match = self._session.match
        with ui.element("div").classes("says").props('data-testid="result"'):
            winners = [match.names[seat] for seat in match.winners()]
            text(f"The match is won by {' and '.join(winners)}" if winners else "The deal is over", "big")
            for seat in Seat:
                scores = f"{count(self._session.deal.won[seat])}, {signed(self._session.deal.scores[seat])}"
                text(f"{match.names[seat]}: {scores}, now {signed(match.total[seat])}")
            with ui.element("div").classes("row"):
                if self._session.due is Due.NEXT_DEAL:
                    button("Next deal", self._next_deal, "main", key="n")
                button("Review this deal", lambda: self._review(False), key="r")
                if match.number > 1:
                    over = self._session.due is Due.OVER
                    button("Review the match", lambda: self._review(True), "main" * over, key="m")


def announcement(session: GameSession) -> str:
    """What a screen reader says after every action: the last card played, and whose turn it is."""
    plays = [event for event in session.view.events if isinstance(event, Play)]
    last = f"{session.match.names[plays[-1].seat]} played the {spoken(plays[-1].card)}. " if plays else ""
    due = session.deal.due
    turn = "The deal is over." if due is None else f"{session.match.names[due.seat]}: {due.kind.name}."
    return last + turn


def show_side(session: GameSession) -> None:
    """The panels beside the table: contracts and scores, and what has happened."""
    match, view = session.match, session.view
    with ui.element("div").classes("panel"):
        text(f"Deal {match.number}", tag="h2")
        kind = "to learn" if session.training else "in earnest"
        text(f"{rules_text(match.rules)} · {kind}", "soft")
        rows = [
            [f"{match.names[seat]} ({seat.word})", str(match.rules.contracts[seat]), str(session.deal.won[seat])]
            + [signed(match.score[seat])]
            for seat in Seat
        ]
        table(["", "must win", "has won", "score"], rows)
    with ui.element("div").classes("panel"):
        text("What has happened", tag="h2")
        show_log(match, view)
        tricks = format_tricks(session)
        if tricks:
            table(["trick", *match.names], tricks)


def trick_to_show(view: DealView) -> tuple[list[Play], bool]:
    """The cards of the trick in progress and False; between two tricks the cards of the last one and True."""
    plays = [event for event in view.events if isinstance(event, Play)]
    if view.table:
        return plays[-len(view.table) :], False
    return plays[-len(Seat) :], True


def format_tricks(session: GameSession) -> list[list[str]]:
    """The cards played, a row for each trick, the last trick first; cards in the order of the seats."""
    plays = [event for event in session.view.events if isinstance(event, Play)]
    rows = []
    for i in range(0, len(plays), len(Seat)):
        trick = {play.seat: play.card for play in plays[i : i + len(Seat)]}
        rows.append([str(i // len(Seat) + 1), *(format_card(trick.get(seat)) for seat in Seat)])
    return rows[::-1]


def format_card(card: Card | None) -> str:
    """A card as it stands in the table of tricks: "♠10"; "" for none."""
    return "" if card is None else f"{SIGNS[card.suit]}{str(card)[1].replace('T', '10')}"
