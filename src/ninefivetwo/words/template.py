"""Sentences as templates with named places, and the values that may fill a place.

A template is a whole sentence, label or heading.  A place holds a name, cards, an amount with its unit or a term of the
game, and never words with a verb:

>>> COSTS = Template("{player} {player:lose|loses} {tricks} with {card}.")
>>> COSTS(player=Name("Ann"), tricks=Amount("2 tricks"), card=CardWords("the 8 of hearts"))
'Ann loses 2 tricks with the 8 of hearts.'
>>> COSTS(player=Name.you(), tricks=Amount("1 trick"), card=CardWords("the 8 of hearts"))
'You lose 1 trick with the 8 of hearts.'
"""

from __future__ import annotations

from collections.abc import Sequence
from string import Formatter


class Placed(str):
    """A text that may fill a place.

    In a place such as `{cards:wins|win}`, the first form is shown if `first` is true, and otherwise the second.
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
    """A player or several players; `Name.you()` is the user, for whom the first form of a verb is shown."""

    @classmethod
    def you(cls) -> Name:
        """Return the user."""
        return cls("you", first=True)

    @property
    def whose(self) -> str:
        """The possessive of the name, for `{player.whose} trumps`: "Ann's", "your"."""
        return "your" if self.first else f"{self}'s"


class Amount(Placed):
    """A number with its unit, a chance or a share; `first` if the number is exactly one."""


class CardWords(Placed):
    """A card or several cards; `first` if it is one card."""


class Term(Placed):
    """A noun of the game or of the program: a suit, a level, a rule set, a command."""


class Template:
    """A sentence with named places; a call of the template fills the places.

    A text that ends in a full stop, a colon, a question mark or an exclamation mark gets a capital letter at the start.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def __call__(self, **values: Placed) -> str:
        """Return the sentence.  Raises KeyError for a missing value."""
        words = self.text.format(**values)
        return capital(words) if self.text.endswith((".", ":", "?", "!")) else words

    @property
    def places(self) -> list[str]:
        """The names of the places in order, without repetitions."""
        named = (name.split(".")[0] for _, name, _, _ in Formatter().parse(self.text) if name)
        return list(dict.fromkeys(named))


def capital(words: str) -> str:
    """Return the text with a capital letter at the start."""
    return words[:1].upper() + words[1:]


def listed(words: Sequence[str], last: str = "and") -> str:
    """Join several nouns into a list: "Ann, Bob and Cy"."""
    return f" {last} ".join(filter(None, [", ".join(words[:-1]), words[-1]]))
