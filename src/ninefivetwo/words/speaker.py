"""Sentences about the players of a match, their actions, and the result of a deal; actions as text, and from text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from msgspec import Struct

from ninefivetwo.cards import Card, Hand, Seat, Trump, by_seat, parse_cards
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
    YesNo,
)
from ninefivetwo.game.events import known_cards
from ninefivetwo.layout import Trick
from ninefivetwo.words.figures import count, counted, plural, signed
from ninefivetwo.words.template import (
    WORDS,
    Amount,
    CardWords,
    Name,
    Placed,
    Template,
    Term,
    called,
    card_text,
    cards_text,
    listed,
    say,
    the_card,
)

#: The name of the user in a match.
YOU = "You"
#: The answer to a claim that the player's view does not prove; it reveals nothing about the hidden cards.
CLAIM_REFUSED = "Claim refused: from your view, it is not certain that you win all the tricks left."

GIVES = Template("{player} {player:give|gives} {gifts}.")
GIVES_NOTHING = Template("{player} {player:give|gives} nothing.")
RETURNS = Template("{player} {player:return|returns} {cards} to {other}.")
SHOWS = Template("{player} {player:show|shows} {cards} to {other}.")
COMES_BACK = Template("{player} {player:give|gives} {cards} to {other}; {cards:it comes|they come} straight back.")
YOU_EXCHANGE = Template("{player} takes your {back} and gives you {cards}.")
EXCHANGES = Template("{player} {player:take|takes} {back} from {other}, who gets {cards}.")
TRICK_WON = Template("Trick {number}: {player} {player:lead|leads} {card}, {plays}; {winner} {winner:win|wins}.")

NEXT_CARD = Template("{stage}; {player} {player:play|plays} next")
NEXT_CHOICE = Template("{stage} by {player}")
RESULT = Template("{player} {tricks} ({points})")
SCORE = Template("Score: {scores}.")
WINNER = Template("{winners} {winners:win|wins} the match.")
SCORE_BEFORE = Template("Score before the deal: {scores}.")


class TurnWords(NamedTuple):
    """The prompts of the table for a kind of turn of the user, of an opponent, and with all hands open."""

    own: Template
    waited: Template
    open: Template

    def of(self, seat: Seat, names: Sequence[str], me: Seat | None, **places: Placed) -> str:
        """Return the prompt for the turn of a seat. If `me` is None, all hands are open."""
        player = Name(names[seat])
        if seat is me:
            return self.own(**places)
        return self.open(player=player, **places) if me is None else self.waited(player=player)


class AnswerWords(NamedTuple):
    """What is said about a yes or about a no.

    `done` is the sentence on what happened, `choice` names the answer in a sentence, and `brief` in a list; `brief` can
    also be typed. `advised` is the recommendation, and `button` the words of a button.
    """

    done: Template
    choice: Term
    brief: str
    advised: str
    button: str


class YesNoWords(NamedTuple):
    """All that is said about a choice between yes and no.

    `free` says why the answers need no comparison. `prompt` asks the user in the terminal, `asked` asks about any
    player at a table, and `turn` has the prompts of the page's table.
    """

    yes: AnswerWords
    no: AnswerWords
    free: str
    prompt: str
    asked: Template
    turn: TurnWords

    def of(self, answer: bool) -> AnswerWords:
        return self.yes if answer else self.no


#: The words of each choice between yes and no.
YES_NO_WORDS: dict[type[YesNo], YesNoWords] = {
    Look: YesNoWords(
        yes=AnswerWords(
            done=Template("{player} {player:look|looks} at the kitty."),
            choice=Term("a look at the kitty"),
            brief="a look",
            advised="Look at the kitty.",
            button="Look at the kitty",
        ),
        no=AnswerWords(
            done=Template("{player} {player:do|does} not look at the kitty."),
            choice=Term("no look at the kitty"),
            brief="no look",
            advised="Do not look at the kitty.",
            button="Do not look",
        ),
        free="A look costs nothing.",
        prompt="Look at the kitty (yes or no)>",
        asked=Template("{player:Do|Does} {player} look at the kitty before the call (yes or no)?"),
        turn=TurnWords(
            Template("Look at the kitty before you call?"),
            Template("Waiting for {player}, who may look at the kitty"),
            Template("{player} may look at the kitty"),
        ),
    ),
}


def answer_words(action: YesNo) -> AnswerWords:
    """Return what is said about an answer."""
    return YES_NO_WORDS[type(action)].of(action.answer)


class HasNames(Protocol):
    """An object with the names of its players, in the order dealer, left and right."""

    @property
    def names(self) -> tuple[str, str, str]: ...


class Speaker(Struct, frozen=True):
    """The names of dealer, left and right, and sentences about these players. `me` is addressed as "you"."""

    names: tuple[str, str, str] = (Seat.DEALER.word, Seat.LEFT.word, Seat.RIGHT.word)
    me: Seat | None = None

    @classmethod
    def of(cls, match: HasNames, me: Seat | None = None) -> Speaker:
        """Return a speaker with the players' names, followed by the seats if the names are ambiguous.

        If `me` is None, a player named "You" is addressed as "you".
        """
        names = [label(name) for name in match.names]
        clear = len(set(names)) == len(Seat) and not any(s.word in names for s in Seat if names[s] != s.word)
        called = by_seat(names[seat] if names[seat] and clear else name_and_seat(match, seat) for seat in Seat)
        return cls(called, Seat(names.index(YOU)) if me is None and clear and YOU in names else me)

    @property
    def titles(self) -> tuple[str, str, str]:
        """The players' names, with "You" for the player who is addressed."""
        return by_seat(YOU if seat is self.me else self.names[seat] for seat in Seat)

    def name(self, seat: Seat) -> Name:
        """Return a player's name as it appears in a sentence: "Ann", "you", "the dealer"."""
        if seat is self.me:
            return Name.you()
        name = self.names[seat]
        return Name(f"the {name}" if name == Seat.DEALER.word else name)

    def with_numbers(self, numbers: Sequence[int]) -> Amount:
        """Return each player's points: "Ann +3, Bob 0, Cy -3"."""
        return Amount(", ".join(f"{self.titles[seat]} {signed(numbers[seat])}" for seat in Seat))

    def choices(self, events: Iterable[Event]) -> list[str]:
        """Return a sentence for each event before the play, except for seeing or taking the kitty."""
        told = (self.event(event) for event in events if not isinstance(event, Peek | Take))
        return [words for words in told if words]

    def before_play(self, events: Sequence[Event]) -> list[str]:
        """Return sentences on events before the play. A gift and the cards returned for the gift share a sentence."""
        back = [event for event in events if isinstance(event, Return)]
        told: list[str] = []
        for event in events:
            if isinstance(event, Give):
                told += self._exchanged(event, back)
            elif not isinstance(event, Return) or event in back:
                told.append(self.event(event))
        return [words for words in told if words]

    def event(self, event: Event) -> str:
        """Return a sentence on an event before the play, or "" for a played card or a `Show` without cards."""
        player = self.name(event.seat)
        match event:
            case Give(_, cards):
                gifts = [self._gift(cards[to], to) for to in Seat if len(cards[to])]
                return GIVES(player=player, gifts=CardWords(listed(gifts))) if gifts else GIVES_NOTHING(player=player)
            case Return(_, to, cards):
                return RETURNS(player=player, cards=cards_seen(cards), other=self.name(to))
            case YesNo():
                return answer_words(event).done(player=player)
            case Peek(_, Hand() as cards):
                return say("The kitty is {cards}.", cards=cards_seen(cards))
            case Call(_, trump):
                return say("{player} {player:call|calls} {trump}.", player=player, trump=Term(WORDS[trump]))
            case Take(_, Hand() as cards):
                return say("{player} {player:take|takes} the kitty: {cards}.", player=player, cards=cards_seen(cards))
            case Take():
                return say("{player} {player:take|takes} the kitty.", player=player)
            case Show(_, to, cards) if len(cards):
                return SHOWS(player=player, cards=cards_seen(cards), other=self.name(to))
            case Discard(_, cards):
                return say("{player} {player:discard|discards} {cards}.", player=player, cards=cards_seen(cards))
        return ""

    def trick(self, number: int, trick: Trick) -> str:
        """Return a sentence on a trick: the cards in order and, if the trick is complete, the winner."""
        (leader, lead), *others = trick.turns
        led = {"number": Amount(f"{number}"), "player": self.name(leader), "card": card_text(lead)}
        if not others:
            return say("Trick {number}: {player} {player:lead|leads} {card}.", **led)
        plays = CardWords(", ".join(f"{self.name(seat)} {card_text(card)}" for seat, card in others))
        if trick.winner is None:
            return say("Trick {number}: {player} {player:lead|leads} {card}, {plays}.", **led, plays=plays)
        return TRICK_WON(**led, plays=plays, winner=self.name(trick.winner))

    def _gift(self, cards: Cards, to: Seat) -> str:
        return say("{cards} to {player}", cards=cards_seen(cards), player=self.name(to))

    def _exchanged(self, give: Give, back: list[Return]) -> Iterator[str]:
        """Yield a sentence for each receiver of a gift, with the cards returned; remove used returns from `back`."""
        player = self.name(give.seat)
        if not any(map(len, give.cards)):
            yield GIVES_NOTHING(player=player)
        for to in (seat for seat in Seat if len(give.cards[seat])):
            given, other = cards_seen(give.cards[to]), self.name(to)
            returned = next((event for event in back if (event.seat, event.to) == (to, give.seat)), None)
            if returned is None:
                yield GIVES(player=player, gifts=CardWords(self._gift(give.cards[to], to)))
                continue
            back.remove(returned)
            if isinstance(returned.cards, Hand) and returned.cards == give.cards[to]:
                yield COMES_BACK(player=player, other=other, cards=given)
            elif to is self.me:
                yield YOU_EXCHANGE(player=player, back=cards_seen(returned.cards), cards=given)
            else:
                yield EXCHANGES(player=player, back=cards_seen(returned.cards), other=other, cards=given)

    def ending(self, match: Match) -> str:
        """Return the result of a deal, or the point at which the record of the deal stops."""
        deal = match.deal
        if deal.over:
            return ", ".join(
                RESULT(player=Name(self.names[seat]), tricks=count(deal.won[seat]), points=signed(deal.scores[seat]))
                for seat in Seat
            )
        if deal.due is None:
            return stage(deal)
        next_choice = NEXT_CARD if deal.due.kind is Play else NEXT_CHOICE
        return next_choice(stage=Term(stage(deal)), player=self.name(deal.due.seat))

    def match_score(self, match: Match) -> str:
        """Return the score, with the winners if the match is over."""
        if not match.deal.over:
            return SCORE_BEFORE(scores=self.with_numbers(match.score))
        scores, names = self.with_numbers(match.total), [self.names[seat] for seat in match.winners()]
        if not names:
            return SCORE(scores=scores)
        return f"{SCORE(scores=scores)} {WINNER(winners=Name(listed(names), first=len(names) > 1))}"


