"""`ninefivetwo advise`: what to call, discard, give and play, from one hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import click
from msgspec import UNSET
from msgspec.structs import replace

from ninefivetwo.cards import Hand, Seat, Trump
from ninefivetwo.cli.advise.exact import check_gifts, previous_results_of, show_best_discards, show_returns
from ninefivetwo.cli.advise.options import (
    OF_MOMENT,
    MomentOptions,
    SituationOptions,
    answered,
    match_score_of,
    moment_in_play,
    play_options,
    read_hand,
    seat_option,
    situation_of,
    situation_options,
    small_text,
    three_by_seat,
)
from ninefivetwo.cli.options import (
    MEBIBYTE,
    TRUMP,
    WholeGroup,
    after_option,
    complete_file,
    deal_option,
    memory_option,
    options_given,
    print_json,
    set_aside,
)
from ninefivetwo.cli.sources import deal_at, match_of, record_at
from ninefivetwo.cli.terminal import console, print_lines, print_prose
from ninefivetwo.errors import AdviceError
from ninefivetwo.files import display_name
from ninefivetwo.game import Call, DealView, Discard, Give, Play
from ninefivetwo.game.records.records import records_of
from ninefivetwo.game.rules.club import parse_rules
from ninefivetwo.keep.session import opponents_of, recognised_people
from ninefivetwo.think.advise import AnyAdvice, MatchScore, Utility, due, is_on_card
from ninefivetwo.think.players.recognise import Recognised
from ninefivetwo.think.playouts import Opponents
from ninefivetwo.think.playouts.opponents import PEOPLE
from ninefivetwo.words.advice import advice_text
from ninefivetwo.words.card_words import WORDS
from ninefivetwo.words.figures import TextTable, plural, wrapped
from ninefivetwo.words.opponents import recognised_words

if TYPE_CHECKING:
    from rich.console import Console

    from ninefivetwo.think.models.like import HandsLike
    from ninefivetwo.words.like import TricksBar

#: Options of advice by playouts, which the exact best discard does not take.
OF_PLAYOUTS = (
    *("--gave", "--received", "--previous", "--discarded", "--known", "--void", "--score", "--number"),
    *("--worlds", "--seed", "--utility", "--even", "--explain", "--opponents", "--compare"),
)
LONGEST_BAR = 50  # characters
BESIDE = 12  # characters that a line of the histogram has beside its bar
MADE, DOWN = "█", "░"  # the contract


class HandCommand(click.Command):
    """A command whose argument is a hand, which begins with a dash if it has no spades."""

    ignore_unknown_options = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As ever; but an unknown option is named, not taken for a part of the hand."""
        known = [name for param in self.get_params(ctx) for name in param.opts]
        for argument in takewhile(lambda argument: argument != "--", args):
            name = argument.partition("=")[0]
            if re.match(r"--[a-z]", name) and name not in known:
                raise click.NoSuchOption(name, possibilities=get_close_matches(name, known), ctx=ctx)
        return super().parse_args(ctx, args)


def hand_argument(metavar: str) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """A hand, as one word or more."""
    return click.argument("words", nargs=-1, required=True, metavar=metavar)


@click.group(cls=WholeGroup)
def advise() -> None:
    """Advice on what to call, discard, give and play.

    A whole deal at the table, card by card: n52 record new FILE --advise.
    """


@advise.command(cls=HandCommand)
@hand_argument("HAND")
@click.option("--like", "as_well", is_flag=True, help="Show what was called with similar hands, and what it made.")
@click.option(
    "--survey",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="With --like: use this survey's rows of the kind calls.  [default: the program's table]",
)
@situation_options
def trump(
    words: tuple[str, ...], as_well: bool, folder: Path | None, as_json: bool, **options: Unpack[SituationOptions]
) -> None:
    """The denomination to call on HAND: sixteen cards, or twenty where the kitty is seen first.

    What to call and how sure that is, why, and for each that may be called the tricks to expect and the chance of the
    contract.

    \b
    Examples:
      n52 advise trump AKJ94.Q83.KT5.A7642
      n52 advise trump AKJ94 Q83 KT5 A7642 --explain
      n52 advise trump AKJxx Qxx KTx Axxxx
      n52 advise trump AKJ94.Q83.KT5.A7642 --like
    """
    hand, small = read_hand(words, options)
    view = situation_of(options, hand, Seat.DEALER, None).view(Call)
    like = like_asked(view, as_well, folder)
    advice = answered(view, options, match_score_of(options))
    show(advice, as_json, options["explain"], small, like=like)


