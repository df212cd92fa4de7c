"""The command `play`, for a match against the computer in the terminal."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict, Unpack

import click

from ninefivetwo.cards import Seat
from ninefivetwo.cli.advise import print_advice
from ninefivetwo.cli.options import (
    ParsedChoice,
    env_var,
    force_option,
    library_option,
    open_library,
    options_given,
    rules_option,
)
from ninefivetwo.cli.terminal import console, print_texts, typed, working
from ninefivetwo.errors import AdviceError, CardError, GameError, KnowledgeError, SearchStopped, StaleError, quoted
from ninefivetwo.files import check_output, write_text
from ninefivetwo.game import Play, PlayTurn
from ninefivetwo.game.rules.club import parse_rules
from ninefivetwo.keep.daily import keep_daily, slot_of
from ninefivetwo.keep.library import TERMINAL, Library, default_path, library_files
from ninefivetwo.keep.session import LEVELS, Computers, Due, GameSession, new_seed, session_of, session_text
from ninefivetwo.study import FAIR_WORLDS
from ninefivetwo.study import review as review_deal
from ninefivetwo.think.advise import Limits
from ninefivetwo.words.match_text import (
    SAVED,
    format_deal,
    format_draw,
    format_fingerprint,
    format_log,
    format_match,
    format_revealed,
    format_score,
    moment,
    news,
    question,
)
from ninefivetwo.words.speaker import CLAIM_REFUSED, Speaker, error_words, parse_action
from ninefivetwo.words.verdict import deal_end_words, judged_choice, verdict_text

HINT = Limits(5.0)
RANDOM = "random"
TYPED_ACTIONS = """\
SA                   play a card: the suit S H D C, then the rank
S                    call: S H D C, or N for no-trump
D2 C54 H3            discard
left C3, right H2    give cards"""
IN_PRACTICE = """\
hint                 show the best choice and the cost of each other choice
undo                 go back to your previous decision"""
ALWAYS = """\
claim                claim all remaining tricks, if nobody can stop you
log                  show the events of this deal
score                show the score and the tricks won
fingerprint          show the deal's fingerprint, which proves that the cards
                     were fixed before the deal
