"""Convert a parsed record to a match by replaying its deal.

The replay stops at the end of the record. If a part of the record is unused or contradicts the rules, the error message
gives the line number.
"""

from __future__ import annotations

from msgspec.structs import replace

from ninefivetwo.cards import Card, Hand, Seat, by_seat
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
    Match,
    Peek,
    Play,
    Return,
    Show,
    Take,
    Unseen,
    YesNo,
)
from ninefivetwo.game.events import PreviousResults, check_previous_results, format_cards, owed
from ninefivetwo.game.match import place_fault
from ninefivetwo.game.records.document import At, DealtCards, ExchangePart, ParsedRecord
from ninefivetwo.game.rules import TRICKS, RuleSet
from ninefivetwo.layout import Layout


def replay(parsed: ParsedRecord) -> Match:
    """Return the match at the end of the record. Raises RecordError, with the line, if the record breaks the rules."""
    if parsed.rules is None:
        raise RecordError("missing [Rules ...] in the deal (expected one; an empty line ends a deal)", parsed.line)
    if parsed.deal is None:
        raise RecordError("missing [Deal ...] in the deal (expected one; an empty line ends a deal)", parsed.line)
    names = by_seat(parsed.names.get(seat, seat.word) for seat in Seat)
    _check_place_in_match(parsed, parsed.rules.value, names)
    run = _Run(parsed, parsed.deal, _begin(parsed, parsed.rules.value, parsed.deal))
    run.through()
    run.check_all_used()
    _check_result(parsed, run.deal)
    return Match(
        run.deal.rules,
        names,
        _score(parsed, run.deal),
        run.deal.previous_results,
        parsed.board.value if parsed.board else 1,
        deal=run.deal,
    )


def _score(parsed: ParsedRecord, deal: Deal) -> tuple[int, int, int]:
    """Return the score before the deal. Without a Score tag, the score before deal 2 is the result of deal 1."""
    if parsed.score:
        return parsed.score.value
    second = parsed.board is not None and parsed.board.value == 2
    return deal.previous_results if second and deal.previous_results else (0, 0, 0)


def _check_place_in_match(parsed: ParsedRecord, rules: RuleSet, names: tuple[str, str, str]) -> None:
    """Raise RecordError if the deal number, score and previous results contradict each other."""
    score, results = parsed.score, parsed.previous_results
    if results:
        try:
            check_previous_results(rules, results.value)
        except GameError as error:
            raise results.fault(str(error)) from error
    number = parsed.board.value if parsed.board else None
    fault = place_fault(rules, names, number, score.value if score else None, results.value if results else None)
    for part, at in (("score", score), ("previous_results", results)):
        if fault and at and fault[0] == part:
            raise at.fault(fault[1])


def _begin(parsed: ParsedRecord, rules: RuleSet, dealt: At[DealtCards]) -> Deal:
    results = parsed.previous_results.value if parsed.previous_results else None
    try:
        return _dealt(parsed.viewer, rules, dealt, results)
    except GameError as error:
        raise dealt.fault(str(error)) from error


def _dealt(viewer: At[Seat] | None, rules: RuleSet, dealt: At[DealtCards], results: PreviousResults | None) -> Deal:
    (dealer, left, right), kitty = dealt.value.hands, dealt.value.kitty
    if dealer is not None and left is not None and right is not None:
        if viewer:
            raise viewer.fault(f"all three hands are known (expected ? for those {viewer.value.word} does not see)")
        return Deal.start(rules, Layout(dealer, left, right, kitty), results)
    if viewer is None:
        raise dealt.fault("hands not known: ? (expected all three hands, or [Viewer ...] to say whose view this is)")
    hand = dealt.value.hands[viewer.value]
    if hand is None or sum(other is not None for other in dealt.value.hands) > 1:
        raise dealt.fault(f"a hand other than the viewer's (expected only the hand of {viewer.value.word}, else ?)")
    if kitty is not None and viewer.value is not Seat.DEALER:
        raise dealt.fault(f"a kitty that {viewer.value.word} cannot see (expected K:?)")
    return DealView.from_hand(rules, viewer.value, hand, results)


