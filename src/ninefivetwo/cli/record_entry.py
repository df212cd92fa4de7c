"""A value with the user's answers about a deal so far and the next question."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.errors import GameError, quoted
from ninefivetwo.game import (
    Call,
    Cards,
    Deal,
    DealView,
    Discard,
    Event,
    Give,
    GiveTurn,
    Match,
    Peek,
    Play,
    PreviousResults,
    Return,
    Show,
    Take,
    Unseen,
    YesNo,
    after_cards,
    check_previous_results,
    each_card,
)
from ninefivetwo.game.events import CHOICES, Step, hidden_gifts
from ninefivetwo.game.match import SEAT_NAMES, Three, place_fault
from ninefivetwo.game.records import Record, Tag, record_of, seat_items
from ninefivetwo.game.rules import TRICKS, RuleSet
from ninefivetwo.game.rules.club import parse_rules
from ninefivetwo.think.knowledge import Knowledge
from ninefivetwo.words.entry_words import event_asked, gifts_owed
from ninefivetwo.words.figures import plural
from ninefivetwo.words.speaker import parse_answer, parse_call, parse_gift, parse_hand


@dataclass(frozen=True)
class Entry:
    """The user's answers about a deal so far. `past` is the entry before the last answer.

    `results` and `score` are None until the user answers the questions about them.
    """

    rules: RuleSet | None = None
    seat: Seat | None = None
    results: PreviousResults | tuple[()] | None = None
    score: Three | tuple[()] | None = None
    match: Match | None = None
    past: Entry | None = None

    @classmethod
    def of(cls, record: Record, seat: Seat) -> Entry:
        """Return the entry that gives this record of a deal from a seat's view, with all past entries.

        Raises RecordError, or GameError if the record does not have the seat's hand.
        """
        match, score = record.match, () if record.tag("Score") is None else record.match.score
        deal, seen = _settled(DealView.at_start(match.deal, seat)), match.deal.seen_by(seat)
        entry = cls(match.rules, seat, match.previous_results or (), score, replace(match, deal=deal))
        for number, event in enumerate(seen.events):
            if number == len(deal.events):  # Earlier events follow from the answers.
                deal = _settled(deal.after(event))
                entry = entry.at(deal)
        return entry

    @property
    def view(self) -> DealView | None:
        """The user's view of the deal, or None before the user's hand is known."""
        return None if self.match is None else self.match.view

    @property
    def over(self) -> bool:
        return self.view is not None and self.view.over

    def question(self) -> str:
        """Return the next question to the user."""
        asked = (
            (self.rules, "Rules (Enter: wikipedia):"),
            (self.seat, "Your seat (dealer, left or right):"),
            (self.results, "Results of the previous deal, such as D:-3 L:+2 R:+1 (Enter: this is the first deal):"),
            (self.score, "Score before this deal, such as D:4 L:-3 R:-1 (Enter: unknown):"),
        )
        for answer, question in asked:
            if answer is None:
                return question
        if self.view is None:
            return "Your sixteen cards as dealt:"
        return "The deal is over (type undo or q):" if self.over else event_asked(self.view, _due(self.view))

    def answered(self, text: str) -> Entry:
        """Return the entry after the user's answer; during the play, each card becomes a separate entry.

        Raises an error if the answer cannot be parsed, breaks the rules, or contradicts earlier answers.
        """
        if self.view is None:
            return replace(self._with(text), past=self)
        entry, step = self, _due(self.view)
        if step.kind is not Play:
            return self.at(_settled(self.view.after(_event_of(self.view, step, text))))
        for card in each_card(text, [play.card for play in self.view.plays]):
            view = self.view if entry.view is None else entry.view
            entry = entry.at(_possible(view, after_cards(view, [card])))
        if entry is self:
            raise GameError("no cards (expected the cards of the trick in order, such as S3 S2 SJ)")
        return entry

    def at(self, deal: DealView) -> Entry:
        """Return a new entry with a later state of the deal, whose `past` is this entry."""
        return replace(self, match=None if self.match is None else replace(self.match, deal=deal), past=self)

    def _with(self, text: str) -> Entry:
        if self.rules is None:
            return replace(self, rules=parse_rules(text or "wikipedia"))
        if self.seat is None:
            return replace(self, seat=Seat.parse(text))
        if self.results is None:
            return self._with_results(seat_items(text) if text else ())
        if self.score is None:
            return self._with_score(seat_items(text) if text else ())
        results, (hand, _) = self.results or None, Hand.parse_small(text, Hand())
        if len(hand) != TRICKS:
            raise GameError(f"{plural(len(hand), 'card')} in the hand (expected {TRICKS})")
        deal = _settled(DealView.from_hand(self.rules, self.seat, hand, results))
        return replace(self, match=Match(self.rules, SEAT_NAMES, self.score or (0, 0, 0), results, deal=deal))

    def _with_results(self, results: PreviousResults | tuple[()]) -> Entry:
        assert self.rules is not None
        if not results:
            return replace(self, results=(), score=(0, 0, 0))
        check_previous_results(self.rules, results)
        return replace(self, results=results)

    def _with_score(self, score: Three | tuple[()]) -> Entry:
        assert self.rules is not None and self.results
        if sum(score):
            raise GameError(f"the score sums to {sum(score)} (expected 0, such as D:4 L:-3 R:-1)")
        if score and (fault := place_fault(self.rules, SEAT_NAMES, None, score, self.results)):
            raise GameError(fault[1])
        return replace(self, score=score)

    def record(self) -> Record | None:
        """Return the record of the answers so far, or None before the user's hand is known."""
        if self.match is None:
            return None
        view = self.match.view
        record = record_of(replace(self.match, deal=_all_hands(view) or view))
        unknown = () if self.score else ("Score",)
        return Record(tuple(item for item in record.items if not (isinstance(item, Tag) and item.name in unknown)))


