"""Everything that is said about the players of a match: who they are, what they do and choose, how a deal came out.

A `Speaker` knows what the players are called, and who of them is "you".  `parse_action` reads what `action_words`
writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Protocol

from msgspec import Struct

from ninefivetwo.cards import RANKS, SUITS, Card, Hand, Seat, Trump, by_seat, plain_text
from ninefivetwo.codec import ActionValue
from ninefivetwo.errors import CardError, GameError, label, quoted, raised_as
from ninefivetwo.game import (
    Action,
    Call,
    Cards,
    Deal,
    DealView,
    Discard,
    Event,
    Give,
    GiveTurn,
    Look,
    Match,
    Peek,
    Play,
    Return,
    Show,
    Take,
)
from ninefivetwo.game.events import action_object, format_cards
from ninefivetwo.layout import Trick
from ninefivetwo.words.figures import WORDS, by_suit, called, count, counted, plural, signed

#: The name of a player who is spoken to.
YOU = "You"
#: The answer to a claim that the player's view does not prove; it is the same whatever the hidden cards are.
CLAIM_REFUSED = "Claim refused: what you have seen does not prove that you win all the tricks left."
_PLURAL = {"is": "are", "was": "were", "has": "have", "does": "do"}


class HasNames(Protocol):
    """What knows its players' names, from the dealer on."""

    @property
    def names(self) -> tuple[str, str, str]: ...


