"""Figures and cards as people read them: means with their errors, chances, tricks, signs, plurals; suits said once."""

from __future__ import annotations

from math import isfinite

from ninefivetwo.cards import Card, Denomination, Hand, Suit
from ninefivetwo.evaluation import Estimate

WORDS = dict(zip(Denomination, ("♠ spades", "♥ hearts", "♦ diamonds", "♣ clubs", "no-trump"), strict=True))
HAIR = 1e-9  # far above the errors of adding up, far below any figure
ROUGH = 0.1  # of a trick: with a larger error the second decimal says nothing
NUMBERS = (
    *("none", "one", "two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"),
)


def figure(estimate: Estimate) -> str:
    """A sampled figure and its standard error; a single world gives no error."""
    error = f"{estimate.standard_error:.2f}" if isfinite(estimate.standard_error) else "?"
    return f"{estimate.mean + 0.0:.2f} ± {error}".replace("-0.00", "0.00")


def per_cent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


def is_certain(chance: float) -> bool:
    """Is it 1 but for rounding?"""
    return chance > 1 - 1e-6


def share(chance: float) -> str:
    """A chance in per cent, of which only what is certain is 0 % or 100 %."""
    if 0.995 <= chance and not is_certain(chance):
        return ">99 %"
    if chance <= 0.005 and not is_certain(1 - chance):
        return "<1 %"
    return per_cent(abs(chance))


def tricks_with_error(tricks: Estimate) -> str:
    """A figure in tricks, and its standard error unless that is nothing."""
    return _with_error(fixed(tricks.mean, 2), f"{tricks.standard_error:.2f}")


def chance_with_error(chance: Estimate) -> str:
    """A chance in per cent, and its standard error unless that is nothing."""
    words = share(chance.mean)
    return words if words[0] in "<>" else _with_error(words, f"{100 * chance.standard_error:.0f}")


def _with_error(words: str, error: str) -> str:
    """An error that rounds to nothing is left out; that of a single deal is not known."""
    if not error.strip("0."):
        return words
    return f"{words} ± {error.replace('inf', '?')}"


def rounded(amount: float, error: float) -> str:
    """An amount that is not below zero, with one decimal where its error leaves the second without meaning."""
    return fixed(max(amount, 0.0), 1 if error > ROUGH else 2)


def fixed(amount: float, digits: int) -> str:
    """An amount with so many decimals.  Equal sums that were added up differently read alike; no zero is negative."""
    return f"{round(amount + HAIR, digits) + 0.0:.{digits}f}"


def signed_tenths(amount: float) -> str:
    """An amount with its sign and one decimal; no zero is negative."""
    return f"{round(amount + HAIR, 1) + 0.0:+.1f}"


def number_word(number: int) -> str:
    """A small number in words: nine; a larger one in digits."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def counted(number: int, what: str) -> str:
    """A small number in words, and of what: "one card", "two cards"."""
    return f"{number_word(number)} {what}{'s' * (number != 1)}"


def plural(number: int, what: str) -> str:
    """A number in digits, and of what: "1 card", "2 cards"."""
    return f"{number} {what}{'s' * (number != 1)}"


def count(tricks: int) -> str:
    """So many tricks: "1 trick"."""
    return plural(tricks, "trick")


def tricks_words(tricks: float) -> str:
    """So many tricks, with one decimal: "0.4 tricks", "1 trick"."""
    number = fixed(tricks, 1)
    return "1 trick" if number == "1.0" else f"{number} tricks"


def signed(points: int) -> str:
    """Points with their sign: "+3", "0", "-2"."""
    return f"{points:+}" if points else "0"


def grouped(cards: tuple[Card, ...]) -> str:
    """Cards of one suit, the suit said once: SKQJ."""
    return str(cards[0]) + "".join(str(card)[1:] for card in cards[1:])


def by_suit(hand: Hand) -> str:
    """Cards, the suit said once: DQ2 C54."""
    return " ".join(grouped(tuple(hand.only(suit))) for suit in Suit if hand.only(suit))


def called(denomination: Denomination) -> str:
    """A denomination in a sentence, without its sign: "spades", "no-trump"."""
    return WORDS[denomination].split()[-1]


def one_of(suit: Suit) -> str:
    """A single card of a suit: "spade"."""
    return suit.word.removesuffix("s")


def rank_word(card: Card) -> str:
    """A card without its suit: "queen", "10"."""
    return card.words.split()[0]
