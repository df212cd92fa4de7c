"""`ninefivetwo play`: a match against computer players, in the terminal."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import TypedDict, Unpack

import click

from ninefivetwo.cards import Seat
from ninefivetwo.cli.advise import print_advice
from ninefivetwo.cli.match_text import (
    format_deal,
    format_draw,
    format_fingerprint,
    format_help,
    format_log,
    format_match,
    format_revealed,
    format_score,
    moment,
    news,
    question,
)
from ninefivetwo.cli.options import ParsedChoice, env_var, force_option, open_library, options_given, rules_option
from ninefivetwo.cli.terminal import console, typed, working
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
from ninefivetwo.words.actions import parse_action
from ninefivetwo.words.speaker import CLAIM_REFUSED, Speaker
from ninefivetwo.words.verdict import deal_end_words, judged_choice, verdict_text

HINT = Limits(5.0)
RANDOM = "random"
SAVED = "the match is saved"


def _first_seat(text: str) -> Seat | str:
    """A seat, or that it is to be drawn.  Raises CardError."""
    if text.strip().lower() == RANDOM:
        return RANDOM
    try:
        return Seat.parse(text)
    except CardError:
        raise CardError(f"unknown seat: {quoted(text)} (expected D, L, R or {RANDOM})") from None


FIRST_SEAT = ParsedChoice("seat", _first_seat, [*(seat.word for seat in Seat), RANDOM])


class MatchOptions(TypedDict):
    """The values of the options for a new match; None where an option is not given."""

    rules_name: str | None
    level: str | None
    seat: Seat | str | None  # RANDOM is a text
    seed: int | None
    earnest: bool
    name: str | None


@click.command()
@rules_option("By which rules.  [default: wikipedia]")
@click.option(
    "--level",
    envvar=env_var("level"),
    metavar="NAME",
    help=f"Strength of the computers: {', '.join(LEVELS)}; or two, for left and right neighbour.  [default: club]",
)
@click.option(
    "--seat",
    envvar=env_var("seat"),
    type=FIRST_SEAT,
    help="Your seat in the first deal, or random.  [default: dealer]",
)
@click.option("--seed", type=click.IntRange(0), help="Seed, to replay the same cards.  [default: random]")
@click.option("--earnest", is_flag=True, help="Play a serious match: no hints, verdicts or undo.")
@click.option("--name", envvar=env_var("name"), metavar="TEXT", help="Your name.  [default: You]")
@click.option("--auto", is_flag=True, help="Play forced cards automatically.")
@click.option(
    "--verdicts/--no-verdicts",
    default=None,
    help="Rate each of your choices, except in earnest.  [default: on a terminal]",
)
@click.option(
    "--fingerprint", is_flag=True, help="Show each deal's fingerprint before its first card, and its salt afterwards."
)
@click.option("--new", is_flag=True, help="Start a new match and drop the current one.")
@click.option(
    "--library",
    "path",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The library's file.  [default: your own]",
)
@click.option("-o", "--output", metavar="FILE", help="Write the records (.n52) here when you leave.")
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

    It is saved after every action, and goes on where you left it.  At the prompt, help says what can be typed.

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
            raise GameError("--verdicts cannot be combined with a match in earnest")
        saved.save(session)
        table = MatchTable(session, saved, auto, verdicts, fingerprint)
        try:
            table.play()
        finally:
            if output is not None:
                write_text(output, table.session.records(), force)


class SavedMatch:
    """The match as the library keeps it between one action and the next; `daily`: that of a deal of the day."""

    def __init__(self, library: Library, daily: bool = False) -> None:
        self._library, self._daily, self._owner = library, daily, slot_of(TERMINAL) if daily else TERMINAL
        saved = library.session(self._owner)
        self.text = saved[0] if saved else None
        self._version = saved[1] if saved else None

    def save(self, session: GameSession) -> None:
        """Save the match.  Raises StaleError when another window has played it on."""
        try:
            self._version = self._library.save_session(self._owner, session_text(session), self._version)
        except StaleError as error:
            raise StaleError("the match was changed in another window (expected: start play again to go on)") from error

    def step(self, before: GameSession, after: GameSession) -> None:
        """Save a step, and what it means for the library's records."""
        self.save(after)
        if self._daily:  # its result and its record are kept only if it counts
            keep_daily(self._library, TERMINAL, after, datetime.now(UTC))
        else:
            self._library.keep_deals(before, after)

    def finish(self) -> None:
        """The match is no longer under way."""
        self._library.drop_session(self._owner, self._version)


def new_session(options: MatchOptions) -> GameSession:
    """A new match by the options.  Raises GameError, RulesError."""
    levels = (options["level"] or "club").replace(",", " ").split()
    if not 1 <= len(levels) <= 2:
        raise GameError(f"--level: {len(levels)} levels (expected one, or two for left and right neighbour)")
    seed = new_seed() if options["seed"] is None else options["seed"]
    rules, chosen = parse_rules(options["rules_name"] or "wikipedia"), options["seat"] or Seat.DEALER
    seat = chosen if isinstance(chosen, Seat) else None
    name = "You" if options["name"] is None else options["name"]
    return GameSession.start(rules, (levels[0], levels[-1]), seat, seed, not options["earnest"], name)


def resumed(saved: SavedMatch, new: bool) -> GameSession | None:
    """The match under way; None if there is none, or a new one is wanted.

    Raises LibraryError, and GameError where options are given that a match under way has already.
    """
    if new or saved.text is None:
        return None
    session = session_of(saved.text)
    if session.due is Due.OVER:
        return None
    if given := options_given("--rules", "--level", "--seat", "--seed", "--earnest", "--name"):
        raise GameError(
            f"{', '.join(given)} with a match under way: {format_match(session)} (expected --new to begin another)"
        )
    return session


