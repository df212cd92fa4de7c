"""The state of a card table as JSON, which `web/page/table/table.js` draws.

The state of a table is made from one seat's view and contains only cards that the viewer has seen. The state of an open
table is made from a deal with all hands known.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field
from msgspec.structs import replace

from ninefivetwo.cards import Card, Hand, Seat, Trump
from ninefivetwo.codec import CardText, HandText, Letter, SeatWord
from ninefivetwo.game import (
    Action,
    Call,
    CallTurn,
    Cards,
    Deal,
    Discard,
    DiscardTurn,
    Event,
    Give,
    GiveTurn,
    Play,
    PlayTurn,
    Return,
    Show,
    Take,
    Turn,
    YesNoTurn,
)
from ninefivetwo.game.events import CHOICES, ChoiceWord
from ninefivetwo.keep.session import named_computers
from ninefivetwo.layout import Trick
from ninefivetwo.words.figures import plural
from ninefivetwo.words.speaker import YES_NO_WORDS, TurnWords
from ninefivetwo.words.template import WORDS, CardWords, Name, Template, Term, listed, say

Going = Literal["gives", "returns", "shows", "takes", "discards"]
#: A seat, the kitty, or "out" for the discards.
MovePlace = Annotated[str, Meta(title="MovePlace")]
#: The moves of cards that a review shows after each type of choice.
MOVES_SHOWN: dict[type, tuple[Going, ...]] = {
    Give: ("gives", "returns", "takes"),
    Call: ("takes",),
    Discard: ("discards",),
}


#: A trick of three cards: `winner` is not null.
WholeTrick = Annotated[Trick, Meta(title="WholeTrick")]


class SeatObject(Struct, frozen=True, omit_defaults=True):
    """A player at the table.

    won: tricks won; contract: the target, null without rules; held: number of cards in the hand; hand: the cards, null
    if hidden; score: score in the match, null outside a match; computer: whether a computer plays
    """

    name: str
    contract: int | None
    won: int
    held: int
    hand: HandText | None
    score: int | None
    computer: bool = False


class KittyObject(Struct, frozen=True):
    """The kitty on the table. `cards` is null if the viewer has not seen the cards."""

    number: int
    cards: list[CardText] | None


class MoveObject(Struct, frozen=True):
    """A move of cards between two places, except to a trick. `cards` is null if the viewer did not see the cards."""

    origin: MovePlace = field(name="from")
    to: MovePlace
    cards: list[CardText] | None
    number: int
    why: Going


class TurnObject(Struct, frozen=True):
    """A player's turn, with a prompt, and with the legal choices if the viewer sees the hand.

    legal: legal cards; number: number of cards to discard; owed: number of cards to give to each seat; answers: the
    words for yes and for no, absent if the choice is another
    """

    seat: SeatWord
    kind: ChoiceWord
    words: str
    legal: list[CardText] = []
    number: int = 0
    owed: dict[SeatWord, int] = {}
    must: bool = False
    denominations: list[Letter] = []
    answers: tuple[str, str] | UnsetType = UNSET


class TableObject(Struct, frozen=True):
    """The state of a table.

    at: the number of events so far; a larger number than before means that `moved` is new
    seats: the players at dealer, left and right
    me: the seat at the bottom, null for an open table
    lead: the seat that led to the current trick or will lead to the next trick
    trick: the cards on the table, in the order played
    discarded: the discards that the viewer knows, null before the discard
    tags: labels on cards, such as the name of the player who gave the card
    moved: the moves of cards since the previous state, except cards played to a trick
    turn: the current turn, null if no choice is due
    over: whether all cards of the deal have been played
    """

    at: int
    seats: list[SeatObject]
    me: SeatWord | None
    trump: Letter | None
    lead: SeatWord
    trick: list[CardText]
    last: WholeTrick | None
    kitty: KittyObject | None
    discarded: list[CardText] | None
    tags: dict[CardText, str]
    moved: list[MoveObject]
    turn: TurnObject | None
    over: bool


#: A table that the user plays at: `me` is not null.
OwnTable = Annotated[TableObject, Meta(title="OwnTable")]


def table_object(
    deal: Deal,
    names: Sequence[str],
    scores: Sequence[int] | None = None,
    since: int | None = None,
    computers: Container[Seat] | None = None,
) -> TableObject:
    """Return the table of a deal, with all hands open unless the deal is a `DealView`.

    names, scores: names and scores of the players at dealer, left and right. since: the number of events already shown,
    None for all events before the last choice. computers: the seats of computers, by default derived from the names.
    """
    if computers is None:
        computers = named_computers(names)
    me, lead = deal.viewer, deal.lead
    if since is None:
        since = max((at for at, event in enumerate(deal.events) if isinstance(event, CHOICES)), default=0)
    return TableObject(
        at=len(deal.events),
        seats=[
            _seat(deal, seat, names[seat], None if scores is None else scores[seat], seat in computers) for seat in Seat
        ],
        me=None if me is None else me.word,
        trump=None if deal.trump is None else deal.trump.letter,
        lead=lead.word,
        trick=[str(card) for card in deal.table],
        last=last_whole(deal.tricks),
        kitty=KittyObject(len(deal.kitty), _texts(deal.kitty)) if len(deal.kitty) else None,
        discarded=(_texts(deal.discarded) or []) if len(deal.discarded) else None,
        tags=_tags(deal, names),
        moved=[move for event in deal.events[since:] for move in _moves(event)],
        turn=None if deal.turn is None else _turn(deal.turn, names, me),
        over=deal.over,
    )


def looked_at(table: TableObject) -> TableObject:
    """Return a copy of a table without choices."""
    turn = table.turn
    return table if turn is None else replace(table, turn=TurnObject(turn.seat, turn.kind, turn.words, must=turn.must))


def line_tables(
    deal: Deal, names: Sequence[str], computers: Container[Seat] | None = None, trying: bool = False
) -> list[TableObject]:
    """Return the open tables of a deal before each choice and each card of its review, and at the end.

    computers: as in `table_object`. trying: whether the user can try other choices.
    """
    tables, seen = [], len(deal.events)
    shown: tuple[Going, ...] = ()
    for at, (state, action) in enumerate(_steps(deal)):
        table = table_object(state, names, since=seen, computers=computers)
        moved = [move for move in table.moved if move.why in shown]
        turn = None if action is None else _tried(table, action, trying)
        tables.append(replace(table, at=at, me=None, tags={}, moved=moved, turn=turn, over=turn is None))
        seen, shown = len(state.events), MOVES_SHOWN.get(type(action), ())
    return tables


def line_events(deal: Deal) -> list[int]:
    """Return the number of events before each table of `line_tables`."""
    return [len(state.events) for state, _ in _steps(deal)]


def played_tables(table: TableObject, tricks: Sequence[Trick]) -> list[TableObject]:
    """Return an open table, and the table after each card of the tricks; the first trick may be in progress."""
    tables, lying = [table], len(table.trick)
    for trick in tricks:
        for turn in range(lying, len(trick.cards)):
            tables.append(_card_played(tables[-1], trick, turn))
        lying = 0
    return tables


def _card_played(before: TableObject, trick: Trick, turn: int) -> TableObject:
    """Return the open table after one more card of a trick."""
    (seat, card), seats = trick.turns[turn], list(before.seats)
    left = Hand.parse(seats[seat].hand or "") - Hand.of([card])
    seats[seat] = replace(seats[seat], hand=str(left), held=len(left))
    if turn + 1 < len(Seat) or trick.winner is None:
        cards = [str(card) for card in trick.cards[: turn + 1]]
        return replace(before, at=before.at + 1, seats=seats, lead=trick.lead.word, trick=cards)
    winner = trick.winner
    seats[winner] = replace(seats[winner], won=seats[winner].won + 1)
    return replace(before, at=before.at + 1, seats=seats, lead=winner.word, trick=[], last=trick)


def _steps(deal: Deal) -> list[tuple[Deal, Action | None]]:
    """Return the states of a deal before each step of its review, with the choice made, and the last state."""
    steps: list[tuple[Deal, Action | None]] = [
        (before, event)
        for before, event, _ in deal.steps
        if isinstance(event, Play) or (isinstance(event, Give | Call | Discard) and before.viewer in (None, event.seat))
    ]
    return [*steps, (deal, None)]


def _tried(table: TableObject, action: Action, trying: bool) -> TurnObject:
    """Return the turn for a choice, with all legal choices if the user can try other choices."""
    turn = TurnObject(action.seat.word, "play", "", must=True)
    if not trying or table.turn is None:
        return turn
    match action:
        case Play():
            return replace(turn, legal=table.turn.legal)
        case Discard(cards=cards):
            return replace(
                turn,
                kind="discard",
                number=len(cards),
                words=say("Try another discard ({cards})", cards=plural(len(cards), "card")),
            )
        case Give(cards=gifts) if any(map(len, gifts)):
            owed = {seat.word: len(gifts[seat]) for seat in Seat if len(gifts[seat])}
            return replace(turn, kind="give", owed=owed, words="Try another gift")
        case Call():
            return replace(turn, kind="call", denominations=table.turn.denominations, words="Try another call")
    return turn


def _seat(deal: Deal, seat: Seat, name: str, score: int | None, computer: bool) -> SeatObject:
    hand = deal.hands[seat]
    seen = str(hand) if isinstance(hand, Hand) else None
    return SeatObject(name, deal.rules.contracts[seat], deal.won[seat], len(hand), seen, score, computer)


def _texts(cards: Cards) -> list[CardText] | None:
    """Return the cards, or None if the cards are hidden."""
    return [str(card) for card in cards] if isinstance(cards, Hand) else None


def last_whole(tricks: Sequence[Trick]) -> Trick | None:
    """Return the last complete trick."""
    return next((trick for trick in reversed(tricks) if trick.winner is not None), None)


def _moves(event: Event) -> Iterator[MoveObject]:
    """Yield the moves of cards in an event."""
    seat = event.seat.word
    match event:
        case Give(cards=gifts):
            for to in Seat:
                yield from _move(seat, to.word, gifts[to], "gives")
        case Return(to=to, cards=cards):
            yield from _move(seat, to.word, cards, "returns")
        case Show(to=to, cards=cards):
            yield from _move(seat, to.word, cards, "shows")
        case Take(cards=cards):
            yield from _move("kitty", seat, cards, "takes")
        case Discard(cards=cards):
            yield from _move(seat, "out", cards, "discards")


def _move(origin: str, to: str, cards: Cards, why: Going) -> Iterator[MoveObject]:
    if len(cards):
        yield MoveObject(origin, to, _texts(cards), len(cards), why)


def _tags(deal: Deal, names: Sequence[str]) -> dict[CardText, str]:
    """Return labels that show the givers of the viewer's received cards, before the first lead."""
    me = deal.viewer
    if me is None or deal.plays:
        return {}
    found: dict[CardText, str] = {}
    for event in deal.events:
        match event:
            case Give(seat=giver):
                found |= _tagged(event.cards[me], say("from {player}", player=Name(names[giver])))
            case Return(seat=giver, to=to) if to is me:
                found |= _tagged(event.cards, say("from {player}", player=Name(names[giver])))
            case Take(seat=taker) if taker is me:
                found |= _tagged(event.cards, "Kitty")
    hand = deal.hand(me)
    return {card: words for card, words in found.items() if Card.parse(card) in hand}


