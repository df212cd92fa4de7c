"""What a seat knew at a decision: facts that follow from its view alone, and which of them bear on a mistake.

Each fact is a small value that a script can check against the deal and against all deals that the seat could be in.
Two kinds can be *missed*: that somebody did not follow to a suit, and that a card returned was the highest of its suit.
Such a fact is told as the reason why one could have known where the better card's lead is clearly smaller in the deals
that are possible to one who missed it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from math import hypot

import numpy as np
from msgspec import field
from msgspec.structs import replace

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit
from ninefivetwo.codec import Part
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Action, DealView, Give, Place, Play, Return, known_cards
from ninefivetwo.think.advise import Question
from ninefivetwo.think.knowledge import Knowledge, Missed
from ninefivetwo.think.knowledge.likelihood import ROUGH
from ninefivetwo.think.playouts import games_in, play_out
from ninefivetwo.think.playouts.values import at_tables, estimate

FEW_LEFT, FEW_HIGHER = 3, 2  # cards of a suit outside, up to which they are counted; higher ones, that are named
MOST_FACTS, FEW_NAMED = 2, 3
ACE = 12
WORLDS = 400  # in which a fact is tested, with it and without it
HELPED, SMALLER, ERRORS = 0.15, 0.6, 3.0  # tricks less, of what is lost with the fact, and standard errors


class Fact(Enum):
    """What a fact says; `KnownFact` has the seat, suit, cards and number that it says it of."""

    SHOWN_OUT = "shown out"  # a seat did not follow to a suit, first in this trick
    NONE_LEFT = "none left"  # a seat can hold no card of a suit, though it never showed out
    GIVEN = "given"  # a card that the player gave to a seat, and that was not played since
    RETURNED = "returned"  # the same of a card that the player returned
    HIGHEST_RETURNED = "highest returned"  # the lowest card of its suit that a seat returned: it holds none higher
    LEFT_OUTSIDE = "left outside"  # so many cards of a suit are out that others can hold
    HIGHER_OUT = "higher out"  # the cards that are higher than one of the player's own and that others can hold
    ONLY_WITH = "only with"  # a card not seen that can be with this seat only


class KnownFact(Part, frozen=True):
    """What a player knew at a mistake.

    fact: what kind of fact
    seat: the other player whom it is about; null where it is about none
    suit: the suit that it is about; null where it is about cards
    cards: the card that it is about first, then those that are higher than it
    number: of a trick, or of cards left; null where there is none
    sure: whether it is as it says; else some of the cards may be discarded
    seats: who can hold the cards left
    loss: tricks lost in the deals possible to one who noticed it; null of what cannot be missed
    missed: tricks lost in those possible to one who did not; null of what cannot be missed
    """

    kind: Fact = field(name="fact")
    seat: Seat | None = None
    suit: Suit | None = None
    cards: tuple[Card, ...] = ()
    number: int | None = None
    sure: bool = True
    seats: tuple[Seat, ...] = ()
    loss: Estimate | None = None
    missed: Estimate | None = None

    @property
    def higher(self) -> Hand:
        """The cards that are higher than the one that it is about."""
        return Hand.of(self.cards[1:])


@dataclass(frozen=True)
class About:
    """What an explanation is about: the cards, seats and suits that it names."""

    cards: Hand = Hand()
    seats: frozenset[Seat] = frozenset()
    suits: frozenset[Suit] = frozenset()


NOTHING = About()


def known_facts(view: DealView) -> list[KnownFact]:
    """All that the seat knew at the moment of its view.  Raises KnowledgeError where what it saw cannot be."""
    knowledge = Knowledge(view)
    return [*_shown_out(view), *_none_left(view, knowledge), *_exchanged(view, knowledge), *_outside(knowledge)]


def _shown_out(view: DealView) -> Iterator[KnownFact]:
    """Who did not follow to which suit, and when first; of the player himself that is no news."""
    plays, voids = view.plays, set()
    for number, play in enumerate(plays):
        led = plays[number - number % len(Seat)].card.suit
        if play.card.suit is not led and play.seat is not view.viewer and (play.seat, led) not in voids:
            voids.add((play.seat, led))
            yield KnownFact(Fact.SHOWN_OUT, play.seat, led, number=number // len(Seat) + 1)


def _none_left(view: DealView, knowledge: Knowledge) -> Iterator[KnownFact]:
    """Who is known to have none of a suit that others still have."""
    shown = {(fact.seat, fact.suit) for fact in _shown_out(view)}
    for seat in _others(knowledge):
        if len(view.hands[seat]):
            for suit in knowledge.voids(seat):
                if (seat, suit) not in shown and _out(knowledge).only(suit):
                    yield KnownFact(Fact.NONE_LEFT, seat, suit)


def _exchanged(view: DealView, knowledge: Knowledge) -> Iterator[KnownFact]:
    """What the exchange told: cards passed on, and how high the cards that came back were."""
    for event in view.events:
        match event:
            case Give(seat, cards) if seat is knowledge.viewer:
                for to in _others(knowledge):
                    yield from _passed_on(knowledge, known_cards(cards[to]), to, Fact.GIVEN)
            case Return(seat, to, cards) if seat is knowledge.viewer:
                yield from _passed_on(knowledge, known_cards(cards), to, Fact.RETURNED)
            case Return(seat, to, cards) if to is knowledge.viewer:
                yield from _highest_returned(knowledge, known_cards(cards), seat)


def _passed_on(knowledge: Knowledge, cards: Hand, to: Seat, kind: Fact) -> Iterator[KnownFact]:
    """Which of the cards handed to a seat it may still have."""
    for card in cards:
        if card in knowledge.may_be(Place(to)):
            yield KnownFact(kind, to, cards=(card,), sure=card in knowledge.known(Place(to)))


def _highest_returned(knowledge: Knowledge, cards: Hand, seat: Seat) -> Iterator[KnownFact]:
    """Of each suit returned, where a higher card is out that the seat cannot hold."""
    for suit in Suit:
        if own := cards.only(suit):
            lowest = min(own)
            higher = _higher(_out(knowledge), lowest)
            if higher and not higher & knowledge.may_be(Place(seat)):
                yield KnownFact(Fact.HIGHEST_RETURNED, seat, cards=(lowest, *higher))


def _outside(knowledge: Knowledge) -> Iterator[KnownFact]:
    """How many cards of each suit are out, what is above the player's own cards, and which cards are placed."""
    own, out = known_cards(knowledge.view.hands[knowledge.viewer]), _out(knowledge)
    held = knowledge.known(*map(Place, _others(knowledge)))
    on_table = Hand.of(knowledge.view.table)
    for suit in Suit:
        cards = out.only(suit)
        if len(cards) <= FEW_LEFT:
            seats = tuple(s for s in _others(knowledge) if cards & knowledge.may_be(Place(s)))
            yield KnownFact(Fact.LEFT_OUTSIDE, suit=suit, number=len(cards), sure=not cards - held, seats=seats)
    for card in own:
        higher = _higher(out, card)
        if len(higher) <= FEW_HIGHER and not _higher(on_table, card):
            yield KnownFact(Fact.HIGHER_OUT, cards=(card, *higher), sure=not higher - held)
    for seat in _others(knowledge):
        for card in knowledge.known(Place(seat)) & out - _passed_on_by(knowledge.view):
            yield KnownFact(Fact.ONLY_WITH, seat, cards=(card,))


