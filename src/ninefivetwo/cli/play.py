"""`ninefivetwo play`: a match against computer players, in the terminal."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Any

import click

from ninefivetwo.advise import Limits
from ninefivetwo.cards import Seat
from ninefivetwo.cli.library import open_library
from ninefivetwo.cli.options import SEAT, force_option
from ninefivetwo.cli.telling import (
    format_deal,
    format_help,
    format_hint,
    format_log,
    format_match,
    format_score,
    moment,
    news,
    question,
)
from ninefivetwo.cli.terminal import console, working
from ninefivetwo.cli.typed import action_of, to_you
from ninefivetwo.errors import AdviceError, GameError, KnowledgeError, SearchStopped, StaleError
from ninefivetwo.files import check_output, write_text
from ninefivetwo.library import Library, default_path, library_files
from ninefivetwo.library.keeping import keep_deals
from ninefivetwo.render.matches import ending
from ninefivetwo.rules import parse_rules
from ninefivetwo.session.game_session import LEVELS, Computers, Due, GameSession

OWNER = "terminal"  # of the match kept in the library
HINT = Limits(5.0)
LEAVE = ("q", "quit", "exit")
SAVED = "the match is saved"


@click.command()
@click.option("--rules", "rules_name", metavar="NAME", help="By which rules.  [default: wikipedia]")
@click.option(
    "--level",
    metavar="NAME",
    help=f"How strong the computers are: {', '.join(LEVELS)}; two for left and right neighbour.  [default: club]",
)
@click.option("--seat", type=SEAT, help="Where you sit in the first deal.  [default: dealer]")
@click.option("--seed", type=click.IntRange(0), help="Play these cards again.  [default: drawn]")
@click.option("--earnest", is_flag=True, help="Neither hint nor undo.")
@click.option("--name", metavar="TEXT", help="What you are called.  [default: You]")
@click.option("--new", is_flag=True, help="Begin afresh, also where a match is under way.")
@click.option(
    "--library", "path", type=click.Path(path_type=Path), metavar="FILE", help="Where it is kept.  [default: your own]"
)
@click.option("-o", "--output", metavar="FILE", help="Write the records (.n52) here when you leave.")
@force_option
def play(new: bool, path: Path | None, output: str | None, force: bool, **asked: Any) -> None:
    """Play a match against the computer.

    It is saved after every action; a match under way is taken up.  At the prompt, help says what can be typed.
    """
    if output is not None:
        check_output(output, force, library_files(path or default_path()))
    with open_library(path) as library:
        keeper = Keeper(library)
        session = taken_up(keeper, new, asked) or begun(asked)
        keeper.save(session)
        game = Game(session, keeper)
        try:
            game.played()
        except KeyboardInterrupt:
            game.say(f"\n{SAVED}")
            raise
        finally:
            if output is not None:
                write_text(output, game.session.records(), force)


class Keeper:
    """Where the match is kept between one action and the next."""

    def __init__(self, library: Library) -> None:
        self._library = library
        kept = library.session(OWNER)
        self.text = kept[0] if kept else None
        self._version = kept[1] if kept else None

    def save(self, session: GameSession) -> None:
        """Raises StaleError when another window plays the match too."""
        try:
            self._version = self._library.save_session(OWNER, session.text(), self._version)
        except StaleError as error:
            raise StaleError("the match was changed in another window (expected: start play again to go on)") from error

    def went(self, before: GameSession, after: GameSession) -> None:
        """Save a step, and what it means for the library's records."""
        self.save(after)
        keep_deals(self._library, before, after)

    def over(self) -> None:
        """The match is no longer under way."""
        self._library.drop_session(OWNER)