def _due(view: DealView) -> Step:
    """Return the next step of a deal in the order of events. Raises GameError if the deal is over."""
    if (step := view.due) is None:
        raise GameError("the deal is over (expected undo, or quit)")
    return step


def _settled(view: DealView) -> DealView:
    """Return the view after all events that the rules determine or that the user cannot see."""
    while (event := view.untold()) is not None:
        view = view.after(event)
    return view


def _possible(before: DealView, after: DealView) -> DealView:
    """Return the view after a card is played. Raises GameError if this card contradicts earlier events."""
    if not Knowledge(after).count():
        card, seat, number = after.plays[-1].card, after.plays[-1].seat.word, sum(before.won) + 1
        place = f"trick {number}, card {len(before.table) + 1}"
        raise GameError(f"{place}: {card} cannot be {seat}'s card after what you have seen (expected another card)")
    return after


def _all_hands(view: DealView) -> Deal | None:
    """Return the deal with all hands if the deal is over and the user has seen all hands, else None."""
    if not view.over:
        return None
    hands = [Hand.of(play.card for play in view.plays if play.seat is seat) for seat in Seat]
    kitty = Hand()
    for event in reversed(view.events):
        match event:
            case Give(seat, gifts):
                moved = [(seat, to, gifts[to]) for to in Seat]
            case Return(seat, to, cards):
                moved = [(seat, to, cards)]
            case Take(seat, Hand() as cards):
                hands[seat] -= cards
                kitty = cards
                continue
            case Discard(seat, Hand() as cards):
                hands[seat] |= cards
                continue
            case Take() | Discard():
                return None
            case _:
                continue
        for giver, receiver, cards in moved:
            if isinstance(cards, Unseen):
                return None
            hands[giver] |= cards
            hands[receiver] -= cards
    dealer, left, right = hands
    deal = Deal.of_hands(view.rules, (dealer, left, right), kitty, view.previous_results)
    for event in view.events:
        if isinstance(event, CHOICES):
            deal = deal.after(event)
    return deal


def _event_of(view: DealView, step: Step, text: str) -> Event:
    seat, to, turn = step.seat, step.to, view.turn
    if step.kind is Call:
        return Call(seat, parse_call(text))
    if issubclass(step.kind, YesNo):
        return step.kind(seat, parse_answer(step.kind, text))
    if isinstance(turn, GiveTurn):
        return parse_gift(turn, text) if seat is view.viewer else _gift_seen(view, seat, text)
    if step.kind is Show and to is not None and to is not view.viewer:
        return Show(seat, to, _number(text or "0"))
    cards = parse_hand(text)
    if (step.kind is Return or step.kind is Show) and to is not None:
        return step.kind(seat, to, cards)
    if step.kind is Peek or step.kind is Take or step.kind is Discard:
        return step.kind(seat, cards)
    raise GameError("no answer is due")


def _gift_seen(view: DealView, giver: Seat, text: str) -> Give:
    """Parse another player's gift: the cards received, and, if requested, the number of cards for the third player."""
    me, numbers = view.viewer, gifts_owed(view, giver)
    third = next(seat for seat in Seat if seat not in (me, giver))
    if not view.rules.must_give and numbers[third]:
        own, named, number = (text if numbers[me] else f"{third.word} {text}").lower().rpartition(third.word)
        if not named:
            raise GameError(f"number of cards for {third.word} missing (expected such as C3, {third.word} 1)")
        numbers[third], text = len(_number(number)), own
    cards = parse_hand(text)
    dealer, left, right = numbers.values()
    return Give(giver, hidden_gifts((dealer, left, right), me, cards))


def _number(text: str) -> Cards:
    """Parse a number of hidden cards. Raises GameError if the number is invalid."""
    if not re.fullmatch(r"[0-9]", text.strip()):
        raise GameError(f"not a number of cards: {quoted(text)} (expected 0, 1, 2 ...)")
    return Unseen(int(text)) if int(text) else Hand()
