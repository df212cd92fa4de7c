"""Why a call, a discard or a gift was a mistake: what differs in the deals played out after it and after a better one.

Each theme counts tricks of one kind, such as those won with a suit's cards, or by ruffs; `evidence.py` tests whether
nothing is lost where there are as many of them after both choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np

from ninefivetwo.cards import FULL_DECK, Card, Denomination, Hand, Seat, Suit
from ninefivetwo.exact import Solver
from ninefivetwo.game import Call, Cards, Discard, Give, known_cards
from ninefivetwo.game.events import action_object
from ninefivetwo.sets import Sets
from ninefivetwo.study.decision_nodes import DecisionNode
from ninefivetwo.study.fair import Fair
from ninefivetwo.study.hindsight import Hindsight
from ninefivetwo.study.why.claims import ProvenTheme, Theme, Why
from ninefivetwo.study.why.deal_lines import ComparedDeals, DealLines
from ninefivetwo.study.why.evidence import Tally, evidence, proven
from ninefivetwo.study.why.lines import Counts, Flags
from ninefivetwo.think.advise import Limits, Question
from ninefivetwo.think.advise.before import DealChoices
from ninefivetwo.think.advise.pricing import drawn_worlds

LOOKS = 1600, 4800  # worlds, half of which pick the themes, and half tell; the second where the first finds none
DISCARDS_BY = 200  # worlds by which a discard after each call is chosen
FRESH = 952_000_001  # added to the seed of the fair price, whose worlds picked the better choice
MOSTLY = 0.7  # of the worlds in which fewer tricks are won: what happens in so many is told
REST = 0.5  # of what is lost where a count is worse: where it is the same, at most so much is
NEARLY_ALWAYS = 0.95  # of the worlds: where a count differs in more, nothing is read out of the others
LONG = 5  # cards of a long suit

TrickCount = Callable[[DealLines], Counts]


def why_before_play(node: DecisionNode, fair: Fair, hindsight: Hindsight | None, solver: Solver, limits: Limits) -> Why:
    """As `ninefivetwo.study.why.why`, of a choice before the play."""
    seed, found = limits.seed + FRESH, list[ProvenTheme]()
    for worlds in LOOKS:
        lines = compared_deals(node, fair, replace(limits, seed=seed), worlds)
        tried = [tally for tally in deal_tallies(lines) if _gone_without(lines, tally)]
        found = proven(lines.lost, lines.worlds, tried)
        if found or lines.worlds.exact or worlds == LOOKS[-1]:
            break
        seed += 1
    return Why(action_object(fair.best.action), fair.loss, tuple(found), None, len(lines.worlds.shares), seed, ())


def compared_deals(node: DecisionNode, fair: Fair, limits: Limits, worlds: int = LOOKS[0]) -> ComparedDeals:
    """The deals after what was chosen and after what was better, in so many worlds drawn by the seed of the limits.

    What is still chosen before the play is chosen as advice takes it to be (`advise/before.py`).
    """
    view, choices = node.before.seen_by(node.seat), [node.action, fair.best.action]
    question = Question(view, limits)
    drawn = drawn_worlds(question, worlds).worlds
    following = DealChoices(question, choices, drawn_worlds(question, DISCARDS_BY, offset=1).worlds)
    after, instead = (DealLines.played(deals, limits.seed, limits) for deals in following.deals(choices, drawn.sets))
    return ComparedDeals(view, choices[0], choices[1], drawn, after, instead)


def deal_tallies(lines: ComparedDeals) -> list[Tally]:
    """Everything that is tried as the reason."""
    match lines.chosen, lines.better:
        case Discard(_, one), Discard(_, two):
            return [*_of_discard(lines, known_cards(one), known_cards(two))]
        case Give(_, one), Give(_, two):
            return [*_of_gift(lines, one, two)]
        case Call(_, one), Call(_, two):
            return [*_of_call(lines, one, two)]
    return []


def _tally(
    lines: ComparedDeals,
    theme: Theme,
    count: TrickCount,
    cards: Hand | None = None,
    suit: Suit | None = None,
    seat: Seat | None = None,
) -> Tally:
    after, instead = count(lines.after), count(lines.instead)
    return Tally(theme, after, instead, seat, tuple(cards or ()), suit)


def _gone_without(lines: ComparedDeals, tally: Tally) -> bool:
    """Is little lost where a count is the same, not only little because it seldom is?"""
    found = evidence(lines.lost, lines.worlds, tally)
    if found is None or found.proven.same is None or found.proven.changed.mean > NEARLY_ALWAYS:
        return found is not None
    return found.proven.same.mean <= REST * found.within.mean


# Discards.


def _of_discard(lines: ComparedDeals, chosen: Hand, better: Hand) -> Iterator[Tally]:
    held, trump, own = lines.view.due_turn.held, lines.view.trump, lines.seat
    let_go = chosen - better
    for suit in Suit:
        if let_go.only(suit) and trump is not None and int(suit) == int(trump):
            yield _tally(lines, Theme.TRUMPS_LET_GO, lambda deals: deals.by_trumps(own), held.only(suit), suit)
        elif let_go.only(suit):
            yield _kept_suit(lines, suit, held, let_go)
            yield _tally(lines, Theme.SUIT_LET_RUN, partial(_in_suit, suit=suit, seats=_others(own)), None, suit)
    yield _tally(lines, Theme.WINNERS_LET_GO, partial(_with, cards=let_go | better - chosen, seat=own), let_go)
    yield from _suits_weakened(lines, let_go)
    yield from _voids(lines, held, chosen, better)


def _suits_weakened(lines: ComparedDeals, let_go: Hand) -> Iterator[Tally]:
    """Tricks won with all the suits of which cards were let go, where they are several."""
    suits = [suit for suit in Suit if let_go.only(suit)]
    if len(suits) > 1:
        yield _tally(lines, Theme.SUITS_WEAKENED, partial(_in_suits, suits=suits, seat=lines.seat), let_go)


def _kept_suit(lines: ComparedDeals, suit: Suit, held: Hand, let_go: Hand) -> Tally:
    """Tricks won with a suit of which cards were let go; the theme says by which of them they are lost.

    One of the cards let go would win; or none of them, but one that is kept in any case and which they guard.
    """
    found = _tally(lines, Theme.SUIT_WEAKENED, partial(_in_suit, suit=suit, seats=[lines.seat]), held.only(suit), suit)
    gone, wins, wins_now = let_go.only(suit), lines.instead.wins(lines.seat), lines.after.wins(lines.seat)
    itself = _any_of(wins, gone)
    if _holds_mostly(lines, found, itself):
        theme = Theme.LONG_SUIT_BROKEN if len(held.only(suit)) >= LONG and not _honour(gone) else Theme.WINNER_LET_GO
        return replace(found, theme=theme, fate="wins", fated=itself)
    guarded: Flags = ~itself & _any_of(wins & ~wins_now, held.only(suit) - gone)
    if _holds_mostly(lines, found, guarded):
        return replace(found, theme=Theme.GUARD_LET_GO, fate="guards", fated=guarded)
    return found


def _voids(lines: ComparedDeals, held: Hand, chosen: Hand, better: Hand) -> Iterator[Tally]:
    """Ruffs in suits of which the better choice leaves nothing, and the one made does."""
    for suit in Suit:
        if held.only(suit) - chosen and not held.only(suit) - better:
            yield _tally(lines, Theme.VOID_NOT_MADE, partial(_ruffs_of, suit=suit, seat=lines.seat), None, suit)


def _holds_mostly(lines: ComparedDeals, tally: Tally, flags: Flags) -> bool:
    """Does something hold in most of the worlds in which a count is worse?"""
    weights = lines.worlds.shares * (tally.worse > 0)
    return float(weights @ flags) >= MOSTLY * float(weights.sum()) > 0


def _any_of(wins: Flags, cards: Hand) -> Flags:
    """Does any of these cards win, by world?"""
    found: Flags = wins[:, [card.index for card in cards]].sum(axis=1) > 0
    return found


def _honour(cards: Hand) -> bool:
    """Is there a jack or more among them?"""
    return any(card.rank >= Card.parse("SJ").rank for card in cards)


# Gifts.


def _of_gift(lines: ComparedDeals, chosen: tuple[Cards, ...], better: tuple[Cards, ...]) -> Iterator[Tally]:
    own, held = lines.seat, lines.view.due_turn.held
    one, two = _all(chosen), _all(better)
    given, instead = one - two, two - one

    def come_back(deals: DealLines, cards: Hand = FULL_DECK) -> Counts:
        kept = held - (one if deals is lines.after else two)
        return _with_some(deals, np.uint64((cards - kept).cards) & ~lines.kitty, own)

    def exchanged(deals: DealLines) -> Counts:
        kept = held - (one if deals is lines.after else two)
        back = np.uint64((FULL_DECK - kept).cards) & ~lines.kitty
        return _with_some(deals, back | np.uint64((given | instead).cards), own)

    for suit in Suit:
        if part := instead.only(suit):
            count = partial(come_back, cards=FULL_DECK.only(suit))
            yield _tally(lines, Theme.RETURN_WINS, count, part, suit, _receiver(better, part))
    yield _tally(lines, Theme.RETURN_WINS, come_back, instead)
    yield _tally(lines, Theme.EXCHANGED_WIN, exchanged, instead)
    for suit in Suit:
        if given.only(suit):
            yield _kept_suit(lines, suit, held, given)
            yield _tally(lines, Theme.SUIT_LET_RUN, partial(_in_suit, suit=suit, seats=_others(own)), None, suit)
    yield from _suits_weakened(lines, given)
    if given:
        yield _tally(lines, Theme.WINNERS_LET_GO, partial(_with, cards=given | instead, seat=own), given)
    for seat in _others(own):
        if gone := given & known_cards(chosen[seat]):
            count = partial(_with, cards=gone | instead & known_cards(better[seat]), seat=seat)
            yield _tally(lines, Theme.GIVEN_WINS, count, gone, seat=seat)
    yield from _voids(lines, held, one, two)


def _all(gifts: tuple[Cards, ...]) -> Hand:
    """All the cards given."""
    return Hand.of(card for cards in gifts for card in known_cards(cards))


def _receiver(gifts: tuple[Cards, ...], cards: Hand) -> Seat | None:
    """Who gets some cards, where it is one player."""
    seats = [seat for seat in Seat if known_cards(gifts[seat]) & cards]
    return seats[0] if len(seats) == 1 else None


# Calls.


def _of_call(lines: ComparedDeals, chosen: Denomination, better: Denomination) -> Iterator[Tally]:
    own, held = lines.seat, lines.view.hand(lines.seat)
    trumps = Hand() if better is Denomination.N else held.only(Suit(better))
    number = 0 if chosen is Denomination.N else len(held.only(Suit(chosen)))
    if trumps:
        theme = Theme.LONGER_TRUMPS if len(trumps) > number else Theme.STRONGER_TRUMPS
        yield _tally(lines, theme, lambda deals: deals.by_trumps(own), trumps)
        if len(trumps) > number:
            yield _tally(
                lines, Theme.TRUMP_BALANCE, lambda deals: deals.by_trumps(own) - deals.ruffs(*_others(own)), trumps
            )
    if chosen is Denomination.N:
        for suit in Suit:
            count = partial(_in_suit, suit=suit, seats=_others(own))
            yield _tally(lines, Theme.SUIT_NOT_STOPPED, count, held.only(suit), suit)
    yield _tally(lines, Theme.OTHERS_RUFF, lambda deals: deals.ruffs(*_others(own)))
    yield _tally(lines, Theme.OTHERS_TRUMPS, lambda deals: deals.by_trumps(*_others(own)))
    yield _tally(lines, Theme.SIDE_CARDS_WIN, lambda deals: deals.won[:, own] - deals.by_trumps(own))


# What is counted.


def _others(seat: Seat) -> list[Seat]:
    return [seat.next, seat.after(2)]


def _with(deals: DealLines, cards: Hand, seat: Seat) -> Counts:
    """The tricks that a seat wins with some cards."""
    found: Counts = deals.wins(seat)[:, [card.index for card in cards]].sum(axis=1)
    return found


def _with_some(deals: DealLines, cards: Sets, seat: Seat) -> Counts:
    """The tricks that a seat wins with some cards, others in each world."""
    indices = np.arange(deals.fate.shape[1], dtype=np.uint64)
    found: Counts = (deals.wins(seat) & ((cards[:, None] >> indices) & np.uint64(1) > 0)).sum(axis=1)
    return found


def _in_suit(deals: DealLines, suit: Suit, seats: list[Seat]) -> Counts:
    """The tricks that some seats win with a suit's cards, but for ruffs."""
    found: Counts = (deals.wins(*seats) & deals.of_suit(suit) & (deals.led_to == int(suit))).sum(axis=1)
    return found


def _in_suits(deals: DealLines, suits: list[Suit], seat: Seat) -> Counts:
    """The tricks that a seat wins with the cards of some suits, ruffs too."""
    of_suits = np.logical_or.reduce([deals.of_suit(suit) for suit in suits])
    found: Counts = (deals.wins(seat) & of_suits).sum(axis=1)
    return found


def _ruffs_of(deals: DealLines, suit: Suit, seat: Seat) -> Counts:
    """The tricks that a seat wins by ruffing a suit."""
    found: Counts = (deals.ruffing(seat) & (deals.led_to == int(suit))).sum(axis=1)
    return found
