"""Slow twins of the lines and counts that explanations rest on: tricks as lists, card by card, deal by deal.

The engine is asked for one thing only: the card that its policy plays from a view.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
from playout_games import after_card
from playout_reference import table_of
from positions import index, pairs
from reference import winning

from ninefivetwo.cards import Card, Hand, Seat, Suit, Trump
from ninefivetwo.game import Action, Discard, Give, known_cards
from ninefivetwo.game.events import returned
from ninefivetwo.study import DecisionNode
from ninefivetwo.think.playouts import policy
from ninefivetwo_solver.playout import choose, view


@dataclass(frozen=True)
class PlainTrick:
    """A trick: who played what, in order."""

    cards: tuple[tuple[Seat, Card], ...]
    trump: Trump

    @property
    def led(self) -> Suit:
        return self.cards[0][1].suit

    @cached_property
    def taking(self) -> Card:
        return Card.at(index(winning(pairs(card for _, card in self.cards), self.trump)))

    @property
    def winner(self) -> Seat:
        return next(seat for seat, card in self.cards if card is self.taking)

    @property
    def ruffed(self) -> bool:
        """Did a trump win it that was not of the suit led?"""
        return self.taking.suit == self.trump and self.led != self.trump

    def fate(self, card: Card) -> str:
        """What became of one of its cards."""
        if card is self.taking:
            return "wins"
        if card.suit is not self.led:
            return "overruffed" if card.suit == self.trump else "thrown"
        higher = any(other.suit is card.suit and other.rank > card.rank for _, other in self.cards)
        return "falls" if higher else "ruffed"


PlainLine = list[PlainTrick]


def plain_line(game: npt.NDArray[np.void], played: Sequence[int]) -> PlainLine:
    """The tricks of a game (one row) in which these cards are played."""
    seat, trump = Seat(int(game["leader"][0])), Trump(int(game["trump"][0]))
    cards = [*map(Card.at, map(index, table_of(game[0]))), *map(Card.at, played)]
    line: PlainLine = []
    for at in range(0, len(cards) - 2, 3):
        line.append(PlainTrick(tuple((seat.after(i), card) for i, card in enumerate(cards[at : at + 3])), trump))
        seat = line[-1].winner
    return line


def plain_deals(games: npt.NDArray[np.void]) -> list[PlainLine]:
    """Each deal at the first lead played out by the learned policy, all of them a card at a time."""
    now, played = games, []
    while now["hand"].any():
        played.append(choose(policy("learned"), view(now)).tolist())
        rows = zip(now[:, np.newaxis], played[-1], strict=True)
        now = np.concatenate([after_card(game, card)[0] for game, card in rows])
    return [plain_line(game, cards) for game, *cards in zip(games[:, np.newaxis], *played, strict=True)]


def plain_count(
    theme: str, line: PlainLine, player: Seat, cards: Sequence[Card], seat: Seat | None, suit: str | None
) -> int:
    """What a theme counts in a line (`Theme`)."""
    if theme in ("ruff missed", "trick missed"):
        return int(line[0].winner is player)
    if theme == "own ruffs":
        return sum(trick.winner is player and trick.ruffed for trick in line)
    others = [seat] if seat is not None else [other for other in Seat if other is not player]
    if theme == "ruffs given":
        return sum(trick.winner in others and trick.ruffed for trick in line)
    if theme in ("suit given", "suit opened", "guard thrown"):
        won = (trick for trick in line if trick.winner in others and not trick.ruffed)
        return sum(trick.taking.suit.letter == suit for trick in won)
    return sum(trick.taking in cards for trick in line)


def plain_fated(fate: str, after: PlainLine, instead: PlainLine, cards: Sequence[Card]) -> bool:
    """Does one of these cards meet a fate in the one line, and win in the other?"""
    met = {card for trick in after for _, card in trick.cards if card in cards and trick.fate(card) == fate}
    return any(trick.taking in met for trick in instead)


def plain_drawn(line: PlainLine, player: Seat) -> int:
    """The trumps that the others play to tricks in which trumps are led."""
    led = (trick for trick in line if trick.led == trick.trump)
    return sum(card.suit == trick.trump for trick in led for seat, card in trick.cards if seat is not player)


def rules_return(choice: Action, world: Sequence[int]) -> Hand:
    """What the rules make the receivers of a gift return in a world; nothing after another choice."""
    back = Hand()
    if isinstance(choice, Give):
        for seat in Seat:
            given = known_cards(choice.cards[seat])
            back |= returned(Hand(world[seat]) | given, given)
    return back


def plain_deal_count(theme: Any, line: PlainLine, node: DecisionNode, better: Action, back: Hand) -> int:
    """What a theme counts in a deal played out (`Theme`); back: the cards returned for the gift, if it is one."""
    player = node.seat
    given, kept = _cards(node.action) - _cards(better), _cards(better) - _cards(node.action)
    found = 0
    for trick in line:
        mine, taking = trick.winner is player, trick.taking
        is_trump = int(taking.suit) == int(trick.trump)
        in_suit = taking.suit.letter == theme.suit and trick.led is taking.suit
        match theme.theme:
            case "suit not stopped" | "suit let run":
                found += not mine and in_suit
            case "longer trumps" | "stronger trumps" | "trumps let go":
                found += mine and is_trump
            case "trump balance":
                found += (mine and is_trump) - (not mine and trick.ruffed)
            case "others ruff":
                found += not mine and trick.ruffed
            case "others' trumps":
                found += not mine and is_trump
            case "side cards win":
                found += mine and not is_trump
            case "guard let go" | "long suit broken" | "winner let go" | "suit weakened":
                found += mine and in_suit
            case "suits weakened":
                found += mine and taking.suit in {card.suit for card in given}
            case "void not made":
                found += mine and trick.ruffed and trick.led.letter == theme.suit
            case "return wins":
                found += mine and taking in back and theme.suit in (None, taking.suit.letter)
            case "exchanged cards win":
                found += mine and (taking in back or taking in given or taking in kept)
            case "winners let go":
                found += mine and (taking in given or taking in kept)
            case "given card wins":
                found += trick.winner.word == theme.seat and taking in _swapped(node.action, better, trick.winner)
            case _:
                raise ValueError(theme.theme)
    return found


def _swapped(chosen: Action, better: Action, seat: Seat) -> Hand:
    """What a seat is given by one of two gifts and by nobody in the other."""
    assert isinstance(chosen, Give) and isinstance(better, Give)
    one, two = known_cards(chosen.cards[seat]), known_cards(better.cards[seat])
    return (one - _cards(better)) | (two - _cards(chosen))


def _cards(action: Action) -> Hand:
    """The cards of a discard or a gift."""
    match action:
        case Discard(_, cards):
            return known_cards(cards)
        case Give(_, gifts):
            return Hand.of(card for cards in gifts for card in known_cards(cards))
    return Hand()
