"""What is still to happen in a deal: the rule set's order of events, spelt out for one deal."""

from __future__ import annotations

from dataclasses import dataclass

from ninefivetwo.cards import Seat
from ninefivetwo.game.events import Call, Discard, Event, Give, Look, Peek, Play, Return, Show, Take
from ninefivetwo.game.exchange import PreviousResults, may_look, owed
from ninefivetwo.game.rules import DealPhase, KittyShow, RuleSet

CHOICES = (Give, Look, Call, Discard, Play)


@dataclass(frozen=True, slots=True)
class Step:
    """Something due: the kind of event, whose it is (of a `Play`, who leads to the first trick), and to whom."""

    kind: type[Event]
    seat: Seat
    to: Seat | None = None

    @property
    def is_choice(self) -> bool:
        return self.kind in CHOICES

    def fits(self, event: Event) -> bool:
        """Is the event the one that is due?"""
        return type(event) is self.kind and event.seat is self.seat and getattr(event, "to", None) is self.to


def schedule(rules: RuleSet, previous_results: PreviousResults | None) -> tuple[Step, ...]:
    """The steps of a deal from its cards being dealt to the play; without `previous_results` it is the first of a
    match."""
    steps: list[Step] = []
    for phase in rules.first if previous_results is None else rules.later:
        steps += _steps(phase, rules, previous_results)
    return tuple(steps)


def _steps(phase: DealPhase, rules: RuleSet, previous_results: PreviousResults | None) -> list[Step]:
    dealer = Seat.DEALER
    gives = owed(rules, previous_results) if previous_results else []
    givers = [giver for giver, cards in gives if cards[dealer] and rules.kitty_show is not KittyShow.NO]
    shows = {giver: Step(Show, dealer, giver) for giver in givers}
    returns = {giver: [Step(Return, to, giver) for to in _clockwise(giver) if cards[to]] for giver, cards in gives}
    if kitty_first := _kitty_first(rules):
        for giver, show in shows.items():
            returns[giver].append(show)
    match phase:
        case DealPhase.EXCHANGE:
            return [step for giver, _ in gives for step in (Step(Give, giver), *returns[giver])]
        case DealPhase.GIVE:
            return [Step(Give, giver) for giver, _ in gives]
        case DealPhase.RETURN:
            return [step for giver, _ in gives for step in returns[giver]]
        case DealPhase.TRUMP:
            return [Step(Look, dealer)] * may_look(rules, previous_results) + [Step(Call, dealer)]
        case DealPhase.KITTY:
            return [Step(Take, dealer), *(() if kitty_first else shows.values())]
        case DealPhase.DISCARD:
            return [Step(Discard, dealer)]
        case DealPhase.PLAY:
            return [Step(Play, rules.lead)]


def _kitty_first(rules: RuleSet) -> bool:
    """Does the dealer take the kitty before he returns cards?  Then he shows cards of it after the return."""
    returning = DealPhase.EXCHANGE if DealPhase.EXCHANGE in rules.later else DealPhase.RETURN
    return rules.later.index(DealPhase.KITTY) < rules.later.index(returning)


def after_look(schedule: tuple[Step, ...], looks: bool) -> tuple[Step, ...]:
    """The schedule once the dealer has said whether he looks."""
    return (Step(Peek, Seat.DEALER), *schedule) if looks else schedule


def _clockwise(seat: Seat) -> tuple[Seat, Seat]:
    return seat.next, seat.after(2)
