"""A deal played over with all hands seen: every card's value shown or hidden, undo, and the line that was played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nicegui import ui

from ninefivetwo.cards import Card, Denomination, Hand, Seat
from ninefivetwo.layout import Position, trick_winner
from ninefivetwo.render.cards import plural
from ninefivetwo.solve import Moves, Solver
from ninefivetwo.web.cards import fan, show_card, show_trump
from ninefivetwo.web.frame import button, later, text
from ninefivetwo.web.work import Work


class Board:
    """The table with three open hands; `line` is the cards that were played in fact, if any, `after` how many of them
    the table begins with."""

    def __init__(self, position: Position, trump: Denomination, line: Sequence[Card], after: int = 0) -> None:
        self._start, self._trump, self._line = position, trump, list(line)
        self._played: list[Card] = self._line[:after]
        self._shown = False
        self._moves: dict[tuple[Card, ...], Moves] = {}
        self._work: Work[Moves] | None = None
        self._root = ui.element("div").classes("small")
        with self._root:
            self._place = ui.element("div")
        self._draw()

    def _at(self, number: int) -> tuple[Position | None, list[int], list[tuple[Seat, Card]]]:
        """The position after so many cards, the tricks won by then, and the cards of the trick begun or just taken."""
        position: Position | None = self._start
        won, trick = [0, 0, 0], [(self._start.lead.after(i), card) for i, card in enumerate(self._start.table)]
        for card in self._played[:number]:
            assert position is not None
            trick = [] if len(trick) == len(Seat) else trick
            trick.append((position.mover, card))
            if len(trick) == len(Seat):
                won[trick_winner(trick[0][0], [c for _, c in trick], self._trump)] += 1
            position = position.after(card, self._trump)
        return position, won, trick

    def _draw(self) -> None:
        position, won, trick = self._at(len(self._played))
        moves = self._moves.get(tuple(self._played)) if self._shown else None
        self._place.clear()
        with self._place:
            with ui.element("div").classes("card-table open").props('data-testid="board"'):
                for seat, place in ((Seat.LEFT, "l"), (Seat.RIGHT, "r"), (Seat.DEALER, "me")):
                    self._hand(position, seat, place, won[seat], moves)
                with ui.element("div").classes("middle"):
                    show_trump(self._trump)
                    for seat, card in trick:
                        place = {Seat.LEFT: "l", Seat.RIGHT: "r", Seat.DEALER: "me"}[seat]
                        with ui.element("div").classes(f"spot {place}" + " old" * (len(trick) == len(Seat))):
                            show_card(card)
            self._bar(position, moves)

    def _hand(self, position: Position | None, seat: Seat, place: str, won: int, moves: Moves | None) -> None:
        turn = position is not None and position.mover is seat
        with ui.element("div").classes(f"seat {place}" + " turn" * turn):
            sure = f" · sure of {won + moves.guarantee[seat]}" if moves else ""
            text(f"{seat.word}: {plural(won, 'trick')}{sure}", "who", "div")
            hand = Hand() if position is None else position.layout[seat]
            if not turn or position is None:
                fan(hand)
                return
            tags = {card: str(won + values[seat]) for card, values in moves.after.items()} if moves else {}
            best = Hand.of(moves.best) if moves else Hand()
            fan(hand, self._play, legal=position.legal(), tags=tags, hinted=best)

    def _bar(self, position: Position | None, moves: Moves | None) -> None:
        off = self._off_the_line()
        with ui.element("div").classes("row").style("margin-top:.7rem"):
            button("Back", self._back, key="u", enabled=bool(self._played))
            if self._line:
                forward = len(self._played) < len(self._line) and not off
                button("Next card played", self._next, key="n", enabled=forward)
                button("Back to the line played", self._to_line, key="l", enabled=off)
            button("Hide values" if self._shown else "Show values", self._turn_values, key="v")
            if self._shown and moves is None and position is not None:
                text("solving …", "soft")
            number = len(self._played)
            text(f"{plural(number, 'card')} played" + (", off the line" if off and self._line else ""), "soft")

    def _off_the_line(self) -> bool:
        return bool(self._line) and self._played != self._line[: len(self._played)]

    def _play(self, card: Card) -> None:
        self._to([*self._played, card])

    def _next(self) -> None:
        self._to(self._line[: len(self._played) + 1])

    def _back(self) -> None:
        self._to(self._played[:-1])

    def _to_line(self) -> None:
        """Go back to where the line was left."""
        same = 0
        while same < len(self._line) and self._played[same : same + 1] == [self._line[same]]:
            same += 1
        self._to(self._line[:same])

    def _to(self, played: list[Card]) -> None:
        self._played = played
        self._draw()
        self._value()

    def _turn_values(self) -> None:
        self._shown = not self._shown
        self._draw()
        self._value()

    def _value(self) -> None:
        """Let the solver value the cards, if values are shown and not known yet."""
        if self._work is not None:
            self._work.leave()
            self._work = None
        if self._shown and tuple(self._played) not in self._moves and self._at(len(self._played))[0] is not None:
            self._work = Work[Moves](self._moves_at(tuple(self._played)))
            later(self._root, self._solve)

    def _moves_at(self, played: tuple[Card, ...]) -> Callable[[Work[Moves]], Moves]:
        """The job of valuing every legal card after these cards."""
        position = self._at(len(played))[0]
        assert position is not None

        def job(work: Work[Moves]) -> Moves:
            return Solver(token=work.token).moves(position, self._trump)

        return job

    async def _solve(self) -> None:
        played, work = tuple(self._played), self._work
        if work is None:
            return
        found = await work.result()
        if found is not None:
            self._moves[played] = found
        elif work is self._work:
            self._shown = False
        if work is self._work:
            self._draw()
