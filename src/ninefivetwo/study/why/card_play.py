"""Find the reason why a card was a mistake, by comparing it with a better card in playouts.

Each theme (a possible reason) counts tricks of one kind, such as tricks won with touching cards or ruffs by the
opponents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import methodcaller

import numpy as np
from msgspec.structs import replace

from ninefivetwo.cards import FULL_DECK, LANE_BITS, Card, Hand, Seat, Suit, Trump
from ninefivetwo.exact import Solver
from ninefivetwo.game import Deal, DealView, Play
from ninefivetwo.study.fair_price import Fair
from ninefivetwo.study.hindsight import Hindsight
from ninefivetwo.study.known import About, relevant_facts
from ninefivetwo.study.nodes import DecisionNode, gone
from ninefivetwo.study.why.evidence import FRESH, MOSTLY, ProvenTheme, Reply, Tally, Theme, Why, proven
from ninefivetwo.study.why.lines import Compared, Counts, Fate, Flags, PlayedLines, compared, joined
from ninefivetwo.think.advise import Limits, Question
from ninefivetwo.think.advise.pricing import drawn_worlds

WHY_WORLDS = 800  # number of worlds; if no theme passes, as many new worlds are added
LEAST, MOST = 0.6, 1.7  # a theme is reported only if its loss divided by the fair loss is within these limits
REPLY_CARDS = 3  # the reply must be one of this number of cards after the mistake
EXAMPLE_WORLDS = 200
EXAMPLE_TRICKS = 4  # maximum length of an example in tricks; later consequences are hard to follow


def why_card(node: DecisionNode, fair: Fair, hindsight: Hindsight | None, solver: Solver, limits: Limits) -> Why:
    """Return the reason why a card was an avoidable mistake.

    `hindsight` is None if a hand is unknown. `solver` finds the reply that punishes the mistake. The seed of new worlds
    is derived from `limits.seed`.
    """
    seed = limits.seed + FRESH
    question = node.question(replace(limits, seed=seed))
    better = fair.best.action
    assert isinstance(node.action, Play) and isinstance(better, Play)
    lines = _lines(question, node.action.card, better.card)
    found = proven(lines.lost, lines.worlds, tallies(lines))
    if not found and not lines.worlds.exact:
        again = replace(question, limits=replace(limits, seed=seed + 1))
        lines, picking = joined(lines, _lines(again, node.action.card, better.card))
        found = proven(lines.lost, lines.worlds, tallies(lines), picking=picking)
    agreed = [theme for theme in found if LEAST * fair.loss.mean <= theme.loss.mean <= MOST * fair.loss.mean]
    reply = None if hindsight is None else punishing_reply(node, hindsight, solver)
    known = relevant_facts(question, node.action, better, _about(agreed))
    return Why(better, fair.loss, tuple(agreed), reply, len(lines.worlds.shares), seed, tuple(known))


def _about(themes: Sequence[ProvenTheme]) -> About:
    cards = Hand.of({card for theme in themes for card in theme.cards})
    seats = frozenset(theme.seat for theme in themes if theme.seat is not None)
    return About(cards, seats, frozenset(theme.suit for theme in themes if theme.suit is not None))


def _lines(question: Question, card: Card, better: Card) -> Compared[Card]:
    return compared(question, card, better, drawn_worlds(question, WHY_WORLDS).worlds)


def punishing_reply(node: DecisionNode, hindsight: Hindsight, solver: Solver) -> Reply | None:
    """Return the first reply that punishes a mistake in the actual deal, or None if there is no such reply.

    After the reply, the player's guarantee is as low as after the mistake, but another card of the replying seat would
    have restored the guarantee. Before the reply, each seat plays the lowest of its best cards. A mistake that does not
    lower the player's guarantee has no reply.
    """
    deal, player = node.after, node.seat
    before, after = hindsight.before[player], hindsight.after[player]
    if after >= before or not isinstance(node.action, Play):
        return None
    line = list[Card]()
    while len(line) < REPLY_CARDS and not deal.over and deal.turn is not None:
        seat = deal.turn.seat
        sure = _sure_after(deal, player, solver)
        best = max(sure.values()) if seat is player else min(sure.values())
        card = min((card for card, tricks in sure.items() if tricks == best), key=lambda card: (card.rank, card.suit))
        line.append(card)
        instead = tuple(other for other, tricks in sure.items() if tricks >= before)
        if seat is not player and instead:
            return Reply(seat, tuple(line), before, after, instead)
        deal = deal.after(Play(seat, card))
    return None


def _sure_after(deal: Deal, player: Seat, solver: Solver) -> dict[Card, int]:
    """Return the player's guarantee in the whole deal after each legal card of the seat to play."""
    found = solver.after_each(deal.due_position, deal.called, player)
    return {card: tricks + deal.won[player] for card, tricks in found.items()}


