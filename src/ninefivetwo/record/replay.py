"""From what a record tells to the deal it is, played again by the rules.

Each step that is due takes its part of the record; where the record ends, so does the deal.  Whatever is told that was
never due, or differs from what the rules make of it, is refused with its line.
"""

from __future__ import annotations

from typing import Any

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.errors import GameError, RecordError
from ninefivetwo.game import (
    KITTY,
    Call,
    Cards,
    Deal,
    DealView,
    Discard,
    Event,
    Give,
    Look,
    Match,
    Peek,
    Play,
    Return,
    Show,
    Take,
    Unseen,
)
from ninefivetwo.game.events import format_cards
from ninefivetwo.game.exchange import check_previous_results, may_look, tricks_won
from ninefivetwo.game.match import winners_of
from ninefivetwo.layout import Layout
from ninefivetwo.record.parsed import At, ParsedRecord, Part
from ninefivetwo.rules import TRICKS, RuleSet


def replay(parsed: ParsedRecord) -> Match:
    """The match at the moment where the record ends, with its deal.  Raises RecordError with the line."""
    run = _Run(parsed)
    run.through()
    run.check_all_used()
    _check_result(parsed, run.deal)
    dealer, left, right = (parsed.names.get(seat, seat.word) for seat in Seat)
    return Match(
        run.deal.rules,
        (dealer, left, right),
        _score(parsed, run.deal),
        run.deal.previous_results,
        parsed.board.value if parsed.board else 1,
        deal=run.deal,
    )


def _score(parsed: ParsedRecord, deal: Deal) -> tuple[int, int, int]:
    """The score as told; that of a second deal is the first's result."""
    second = parsed.board is not None and parsed.board.value == 2
    return (
        parsed.score.value if parsed.score else deal.previous_results if second and deal.previous_results else (0, 0, 0)
    )


def _begin(parsed: ParsedRecord) -> Deal:
    """The deal when its cards have been dealt, or a seat's view of it."""
    if parsed.rules is None:
        raise RecordError("no rules told (expected [Rules ...]; an empty line ends a deal)", parsed.line)
    if parsed.deal is None:
        raise RecordError("no cards told (expected [Deal ...])", parsed.line)
    previous_results = parsed.previous_results.value if parsed.previous_results else None
    try:
        if previous_results is not None:
            check_previous_results(parsed.rules.value, previous_results)
    except GameError as error:
        raise RecordError(str(error), _line(parsed.previous_results)) from error
    _check_place_in_match(parsed, parsed.rules.value)
    try:
        return _dealt(parsed, parsed.rules.value, previous_results)
    except GameError as error:
        raise RecordError(str(error), parsed.deal.line) from error


def _dealt(parsed: ParsedRecord, rules: RuleSet, previous_results: tuple[int, int, int] | None) -> Deal:
    assert parsed.deal is not None
    hands, kitty = parsed.deal.value.hands, parsed.deal.value.kitty
    known = [seat for seat in Seat if hands[seat] is not None]
    dealer, left, right = hands
    if dealer is not None and left is not None and right is not None:
        if parsed.viewer:
            wanted = f"? for the hands that {parsed.viewer.value.word} does not see"
            raise RecordError(
                f"[Viewer ...] with all three hands (expected {wanted}, or no viewer)", parsed.viewer.line
            )
        return Deal.start(rules, Layout(dealer, left, right, kitty), previous_results)
    if parsed.viewer is None or known != [parsed.viewer.value]:
        wanted = (
            f"the hand of {parsed.viewer.value.word} only"
            if parsed.viewer
            else "[Viewer ...] to say whose view this is"
        )
        raise RecordError(f"hands not known: ? (expected {wanted}, or all three hands)", parsed.deal.line)
    viewer = parsed.viewer.value
    if kitty is not None and viewer is not Seat.DEALER:
        raise RecordError(f"the kitty, which {viewer.word} does not see (expected K:?)", parsed.deal.line)
    hand = hands[viewer]
    assert hand is not None
    return DealView.from_hand(rules, viewer, hand, previous_results)


