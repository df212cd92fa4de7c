"""A player's description of a position, and its conversion to a view of the deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile

from msgspec import Struct, field
from msgspec.structs import replace

from ninefivetwo.cards import Card, Hand, Seat, Trump, by_seat
from ninefivetwo.checks import check_fields, checked
from ninefivetwo.errors import AdviceError
from ninefivetwo.game.deal import KITTY, DealView
from ninefivetwo.game.events import (
    NONE,
    Action,
    Call,
    Discard,
    Event,
    Give,
    Look,
    Peek,
    Play,
    PreviousResults,
    Return,
    Show,
    Step,
    Take,
    YesNo,
    format_cards,
    hidden_gifts,
    owed,
    schedule,
)
from ninefivetwo.game.rules import TRICKS, DealPhase, RuleSet, parse_rules
from ninefivetwo.game.told_tricks import after_cards, cards_counted, hand_at_first_card, next_turn, parse_tricks
from ninefivetwo.layout import tricks_of

Gifts = Mapping[Seat, Hand]
GivenCards = str | Iterable[Card]  # a player's cards, as text or as values
GivenBySeat = Mapping[Seat, GivenCards] | Mapping[str, GivenCards]


class Situation(Struct, frozen=True):
    """A player's description of a position, for which the player wants advice.

    `hand` is the current hand, including the kitty if the player has seen it. During the play, `hand` can instead be
    the hand at the start of play. `gave` and `received` contain all cards given to each seat and received from each
    seat. If `previous_results` is None, the results are inferred from the exchange, and a deal without an exchange is
    the first of a match. `discarded` is the dealer's own discard, which may still be part of `hand`. `shown` contains
    the kitty cards that the dealer showed to the player. `played` contains all cards played so far, in order. Raises
    AdviceError if a field has the wrong type. `Situation.of` parses texts.
    """

    rules: RuleSet
    seat: Seat
    hand: Hand
    gave: Gifts = field(default_factory=dict)
    received: Gifts = field(default_factory=dict)
    previous_results: PreviousResults | None = None
    trump: Trump | None = None
    discarded: Hand = NONE
    shown: Hand = NONE
    played: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        check_fields(self, AdviceError)

    @classmethod
    @checked(AdviceError)
    def of(
        cls,
        hand: Hand | str,
        *,
        rules: RuleSet | str = "wikipedia",
        seat: Seat | str = Seat.DEALER,
        gave: GivenBySeat | None = None,
        received: GivenBySeat | None = None,
        previous_results: PreviousResults | None = None,
        trump: Trump | str | None = None,
        discarded: GivenCards = (),
        shown: GivenCards = (),
        played: GivenCards = (),
    ) -> Situation:
        """Build a situation from values or texts. Raises CardError, RulesError or AdviceError if a value is invalid.

        >>> found = Situation.of("KJT3.AJ94.K86.QJ965", seat="left", trump="S", played="CQ C2 CA / D7 6 2 / DT")
        >>> found.seat, found.rules.name, found.played[-1]
        (<Seat.LEFT: 1>, 'wikipedia', Card('DT'))
        """
        return cls(
            parse_rules(rules) if isinstance(rules, str) else rules,
            Seat.of(seat),
            Hand.parse(hand) if isinstance(hand, str) else hand,
            _gifts(gave),
            _gifts(received),
            previous_results,
            None if trump is None else Trump.of(trump),
            Hand.of(discarded),
            Hand.of(shown),
            parse_tricks(played) if isinstance(played, str) else tuple(played),
        )

    def at_turn(self) -> Situation:
        """Return the situation with the seat that plays next. If trump is None, the seat stays the same."""
        if self.trump is None:
            return self
        return replace(self, seat=next_turn(self.rules.lead, self.trump, self.played))

    def view(self, due: type[Action]) -> DealView:
        """Return the player's view of the deal at the player's next action of type `due`.

        Raises AdviceError or GameError if the situation is impossible.
        """
        if due is not Play:
            return self._kept()._before(due)
        deal = self.in_play()
        step = deal.due
        if step is None:
            raise AdviceError(f"all {TRICKS} tricks are played (expected fewer)")
        if step.seat is not self.seat:
            after = f"after {self.played[-1]}" if self.played else "to the first trick"
            expected = f"{{}} {step.seat.word}, or the tricks up to {self.seat.word}'s turn"
            raise AdviceError(f"{step.seat.word} is to play {after}, not {self.seat.word}", "seat", expected=expected)
        return deal

    def in_play(self) -> DealView:
        """Return the player's view after the cards in `played`, at any turn. Raises the same errors as `view`."""
        if self.trump is None:
            raise AdviceError("missing trump: it is called before this decision", "trump", expected="{}")
        kept = self._kept()
        kept._check_discarded()
        tricks = tricks_of(self.rules.lead, self.played, self.trump)
        hand = hand_at_first_card(kept.hand, self.seat, [turn for trick in tricks for turn in trick.turns], TRICKS)
        return after_cards(replace(kept, hand=hand)._before(Play), self.played)

    def _kept(self) -> Situation:
        """Return the situation without the discard in `hand`, if `hand` contains the whole discard."""
        return replace(self, hand=self.hand - self.discarded) if self.discarded - self.hand == NONE else self

    def _before(self, due: type[Action]) -> DealView:
        """Return the view just before the player's action of type `due` or, for `Play`, before the first card.

        `hand` must be the hand at the time of the view.
        """
        self._check_cards()
        results = self._previous_results()
        steps = schedule(self.rules, results)
        before = list(takewhile(lambda step: not self._asks(step, due), steps))
        if len(before) == len(steps):
            lacking = f"no {due.__name__.lower()} by {self.seat.word} in this deal"
            raise AdviceError(lacking, "rules", "previous_results", expected="other {}, {} or exchanged cards")
        self._check_number({step.kind for step in before})
        kitty = self._kitty()
        deal = DealView.from_hand(self.rules, self.seat, self._dealt(kitty), results)
        while (step := deal.due) is not None and not self._asks(step, due):
            deal = deal.after(self._event(deal, step, kitty))
        self._check(deal)
        return deal

    def _asks(self, step: Step, due: type[Action]) -> bool:
        """Whether a step is the decision that the player asks about."""
        return step.kind is due and (due is Play or step.seat is self.seat)

    @property
    def _own(self) -> Hand:
        """The cards that the player holds or has discarded."""
        return self.hand | self.discarded

    @property
    def _gained(self) -> int:
        """The number of cards received minus the number of cards given (0 after all returns)."""
        return len(_all(self.received)) - len(_all(self.gave))

    def _check_cards(self) -> None:
        """Raise AdviceError if the cards held, given, received and discarded contradict each other."""
        if self.discarded and self.seat is not Seat.DEALER:
            whose = "no {}: only the dealer discards"
            raise AdviceError(f"{self.seat.word} cannot discard", "discarded", expected=whose)
        if self.discarded and len(self.discarded) != KITTY:
            number = cards_counted(len(self.discarded))
            raise AdviceError(f"{number} discarded", "discarded", expected=f"{{}} with {KITTY}")
        if both := self.discarded & self.hand:
            twice = f"{format_cards(both)} both discarded and in {{}}"
            raise AdviceError(twice, "hand", expected="all four discards in {}, or none")
        if missing := _all(self.received) - self._own - _all(self.gave):
            fault = f"received but not in {{}}: {format_cards(missing)}"
            raise AdviceError(fault, "hand", expected="the cards held now")
        if still := (_all(self.gave) & self._own) - _all(self.received):
            fault = f"given away but still in {{}}: {format_cards(still)}"
            raise AdviceError(fault, "hand", expected="the cards held now")

    def _check_number(self, before: set[type[Event]]) -> None:
        """Raise AdviceError if `hand` has the wrong number of cards, given the kinds of all earlier steps."""
        gone = self.seat is Seat.DEALER and Discard in before
        if self.discarded and not gone:
            raise AdviceError("these rules have no discard before this decision", "discarded", expected="no {}")
        if gone:
            self._check_discarded()
        taken = self.seat is Seat.DEALER and Take in before and not gone
        may_look = self.seat is Seat.DEALER and Look in before and Call not in before
        if Give not in before and (any(self.gave.values()) or any(self.received.values())):
            fault = "these rules have no exchange before this decision"
            raise AdviceError(fault, "gave", "received", expected="no {}, no {}")
        if self._gained and not (Give in before and Return not in before):
            fault = f"{cards_counted(len(_all(self.gave)))} given and {len(_all(self.received))} received"
            raise AdviceError(fault, "gave", "received", expected="as many {} as {}")
        number, held = TRICKS + KITTY * taken + self._gained, len(self.hand)
        if held == number or (may_look and held == number + KITTY):
            return
        why = "including the kitty" if taken else "without the kitty"
        raise AdviceError(f"{cards_counted(held)} held", "hand", expected=f"{number} in {{}} at this decision, {why}")

    def _check_discarded(self) -> None:
        if self.seat is Seat.DEALER and not self.discarded:
            fault = "missing discard: it comes before this decision"
            raise AdviceError(fault, "discarded", expected="{} with four cards")

    def _dealt(self, kitty: Hand) -> Hand:
        """Return the sixteen cards dealt to the player. Raises AdviceError if the number of cards is wrong."""
        both = _all(self.gave) & _all(self.received)  # cards received and passed on, or given away and returned
        dealt = self._own - kitty - (_all(self.received) - both) | (_all(self.gave) - both)
        if len(dealt) != TRICKS:
            exchanged = f"{len(_all(self.gave))} given and {len(_all(self.received))} received"
            expected = "as many given as received, and those received in {}"
            raise AdviceError(f"{len(self.hand)} cards held, {exchanged}", "hand", expected=expected)
        return dealt

    def _check(self, deal: DealView) -> None:
        """Raise AdviceError if the view contradicts the hand, the trump or the shown cards in this situation."""
        held, seen = deal.hand(self.seat), deal.kitty
        known = held | seen if isinstance(seen, Hand) else held
        if missing := known - self.hand:
            raise AdviceError(f"{format_cards(missing)} would be in hand at this decision", "hand", expected="in {}")
        if more := self.hand - known:
            fault = f"{format_cards(more)} would not be in hand at this decision"
            raise AdviceError(fault, "hand", expected="out of {}")
        if self.trump is not None and deal.trump is None:
            raise AdviceError("these rules call trump after this decision", "trump", expected="no {}")
        if self.shown and not any(isinstance(e, Show) and e.to is self.seat for e in deal.events):
            fault = f"no kitty card is shown to {self.seat.word} before this decision"
            raise AdviceError(fault, "shown", expected="no {}")

    def _kitty(self) -> Hand:
        """Return four of the player's cards that may be the kitty, or no cards if the player has not seen the kitty.

        Prefer cards that the player would otherwise have had to return, then the player's lowest cards.
        """
        if len(self._own) != TRICKS + KITTY + self._gained:
            return NONE
        own = self._own - _all(self.received)
        returned = _all({s: g for s, g in self.gave.items() if not self._was_up(g, self.received.get(s, NONE))})
        must = Hand.of(card for card in own if any(card > back for back in returned.only(card.suit)))
        if len(must) > KITTY:
            raise AdviceError(
                f"{format_cards(must)} kept although {format_cards(returned)} went back"
                " (expected the highest cards of a suit to go back)"
            )
        order = self.rules.later
        blind = order.index(DealPhase.DISCARD) < order.index(DealPhase.KITTY)
        rest = sorted(own - must - (self.discarded if blind else NONE))
        return must | Hand.of(rest[: KITTY - len(must)])

    def _previous_results(self) -> PreviousResults | None:
        """Return each seat's result in the previous deal, either as given or as implied by the exchange."""
        if self.previous_results is not None:
            return self.previous_results
        if not any(self.gave.values()) and not any(self.received.values()):
            return None
        up = [0, 0, 0]
        for other in Seat:
            gave, got = self.gave.get(other, Hand()), self.received.get(other, Hand())
            if len(gave) != len(got) or (other is self.seat and gave):
                fault = f"{cards_counted(len(gave))} given to {other.word} and {len(got)} received"
                expected = "equal numbers, or {} if the returns are still to come"
                raise AdviceError(fault, "previous_results", expected=expected)
            number = len(gave) if self._was_up(gave, got) else -len(gave)
            up[self.seat] += number
            up[other] -= number
        return by_seat(up)

    def _was_up(self, gave: Hand, got: Hand) -> bool:
        """Whether the player was up in the previous deal, judging by the cards exchanged with another player."""
        if len(gave) != len(got):  # The cards given have not yet been returned.
            return len(gave) > len(got)
        if gave != got:
            return sum(card.rank for card in got) > sum(card.rank for card in gave)
        return bool(gave & self._own)

    def _event(self, deal: DealView, step: Step, kitty: Hand) -> Event:
        if (event := deal.untold()) is not None:
            return event
        seat = step.seat
        if step.kind is Give:
            return self._give(deal, seat)
        if step.kind is Return and step.to is not None:
            return Return(seat, step.to, self.received.get(seat, NONE))
        if step.kind is Show and step.to is not None:
            return Show(seat, step.to, self.shown if step.to is self.seat else NONE)
        if issubclass(step.kind, YesNo):
            # Only the cards held can tell the answer: they include the kitty if its player has seen it.
            return step.kind(seat, bool(kitty) if Peek in step.kind.then else True)
        if step.kind is Peek or step.kind is Take:
            return step.kind(seat, kitty)
        if step.kind is Discard:
            return Discard(seat, self.discarded)
        if self.trump is None:
            raise AdviceError("missing trump: it is called before this decision", "trump", expected="{}")
        return Call(seat, self.trump)

    def _give(self, deal: DealView, seat: Seat) -> Give:
        most = dict(owed(deal.rules, deal.previous_results or (0, 0, 0)))[seat]
        if seat is self.seat:
            if deal.rules.must_give and not any(self.gave.values()):
                raise AdviceError("the previous results imply gifts before this decision", "gave", expected="{}")
            return Give.of(seat, {other: self.gave.get(other, NONE) for other in Seat if most[other]})
        own = self.received.get(seat, NONE) if most[self.seat] else NONE
        if deal.rules.must_give and len(own) != most[self.seat]:
            fault = f"the previous results imply {cards_counted(most[self.seat])} from {seat.word} before this decision"
            raise AdviceError(fault, "received", expected="{}")
        return Give(seat, hidden_gifts(most, self.seat, own))


def _gifts(told: GivenBySeat | None) -> Gifts:
    return {Seat.of(seat): Hand.of(cards) for seat, cards in (told or {}).items()}


def _all(gifts: Gifts) -> Hand:
    result = NONE
    for cards in gifts.values():
        result |= cards
    return result
