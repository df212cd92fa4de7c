"""The themes of the play: what each counts in the line after a card, and in the line after a better one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from ninefivetwo.cards import LANE_BITS, Card, Denomination, Hand, Seat, Suit
from ninefivetwo.game import DealView
from ninefivetwo.study.why.claims import Theme
from ninefivetwo.study.why.evidence import Tally
from ninefivetwo.study.why.lines import Compared, Counts, Fate, Flags, PlayedLines

MOSTLY = 0.7  # of the worlds in which cards win fewer: what becomes of them in so many is told

Counting = Callable[[PlayedLines], Counts]


def tallies(lines: Compared) -> list[Tally]:
    """Everything that is tried as the reason."""
    return [*_this_trick(lines), *_own_cards(lines), *_ruffs(lines), *_of_others(lines)]


def _this_trick(lines: Compared) -> Iterator[Tally]:
    """The better card wins the trick in progress."""
    led = lines.view.table[0].suit if lines.view.table else lines.better.suit
    ruffs = lines.better.suit is not led and _is_trump(lines, lines.better)
    theme = Theme.RUFF_MISSED if ruffs else Theme.TRICK_MISSED
    yield _tally(lines, theme, lambda line: line.winner[:, 0] == int(lines.seat), (lines.better,))


def _own_cards(lines: Compared) -> Iterator[Tally]:
    """Tricks won with touching cards, with a suit, with its lower cards; and what becomes of them instead."""
    groups = touching(lines.view)
    chosen = next(group for group in groups if lines.card in group)
    better = next(group for group in groups if lines.better in group)
    yield from _told(lines, chosen, _now(lines))
    if lines.card.suit is lines.better.suit and chosen != better:
        wins_now = (lines.after.winner[:, 0] == int(lines.seat)) & (lines.instead.winner[:, 0] == int(lines.seat))
        if wins_now.mean() >= MOSTLY:
            yield _won_with(lines, Theme.TOO_HIGH, (*chosen, *better))
    for group in groups:
        if lines.card not in group:
            yield from _told(lines, group, _later(lines, group[0].suit))
    side = tuple(card for card in lines.view.hand(lines.seat) if not _is_trump(lines, card))
    if len({card.suit for card in side}) > 1 and lines.view.called is not Denomination.N:
        yield _won_with(lines, Theme.SIDE_SUITS, side)
    hand, tops = lines.view.hand(lines.seat), {group for group in groups if _is_top(lines.view, group)}
    for suit in Suit:
        cards = tuple(hand.only(suit))
        if cards:
            yield _won_with(lines, Theme.SUIT, cards)
            yield from _told(lines, cards, _later(lines, suit))
        lower = tuple(card for card in cards if not any(card in top for top in tops))
        if lower and lower != cards and not _is_trump(lines, lower[0]):
            yield _won_with(lines, Theme.SET_UP, lower)


def _ruffs(lines: Compared) -> Iterator[Tally]:
    """Tricks won by ruffing."""
    hand = lines.view.hand(lines.seat)
    trumps = tuple(card for card in hand if _is_trump(lines, card))
    if not trumps:
        return
    yield _tally(lines, Theme.RUFFS_MISSED, partial(_ruffed_by, seats=(lines.seat,)), trumps)


def _of_others(lines: Compared) -> Iterator[Tally]:
    """Tricks that the others win: by ruffing, or in a suit."""
    one, two = lines.seat.next, lines.seat.after(2)
    for seats in ((one,), (two,), (one, two)):
        seat = seats[0] if len(seats) == 1 else None
        yield _tally(lines, Theme.RUFFS_GIVEN, partial(_ruffed_by, seats=seats), (), seat)
        for suit in Suit:
            theme = Theme.SUIT_GIVEN
            if suit is lines.card.suit and suit is not lines.better.suit:
                thrown = lines.view.table and suit is not lines.view.table[0].suit
                theme = Theme.GUARD_THROWN if thrown else Theme.SUIT_OPENED
            if lines.view.table and theme is Theme.SUIT_OPENED:
                theme = Theme.SUIT_GIVEN
            yield replace(_tally(lines, theme, partial(_won_in, seats=seats, suit=suit), (), seat), suit=suit)


def touching(view: DealView) -> list[tuple[Card, ...]]:
    """The viewer's cards, those together between which no card is out or on the table; from the highest down."""
    gone = view.played - Hand.of(view.table)
    gone |= view.discarded if isinstance(view.discarded, Hand) else Hand()
    found: list[list[Card]] = []
    for card in view.hand(view.viewer):
        last = found[-1][-1] if found else None
        if last is not None and last.suit is card.suit and _between(card, last) <= set(gone):
            found[-1].append(card)
        else:
            found.append([card])
    return [tuple(group) for group in found]


def _between(low: Card, high: Card) -> set[Card]:
    return {Card(low.suit, rank) for rank in range(low.rank + 1, high.rank)}


