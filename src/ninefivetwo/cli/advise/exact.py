"""`ninefivetwo advise discard --layout`: the exact best discard, all hands seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ninefivetwo.cards import Denomination, Hand, Seat
from ninefivetwo.cli.options import print_json
from ninefivetwo.cli.terminal import console, say, working
from ninefivetwo.cli.text_table import Column, TextTable
from ninefivetwo.errors import CardError, LayoutError
from ninefivetwo.exact import Discards, best_discards
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.layout import Layout
from ninefivetwo.words.advice_json import discards_object
from ninefivetwo.words.cards import WORDS, by_suit, count

if TYPE_CHECKING:
    from rich.console import Console

ROWS = 12  # of the table for a person, if no more are asked for


def show_best_discards(
    hand: str,
    denominations: tuple[Denomination, ...],
    layout_text: str,
    exact: int,
    threads: int | None,
    memory: int,
    seconds: float | None,
    as_json: bool,
    rules: RuleSet,
) -> None:
    """Print the best discards from a hand of a layout."""
    layout = layout_of(hand, layout_text)
    out, contract = console(), rules.contracts[Seat.DEALER]
    with working():
        found = best_discards(
            layout,
            denominations,
            lead=rules.lead,
            exact=exact,
            threads=threads,
            memory=memory,
            seconds=seconds,
        )
    for discards in found.values():
        if as_json:
            print_json(discards_object(layout, discards, contract))
        else:
            show(out, discards, max(ROWS, exact), contract)


def layout_of(hand_text: str, layout_text: str) -> Layout:
    """The layout with the kitty in the dealer's hand, which must be the hand given.  Raises LayoutError."""
    try:
        hand = Hand.parse(hand_text)
    except CardError as error:
        raise LayoutError(f"{error} (HAND20)") from error
    layout = Layout.parse(layout_text)
    dealer = layout.dealer | (layout.out or Hand())
    if dealer != hand:
        raise LayoutError(f"not the same hand: HAND20 is {hand}, in --layout dealer and kitty hold {dealer}")
    return Layout(dealer, layout.left, layout.right)


def show(out: Console, discards: Discards, limit: int, contract: int) -> None:
    """Print so many of the best discards for a person, and what holds of the rest."""
    guarantee, number = discards.guarantee, len(discards.discards[0].cards)
    made = "makes" if guarantee >= contract else "falls short of"
    say(
        out,
        f"{WORDS[discards.denomination]}: the best discard of {number} from {discards.hand}"
        f" guarantees {count(guarantee)}, which {made} {contract}",
    )
    rows = []
    for discard in discards.discards[:limit]:
        value = str(discard.low) if discard.exact else f"≤ {discard.high}"
        rows.append([by_suit(discard.cards), str(discards.hand - discard.cards), value])
    out.print(TextTable([Column("discard"), Column("keep"), Column("tricks", right=True)], rows))
    if rest := discards.discards[limit:]:
        say(out, f"{len(rest)} more classes of discards: ≤ {rest[0].high}\n")