help, ?              show this list
quit, q              leave; the match is saved, and play continues it"""


def format_help(session: GameSession) -> str:
    """Return the list of inputs and commands for the prompt."""
    return "\n".join([TYPED_ACTIONS, *([IN_PRACTICE] if session.training else []), ALWAYS])


def _first_seat(text: str) -> Seat | str:
    """Parse a seat, or the word for a random seat. Raises CardError."""
    if text.strip().lower() == RANDOM:
        return RANDOM
    try:
        return Seat.parse(text)
    except CardError:
        raise CardError(f"unknown seat: {quoted(text)} (expected D, L, R or {RANDOM})") from None


FIRST_SEAT = ParsedChoice("seat", _first_seat, [*(seat.word for seat in Seat), RANDOM])


class MatchOptions(TypedDict):
    """The options for a new match; an absent option is None."""

    rules_name: str | None
    level: str | None
    seat: Seat | str | None
    seed: int | None
    earnest: bool
    name: str | None


@click.command()
@rules_option("Rule set.  [default: wikipedia]")
@click.option(
    "--level",
    envvar=env_var("level"),
    metavar="NAME",
    help=f"Level of the computers: {', '.join(LEVELS)}, or two levels for left and right.  [default: club]",
)
@click.option(
    "--seat", envvar=env_var("seat"), type=FIRST_SEAT, help="Your seat in the first deal, or random.  [default: dealer]"
)
@click.option("--seed", type=click.IntRange(0), help="Random seed, to replay the same cards.  [default: random]")
@click.option("--earnest", is_flag=True, help="Play a serious match: no hints, verdicts or undo.")
@click.option("--name", envvar=env_var("name"), metavar="TEXT", help="Your name.  [default: You]")
@click.option("--auto", is_flag=True, help="Play forced cards automatically.")
@click.option(
    "--verdicts/--no-verdicts",
    default=None,
    help="Rate each of your choices, except in a serious match.  [default: on a terminal]",
)
@click.option(
    "--fingerprint", is_flag=True, help="Show each deal's fingerprint before the deal, and its salt after the deal."
)
@click.option("--new", is_flag=True, help="Start a new match and delete the current match.")
@library_option
@click.option("-o", "--output", metavar="FILE", help="Write the records (.n52) to FILE when you leave.")
@force_option
def play(
    auto: bool,
    verdicts: bool | None,
    fingerprint: bool,
    new: bool,
    path: Path | None,
    output: str | None,
    force: bool,
    **options: Unpack[MatchOptions],
) -> None:
    """Play a match against the computer.

    The match is saved after every action. To continue a match, run the command again. At the prompt, type help for a
    list of commands.

    \b
    Examples:
      n52 play --level beginner --name Ann
      n52 play --new --rules 925 --seat left
    """
    if output is not None:
        check_output(output, force, library_files(path or default_path()))
    with open_library(path) as library:
        saved = SavedMatch(library)
        session = resumed(saved, new) or new_session(options)
        if verdicts and not session.training:
            raise GameError("--verdicts cannot be combined with a serious match")
        saved.save(session)
        table = MatchTable(session, saved, auto, verdicts, fingerprint)
        try:
            table.play()
        finally:
            if output is not None:
                write_text(output, table.session.records(), force)


class SavedMatch:
    """The match that the library stores for the terminal or, with `daily`, for a deal of the day."""

    def __init__(self, library: Library, daily: bool = False) -> None:
        self._library, self._daily, self._owner = library, daily, slot_of(TERMINAL) if daily else TERMINAL
        saved = library.session(self._owner)
        self.text = saved[0] if saved else None
        self._version = saved[1] if saved else None

    def save(self, session: GameSession) -> None:
        """Save the match. Raises StaleError if another window has changed the match."""
        try:
            self._version = self._library.save_session(self._owner, session_text(session), self._version)
        except StaleError as error:
            raise StaleError("the match was changed in another window (start the command again to continue)") from error

    def step(self, before: GameSession, after: GameSession) -> None:
        """Save the match after a step, and save each deal that the step finishes."""
        self.save(after)
        if self._daily:  # The deal of the day is kept only if it counts.
            keep_daily(self._library, TERMINAL, after, datetime.now(UTC))
        else:
            self._library.keep_deals(before, after)

    def finish(self) -> None:
        """Remove a finished match from the library."""
        self._library.drop_session(self._owner, self._version)


def new_session(options: MatchOptions) -> GameSession:
    """Return a new match. Raises GameError or RulesError if an option is invalid."""
    levels = (options["level"] or "club").replace(",", " ").split()
    if not 1 <= len(levels) <= 2:
        raise GameError(f"--level: {len(levels)} levels (expected one, or two for left and right)")
    seed = new_seed() if options["seed"] is None else options["seed"]
    rules, chosen = parse_rules(options["rules_name"] or "wikipedia"), options["seat"] or Seat.DEALER
    seat = chosen if isinstance(chosen, Seat) else None
    name = "You" if options["name"] is None else options["name"]
    return GameSession.start(rules, (levels[0], levels[-1]), seat, seed, not options["earnest"], name)


def resumed(saved: SavedMatch, new: bool) -> GameSession | None:
    """Return the match in progress, or None if there is no match or a new match is requested.

    Raises GameError if options for a new match are given, and LibraryError.
    """
    if new or saved.text is None:
        return None
    session = session_of(saved.text)
    if session.due is Due.OVER:
        return None
    if given := options_given("--rules", "--level", "--seat", "--seed", "--earnest", "--name"):
        raise GameError(
            f"{', '.join(given)} cannot change the match in progress (expected --new to start another): "
            f"{format_match(session)}"
        )
    return session


class MatchTable:
    """A match played in the terminal, saved after every action.

    `verdicts` rates each choice of the user; None rates choices only on a terminal.
    """

    def __init__(
        self,
        session: GameSession,
        saved: SavedMatch,
        auto: bool = False,
        verdicts: bool | None = None,
        fingerprint: bool = False,
    ) -> None:
        self.session, self.saved = session, saved
        self.computers, self.out = Computers(), console()
        self.auto, self.fingerprint = auto, fingerprint
        self.verdicts = self.out.is_terminal if verdicts is None else verdicts

    def print(self, *texts: str) -> None:
        print_texts(self.out, *texts)

    def play(self) -> None:
        """Play until the match is over or the user leaves. Ctrl-C raises KeyboardInterrupt after the match is saved."""
        try:
            self._play()
        except KeyboardInterrupt:
            self.print(f"\n{SAVED}")
            raise

    def _play(self) -> None:
        self.print(format_match(self.session))
        if self.session.drawn and self.session.match.number == 1:
            self.print(format_draw(self.session))
        self.print(format_deal(self.session, self.fingerprint))
        self.print(*format_log(self.session))
        while self.session.due is not Due.OVER:
            if self.session.due is Due.NEXT_DEAL:
                self.move(self.session.next_deal())
                self.print(format_deal(self.session, self.fingerprint))
            elif self.session.due is Due.COMPUTER:
                with working("thinking"):
                    after = self.session.computer_acts(self.computers)
                self.move_on(after)
            elif (card := self.only_card(self.session)) is not None:
                self.move_on(self.session.act(card))
            elif not self.person_acts():
                self.print(SAVED)
                return
        self.saved.finish()

    def move(self, after: GameSession) -> None:
        """Save the match and continue from its new state."""
        self.saved.step(self.session, after)
        self.session = after

    def move_on(self, after: GameSession) -> None:
        """Continue from a later state of the deal, and print the events since the last state."""
        before = self.session
        self.move(after)
        self.print(*news(before, after))
        if after.deal.over:
            speaker = Speaker.of(after.match, after.me)
            self.print(speaker.ending(after.match), speaker.match_score(after.match))
            self.print(*format_revealed(after, self.fingerprint))
            if self.verdicts:
                self.review()

    def only_card(self, session: GameSession) -> Play | None:
        """Return the forced card to play automatically for the user, or None."""
        turn = session.deal.turn
        if not self.auto or session.due is not Due.PERSON or not isinstance(turn, PlayTurn) or turn.count() > 1:
            return None
        return Play(turn.seat, next(iter(turn.legal())))

    def person_acts(self) -> bool:
        """Ask the user until an action changes the match, or return False if the user leaves."""
        self.print(*moment(self.session.match, self.session.view))
        prompt = question(self.session.match, self.session.view)
        for text in typed(self.out, lambda: prompt, format_help(self.session)):
            try:
                after = self.after(text)
            except (GameError, AdviceError, KnowledgeError, SearchStopped) as error:
                self.print(error_words(error, self.session.me))
                continue
            if after is not None and text.lower() == "undo":
                self.move(after)
                self.print(format_deal(after, self.fingerprint))
                return True
            if after is not None:
                self.move_on(after)
                if self.verdicts and after.training and text.lower() != "claim":
                    self.verdict()
                return True
        return False

    def after(self, text: str) -> GameSession | None:
        """Return the match after the user's input, or None if the input does not change the match.

        Raises GameError, AdviceError, KnowledgeError or SearchStopped if the input cannot be carried out.
        """
        command = text.lower()
        if command == "log":
            self.print(*format_log(self.session))
        elif command == "score":
            self.print(format_score(self.session))
        elif command == "hint":
            self.hint()
        elif command == "undo":
            before = self.session.undo()
            while self.only_card(before) is not None:  # A forced card would be played again at once.
                before = before.undo()
            return before
        elif command == "fingerprint":
            self.print(format_fingerprint(self.session))
        elif command == "claim":
            after = self.session.claim()
            if not after.deal.over:
                self.print(CLAIM_REFUSED)
            return after
        elif command:
            return self.session.act(parse_action(self.session.view, text))
        return None

    def verdict(self) -> None:
        """Print a verdict on the user's last choice. Ctrl-C stops only the verdict."""
        try:
            with working("judging"):
                choice, *_ = judged_choice(self.session, Limits(None, FAIR_WORLDS))
        except KeyboardInterrupt:
            self.print("\nStopped without a verdict.")
        else:
            kind, words = verdict_text(choice, Speaker.of(self.session.match, self.session.me))
            if kind != "forced":
                self.print(words)

    def review(self) -> None:
        """Print accuracies, the user's costliest mistakes and luck. Ctrl-C stops only the review."""
        match = self.session.match
        try:
            with working("reviewing"):
                found = review_deal(match, Limits(None, FAIR_WORLDS), opponents=self.session.opponents)
        except KeyboardInterrupt:
            self.print("\nreview stopped")
        else:
            self.print(*deal_end_words(found, match, self.session.me))

    def hint(self) -> None:
        """Print advice on the user's choice. Ctrl-C stops only the advice."""
        try:
            with working("thinking"):
                advice = self.session.hint(HINT)
        except KeyboardInterrupt:
            self.print("\nStopped without a hint.")
        else:
            print_advice(self.out, advice)
