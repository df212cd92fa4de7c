"""Analysis of one hand (what to call, discard, give and play) or of a layout (solved, and played over)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nicegui import ui

from ninefivetwo.advise import Limits, Situation, advise_before_play
from ninefivetwo.cards import Card, Denomination, Hand, Seat
from ninefivetwo.errors import AdviceError, LayoutError, NineFiveTwoError
from ninefivetwo.game import KITTY, Action, Call, Deal, DealView, Discard, Give, Play
from ninefivetwo.layout import MOST_TRICKS, Layout, Position
from ninefivetwo.library import Library
from ninefivetwo.record import read_file
from ninefivetwo.render.cards import WORDS
from ninefivetwo.rules import NAMED, TRICKS, parse_rules
from ninefivetwo.solve import Solution, Solver
from ninefivetwo.web.advice import show_advice
from ninefivetwo.web.answer_panel import AnswerPanel, on_page
from ninefivetwo.web.board import Board
from ninefivetwo.web.card_in_play import CardInPlay
from ninefivetwo.web.cards import Picker
from ninefivetwo.web.frame import button, complain, page_frame, table, text
from ninefivetwo.web.work import Work

SECONDS = 5.0  # for advice
KINDS = {"": "A hand", "play": "A card in the play", "all": "All hands"}
TRUMPS = {None: "not called yet"} | {d: WORDS[d] for d in Denomination}


def analyse_page(library: Library, what: str, record: str, after: str) -> None:
    """The page at /analyse: one hand before the play or in it, or all three.

    A record's id puts its deal on the board, after so many cards, or at the first one.
    """
    shown = "all" if record else what if what in KINDS else ""
    with page_frame("/analyse", "Analyse"):
        with ui.element("div").classes("row"):
            text("Analyse", tag="h1").style("margin-right:1rem")
            for kind, name in KINDS.items():
                address = f"/analyse?what={kind}" if kind else "/analyse"
                button(name, lambda address=address: ui.navigate.to(address), "on" if kind == shown else "")
        if shown == "all":
            AllHands(library, record, int(after) if after.isdecimal() else 0)
        elif shown == "play":
            CardInPlay(SECONDS, dict(ui.context.client.request.query_params))
        else:
            OneHand()


class OneHand:
    """What to call, discard and give from one hand."""

    def __init__(self) -> None:
        with ui.element("div").classes("two"):
            with ui.element("div").classes("panel"):
                text("The hand", tag="h2")
                text("Sixteen cards, and the kitty's four if you have taken or seen it.", "soft")
                self._text = ui.input("spades.hearts.diamonds.clubs", on_change=self._typed).classes("wide")
                self._picker = Picker([("hand", TRICKS + KITTY)], self._picked)
            with ui.element("div").classes("panel"):
                text("The moment", tag="h2")
                with ui.element("div").classes("row"):
                    self._rules = ui.select(list(NAMED), value="wikipedia", label="Rules")
                    self._trump = ui.select(dict(TRUMPS), value=None, label="Trump")
                    self._seat = ui.select({s: s.word for s in Seat}, value=Seat.DEALER, label="You are")
                with ui.element("div").classes("row"):
                    names = [f"You give {seat.word}" for seat in Seat]
                    self._gives = [ui.number(name, value=0, min=0, max=9, precision=0) for name in names]
                with ui.element("div").classes("row").style("margin-top:.7rem"):
                    button("What to call?", lambda: self._advise(Call), "main")
                    button("What to discard?", lambda: self._advise(Discard), "main")
                    button("What to give?", lambda: self._advise(Give), "main")
        self._panel = AnswerPanel()

    def _typed(self, event: Any) -> None:
        """Mark the cards of a hand that was typed completely."""
        try:
            hand = Hand.parse(event.value or "")
        except NineFiveTwoError:
            return
        if len(hand) <= TRICKS + KITTY and hand != self._picker.hands[0]:
            self._picker.put([hand])
        self._panel.clear()

    def _picked(self, hands: list[Hand]) -> None:
        self._text.set_value(str(hands[0]))

    def _advise(self, due: type[Action]) -> None:
        try:
            view = self._view(due)
        except NineFiveTwoError as error:
            complain(on_page(error))
            self._panel.clear()
            return

        def job(work: Work[Any]) -> Any:
            return advise_before_play(view, Limits(SECONDS, progress=work.tick, token=work.token))

        self._panel.ask(job, show_advice)

    def _view(self, due: type[Action]) -> DealView:
        """The player's view at this moment.  Raises AdviceError and others for a moment that cannot be."""
        seat = self._seat.value
        gifts = [0 if other is seat else int(self._gives[other].value or 0) for other in Seat]
        up = [-n for n in gifts]
        up[seat] = sum(gifts)
        if due is Give and not up[seat]:
            raise AdviceError(f"no gifts (expected how many cards {seat.word} gives to each of the others)")
        previous_results = (up[0], up[1], up[2]) if due is Give else None
        if due is not Give and seat is not Seat.DEALER:
            raise AdviceError(f"{seat.word} neither calls nor discards (expected the dealer)")
        hand = Hand.parse(self._text.value or "")
        trump = None if due is Call else self._trump.value
        return Situation(
            parse_rules(self._rules.value), seat, hand, previous_results=previous_results, trump=trump
        ).view(due)