def _tagged(cards: Cards, words: str) -> dict[CardText, str]:
    return {str(card): words for card in cards} if isinstance(cards, Hand) else {}


_GIVE = TurnWords(
    Template("Give {gifts}"), Template("Waiting for {player} to give cards"), Template("{player} to give {gifts}")
)
_MAY_GIVE = TurnWords(
    Template("You may give {gifts}"),
    Template("Waiting for {player} to give cards"),
    Template("{player} may give {gifts}"),
)
_CALL = TurnWords(
    Template("Call trump"), Template("Waiting for {player} to call trump"), Template("{player} to call trump")
)
_DISCARD = TurnWords(
    Template("Discard {cards}"), Template("Waiting for {player} to discard"), Template("{player} to discard {cards}")
)
_LEAD = TurnWords(Template("Lead any card"), Template("Waiting for {player} to lead"), Template("{player} to lead"))
_FOLLOW = TurnWords(
    Template("Follow {suit}"), Template("Waiting for {player} to play"), Template("{player} to follow {suit}")
)
_PLAY = TurnWords(
    Template("No {suit}: play any card"),
    Template("Waiting for {player} to play"),
    Template("{player} to play any card (no {suit})"),
)


def _turn(turn: Turn, names: Sequence[str], me: Seat | None) -> TurnObject:
    seat = turn.seat
    word = seat.word
    match turn:
        case GiveTurn(owed=owed, must=must):
            gifts = [
                say("{cards} to {player}", cards=plural(n, "card"), player=Name(names[to]))
                for to, n in zip(Seat, owed, strict=True)
                if n
            ]
            words = (_GIVE if must else _MAY_GIVE).of(seat, names, me, gifts=CardWords(listed(gifts)))
            return TurnObject(word, "give", words, owed={s.word: owed[s] for s in Seat if owed[s]}, must=must)
        case YesNoTurn(asked=asked):
            said = YES_NO_WORDS[asked]
            answers = (said.yes.button, said.no.button)
            return TurnObject(word, asked.word, said.turn.of(seat, names, me), answers=answers)
        case CallTurn(trumps=trumps):
            calls = [trump.letter for trump in trumps]
            return TurnObject(word, "call", _CALL.of(seat, names, me), denominations=calls)
        case DiscardTurn(number=number):
            words = _DISCARD.of(seat, names, me, cards=plural(number, "card"))
            return TurnObject(word, "discard", words, number=number)
        case PlayTurn():
            legal = [*map(str, turn.legal())] if isinstance(turn.hand, Hand) else []
            return TurnObject(word, "play", turn_words(turn, names, me), legal)
    raise AssertionError(turn)


def turn_words(turn: PlayTurn, names: Sequence[str], me: Seat | None = None) -> str:
    """Return the prompt to lead, to follow suit, or to play any card."""
    if turn.led is None:
        return _LEAD.of(turn.seat, names, me)
    void = isinstance(turn.hand, Hand) and not turn.hand.only(turn.led)
    return (_PLAY if void else _FOLLOW).of(turn.seat, names, me, suit=Term(WORDS[Trump(turn.led)]))
