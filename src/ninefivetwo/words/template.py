"""Sentences with named places, and the values for these places.

A place is filled with a name, cards, an amount with its unit or a term of the game, and never with words that include a
verb. A sentence used once stands where it is said; `python -m tools.sentences` lists them all:

>>> say("{player} {player:lose|loses} {tricks} with {card}.", player=Name("Ann"), tricks=Amount("2 tricks"),
...     card=CardWords("the 8 of hearts"))
'Ann loses 2 tricks with the 8 of hearts.'

A shared sentence, or one chosen by data, is a `Template` in a table:

>>> COSTS = Template("{player} {player:lose|loses} {tricks}.")
>>> COSTS(player=Name.you(), tricks=Amount("1 trick"))
'You lose 1 trick.'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ninefivetwo.cards import RANK_WORDS, RANKS, Card, Hand, Suit, Trump


class Placed(str):
    """A text for a place in a template.

    `first` selects the first of two forms, as in `{cards:wins|win}`.
    """

    first: bool

    def __new__(cls, text: str, first: bool = False) -> Placed:
        placed = super().__new__(cls, text)
        placed.first = first
        return placed

    def __format__(self, forms: str) -> str:
        if not forms:
            return str(self)
        one, other = forms.split("|")
        return one if self.first else other


class Name(Placed):
    """The name of one or several players. `Name.you()` is the user."""

    @classmethod
    def you(cls) -> Name:
        """Return the user."""
        return cls("you", first=True)

    @property
    def whose(self) -> str:
        """The possessive of the name, for `{player.whose} trumps`: "Ann's", "your"."""
        return "your" if self.first else f"{self}'s"


class Amount(Placed):
    """A number with its unit, a chance or a share. `first` is true if the number is exactly one."""


class CardWords(Placed):
    """One or several cards. `first` is true for one card."""


class Term(Placed):
    """A noun of the game or of the program: a suit, a level, a rule set, a command."""


class Template:
    """A sentence with named places; calling the template fills the places.

    A text that ends with a full stop, colon, question mark or exclamation mark begins with a capital letter.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def __call__(self, **values: Placed) -> str:
        """Return the sentence.  Raises KeyError for a missing value."""
        words = self.text.format(**values)
        return capital(words) if self.text.endswith((".", ":", "?", "!")) else words


def say(text: str, /, **values: Placed) -> str:
    """Return the sentence with the places of `text` filled, as a template does. Raises KeyError for a missing value."""
    return Template(text)(**values)


def capital(words: str) -> str:
    """Return the text with a capital letter at the start."""
    return words[:1].upper() + words[1:]


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join several nouns into a list: "Ann, Bob and Cy"."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


SIGNS = "♠♥♦♣"
NO_TRUMP = "no-trump"
WORDS = {Trump(suit): f"{SIGNS[suit]} {suit.word}" for suit in Suit} | {Trump.NO_TRUMP: NO_TRUMP}
ONE_CARD = ("spade", "heart", "diamond", "club")  # by suit


def rank_text(card: Card) -> str:
    """Return the rank of a card: "Q", "10"."""
    return RANKS[card.rank].replace("T", "10")


def ranks_text(cards: Iterable[Card]) -> str:
    """Return the ranks of cards in the order given: "Q 10 2"."""
    return " ".join(map(rank_text, cards))


def card_text(card: Card) -> CardWords:
    """Return the name of a card in a list or a table: "♥8"."""
    return CardWords(f"{SIGNS[card.suit]}{rank_text(card)}", first=True)


def grouped(cards: Sequence[Card]) -> CardWords:
    """Return cards of one suit, in the given order: "♠K Q J"."""
    return CardWords(f"{SIGNS[cards[0].suit]}{ranks_text(cards)}", first=len(cards) == 1)


def cards_text(cards: Iterable[Card]) -> CardWords:
    """Return cards by suit, from high to low: "♦Q 2 ♣5 4". An empty hand is "no cards"."""
    hand = Hand.of(cards)
    suits = (hand.only(suit) for suit in Suit)
    return CardWords(" ".join(grouped(tuple(held)) for held in suits if held) or "no cards", first=len(hand) == 1)


def either(cards: Iterable[Card]) -> CardWords:
    """Return equally good cards by suit: "♠8 or 7", "♦Q or ♣5, 4 or 3"."""
    hand = Hand.of(cards)
    suits = [[rank_text(card) for card in sorted(hand.only(suit), reverse=True)] for suit in Suit]
    held = [SIGNS[suit] + listed(ranks, "or") for suit, ranks in zip(Suit, suits, strict=True) if ranks]
    return CardWords(listed(held, "or"), first=len(hand) == 1)


def the_card(card: Card) -> CardWords:
    """Return the name of a card in a sentence: "the 8 of hearts"."""
    return CardWords(f"the {card.words}", first=True)


def the_rank(card: Card) -> CardWords:
    """Return the name of a card in a sentence that already names the suit: "the 8"."""
    return CardWords(f"the {rank_word(card)}", first=True)


def the_cards(cards: Iterable[Card], last: str = "and") -> CardWords:
    """Return the names of cards of one suit in a sentence: "the king, queen and 9 of hearts"."""
    *higher, lowest = sorted(cards, reverse=True)
    return CardWords(f"the {listed([*map(rank_word, higher), lowest.words], last)}", first=not higher)


def rank_word(card: Card) -> str:
    """Return a card's rank in words: "queen", "10"."""
    return RANK_WORDS[card.rank]


def called(trump: Trump) -> Term:
    """Return the name of a denomination in a sentence: "spades", "no-trump"."""
    return Term(NO_TRUMP, first=True) if trump is Trump.NO_TRUMP else suit_term(Suit(trump))


def suit_term(suit: Suit) -> Term:
    """Return the name of a suit in a sentence: "spades"."""
    return Term(suit.word)


def one_of(suit: Suit) -> Term:
    """Return the word for a single card of a suit: "spade"."""
    return Term(ONE_CARD[suit])


def calls_text(trumps: Iterable[Trump]) -> str:
    """Return the letters to type for the possible calls: "S, H, D, C or N for no-trump"."""
    letters = (f"{trump.letter} for no-trump" if trump is Trump.NO_TRUMP else trump.letter for trump in trumps)
    return listed(list(letters), "or")
