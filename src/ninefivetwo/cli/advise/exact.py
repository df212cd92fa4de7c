"""What follows from the cards alone: the best discard with all hands seen, and the cards that a gift forces back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from msgspec import UNSET

from ninefivetwo.cards import Card, Hand, Seat, Trump, parse_cards
from ninefivetwo.cli.advise.options import SituationOptions, read_hand, seat_and_cards, small_text
from ninefivetwo.cli.options import options_given, print_json, set_aside
from ninefivetwo.cli.terminal import console, say, working
from ninefivetwo.errors import AdviceError, CardError, LayoutError, quoted, raised_as
from ninefivetwo.exact import Discards, best_discards
from ninefivetwo.game import PreviousResults, check_previous_results
from ninefivetwo.game.events import format_cards
from ninefivetwo.game.exchange import owed as owed_by
from ninefivetwo.game.exchange import results_of_gifts, returned
from ninefivetwo.game.rules import TRICKS, RuleSet
from ninefivetwo.game.rules.club import parse_rules
from ninefivetwo.layout import Layout
from ninefivetwo.words.card_words import WORDS, cards_text
from ninefivetwo.words.figures import Column, TextTable, count, plural

if TYPE_CHECKING:
    from rich.console import Console

ROWS = 12  # of the table for a person, if no more are asked for


def show_best_discards(
    hand: str,
    trumps: tuple[Trump, ...],
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
        by_trump = best_discards(
            layout,
            trumps,
            lead=rules.lead,
            exact=exact,
            threads=threads,
            memory=memory,
            seconds=seconds,
        )
    for discards in by_trump.values():
        if as_json:
            from ninefivetwo.words.advice_json import discards_object

            print_json(discards_object(layout, discards, contract))
        else:
            show(out, discards, max(ROWS, exact), contract)


def layout_of(hand_text: str, layout_text: str) -> Layout:
    """The layout with the kitty in the dealer's hand, which must be the hand given.  Raises LayoutError."""
    with raised_as(LayoutError, caught=CardError, after=" (HAND20)"):
        hand = Hand.parse(hand_text)
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
        f"{WORDS[discards.trump]}: the best discard of {number} from {discards.hand}"
        f" guarantees {count(guarantee)}, which {made} {contract}",
    )
    rows = []
    for discard in discards.discards[:limit]:
        value = str(discard.low) if discard.exact else f"≤ {discard.high}"
        rows.append([cards_text(discard.cards), str(discards.hand - discard.cards), value])
    out.print(TextTable([Column("discard"), Column("keep"), Column("tricks", right=True)], rows))
    if rest := discards.discards[limit:]:
        say(out, f"{len(rest)} more classes of discards: ≤ {rest[0].high}\n")


# Gifts and what goes back for them.


def previous_results_of(seat: Seat, owed: str) -> PreviousResults:
    """The last deal's results by which a seat gives so many cards to others.  Raises AdviceError."""
    gifts: dict[Seat, int] = {}
    for part in owed.replace(" ", "").split(","):
        word, sign, number = part.partition("=")
        if not sign or not re.fullmatch(r"[0-9]{1,2}", number):
            raise AdviceError(f"--give {quoted(owed)} (expected such as left=2 or left=2,right=1)")
        other = Seat.parse(word)
        if other in gifts or not 0 < int(number) <= 9:
            raise AdviceError(f"--give {quoted(owed)} (expected each seat once, 1 to 9 cards)")
        if other is seat:
            raise AdviceError(f"--give {quoted(owed)}: {seat.word} gives to himself (expected the other seats)")
        gifts[other] = int(number)
    return results_of_gifts(seat, gifts)


def check_gifts(rules: RuleSet, seat: Seat, given: PreviousResults, previous_results: PreviousResults) -> None:
    """Does a seat give by these results what --give says?  Raises AdviceError, GameError for no results of a deal."""
    check_previous_results(rules, previous_results)
    asked, gifts = (dict(owed_by(rules, results)).get(seat, (0, 0, 0)) for results in (given, previous_results))
    if gifts != asked:
        by_results = ",".join(f"{other.word}={gifts[other]}" for other in Seat if gifts[other])
        expected = f"--give {by_results} or none" if by_results else "no --give"
        raise AdviceError(
            f"--give against --previous, by which {seat.word} gives {by_results or 'nothing'} (expected {expected})"
        )


def show_returns(words: Sequence[str], seat: Seat, options: SituationOptions, as_json: bool) -> None:
    """Print what goes back for each card received: the highest of its suit.  Raises AdviceError."""
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
    for to, card, highest in returns:
        click.echo(f"{highest} goes back {f'to {to.word} ' if to else ''}for {card}")
    click.echo(f"leaves {rest}")
    if small:
        click.echo(small_text(small))


def forced_returns(
    hand: Hand, seat: Seat, options: SituationOptions
) -> tuple[list[tuple[Seat | None, Card, Card]], Hand]:
    """To whom, for which card, which card goes back, in the order of the exchange; and the hand that is left.

    The hand may hold the cards received or not.  Raises AdviceError.
    """
    gifts: dict[Seat | None, list[Card]] = {}
    for text in options["received"]:
        giver, cards = seat_and_cards(text) if ":" in text else (None, parse_cards(text))
        gifts.setdefault(giver, []).extend(cards)
    every = [card for cards in gifts.values() for card in cards]
    if not every:
        raise click.UsageError("no --give, --previous or --received (expected one of them)")
    whole = hand | Hand.of(every)
    if len(whole) != TRICKS + len(every):
        among = f", {format_cards(both)} received among them" if (both := hand & Hand.of(every)) else ""
        expected = f"expected {TRICKS} without those received, or {TRICKS + len(every)} with them"
        raise AdviceError(f"{plural(len(hand), 'card')} in HAND{among} ({expected})")
    if seat in gifts or (None in gifts and len(gifts) > 1):
        raise AdviceError("cards received from nobody else (expected such as left:C3, for each giver)")
    returns, held = [], whole - Hand.of(every)
    for giver in _in_order(parse_rules(options["rules_name"]), seat, gifts):
        gift = Hand.of(gifts[giver])
        back = returned(held | gift, gift)
        held = (held | gift) - back
        returns += [(giver, card, highest) for card, highest in zip(gift, back, strict=True)]
    return returns, held


def _in_order(rules: RuleSet, seat: Seat, gifts: dict[Seat | None, list[Card]]) -> list[Seat | None]:
    """The givers, as the rules let them exchange."""
    if len(gifts) < 2:
        return list(gifts)
    up = [len(gifts.get(other, ())) for other in Seat]
    up[seat] = -sum(up)
    return [giver for giver, _ in owed_by(rules, (up[0], up[1], up[2]))]
