"""Names of cards, suits and denominations: "♥8 3 2" in lists and tables, "the 8 of hearts" in sentences.

`cards.py` has the notation for input and stored cards: "H832".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ninefivetwo.cards import RANK_WORDS, RANKS, Card, Hand, Suit, Trump
from ninefivetwo.words.template import CardWords, Term, listed

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