class _Run:
    """One run through a record: the deal as far as it has come, and what of the record has been used."""

    def __init__(self, parsed: ParsedRecord) -> None:
        self.parsed = parsed
        self.deal = _begin(parsed)
        self.parts = parsed.exchange.value if parsed.exchange else []
        self.used_cells: set[int] = set()
        previous_results = self.deal.previous_results or (0, 0, 0)
        if self.parts and self.deal.previous_results is None:
            raise RecordError("an exchange, and no [Carry ...] that says who was up", _line(parsed.exchange))
        for part in self.parts:
            if previous_results[part.giver] <= 0 or previous_results[part.receiver] >= 0:
                seat, was = (part.giver, "up") if previous_results[part.giver] <= 0 else (part.receiver, "down")
                pair = f"{part.giver.word} to {part.receiver.word}"
                raise RecordError(f"a gift from {pair}: {seat.word} was not {was}", _line(parsed.exchange))

    def through(self) -> None:
        """Go as far as the record tells."""
        while (found := self._next()) is not None:
            try:
                self.deal = self.deal.after(found.value)
            except GameError as error:
                raise RecordError(str(error), found.line) from error

    def _next(self) -> At[Event] | None:
        """The event that is due, as the record tells it or takes it for granted; None where the record ends."""
        step, parsed = self.deal.due, self.parsed
        if step is None:
            return None
        if step.kind is Give:
            return self._give(step.seat)
        if step.kind is Look:
            return self._look()
        if step.kind is Call:
            return At(Call(step.seat, parsed.trump.value), parsed.trump.line) if parsed.trump else None
        if step.kind is Discard:
            return self._discard()
        if step.kind is Play:
            return self._play(step.seat)
        return self._unchosen()

    def _give(self, seat: Seat) -> At[Event] | None:
        parts = [part for part in self.parts if part.giver is seat]
        line = self._line_of_later()
        if not parts and line is None:
            return None
        line = _line(self.parsed.exchange) or line or self.parsed.line
        cards: dict[Seat, Cards] = {part.receiver: part.given for part in parts}
        dealer, left, right = (cards.get(receiver, Hand()) for receiver in Seat)
        return At(Give(seat, (dealer, left, right)), line)

    def _look(self) -> At[Event] | None:
        if self.parsed.looked:
            return At(Look(Seat.DEALER, self.parsed.looked.value), self.parsed.looked.line)
        return At(Look(Seat.DEALER, False), self.parsed.trump.line) if self.parsed.trump else None

    def _discard(self) -> At[Event] | None:
        if self.parsed.discard:
            return At(Discard(Seat.DEALER, self.parsed.discard.value), self.parsed.discard.line)
        line = self._line_of_later()
        if line is not None and self.deal.viewer not in (None, Seat.DEALER):
            return At(Discard(Seat.DEALER, Unseen(KITTY)), line)
        return None

    def _play(self, seat: Seat) -> At[Event] | None:
        """The card in the mover's column of the row of the trick in progress."""
        if self.parsed.play is None:
            return None
        index = sum(self.deal.won) * len(Seat) + (seat - self.parsed.play.value) % len(Seat)
        cell = self.parsed.cells[index] if index < len(self.parsed.cells) else None
        if cell is None or cell.value is None:
            return None
        self.used_cells.add(index)
        return At(Play(seat, cell.value), cell.line)

    # What needs no choice: told in a seat's view only, for where all is known the rules make it.

    def _unchosen(self) -> At[Event] | None:
        step = self.deal.due
        assert step is not None
        sees = self.deal.viewer in (step.seat, step.to)
        if step.kind in (Peek, Take):
            return self._kitty(step.kind, sees)
        assert step.to is not None
        if step.kind is Return:
            return self._return(step.seat, step.to, sees)
        return self._show(step.seat, step.to)

    def _kitty(self, kind: type[Event], sees: bool) -> At[Event] | None:
        assert self.parsed.deal is not None and (kind is Peek or kind is Take)
        kitty: Cards | None = self.parsed.deal.value.kitty if sees else Unseen(KITTY)
        if kitty is None:
            if self._line_of_later() is not None:
                raise RecordError("the kitty is not told (expected its cards, K:...)", self.parsed.deal.line)
            return None
        return At(kind(Seat.DEALER, kitty), self.parsed.deal.line)

    def _return(self, seat: Seat, to: Seat, sees: bool) -> At[Event] | None:
        part = next((part for part in self.parts if (part.giver, part.receiver) == (to, seat)), None)
        line = _line(self.parsed.exchange) or self.parsed.line
        if part is not None and part.back is not None:
            return At(Return(seat, to, part.back), line)
        if seat is self.deal.viewer:
            return At(self.deal.forced(), line)
        if not sees:
            return At(Return(seat, to, Unseen(len(self.deal.given(to, seat)))), line)
        if self._line_of_later() is not None:
            raise RecordError(f"the return from {seat.word} to {to.word} is not told", line)
        return None

    def _show(self, seat: Seat, to: Seat) -> At[Event]:
        """What the record does not tell to have been shown was not, but for the dealer's own showing."""
        shown = dict(self.parsed.shown.value) if self.parsed.shown else {}
        line = _line(self.parsed.shown) or self.parsed.line
        if to not in shown and seat is self.deal.viewer:
            return At(self.deal.forced(), line)
        return At(Show(seat, to, shown.get(to, Hand())), line)

    # Does the record go on?

    def _line_of_later(self) -> int | None:
        """The line of something told of a later step, which shows that the step now due has been done."""
        for step in self.deal.schedule[1:]:
            line = self._line_of(step.kind, step.seat, step.to)
            if line is not None:
                return line
        return None

    def _line_of(self, kind: type[Event], seat: Seat, to: Seat | None) -> int | None:
        parsed = self.parsed
        if kind in (Give, Return):
            pairs = [(p.giver, p.receiver) for p in self.parts if kind is Give or (p.back is not None and len(p.back))]
            is_told = any(giver is seat for giver, _ in pairs) if kind is Give else (to, seat) in pairs
            return _line(parsed.exchange) if is_told else None
        if kind is Play:
            return next((cell.line for cell in parsed.cells if cell.value is not None), None)
        return _line({Look: parsed.looked, Call: parsed.trump, Show: parsed.shown, Discard: parsed.discard}.get(kind))

    # Is all of it used?

    def check_all_used(self) -> None:
        """Raises RecordError for what is told and was never due, and for what the rules make otherwise."""
        done = {type(event) for event in self.deal.events}
        parsed = self.parsed
        if parsed.looked and Look not in done:
            self._refuse_look(parsed.looked.line)
        if parsed.trump and Call not in done:
            raise RecordError(f"a call before it is due ({self._due()})", parsed.trump.line)
        if parsed.discard and Discard not in done:
            raise RecordError(f"a discard before it is due ({self._due()})", parsed.discard.line)
        if parsed.exchange:
            self._check_exchange(parsed.exchange.line)
        if parsed.shown:
            self._check_shown(parsed.shown)
        for i, cell in enumerate(parsed.cells):
            if cell.value is not None and i not in self.used_cells:
                raise RecordError(f"{cell.value} out of turn ({self._due()})", cell.line)

    def _due(self) -> str:
        step = self.deal.due
        return "the deal is over" if step is None else f"expected {step.kind.name} by {step.seat.word}"

    def _refuse_look(self, line: int) -> None:
        if may_look(self.deal.rules, self.deal.previous_results):
            raise RecordError(f"a look at the kitty before it is due ({self._due()})", line)
        if not self.deal.rules.kitty_peek:
            raise RecordError("a look at the kitty, which these rules do not allow (expected kitty_peek=yes)", line)
        raise RecordError("a look at the kitty by a dealer who is not told to have won 0 or 1 tricks", line)

    def _check_exchange(self, line: int) -> None:
        gives = [event.seat for event in self.deal.events if isinstance(event, Give)]
        order = list(dict.fromkeys(part.giver for part in self.parts))
        for giver in order:
            if giver not in gives:
                raise RecordError(f"a gift by {giver.word} before it is due ({self._due()})", line)
        if order != [giver for giver in gives if giver in order]:
            first = next(giver for giver in gives if giver in order)
            raise RecordError(f"exchanges out of order (expected {first.word}'s first under these rules)", line)
        for part in self.parts:
            self._check_part(part, line)

    def _check_part(self, part: Part, line: int) -> None:
        back = self.deal.handed_back(part.receiver, part.giver)
        if part.back is None or part.back == back:
            return
        pair = f"{part.receiver.word} to {part.giver.word}"
        if len(back) == 0:
            raise RecordError(f"a return from {pair} before it is due ({self._due()})", line)
        raise RecordError(
            f"a return of {format_cards(part.back)} from {pair} (expected the highest, {format_cards(back)})", line
        )

    def _check_shown(self, shown: At[list[tuple[Seat, Cards]]]) -> None:
        done = {event.to: event.cards for event in self.deal.events if isinstance(event, Show)}
        for to, cards in shown.value:
            if to not in done:
                raise RecordError(f"a showing to {to.word}, to whom the dealer need not show", shown.line)
            if cards != done[to]:
                raise RecordError(
                    f"{format_cards(cards)} shown to {to.word} (expected {format_cards(done[to])})", shown.line
                )


