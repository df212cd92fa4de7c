"""Facts that a player could know at a decision, and the selection of facts that explain a mistake.

A script can check each fact against every deal consistent with the player's view. A player can overlook that a seat
showed out of a suit, or that a seat returned its highest card of a suit. A fact that can be overlooked is reported only
if the better card's advantage would clearly be smaller for a player who overlooked the fact.
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
from ninefivetwo.think.knowledge.likelihood import ROUGH_LIKELIHOOD
from ninefivetwo.think.playouts import games_in, play_out
from ninefivetwo.think.playouts.values import at_tables, estimate

FEW_LEFT = 3  # maximum number of a suit's outstanding cards that is worth naming
FEW_HIGHER = 2  # maximum number of higher cards that is worth naming
MOST_FACTS, FEW_NAMED = 2, 3
ACE = 12
KNOWN_WORLDS = 400  # number of worlds sampled with knowledge of the fact, and again without this knowledge
HELPED, SMALLER, ERRORS = 0.15, 0.6, 3.0  # thresholds in `_tested`: tricks, share of the loss, standard errors


class Fact(Enum):
    """The kinds of facts that a player can know."""

    SHOWN_OUT = "shown out"  # a seat failed to follow a suit for the first time
    NONE_LEFT = "none left"  # a seat that has never shown out of a suit cannot hold any of its cards
    GIVEN = "given"  # a card that the player gave to a seat and that has not been played
    RETURNED = "returned"  # a card that the player returned to a seat and that has not been played
    HIGHEST_RETURNED = "highest returned"  # a seat returned this card and kept no higher card of the suit
    LEFT_OUTSIDE = "left outside"  # the number of cards of a suit that the other seats can hold
    HIGHER_OUT = "higher out"  # the cards that beat one of the player's cards and that other seats can hold
    ONLY_WITH = "only with"  # an unseen card that only one seat can hold


class KnownFact(Part, frozen=True):
    """A fact that a player knew when making a mistake.

    fact: the kind of fact
    seat: the opponent whom the fact concerns; null if the fact concerns no particular opponent
    suit: the suit that the fact concerns; null if the fact concerns single cards
    cards: the card that the fact concerns, followed by all outstanding cards that beat this card
    number: the trick number or the number of outstanding cards; null if the fact has no number
    sure: whether the fact is certain; if false, some of the cards may have been discarded
    seats: the seats that can hold the outstanding cards
    loss: tricks lost by a player who noticed the fact; null if the fact cannot be overlooked
    missed: tricks lost by a player who overlooked the fact; null if the fact cannot be overlooked
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
        """The outstanding cards that beat the fact's first card."""
        return Hand.of(self.cards[1:])


@dataclass(frozen=True)
class About:
    """The cards, seats and suits that an explanation names."""

    cards: Hand = Hand()
    seats: frozenset[Seat] = frozenset()
    suits: frozenset[Suit] = frozenset()


ABOUT_NOTHING = About()


def known_facts(view: DealView) -> list[KnownFact]:
    """Return all facts that the viewer of `view` knows. Raises KnowledgeError if the view is contradictory."""
    knowledge = Knowledge(view)
    return [*_shown_out(view), *_none_left(view, knowledge), *_exchanged(view, knowledge), *_outside(knowledge)]


