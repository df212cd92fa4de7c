"""The command `advise`: advice for one player on a call, a discard, a gift or a card."""

from __future__ import annotations

import re
from collections.abc import Sequence
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
    situation_of,
    situation_options,
    three_by_seat,
)
from ninefivetwo.cli.options import (
    SEAT,
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
from ninefivetwo.cli.sources import deal_after, match_of, record_at
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
from ninefivetwo.words.advice import EXPLAIN, advice_text, assumed_words, moment_words
from ninefivetwo.words.figures import TextTable, number_word, wrapped
from ninefivetwo.words.levels import recognised_words
from ninefivetwo.words.template import Amount, Term, say

if TYPE_CHECKING:
    from rich.console import Console

    from ninefivetwo.think.models.like import HandsLike
    from ninefivetwo.words.like import TricksBar

LONGEST_BAR = 50  # characters
BESIDE = 12  # number of characters beside the bar in a line of the histogram
MADE, DOWN = "█", "░"  # characters of the bars for contracts made and contracts missed


class HandCommand(click.Command):
    """A command whose argument is a hand, which begins with a dash if the hand has no spades."""

    ignore_unknown_options = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. Raises NoSuchOption for an unknown option, which is not a hand."""
        known = [name for param in self.get_params(ctx) for name in param.opts]
        for argument in takewhile(lambda argument: argument != "--", args):
            name = argument.partition("=")[0]
            if re.match(r"--[a-z]", name) and name not in known:
                raise click.NoSuchOption(name, possibilities=get_close_matches(name, known), ctx=ctx)
        return super().parse_args(ctx, args)


@click.group(cls=WholeGroup)
def advise() -> None:
    """Recommend a call, a discard, a gift or a card to play.

    To get advice throughout a deal at the table, use n52 record new FILE --advise.
    """


@advise.command(cls=HandCommand)
@click.argument("words", nargs=-1, required=True, metavar="HAND")
@click.option("--like", "as_well", is_flag=True, help="Show how similar hands were called, with the results.")
@click.option(
    "--survey",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="With --like: use the calls in the survey in DIR.  [default: the built-in table]",
)
@situation_options
def trump(
    words: tuple[str, ...], as_well: bool, folder: Path | None, as_json: bool, **options: Unpack[SituationOptions]
) -> None:
    """Recommend a call for HAND.

    HAND has sixteen cards, or twenty if the dealer sees the kitty before the call. The answer contains the best call
    with the reasons, and the expected tricks and the chance of making the contract for each call.

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
@click.argument("words", nargs=-1, required=True, metavar="HAND20")
@click.option(
    "--trump",
    "trumps",
    type=TRUMP,
    multiple=True,
    help="Trump (S, H, D, C or N); can be repeated.  [default with --layout: all]",
)
@click.option(
    "--layout",
    "layout_text",
    metavar="LAYOUT",
    help='All hands, for exact advice: "D:hand20 hand hand" or "D:hand hand hand K:kitty".',
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
    """Recommend four cards of HAND20 to discard.

    HAND20 contains the dealer's sixteen cards and the four cards of the kitty. The advice is based on possible deals.
    With --layout, all hands are open and the advice is exact.

    \b
    Examples:
      n52 advise discard AKJ94.Q83K2.KT53.A7642T --trump S
    """
    if layout_text is not None:
        show_best_discards(words, trumps, layout_text, exact, memory, options, as_json)
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
@click.argument("words", nargs=-1, required=True, metavar="HAND")
@click.option("--seat", type=SEAT, default="dealer", show_default=True, help="Your seat.")
@click.option(
    "--give", "owed", multiple=True, metavar="SEAT=N", help='Number of cards to give to each seat: "left=2,right=1".'
)
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
    """Recommend cards of HAND to give, or list cards to return.

    With --give, the advice is on the cards to give to the players who were down. With --received, the cards to return
    for the received cards are listed. HAND contains the sixteen cards before the exchange, and may contain the received
    cards.

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
    """Recommend the next card to play.

    The position is the last position in RECORD (- for stdin), or is given by --hand, --trump and --tricks. The advice
    is for the player whose turn it is, and uses only cards that this player has seen.

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
    if path is not None:  # a record has its own rules, so the default in the user's file is not used
        set_aside("rules")
    if path is not None and options["utility"] != Utility.SCORE.value:
        match_score = None  # evaluating the match would take longer than the advice
    advice = answered(view, options, match_score, opponents)
    assert is_on_card(advice)
    show(advice, as_json, options["explain"], small, moment_words(view), people=people)


# The position.


def moment_of(
    path: str | None, hand: Hand | None, number: int | None, after: int | None, options: MomentOptions
) -> tuple[DealView, MatchScore | None, Opponents, Recognised | None]:
    """Return the view of the player to act, the score before the deal, and the levels of the opponents.

    The last item of the tuple is the evidence for the levels of human players, or None. The position is read from a
    record, or made from the options and `hand`. Raises UsageError unless either a record or a hand is given.
    """
    given = options_given(*OF_MOMENT)
    if path is not None:
        if given:
            raise click.UsageError(f"RECORD cannot be combined with {', '.join(given)}")
        return asked_view(path, number, after, recognise=options["opponents"] is None)
    if number is not None or after is not None:
        raise click.UsageError("--deal and --after require RECORD")
    if hand is None:
        raise click.UsageError(
            "missing position (expected RECORD, or --hand and --trump, and --tricks after the first card)"
        )
    return moment_in_play(options, hand), match_score_of(options), PEOPLE, None


def asked_view(
    path: str, number: int | None, after: int | None, recognise: bool
) -> tuple[DealView, MatchScore, Opponents, Recognised | None]:
    """Return the result of `moment_of` for a position in a recorded deal.

    If `recognise` is true, the levels of human players are estimated from earlier deals in the record. Raises
    RecordError if the record lacks the position, and AdviceError if no card is due.
    """
    records = records_of(path)
    record = record_at(path, records, number)
    match = match_of(path, record)
    deal = deal_after(match, after)
    if after is None and isinstance(deal, DealView):
        deal = deal.skip_unseen()  # a record from left's view may end at the call, since left does not see the discard
    step = deal.due
    if step is None or step.kind is not Play:
        raise AdviceError(
            f"{display_name(path)}: {due(deal)} (expected a card to play; --after N goes back to an earlier card)"
        )
    if deal.viewer is not None and deal.viewer is not step.seat:
        name = display_name(path)
        raise AdviceError(f"{name}: {step.seat.word} is to play and only {deal.viewer.word}'s cards are shown")
    before = records[: (number or len(records)) - 1]
    for earlier in before:
        match_of(path, earlier)  # raises RecordError, naming the file, if an earlier deal breaks the rules
    people = recognised_people(before, match.names[step.seat]) if recognise else None
    return deal.seen_by(step.seat), MatchScore(match.score, match.number), opponents_of(record, people), people


# Output.


def show(
    advice: AnyAdvice,
    as_json: bool,
    explain: bool,
    small: Hand,
    moment: str = "",
    like: HandsLike | None = None,
    people: Recognised | None = None,
) -> None:
    """Print advice as text or as JSON.

    `small` contains the cards assumed for each ``x``, `moment` describes the position, `like` contains the results of
    similar hands, and `people` is the evidence for the opponents' levels.
    """
    if as_json:
        from ninefivetwo.words.advice_json import advice_object

        print_json(replace(advice_object(advice, like, people), assumed=list(small) or UNSET))
        return
    out = console()
    print_advice(out, advice, " ".join(filter(None, (moment, assumed_words(small)))), explain)
    if people is not None:
        print_prose(out, recognised_words(people))
    if like is not None:
        print_like(out, like, advice.view.rules.contracts[Seat.DEALER])


def print_advice(out: Console, advice: AnyAdvice, moment: str = "", explain: bool | None = None) -> None:
    """Print advice as text.

    `moment` describes the position. `explain` prints all choices and details; None means that the command lacks
    `--explain`.
    """
    text = advice_text(advice)
    print_prose(out, *filter(None, (text.verdict, *text.reasons, moment)))
    if explain:
        _print_table(out, text.figures)
        for sentence in text.sentences:
            print_lines(out, wrapped(sentence, out.width, rest="  "))
        return
    _print_table(out, text.table)
    more = [] if explain is None else [EXPLAIN(command=Term("--explain"))]
    print_prose(out, " ".join([text.footer, *more]))


def _print_table(out: Console, table: TextTable) -> None:
    """Print a table of the choices, with a star beside the recommended choice."""
    rows = [[("  " if i else "* ") + name, *cells] for i, (name, *cells) in enumerate(filter(None, table.rows))]
    out.print(TextTable(table.columns, rows))


def like_asked(view: DealView, as_well: bool, folder: Path | None) -> HandsLike | None:
    """Return the results of similar hands from a survey, or None if `as_well` is false.

    Raises UsageError if `folder` is given without `as_well`, and SurveyError if the folder lacks the rows.
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
    """Print the results of similar hands as sentences, a histogram and a table of calls."""
    from ninefivetwo.words.like import like_text

    text = like_text(like, contract)
    print_prose(out, "", *text.sentences)
    key = say("({sign} makes {goal})", sign=Term(MADE), goal=Amount(number_word(contract)))
    print_prose(out, "", f"{text.title} {key}")
    print_lines(out, bar_lines(text.bars, out.width))
    out.print(text.table)
    print_prose(out, text.footer)


def bar_lines(bars: Sequence[TricksBar], width: int) -> list[str]:
    """Return a histogram as lines of at most `width` characters."""
    room = max(1, min(LONGEST_BAR, width - BESIDE))
    lines = []
    for bar in bars:
        length = round(room * bar.length)
        lines.append(f"{bar.tricks:4}  {(MADE if bar.made else DOWN) * length}{' ' * bool(length)}{bar.words}")
    return lines
