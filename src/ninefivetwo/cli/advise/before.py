"""`ninefivetwo advise trump`, `discard`, `exchange`: advice before the play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ninefivetwo.cli.advise.printed import filled
from ninefivetwo.cli.survey.ask import need
from ninefivetwo.cli.text_table import Column, TextTable, figures
from ninefivetwo.errors import AdviceError
from ninefivetwo.game import DealView
from ninefivetwo.think.models.like import HandsLike, hands_like
from ninefivetwo.words.like import TricksBar, like_text

if TYPE_CHECKING:
    from rich.console import Console

import re
from typing import Unpack

import click

from ninefivetwo.cards import Card, Denomination, Hand, Seat, parse_cards
from ninefivetwo.cli.advise.exact import show_best_discards
from ninefivetwo.cli.advise.options import (
    SituationOptions,
    assumptions_of,
    at_work,
    limits_of,
    match_score_of,
    objective_of,
    options_given,
    read_hand,
    seat_and_cards,
    seat_option,
    situation_of,
    situation_options,
)
from ninefivetwo.cli.advise.printed import print_advice
from ninefivetwo.cli.options import DENOMINATION, MEBIBYTE, memory_option, print_json
from ninefivetwo.cli.terminal import console
from ninefivetwo.errors import quoted
from ninefivetwo.game import Call, Discard, Give, PreviousResults, check_previous_results
from ninefivetwo.game.events import format_cards
from ninefivetwo.game.exchange import owed as owed_by
from ninefivetwo.game.exchange import returned
from ninefivetwo.game.records import by_seat
from ninefivetwo.game.rules import TRICKS, RuleSet
from ninefivetwo.game.rules.club import parse_rules
from ninefivetwo.think.advise import Advice, DealEvaluation, advise_before_play
from ninefivetwo.words.advice_json import (
    ForcedReturnObject,
    ForcedReturnsObject,
    discard_object,
    exchange_object,
    trump_object,
)
from ninefivetwo.words.cards import plural

LONGEST_BAR = 50  # characters
BESIDE = 12  # characters that a line of the histogram has beside its bar
MADE, DOWN = "█", "░"  # the contract


def like_asked(view: DealView, as_well: bool, folder: Path | None) -> HandsLike | None:
    """What was called with hands like it, if that is asked; from a survey's folder, if one is named.

    Raises AdviceError for a folder without the question, SurveyError for one that does not answer it.
    """
    if not as_well:
        if folder is not None:
            raise AdviceError("--survey without --like (expected both, or neither)")
        return None
    if folder is None:
        return hands_like(view)
    need("pyarrow")
    from ninefivetwo.survey.like import hands_like_in

    return hands_like_in(folder, view)


def print_like(out: Console, found: HandsLike) -> None:
    """Print it within the console's width: sentences, a histogram, a table of all calls."""
    text = like_text(found)
    out.print()
    for sentence in text.sentences:
        out.print(filled(sentence, out.width))
    out.print(f"\n{text.title} ({MADE} makes {found.contract}):")
    for line in bar_lines(text.bars, out.width):
        out.print(line)
    out.print(TextTable([Column(text.head[0], fold=12), *figures(*text.head[1:])], text.rows))
    out.print(filled(text.footer, out.width))


def bar_lines(bars: tuple[TricksBar, ...], width: int) -> list[str]:
    """A histogram as lines of at most so many characters, the longest bar across all the room that there is."""
    room = max(1, min(LONGEST_BAR, width - BESIDE))
    most = max(bar.share for bar in bars)
    lines = []
    for bar in bars:
        length = round(room * bar.share / most)
        lines.append(f"{bar.tricks:4}  {(MADE if bar.made else DOWN) * length}{' ' * bool(length)}{bar.words}")
    return lines


HANDS = {"ignore_unknown_options": True}  # a hand without spades begins with a dash


