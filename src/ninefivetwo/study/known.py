"""What a seat knew at a decision: facts that follow from its view alone, and which of them bear on a mistake.

Each fact is a small value that a script can check against the deal and against all deals that the seat could be in.
Two kinds can be *missed*: that somebody did not follow to a suit, and that a card returned was the highest of its suit.
Such a fact is told as the reason why one could have known where the better card's lead is clearly smaller in the deals
that are possible to one who missed it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import hypot

import numpy as np
from msgspec.structs import replace

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit
from ninefivetwo.codec import Part, printed_as
from ninefivetwo.errors import SchemaError
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Action, DealView, Give, Place, Play, Return, known_cards
from ninefivetwo.think.knowledge import Knowledge, Likelihood, Missed
from ninefivetwo.think.playouts import games_in, play_out, policy
from ninefivetwo.think.playouts.values import estimate

FEW_LEFT, FEW_HIGHER = 3, 2  # cards of a suit outside, up to which they are counted; higher ones, that are named
MOST_FACTS, FEW_NAMED = 2, 3
ACE = 12
WORLDS = 400  # in which a fact is tested, with it and without it
CLEARLY, SMALLER, ERRORS = 0.15, 0.6, 3.0  # tricks less, of what is lost with the fact, and standard errors


@dataclass(frozen=True)
class ShownOut:
    """A seat did not follow to a suit, first in this trick (from 1)."""

    seat: Seat
    suit: Suit
    trick: int


@dataclass(frozen=True)
class NoneLeft:
    """A seat can hold no card of a suit, though it never showed out: the others are all accounted for."""

    seat: Seat
    suit: Suit


@dataclass(frozen=True)
class PassedOn:
    """A card that the player handed to a seat in the exchange, given or returned, and that was not played since.

    `there`: can it be nowhere but with that seat?  The dealer may have discarded it.
    """

    card: Card
    seat: Seat
    returned: bool
    there: bool


@dataclass(frozen=True)
class HighestReturned:
    """A seat returned this card to the player, the lowest that it returned of its suit, so it holds none higher.

    `higher` are those of its higher cards that are still out, one at least.
    """

    card: Card
    seat: Seat
    higher: Hand


@dataclass(frozen=True)
class LeftOutside:
    """So many cards of a suit are out that others can hold, `seats`; at most so many where some may be discarded."""

    suit: Suit
    number: int
    at_most: bool
    seats: tuple[Seat, ...]


@dataclass(frozen=True)
class HigherOut:
    """The cards higher than one of the player's own that others can hold; none: it is the highest left.

    `certain`: are all of these surely with others, and none discarded?
    """

    card: Card
    higher: Hand
    certain: bool


@dataclass(frozen=True)
class OnlyWith:
    """A card not seen that can be with this seat only."""

    card: Card
    seat: Seat


@dataclass(frozen=True)
class StillNeeds:
    """The tricks that a seat still needs for its contract; none or fewer: it is made."""

    seat: Seat
    tricks: int


Fact = ShownOut | NoneLeft | PassedOn | HighestReturned | LeftOutside | HigherOut | OnlyWith | StillNeeds


@dataclass(frozen=True)
class About:
    """What an explanation is about: the cards, seats and suits that it names."""

    cards: Hand = field(default_factory=Hand)
    seats: frozenset[Seat] = frozenset()
    suits: frozenset[Suit] = frozenset()


@dataclass(frozen=True)
class Noticed:
    """A fact that bears on a mistake.

    `loss` and `missed`: what the mistake loses in the deals possible to one who noticed the fact, and to one who missed
    it, in tricks; None of a fact that cannot be missed.
    """

    fact: Fact
    loss: Estimate | None = None
    missed: Estimate | None = None


def known_facts(view: DealView) -> list[Fact]:
    """All that the seat knew at the moment of its view.  Raises KnowledgeError where what it saw cannot be."""
    knowledge = Knowledge(view)
    return [*_shown_out(view), *_none_left(view, knowledge), *_exchanged(view, knowledge), *_outside(knowledge)] + [
        StillNeeds(seat, view.rules.contracts[seat] - view.won[seat]) for seat in Seat
    ]


def _shown_out(view: DealView) -> Iterator[ShownOut]:
    """Who did not follow to which suit, and when first; of the player himself that is no news."""
    plays, told = view.plays, set()
    for number, play in enumerate(plays):
        led = plays[number - number % len(Seat)].card.suit
        if play.card.suit is not led and play.seat is not view.viewer and (play.seat, led) not in told:
            told.add((play.seat, led))
            yield ShownOut(play.seat, led, number // len(Seat) + 1)


def _none_left(view: DealView, knowledge: Knowledge) -> Iterator[NoneLeft]:
    """Who is known to have none of a suit that others still have."""
    shown = {(fact.seat, fact.suit) for fact in _shown_out(view)}
    for seat in _others(knowledge):
        if len(view.hands[seat]):
            for suit in knowledge.voids(seat):
                if (seat, suit) not in shown and _out(knowledge).only(suit):
                    yield NoneLeft(seat, suit)


def _exchanged(view: DealView, knowledge: Knowledge) -> Iterator[Fact]:
    """What the exchange told: cards passed on, and how high the cards that came back were."""
    for event in view.events:
        match event:
            case Give(seat, cards) if seat is knowledge.viewer:
                for to in _others(knowledge):
                    yield from _passed_on(view, knowledge, known_cards(cards[to]), to, False)
            case Return(seat, to, cards) if seat is knowledge.viewer:
                yield from _passed_on(view, knowledge, known_cards(cards), to, True)
            case Return(seat, to, cards) if to is knowledge.viewer:
                yield from _highest_returned(knowledge, known_cards(cards), seat)


def _passed_on(
    view: DealView, knowledge: Knowledge, cards: Hand, to: Seat, returned: bool
) -> Iterator[PassedOn | OnlyWith]:
    for card in cards:
        if card in knowledge.may_be(Place(to)):
            yield PassedOn(card, to, returned, card in knowledge.known(Place(to)))


def _highest_returned(knowledge: Knowledge, cards: Hand, seat: Seat) -> Iterator[HighestReturned]:
    """Of each suit returned, where a higher card is out that the seat cannot hold."""
    for suit in Suit:
        if own := cards.only(suit):
            lowest = min(own)
            higher = _higher(_out(knowledge), lowest)
            if higher and not higher & knowledge.may_be(Place(seat)):
                yield HighestReturned(lowest, seat, higher)


def _outside(knowledge: Knowledge) -> Iterator[Fact]:
    """How many cards of each suit are out, what is above the player's own cards, and which cards are placed."""
    own, out = known_cards(knowledge.view.hands[knowledge.viewer]), _out(knowledge)
    held = knowledge.known(*map(Place, _others(knowledge)))
    on_table = Hand.of(knowledge.view.table)
    for suit in Suit:
        cards = out.only(suit)
        if len(cards) <= FEW_LEFT:
            seats = tuple(s for s in _others(knowledge) if cards & knowledge.may_be(Place(s)))
            yield LeftOutside(suit, len(cards), bool(cards - held), seats)
    for card in own:
        higher = _higher(out, card)
        if len(higher) <= FEW_HIGHER and not _higher(on_table, card):
            yield HigherOut(card, higher, not higher - held)
    for seat in _others(knowledge):
        for card in knowledge.known(Place(seat)) & out:
            if not _passed_by(knowledge, card):
                yield OnlyWith(card, seat)


