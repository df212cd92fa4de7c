"""`ninefivetwo record new`: a record of what one player sees, typed at prompts."""

from __future__ import annotations

import sys

import click

from ninefivetwo.cli.entry import Entry, news
from ninefivetwo.cli.options import force_option
from ninefivetwo.cli.terminal import HELP, LEAVE, ask, console, say
from ninefivetwo.errors import NineFiveTwoError
from ninefivetwo.files import check_output, write_text
from ninefivetwo.game.records import File
from ninefivetwo.words.matches import stage

HELP_TEXT = """\
a hand      KJT3.AJ94.K86.QJ965, or S KJT3 H AJ94 D K86 C QJ965
cards       SA; SA H3; of one suit together, SA32; none at all: nothing
a call      S H D C N
a trick     its cards in the order played, S3 S2 SJ, or as far as it has come;
            a rank alone is of the suit led; after / the next trick
undo        back to the question before
quit, q     leave; what has been typed is written"""


class EntryDialog:
    """The questions at the terminal, until the deal is over or the person leaves."""

    def __init__(self, path: str, force: bool) -> None:
        self.path, self.force = path, force
        self.entry, self.out = Entry(), console()

    def run(self) -> None:
        """Ask.  At a terminal a wrong answer is reported and asked for again; from a pipe it is raised."""
        while not self.entry.over:
            text = ask(self.entry.question())
            if text is None or text.lower() in LEAVE:
                return
            if text.lower() in HELP:
                say(self.out, HELP_TEXT)
            elif text.lower() == "undo":
                self.undo()
            else:
                self.answer(text)

    def answer(self, text: str) -> None:
        try:
            after = self.entry.answered(text)
        except NineFiveTwoError as error:
            if not sys.stdin.isatty():
                raise
            say(self.out, str(error))
            return
        for line in news(self.entry, after):
            say(self.out, line)
        self.entry = after

    def undo(self) -> None:
        if self.entry.past is None:
            say(self.out, "nothing to undo")
        else:
            self.entry = self.entry.past

    def write(self) -> None:
        """Write what has been typed, and say so."""
        record = self.entry.record()
        if record is None or self.entry.view is None:
            say(self.out, f"\nno hand was told, so nothing is written to {self.path}")
            return
        write_text(self.path, str(File.of([record])), self.force)
        say(self.out, f"\nwritten to {self.path}: {stage(self.entry.view)}")


@click.command()
@click.argument("path", metavar="FILE")
@force_option
def new(path: str, force: bool) -> None:
    """Type what one player sees of a deal, question by question, and write it to FILE.

    The rules, his seat and hand, the exchange, the call, and then the tricks.  What cannot be is refused at once; undo
    takes an answer back, ? says what can be typed.  The record may stop anywhere, at q, Ctrl-D or Ctrl-C.

    \b
    Examples:
      n52 record new tonight.n52
    """

    check_output(path, force)
    dialog = EntryDialog(path, force)
    try:
        dialog.run()
    finally:
        dialog.write()