class _Run:
    """The state of a replay: the deal so far, and the parts of the record used so far."""

    def __init__(self, parsed: ParsedRecord, dealt: At[DealtCards], deal: Deal) -> None:
        self.parsed, self.dealt, self.deal = parsed, dealt, deal
        self.used_cells: set[int] = set()
        self.parts: list[ExchangePart] = []
        if parsed.exchange and parsed.exchange.value:
            self.parts = _parts(parsed.exchange, deal)

    def through(self) -> None:
        """Replay the deal to the end of the record."""
        while (event := self._next()) is not None:
            try:
                self.deal = self.deal.after(event.value)
            except GameError as error:
                raise event.fault(str(error)) from error

    def _next(self) -> At[Event] | None:
        """Return the next event that the record states or implies, or None at the end of the record."""
        step, parsed = self.deal.due, self.parsed
        if step is None:
            return None
        if step.kind is Give:
            return self._give(step.seat)
        if issubclass(step.kind, YesNo):
            return self._answer(step.kind, step.seat)
        if step.kind is Call:
            return _with(parsed.trump, Call(step.seat, parsed.trump.value)) if parsed.trump else None
        if step.kind is Discard:
            return self._discard()
        if step.kind is Play:
            return self._play(step.seat)
        # The remaining events are forced. Only the record of one seat's view states forced events.
        if step.kind is Peek or step.kind is Take:
            return self._kitty(step.kind, sees=self.deal.viewer is step.seat)
        if step.kind is Return and step.to is not None:
            return self._return(step.seat, step.to)
        return self._show(step.seat, step.to or step.seat)

    def _give(self, seat: Seat) -> At[Event] | None:
        cards: dict[Seat, Cards] = {part.receiver: part.given for part in self.parts if part.giver is seat}
        later = self._later()
        if not cards and later is None:
            return None
        return self._exchanged(Give(seat, by_seat(cards.get(receiver, Hand()) for receiver in Seat)), later)

    def _exchanged(self, event: Event, later: At[object] | None = None) -> At[Event]:
        """Return an event with the line of the Exchange tag or, without an Exchange tag, the line of `later`."""
        at = self.parsed.exchange or later
        return At(event, at.line if at else self.parsed.line, "Exchange")

    def _answer(self, kind: type[YesNo], seat: Seat) -> At[Event] | None:
        """Return the answer in the record, or "no" if the record only has the next choice."""
        if (at := self.parsed.answers.get(kind)) is not None:
            return _with(at, kind(seat, at.value))
        following = next(step for step in self.deal.schedule[1:] if step.is_choice)
        later = self._part_of(following.kind, following.seat, following.to)
        return _with(later, kind(seat, False)) if later is not None else None

    def _discard(self) -> At[Event] | None:
        if self.parsed.discard:
            return _with(self.parsed.discard, Discard(Seat.DEALER, self.parsed.discard.value))
        later = self._later()
        if later is not None and self.deal.viewer not in (None, Seat.DEALER):
            return At(Discard(Seat.DEALER, Unseen(KITTY)), later.line, "Discard")
        return None

    def _play(self, seat: Seat) -> At[Event] | None:
        """Return a seat's play in the current trick, or None if the record ends earlier."""
        if self.parsed.play is None:
            return None
        index = sum(self.deal.won) * len(Seat) + (seat - self.parsed.play.value) % len(Seat)
        cell = self.parsed.cells[index] if index < len(self.parsed.cells) else None
        if cell is None or cell.value is None:
            return None
        self.used_cells.add(index)
        return _with(cell, Play(seat, cell.value))

    def _kitty(self, kind: type[Peek] | type[Take], sees: bool) -> At[Event] | None:
        kitty: Cards | None = self.dealt.value.kitty if sees else Unseen(KITTY)
        if kitty is not None:
            return _with(self.dealt, kind(Seat.DEALER, kitty))
        if self._later() is not None:
            raise self.dealt.fault("the kitty is missing (expected its cards, K:...)")
        return None

    def _return(self, seat: Seat, to: Seat) -> At[Event] | None:
        part = next((part for part in self.parts if (part.giver, part.receiver) == (to, seat)), None)
        if part is not None and part.back is not None:
            return self._exchanged(Return(seat, to, part.back))
        if seat is self.deal.viewer:
            return self._exchanged(self.deal.forced())
        if to is not self.deal.viewer:
            return self._exchanged(Return(seat, to, Unseen(len(self.deal.given(to, seat)))))
        if self._later() is not None:
            raise self._exchanged(self.deal.events[-1]).fault(
                f"missing return from {seat.word} to {to.word} (expected given/returned, such as C5/CA)"
            )
        return None

    def _show(self, seat: Seat, to: Seat) -> At[Event]:
        """Return the kitty cards shown according to the record or, in the dealer's view, according to the rules."""
        shown = dict(self.parsed.shown.value) if self.parsed.shown else {}
        line = self.parsed.shown.line if self.parsed.shown else self.parsed.line
        if to not in shown and seat is self.deal.viewer:
            return At(self.deal.forced(), line, "Shown")
        return At(Show(seat, to, shown.get(to, Hand())), line, "Shown")

    def _later(self) -> At[object] | None:
        """Return a part of the record about a later step, which implies that the current step is complete."""
        parts = (self._part_of(step.kind, step.seat, step.to) for step in self.deal.schedule[1:])
        return next((part for part in parts if part is not None), None)

    def _part_of(self, kind: type[Event], seat: Seat, to: Seat | None) -> At[object] | None:
        parsed = self.parsed
        if kind is Give:
            return parsed.exchange if any(part.giver is seat for part in self.parts) else None
        if kind is Return:
            pairs = [(part.giver, part.receiver) for part in self.parts if part.back is not None and len(part.back)]
            return parsed.exchange if (to, seat) in pairs else None
        if kind is Play:
            cell: At[Card | None] | None = next((cell for cell in parsed.cells if cell.value is not None), None)
            return cell or (parsed.play if self.deal.viewer is not None else None)
        if issubclass(kind, YesNo):
            return parsed.answers.get(kind)
        parts: dict[type[Event], At[object] | None] = {
            Call: parsed.trump,
            Show: parsed.shown,
            Discard: parsed.discard,
        }
        return parts.get(kind)

    def check_all_used(self) -> None:
        """Raise RecordError if a part of the record is unused or contradicts the rules."""
        done = {type(event) for event in self.deal.events}
        parsed = self.parsed
        for kind, at in parsed.answers.items():
            if kind not in done:
                why_not = kind.why_not(self.deal.rules, self.deal.previous_results)
                raise at.fault(why_not or f"{kind.name} before it is due ({self._due()})")
        if parsed.trump and Call not in done:
            raise parsed.trump.fault(f"a call before it is due ({self._due()})")
        if parsed.discard and Discard not in done:
            raise parsed.discard.fault(f"a discard before it is due ({self._due()})")
        if parsed.exchange:
            self._check_exchange(parsed.exchange)
        if parsed.shown:
            self._check_shown(parsed.shown)
        for i, cell in enumerate(parsed.cells):
            if cell.value is not None and i not in self.used_cells:
                raise cell.fault(f"{cell.value} out of turn ({self._due()})")

    def _due(self) -> str:
        step = self.deal.due
        return "the deal is over" if step is None else f"expected {step.kind.name} by {step.seat.word}"

    def _check_exchange(self, at: At[list[ExchangePart]]) -> None:
        gives = [event.seat for event in self.deal.events if isinstance(event, Give)]
        order = list(dict.fromkeys(part.giver for part in self.parts))
        for giver in order:
            if giver not in gives:
                raise at.fault(f"a gift by {giver.word} before it is due ({self._due()})")
        if order != [giver for giver in gives if giver in order]:
            first = next(giver for giver in gives if giver in order)
            raise at.fault(f"exchanges out of order (expected {first.word}'s first under these rules)")
        for part in self.parts:
            back = self.deal.handed_back(part.receiver, part.giver)
            if part.back is None or part.back == back:
                continue
            pair = f"{part.receiver.word} to {part.giver.word}"
            if not back:
                raise at.fault(f"a return from {pair} before it is due ({self._due()})")
            cards = format_cards(part.back)
            raise at.fault(f"a return of {cards} from {pair} (expected the highest, {format_cards(back)})")

    def _check_shown(self, shown: At[list[tuple[Seat, Cards]]]) -> None:
        done = {event.to: event.cards for event in self.deal.events if isinstance(event, Show)}
        for to, cards in shown.value:
            if to not in done:
                raise shown.fault(f"kitty cards shown to {to.word}, to whom none must be shown (expected none)")
            if cards != done[to]:
                raise shown.fault(f"{format_cards(cards)} shown to {to.word} (expected {format_cards(done[to])})")


