"""Find the reason why a call, discard or gift was a mistake, by comparing it with a better choice in playouts.

Each theme (a possible reason) counts tricks of one kind, such as tricks won in a suit or by ruffing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from operator import methodcaller

import numpy as np
from msgspec.structs import replace

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit, Trump
from ninefivetwo.game import Action, Call, Cards, Discard, Give, known_cards
from ninefivetwo.sets import Sets
from ninefivetwo.study.fair_price import Fair
from ninefivetwo.study.nodes import DecisionNode
from ninefivetwo.study.why.evidence import FRESH, ProvenTheme, Tally, Theme, Why, evidence, proven
from ninefivetwo.study.why.lines import CARD_INDICES, Compared, Counts, Flags, PlayedLines
from ninefivetwo.think.advise import Limits, Question
from ninefivetwo.think.advise.before import DealChoices
from ninefivetwo.think.advise.pricing import drawn_worlds
from ninefivetwo.think.playouts.values import DistinctWorlds
from ninefivetwo.think.playouts.views import KITTY

SAMPLES = 1600, 4800  # sample sizes; the second sample is drawn only if no theme passes the test in the first
DISCARDS_BY = 200  # number of worlds for choosing a discard after each call
REST = 0.5  # maximum loss in worlds with an unchanged theme count, relative to worlds with a worse count
NEARLY_ALWAYS = 0.95  # if a count changes in more than this share of the worlds, `REST` is not applied
LONG = 5  # minimum length of a long suit
JACK = Card.parse("SJ").rank


def why_before_play(node: DecisionNode, fair: Fair, limits: Limits) -> Why:
    """Return the reason why a choice before the play was an avoidable mistake.

    The seed of new worlds is derived from `limits.seed`.
    """
    seed, found = limits.seed + FRESH, list[ProvenTheme]()
    for worlds in SAMPLES:
        question = node.question(replace(limits, seed=seed))
        lines = compared_deals(question, node.action, fair.best.action, drawn_worlds(question, worlds).worlds)
        tried = [tally for tally in deal_tallies(lines) if _gone_without(lines, tally)]
        found = proven(lines.lost, lines.worlds, tried)
        if found or lines.worlds.exact or worlds == SAMPLES[-1]:
            break
        seed += 1
    return Why(fair.best.action, fair.loss, tuple(found), None, len(lines.worlds.shares), seed, ())


def compared_deals(question: Question, chosen: Action, better: Action, worlds: DistinctWorlds) -> Compared[Action]:
    """Play out the same deals after two choices, with the opponent models of a question.

    Later choices before the play follow the model that advice uses (`advise/before.py`).
    """
    choices = [chosen, better]
    following = DealChoices(question, choices, drawn_worlds(question, DISCARDS_BY, offset=1).worlds)
    after, instead = (PlayedLines.of_deals(games, question) for games in following.deals(choices, worlds.sets))
    return Compared(question.view, chosen, better, worlds, after, instead)


def deal_tallies(lines: Compared[Action]) -> list[Tally]:
    """Return a tally for each possible reason for the mistake."""
    match lines.chosen, lines.better:
        case Discard(_, one), Discard(_, two):
            return [*_of_discard(lines, known_cards(one), known_cards(two))]
        case Give(_, one), Give(_, two):
            return [*_of_gift(lines, one, two)]
        case Call(_, one), Call(_, two):
            return [*_of_call(lines, one, two)]
    return []


def _gone_without(lines: Compared[Action], tally: Tally) -> bool:
    """Whether a tally passes a preliminary test: little is lost in worlds with equal counts."""
    found = evidence(lines.lost, lines.worlds, tally)
    if found is None or found.proven.same is None or found.proven.changed.mean > NEARLY_ALWAYS:
        return found is not None
    return found.proven.same.mean <= REST * found.within.mean


# Discards


def _of_discard(lines: Compared[Action], chosen: Hand, better: Hand) -> Iterator[Tally]:
    held, trump, own = lines.view.due_turn.held, lines.view.trump, lines.seat
    let_go = chosen - better
    for suit in Suit:
        if let_go.only(suit) and trump is not None and int(suit) == int(trump):
            yield Tally.of(lines, Theme.TRUMPS_LET_GO, methodcaller("by_trumps", own), held.only(suit), suit)
        elif let_go.only(suit):
            yield _kept_suit(lines, suit, held, let_go)
            yield Tally.of(lines, Theme.SUIT_LET_RUN, methodcaller("in_suit", suit, *_others(own)), suit=suit)
    yield Tally.of(lines, Theme.WINNERS_LET_GO, methodcaller("with_cards", let_go | better - chosen, own), let_go)
    yield from _suits_weakened(lines, let_go)
    yield from _voids(lines, held, chosen, better)


def _suits_weakened(lines: Compared[Action], let_go: Hand) -> Iterator[Tally]:
    """If cards from several suits were discarded or given, yield the count of tricks won in these suits."""
    if len({card.suit for card in let_go}) > 1:
        cards = Hand.of(card for card in FULL_DECK if let_go.only(card.suit))
        yield Tally.of(lines, Theme.SUITS_WEAKENED, methodcaller("with_cards", cards, lines.seat), let_go)


def _kept_suit(lines: Compared[Action], suit: Suit, held: Hand, let_go: Hand) -> Tally:
    """Count the tricks in a suit that the choice shortens.

    The theme depends on whether a discarded or given card would usually have won a trick or guarded a winner.
    """
    found = Tally.of(lines, Theme.SUIT_WEAKENED, methodcaller("in_suit", suit, lines.seat), held.only(suit), suit)
    gone, wins, wins_now = let_go.only(suit), lines.instead.wins(lines.seat), lines.after.wins(lines.seat)
    itself = _any_of(wins, gone)
    if found.mostly(itself, lines.worlds):
        theme = (
            Theme.LONG_SUIT_BROKEN if len(held.only(suit)) >= LONG and max(gone).rank < JACK else Theme.WINNER_LET_GO
        )
        return replace(found, theme=theme, fate="wins", fated=itself)
    guarded: Flags = ~itself & _any_of(wins & ~wins_now, held.only(suit) - gone)
    if found.mostly(guarded, lines.worlds):
        return replace(found, theme=Theme.GUARD_LET_GO, fate="guards", fated=guarded)
    return found


def _voids(lines: Compared[Action], held: Hand, chosen: Hand, better: Hand) -> Iterator[Tally]:
    """Yield the count of ruffs in each suit in which only the better choice creates a void."""
    for suit in Suit:
        if held.only(suit) - chosen and not held.only(suit) - better:
            yield Tally.of(lines, Theme.VOID_NOT_MADE, methodcaller("ruffs_of", suit, lines.seat), suit=suit)


def _any_of(wins: Flags, cards: Hand) -> Flags:
    return wins[:, [card.index for card in cards]].sum(axis=1) > 0


# Gifts


def _of_gift(lines: Compared[Action], chosen: tuple[Cards, ...], better: tuple[Cards, ...]) -> Iterator[Tally]:
    own, held = lines.seat, lines.view.due_turn.held
    one, two = _all(chosen), _all(better)
    given, instead, kitty = one - two, two - one, lines.worlds.sets[:, KITTY]

    def come_back(line: PlayedLines, cards: Hand = FULL_DECK) -> Counts:
        kept = held - (one if line is lines.after else two)
        return _with_some(line, np.uint64((cards - kept).cards) & ~kitty, own)

    def exchanged(line: PlayedLines) -> Counts:
        kept = held - (one if line is lines.after else two)
        back = np.uint64((FULL_DECK - kept).cards) & ~kitty
        return _with_some(line, back | np.uint64((given | instead).cards), own)

    for suit in Suit:
        if part := instead.only(suit):
            count = partial(come_back, cards=FULL_DECK.only(suit))
            yield Tally.of(lines, Theme.RETURN_WINS, count, part, suit, _receiver(better, part))
    yield Tally.of(lines, Theme.RETURN_WINS, come_back, instead)
    yield Tally.of(lines, Theme.EXCHANGED_WIN, exchanged, instead)
    for suit in Suit:
        if given.only(suit):
            yield _kept_suit(lines, suit, held, given)
            yield Tally.of(lines, Theme.SUIT_LET_RUN, methodcaller("in_suit", suit, *_others(own)), suit=suit)
    yield from _suits_weakened(lines, given)
    if given:
        yield Tally.of(lines, Theme.WINNERS_LET_GO, methodcaller("with_cards", given | instead, own), given)
    for seat in _others(own):
        if gone := given & known_cards(chosen[seat]):
            wins = methodcaller("with_cards", gone | instead & known_cards(better[seat]), seat)
            yield Tally.of(lines, Theme.GIVEN_WINS, wins, gone, seat=seat)
    yield from _voids(lines, held, one, two)


def _all(gifts: tuple[Cards, ...]) -> Hand:
    return Hand.of(card for cards in gifts for card in known_cards(cards))


def _receiver(gifts: tuple[Cards, ...], cards: Hand) -> Seat | None:
    """Return the seat that receives the cards, or None if several seats receive them."""
    seats = [seat for seat in Seat if known_cards(gifts[seat]) & cards]
    return seats[0] if len(seats) == 1 else None


# Calls


def _of_call(lines: Compared[Action], chosen: Trump, better: Trump) -> Iterator[Tally]:
    own, held = lines.seat, lines.view.hand(lines.seat)
    ruffs = methodcaller("ruffs", *_others(own))
    trumps = Hand() if better is Trump.NO_TRUMP else held.only(Suit(better))
    number = 0 if chosen is Trump.NO_TRUMP else len(held.only(Suit(chosen)))
    if trumps:
        theme = Theme.LONGER_TRUMPS if len(trumps) > number else Theme.STRONGER_TRUMPS
        yield Tally.of(lines, theme, methodcaller("by_trumps", own), trumps)
        if len(trumps) > number:
            yield Tally.of(lines, Theme.TRUMP_BALANCE, lambda line: line.by_trumps(own) - ruffs(line), trumps)
    if chosen is Trump.NO_TRUMP:
        for suit in Suit:
            count = methodcaller("in_suit", suit, *_others(own))
            yield Tally.of(lines, Theme.SUIT_NOT_STOPPED, count, held.only(suit), suit)
    yield Tally.of(lines, Theme.OTHERS_RUFF, ruffs)
    yield Tally.of(lines, Theme.OTHERS_TRUMPS, methodcaller("by_trumps", *_others(own)))
    yield Tally.of(lines, Theme.SIDE_CARDS_WIN, lambda line: line.won(own) - line.by_trumps(own))


def _others(seat: Seat) -> tuple[Seat, Seat]:
    return seat.next, seat.after(2)


def _with_some(line: PlayedLines, cards: Sets, seat: Seat) -> Counts:
    """Count the tricks that a seat wins with cards from a set; each world has its own set."""
    indices = np.arange(CARD_INDICES, dtype=np.uint64)
    return (line.wins(seat) & ((cards[:, None] >> indices) & np.uint64(1) > 0)).sum(axis=1)
