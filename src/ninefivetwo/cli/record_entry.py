"""What a player has typed of a deal so far, as a value: what is asked next, and what an answer makes of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from ninefivetwo.cards import Card, Hand, Seat, Trump
from ninefivetwo.errors import GameError, quoted
from ninefivetwo.game import (
    Call,
    Cards,
    DealView,
    Discard,
    Event,
    Give,
    GiveTurn,
    Look,
    Match,
    Peek,
    Play,
    PreviousResults,
    Return,
    Show,
    Take,
    Unseen,
    after_cards,
    check_previous_results,
    parse_tricks,
)
from ninefivetwo.game.events import hidden_gifts
from ninefivetwo.game.exchange import Step, owed
from ninefivetwo.game.match import NAMES, Three, place_fault
from ninefivetwo.game.records import Record, Tag, by_seat, record_of
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.game.rules.club import parse_rules
from ninefivetwo.words.actions import parse_answer, parse_gift, parse_hand
from ninefivetwo.words.figures import plural
from ninefivetwo.words.speaker import Speaker


@dataclass(frozen=True)
class Entry:
    """What has been typed so far, as a value; `past` is the entry before the last answer.

    `results` and `score` are None as long as they have not been asked for, empty where there are none.
    """

    rules: RuleSet | None = None
    seat: Seat | None = None
    results: PreviousResults | tuple[()] | None = None
    score: Three | tuple[()] | None = None
    match: Match | None = None
    past: Entry | None = None

    @classmethod
    def of(cls, record: Record, seat: Seat) -> Entry:
        """The entry that makes the record of a deal as a seat saw it, answer by answer.

        Raises RecordError, and GameError for a seat whose hand the record does not have.
        """
        match, score = record.match, () if record.tag("Score") is None else record.match.score
        deal, seen = _settled(DealView.at_start(match.deal, seat)), match.deal.seen_by(seat)
        entry = cls(match.rules, seat, match.previous_results or (), score, replace(match, deal=deal))
        for number, event in enumerate(seen.events):
            if number == len(deal.events):  # those before it have been told, or follow from what was
                deal = _settled(deal.after(event))
                entry = entry.at(deal)
        return entry

    @property
    def view(self) -> DealView | None:
        """The deal as the player sees it; None before the hand."""
        return None if self.match is None else self.match.view

    @property
    def over(self) -> bool:
        return self.view is not None and self.view.over

    def question(self) -> str:
        """What is asked next."""
        if self.rules is None:
            return "rules (Enter: wikipedia):"
        if self.seat is None:
            return "your seat, dealer, left or right:"
        if self.results is None:
            return 'last deal\'s results, such as "D:-3 L:+2 R:+1" (Enter: first deal):'
        if self.score is None:
            return 'score before this deal, such as "D:4 L:-3 R:-1" (Enter: not known):'
        if self.view is None:
            return "your sixteen cards as dealt:"
        return "the deal is over, undo or q:" if self.over else _question_of(self.view, _due(self.view))

    def answered(self, text: str) -> Entry:
        """The entry after an answer to the question; its past has an entry for each card of an answer in the play.

        Raises errors of ours for what cannot be read, is against the rules, or cannot be by what was told before.
        """
        if self.view is None:
            return replace(self._with(text), past=self)
        entry, step = self, _due(self.view)
        if step.kind is not Play:
            return self.at(_settled(self.view.after(_event_of(self.view, step, text))))
        for card in _cards_played(self.view, text):
            entry = entry.at(after_cards(self.view if entry.view is None else entry.view, [card]))
        return entry

    def at(self, deal: DealView) -> Entry:
        """The entry that follows this one with the deal at a later moment."""
        return replace(self, match=None if self.match is None else replace(self.match, deal=deal), past=self)

    def _with(self, text: str) -> Entry:
        if self.rules is None:
            return replace(self, rules=parse_rules(text or "wikipedia"))
        if self.seat is None:
            return replace(self, seat=Seat.parse(text))
        if self.results is None:
            return self._with_results(by_seat(text) if text else ())
        if self.score is None:
            return self._with_score(by_seat(text) if text else ())
        results = self.results or None
        deal = _settled(DealView.from_hand(self.rules, self.seat, Hand.parse(text), results))
        return replace(self, match=Match(self.rules, NAMES, self.score or (0, 0, 0), results, deal=deal))

    def _with_results(self, results: PreviousResults | tuple[()]) -> Entry:
        assert self.rules is not None
        if not results:
            return replace(self, results=(), score=(0, 0, 0))
        check_previous_results(self.rules, results)
        return replace(self, results=results)

    def _with_score(self, score: Three | tuple[()]) -> Entry:
        assert self.rules is not None and self.results
        if sum(score):
            raise GameError(f"a score that does not sum to 0: {score} (expected such as D:4 L:-3 R:-1)")
        if score and (fault := place_fault(self.rules, NAMES, None, score, self.results)):
            raise GameError(fault[1])
        return replace(self, score=score)

    def record(self) -> Record | None:
        """The record of what has been typed; None before the hand."""
        if self.match is None:
            return None
        record = record_of(self.match)
        unknown = () if self.score else ("Score",)
        return Record(tuple(item for item in record.items if not (isinstance(item, Tag) and item.name in unknown)))


def _due(view: DealView) -> Step:
    """The step that is due.  Raises GameError when the deal is over."""
    if (step := view.due) is None:
        raise GameError("the deal is over (expected undo, or quit)")
    return step


def _gifts(view: DealView, giver: Seat) -> dict[Seat, int]:
    """How many cards at most a seat gives to each."""
    return dict(zip(Seat, dict(owed(view.rules, view.previous_results or (0, 0, 0)))[giver], strict=True))


# What happens without a question.


def _settled(view: DealView) -> DealView:
    """The view once everything has happened that follows from the rules or is out of the player's sight."""
    while (event := view.untold()) is not None:
        view = view.after(event)
    return view