#: The speaker that names players by their seats.
BY_SEAT = Speaker()


def name_and_seat(match: HasNames, seat: Seat) -> str:
    """Return a player's name and seat, "Ann (left)", or only the seat of a player without a name."""
    name = label(match.names[seat])
    return seat.word if name in ("", seat.word) else f"{name} ({seat.word})"


def stage(deal: Deal) -> str:
    """Return the progress of a deal: "played out", "stopped after 3 cards"."""
    if deal.over:
        return "played out"
    if deal.due is None or deal.due.kind is not Play:
        return say("stopped before {action}", action=Term(deal.due.kind.name if deal.due else "its end"))
    played = sum(isinstance(event, Play) for event in deal.events)
    return say("stopped after {cards}", cards=plural(played, "card")) if played else "stopped before the first card"


def cards_seen(cards: Cards) -> Placed:
    """Return cards, or the number of hidden cards: "♠A ♥Q", "two cards"."""
    return cards_text(cards) if isinstance(cards, Hand) else counted(len(cards), "card")


def error_words(error: Exception, me: Seat | None) -> str:
    """Return the message of an error to a player, who is not named in an error of their own."""
    if isinstance(error, GameError) and me is not None and error.seat == me.word:
        return error.fault
    return str(error)


NOTHING = ("nothing", "none", "-")
ANSWERS = {"yes": True, "y": True, "no": False, "n": False}