def _others(knowledge: Knowledge) -> list[Seat]:
    return [seat for seat in Seat if seat is not knowledge.viewer]


def _out(knowledge: Knowledge) -> Hand:
    """The cards that others can hold."""
    return knowledge.may_be(Place(knowledge.viewer.next)) | knowledge.may_be(Place(knowledge.viewer.after(2)))


def _higher(cards: Hand, card: Card) -> Hand:
    return Hand.of(other for other in cards.only(card.suit) if other > card)


def _passed_on_by(view: DealView) -> Hand:
    """The cards that the player gave or returned."""
    passed = Hand()
    for event in view.events:
        if isinstance(event, Give | Return) and event.seat is view.viewer:
            for cards in event.cards if isinstance(event, Give) else (event.cards,):
                passed |= known_cards(cards)
    return passed


# Which of them bear on a mistake.


def relevant_facts(question: Question, chosen: Action, better: Action, about: About = NOTHING) -> list[KnownFact]:
    """The facts by which one could have known that another choice was better, at most two, the most telling first.

    about: what the explanation names; if nothing, the suits and the cards of the two choices.  Facts that can be missed
    are tested; the others must concern exactly what is named.  Where nothing does, what can be missed is tried of the
    two cards.
    """
    if not isinstance(chosen, Play) or not isinstance(better, Play):
        return []
    view, known = question.view, known_facts(question.view)
    facts = [fact for fact in known if _bears_on(fact, view, chosen, better, about)]
    facts = facts or [fact for fact in known if missing(fact) and _of_cards(fact, view, chosen, better)]
    tested = (_tested(question, fact, chosen, better) for fact in facts)
    return _told_once(sorted(filter(None, tested), key=lambda fact: _rank(fact, better, about)))


