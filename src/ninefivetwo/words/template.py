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

from collections.abc import Sequence


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
