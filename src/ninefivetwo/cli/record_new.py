"""The command `record new`, which records a deal at the table from one seat, with advice if requested."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Unpack

import click

from ninefivetwo.cards import Seat
from ninefivetwo.cli.advise import print_advice
from ninefivetwo.cli.advise.options import EffortOptions, QuestionOptions, answered, effort_options
from ninefivetwo.cli.options import SEAT, complete_file, force_option, options_given, rules_option
from ninefivetwo.cli.record_entry import Entry
from ninefivetwo.cli.sources import match_of
from ninefivetwo.cli.terminal import console, print_texts, typed
from ninefivetwo.errors import GameError, NineFiveTwoError, quoted
from ninefivetwo.files import check_output, write_text
from ninefivetwo.game import Match, YesNo
from ninefivetwo.game.records import File, Record
from ninefivetwo.game.records.records import records_of
from ninefivetwo.game.rules.club import parse_rules
from ninefivetwo.think.advise import MatchScore, Utility, first_look, is_on_card
from ninefivetwo.words.advice import moment_words
from ninefivetwo.words.advice_verdict import first_look_words
from ninefivetwo.words.figures import plural
from ninefivetwo.words.match_text import happened, moment
from ninefivetwo.words.speaker import Speaker, error_words, parse_action
from ninefivetwo.words.template import Term, say

ABOUT = """\
Record a deal at the table, as seen from your seat.

Enter the cards that you see, get advice, and save the deal in the record FILE (.n52).

You are asked for the rules (n52 rules lists them), your seat, the results of the previous deal and the score (both
for the seats of this deal), your sixteen cards, the exchange, the call and, if you deal, the kitty and your
discard. Then type the cards as they are played. You are asked only for what you can see, and an impossible answer
is refused at once. With --advise, each of your turns comes with advice.

FILE is saved after every answer. You can leave with q, Ctrl-D or Ctrl-C at any time. To continue a deal, use
--from.

At the prompt, type:
"""
HELP_TEXT = """\
a hand       KJT3 AJ94 K86 QJ965: spades, hearts, diamonds, clubs; - for a
             void, x for a small card
cards        SA, or SA H3, or SA32 for cards of one suit; Enter for no card
a gift       the cards; for two players: left C3, right H2
a call       S H D C N
a card       SQ; or several cards in order: SQ S2 SA, with / before the next
             trick; a rank without a suit belongs to the suit led
advise       show the best choice; advise SQ also shows the cost of SQ
where        show the events of the deal, and your hand
undo         take back the last answer or card; undo 3: three answers
save         write FILE
help, ?      show this list
quit, q      leave"""
EXAMPLES = """\
\b
Examples:
  n52 record new tonight.n52 --advise
  n52 record new tonight.n52 --advise --rules bga --seat left --seconds 5
  n52 record new later.n52 --from examples/left-to-lead.n52 --advise
