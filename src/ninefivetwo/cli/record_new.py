"""`ninefivetwo record new`: a deal followed at the table, with advice, and the record of what one player sees of it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Unpack

import click

from ninefivetwo.cards import Seat
from ninefivetwo.cli.advise import print_advice
from ninefivetwo.cli.advise.options import EffortOptions, QuestionOptions, answered, effort_options
from ninefivetwo.cli.match_text import happened, moment
from ninefivetwo.cli.options import SEAT, complete_file, force_option, options_given, rules_option
from ninefivetwo.cli.play import to_you
from ninefivetwo.cli.record_entry import Entry
from ninefivetwo.cli.sources import match_of
from ninefivetwo.cli.terminal import console, say, typed
from ninefivetwo.errors import GameError, NineFiveTwoError, quoted
from ninefivetwo.files import check_output, write_text
from ninefivetwo.game import Look, Match
from ninefivetwo.game.records import File
from ninefivetwo.game.records.records import records_of
from ninefivetwo.game.rules.club import parse_rules
from ninefivetwo.think.advise import MatchScore, Utility, first_look, is_on_card
from ninefivetwo.words.actions import parse_action
from ninefivetwo.words.advice import moment_words
from ninefivetwo.words.advice_verdict import first_look_words
from ninefivetwo.words.figures import plural
from ninefivetwo.words.speaker import Speaker

ABOUT = """\
Follow a deal at the table from one seat: type what you see, get advice, and keep it all in FILE, a record (.n52).

You are asked for the rules (n52 rules lists them), your seat, how many tricks beyond his contract each player won in
the last deal and the score before this one (both by the seats of now), your sixteen cards, the exchange, the call, the
kitty and your discard if you are the dealer, and then for the cards as they fall.  Only what you can see is asked for,
and what cannot be is refused at once.  With --advise you are told at every turn of yours what to do.

FILE is written after every answer, so nothing is lost when you leave, by q, Ctrl-D or Ctrl-C; --from goes on with it.

What you can type at the prompt:
"""
HELP_TEXT = """\
a hand     KJT3 AJ94 K86 QJ965: spades, hearts, diamonds, clubs; - for none
cards      SA; SA H3; of one suit together, SA32; none at all: nothing
a gift     the cards; to two players: left C3, right H2
a call     S H D C N
a card     as it falls, SQ; or several in the order played, SQ S2 SA, and /
           before the next trick; a rank alone is of the suit led
advise     what to do, at a turn of yours; advise SQ: also what your SQ costs
where      what has happened so far, and your hand
undo       take the last answer or card back; undo 3: the last three
save       write FILE, and say so
help, ?    this list
quit, q    leave"""
EXAMPLES = """\
\b
Examples:
  n52 record new tonight.n52 --advise
  n52 record new tonight.n52 --advise --rules bga --seat left --seconds 5
  n52 record new later.n52 --from examples/left-to-lead.n52 --advise