def _is_top(view: DealView, group: Sequence[Card]) -> bool:
    """Is no card that beats these, of their suit, out or on the table?"""
    gone = view.played - Hand.of(view.table)
    gone |= view.discarded if isinstance(view.discarded, Hand) else Hand()
    higher = {Card(group[0].suit, rank) for rank in range(group[0].rank + 1, 13)}
    return higher <= set(gone) | set(view.hand(view.viewer))


def _is_trump(lines: Compared, card: Card) -> bool:
    return int(card.suit) == int(lines.view.called)


def _now(lines: Compared) -> dict[Fate, Theme]:
    """What becomes of the card played, and its theme."""
    found = {Fate.FALLS: Theme.WASTED, Fate.THROWN: Theme.WINNER_THROWN, Fate.OVERRUFFED: Theme.OVERRUFFED}
    return found | {Fate.RUFFED: Theme.WASTED if lines.view.table else Theme.LED_INTO_RUFF}


def _later(lines: Compared, suit: Suit) -> dict[Fate, Theme]:
    """What becomes of cards of a suit later on, and its theme."""
    found = {Fate.RUFFED: Theme.RUFFED, Fate.THROWN: Theme.STRANDED}
    thrown = bool(lines.view.table) and lines.card.suit is not lines.view.table[0].suit
    guard = thrown and lines.card.suit is suit and lines.better.suit is not suit
    return found | {Fate.FALLS: Theme.GUARD_GONE if guard else Theme.FALLS}


def _told(lines: Compared, cards: tuple[Card, ...], themes: dict[Fate, Theme]) -> Iterator[Tally]:
    """Tricks won with some cards, where it can be told what mostly becomes of them when they win fewer."""
    own = _won_with(lines, Theme.SUIT, cards)
    fewer = own.worse > 0
    if not fewer.any():
        return
    weights = lines.worlds.shares * fewer
    leads_trump = not lines.view.table and _is_trump(lines, lines.better) and not _is_trump(lines, lines.card)
    for fate, theme in themes.items():
        more = _meets_instead(lines, cards, fate)
        if theme is Theme.RUFFED and leads_trump:
            drawn = more & (_drawn(lines.instead, lines.seat) > _drawn(lines.after, lines.seat))
            if float(weights @ drawn) >= MOSTLY * float(weights.sum()):
                theme, more = Theme.TRUMPS_NOT_DRAWN, drawn
        if float(weights @ more) >= MOSTLY * float(weights.sum()):
            yield Tally(theme, own.after, own.instead, None, cards, fate=fate.name.lower(), fated=more)


def _won_with(lines: Compared, theme: Theme, cards: tuple[Card, ...]) -> Tally:
    return _tally(lines, theme, partial(_fated, cards=cards, fate=Fate.WINS), cards)


def _tally(
    lines: Compared, theme: Theme, count: Counting, cards: tuple[Card, ...] = (), seat: Seat | None = None
) -> Tally:
    after, instead = (count(line).astype(np.int64) for line in (lines.after, lines.instead))
    return Tally(theme, after, instead, seat, cards)


def _fated(line: PlayedLines, cards: Sequence[Card], fate: Fate) -> Counts:
    """How many of these cards meet a fate, by world."""
    found: Counts = (line.fate[:, [card.index for card in cards]] == fate).sum(axis=1)
    return found


def _meets_instead(lines: Compared, cards: Sequence[Card], fate: Fate) -> Flags:
    """Is there a card that meets a fate in the line after the mistake, and wins in the other, by world?"""
    columns = [card.index for card in cards]
    there = (lines.after.fate[:, columns] == fate) & (lines.instead.fate[:, columns] == Fate.WINS)
    found: Flags = there.any(axis=1)
    return found


def _ruffed_by(line: PlayedLines, seats: Sequence[Seat]) -> Counts:
    """The tricks that some seats win by ruffing."""
    found: Counts = (line.ruffs & _by(line, seats)).sum(axis=1)
    return found


def _won_in(line: PlayedLines, seats: Sequence[Seat], suit: Suit) -> Counts:
    """The tricks that some seats win with a suit, but for ruffs."""
    found: Counts = (_by(line, seats) & (line.taking // LANE_BITS == int(suit)) & ~line.ruffs).sum(axis=1)
    return found


def _drawn(line: PlayedLines, seat: Seat) -> Counts:
    """The trumps that the other seats play to tricks in which trumps are led, by world."""
    trumps = (line.led == int(line.trump))[:, :, None] & (line.cards // LANE_BITS == int(line.trump))
    found: Counts = trumps[:, :, [int(other) for other in Seat if other is not seat]].sum(axis=(1, 2))
    return found


def _by(line: PlayedLines, seats: Sequence[Seat]) -> Flags:
    found: Flags = np.isin(line.winner, [int(seat) for seat in seats])
    return found
