"""Texts of a match in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ninefivetwo.cards import Hand, Seat, Trump
from ninefivetwo.game import (
    Call,
    CallTurn,
    Deal,
    DealView,
    Discard,
    DiscardTurn,
    Give,
    GiveTurn,
    Match,
    Play,
    PlayTurn,
    YesNo,
    YesNoTurn,
)
from ninefivetwo.game.rules import rules_text
from ninefivetwo.keep.session import Due, GameSession
from ninefivetwo.words.figures import plural, signed
from ninefivetwo.words.speaker import SCORE, YES_NO_WORDS, Speaker
from ninefivetwo.words.template import (
    WORDS,
    Amount,
    CardWords,
    Name,
    Template,
    Term,
    calls_text,
    card_text,
    cards_text,
    listed,
    say,
)

PRACTICE = Template("Practice match: {player} against {levels}. Rules: {rules}.")
SERIOUS = Template("Serious match: {player} against {levels}. Rules: {rules}.")
ONE_LEVEL = Template("two computers ({level})")
TWO_LEVELS = Template("two computers ({level} and {other_level})")
DRAWN = Template("Cards drawn for dealer: {plays}. The player with the highest card deals.")
NO_TRUMP = "No trumps."

GIVE_PROMPT = {True: Template("Give {gifts}>"), False: Template("Give up to {gifts}>")}
GIFT = Template("{number} to {player}")

SAVED = "The match is saved."


def format_match(session: GameSession) -> str:
    """Return a description of the match: its kind, the players' levels and the rules."""
    one, other = map(Term, session.levels)
    levels = Term(ONE_LEVEL(level=one) if one == other else TWO_LEVELS(level=one, other_level=other))
    about = (PRACTICE if session.training else SERIOUS)(
        player=Name(session.name), levels=levels, rules=Term(rules_text(session.rules))
    )
    return about if session.seed_told is None else f"{about} {say('Seed: {code}.', code=Term(str(session.seed_told)))}"


def format_draw(session: GameSession) -> str:
    """Return a sentence on the cards drawn for the first deal."""
    return DRAWN(plays=CardWords(", ".join(f"{name} {card_text(card)}" for name, card in session.drawn.items())))


def format_deal(session: GameSession, fingerprint: bool) -> str:
    """Return the heading of a new deal: the seats, the contracts, the score and, if requested, the fingerprint."""
    match = session.match
    contracts = _by_player(_speaker(session), match.rules.contracts)
    lines = ["", say("Deal {number}. Tricks to win: {scores}.", number=Amount(str(match.number)), scores=contracts)]
    if match.number > 1:
        lines.append(_format_points(session))
    if fingerprint:
        lines.append(format_fingerprint(session))
    return "\n".join(lines)


def format_fingerprint(session: GameSession) -> str:
    """Return the fingerprint of the deal's cards."""
    return say("Fingerprint of the deal: {code}", code=Term(session.fingerprint))


def format_revealed(session: GameSession, fingerprint: bool) -> Iterator[str]:
    """Yield the salt of a finished deal if its fingerprint was shown, and the seed of a finished match."""
    if fingerprint:
        yield say("Salt of the fingerprint: {code}", code=Term(session.salt or ""))
    if session.due is Due.OVER:
        yield say("Seed of the match: {code}", code=Term(str(session.seed)))


def format_score(session: GameSession) -> str:
    """Return the score and, during the play, the tricks won."""
    deal = session.deal
    if deal.over:
        return _speaker(session).match_score(session.match)
    points = _format_points(session)
    return f"{points}\n{format_tricks(deal, _speaker(session))}" if deal.position else points


def _format_points(session: GameSession) -> str:
    return SCORE(scores=_by_player(_speaker(session), [signed(points) for points in session.match.score]))