@advise.command(cls=HandCommand)
@hand_argument("HAND20")
@click.option(
    "--trump",
    "trumps",
    type=TRUMP,
    multiple=True,
    help="S, H, D, C or N; can be repeated.  [default with --layout: all]",
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
    help="With --layout: solve the best N discards exactly.",
)
@situation_options
@memory_option
def discard(
    words: tuple[str, ...],
    trumps: tuple[Trump, ...],
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
        if given := options_given(*OF_PLAYOUTS):
            raise click.UsageError(f"{', '.join(given)} cannot be combined with --layout")
        set_aside("worlds")
        rules = parse_rules(options["rules_name"])
        every = trumps or rules.trumps()
        show_best_discards(
            " ".join(words),
            every,
            layout_text,
            exact,
            options["threads"],
            memory * MEBIBYTE,
            options["seconds"],
            as_json,
            rules,
        )
        return
    if given := options_given("--best", "--memory"):
        raise click.UsageError(f"{', '.join(given)} requires --layout")
    (hand, small), stopped = read_hand(words, options), False
    for trump in trumps or (None,):
        if stopped:
            return
        view = situation_of(options, hand, Seat.DEALER, trump).view(Discard)
        advice = answered(view, options, match_score_of(options))
        stopped = advice.stopped
        show(advice, as_json, options["explain"], small)


@advise.command(cls=HandCommand)
@hand_argument("HAND")
@seat_option
@click.option("--give", "owed", multiple=True, metavar="SEAT=N", help='How many cards you give: "left=2,right=1".')
@click.option("--trump", "called", type=TRUMP, help="Trump, if it has been called.")
@situation_options
def exchange(
    words: tuple[str, ...],
    seat: Seat,
    owed: tuple[str, ...],
    called: Trump | None,
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
        show_returns(words, seat, options, as_json)
        return
    previous_results = previous_results_of(seat, ",".join(owed)) if owed else None
    if previous_results and options["previous"]:
        check_gifts(parse_rules(options["rules_name"]), seat, previous_results, three_by_seat(options["previous"]))
    hand, small = read_hand(words, options)
    view = situation_of(options, hand, seat, called, previous_results).view(Give)
    advice = answered(view, options, match_score_of(options))
    show(advice, as_json, options["explain"], small)


@advise.command()
@click.argument("words", nargs=-1, metavar="[RECORD]", shell_complete=complete_file)
@deal_option
@after_option
@play_options
def play(
    words: tuple[str, ...], number: int | None, after: int | None, as_json: bool, **options: Unpack[MomentOptions]
) -> None:
    """The card to play: where RECORD ends, or at the moment that --hand, --trump and --tricks describe.

    It is asked for from the hand of the seat whose turn it is; nothing that this seat has not seen is used, whatever
    RECORD tells.  RECORD may be -, stdin.

    \b
    Examples:
      n52 advise play examples/holiday.n52 --after 30
      n52 advise play --hand KJT3.AJ94.K86.QJ965 --trump S
      n52 advise play --hand KJT3.AJ94.K86.QJ965 --trump S --tricks "CQ 2 A / D7"
    """
    if len(words) > 1:
        options["hand"], words = " ".join([options["hand"] or "", *words]), ()
    path = words[0] if words else None
    hand, small = (None, Hand()) if options["hand"] is None else read_hand(options["hand"], options)
    view, match_score, opponents, people = moment_of(path, hand, number, after, options)
    if path is not None:  # which has rules of its own, so those of the user's file are not used
        set_aside("rules")
    if path is not None and options["utility"] != Utility.SCORE.value:
        match_score = None  # solving the match takes longer than the advice, and nobody has asked for it
    advice = answered(view, options, match_score, opponents)
    assert is_on_card(advice)
    show(advice, as_json, options["explain"], small, moment_text(view), people=people)


# The moment in the play.


def moment_of(
    path: str | None, hand: Hand | None, number: int | None, after: int | None, options: MomentOptions
) -> tuple[DealView, MatchScore | None, Opponents, Recognised | None]:
    """The view of the seat whose turn it is, in a record or as the options tell it, the match before the deal, how well
    the players play, and what shows that of people.

    hand: that of --hand.  Raises AdviceError, RecordError and others of ours for what is no such moment, UsageError if
    there is neither, or both.
    """
    given = options_given(*OF_MOMENT)
    if path is not None:
        if given:
            raise click.UsageError(f"RECORD cannot be combined with {', '.join(given)}")
        return view_of(path, number, after, recognise=options["opponents"] is None)
    if number is not None or after is not None:
        raise click.UsageError("--deal and --after require RECORD")
    if hand is None:
        raise click.UsageError("no moment (expected RECORD, or --hand and --trump, and --tricks once a card is played)")
    return moment_in_play(options, hand), match_score_of(options), PEOPLE, None


def view_of(
    path: str, number: int | None, after: int | None, recognise: bool
) -> tuple[DealView, MatchScore, Opponents, Recognised | None]:
    """The view of the seat whose turn it is at a point of a record's deal, the match before that deal, and the players.

    recognise: are people looked for by what they played in the record's deals before?  Raises RecordError, AdviceError.
    """
    records = records_of(path)
    match, deal = deal_at(path, records, number, after)
    if after is None and isinstance(deal, DealView):
        deal = deal.skip_unseen()  # a record of left's may end at the call: the discard is none that left sees
    step = deal.due
    if step is None or step.kind is not Play:
        raise AdviceError(f"{display_name(path)}: {due(deal)} (expected a card to play; --after N goes back)")
    if deal.viewer is not None and deal.viewer is not step.seat:
        name = display_name(path)
        raise AdviceError(f"{name}: {step.seat.word} is to play and only {deal.viewer.word}'s cards are shown")
    before = [match_of(path, record)[0] for record in records[: (number or len(records)) - 1]]
    people = recognised_people(before, match.names[step.seat]) if recognise else None
    opponents = opponents_of(record_at(path, records, number), people)
    return deal.seen_by(step.seat), MatchScore(match.score, match.number), opponents, people


def moment_text(view: DealView) -> str:
    """The moment that the advice is for, in one line."""
    turn = view.due_turn
    table = f"to {' '.join(map(str, view.table))}" if view.table else "on lead"
    won, contract = view.won[turn.seat], view.rules.contracts[turn.seat]
    count = f"{plural(won, 'trick')} won, contract of {contract} made"
    if won < contract:
        count = f"{won} of {contract} tricks won"
    return f"{turn.seat.word}, {table}, holds {turn.held}; {count}; {WORDS[view.called]}"


# What is printed.


def show(
    advice: AnyAdvice,
    as_json: bool,
    explain: bool,
    small: Hand,
    moment: str = "",
    like: HandsLike | None = None,
    people: Recognised | None = None,
) -> None:
    """Print advice, as text or as JSON, with what hands like it made if that is given.

    small: cards assumed for each ``x``.  moment: what it is for.  people: how they are known to play.
    """
    if as_json:
        from ninefivetwo.words.advice_json import advice_object

        print_json(replace(advice_object(advice, like, people), assumed=list(small) or UNSET))
        return
    out = console()
    print_advice(out, advice, ". ".join(filter(None, (moment, small_text(small)))), explain)
    if people is not None:
        print_prose(out, recognised_words(people))
    if like is not None:
        print_like(out, like, advice.view.rules.contracts[Seat.DEALER])


def print_advice(out: Console, advice: AnyAdvice, moment: str = "", explain: bool | None = None) -> None:
    """Print advice within the console's width.

    moment: what it is for.  explain: all that stands behind it, too; None where that cannot be asked for.
    """
    text = advice_text(advice)
    print_prose(out, *filter(None, (text.verdict, *text.reasons, moment)))
    if explain:
        _print_table(out, text.figures)
        for sentence in text.sentences:
            print_lines(out, wrapped(sentence, out.width, rest="  "))
        return
    _print_table(out, text.table)
    print_prose(out, text.footer + (" More: --explain" if explain is not None else ""))


def _print_table(out: Console, table: TextTable) -> None:
    """Print the choices, the recommended one marked."""
    rows = [[("  " if i else "* ") + name, *cells] for i, (name, *cells) in enumerate(filter(None, table.rows))]
    out.print(TextTable(table.columns, rows))


def like_asked(view: DealView, as_well: bool, folder: Path | None) -> HandsLike | None:
    """What was called with hands like it, if that is asked; from a survey's folder, if one is named.

    Raises UsageError for a folder without the question, SurveyError for one that does not answer it.
    """
    if not as_well:
        if folder is not None:
            raise click.UsageError("--survey requires --like")
        return None
    if folder is None:
        from ninefivetwo.think.models.like import hands_like

        return hands_like(view)
    from ninefivetwo.cli.survey.ask import need

    need("pyarrow")
    from ninefivetwo.survey.like import hands_like_in

    return hands_like_in(folder, view)


def print_like(out: Console, like: HandsLike, contract: int) -> None:
    """Print it within the console's width: sentences, a histogram, a table of all calls."""
    from ninefivetwo.words.like import like_text

    text = like_text(like, contract)
    print_prose(out, "", *text.sentences)
    out.print(f"\n{text.title} ({MADE} makes {contract}):")
    print_lines(out, bar_lines(text.bars, out.width))
    out.print(text.table)
    print_prose(out, text.footer)


def bar_lines(bars: Sequence[TricksBar], width: int) -> list[str]:
    """A histogram as lines of at most so many characters, the longest bar across all the room that there is."""
    room = max(1, min(LONGEST_BAR, width - BESIDE))
    lines = []
    for bar in bars:
        length = round(room * bar.length)
        lines.append(f"{bar.tricks:4}  {(MADE if bar.made else DOWN) * length}{' ' * bool(length)}{bar.words}")
    return lines