def missing(fact: KnownFact) -> Missed | None:
    """What a seat missed that missed this fact; None for one that cannot be missed."""
    match fact:
        case KnownFact(Fact.SHOWN_OUT, Seat() as seat, Suit() as suit):
            return Missed(voids=frozenset({(seat, suit)}))
        case KnownFact(Fact.HIGHEST_RETURNED, Seat() as seat):
            return Missed(returns=frozenset({(seat, fact.cards[0].suit)}))
    return None


def loss_by_missing(question: Question, chosen: Play, better: Play, missed: Missed, offset: int = 0) -> Estimate:
    """What a card loses against another, in tricks, by playouts in drawn deals that are possible to a seat that missed
    something.  offset: of the seed."""
    view, seed = question.view, question.limits.seed + offset
    drawn = Knowledge(view, missed=missed).sample(WORLDS, seed, ROUGH).distinct
    games = games_in(view, drawn.sets)
    for seat, suit in missed.voids:
        games["void"][:, seat] &= ~np.array(1 << suit, dtype=games["void"].dtype)
    for _, suit in missed.returns:
        for known in ("known", "barred"):
            games[known][:, view.viewer] &= ~np.uint64(FULL_DECK.only(suit).cards)
    cards = np.array([better.card.index, chosen.card.index], dtype=np.uint8)
    tables = question.assumptions.tables(view.viewer)
    played = at_tables(tables, games, lambda table, rows: play_out(table, rows, cards=cards, seed=seed))
    tricks = played[:, :, better.seat].astype(float)
    return estimate(tricks[:, 0] - tricks[:, 1], drawn.shares, drawn.exact)


def _tested(question: Question, fact: KnownFact, chosen: Play, better: Play) -> KnownFact | None:
    """A fact that need not be tested, or that stands the test: who missed it would have seen a smaller loss."""
    if (missed := missing(fact)) is None:
        return fact
    loss = loss_by_missing(question, chosen, better, Missed())
    without = loss_by_missing(question, chosen, better, missed, 1)
    less, error = loss.mean - without.mean, hypot(loss.standard_error, without.standard_error)
    clear = less >= HELPED and less > ERRORS * error and without.mean <= SMALLER * loss.mean
    return replace(fact, loss=loss, missed=without) if clear else None