def _others(knowledge: Knowledge) -> list[Seat]:
    return [seat for seat in Seat if seat is not knowledge.viewer]


def _out(knowledge: Knowledge) -> Hand:
    """The cards that others can hold."""
    return knowledge.may_be(Place(knowledge.viewer.next)) | knowledge.may_be(Place(knowledge.viewer.after(2)))


def _higher(cards: Hand, card: Card) -> Hand:
    return Hand.of(other for other in cards.only(card.suit) if other > card)


def _passed_by(knowledge: Knowledge, card: Card) -> bool:
    """Did the player hand on this card himself?"""
    for event in knowledge.view.events:
        if isinstance(event, Give | Return) and event.seat is knowledge.viewer:
            passed = event.cards if isinstance(event, Give) else (event.cards,)
            if any(isinstance(cards, Hand) and card in cards for cards in passed):
                return True
    return False


# Which of them bear on a mistake.


def relevant_facts(
    view: DealView, chosen: Action, better: Action, about: About | None = None, seed: int = 0, worlds: int = WORLDS
) -> list[Noticed]:
    """The facts by which one could have known that another choice was better, at most two, the most telling first.

    about: what the explanation names; with None, or nothing named, the suits and the cards of the two choices.  Facts
    that can be missed are tested, in so many worlds; the others must concern exactly what is named.  Where nothing
    does, what can be missed is tried of the two cards.
    """
    if not isinstance(chosen, Play) or not isinstance(better, Play):
        return []
    known = known_facts(view)
    facts = [fact for fact in known if _bears_on(fact, view, chosen, better, about)]
    facts = facts or [fact for fact in known if missing(fact) and _of_cards(fact, view, chosen, better)]
    found = [noticed for fact in facts if (noticed := _noticed(view, fact, chosen, better, seed, worlds)) is not None]
    return _told_once(sorted(found, key=lambda each: _rank(each, chosen, better, about)))