class Speaker(Struct, frozen=True):
    """Makes sentences about three players; `names` are those of dealer, left and right, `me` is spoken to as "you"."""

    names: tuple[str, str, str] = (Seat.DEALER.word, Seat.LEFT.word, Seat.RIGHT.word)
    me: Seat | None = None

    @classmethod
    def of(cls, match: HasNames, me: Seat | None = None) -> Speaker:
        """A speaker who calls players by their names, with their seats if names alone are ambiguous.

        The player called You is spoken to if no other one is.
        """
        names = [label(name) for name in match.names]
        clear = len(set(names)) == len(Seat) and not any(s.word in names for s in Seat if names[s] != s.word)
        called = by_seat(names[seat] if names[seat] and clear else name_and_seat(match, seat) for seat in Seat)
        return cls(called, Seat(names.index(YOU)) if me is None and clear and YOU in names else me)

    @property
    def titles(self) -> tuple[str, str, str]:
        """The names, with You for the player who is spoken to."""
        return by_seat(YOU if seat is self.me else self.names[seat] for seat in Seat)

    def name(self, seat: Seat) -> str:
        """A player within a sentence: "Ann", "you"."""
        return "you" if seat is self.me else self.names[seat]

    def whose(self, seat: Seat) -> str:
        """What belongs to a player within a sentence: "Ann's", "your"."""
        return "your" if seat is self.me else f"{self.names[seat]}'s"

    def verb(self, seat: Seat, verb: str) -> str:
        """What a player does, from the verb as it follows a name: "ruffs with", "ruff with"."""
        does, *more = verb.split(" ", 1)
        return verb if seat is not self.me else " ".join([_PLURAL.get(does, does.removesuffix("s")), *more])

    def does(self, seat: Seat, verb: str) -> str:
        """Who does what: "Ann wins", "you win"."""
        return f"{self.name(seat)} {self.verb(seat, verb)}"

    def with_numbers(self, numbers: Sequence[int]) -> str:
        """Each player's points: "Ann +3, Bob 0, Cy -3"."""
        return ", ".join(f"{self.titles[seat]} {signed(numbers[seat])}" for seat in Seat)

    # What happens in a deal.

    def choices(self, events: Iterable[Event]) -> list[str]:
        """What each of these events before the play is, if it is a choice or shows cards to somebody."""
        told = (self.event(event) for event in events if not isinstance(event, Peek | Take))
        return [words for words in told if words]

    def before_play(self, events: Sequence[Event]) -> list[str]:
        """Sentences for these events before the play; a gift and what came back for it are one."""
        back = [event for event in events if isinstance(event, Return)]
        told: list[str] = []
        for event in events:
            if isinstance(event, Give):
                told += self._exchanged(event, back)
            elif not isinstance(event, Return) or event in back:
                told.append(self.event(event))
        return [sentence(words) for words in told if words]

    def event(self, event: Event) -> str:
        """An event before the play, without a full stop; empty for a card played, and if no cards are shown."""
        player = self.titles[event.seat]
        verb = partial(self.verb, event.seat)
        match event:
            case Give(_, cards):
                gifts = [self._cards_to(to, cards[to]) for to in Seat if len(cards[to])]
                return f"{player} {verb('gives')} {', '.join(gifts) or 'nothing'}"
            case Return(_, to, cards):
                return f"{player} {verb('returns')} {self._cards_to(to, cards)}"
            case Look(_, looks):
                return f"{player} {verb('looks') if looks else verb('does') + ' not look'} at the kitty"
            case Peek(_, Hand() as cards):
                return f"the kitty: {cards_seen(cards)}"
            case Call(_, trump):
                return f"{player} {verb('calls')} {WORDS[trump]}"
            case Take(_, cards):
                seen = f": {cards_seen(cards)}" if isinstance(cards, Hand) else ""
                return f"{player} {verb('takes')} the kitty{seen}"
            case Show(_, to, cards) if len(cards):
                return f"{player} {verb('shows')} {self._cards_to(to, cards)}"
            case Discard(_, cards):
                return f"{player} {verb('discards')} {cards_seen(cards)}"
        return ""

    def trick(self, number: int, trick: Trick) -> str:
        """A trick, perhaps in progress: who led what, who played what, who won it."""
        (leader, lead), *others = trick.turns
        cards = "".join(f", {self.name(seat)} {card}" for seat, card in others)
        words = f"Trick {number}: {self.does(leader, 'leads')} {lead}{cards}"
        return words if trick.winner is None else f"{words}; {self.does(trick.winner, 'wins')} it"

    def _exchanged(self, give: Give, back: list[Return]) -> Iterator[str]:
        """What each receiver of a gift got and gave back, which is then taken from the list."""
        gives = self.does(give.seat, "gives")
        if not any(map(len, give.cards)):
            yield f"{gives} nothing"
        for to in (seat for seat in Seat if len(give.cards[seat])):
            given, name = give.cards[to], self.name(to)
            returned = next((event for event in back if (event.seat, event.to) == (to, give.seat)), None)
            if returned is None:
                yield f"{gives} {self._cards_to(to, given)}"
                continue
            back.remove(returned)
            if isinstance(returned.cards, Hand) and returned.cards == given:
                comes = "it comes" if len(given) == 1 else "they come"
                yield f"{gives} {self._cards_to(to, given)}, and {comes} back: nothing higher"
            elif to is self.me:
                taken = f"{self.names[give.seat]} takes your {cards_seen(returned.cards)}"
                yield f"{taken} and gives you {cards_seen(given)}"
            else:
                taken = f"{self.does(give.seat, 'takes')} {cards_seen(returned.cards)}"
                yield f"{taken} from {name}, who gets {cards_seen(given)}"

    def _cards_to(self, to: Seat, cards: Cards) -> str:
        return f"{self.name(to)} {cards_seen(cards)}"

    # How it comes out.

    def ending(self, match: Match) -> str:
        """The result of a match's deal, or where its record stops."""
        deal = match.deal
        if not deal.over:
            due = deal.due
            if due is None:
                return stage(deal)
            whose = f"by {self.name(due.seat)}"
            return f"{stage(deal)}, {due.kind.name} {whose} next" if due.kind is Play else f"{stage(deal)} {whose}"
        return ", ".join(f"{self.names[seat]} {count(deal.won[seat])} ({signed(deal.scores[seat])})" for seat in Seat)

    def match_score(self, match: Match) -> str:
        """The score after a deal, and who has won if the match is at its end."""
        if not match.deal.over:
            return f"score before the last: {self.with_numbers(match.score)}"
        winners = [self.name(seat) for seat in match.winners()]
        won = f"; the match is won by {' and '.join(winners)}" if winners else ""
        return f"score: {self.with_numbers(match.total)}{won}"


#: Players are called by their seats.
BY_SEAT = Speaker()


def name_and_seat(match: HasNames, seat: Seat) -> str:
    """A player by name and seat, or by seat alone."""
    name = label(match.names[seat])
    return seat.word if name in ("", seat.word) else f"{name}, {seat.word}"


def stage(deal: Deal) -> str:
    """How far a deal has come, in a few words."""
    if deal.over:
        return "played out"
    if deal.due is not None and deal.due.kind is Play:
        played = sum(isinstance(event, Play) for event in deal.events)
        return f"stopped after {plural(played, 'card')}" if played else "stopped before the first card"
    return "stopped before " + (deal.due.kind.name if deal.due else "its end")


def cards_seen(cards: Cards) -> str:
    """Cards in a row, or how many they are if they are not seen: "SA HQ", "two cards"."""
    if isinstance(cards, Hand):
        return format_cards(cards)
    return counted(len(cards), "card")


def capital(words: str) -> str:
    """The words with a capital letter at the start."""
    return words[:1].upper() + words[1:]


def sentence(words: str) -> str:
    """The words as a sentence: a capital letter at the start, a full stop at the end."""
    return f"{capital(words)}."


# A choice as text and as advice.


NOTHING = ("nothing", "none", "-")
ANSWERS = {"yes": True, "y": True, "a look": True, "no": False, "n": False, "no look": False}


