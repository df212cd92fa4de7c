"""`ninefivetwo advise play`: the card to play."""

from __future__ import annotations

from typing import Unpack

import click

from ninefivetwo.advise import Advice, CardEvaluation, MatchScore, Utility, advise_play, due
from ninefivetwo.cli.advise.options import AdviceOptions, assumptions_of, at_work, limits_of, objective_of, play_options
from ninefivetwo.cli.moment import deal_at
from ninefivetwo.cli.options import after_option, complete_file, deal_option, print_json
from ninefivetwo.cli.record import records_of
from ninefivetwo.cli.terminal import console, say
from ninefivetwo.cli.text_table import Column, TextTable, figures
from ninefivetwo.errors import AdviceError
from ninefivetwo.files import display_name
from ninefivetwo.game import DealView, Play
from ninefivetwo.render.advice import card_rows, play_verdict
from ninefivetwo.render.advice_object import play_object
from ninefivetwo.render.cards import WORDS


@click.command()
@click.argument("path", metavar="RECORD", shell_complete=complete_file)
@deal_option
@after_option
@play_options
def play(path: str, number: int | None, after: int | None, as_json: bool, **options: Unpack[AdviceOptions]) -> None:
    """The card to play where RECORD ends, from the hand of the seat whose turn it is; - reads stdin.

    Nothing that this seat has not seen is used, whatever the record tells.

    \b
    Examples:
      n52 advise play examples/holiday.n52 --after 30
    """
    view, match_score = view_of(path, number, after)
    objective = objective_of(options, match_score if options["utility"] == Utility.SCORE.value else None)
    with at_work("valuing") as progress:
        advice = advise_play(view, limits_of(options, progress), objective, assumptions_of(options))
    if as_json:
        print_json(play_object(advice))
    else:
        show(advice)


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


def show(advice: Advice[CardEvaluation]) -> None:
    out, view = console(), advice.view
    turn, trump = view.due_turn, view.called
    seat, contract = turn.seat, view.rules.contracts[turn.seat]
    table = f" to {' '.join(map(str, view.table))}" if view.table else ", on lead"
    say(
        out,
        f"{seat.word}{table}, holds {turn.held}, has won {view.won[seat]} of {contract}; {WORDS[trump]}",
    )
    head, rows = card_rows(advice)
    gifts = {name: 2 for name in head if name.startswith("gives")}
    columns = [Column("card"), *figures(*head, drop={"worst world": 1, **gifts})]
    out.print(TextTable(columns, [[("  " if i else "* ") + cards, *cells] for i, (cards, *cells) in enumerate(rows)]))
    say(out, play_verdict(advice))