def example_line(node: DecisionNode, better: Card, limits: Limits) -> list[Card]:
    """Return the cards of an example in which a mistake costs a trick, up to the end of that trick.

    A trick is lost when the player has won fewer tricks than in the playout after the better card. Among the sampled
    deals, the example loses a trick earliest. The list is empty if the mistake costs no trick within `EXAMPLE_TRICKS`
    tricks. Raises SearchStopped if the token is cancelled.
    """
    assert isinstance(node.action, Play)
    question = node.question(limits)
    lines = compared(question, node.action.card, better, drawn_worlds(question, EXAMPLE_WORLDS).worlds)
    behind = _won_by(lines.after.winner, node.seat) < _won_by(lines.instead.winner, node.seat)
    behind[lines.lost <= 0] = False
    soon = np.where(behind.any(axis=1), behind.argmax(axis=1), EXAMPLE_TRICKS)
    row = int(soon.argmin())
    if soon[row] >= EXAMPLE_TRICKS:
        return []
    cards = []
    for trick in range(int(soon[row]) + 1):
        lead = Seat(int(lines.after.leader[row, trick]))
        cards += [Card.at(int(lines.after.cards[row, trick, lead.after(i)])) for i in range(len(Seat))]
    return cards[len(question.view.table) :]


def _won_by(winner: Counts, seat: Seat) -> Counts:
    """Return the number of tricks that a seat has won by the end of each trick, shape (worlds, tricks)."""
    return np.cumsum(winner == int(seat), axis=1)


def tallies(lines: Compared[Card]) -> list[Tally]:
    """Return a tally for each possible reason for the mistake."""
    own, led = lines.seat, lines.view.table[0].suit if lines.view.table else lines.better.suit
    ruffs = lines.better.suit is not led and _is_trump(lines, lines.better)
    theme = Theme.RUFF_MISSED if ruffs else Theme.TRICK_MISSED
    this_trick = Tally.of(lines, theme, lambda line: line.winner[:, 0] == int(own), (lines.better,))
    trumps = [card for card in lines.view.hand(own) if _is_trump(lines, card)]
    by_ruffs = [Tally.of(lines, Theme.RUFFS_MISSED, lambda line: line.ruffs(own), trumps)] if trumps else []
    return [this_trick, *_own_cards(lines), *by_ruffs, *_of_others(lines)]


def _own_cards(lines: Compared[Card]) -> Iterator[Tally]:
    """Yield tallies of the player's tricks with touching cards, with a suit, and with the lower cards of a suit."""
    groups = touching_cards(lines.view)
    chosen = next(group for group in groups if lines.chosen in group)
    better = next(group for group in groups if lines.better in group)
    yield from _told(lines, chosen, _now(lines))
    if lines.chosen.suit is lines.better.suit and chosen != better:
        wins_now = (lines.after.winner[:, 0] == int(lines.seat)) & (lines.instead.winner[:, 0] == int(lines.seat))
        if wins_now.mean() >= MOSTLY:
            yield _won_with(lines, Theme.TOO_HIGH, (*chosen, *better))
    for group in groups:
        if lines.chosen not in group:
            yield from _told(lines, group, _later(lines, group[0].suit))
    side = tuple(card for card in lines.view.hand(lines.seat) if not _is_trump(lines, card))
    if len({card.suit for card in side}) > 1 and lines.view.called is not Trump.NO_TRUMP:
        yield _won_with(lines, Theme.SIDE_SUITS, side)
    hand = lines.view.hand(lines.seat)
    tops = {card for group in groups if _higher(group[0]) <= {*gone(lines.view), *hand} for card in group}
    for suit in Suit:
        cards = tuple(hand.only(suit))
        if cards:
            yield _won_with(lines, Theme.SUIT, cards)
            yield from _told(lines, cards, _later(lines, suit))
        lower = tuple(card for card in cards if card not in tops)
        if lower and lower != cards and not _is_trump(lines, lower[0]):
            yield _won_with(lines, Theme.SET_UP, lower)