def format_tricks(deal: Deal, speaker: Speaker) -> str:
    """Return each player's tricks and contract."""
    won = [f"{deal.won[seat]} of {deal.rules.contracts[seat]}" for seat in Seat]
    return say("Tricks won: {scores}.", scores=_by_player(speaker, won))


def _speaker(session: GameSession) -> Speaker:
    return Speaker.of(session.match, session.me)


def _by_player(speaker: Speaker, numbers: Sequence[object]) -> Amount:
    """Return each player's name and seat with a number: "You (dealer) 9, Bob (left) 5"."""
    return Amount(", ".join(f"{_seated(speaker, seat)} {numbers[seat]}" for seat in Seat))


def _seated(speaker: Speaker, seat: Seat) -> str:
    name = speaker.titles[seat]
    return name if name == seat.word or name.endswith(f"({seat.word})") else f"{name} ({seat.word})"


def news(before: GameSession, after: GameSession) -> Iterator[str]:
    """Yield sentences on the events between two states of a deal, without the user's own choices."""
    return happened(after.view, _speaker(after), len(before.deal.events), own=False)


def format_log(session: GameSession) -> Iterator[str]:
    """Yield sentences on all events of the deal, as the user saw them."""
    return happened(session.view, _speaker(session))


def happened(deal: Deal, speaker: Speaker, shown: int = 0, own: bool = True) -> Iterator[str]:
    """Yield a sentence for each event before the play and each complete trick, without the first `shown` events.

    If `own` is false, the user's own choices before the play are left out.
    """
    tricks, played = deal.tricks, 0
    for number, event in enumerate(deal.events, 1):
        played += isinstance(event, Play)
        if number <= shown:
            continue
        if isinstance(event, Play):
            trick = tricks[(played - 1) // len(Seat)]
            if played % len(Seat) == 0 and trick.winner is not None:
                yield speaker.trick(played // len(Seat), trick)
        elif own or event.seat is not speaker.me or not isinstance(event, Give | YesNo | Call | Discard):
            if line := speaker.event(event):
                yield line


def format_table(deal: Deal, speaker: Speaker) -> str:
    """Return the cards of the trick in progress."""
    plays = ", ".join(f"{speaker.titles[seat]} {card_text(card)}" for seat, card in deal.tricks[-1].turns)
    return say("On the table: {plays}.", plays=CardWords(plays))


def format_trump(deal: Deal) -> str:
    """Return a sentence on the trump suit of a deal after the call."""
    assert deal.trump is not None
    return NO_TRUMP if deal.trump is Trump.NO_TRUMP else say("Trumps: {trump}.", trump=Term(WORDS[deal.trump]))


def moment(match: Match, view: DealView) -> Iterator[str]:
    """Yield the user's view: trumps, the tricks won, the trick in progress and the user's hand."""
    hand, speaker = view.hands[view.viewer], Speaker.of(match, view.viewer)
    if view.trump is not None and isinstance(view.kitty, Hand) and not view.kitty:
        yield format_trump(view)
        if isinstance(view.turn, PlayTurn):
            yield format_tricks(view, speaker)
    if view.table:
        yield format_table(view, speaker)
    if isinstance(hand, Hand):
        yield say("Your hand: {cards}", cards=cards_text(hand))


def question(match: Match, view: DealView) -> str:
    """Return the prompt for the action that is due."""
    match view.turn:
        case GiveTurn(owed=owed, must=must):
            speaker = Speaker.of(match, view.viewer)
            gifts = (GIFT(number=plural(owed[s], "card"), player=Name(_seated(speaker, s))) for s in Seat if owed[s])
            return GIVE_PROMPT[must](gifts=CardWords(listed(list(gifts))))
        case YesNoTurn(asked=asked):
            return YES_NO_WORDS[asked].prompt
        case CallTurn(trumps=trumps):
            return say("Your call ({calls})>", calls=Term(calls_text(trumps)))
        case DiscardTurn(number=number):
            return say("Discard {number}>", number=plural(number, "card"))
    return "Your card>"
