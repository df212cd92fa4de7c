"""What can be wrong, one class for each kind of thing.

Every message names the input at fault, where, and what was expected; the command line prints it as it is.
"""


class NineFiveTwoError(Exception):
    """Any fault that this package reports about what it was given."""


class CardError(NineFiveTwoError, ValueError):
    """A text that is not a card, a hand, a seat or a denomination."""


class LayoutError(NineFiveTwoError, ValueError):
    """A text that is not a layout, or hands that cannot be one (a card twice)."""


class PositionError(NineFiveTwoError, ValueError):
    """A layout, lead and table that make no position of the game."""


class SearchStopped(NineFiveTwoError, TimeoutError):
    """A search that was cancelled or ran out of time; it has no answer."""


def quoted(text: str) -> str:
    """A text at fault, as a message shows it: on one line, and no longer than is of use."""
    text = text.strip()
    return repr(text if len(text) <= 80 else text[:77] + "...")