def advised_words(action: Action, speaker: Speaker = BY_SEAT) -> str:
    """A choice as advice: "call spades", "discard DQ2 C54", "play the jack of clubs"."""
    match action:
        case Play():
            return f"play the {action.card.words}"
        case Call():
            return f"call {called(action.trump)}"
        case Discard():
            return f"discard {action_words(action)}"
    return f"give {action_words(action, speaker)}"


def choosing(action: Action, speaker: Speaker = BY_SEAT) -> str:
    """A choice as the subject of a sentence: "S4", "calling hearts", "discarding DQ2", "giving left S4"."""
    match action:
        case Call():
            return f"calling {called(action.trump)}"
        case Discard():
            return f"discarding {action_words(action)}"
        case Give():
            return f"giving {action_words(action, speaker)}"
    return action_words(action)


def action_words(action: Action | ActionValue, speaker: Speaker = BY_SEAT) -> str:
    """A choice, or its form in JSON, as a person writes it down."""
    if isinstance(action, Look):
        return "a look" if action.looks else "no look"
    match action if isinstance(action, str | list | dict) else action_object(action):
        case str() as text:
            return text if len(text) > 1 else WORDS[Trump.parse(text)]
        case list() as cards:
            return cards_words(cards)
        case gifts:
            told = (f"{speaker.name(Seat.parse(seat))} {cards_words(cards)}" for seat, cards in gifts.items())
            return ", ".join(told) or "nothing"


def cards_words(cards: Iterable[str]) -> str:
    """Cards, each suit said once: DQ2 C54."""
    return by_suit(Hand.of(map(Card.parse, cards)))


def parse_action(view: DealView, text: str) -> Action:
    """The action that a text stands for, of the seat whose turn it is in a view.

    A card is ``SA``; a call ``S`` or ``spades``; a discard ``D2 C4 C5 H3`` or ``D2 C54 H3``; a gift ``left C3 H2; right
    D4``, to one receiver the cards alone, and ``nothing`` where that is allowed; a look ``yes`` or ``no``.  Raises
    GameError for another text, and for what the rules forbid.
    """
    turn = view.turn
    if turn is None:
        raise GameError("no action is due")
    with raised_as(GameError, caught=CardError):
        if isinstance(turn, GiveTurn):
            action: Action = parse_gift(turn, text)
        elif turn.kind is Look:
            action = Look(turn.seat, parse_answer(text))
        elif turn.kind is Call:
            action = Call(turn.seat, Trump.parse(text.strip(" ♠♥♦♣\ufe0e\ufe0f") or text))
        elif turn.kind is Discard:
            action = Discard(turn.seat, parse_hand(text))
        else:
            action = Play(turn.seat, Card.parse(text))
    if fault := view.refusal(action):
        raise GameError(fault)
    return action


def parse_gift(turn: GiveTurn, text: str) -> Give:
    """A gift: each receiver with his cards.  Raises GameError, CardError."""
    receivers = [seat for seat in Seat if turn.owed[seat]]
    gifts: dict[Seat, list[Card]] = {}
    receiver = receivers[0] if len(receivers) == 1 else None
    for word in _words(text):
        if word.lower() in NOTHING:
            continue
        if word.lower() in _SEATS:
            receiver = Seat.parse(word)
        elif receiver is None:
            raise GameError(f"{quoted(word)} to nobody (expected a receiver first, such as left C3; right H2)")
        else:
            gifts.setdefault(receiver, []).extend(_cards(word))
    return Give.of(turn.seat, {seat: Hand.of(cards) for seat, cards in gifts.items()})


_SEATS = {text for seat in Seat for text in (seat.word, seat.word[0])}


def parse_hand(text: str) -> Hand:
    """Cards in a row, each with its suit or of one suit together: ``D2 C54``.  Raises GameError, CardError."""
    return Hand() if text.strip(_BETWEEN).lower() in NOTHING else Hand.of(_cards(text))


def parse_answer(text: str) -> bool:
    """Is the answer yes?  Raises GameError for neither yes nor no."""
    answer = ANSWERS.get(text.strip().lower())
    if answer is None:
        raise GameError(f"{quoted(text)} is no answer (expected yes or no)")
    return answer


_BETWEEN = " \t\r\n,;:"


def _words(text: str) -> list[str]:
    return [word for word in re.split(f"[{_BETWEEN}]+", text) if word]


def _cards(text: str) -> list[Card]:
    cards = []
    for word in _words(text):
        suit, ranks = plain_text(word)[:1], plain_text(word)[1:]
        if suit in SUITS and len(ranks) > 1 and set(ranks) <= set(RANKS):
            cards += [Card.parse(suit + rank) for rank in ranks]
        else:
            cards.append(Card.parse(word))
    return cards