class AllHands:
    """A layout: the tricks every seat is sure of, and the deal played over."""

    def __init__(self, library: Library, record: str, after: int) -> None:
        deal = self._recorded(library, record)
        with ui.element("div").classes("two"):
            with ui.element("div").classes("panel"):
                text("The layout", tag="h2")
                self._text = ui.input("D:hand hand hand", on_change=self._typed).classes("wide").style("width:100%")
                places = [(seat.word, MOST_TRICKS) for seat in Seat] + [("out", 52)]
                self._picker = Picker(places, self._picked)
            with ui.element("div").classes("panel"):
                text("The question", tag="h2")
                with ui.element("div").classes("row"):
                    self._lead = ui.select({s: s.word for s in Seat}, value=Seat.LEFT, label="Leads")
                    suits = {d: WORDS[d] for d in Denomination}
                    self._trump = ui.select(suits, value=Denomination.S, label="Trump")
                with ui.element("div").classes("row").style("margin-top:.7rem"):
                    button("Solve", self._solve, "main")
                    button("Play it over", self._play, "main")
                text("Sure: the tricks that a seat can take whatever the other two do, with all cards seen.", "soft")
        self._panel = AnswerPanel()
        self._table = ui.element("div")
        if deal is not None:
            self._lay(deal, after)

    def _recorded(self, library: Library, record: str) -> Deal | None:
        if not record:
            return None
        try:
            return read_file(library.record(record).text).records[0].match.deal
        except NineFiveTwoError as error:
            complain(error)
            return None

    def _lay(self, deal: Deal, after: int) -> None:
        """Put a record's deal on the board after so many cards, with all that were played.

        The hands to change are those at the start of the trick.
        """
        line = [event.card for event in deal.events if isinstance(event, Play)]
        while deal.past is not None and any(isinstance(event, Play) for event in deal.events):
            deal = deal.past
        start, trump = deal.position, deal.trump
        if start is None or trump is None:
            complain(LayoutError("this record has no play, or not all hands (expected all hands and the lead)"))
            return
        position = _position_after(start, trump, line[: after - after % len(Seat)])
        self._text.set_value(str(position.layout))
        self._lead.set_value(position.lead)
        self._trump.set_value(trump)
        with self._table:
            Board(start, trump, line, after)

    def _typed(self, event: Any) -> None:
        try:
            layout = Layout.parse(event.value or "")
        except NineFiveTwoError:
            return
        hands = [*(layout[seat] for seat in Seat), layout.out or Hand()]
        if max(map(len, hands[:3])) <= MOST_TRICKS and hands != self._picker.hands:
            self._picker.put(hands)

    def _picked(self, hands: Sequence[Hand]) -> None:
        self._text.set_value(str(Layout(hands[0], hands[1], hands[2], hands[3] or None)))

    def _position(self) -> Position | None:
        try:
            return Position(Layout.parse(self._text.value or ""), self._lead.value)
        except NineFiveTwoError as error:
            complain(error)
            return None

    def _solve(self) -> None:
        position = self._position()
        if position is None:
            self._panel.clear()
            return

        def job(work: Work[Any]) -> Solution:
            return Solver(token=work.token).solve(position)

        self._panel.ask(job, _show_solution)

    def _play(self) -> None:
        position = self._position()
        if position is not None:
            self._table.clear()
            with self._table:
                Board(position, self._trump.value, [])


def _position_after(position: Position, trump: Denomination, cards: Sequence[Card]) -> Position:
    """The position after these cards; that of the last trick where it would be the end."""
    for card in cards:
        following = position.after(card, trump)
        if following is None:
            break
        position = following
    return position


def _show_solution(solution: Solution) -> None:
    with ui.element("div").classes("panel").props('data-testid="solution"'):
        rows = []
        for d in solution.guarantee:
            ranges = [solution.range(d, seat) for seat in Seat]
            rows.append([WORDS[d], *(f"{least} – {most}" for least, most in ranges), str(solution.slack(d))])
        table(["trump", *(seat.word for seat in Seat), "slack"], rows)
        text("Tricks that are sure – the most there can be if the others take what they are sure of. Exact.", "soft")
