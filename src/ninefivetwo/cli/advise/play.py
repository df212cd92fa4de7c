"""`ninefivetwo advise play`: the card to play."""

from __future__ import annotations

from typing import Unpack

import click

from ninefivetwo.cli.advise.options import (
    MomentOptions,
    assumptions_of,
    at_work,
    limits_of,
    match_score_of,
    moment_in_play,
    moment_options_given,
    objective_of,
    play_options,
)
from ninefivetwo.cli.advise.printed import print_advice
from ninefivetwo.cli.options import after_option, complete_file, deal_option, print_json
from ninefivetwo.cli.record_file import deal_at, records_of
from ninefivetwo.cli.terminal import console
from ninefivetwo.errors import AdviceError
from ninefivetwo.files import display_name
from ninefivetwo.game import DealView, Play
from ninefivetwo.think.advise import Advice, CardEvaluation, MatchScore, Utility, advise_play, due
from ninefivetwo.words.advice_json import play_object
from ninefivetwo.words.cards import WORDS, plural


@click.command()
@click.argument("path", metavar="[RECORD]", required=False, shell_complete=complete_file)
@deal_option
@after_option
@play_options
def play(
    path: str | None, number: int | None, after: int | None, as_json: bool, **options: Unpack[MomentOptions]
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
    view, match_score = moment_of(path, number, after, options)
    if path is not None and options["utility"] != Utility.SCORE.value:
        match_score = None  # solving the match takes longer than the advice, and nobody has asked for it
    objective = objective_of(options, match_score)
    with at_work("valuing") as progress:
        advice = advise_play(view, limits_of(options, progress), objective, assumptions_of(options))
    if as_json:
        print_json(play_object(advice))
    else:
        print_advice(console(), advice, moment_text(advice), options["explain"])


def moment_of(
    path: str | None, number: int | None, after: int | None, options: MomentOptions
) -> tuple[DealView, MatchScore | None]:
    """The view of the seat whose turn it is, in a record or as the options tell it, and the match before the deal.

    Raises AdviceError, RecordError and others of ours for what is no such moment, UsageError where there is neither.
    """
    told, hand = moment_options_given(options), options["hand"]
    if path is not None:
        if told:
            raise AdviceError(f"a record and {', '.join(told)} (expected one or the other)")
        return view_of(path, number, after)
    if number is not None or after is not None:
        raise AdviceError("--deal or --after without a record (expected RECORD, or --hand and --tricks)")
    if hand is None:
        raise click.UsageError("no moment (expected RECORD, or --hand and --trump, and --tricks once a card is played)")
    return moment_in_play(options, hand), match_score_of(options)


def view_of(path: str, number: int | None, after: int | None) -> tuple[DealView, MatchScore]:
    """The view of the seat whose turn it is at a point of a record's deal, and the match before that deal.

    Raises RecordError, AdviceError.
    """
    match, deal = deal_at(path, records_of(path), number, after)
    if after is None and isinstance(deal, DealView):
        deal = deal.skip_unseen()  # a record of left's may end at the call: the discard is none that left sees
    step = deal.due
    if step is None or step.kind is not Play:
        raise AdviceError(f"{display_name(path)}: {due(deal)} (expected a card to play; --after N goes back)")
    if deal.viewer is not None and deal.viewer is not step.seat:
        name = display_name(path)
        raise AdviceError(f"{name}: {step.seat.word} is to play and only {deal.viewer.word}'s cards are shown")
    return deal.seen_by(step.seat), MatchScore(match.score, match.number)


def moment_text(advice: Advice[CardEvaluation]) -> str:
    """The moment that the advice is for, in one line."""
    view = advice.view
    turn = view.due_turn
    table = f"to {' '.join(map(str, view.table))}" if view.table else "on lead"
    won, contract = view.won[turn.seat], view.rules.contracts[turn.seat]
    count = f"{plural(won, 'trick')} won, contract of {contract} made"
    if won < contract:
        count = f"{won} of {contract} tricks won"
    return f"{turn.seat.word}, {table}, holds {turn.held}; {count}; {WORDS[view.called]}"