@click.command(context_settings=HANDS)
@click.argument("hand", metavar="HAND")
@click.option("--like", "as_well", is_flag=True, help="What was called with hands like it, and what it made.")
@click.option(
    "--survey",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="With --like: count in this survey's rows of the kind calls.  [default: a table of the program's own]",
)
@situation_options
def trump(hand: str, as_well: bool, folder: Path | None, as_json: bool, **options: Unpack[SituationOptions]) -> None:
    """The denomination to call on HAND: sixteen cards, or twenty where the kitty is seen first.

    What to call and how sure that is, why, and for each that may be called the tricks to expect and the chance of the
    contract.

    \b
    Examples:
      n52 advise trump AKJ94.Q83.KT5.A7642
      n52 advise trump "S AKJ94 H Q83 D KT5 C A7642" --explain
      n52 advise trump AKJ94.Q83.KT5.A7642 --like
    """
    view = situation_of(options, hand, Seat.DEALER, None).view(Call)
    like = like_asked(view, as_well, folder)
    advice = advised(view, options)
    if as_json:
        print_json(trump_object(advice, like))
        return
    out = console()
    print_advice(out, advice, explain=options["explain"])
    if like is not None:
        print_like(out, like)


@click.command(context_settings=HANDS)
@click.argument("hand", metavar="HAND20")
@click.option(
    "--trump",
    "denominations",
    type=DENOMINATION,
    multiple=True,
    help="S, H, D, C or N; may be repeated.  [default with --layout: all]",
)
@click.option(
    "--layout",
    "layout_text",
    metavar="LAYOUT",
    help='All hands, for the exact best: "D:hand20 hand hand", or "D:hand hand hand K:kitty".',
)
@click.option(
    "--best",
    "exact",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="With --layout: value the best N discards exactly.",
)
@situation_options
@memory_option
def discard(
    hand: str,
    denominations: tuple[Denomination, ...],
    layout_text: str | None,
    exact: int,
    as_json: bool,
    memory: int,
    **options: Unpack[SituationOptions],
) -> None:
    """The four cards of HAND20 to discard: the dealer's sixteen and the kitty's four.

    By the deals that could be; with --layout, all hands seen, the exact best.

    \b
    Examples:
      n52 advise discard AKJ94.Q83K2.KT53.A7642T --trump S
    """
    if layout_text is not None:
        if given := options_given(options, "gave", "received", "previous", "discarded", "known", "void"):
            raise AdviceError(f"{', '.join(given)} with --layout (expected nothing more, for all hands are seen)")
        rules = parse_rules(options["rules_text"])
        every = denominations or rules.denominations()
        show_best_discards(
            hand, every, layout_text, exact, options["threads"], memory * MEBIBYTE, options["seconds"], as_json, rules
        )
        return
    stopped = False
    for denomination in denominations or (None,):
        if stopped:
            return
        advice = advised(situation_of(options, hand, Seat.DEALER, denomination).view(Discard), options)
        stopped = advice.stopped
        if as_json:
            print_json(discard_object(advice))
            continue
        print_advice(console(), advice, explain=options["explain"])


@click.command(context_settings=HANDS)
@click.argument("hand", metavar="HAND")
@seat_option
@click.option("--give", "owed", multiple=True, metavar="SEAT=N", help='How many cards you give: "left=2,right=1".')
@click.option("--trump", "called", type=DENOMINATION, help="What is trump, where it has been called.")
@situation_options
def exchange(
    hand: str,
    seat: Seat,
    owed: tuple[str, ...],
    called: Denomination | None,
    as_json: bool,
    **options: Unpack[SituationOptions],
) -> None:
    """Which cards of HAND to give to those who were down (--give), or what goes back for cards received (--received).

    HAND is the sixteen cards before; for --received it may hold the cards received besides.

    \b
    Examples:
      n52 advise exchange AKJ94.Q83.KT5.A7642 --seat left --give dealer=1
      n52 advise exchange AKJ94.Q83.KT5.A7642 --received C3
    """
    if not owed and options["previous"] is None:
        show_returns(hand, seat, options, as_json)
        return
    previous_results = previous_results_of(seat, ",".join(owed)) if owed else None
    if previous_results and options["previous"]:
        check_agreed(parse_rules(options["rules_text"]), seat, previous_results, by_seat(options["previous"]))
    advice = advised(situation_of(options, hand, seat, called, previous_results).view(Give), options)
    if as_json:
        print_json(exchange_object(advice))
        return
    print_advice(console(), advice, explain=options["explain"])