def choice_words(action: Action, speaker: Speaker = BY_SEAT) -> Placed:
    """Return a choice as it appears in a sentence: "the 8 of diamonds", "clubs", "♥8 2 ♦5 3", "♣3 to Bob"."""
    match action:
        case Play(card=Card() as card):
            return the_card(card)
        case Call(trump=trump):
            return called(trump)
        case Discard(cards=cards):
            return cards_text(known_cards(cards))
        case Give(cards=gifts):
            given = ((to, known_cards(gifts[to])) for to in Seat)
            parts = [f"{cards_text(cards)} to {speaker.name(to)}" for to, cards in given if cards]
            return CardWords(listed(parts)) if parts else Term("nothing")
        case YesNo():
            return answer_words(action).choice


def action_words(action: Action, speaker: Speaker = BY_SEAT) -> str:
    """Return an action in the players' notation: "♥8", "♠ spades", "Bob ♠5 ♦7, Cy ♥6"."""
    match action:
        case Play(card=Card() as card):
            return card_text(card)
        case Call(trump=trump):
            return WORDS[trump]
        case Discard(cards=cards):
            return cards_text(known_cards(cards))
        case Give(cards=gifts):
            told = (f"{speaker.name(to)} {cards_text(known_cards(gifts[to]))}" for to in Seat if gifts[to])
            return ", ".join(told) or "nothing"
        case YesNo():
            return answer_words(action).brief