def _of_others(lines: Compared[Card]) -> Iterator[Tally]:
    """Yield tallies of the opponents' tricks, won by ruffing or in a suit."""
    one, two, table = lines.seat.next, lines.seat.after(2), lines.view.table
    for seats in ((one,), (two,), (one, two)):
        seat = seats[0] if len(seats) == 1 else None
        yield Tally.of(lines, Theme.RUFFS_GIVEN, methodcaller("ruffs", *seats), seat=seat)
        for suit in Suit:
            theme = Theme.SUIT_GIVEN
            if suit is lines.chosen.suit and suit is not lines.better.suit and not table:
                theme = Theme.SUIT_OPENED
            elif suit is lines.chosen.suit and suit is not lines.better.suit and suit is not table[0].suit:
                theme = Theme.GUARD_THROWN
            yield Tally.of(lines, theme, methodcaller("in_suit", suit, *seats), seat=seat, suit=suit)


def touching_cards(view: DealView) -> list[tuple[Card, ...]]:
    """Return the viewer's cards in groups of touching cards, highest first; a card on the table separates groups."""
    groups: list[list[Card]] = []
    for card in view.hand(view.viewer):
        last = groups[-1][-1] if groups else None
        if last is not None and last.suit is card.suit and _higher(card, last.rank) <= set(gone(view)):
            groups[-1].append(card)
        else:
            groups.append([card])
    return [tuple(group) for group in groups]


def _higher(card: Card, end: int = LANE_BITS) -> set[Card]:
    """Return the cards of the same suit that rank above `card` and below `end`."""
    return {other for other in FULL_DECK.only(card.suit) if card.rank < other.rank < end}


def _is_trump(lines: Compared[Card], card: Card) -> bool:
    return int(card.suit) == int(lines.view.called)


def _now(lines: Compared[Card]) -> dict[Fate, Theme]:
    """Return the theme for each possible fate of the card played to the current trick."""
    found = {Fate.FALLS: Theme.WASTED, Fate.THROWN: Theme.WINNER_THROWN, Fate.OVERRUFFED: Theme.OVERRUFFED}
    return found | {Fate.RUFFED: Theme.WASTED if lines.view.table else Theme.LED_INTO_RUFF}


def _later(lines: Compared[Card], suit: Suit) -> dict[Fate, Theme]:
    """Return the theme for each possible fate of the cards in `suit` in later tricks."""
    found = {Fate.RUFFED: Theme.RUFFED, Fate.THROWN: Theme.STRANDED}
    thrown = bool(lines.view.table) and lines.chosen.suit is not lines.view.table[0].suit
    guard = thrown and lines.chosen.suit is suit and lines.better.suit is not suit
    return found | {Fate.FALLS: Theme.GUARD_GONE if guard else Theme.FALLS}


def _told(lines: Compared[Card], cards: tuple[Card, ...], themes: dict[Fate, Theme]) -> Iterator[Tally]:
    """Yield a tally for each usual fate of the cards in worlds in which the cards win fewer tricks."""
    own = _won_with(lines, Theme.SUIT, cards)
    if not (own.worse > 0).any():
        return
    leads_trump = not lines.view.table and _is_trump(lines, lines.better) and not _is_trump(lines, lines.chosen)
    for fate, theme in themes.items():
        more = _meets_instead(lines, cards, fate)
        if theme is Theme.RUFFED and leads_trump:
            drawn = more & (_drawn(lines.instead, lines.seat) > _drawn(lines.after, lines.seat))
            if own.mostly(drawn, lines.worlds):
                theme, more = Theme.TRUMPS_NOT_DRAWN, drawn
        if own.mostly(more, lines.worlds):
            yield Tally(theme, own.after, own.instead, None, cards, fate=fate.name.lower(), fated=more)


def _won_with(lines: Compared[Card], theme: Theme, cards: tuple[Card, ...]) -> Tally:
    return Tally.of(lines, theme, lambda line: line.with_cards(Hand.of(cards), lines.seat), cards)


def _meets_instead(lines: Compared[Card], cards: Sequence[Card], fate: Fate) -> Flags:
    """Whether one of the cards has the fate after the mistake but wins after the better card, in each world."""
    columns = [card.index for card in cards]
    there = (lines.after.fate[:, columns] == fate) & (lines.instead.fate[:, columns] == Fate.WINS)
    return there.any(axis=1)


def _drawn(line: PlayedLines, seat: Seat) -> Counts:
    """Return the number of trumps that the opponents play to trump leads, in each world."""
    trump = line.trump[:, None]
    trumps = (line.led == trump)[:, :, None] & (line.cards // LANE_BITS == trump[:, :, None])
    return trumps[:, :, [int(other) for other in Seat if other is not seat]].sum(axis=(1, 2))
