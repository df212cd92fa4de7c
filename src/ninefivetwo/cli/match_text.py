"""The text of a match at the terminal: the table as the person sees it, what happens, and what can be typed."""

from __future__ import annotations

from collections.abc import Iterator

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.game import (
    Call,
    CallTurn,
    Deal,
    DealView,
    Discard,
    DiscardTurn,
    Give,
    GiveTurn,
    Look,
    LookTurn,
    Match,
    Play,
    PlayTurn,
)
from ninefivetwo.game.rules import rules_text
from ninefivetwo.keep.session import Due, GameSession
from ninefivetwo.layout import Trick
from ninefivetwo.words.card_words import WORDS, calls_text, card_text, cards_text
from ninefivetwo.words.figures import plural, signed
from ninefivetwo.words.speaker import Speaker

ACTIONS = (
    "an action   a card: SA; a call: S H D C N; a discard: D2 C54 H3; a gift: left C3; right H2; a look: yes or no"
)
IN_TRAINING = """\
hint        what the adviser would do, and how much worse the other choices are
undo        back to your decision before"""
ALWAYS = """\
claim       take all tricks left, if what you have seen proves that you win them
log         what has happened in this deal
score       the match so far, and the tricks of this deal
fingerprint what is told of this deal's cards, so that they can be checked after it
quit, q     leave; the match is saved, and goes on when you play again"""


def format_help(session: GameSession) -> str:
    """What can be typed."""
    return "\n".join([ACTIONS, *([IN_TRAINING] if session.training else []), ALWAYS])


def format_match(session: GameSession) -> str:
    """The match, before its first line."""
    how = "training" if session.training else "in earnest"
    one, other = session.levels
    seed = "" if session.seed_told is None else f", seed {session.seed_told}"
    return f"{session.name} against {one} and {other}, {how}: {rules_text(session.rules)}{seed}"


def format_draw(session: GameSession) -> str:
    """Who drew which card for the first deal, and who deals by that."""
    cards = ", ".join(f"{name} the {card.words}" for name, card in session.drawn.items())
    return f"drawn for the first deal: {cards}; the highest deals"


def format_deal(session: GameSession, fingerprint: bool = False) -> str:
    """The deal that begins: who sits where and has to win how much, the score, and perhaps the deal's fingerprint."""
    match = session.match
    players = ", ".join(f"{placed(match, s)}: {match.rules.contracts[s]}" for s in Seat)
    points = [format_points(match)] if match.number > 1 else []
    shown = [format_fingerprint(session)] if fingerprint else []
    return "\n".join([f"\ndeal {match.number}, to win: {players}", *points, *shown])


def format_fingerprint(session: GameSession) -> str:
    """What is told of the cards of the deal."""
    return f"fingerprint: {session.fingerprint}"


def format_revealed(session: GameSession, fingerprint: bool = False) -> Iterator[str]:
    """What checks the fingerprint of a deal that is over, if that was shown; after the last one the match's seed."""
    if fingerprint:
        yield f"salt: {session.salt}"
    if session.due is Due.OVER:
        yield f"seed of the match: {session.seed}"


def placed(match: Match, seat: Seat) -> str:
    """A player with his seat, before a number that is his."""
    name = Speaker.of(match).names[seat]
    return name if name == seat.word or name.endswith(f", {seat.word}") else f"{name} ({seat.word})"


def format_score(session: GameSession) -> str:
    """The score, and in the play the tricks won."""
    match, deal = session.match, session.deal
    if deal.over:
        return Speaker.of(match).match_score(match)
    return format_points(match) + (f"\n{format_tricks(match, deal)}" if deal.position else "")


def format_points(match: Match) -> str:
    return "score: " + ", ".join(f"{placed(match, s)}: {signed(match.score[s])}" for s in Seat)


def format_tricks(match: Match, deal: Deal) -> str:
    return "won: " + ", ".join(f"{placed(match, s)}: {deal.won[s]} of {match.rules.contracts[s]}" for s in Seat)


def news(before: GameSession, after: GameSession) -> Iterator[str]:
    """What has happened from one moment of a deal to a later one, as the person sees it, without their own choices."""
    return happened(after.view, Speaker.of(after.match, after.me), len(before.deal.events), own=False)


def format_log(session: GameSession) -> Iterator[str]:
    """All that has happened in the deal as far as the person may know it, their own choices too."""
    return happened(session.view, Speaker.of(session.match, session.me))


def happened(deal: Deal, speaker: Speaker, shown: int = 0, own: bool = True) -> Iterator[str]:
    """What has happened in a deal after so many events: a sentence an event, a line a trick.

    With `own` also what the player who is spoken to has chosen before the play.
    """
    tricks, played = deal.tricks, 0
    for number, event in enumerate(deal.events, 1):
        played += isinstance(event, Play)
        if number <= shown:
            continue
        if isinstance(event, Play):
            trick = tricks[(played - 1) // len(Seat)]
            if played % len(Seat) == 0 and trick.winner is not None:
                cards = format_cards_played(speaker, trick)
                yield f"trick {played // len(Seat)}: {cards}; won by {speaker.name(trick.winner)}"
        elif own or event.seat is not speaker.me or not isinstance(event, Give | Look | Call | Discard):
            if line := speaker.event(event):
                yield line


def format_table(match: Match, deal: Deal) -> str:
    """The cards of the trick in progress."""
    return f"table: {format_cards_played(Speaker.of(match), Trick(deal.lead, deal.table, None))}"


def format_cards_played(speaker: Speaker, trick: Trick) -> str:
    """Cards with their players.  A colon and the signs keep "club 2" and a card from reading like a bid."""
    return ", ".join(f"{speaker.names[seat]}: {card_text(card)}" for seat, card in trick.turns)


def moment(match: Match, view: DealView) -> Iterator[str]:
    """What a person sees at the table: trump, the tricks, the trick in progress, his hand."""
    hand = view.hands[view.viewer]
    if view.trump is not None and isinstance(view.kitty, Hand) and not view.kitty:
        yield WORDS[view.trump] + (f"; {format_tricks(match, view)}" if isinstance(view.turn, PlayTurn) else "")
    if view.table:
        yield format_table(match, view)
    if isinstance(hand, Hand):
        yield f"hand: {cards_text(hand)}"


def question(match: Match, view: DealView) -> str:
    """The prompt for the action that is due."""
    match view.turn:
        case GiveTurn(owed=owed, must=must):
            gifts = [f"{placed(match, s)}: {plural(owed[s], 'card')}" for s in Seat if owed[s]]
            return f"give {'' if must else 'at most '}{', '.join(gifts)}>"
        case LookTurn():
            return "look at the kitty (yes or no)>"
        case CallTurn(trumps=trumps):
            return f"call ({calls_text(trumps)})>"
        case DiscardTurn(number=number):
            return f"discard {plural(number, 'card')}>"
    return "card>"