def _bears_on(fact: KnownFact, view: DealView, chosen: Play, better: Play, about: About) -> bool:
    """Does a fact concern what an explanation names or, without one, the two cards and their suits?

    What lies on the table needs no telling: who does not follow to the trick in progress, and that an ace is high.
    """
    if about == NOTHING:
        return _of_cards(fact, view, chosen, better)
    suits = about.suits | {card.suit for card in about.cards}
    match fact:
        case KnownFact(Fact.SHOWN_OUT | Fact.NONE_LEFT, seat, suit):
            return suit in suits and seat in (about.seats or {seat}) and not _just_now(view, fact)
        case KnownFact(Fact.LEFT_OUTSIDE, suit=suit):
            return suit in suits
    card = fact.cards[0]
    match fact.kind:
        case Fact.HIGHEST_RETURNED:
            return card.suit in suits and (bool(fact.higher & about.cards) or fact.seat in about.seats)
        case Fact.HIGHER_OUT:
            few = len(about.cards) <= FEW_NAMED or card in (chosen.card, better.card)
            safe = card is better.card and bool(fact.higher) and not _to_play(view, chosen)
            return card in about.cards and few and card.rank < ACE and not safe
    beaten = (own for own in about.cards.only(card.suit) if own < card)
    later = any(own is not better.card or fact.seat in _to_play(view, chosen) for own in beaten)
    return later and fact.seat in (about.seats or {fact.seat})


def _of_cards(fact: KnownFact, view: DealView, chosen: Play, better: Play) -> bool:
    """Does a fact concern two cards, in that somebody can have none of their suit or can beat them, or nobody can?"""
    own, to_play = Hand.of([chosen.card, better.card]), _to_play(view, chosen)
    suits = {card.suit for card in (*own, *view.table[:1])}
    match fact.kind:
        case Fact.SHOWN_OUT | Fact.NONE_LEFT:
            return fact.suit in suits and not _just_now(view, fact)
        case Fact.LEFT_OUTSIDE:
            return fact.suit in suits
    card = fact.cards[0]
    match fact.kind:
        case Fact.HIGHEST_RETURNED:
            return card.suit in suits
        case Fact.HIGHER_OUT if not to_play:  # nobody can beat it, but it may be the highest left that is thrown
            return card.rank < ACE and card is chosen.card and not fact.higher
        case Fact.HIGHER_OUT:
            return card.rank < ACE and (card is better.card or (card is chosen.card and bool(fact.higher)))
    return fact.seat in to_play and any(card > other for other in own.only(card.suit))


def _to_play(view: DealView, chosen: Play) -> list[Seat]:
    """Who plays to the trick after the player."""
    return [chosen.seat.next, chosen.seat.after(2)][: 2 - len(view.table)]


def _just_now(view: DealView, fact: KnownFact) -> bool:
    """Is it to the trick in progress that a seat does not follow?"""
    turns = ((fact.seat or 0) - view.lead) % len(Seat)
    return 0 < turns < len(view.table) and view.table[0].suit is fact.suit


def _rank(fact: KnownFact, better: Play, about: About) -> tuple[float, ...]:
    """The most telling first: what stands its test, then cards that are named, then counts."""
    if fact.loss is not None and fact.missed is not None:
        return 0, fact.missed.mean - fact.loss.mean
    match fact:
        case KnownFact(Fact.HIGHER_OUT, cards=(card, *higher)):
            return 1, card is not better.card, len(higher), not fact.sure
        case KnownFact(Fact.GIVEN | Fact.RETURNED, cards=(card,)):
            return 2, card not in about.cards, not fact.sure
        case KnownFact(Fact.ONLY_WITH, cards=(card,)):
            return 3, card not in about.cards, -card.rank
        case KnownFact(Fact.LEFT_OUTSIDE, number=int(number)):
            return 5, number, not fact.sure
    return 4, 0


def _told_once(facts: Iterable[KnownFact]) -> list[KnownFact]:
    """The first ones, of each kind one, and no two that say the same of a suit."""
    first, said = list[KnownFact](), set[object]()
    for fact in facts:
        kind = Fact.GIVEN if fact.kind is Fact.RETURNED else fact.kind
        topics: set[object] = {kind}
        if kind in (Fact.SHOWN_OUT, Fact.NONE_LEFT):
            topics |= {(fact.seat, fact.suit)}
        if kind in (Fact.HIGHER_OUT, Fact.LEFT_OUTSIDE):
            topics |= {"counted"}
        if not topics & said and len(first) < MOST_FACTS:
            first.append(fact)
            said |= topics
    return first