def begun(asked: dict[str, Any]) -> GameSession:
    """A new match by the options.  Raises GameError, RulesError."""
    levels = (asked["level"] or "club").replace(",", " ").split()
    if not 1 <= len(levels) <= 2:
        raise GameError(f"--level: {len(levels)} levels (expected one, or two for left and right neighbour)")
    seed = secrets.randbits(32) if asked["seed"] is None else asked["seed"]
    rules, seat = parse_rules(asked["rules_name"] or "wikipedia"), asked["seat"] or Seat.DEALER
    name = "You" if asked["name"] is None else asked["name"]
    return GameSession.start(rules, (levels[0], levels[-1]), seat, seed, not asked["earnest"], name)


def taken_up(keeper: Keeper, new: bool, asked: dict[str, Any]) -> GameSession | None:
    """The match under way; None if there is none, or a new one is wanted.

    Raises LibraryError, and GameError where options are given that a match under way has already.
    """
    if new or keeper.text is None:
        return None
    session = GameSession.from_text(keeper.text)
    if session.due is Due.OVER:
        return None
    if given := [f"--{name.removesuffix('_name')}" for name, value in asked.items() if value not in (None, False)]:
        raise GameError(
            f"{', '.join(given)} with a match under way: {format_match(session)} (expected --new to begin another)"
        )
    return session


class Game:
    """The match at the terminal: what happens is told, the person is asked, every action saved."""

    def __init__(self, session: GameSession, keeper: Keeper) -> None:
        self.session, self.keeper = session, keeper
        self.computers, self.out = Computers(), console()

    def say(self, text: str) -> None:
        self.out.print(text, soft_wrap=True)

    def played(self) -> GameSession:
        """Play until the match is over or the person leaves: the match as it then is."""
        self.say(format_match(self.session))
        self.say(format_deal(self.session))
        for line in format_log(self.session):
            self.say(line)
        while self.session.due is not Due.OVER:
            if self.session.due is Due.NEXT_DEAL:
                self.went(self.session.next_deal())
                self.say(format_deal(self.session))
            elif self.session.due is Due.COMPUTER:
                with working("thinking"):
                    after = self.session.computer_acts(self.computers)
                self.went_on(after)
            elif not self.asked():
                self.say(SAVED)
                return self.session
        self.keeper.over()
        return self.session

    def went(self, after: GameSession) -> None:
        """The match is at another moment."""
        self.keeper.went(self.session, after)
        self.session = after

    def went_on(self, after: GameSession) -> None:
        """An action of this deal has been done; tell what came of it."""
        before = self.session
        self.went(after)
        for line in news(before, after):
            self.say(line)
        if after.deal.over:
            self.say(ending(after.match, after.deal))

    def asked(self) -> bool:
        """Ask the person until something has been done; False when the person leaves."""
        for line in moment(self.session):
            self.say(line)
        while True:
            text = typed(question(self.session))
            if text is None or text.lower() in LEAVE:
                return False
            try:
                after = self.after(text)
            except (GameError, AdviceError, KnowledgeError, SearchStopped) as error:
                self.say(to_you(str(error), self.session.me))
                continue
            if after is not None and text.lower() == "undo":
                self.went(after)
                self.say(format_deal(after))
                return True
            if after is not None:
                self.went_on(after)
                return True

    def after(self, text: str) -> GameSession | None:
        """The match after what was typed; None where that changes nothing.  Raises errors of ours."""
        match text.lower():
            case "":
                return None
            case "help" | "?":
                self.say(format_help(self.session))
            case "log":
                for line in format_log(self.session):
                    self.say(line)
            case "score":
                self.say(format_score(self.session))
            case "hint":
                with working("weighing"):
                    advice = self.session.hint(HINT)
                format_hint(self.out, advice)
            case "undo":
                return self.session.undo()
            case "claim":
                return self.session.claim()
            case _:
                return self.session.act(action_of(self.session.view, text))
        return None


def typed(prompt: str) -> str | None:
    """A line that the person types, without the space about it; None at the end of input.

    Where it comes from a pipe it is shown, so that the output reads like the screen.
    """
    click.echo(f"{prompt} ", nl=False)
    line = sys.stdin.buffer.readline().decode("utf-8", "replace")
    if not line or not sys.stdin.isatty():
        click.echo(line.strip())
    return line.strip() if line else None