def _shown_out(view: DealView) -> Iterator[KnownFact]:
    """Yield a fact for each suit in which an opponent showed out, with the number of the first such trick."""
    plays, voids = view.plays, set()
    for number, play in enumerate(plays):
        led = plays[number - number % len(Seat)].card.suit
        if play.card.suit is not led and play.seat is not view.viewer and (play.seat, led) not in voids:
            voids.add((play.seat, led))
            yield KnownFact(Fact.SHOWN_OUT, play.seat, led, number=number // len(Seat) + 1)


def _none_left(view: DealView, knowledge: Knowledge) -> Iterator[KnownFact]:
    """Yield a fact for each outstanding suit in which an opponent is known to be void without having shown out."""
    shown = {(fact.seat, fact.suit) for fact in _shown_out(view)}
    for seat in _others(knowledge):
        if len(view.hands[seat]):
            for suit in knowledge.voids(seat):
                if (seat, suit) not in shown and _out(knowledge).only(suit):
                    yield KnownFact(Fact.NONE_LEFT, seat, suit)


def _exchanged(view: DealView, knowledge: Knowledge) -> Iterator[KnownFact]:
    """Yield facts from the exchange: cards passed to an opponent, and highest cards returned to the viewer."""
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
    """Yield a fact for each card that the viewer passed to a seat, if the seat may still hold the card."""
    for card in cards:
        if card in knowledge.may_be(Place(to)):
            yield KnownFact(kind, to, cards=(card,), sure=card in knowledge.known(Place(to)))


def _highest_returned(knowledge: Knowledge, cards: Hand, seat: Seat) -> Iterator[KnownFact]:
    """Yield a fact for each suit in which the seat cannot hold a card above its lowest returned card."""
    for suit in Suit:
        if own := cards.only(suit):
            lowest = min(own)
            higher = _higher(_out(knowledge), lowest)
            if higher and not higher & knowledge.may_be(Place(seat)):
                yield KnownFact(Fact.HIGHEST_RETURNED, seat, cards=(lowest, *higher))


def _outside(knowledge: Knowledge) -> Iterator[KnownFact]:
    """Yield facts about outstanding cards: their number, which beat the viewer's cards, and who holds one."""
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
    """Return the cards that the opponents can hold."""
    return knowledge.may_be(Place(knowledge.viewer.next)) | knowledge.may_be(Place(knowledge.viewer.after(2)))


def _higher(cards: Hand, card: Card) -> Hand:
    return Hand.of(other for other in cards.only(card.suit) if other > card)


def _passed_on_by(view: DealView) -> Hand:
    """Return the cards that the viewer gave or returned."""
    passed = Hand()
    for event in view.events:
        if isinstance(event, Give | Return) and event.seat is view.viewer:
            for cards in event.cards if isinstance(event, Give) else (event.cards,):
                passed |= known_cards(cards)
    return passed


def relevant_facts(question: Question, chosen: Action, better: Action, about: About = ABOUT_NOTHING) -> list[KnownFact]:
    """Return at most two facts from which the player could have found the better choice, most convincing first.

    A fact must concern the cards, seats and suits in `about`; if `about` is empty, a fact must concern the two cards or
    their suits. If no fact qualifies, facts about the two cards that can be overlooked are considered. All facts that
    can be overlooked are also tested by playouts.
    """
    if not isinstance(chosen, Play) or not isinstance(better, Play):
        return []
    view, known = question.view, known_facts(question.view)
    facts = [fact for fact in known if _bears_on(fact, view, chosen, better, about)]
    facts = facts or [fact for fact in known if overlooked(fact) and _of_cards(fact, view, chosen, better)]
    tested = (_tested(question, fact, chosen, better) for fact in facts)
    return _told_once(sorted(filter(None, tested), key=lambda fact: _rank(fact, better, about)))


def overlooked(fact: KnownFact) -> Missed | None:
    """Return the knowledge that a player lacks after overlooking the fact, or None if the fact cannot be overlooked."""
    match fact:
        case KnownFact(Fact.SHOWN_OUT, Seat() as seat, Suit() as suit):
            return Missed(voids=frozenset({(seat, suit)}))
        case KnownFact(Fact.HIGHEST_RETURNED, Seat() as seat):
            return Missed(returns=frozenset({(seat, fact.cards[0].suit)}))
    return None


def loss_by_missing(question: Question, chosen: Play, better: Play, missed: Missed, offset: int = 0) -> Estimate:
    """Return the tricks that a card loses against a better card, for a player without the knowledge in `missed`.

    The loss is measured by playouts of deals that are possible without the knowledge in `missed`.
    """
    view, seed = question.view, question.limits.seed + offset
    drawn = Knowledge(view, missed=missed).sample(KNOWN_WORLDS, seed, ROUGH_LIKELIHOOD).distinct
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
    """Return the fact, or None if the fact fails its test.

    A fact that can be overlooked passes the test if the loss is clearly smaller for a player who overlooks the fact.
    """
    if (missed := overlooked(fact)) is None:
        return fact
    loss = loss_by_missing(question, chosen, better, Missed())
    without = loss_by_missing(question, chosen, better, missed, 1)
    less, error = loss.mean - without.mean, hypot(loss.standard_error, without.standard_error)
    clear = less >= HELPED and less > ERRORS * error and without.mean <= SMALLER * loss.mean
    return replace(fact, loss=loss, missed=without) if clear else None


def _bears_on(fact: KnownFact, view: DealView, chosen: Play, better: Play, about: About) -> bool:
    """Whether a fact concerns the contents of `about` or, if `about` is empty, the two cards and their suits.

    Obvious facts are left out, such as that no card beats an ace.
    """
    if about == ABOUT_NOTHING:
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
    """Whether a fact concerns the suit of one of the two cards, or cards that can beat one of the two cards."""
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
        case Fact.HIGHER_OUT if not to_play:  # The player may have thrown away a winner.
            return card.rank < ACE and card is chosen.card and not fact.higher
        case Fact.HIGHER_OUT:
            return card.rank < ACE and (card is better.card or (card is chosen.card and bool(fact.higher)))
    return fact.seat in to_play and any(card > other for other in own.only(card.suit))


def _to_play(view: DealView, chosen: Play) -> list[Seat]:
    """Return the seats that play after the player in the current trick."""
    return [chosen.seat.next, chosen.seat.after(2)][: 2 - len(view.table)]


def _just_now(view: DealView, fact: KnownFact) -> bool:
    """Whether the fact's seat showed out of the fact's suit in the current trick."""
    turns = ((fact.seat or 0) - view.lead) % len(Seat)
    return 0 < turns < len(view.table) and view.table[0].suit is fact.suit


def _rank(fact: KnownFact, better: Play, about: About) -> tuple[float, ...]:
    """Return the sort key of a fact: tested facts come first, then facts about single cards, and counts come last."""
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
    """Return the first `MOST_FACTS` facts of different kinds, with at most one fact about the same seat and suit."""
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