def advised(view: DealView, options: SituationOptions) -> Advice[DealEvaluation]:
    with at_work("solving") as progress:
        objective = objective_of(options, match_score_of(options))
        return advise_before_play(view, limits_of(options, progress), objective, assumptions_of(options))


def previous_results_of(seat: Seat, owed: str) -> PreviousResults:
    """The last deal's results by which a seat gives so many cards to others.  Raises AdviceError."""
    up = dict.fromkeys(Seat, 0)
    for part in owed.replace(" ", "").split(","):
        word, sign, number = part.partition("=")
        if not sign or not re.fullmatch(r"[0-9]{1,2}", number):
            raise AdviceError(f"--give {quoted(owed)} (expected such as left=2 or left=2,right=1)")
        other = Seat.parse(word)
        if up[other] or not 0 < int(number) <= 9:
            raise AdviceError(f"--give {quoted(owed)} (expected each seat once, 1 to 9 cards)")
        if other is seat:
            raise AdviceError(f"--give {quoted(owed)}: {seat.word} gives to himself (expected the other seats)")
        up[other] -= int(number)
        up[seat] += int(number)
    return up[Seat.DEALER], up[Seat.LEFT], up[Seat.RIGHT]


def check_agreed(rules: RuleSet, seat: Seat, told: PreviousResults, previous_results: PreviousResults) -> None:
    """Does a seat give by these results what --give told?  Raises AdviceError, GameError for no results of a deal."""
    check_previous_results(rules, previous_results)
    told_gifts, gifts = (dict(owed_by(rules, results)).get(seat, (0, 0, 0)) for results in (told, previous_results))
    if gifts != told_gifts:
        found = ",".join(f"{other.word}={gifts[other]}" for other in Seat if gifts[other])
        expected = f"--give {found} or none" if found else "no --give"
        by_results = f"by which {seat.word} gives {found or 'nothing'}"
        raise AdviceError(f"--give against --previous, {by_results} (expected {expected})")


def show_returns(hand_text: str, seat: Seat, options: SituationOptions, as_json: bool) -> None:
    """Print what goes back for each card received: the highest of its suit.  Raises AdviceError."""
    if more := options_given(options, "gave", "discarded", "known", "void"):
        raise AdviceError(
            f"{', '.join(more)} with --received alone (expected --give or --previous, if a gift is asked about)"
        )
    returns, rest = forced_returns(read_hand(hand_text), seat, options)
    if as_json:
        objects = [ForcedReturnObject(to, card, back) for to, card, back in returns]
        print_json(ForcedReturnsObject(objects, rest))
        return
    for to, card, highest in returns:
        click.echo(f"{highest} goes back {f'to {to.word} ' if to else ''}for {card}")
    click.echo(f"leaves {rest}")


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
        raise AdviceError("nothing to give and nothing received (expected --give, --previous or --received)")
    whole = hand | Hand.of(every)
    if len(set(every)) < len(every):
        raise AdviceError(f"a card received twice: {format_cards(Hand.of(every))} (expected each once)")
    if len(whole) != TRICKS + len(every):
        among = f", {format_cards(both)} received among them" if (both := hand & Hand.of(every)) else ""
        expected = f"expected {TRICKS} without those received, or {TRICKS + len(every)} with them"
        raise AdviceError(f"{plural(len(hand), 'card')} in HAND{among} ({expected})")
    if seat in gifts or (None in gifts and len(gifts) > 1):
        raise AdviceError("cards received from nobody else (expected such as left:C3, for each giver)")
    found, held = [], whole - Hand.of(every)
    for giver in _in_order(parse_rules(options["rules_text"]), seat, gifts):
        gift = Hand.of(gifts[giver])
        back = returned(held | gift, gift)
        held = (held | gift) - back
        found += [(giver, card, highest) for card, highest in zip(gift, back, strict=True)]
    return found, held


def _in_order(rules: RuleSet, seat: Seat, gifts: dict[Seat | None, list[Card]]) -> list[Seat | None]:
    """The givers, as the rules let them exchange."""
    if len(gifts) < 2:
        return list(gifts)
    up = [len(gifts.get(other, ())) for other in Seat]
    up[seat] = -sum(up)
    return [giver for giver, _ in owed_by(rules, (up[0], up[1], up[2]))]
