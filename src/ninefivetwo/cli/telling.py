"""How a match of a person against the computer is told at the terminal, by what the person sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import Console

from ninefivetwo.advise import Advice, PlayAdvice
from ninefivetwo.cards import Hand, Seat
from ninefivetwo.cli.advise.before import candidates_table
from ninefivetwo.cli.advise.play import show
from ninefivetwo.game import (
    Call,
    CallTurn,
    Deal,
    Discard,
    DiscardTurn,
    Event,
    Give,
    GiveTurn,
    Look,
    LookTurn,
    Match,
    Peek,
    Play,
    PlayTurn,
    Return,
    Show,
    Take,
)
from ninefivetwo.game.events import told as cards_told
from ninefivetwo.layout import trick_winner
from ninefivetwo.rules import rules_text
from ninefivetwo.train.sitting import Sitting
from ninefivetwo.words.actions import action_words
from ninefivetwo.words.cards import WORDS, by_suit, plural, signed
from ninefivetwo.words.figures import advice_verdict, worlds_told
from ninefivetwo.words.matches import standing, told, who

ACTIONS = "an action   a card: SA; a call: S H D C N; a throw: D2 C54 H3; a gift: left C3; right H2; a look: yes or no"
IN_TRAINING = """\
hint        what the adviser would do, and why
undo        back to your decision before"""
ALWAYS = """\
claim       take all tricks left, if they are sure whatever the others do
log         what has happened in this deal
score       the match so far, and the tricks of this deal
quit, q     leave; the match is saved, and goes on when you play again"""
VERBS = {"a call": "call", "a discard": "throw", "a gift": "give"}


def help_told(sitting: Sitting) -> str:
    """What can be typed."""
    return "\n".join([ACTIONS, *([IN_TRAINING] if sitting.training else []), ALWAYS])


def match_told(sitting: Sitting) -> str:
    """The match, before its first line."""
    how = "training" if sitting.training else "in earnest"
    one, other = sitting.levels
    return f"{sitting.name} against {one} and {other}, {how}: {rules_text(sitting.rules)}, seed {sitting.seed}"


def deal_told(sitting: Sitting) -> str:
    """The deal that begins: who sits where and has to win how much, and the score."""
    match = sitting.match
    players = ", ".join(f"{placed(match, s)}: {match.rules.contracts[s]}" for s in Seat)
    return f"\ndeal {match.number}, to win: {players}" + (f"\n{points_told(match)}" if match.number > 1 else "")


def placed(match: Match, seat: Seat) -> str:
    """A player with his seat, before a number that is his."""
    name = who(match, seat)
    return name if name == seat.word or name.endswith(f", {seat.word}") else f"{name} ({seat.word})"


def score_told(sitting: Sitting) -> str:
    """The score, and in the play the tricks won."""
    match, deal = sitting.match, sitting.deal
    if deal.over:
        return standing(match)
    return points_told(match) + (f"\n{tricks_told(match, deal)}" if deal.position else "")


def points_told(match: Match) -> str:
    return "score: " + ", ".join(f"{placed(match, s)}: {signed(match.score[s])}" for s in Seat)


def tricks_told(match: Match, deal: Deal) -> str:
    return "won: " + ", ".join(f"{placed(match, s)}: {deal.won[s]} of {match.rules.contracts[s]}" for s in Seat)


def news(before: Sitting, after: Sitting) -> Iterator[str]:
    """What the person sees to have happened from one moment of a deal to a later one, and has not done himself."""
    me, match, deal = after.me, after.match, after.deal
    seen = len(before.deal.events)
    for number, event in enumerate(deal.events[seen:], seen + 1):
        if isinstance(event, Play):
            yield from trick_told(match, deal, deal.events[:number])
        elif line := event_told(match, event.seen_by(me), me):
            yield line


def log_told(sitting: Sitting) -> Iterator[str]:
    """All that has happened in the deal as far as the person may know, his own actions too."""
    me, match, view = sitting.me, sitting.match, sitting.view
    for number, event in enumerate(view.events, 1):
        if isinstance(event, Play):
            yield from trick_told(match, view, view.events[:number])
        elif line := event_told(match, event, me) or own_told(event, me):
            yield line


def own_told(event: Event, me: Seat) -> str | None:
    """What the person himself has done before the play; None for what is none of his choices."""
    if event.seat is not me:
        return None
    match event:
        case Look(_, looks):
            return "you look at the kitty" if looks else "you do not look at the kitty"
        case Give() | Call() | Discard():
            return f"you {VERBS[event.name]} {action_words(event)}"
    return None


def trick_told(match: Match, deal: Deal, events: tuple[Event, ...]) -> Iterator[str]:
    """The trick that the last of these events completes, if it does."""
    plays = [event for event in events if isinstance(event, Play)]
    if len(plays) % 3 or deal.trump is None:
        return
    trick = plays[-3:]
    cards = ", ".join(f"{who(match, play.seat)} {play.card}" for play in trick)
    winner = trick_winner(trick[0].seat, [play.card for play in trick], deal.trump)
    yield f"trick {len(plays) // 3}: {cards}; won by {who(match, winner)}"


def event_told(match: Match, event: Event, me: Seat) -> str | None:
    """An event before the play; None for what the person knows, having done it, or need not be told."""
    if event.seat is not me:
        return told(match, event)
    match event:
        case Peek(_, cards) | Take(_, cards):
            return f"the kitty: {cards_told(cards)}"
        case Return(_, to, cards):
            return f"back to {who(match, to)} goes {cards_told(cards)}"
        case Show(_, to, cards) if len(cards):
            return f"{who(match, to)} is shown {cards_told(cards)}"
    return None


def moment(sitting: Sitting) -> Iterator[str]:
    """What lies before the person who is to act."""
    match, view = sitting.match, sitting.view
    hand = view.hands[sitting.me]
    if view.trump is not None and isinstance(view.kitty, Hand) and not view.kitty:
        yield WORDS[view.trump] + (f"; {tricks_told(match, view)}" if isinstance(view.turn, PlayTurn) else "")
    if view.table:
        yield "table: " + ", ".join(f"{who(match, view.lead.after(i))} {card}" for i, card in enumerate(view.table))
    if isinstance(hand, Hand):
        yield f"hand: {by_suit(hand)}"


def question(sitting: Sitting) -> str:
    """What the person is asked for."""
    match sitting.view.turn:
        case GiveTurn(owed=owed, must=must):
            gifts = [f"{s.word} ({who(sitting.match, s)}) {plural(owed[s], 'card')}" for s in Seat if owed[s]]
            return f"give {'' if must else 'at most '}{', '.join(gifts)}>"
        case LookTurn():
            return "look at the kitty?>"
        case CallTurn(denominations=denominations):
            return f"call {' '.join(d.name for d in denominations)}>"
        case DiscardTurn(number=number):
            return f"throw {plural(number, 'card')}>"
    return "card>"


def hint_told(out: Console, advice: Advice[Any] | PlayAdvice) -> None:
    """The advice, with its figures and their errors."""
    if isinstance(advice, PlayAdvice):
        show(advice)
        return
    action = advice.recommended.action
    verb = VERBS[action.name]
    out.print(candidates_table(advice, verb))
    best = f"{verb} {action_words(action)}"
    out.print(advice_verdict(advice, best, action_words(advice.plain)), soft_wrap=True)
    out.print(worlds_told(advice), soft_wrap=True)