"""


class EntryDialog:
    """A dialog of questions in the terminal, which ends when the deal is over or the user leaves.

    `advise` prints advice at each of the user's turns, and `effort` contains the options for the advice. `earlier` has
    the deals that stay in the file before the deal recorded.
    """

    def __init__(
        self, path: str, force: bool, entry: Entry, advise: bool, effort: EffortOptions, earlier: Sequence[Record] = ()
    ) -> None:
        self.path, self.force, self.entry, self.effort, self.earlier = path, force, entry, effort, earlier
        self.advise, self.advice_due, self.written = advise, advise, False
        #: Whether the file is written after each answer; output to a pipe or device is written once, at the end.
        self.keeps = path != "-" and (Path(path).is_file() or not Path(path).exists())
        self.out = console()

    @property
    def match(self) -> Match:
        """The match after the user's last answer. Raises GameError before the hand is known."""
        if self.entry.match is None:
            raise GameError("no hand yet (expected the answers up to the hand first)")
        return self.entry.match

    def run(self) -> None:
        """Ask questions until the deal is over or the user leaves."""
        for text in typed(self.out, self.prompt, HELP_TEXT):
            self.attempt(partial(self.do, text))
            if self.entry.over:
                return

    def attempt(self, action: Callable[[], None]) -> None:
        """Run an action. In a terminal, an error is printed; with piped input, the error is raised."""
        try:
            action()
        except (NineFiveTwoError, OSError) as error:
            if not sys.stdin.isatty():
                raise
            print_texts(self.out, error_words(error, self.entry.seat))

    def prompt(self) -> str:
        """Return the next question, after printing advice if requested."""
        view = self.entry.view
        if self.advice_due and view is not None and view.turn is not None and view.turn.seat is view.viewer:
            self.attempt(self.give_advice)
        self.advice_due = False
        return self.entry.question()

    def do(self, text: str) -> None:
        """Run a command or accept an answer. Raises NineFiveTwoError."""
        command, _, rest = text.partition(" ")
        match command.lower():
            case "advise":
                self.give_advice(rest.strip())
            case "where":
                self.tell()
            case "undo":
                self.undo(rest.strip())
            case "save":
                self.write()
            case _:
                self.answer(text)

    def answer(self, text: str) -> None:
        before, after = self.entry.view, self.entry.answered(text)
        self.move(after)
        if after.match is not None:
            if before is None:
                print_texts(self.out, *moment(after.match, after.match.view))
            told = 0 if before is None else len(before.events)
            print_texts(self.out, *happened(after.match.view, _speaker(after.match), told, own=False))

    def undo(self, number: str) -> None:
        """Take back the last answers, one by default. Raises GameError if the number is invalid."""
        if not re.fullmatch(r"\d{0,3}", number, re.ASCII):
            raise GameError(f"not a number: {quoted(number)} (expected undo alone, or such as undo 3)")
        entry, taken = self.entry, 0
        while taken < int(number or 1) and entry.past is not None:
            entry, taken = entry.past, taken + 1
        if number or not taken:
            taken_back = say("{number} taken back.", number=plural(taken, "answer"))
            print_texts(self.out, taken_back if taken else "Nothing to undo.")
        self.move(entry)

    def move(self, entry: Entry) -> None:
        """Continue from another entry and write its record."""
        self.entry, self.advice_due = entry, self.advise
        if self.keeps:
            self.keep()

    def give_advice(self, compared: str = "") -> None:
        """Print advice in the form of `ninefivetwo advise`, with the cost of another choice if requested.

        Ctrl-C stops only the advice. Raises AdviceError if no choice is due.
        """
        match = self.match
        if isinstance((look := first_look(match.view)).action, YesNo):
            print_texts(self.out, first_look_words(look))
            return
        if compared:
            parse_action(match.view, compared)  # An error from this call does not name an option.
        scored = self.entry.score and self.effort["utility"] == Utility.SCORE.value
        score = MatchScore(match.score, match.number) if scored else None
        try:
            options: QuestionOptions = {**self.effort, "known": (), "void": (), "compare": compared or None}
            advice = answered(match.view, options, score)
        except KeyboardInterrupt:
            print_texts(self.out, "\nAdvice stopped.")
            return
        moment_told = moment_words(match.view) if is_on_card(advice) else ""
        print_advice(self.out, advice, moment_told, self.effort["explain"] or None)

    def tell(self) -> None:
        """Print the latest events and the user's view."""
        print_texts(self.out, *happened(self.match.view, _speaker(self.match)), *moment(self.match, self.match.view))

    def keep(self) -> None:
        """Write the record if the hand is known."""
        if (record := self.entry.record()) is not None:
            file = File(tuple(each.items for each in (*self.earlier, record))) if self.earlier else File.of([record])
            write_text(self.path, str(file), self.force or self.written)
            self.written = True  # From now on, the dialog may overwrite the file.

    def write(self) -> None:
        """Write the record and print a message."""
        self.keep()
        file = Term(self.path)
        if (match := self.entry.match) is not None:
            text = say("Written to {file}: {stage}.", file=file, stage=Term(_speaker(match).ending(match)))
        elif self.written:
            text = say("No hand is entered now. {file} keeps the answers that you took back.", file=file)
        else:
            text = say("No hand was entered, so nothing was written to {file}.", file=file)
        print_texts(self.out, f"\n{text}")


def _speaker(match: Match) -> Speaker:
    return Speaker.of(match, match.view.viewer)


@click.command(help="\n".join([ABOUT, "\b", HELP_TEXT, "", EXAMPLES]))
@click.argument("path", metavar="FILE", shell_complete=complete_file)
@click.option("--advise", is_flag=True, help="Give advice at each of your turns.")
@click.option("--seat", type=SEAT, help="Your seat.  [default: ask]")
@rules_option("Rule set, with changed fields.  [default: ask]", metavar=None)
@click.option(
    "--from",
    "source",
    metavar="RECORD",
    shell_complete=complete_file,
    help="Continue the last deal of RECORD, seen from --seat or from the record's own seat.",
)
@force_option
@effort_options
def new(
    path: str,
    advise: bool,
    seat: Seat | None,
    rules_name: str | None,
    source: str | None,
    force: bool,
    **effort: Unpack[EffortOptions],
) -> None:
    """Record a deal until the deal is over or the user leaves."""
    check_output(path, force)
    earlier: Sequence[Record] = ()
    if source is None:
        entry = Entry(parse_rules(rules_name) if rules_name else None, seat)
    else:
        entry, before = _entry_of(source, seat)
        earlier = before if os.path.realpath(source) == os.path.realpath(path) else ()
    dialog = EntryDialog(path, force, entry, advise, effort, earlier)
    try:
        dialog.run()
    finally:
        dialog.write()


def _entry_of(path: str, seat: Seat | None) -> tuple[Entry, tuple[Record, ...]]:
    """Return the last deal of a record from a seat's view, and the deals before it."""
    if options_given("--rules"):
        raise click.UsageError("--from cannot be combined with --rules")
    *earlier, record = records_of(path)
    deal = match_of(path, record).deal  # names the file if the record breaks the rules, also with --seat
    viewer = deal.viewer if seat is None else seat
    if viewer is None:
        raise click.UsageError("--from requires --seat if the record shows all hands")
    return Entry.of(record, viewer), tuple(earlier)