"""


class EntryDialog:
    """The questions at the terminal, until the deal is over or the person leaves.

    advise: is advice given at every turn of the person's?  effort: how it is made.
    """

    def __init__(self, path: str, force: bool, entry: Entry, advise: bool, effort: EffortOptions) -> None:
        self.path, self.force, self.entry, self.effort = path, force, entry, effort
        self.advise, self.advice_due, self.written = advise, advise, False
        #: A pipe or a device is written to once, at the end.
        self.keeps = path != "-" and (Path(path).is_file() or not Path(path).exists())
        self.out = console()

    @property
    def match(self) -> Match:
        """What has been told of the deal.  Raises GameError before the hand."""
        if self.entry.match is None:
            raise GameError("no hand is told yet (expected the answers up to it first)")
        return self.entry.match

    def run(self) -> None:
        """Ask.  At a terminal a wrong answer is reported and asked for again; from a pipe it is raised."""
        for text in typed(self.out, self.prompt, HELP_TEXT):
            self.attempt(partial(self.do, text))
            if self.entry.over:
                return

    def attempt(self, action: Callable[[], None]) -> None:
        """Do something; what goes wrong, a full disk too, ends the dialog only where it comes from a pipe."""
        try:
            action()
        except (NineFiveTwoError, OSError) as error:
            if not sys.stdin.isatty():
                raise
            seat = self.entry.seat
            say(self.out, str(error) if seat is None else to_you(str(error), seat))

    def prompt(self) -> str:
        """The next question, after advice where that is due."""
        view = self.entry.view
        if self.advice_due and view is not None and view.turn is not None and view.turn.seat is view.viewer:
            self.attempt(self.give_advice)
        self.advice_due = False
        return self.entry.question()

    def do(self, text: str) -> None:
        """What a line asks for, or says.  Raises errors of ours."""
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
            told = 0 if before is None else len(before.events)
            say(self.out, *happened(after.match.view, _speaker(after.match), told, own=False))

    def undo(self, number: str) -> None:
        """Take the last answers back, one if no number is told.  Raises GameError for another text."""
        if not re.fullmatch(r"\d{0,3}", number, re.ASCII):
            raise GameError(f"undo {quoted(number)}: no number (expected undo alone, or such as undo 3)")
        entry, taken = self.entry, 0
        while taken < int(number or 1) and entry.past is not None:
            entry, taken = entry.past, taken + 1
        if number or not taken:
            say(self.out, f"{plural(taken, 'answer')} taken back" if taken else "nothing to undo")
        self.move(entry)

    def move(self, entry: Entry) -> None:
        """The entry is now another one."""
        self.entry, self.advice_due = entry, self.advise
        if self.keeps:
            self.keep()

    def give_advice(self, compared: str = "") -> None:
        """Print what to do, as `ninefivetwo advise` does, and what another choice costs.

        Ctrl-C leaves that, not the dialog.  Raises AdviceError where nothing is to be chosen, and others of ours.
        """
        match = self.match
        if isinstance((look := first_look(match.view)).action, Look):
            say(self.out, first_look_words(look))
            return
        if compared:
            parse_action(match.view, compared)  # so what is wrong with it is said without the name of an option
        scored = self.entry.score and self.effort["utility"] == Utility.SCORE.value  # else it is never asked for
        score = MatchScore(match.score, match.number) if scored else None
        try:
            options: QuestionOptions = {**self.effort, "known": (), "void": (), "compare": compared or None}
            advice = answered(match.view, options, score)
        except KeyboardInterrupt:
            say(self.out, "\nadvice stopped")
            return
        moment_told = moment_words(match.view) if is_on_card(advice) else ""
        print_advice(self.out, advice, moment_told, self.effort["explain"] or None)

    def tell(self) -> None:
        """Print what has happened, and what the person sees now."""
        say(self.out, *happened(self.match.view, _speaker(self.match)), *moment(self.match, self.match.view))

    def keep(self) -> None:
        """Write what has been typed, from the hand on."""
        if (record := self.entry.record()) is not None:
            write_text(self.path, str(File.of([record])), self.force or self.written)
            self.written = True  # so the file is this dialog's own

    def write(self) -> None:
        """Write what has been typed, and say so."""
        self.keep()
        if (match := self.entry.match) is not None:
            say(self.out, f"\nwritten to {self.path}: {_speaker(match).ending(match)}")
        elif self.written:
            say(self.out, f"\nno hand is told; {self.path} keeps what was told before it was taken back")
        else:
            say(self.out, f"\nno hand is told, so nothing is written to {self.path}")


def _speaker(match: Match) -> Speaker:
    return Speaker.of(match, match.view.viewer)


@click.command(help="\n".join([ABOUT, "\b", HELP_TEXT, "", EXAMPLES]))
@click.argument("path", metavar="FILE", shell_complete=complete_file)
@click.option("--advise", is_flag=True, help="Give advice at each of your turns.")
@click.option("--seat", type=SEAT, help="Your seat.  [default: ask]")
@rules_option("The rule set, with changed fields.  [default: asked for]", metavar=None)
@click.option(
    "--from",
    "source",
    metavar="RECORD",
    shell_complete=complete_file,
    help="Continue the last deal of this record, as its viewer or --seat sees it.",
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
    """Ask and advise until the deal is over or the person leaves, and write the record."""
    check_output(path, force, [] if source is None else [Path(source)])
    entry = Entry(parse_rules(rules_name) if rules_name else None, seat) if source is None else _entry_of(source, seat)
    dialog = EntryDialog(path, force, entry, advise, effort)
    try:
        dialog.run()
    finally:
        dialog.write()


def _entry_of(path: str, seat: Seat | None) -> Entry:
    """The last deal of a record as a seat sees it, or as its viewer does.  Raises errors of ours, UsageError."""
    if options_given("--rules"):
        raise click.UsageError("--from cannot be combined with --rules")
    record, match = match_of(path, records_of(path)[-1])
    viewer = match.deal.viewer if seat is None else seat
    if viewer is None:
        raise click.UsageError("--from requires --seat where the record has all hands")
    return Entry.of(record, viewer)