def missing(fact: Fact) -> Missed | None:
    """What a seat missed that missed this fact; None for one that cannot be missed."""
    match fact:
        case ShownOut(seat, suit, _):
            return Missed(voids=frozenset({(seat, suit)}))
        case HighestReturned(card, seat, _):
            return Missed(returns=frozenset({(seat, card.suit)}))
    return None


def loss_by_missing(
    view: DealView, chosen: Play, better: Play, missed: Missed, seed: int, worlds: int = WORLDS
) -> Estimate:
    """What a card loses against another, in tricks, by playouts in drawn deals that are possible to a seat that missed
    something."""
    drawn = Knowledge(view, missed=missed).sample(worlds, seed, Likelihood()).distinct
    games = games_in(view, drawn.sets)
    for seat, suit in missed.voids:
        games["void"][:, seat] &= ~np.array(1 << suit, dtype=games["void"].dtype)
    for _, suit in missed.returns:
        for known in ("known", "barred"):
            games[known][:, view.viewer] &= ~np.uint64(FULL_DECK.only(suit).cards)
    cards = np.array([better.card.index, chosen.card.index], dtype=np.uint8)
    learned = policy("learned")
    tricks = play_out((learned, learned, learned), games, cards=cards, seed=seed)[:, :, better.seat].astype(float)
    return estimate(tricks[:, 0] - tricks[:, 1], drawn.shares, drawn.exact)


def _noticed(view: DealView, fact: Fact, chosen: Play, better: Play, seed: int, worlds: int) -> Noticed | None:
    """A fact that need not be tested, or that stands the test: who missed it would have seen a smaller loss."""
    if (missed := missing(fact)) is None:
        return Noticed(fact)
    loss = loss_by_missing(view, chosen, better, Missed(), seed, worlds)
    without = loss_by_missing(view, chosen, better, missed, seed + 1, worlds)
    less, error = loss.mean - without.mean, hypot(loss.standard_error, without.standard_error)
    clear = less >= CLEARLY and less > ERRORS * error and without.mean <= SMALLER * loss.mean
    return Noticed(fact, loss, without) if clear else None


def _bears_on(fact: Fact, view: DealView, chosen: Play, better: Play, about: About | None) -> bool:
    """Does a fact concern what an explanation names or, without one, the two cards and their suits?

    What lies on the table needs no telling: who does not follow to the trick in progress, and that an ace is high.
    """
    if about is None or about == About():
        return _of_cards(fact, view, chosen, better)
    suits = about.suits | {card.suit for card in about.cards}
    match fact:
        case ShownOut(seat, suit, _) | NoneLeft(seat, suit):
            return suit in suits and seat in (about.seats or {seat}) and not _just_now(view, seat, suit)
        case HighestReturned(card, seat, higher):
            return card.suit in suits and (bool(higher & about.cards) or seat in about.seats)
        case PassedOn(card, seat) | OnlyWith(card, seat):
            beaten = (each for each in about.cards.only(card.suit) if each < card)
            later = any(each is not better.card or seat in _to_play(view, chosen) for each in beaten)
            return later and seat in (about.seats or {seat})
        case HigherOut(card, higher):
            few = len(about.cards) <= FEW_NAMED or card in (chosen.card, better.card)
            safe = card is better.card and bool(higher) and not _to_play(view, chosen)
            return card in about.cards and few and card.rank < ACE and not safe
        case LeftOutside(suit):
            return suit in suits
    return False


def _of_cards(fact: Fact, view: DealView, chosen: Play, better: Play) -> bool:
    """Does a fact concern two cards, in that somebody can have none of their suit or can beat them, or nobody can?"""
    own, to_play = Hand.of([chosen.card, better.card]), _to_play(view, chosen)
    suits = {card.suit for card in (*own, *view.table[:1])}
    match fact:
        case ShownOut(seat, suit, _) | NoneLeft(seat, suit):
            return suit in suits and not _just_now(view, seat, suit)
        case HighestReturned(card):
            return card.suit in suits
        case PassedOn(card, seat) | OnlyWith(card, seat):
            return seat in to_play and any(card > each for each in own.only(card.suit))
        case HigherOut(card, higher):
            if not to_play:  # nobody can beat it, but it may be the highest left that is thrown
                return card.rank < ACE and card is chosen.card and not higher
            return card.rank < ACE and (card is better.card or (card is chosen.card and bool(higher)))
        case LeftOutside(suit):
            return suit in suits
    return False


def _to_play(view: DealView, chosen: Play) -> list[Seat]:
    """Who plays to the trick after the player."""
    return [chosen.seat.next, chosen.seat.after(2)][: 2 - len(view.table)]


def _just_now(view: DealView, seat: Seat, suit: Suit) -> bool:
    """Is it to the trick in progress that a seat does not follow?"""
    turns = (seat - view.lead) % len(Seat)
    return 0 < turns < len(view.table) and view.table[0].suit is suit