# What is asked, and what an answer means.


def _question_of(view: DealView, step: Step) -> str:
    seat, to, me = step.seat, step.to, view.viewer
    who = "you" if seat is me else seat.word
    if step.kind is Give:
        return _gift_question(view, seat)
    if step.kind is Return:
        return f"{who} hands you back {plural(len(view.given(me, seat)), 'card')}:"
    if step.kind is Look:
        return f"{'do you look' if seat is me else 'does the dealer look'} at the kitty before the call, yes or no:"
    if step.kind is Show:
        if to is me:
            return "kitty cards that the dealer shows you (nothing if none):"
        return f"how many kitty cards the dealer shows to {to.word if to else ''} (Enter: none):"
    if step.kind is Peek or step.kind is Take:
        return "the four cards of the kitty:"
    if step.kind is Call:
        return "trump, S H D C or N:"
    if step.kind is Discard:
        return "the four cards that you discard:"
    return _trick_question(view, step)


def _gift_question(view: DealView, giver: Seat) -> str:
    me, upto = view.viewer, "" if view.rules.must_give else "up to "
    numbers = {seat: number for seat, number in _gifts(view, giver).items() if number}
    parts = ", ".join(f"{'you' if s is me else s.word} {upto}{plural(n, 'card')}" for s, n in numbers.items())
    if giver is me:
        return f"you give {parts}:"
    if me not in numbers:
        return f"{giver.word} gives {parts}; how many:"
    third = next((seat for seat in numbers if seat is not me), None)
    if view.rules.must_give or third is None:
        return f"{giver.word} gives you {upto}{plural(numbers[me], 'card')}:"
    return f"{giver.word} gives {parts}; which to you, and how many to {third.word}, such as C3, {third.word} 1:"


def _trick_question(view: DealView, step: Step) -> str:
    number, speaker = f"trick {sum(view.won) + 1}", Speaker(me=view.viewer)
    if view.table:
        return f"{number}, {' '.join(map(str, view.table))}, then {speaker.name(step.seat)}:"
    won = ", ".join(f"{seat.word} {view.won[seat]}" for seat in Seat)
    return f"{number}, {speaker.does(step.seat, 'leads')}" + (f" (won: {won}):" if any(view.won) else ":")


def _cards_played(view: DealView, text: str) -> tuple[Card, ...]:
    """The cards of an answer in the play, at least one.  Raises AdviceError, GameError."""
    if cards := parse_tricks(text, [play.card for play in view.plays]):
        return cards
    raise GameError("no card (expected the cards of the trick in their order, such as S3 S2 SJ)")


def _event_of(view: DealView, step: Step, text: str) -> Event:
    seat, to, turn = step.seat, step.to, view.turn
    if step.kind is Call:
        return Call(seat, Trump.parse(text))
    if step.kind is Look:
        return Look(seat, parse_answer(text))
    if isinstance(turn, GiveTurn):
        return parse_gift(turn, text) if seat is view.viewer else _gift_seen(view, seat, text)
    if step.kind is Show and to is not None and to is not view.viewer:
        return Show(seat, to, _number(text or "0"))
    cards = parse_hand(text)
    if (step.kind is Return or step.kind is Show) and to is not None:
        return step.kind(seat, to, cards)
    if step.kind is Peek or step.kind is Take or step.kind is Discard:
        return step.kind(seat, cards)
    raise GameError("nothing to be told now")


def _gift_seen(view: DealView, giver: Seat, text: str) -> Give:
    """Another's gift: the cards that came, and where it is free how many went to the third player."""
    me, numbers = view.viewer, _gifts(view, giver)
    third = next(seat for seat in Seat if seat not in (me, giver))
    if not view.rules.must_give and numbers[third]:
        own, named, number = (text if numbers[me] else f"{third.word} {text}").lower().rpartition(third.word)
        if not named:
            raise GameError(f"no number of cards for {third.word} (expected such as C3, {third.word} 1)")
        numbers[third], text = len(_number(number)), own
    cards = parse_hand(text)
    dealer, left, right = numbers.values()
    return Give(giver, hidden_gifts((dealer, left, right), me, cards))


def _number(text: str) -> Cards:
    """So many cards, not seen.  Raises GameError for no number."""
    if not re.fullmatch(r"[0-9]", text.strip()):
        raise GameError(f"no number of cards: {quoted(text)} (expected 0, 1, 2 ...)")
    return Unseen(int(text)) if int(text) else Hand()