class MatchTable:
    """The match at the terminal: it prints what happens, asks the person, and saves every action.

    auto: does it play the person's card where only one is legal?  verdicts: are there verdicts; None: on a terminal.
    fingerprint: is each deal's shown?
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

    def say(self, *texts: str) -> None:
        for text in texts:
            self.out.print(text, soft_wrap=True)

    def play(self) -> None:
        """Play until the match is over or the person leaves, by Ctrl-C too: KeyboardInterrupt is raised again."""
        try:
            self._play()
        except KeyboardInterrupt:
            self.say(f"\n{SAVED}")
            raise

    def _play(self) -> None:
        self.say(format_match(self.session))
        if self.session.drawn and self.session.match.number == 1:
            self.say(format_draw(self.session))
        self.say(format_deal(self.session, self.fingerprint))
        self.say(*format_log(self.session))
        while self.session.due is not Due.OVER:
            if self.session.due is Due.NEXT_DEAL:
                self.move(self.session.next_deal())
                self.say(format_deal(self.session, self.fingerprint))
            elif self.session.due is Due.COMPUTER:
                with working("thinking"):
                    after = self.session.computer_acts(self.computers)
                self.move_on(after)
            elif (card := self.only_card(self.session)) is not None:
                self.move_on(self.session.act(card))
            elif not self.person_acts():
                self.say(SAVED)
                return
        self.saved.finish()

    def move(self, after: GameSession) -> None:
        """The match is now at another moment."""
        self.saved.step(self.session, after)
        self.session = after

    def move_on(self, after: GameSession) -> None:
        """The match is at a later moment of the deal: print what has happened."""
        before = self.session
        self.move(after)
        self.say(*news(before, after))
        if after.deal.over:
            speaker = Speaker.of(after.match, after.me)
            self.say(f"{speaker.ending(after.match)}\n{speaker.match_score(after.match)}")
            self.say(*format_revealed(after, self.fingerprint))
            if self.verdicts:
                self.review()

    def only_card(self, session: GameSession) -> Play | None:
        """The card that is played for the person, as no other is legal."""
        turn = session.deal.turn
        if not self.auto or session.due is not Due.PERSON or not isinstance(turn, PlayTurn) or turn.count() > 1:
            return None
        return Play(turn.seat, next(iter(turn.legal())))

    def person_acts(self) -> bool:
        """Ask the person until the match has moved; False when the person leaves."""
        self.say(*moment(self.session.match, self.session.view))
        prompt = question(self.session.match, self.session.view)
        for text in typed(self.out, lambda: prompt, format_help(self.session)):
            try:
                after = self.after(text)
            except (GameError, AdviceError, KnowledgeError, SearchStopped) as error:
                self.say(to_you(str(error), self.session.me))
                continue
            if after is not None and text.lower() == "undo":
                self.move(after)
                self.say(format_deal(after, self.fingerprint))
                return True
            if after is not None:
                self.move_on(after)
                if self.verdicts and after.training and text.lower() != "claim":
                    self.verdict()
                return True
        return False

    def after(self, text: str) -> GameSession | None:
        """The match after what was typed; None where that changes nothing.

        Raises GameError, AdviceError, KnowledgeError or SearchStopped where it cannot be done.
        """
        command = text.lower()
        if command == "log":
            self.say(*format_log(self.session))
        elif command == "score":
            self.say(format_score(self.session))
        elif command == "hint":
            self.hint()
        elif command == "undo":
            before = self.session.undo()
            while self.only_card(before) is not None:  # which would be played again
                before = before.undo()
            return before
        elif command == "fingerprint":
            self.say(format_fingerprint(self.session))
        elif command == "claim":
            after = self.session.claim()
            if not after.deal.over:
                self.say(CLAIM_REFUSED)
            return after
        elif command:
            return self.session.act(parse_action(self.session.view, text))
        return None

    def verdict(self) -> None:
        """Print what the person's last choice was worth, as the review will.  Ctrl-C leaves that, not the match."""
        try:
            with working("judging"):
                choice, *_, match = judged_choice(self.session, Limits(None, FAIR_WORLDS))
        except KeyboardInterrupt:
            self.say("\nverdict stopped")
        else:
            kind, words = verdict_text(choice, match)
            if kind != "forced":
                self.say(words)

    def review(self) -> None:
        """Print accuracies, the user's costliest mistakes and luck.  Ctrl-C skips the review, not the match."""
        match = self.session.match
        try:
            with working("reviewing"):
                found = review_deal(match, Limits(None, FAIR_WORLDS), opponents=self.session.opponents)
        except KeyboardInterrupt:
            self.say("\nreview stopped")
        else:
            self.say(*deal_end_words(found, match, self.session.me))

    def hint(self) -> None:
        """Print the adviser's choice.  Ctrl-C leaves the hint, not the match."""
        try:
            with working("weighing"):
                advice = self.session.hint(HINT)
        except KeyboardInterrupt:
            self.say("\nhint stopped")
        else:
            print_advice(self.out, advice)


def to_you(fault: str, me: Seat) -> str:
    """A message about a seat's action, addressed to the person in that seat: you discard 3 cards (expected 4)."""
    doing = re.match(rf"{me.word} (does not hold|gives|discards|plays)\b", fault)
    if doing is None:
        return fault
    verb = doing[1].replace("does", "do") if " " in doing[1] else doing[1].removesuffix("s")
    return f"you {verb}{fault[doing.end() :].replace(' and holds ', ' and hold ')}"