def _rank(noticed: Noticed, chosen: Play, better: Play, about: About | None) -> tuple[float, ...]:
    """The most telling first: what stands its test, then cards that are named, then counts."""
    fact, named = noticed.fact, about.cards if about is not None else Hand()
    if noticed.loss is not None and noticed.missed is not None:
        return 0, noticed.missed.mean - noticed.loss.mean
    match fact:
        case HigherOut(card, higher, certain):
            return 1, card is not better.card, len(higher), not certain
        case PassedOn(card, _, _, there):
            return 2, card not in named, not there
        case OnlyWith(card, _):
            return 3, card not in named, -card.rank
        case NoneLeft():
            return 4, 0
        case LeftOutside(_, number, at_most, _):
            return 5, number, at_most
    return 6, 0


def _told_once(facts: Iterable[Noticed]) -> list[Noticed]:
    """The first ones, of each kind one, and no two that say the same of a suit."""
    found, said = list[Noticed](), set[object]()
    for noticed in facts:
        topics: set[object] = {type(noticed.fact)}
        if isinstance(noticed.fact, ShownOut | NoneLeft):
            topics |= {(noticed.fact.seat, noticed.fact.suit)}
        if isinstance(noticed.fact, HigherOut | LeftOutside):
            topics |= {"counted"}
        if not topics & said and len(found) < MOST_FACTS:
            found.append(noticed)
            said |= topics
    return found


# In JSON all kinds of facts have one form.


class KnownFactObject(Part, frozen=True):
    """What a player knew at a mistake.

    fact: what kind of fact
    seat: the other player whom it is about; null where it is about none
    suit: the suit that it is about; null where it is about cards
    cards: the card that it is about first, then those that are higher than it
    number: of a trick, of cards left, or of tricks needed; null where there is none
    sure: whether it is as it says; else some of the cards may be discarded
    seats: who can hold the cards left
    loss: tricks lost in the deals possible to one who noticed it; null of what cannot be missed
    missed: tricks lost in those possible to one who did not; null of what cannot be missed
    """

    fact: str
    seat: Seat | None = None
    suit: Suit | None = None
    cards: list[Card] = []
    number: int | None = None
    sure: bool = True
    seats: list[Seat] = []
    loss: Estimate | None = None
    missed: Estimate | None = None


def _fact_object_of(noticed: Noticed) -> KnownFactObject:
    """A fact as JSON, with what it is worth to have noticed it."""
    return replace(_fact_object(noticed.fact), loss=noticed.loss, missed=noticed.missed)


def _fact_object(fact: Fact) -> KnownFactObject:
    match fact:
        case ShownOut(seat, suit, trick):
            return KnownFactObject("shown out", seat, suit, number=trick)
        case NoneLeft(seat, suit):
            return KnownFactObject("none left", seat, suit)
        case PassedOn(card, seat, returned, there):
            return KnownFactObject("returned" if returned else "given", seat, cards=[card], sure=there)
        case HighestReturned(card, seat, higher):
            return KnownFactObject("highest returned", seat, cards=[card, *higher])
        case LeftOutside(suit, number, at_most, seats):
            return KnownFactObject("left outside", suit=suit, number=number, sure=not at_most, seats=[*seats])
        case HigherOut(card, higher, certain):
            return KnownFactObject("higher out", cards=[card, *higher], sure=certain)
        case OnlyWith(card, seat):
            return KnownFactObject("only with", seat, cards=[card])
        case StillNeeds(seat, tricks):
            return KnownFactObject("still needs", seat, number=tricks)


def fact_of(value: KnownFactObject) -> Fact:
    """The fact of its JSON.  Raises SchemaError for a kind that is not known."""
    seat = value.seat or Seat.DEALER
    suit = value.suit or Suit.S
    card, others = value.cards[0] if value.cards else None, value.cards[1:]
    number = value.number or 0
    match value.fact, card:
        case "shown out", _:
            return ShownOut(seat, suit, number)
        case "none left", _:
            return NoneLeft(seat, suit)
        case "returned" | "given", Card():
            return PassedOn(card, seat, value.fact == "returned", value.sure)
        case "highest returned", Card():
            return HighestReturned(card, seat, Hand.of(others))
        case "left outside", _:
            return LeftOutside(suit, number, not value.sure, tuple(value.seats))
        case "higher out", Card():
            return HigherOut(card, Hand.of(others), value.sure)
        case "only with", Card():
            return OnlyWith(card, seat)
        case "still needs", _:
            return StillNeeds(seat, number)
    raise SchemaError(f"no kind of fact: {value.fact}")


def _noticed_of(value: KnownFactObject) -> Noticed:
    return Noticed(fact_of(value), value.loss, value.missed)


printed_as(Noticed, KnownFactObject, _fact_object_of, _noticed_of)
