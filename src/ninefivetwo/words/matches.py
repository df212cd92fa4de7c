"""A match and what happens in it, in words: its players, the events before the play, its result."""

from __future__ import annotations

from typing import Protocol

from ninefivetwo.cards import Seat
from ninefivetwo.errors import label
from ninefivetwo.game import Call, Deal, Discard, Event, Give, Look, Match, Play, Return, Show
from ninefivetwo.game.events import format_cards
from ninefivetwo.words.cards import WORDS, count, plural, signed


def stage(deal: Deal) -> str:
    """How far a deal has come, in a few words."""
    if deal.over:
        return "played out"
    if deal.due is not None and deal.due.kind is Play:
        played = len(deal.plays)
        return f"stopped after {plural(played, 'card')}" if played else "stopped before the first card"
    return "stopped before " + (deal.due.kind.name if deal.due else "its end")


class Named(Protocol):
    """What knows its players' names, from the dealer on."""

    @property
    def names(self) -> tuple[str, str, str]: ...


def name_of(match: Named, seat: Seat) -> str:
    """A player by name and seat, or by seat alone."""
    name = label(match.names[seat])
    return seat.word if name in ("", seat.word) else f"{name}, {seat.word}"


def who(match: Named, seat: Seat) -> str:
    """A player by name, with his seat where names alone would not tell the three apart."""
    names = [label(name) for name in match.names]
    alone = len(set(names)) == len(Seat) and not any(s.word in names for s in Seat if names[s] != s.word)
    return names[seat] if names[seat] and alone else name_of(match, seat)


def by_seat(match: Named, numbers: tuple[int, int, int]) -> str:
    return ", ".join(f"{who(match, seat)} {signed(numbers[seat])}" for seat in Seat)


def format_event(match: Match, event: Event) -> str | None:
    """An event before the play in a sentence; None for what needs none."""
    player = who(match, event.seat)
    match event:
        case Give(_, cards):
            gifts = [f"{who(match, to)} {format_cards(cards[to])}" for to in Seat if len(cards[to])]
            return f"{player} gives " + (", ".join(gifts) or "nothing")
        case Return(_, to, cards):
            return f"{player} returns {who(match, to)} {format_cards(cards)}"
        case Look(_, looks):
            return f"{player} looks at the kitty" if looks else f"{player} does not look at the kitty"
        case Show(_, to, cards):
            return f"{player} shows {who(match, to)} {format_cards(cards)}" if len(cards) else None
        case Discard(_, cards):
            return f"{player} discards {format_cards(cards)}"
        case Call(_, denomination):
            return f"{player} calls {WORDS[denomination]}"
        case _:
            return None


def ending(match: Match, deal: Deal) -> str:
    """The result, or where the record stops."""
    if not deal.over:
        due = deal.due
        if due is None:
            return stage(deal)
        whose = f"by {who(match, due.seat)}"
        return f"{stage(deal)}, {due.kind.name} {whose} next" if due.kind is Play else f"{stage(deal)} {whose}"
    tricks = ", ".join(f"{who(match, seat)} {count(deal.won[seat])} ({signed(deal.scores[seat])})" for seat in Seat)
    return f"{tricks}\n{match_score(match)}"


def match_score(match: Match) -> str:
    """The score after a deal, and who has won if the match is at its end."""
    if not match.deal.over:
        return f"score before the last: {by_seat(match, match.score)}"
    winners = [who(match, seat) for seat in match.winners()]
    won = f"; the match is won by {' and '.join(winners)}" if winners else ""
    return f"score: {by_seat(match, match.total)}{won}"