def _line(at: At[Any] | None) -> int | None:
    return None if at is None else at.line


def _check_place_in_match(parsed: ParsedRecord, rules: RuleSet) -> None:
    """Raises RecordError where deal number, score and last results cannot all be true."""
    board, score, previous_results = parsed.board, parsed.score, parsed.previous_results
    if board and board.value == 1 and previous_results:
        raise RecordError(
            "a first deal with [Carry ...] (expected none, or another [Board ...])", previous_results.line
        )
    if board and board.value == 1 and score and any(score.value):
        raise RecordError("a first deal with a score (expected D:0 L:0 R:0, or another [Board ...])", score.line)
    if board and board.value == 2 and score and previous_results and score.value != previous_results.value:
        raise RecordError("a second deal with another score than the first deal's result, [Carry ...]", score.line)
    if score and previous_results:
        won = tricks_won(rules, previous_results.value)
        before = board.value - 1 if board else 1
        if winners := winners_of(rules, score.value, previous_results.value, won, before):
            names = " and ".join(parsed.names.get(seat, seat.word) for seat in winners)
            raise RecordError(f"the match was over before this deal: {names} had won it", score.line)


def _check_result(parsed: ParsedRecord, deal: Deal) -> None:
    """A result that the play does not reach may still be told, of a deal not played to its end."""
    if parsed.result is None:
        return
    result = parsed.result.value
    so_far = " ".join(f"{seat.letter}:{deal.won[seat]}" for seat in Seat)
    if sum(result) != TRICKS or min(result) < 0:
        raise RecordError(f"a result that does not sum to {TRICKS} tricks", parsed.result.line)
    if any(result[seat] < deal.won[seat] for seat in Seat):
        least = "" if deal.over else "at least "
        raise RecordError(f"a result that is not the play's (expected {least}{so_far})", parsed.result.line)