def spoken(action: Action, speaker: Speaker) -> CardWords:
    """Return a choice in a sentence about a mistake: "♠Q", "hearts", "♠5 ♦7 to Bob and ♥6 to Cy"."""
    return CardWords(called(action.trump)) if isinstance(action, Call) else in_brief(action, speaker)


def in_brief(action: Action, speaker: Speaker) -> CardWords:
    """Return a choice in a short form: "♠Q", "♥ hearts", "♠5 ♦7 to Bob and ♥6 to Cy"."""
    return CardWords(choice_words(action, speaker) if isinstance(action, Give) else action_words(action))


def parse_action(view: DealView, text: str) -> Action:
    """Parse the user's text as an action of the player to act.

    Examples are ``SA`` for a card, ``S`` or ``spades`` for a call, ``D2 C54 H3`` or ``♦2 ♣5 4 ♥3`` for a discard,
    ``left C3 H2; right D4`` or ``nothing`` for a gift, and ``yes`` or ``no``. A gift to the only receiver needs no
    seat. Raises GameError if the text is not an action or the rules forbid the action.
    """
    turn = view.turn
    if turn is None:
        raise GameError("no action is due")
    with raised_as(GameError, caught=CardError):
        if isinstance(turn, GiveTurn):
            action: Action = parse_gift(turn, text)
        elif issubclass(turn.kind, YesNo):
            action = turn.kind(turn.seat, parse_answer(turn.kind, text))
        elif turn.kind is Call:
            action = Call(turn.seat, parse_call(text))
        elif turn.kind is Discard:
            action = Discard(turn.seat, parse_hand(text))
        else:
            action = Play(turn.seat, Card.parse(text))
    if error := view.error(action):
        raise error
    return action


def parse_gift(turn: GiveTurn, text: str) -> Give:
    """Parse a gift. Raises GameError or CardError if the text is not a gift."""
    receivers = [seat for seat in Seat if turn.owed[seat]]
    gifts: dict[Seat, list[str]] = {}
    receiver = receivers[0] if len(receivers) == 1 else None
    for word in _words(text):
        if word.lower() in (*NOTHING, "the"):  # as in "the dealer C3"
            continue
        if word.lower() in _SEATS:
            receiver = Seat.parse(word)
        elif receiver is None:
            raise GameError(f"receiver missing before {quoted(word)} (expected such as left C3; right H2)")
        else:
            gifts.setdefault(receiver, []).append(word)
    return Give.of(turn.seat, {seat: Hand.of(parse_cards(" ".join(words))) for seat, words in gifts.items()})


_SEATS = {text for seat in Seat for text in (seat.word, seat.word[0])}


def parse_hand(text: str) -> Hand:
    """Parse cards, each with its suit or grouped by suit: ``D2 C54``, ``♦2 ♣5 4``.

    Raises GameError or CardError if the text contains anything but cards.
    """
    return Hand() if text.strip(_BETWEEN).lower() in NOTHING else Hand.of(parse_cards(" ".join(_words(text))))


def parse_call(text: str) -> Trump:
    """Parse a call: ``S``, ``spades``, ``♠`` or ``♠ S``. Raises GameError if the text is not a call."""
    try:
        return Trump.parse(text.strip(" ♠♥♦♣\ufe0e\ufe0f") or text)
    except CardError:
        raise GameError(f"not a call: {quoted(text)} (expected S, H, D, C or N)") from None


def parse_answer(kind: type[YesNo], text: str) -> bool:
    """Parse yes or no, or the answer's short name. Raises GameError for any other text."""
    words = YES_NO_WORDS[kind]
    answer = (ANSWERS | {words.yes.brief: True, words.no.brief: False}).get(text.strip().lower())
    if answer is None:
        raise GameError(f"not an answer: {quoted(text)} (expected yes or no)")
    return answer


_BETWEEN = " \t\r\n,;:"


def _words(text: str) -> list[str]:
    return [word for word in re.split(f"[{_BETWEEN}]+", text) if word]
