"""Analysis of a moment in the play: the hand, trump and the tricks so far, and which card to play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import urlencode

from nicegui import ui

from ninefivetwo.advise import Limits, Situation, advise_play, parse_tricks
from ninefivetwo.cards import FULL_DECK, RANKS, Card, Denomination, Hand, Seat, Suit, parse_cards
from ninefivetwo.errors import AdviceError, NineFiveTwoError, quoted
from ninefivetwo.game import KITTY, DealView, Play
from ninefivetwo.layout import trick_winner
from ninefivetwo.record import by_seat
from ninefivetwo.render.cards import WORDS
from ninefivetwo.rules import NAMED, TRICKS, parse_rules
from ninefivetwo.web.advice import show_advice
from ninefivetwo.web.answer_panel import AnswerPanel, on_page
from ninefivetwo.web.cards import ORDER, SIGNS, Picker, spoken
from ninefivetwo.web.frame import button, complain, enable, table, text
from ninefivetwo.web.work import Work

EACH = len(Seat)  # cards of a trick
FIRST = "First mark your sixteen cards and choose trump."


class CardInPlay:
    """Which card to play, by a hand, trump and the tricks so far, clicked or typed.

    seconds: for the advice; told: what the page's address tells.
    """

    def __init__(self, seconds: float, told: Mapping[str, str]) -> None:
        self._seconds, self._played = seconds, list[Card]()
        self._unread: AdviceError | None = None  # why the tricks typed last cannot be read
        with ui.element("div").classes("two"):
            with ui.element("div").classes("panel"):
                text("Your cards", tag="h2")
                text("All sixteen as play began, or those that you hold now. The dealer marks his discard too.", "soft")
                self._text = ui.input("spades.hearts.diamonds.clubs", on_change=self._typed_hand).classes("wide")
                self._text.props("debounce=300")
                self._picker = Picker([("hand", TRICKS), ("discard", KITTY)], self._picked)
            with ui.element("div").classes("panel"):
                self._draw_deal()
        with ui.element("div").classes("panel").props('data-testid="tricks"'):
            text("The tricks", tag="h2")
            self._tricks = ui.input("typed, S3 S2 SJ / HK H4, or pressed below", on_change=self._typed_tricks).classes(
                "wide"
            )
            self._tricks.props("debounce=300")
            self._table = ui.element("div")
            self._next = CardGrid(self._press)
            with ui.element("div").classes("row").style("margin-top:.7rem"):
                self._back = button("Take back", self._take_back, key="u", enabled=False)
                self._ask = button("What to play?", self._advise, "main", enabled=False)
        self._panel = AnswerPanel()
        self._read_address(told)
        self._refresh()

    def _draw_deal(self) -> None:
        text("The deal", tag="h2")
        with ui.element("div").classes("row"):
            self._rules = ui.select(list(NAMED), value="wikipedia", label="Rules", on_change=self._changed)
            suits = {d: WORDS[d] for d in Denomination}
            self._trump = ui.select(suits, label="Trump", on_change=self._changed)
            seats = {s: s.word for s in Seat}
            self._seat = ui.select(seats, value=Seat.LEFT, label="You are", on_change=self._changed)
        with ui.expansion("After an exchange"):
            text("The cards that went from you and came to you, gifts and returns alike, such as C3 D2.", "soft")
            with ui.element("div").classes("row"):
                self._gave = {s: ui.input(f"You gave {s.word}", on_change=self._changed) for s in Seat}
                self._got = {s: ui.input(f"{s.word} gave you", on_change=self._changed) for s in Seat}
                self._shown = ui.input("Kitty cards shown to you", on_change=self._changed)
                self._results = ui.input("Last results, if these do not tell them", on_change=self._changed)
            self._results.props('placeholder="D:-3 L:+2 R:+1"')

    # What has been told.

    def _situation(self, played: Sequence[Card]) -> Situation:
        """The moment after these cards.  Raises errors of ours for what cannot be read."""
        seat, (hand, discarded) = self._seat.value, self._picker.hands
        others = [other for other in Seat if other is not seat]
        return Situation(
            parse_rules(self._rules.value),
            seat,
            hand,
            {other: Hand.of(parse_cards(self._gave[other].value or "")) for other in others},
            {other: Hand.of(parse_cards(self._got[other].value or "")) for other in others},
            by_seat(self._results.value) if self._results.value else None,
            self._trump.value,
            discarded if seat is Seat.DEALER else Hand(),
            Hand.of(parse_cards(self._shown.value or "")),
            tuple(played),
        )

    def _view(self, played: Sequence[Card]) -> DealView:
        """The view after these cards, whoever's turn it is.  Raises AdviceError for what cannot be."""
        if not self._picker.hands[0] or self._trump.value is None:
            raise AdviceError(FIRST)
        try:
            return self._situation(played).in_play()
        except NineFiveTwoError as error:
            raise on_page(error) from error

    def _typed_hand(self, event: Any) -> None:
        """Mark the cards of a hand that was typed completely."""
        try:
            hand = Hand.parse(event.value or "")
        except NineFiveTwoError:
            return
        if len(hand) <= TRICKS and hand != self._picker.hands[0]:
            self._picker.put([hand, self._picker.hands[1] - hand])
        self._changed()

    def _picked(self, hands: list[Hand]) -> None:
        self._text.set_value(str(hands[0]))
        self._changed()

    def _typed_tricks(self, event: Any) -> None:
        try:
            self._played, self._unread = list(parse_tricks(event.value or "")), None
        except AdviceError as error:
            self._unread = error
        self._changed()

    def _press(self, card: Card) -> None:
        try:
            self._view([*self._played, card])
        except NineFiveTwoError as error:
            complain(error)
            return
        self._play_to([*self._played, card])

    def _take_back(self) -> None:
        self._play_to(self._played[:-1])

    def _play_to(self, played: list[Card]) -> None:
        tricks = [played[i : i + EACH] for i in range(0, len(played), EACH)]
        self._tricks.set_value(" / ".join(" ".join(map(str, trick)) for trick in tricks))

    def _changed(self) -> None:
        """Another moment: it is drawn, and kept in the address, so that it can be shared and loaded again."""
        self._panel.clear()
        self._refresh()
        told = {name: field.value for name, field in self._fields().items() if field.value}
        told |= {"seat": self._seat.value.word} | ({"discard": d} if len(d := self._picker.hands[1]) else {})
        told |= {} if self._trump.value is None else {"trump": self._trump.value.name}
        ui.navigate.history.replace("/analyse?" + urlencode({"what": "play"} | told))

    def _fields(self) -> dict[str, Any]:
        """The fields whose texts stand in the address, by their names there."""
        exchange = {f"gave-{s.word}": self._gave[s] for s in Seat} | {f"from-{s.word}": self._got[s] for s in Seat}
        told = {"hand": self._text, "rules": self._rules, "tricks": self._tricks}
        return told | exchange | {"shown": self._shown, "previous": self._results}

    def _read_address(self, told: Mapping[str, str]) -> None:
        """Fill in what an address tells; what cannot be read is shown as a fault."""
        try:
            if "seat" in told:
                self._seat.set_value(Seat.parse(told["seat"]))
            if "trump" in told:
                self._trump.set_value(Denomination.parse(told["trump"]))
            if told.get("rules", "wikipedia") not in NAMED:
                raise AdviceError(f"no rule set: {quoted(told['rules'])} (expected one of {', '.join(NAMED)})")
            for name, field in self._fields().items():
                if name in told:
                    field.set_value(told[name])
            if "discard" in told:
                self._picker.put([self._picker.hands[0], Hand.parse(told["discard"]) - self._picker.hands[0]])
        except NineFiveTwoError as error:
            complain(error)

    # What is drawn.

    def _refresh(self) -> None:
        for seat in Seat:
            for field in (self._gave[seat], self._got[seat]):
                field.set_visibility(seat is not self._seat.value)
        enable(self._back, bool(self._played))
        try:
            if self._unread is not None:
                raise self._unread
            view = self._view(self._played)
        except AdviceError as error:
            enable(self._ask, False)
            self._next.say(str(error), "soft" if str(error) == FIRST else "warn")
            self._next.open(Hand(), Hand())
            return
        step = view.due
        enable(self._ask, step is not None and step.seat is view.viewer)
        self._draw_tricks(view)
        self._next.say(_whose_turn(view))
        allowed = Hand() if step is None else Hand.of(c for c in FULL_DECK if not view.refusal(Play(step.seat, c)))
        self._next.open(allowed, view.hand(view.viewer))

    def _draw_tricks(self, view: DealView) -> None:
        self._table.clear()
        plays = [event for event in view.events if isinstance(event, Play)]
        rows = []
        for i in range(0, len(plays), EACH):
            trick = plays[i : i + EACH]
            cells = {play.seat: _sign(play.card) for play in trick}
            cells[trick[0].seat] = "> " + cells[trick[0].seat]
            whole = len(trick) == EACH
            winner = trick_winner(trick[0].seat, [play.card for play in trick], view.called).word if whole else ""
            rows.append([str(i // EACH + 1), *(cells.get(seat, "") for seat in Seat), winner])
        with self._table:
            if rows:
                table(["trick", *(seat.word for seat in Seat), "won by"], rows)

    def _advise(self) -> None:
        try:
            view = self._situation(self._played).view(Play)
        except NineFiveTwoError as error:
            complain(on_page(error))
            return

        def job(work: Work[Any]) -> Any:
            return advise_play(view, Limits(self._seconds, progress=work.tick, token=work.token))

        self._panel.ask(job, show_advice)


class CardGrid:
    """All 52 cards, to be pressed one after another, under a line that says what is next."""

    def __init__(self, pressed: Callable[[Card], object]) -> None:
        self._pressed = pressed
        with ui.element("div").classes("picker"):
            with ui.element("div"):
                self._line = text("")
            self._cards = {card: made for suit in ORDER for card, made in self._row(suit)}
        self._shown: dict[Card, tuple[bool, bool]] = {}

    def _row(self, suit: Suit) -> list[tuple[Card, ui.element]]:
        with ui.element("div"):
            return [(card, self._card(card)) for card in (Card(suit, rank) for rank in reversed(range(len(RANKS))))]

    def _card(self, card: Card) -> ui.element:
        made = ui.element("button").classes(f"pk {card.suit.name}")
        made.props(f'type="button" aria-label="{spoken(card)}" data-next="{card}"')
        with made:
            ui.html(_sign(card, rank_first=True), sanitize=False, tag="span")
        return made.on("click", lambda: self._pressed(card))

    def say(self, words: str, kind: str = "good") -> None:
        self._line.set_content(escape(words))
        self._line.classes(remove="good soft warn", add=kind)

    def open(self, allowed: Hand, own: Hand) -> None:
        """Let these cards be pressed; the player's own are marked.  Only what has changed is drawn again."""
        for card, made in self._cards.items():
            if self._shown.get(card) != (now := (card in allowed, card in own)):
                self._shown[card] = now
                enable(made, now[0])
                made.classes(remove="own", add="own" if now[1] else "")


def _sign(card: Card, rank_first: bool = False) -> str:
    """A card with its suit's sign."""
    rank, sign = RANKS[card.rank].replace("T", "10"), SIGNS[card.suit]
    return rank + sign if rank_first else sign + rank


def _whose_turn(view: DealView) -> str:
    """Which card is to be told next, or that it is the player's turn."""
    step = view.due
    if step is None:
        return "All tricks are played."
    who = "you" if step.seat is view.viewer else step.seat.word
    if not view.table:
        return f"Trick {sum(view.won) + 1}: {who} lead{'' if who == 'you' else 's'}."
    cards = " ".join(map(_sign, view.table))
    return f"Trick {sum(view.won) + 1}: {cards}, then {who}."
