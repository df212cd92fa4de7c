"""Why a call, a discard or a gift was a mistake, in sentences, made from its claims alone (`Why`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from ninefivetwo.cards import Card, Hand, Seat, Suit, Trump
from ninefivetwo.codec import ActionValue
from ninefivetwo.evaluation import mean_text
from ninefivetwo.study import Decision, Phase, ProvenTheme, Theme, Why
from ninefivetwo.words.actions import cards_words
from ninefivetwo.words.card_words import called, one_of
from ninefivetwo.words.figures import number_word, tricks_words
from ninefivetwo.words.speaker import Speaker
from ninefivetwo.words.template import capital

ELSEWHERE = 0.15  # tricks less than a count tells, from which on it is said that all in all less is lost
WORD = {Phase.CALL: "call", Phase.DISCARD: "discard", Phase.EXCHANGE: "gift"}


def before_play_sentences(speaker: Speaker, decision: Decision, why: Why) -> list[str]:
    """What was chosen and what saves how much; then what makes the difference."""
    words = _Words(speaker, decision, why)
    return [capital(sentence) for sentence in (words.situation(), *map(words.theme, why.themes))]


@dataclass(frozen=True)
class _Words:
    """The words for a choice before the play."""

    speaker: Speaker
    decision: Decision
    why: Why

    @property
    def seat(self) -> Seat:
        return self.decision.seat

    @property
    def whose(self) -> str:
        return self.speaker.whose(self.seat)

    @property
    def choice(self) -> str:
        return WORD[self.decision.phase]

    @property
    def held(self) -> Hand:
        """The player's cards when he chose."""
        hands = self.decision.hands
        return (hands and hands[self.decision.seat]) or Hand()

    def situation(self) -> str:
        """What was chosen, and what saves how much."""
        chosen, better, saved = self.decision.chosen, self.why.better, tricks_words(self.why.saves)
        does = partial(self.speaker.does, self.seat)
        match self.choice:
            case "call":
                this, other = (called(Trump.parse(str(choice))) for choice in (chosen, better))
                return f"Call: {does('calls')} {this}; calling {other} is worth {saved} more."
            case "discard":
                return f"Discard: {does('throws')} {_cards(chosen)}; throwing {_cards(better)} is worth {saved} more."
        return f"Exchange: {does('gives')} {self.gifts(chosen)}; giving {self.gifts(better)} is worth {saved} more."

    def gifts(self, value: ActionValue) -> str:
        """A gift: "Bob DK C5 and Cy H2"; "nothing"."""
        gifts = value if isinstance(value, dict) else {}
        return (
            " and ".join(f"{self.speaker.name(Seat.parse(seat))} {cards_words(cards)}" for seat, cards in gifts.items())
            or "nothing"
        )

    def theme(self, theme: ProvenTheme) -> str:
        """What is won after the better choice, and after this one."""
        return self.of_call(theme) if self.choice == "call" else self.compared(self.counted(theme), theme)

    def compared(self, what: str, theme: ProvenTheme) -> str:
        """How many tricks something wins after the better choice and after this one."""
        one, after, instead = f"after the better {self.choice}", theme.after, theme.instead
        if not theme.theme.own:
            more = f"{what} {tricks_words(after)} on average after this {self.choice}"
            return f"{more}, but only {mean_text(instead)} {one}."
        less = f"only {mean_text(after)} after this one{_elsewhere(theme)}{self.fate(theme)}"
        return f"{what} {tricks_words(instead)} on average {one}, but {less}."

    def counted(self, theme: ProvenTheme) -> str:
        """Of a discard or a gift: what wins the tricks that are counted."""
        cards, suit = theme.cards, _suit(theme.suit)
        match theme.theme:
            case Theme.TRUMPS_LET_GO:
                return f"{self.whose} trumps win"
            case Theme.VOID_NOT_MADE:
                return f"{self.speaker.name(self.seat)}, ruffing {suit}, {self.speaker.verb(self.seat, 'wins')}"
            case Theme.RETURN_WINS:
                return f"the {suit or 'cards'} that come back win {self.speaker.name(self.seat)}"
            case Theme.EXCHANGED_WIN:
                return f"the cards that come back, with those of both gifts, win {self.speaker.name(self.seat)}"
            case Theme.GIVEN_WINS:
                return f"{self.speaker.does(theme.seat or Seat.DEALER, 'wins')} with the cards given ({_list(cards)})"
            case Theme.SUIT_LET_RUN:
                return f"in {suit} the other two win"
            case Theme.WINNERS_LET_GO:
                if self.choice == "gift":
                    return f"the cards of both gifts win {self.speaker.name(self.seat)}"
                return "the cards of both discards that are kept win"
            case Theme.SUITS_WEAKENED:
                return f"{self.whose} {_words({card.suit for card in cards})} win"
        return f"{self.whose} {suit} win"

    def fate(self, theme: ProvenTheme) -> str:
        """By which cards the tricks are lost, as a sentence ends."""
        gone = Hand.of(card for card in self.let_go() if card.suit is theme.suit)
        name = f"the {next(iter(gone)).words}" if len(gone) == 1 else "the cards let go"
        match theme.theme:
            case Theme.WINNER_LET_GO:
                return f": usually {name} would win a trick"
            case Theme.LONG_SUIT_BROKEN:
                return f": usually {name}, low as it is, would win a trick"
            case Theme.GUARD_LET_GO:
                return f": usually {name} would guard a higher one"
        return ""

    def let_go(self) -> Hand:
        """The cards thrown or given that the better choice keeps."""
        return _all(self.decision.chosen) - _all(self.why.better)

    # Calls.

    def of_call(self, theme: ProvenTheme) -> str:
        kind, after, instead = theme.theme, theme.after, theme.instead
        one, two = map(self.with_trumps, (self.why.better, self.decision.chosen))
        if kind in (Theme.LONGER_TRUMPS, Theme.STRONGER_TRUMPS):
            return self.won(one, f"{self.whose} trumps", two, theme)
        if kind is Theme.TRUMP_BALANCE:
            what = f"{self.whose} trumps, minus the ruffs of the other two,"
            return self.won(one, what, two, theme)
        if kind is Theme.SIDE_CARDS_WIN:
            return self.won(one, f"{self.whose} side suits", two, theme)
        how = {
            Theme.OTHERS_RUFF: "the other two win {} by ruffing",
            Theme.OTHERS_TRUMPS: "the trumps of the other two win {}",
            Theme.SUIT_NOT_STOPPED: f"the other two win {{}} in {_suit(theme.suit)}",
        }[kind]
        return f"{two} {how.format(tricks_words(after))} on average, but only {mean_text(instead)} {one}."

    def won(self, one: str, what: str, two: str, theme: ProvenTheme) -> str:
        """What something wins with the better trumps and with those called."""
        after = f"only {mean_text(theme.after)} {two}{_elsewhere(theme)}"
        return f"{one} {what} win {tricks_words(theme.instead)} on average, but {after}."

    def with_trumps(self, call: ActionValue) -> str:
        """What is trumps: "with five hearts as trumps", "at no-trump"."""
        trump = Trump.parse(str(call))
        if trump is Trump.NO_TRUMP:
            return "at no-trump"
        suit = Suit(trump)
        number = len(self.held.only(suit))
        return f"with {number_word(number) if number else 'no'} {suit.word if number != 1 else one_of(suit)} as trumps"


def _elsewhere(theme: ProvenTheme) -> str:
    """Is less lost in all than the count tells?"""
    more = theme.instead.mean - theme.after.mean - theme.loss.mean
    return ", partly made up elsewhere" if more >= ELSEWHERE else ""


def _all(value: ActionValue) -> Hand:
    """The cards of a discard or a gift."""
    parts = value.values() if isinstance(value, dict) else [value if isinstance(value, list) else []]
    return Hand.of(Card.parse(card) for cards in parts for card in cards)


def _cards(value: ActionValue) -> str:
    return cards_words(value if isinstance(value, list) else [])


def _suit(suit: Suit | None) -> str:
    return "" if suit is None else suit.word


def _words(suits: set[Suit]) -> str:
    """Suits in a row: "spades, hearts and clubs"."""
    *first, last = [suit.word for suit in sorted(suits)]
    return f"{', '.join(first)} and {last}" if first else last


def _list(cards: Sequence[Card]) -> str:
    return cards_words([str(card) for card in cards])