def _with(at: At[object], event: Event) -> At[Event]:
    return At(event, at.line, at.tag)


def _parts(exchange: At[list[ExchangePart]], deal: Deal) -> list[ExchangePart]:
    """Return the parts of the exchange. If the rules fix the number of cards given, one ? stands for all the cards."""
    results = deal.previous_results
    if results is None:
        raise exchange.fault("an exchange without [Carry ...] to say who was up (expected both or neither)")
    for part in exchange.value:
        if results[part.giver] <= 0 or results[part.receiver] >= 0:
            seat, was = (part.giver, "up") if results[part.giver] <= 0 else (part.receiver, "down")
            raise exchange.fault(f"a gift from {part.giver.word} to {part.receiver.word}: {seat.word} was not {was}")
    if not deal.rules.must_give:
        return exchange.value
    numbers = dict(owed(deal.rules, results))
    return [_all_unknown(part, numbers[part.giver][part.receiver]) for part in exchange.value]


def _all_unknown(part: ExchangePart, number: int) -> ExchangePart:
    """Return a part of the exchange in which each unknown gift or return has `number` cards."""
    given: Cards = Unseen(number) if isinstance(part.given, Unseen) else part.given
    return replace(part, given=given, back=Unseen(number) if isinstance(part.back, Unseen) else part.back)


def _check_result(parsed: ParsedRecord, deal: Deal) -> None:
    """Raise RecordError if the result contradicts the play. The result may include tricks not in the record."""
    if parsed.result is None:
        return
    result = parsed.result.value
    so_far = " ".join(f"{seat.letter}:{deal.won[seat]}" for seat in Seat)
    if sum(result) != TRICKS or min(result) < 0:
        raise parsed.result.fault(f"a result that does not sum to {TRICKS} tricks (expected such as D:9 L:5 R:2)")
    if any(result[seat] < deal.won[seat] for seat in Seat):
        least = "" if deal.over else "at least "
        raise parsed.result.fault(f"a result that does not match the play (expected {least}{so_far})")
