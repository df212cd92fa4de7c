"""Exact answers of `advise`: the best discard with all hands open, and the cards to return for a gift."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from msgspec import UNSET

from ninefivetwo.cards import Card, Hand, Seat, Trump, parse_cards
from ninefivetwo.cli.advise.options import SituationOptions, read_hand, seat_and_cards
from ninefivetwo.cli.options import options_given, print_json, set_aside
from ninefivetwo.cli.terminal import console, print_prose, print_texts, working
from ninefivetwo.errors import AdviceError, CardError, LayoutError, quoted, raised_as
from ninefivetwo.exact import Discards, best_discards
from ninefivetwo.game import PreviousResults, check_previous_results
from ninefivetwo.game.events import format_cards, results_of_gifts, returned
from ninefivetwo.game.events import owed as owed_by
from ninefivetwo.game.rules import TRICKS, RuleSet
from ninefivetwo.game.rules.club import parse_rules
from ninefivetwo.layout import Layout
from ninefivetwo.words.advice import assumed_words
from ninefivetwo.words.figures import Column, TextTable, plural
from ninefivetwo.words.solving import best_discard_words, more_discards_words, return_words
from ninefivetwo.words.template import cards_text, say

if TYPE_CHECKING:
    from rich.console import Console

EXACT_ROWS = 12  # default number of rows in the printed table
#: The options for advice based on playouts, which cannot be used for the exact best discard.
OF_PLAYOUTS = (
    *("--gave", "--received", "--previous", "--discarded", "--known", "--void", "--score", "--number"),
    *("--worlds", "--seed", "--utility", "--even", "--explain", "--opponents", "--compare"),
)


def show_best_discards(
    words: Sequence[str],
    trumps: tuple[Trump, ...],
    layout_text: str,
    exact: int,
    memory: int,
    options: SituationOptions,
    as_json: bool,
) -> None:
    """Print the best discards from the dealer's hand in a layout.

    Raises UsageError for options that this answer does not use.
    """
    if given := options_given(*OF_PLAYOUTS):
        raise click.UsageError(f"{', '.join(given)} cannot be combined with --layout")
    set_aside("worlds")
    rules = parse_rules(options["rules_name"])
    layout = layout_of(" ".join(words), layout_text)
    out, contract = console(), rules.contracts[Seat.DEALER]
    with working():
        by_trump = best_discards(
            layout,
            trumps or rules.trumps(),
            lead=rules.lead,
            exact=exact,
            threads=options["threads"],
            memory=memory,
            seconds=options["seconds"],
        )
    for discards in by_trump.values():
        if as_json:
            from ninefivetwo.words.advice_json import discards_object

            print_json(discards_object(layout, discards, contract))
        else:
            show(out, discards, max(EXACT_ROWS, exact), contract)


def layout_of(hand_text: str, layout_text: str) -> Layout:
    """Return the layout with the kitty in the dealer's hand.

    Raises LayoutError if the dealer's hand and kitty differ from `hand_text`.
    """
    with raised_as(LayoutError, caught=CardError, after=" (HAND20)"):
        hand = Hand.parse(hand_text)
    layout = Layout.parse(layout_text)
    dealer = layout.dealer | (layout.out or Hand())
    if dealer != hand:
        raise LayoutError(f"HAND20 {hand} differs from --layout, where dealer and kitty hold {dealer}")
    return Layout(dealer, layout.left, layout.right)


def show(out: Console, discards: Discards, limit: int, contract: int) -> None:
    """Print a table of at most `limit` discards, best first, and an upper bound for all other discards."""
    print_texts(out, best_discard_words(discards, contract))
    rows = []
    for discard in discards.discards[:limit]:
        value = str(discard.low) if discard.exact else f"≤ {discard.high}"
        rows.append([cards_text(discard.cards), cards_text(discards.hand - discard.cards), value])
    out.print(TextTable([Column("discard"), Column("keep", fold=20), Column("tricks", right=True)], rows))
    if rest := discards.discards[limit:]:
        print_texts(out, more_discards_words(len(rest), rest[0].high), "")


# The exchange.


def previous_results_of(seat: Seat, owed: str) -> PreviousResults:
    """Return results of the previous deal that oblige a seat to give the numbers of cards in `owed`.

    Raises AdviceError if the text of --give is invalid.
    """
    gifts: dict[Seat, int] = {}
    for part in owed.replace(" ", "").split(","):
        word, sign, number = part.partition("=")
        if not sign or not re.fullmatch(r"[0-9]{1,2}", number):
            raise AdviceError(
                f"--give: invalid numbers {quoted(owed)} (expected left=2 or left=2,right=1, for example)"
            )
        other = Seat.parse(word)
        if other in gifts or not 0 < int(number) <= 9:
            raise AdviceError(f"--give: invalid numbers {quoted(owed)} (expected each seat once, with 1 to 9 cards)")
        if other is seat:
            raise AdviceError(
                f"--give: invalid receiver in {quoted(owed)} (expected another seat than {seat.word}, the giver)"
            )
        gifts[other] = int(number)
    return results_of_gifts(seat, gifts)


def check_gifts(rules: RuleSet, seat: Seat, given: PreviousResults, previous_results: PreviousResults) -> None:
    """Raise AdviceError if --give contradicts --previous.

    Raises GameError if the results are impossible.
    """
    check_previous_results(rules, previous_results)
    asked, gifts = (dict(owed_by(rules, results)).get(seat, (0, 0, 0)) for results in (given, previous_results))
    if gifts != asked:
        by_results = ",".join(f"{other.word}={gifts[other]}" for other in Seat if gifts[other])
        expected = f"--give {by_results} or none" if by_results else "no --give"
        raise AdviceError(
            f"--give contradicts --previous, by which {seat.word} gives {by_results or 'nothing'} (expected {expected})"
        )


def show_returns(words: Sequence[str], seat: Seat, options: SituationOptions, as_json: bool) -> None:
    """Print the card to return for each received card, which is the highest card of the same suit.

    Raises UsageError for options that this answer does not use, and AdviceError for impossible cards.
    """
    if more := options_given("--gave", "--discarded", "--known", "--void", "--compare"):
        raise click.UsageError(f"{', '.join(more)} requires --give or --previous")
    set_aside("worlds", "seconds", "threads")
    hand, small = read_hand(words, options)
    returns, rest = forced_returns(hand, seat, options)
    if as_json:
        from ninefivetwo.words.advice_json import ForcedReturnObject, ForcedReturnsObject

        objects = [ForcedReturnObject(to, card, back) for to, card, back in returns]
        print_json(ForcedReturnsObject(objects, rest, list(small) or UNSET))
        return
    said = [return_words(card, highest, to) for to, card, highest in returns]
    said.append(say("You then hold {cards}.", cards=cards_text(rest)))
    print_prose(console(), *said, *filter(None, [assumed_words(small)]))


def forced_returns(
    hand: Hand, seat: Seat, options: SituationOptions
) -> tuple[list[tuple[Seat | None, Card, Card]], Hand]:
    """Return the gifts in the order of exchange (giver, received card, returned card), and the remaining hand.

    The hand may contain the received cards. Raises AdviceError for an impossible number of cards or impossible givers.
    """
    gifts: dict[Seat | None, list[Card]] = {}
    for text in options["received"]:
        giver, cards = seat_and_cards(text) if ":" in text else (None, parse_cards(text))
        gifts.setdefault(giver, []).extend(cards)
    every = [card for cards in gifts.values() for card in cards]
    if not every:
        raise click.UsageError("missing option (expected --give, --previous or --received)")
    whole = hand | Hand.of(every)
    if len(whole) != TRICKS + len(every):
        among = f", including {format_cards(both)} of --received" if (both := hand & Hand.of(every)) else ""
        expected = f"expected {TRICKS} without the cards received, or {TRICKS + len(every)} with them"
        raise AdviceError(f"HAND has {plural(len(hand), 'card')}{among} ({expected})")
    if seat in gifts or (None in gifts and len(gifts) > 1):
        raise AdviceError("--received: missing or invalid giver (expected left:C3, for example, for each giver)")
    returns, held = [], whole - Hand.of(every)
    for giver in _in_order(parse_rules(options["rules_name"]), seat, gifts):
        gift = Hand.of(gifts[giver])
        back = returned(held | gift, gift)
        held = (held | gift) - back
        returns += [(giver, card, highest) for card, highest in zip(gift, back, strict=True)]
    return returns, held


def _in_order(rules: RuleSet, seat: Seat, gifts: dict[Seat | None, list[Card]]) -> list[Seat | None]:
    """Return the givers in the order of the exchange."""
    if len(gifts) < 2:
        return list(gifts)
    up = [len(gifts.get(other, ())) for other in Seat]
    up[seat] = -sum(up)
    return [giver for giver, _ in owed_by(rules, (up[0], up[1], up[2]))]
