"""A match of a person against computer players, as a value that moves: what the terminal and the page both play.

A `GameSession` is all there is to it: its text is saved after every action, and `from_text` goes on where it was left,
undo included.  The cards of each deal and the computers' random numbers follow from the seed, the deal's number and
the event's number, so that what is taken back and played again is answered alike, as far as no clock decides.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from enum import Enum
from itertools import islice
from random import Random
from typing import Any

from ninefivetwo.advise import AnyAdvice, Limits, advise_before_play, advise_play
from ninefivetwo.cards import Seat
from ninefivetwo.dealing import random_deals
from ninefivetwo.errors import GameError, LibraryError, NineFiveTwoError, SearchStopped, quoted
from ninefivetwo.game import Action, Deal, DealView, LookTurn, Match, Play, PlayTurn, UndealtMatch, why_not_next
from ninefivetwo.layout import Layout
from ninefivetwo.players import PLAYERS, ExpertPlayer, Player
from ninefivetwo.record import File, Record, read_file, record_of
from ninefivetwo.rules import RuleSet, parse_rules, rules_text
from ninefivetwo.solve import Solver

SCHEMA = "ninefivetwo.session/1"
PACE = 1.5  # seconds that an expert thinks at the table; twice as long where they are too few for a few worlds
PROOF = 10.0  # seconds for the proof of a claim


@dataclass(frozen=True)
class Level:
    """A strength of computer players, and what such a player does."""

    name: str
    note: str


LEVELS = {
    level.name: level
    for level in (
        Level(
            "beginner",
            "knows the plain rules and counts nothing; one card in four is any that is legal, one discard or gift"
            " in two just the lowest cards",
        ),
        Level(
            "club",
            "goes by the plain rules; in the last 13 tricks it plays what guarantees most on average in eight deals"
            " that could be",
        ),
        Level(
            "expert",
            "calls by the plain rules; discards, gives and plays what the adviser finds best in the deals that could"
            f" be, thinking for about {2 * PACE:g} seconds at most",
        ),
    )
}


class Due(Enum):
    """What a session waits for."""

    PERSON = "person"
    COMPUTER = "computer"
    NEXT_DEAL = "next deal"
    OVER = "over"


class Computers:
    """The computer players of a session; their tables stay warm from one decision to the next.

    For one thread at a time.  seconds: that an expert thinks, twice as long where they are too few for a few worlds;
    None: as long as it takes, and then all follows from the seed.
    """

    def __init__(self, seconds: float | None = PACE) -> None:
        self._seconds = seconds
        self._players: dict[str, Player] = {}

    def act(self, level: str, view: DealView, seed: int) -> Action:
        """What a player of this level does with its view, its random numbers begun anew."""
        if level not in self._players:
            self._players[level] = ExpertPlayer(0, self._seconds) if level == "expert" else PLAYERS[level](0)
        self._players[level].reseed(seed)
        return self._players[level].act(view)


@dataclass(frozen=True)
class GameSession:
    """A match of a person against two computers, at one moment.

    `levels` are those of the computers, clockwise from the person.  `training`: may be undone, and hints be asked for.
    `earlier` are the records of the deals finished (`.n52` text); `match` is at the deal now played, whose cards are
    dealt.  `claims`: the number of each deal that ended by a claim, and how many cards were played out by it.
    """

    rules: RuleSet
    levels: tuple[str, str]
    name: str
    seed: int
    training: bool
    earlier: tuple[str, ...]
    match: Match
    claims: tuple[tuple[int, int], ...] = ()

    @classmethod
    def start(
        cls, rules: RuleSet, levels: tuple[str, str], seat: Seat, seed: int, training: bool, name: str = "You"
    ) -> GameSession:
        """A match begun, its first cards dealt; `seat` is the person's in this first deal.

        Raises GameError for a level that is none, or a name that will not do.
        """
        for level in levels:
            if level not in LEVELS:
                raise GameError(f"no level: {quoted(level)} (expected one of {', '.join(LEVELS)})")
        name = name.strip()
        others = _names(levels)
        if not name or not name.isprintable() or name in others:
            raise GameError(f"no name: {quoted(name)} (expected one line, and not {' or '.join(others)})")
        by_turn = dict(zip((seat, seat.after(1), seat.after(2)), (name, *others), strict=True))
        match = UndealtMatch(rules, (by_turn[Seat.DEALER], by_turn[Seat.LEFT], by_turn[Seat.RIGHT]))
        return cls(rules, levels, name, seed, training, (), match.dealt(_layout(seed, 1)))

    # Where it stands.

    @property
    def me(self) -> Seat:
        """The person's seat in the deal now played."""
        return Seat(self.match.names.index(self.name))

    @property
    def deal(self) -> Deal:
        """The deal now played, all cards seen."""
        return self.match.deal

    @property
    def view(self) -> DealView:
        """What the person has seen of it."""
        return self.deal.seen_by(self.me)

    @property
    def due(self) -> Due:
        """What comes next."""
        turn = self.deal.turn
        if turn is not None:
            return Due.PERSON if turn.seat is self.me else Due.COMPUTER
        return Due.OVER if self.match.over else Due.NEXT_DEAL

    # How it moves.

    def act(self, action: Action) -> GameSession:
        """After an action of the person.  Raises GameError where none is due, or it breaks a rule."""
        if self.due is not Due.PERSON:
            raise GameError(f"the person is not to act (expected: {self.due.value})")
        return self._at(self.deal.after(action))

    def computer_acts(self, computers: Computers) -> GameSession:
        """After one action of the computer whose turn it is.  Raises GameError where it is none's."""
        turn = self.deal.turn
        if turn is None or turn.seat is self.me:
            raise GameError(f"no computer is to act (expected: {self.due.value})")
        level = self.levels[(turn.seat - self.me) % 3 - 1]
        seed = Random(f"{self.seed} {self.match.number} {len(self.deal.events)}").getrandbits(60)
        return self._at(self.deal.after(computers.act(level, self.deal.seen_by(turn.seat), seed)))

    def next_deal(self) -> GameSession:
        """The next deal, its cards dealt.  Raises GameError before this one is over, and when the match is."""
        following = self.match.following()
        match = replace(following.dealt(_layout(self.seed, following.number)), past=None)
        return replace(self, earlier=(*self.earlier, str(File.of([self._record()]))), match=match)

    def undo(self) -> GameSession:
        """Back to the person's decision before, in an earlier deal if need be; after a claim to where it was made.

        Raises GameError in earnest, and where there is none.
        """
        self._check_training("undo")
        back = self._back()
        while back is not None and back.due is not Due.PERSON:
            back = back._back()
        if back is None:
            raise GameError("nothing to undo: no decision of yours before")
        return back

    def claim(self, solver: Solver | None = None) -> GameSession:
        """The person takes all tricks left, if they are sure whatever the others do; the deal is then played out.

        Proved by the solver (one may be given, to be cancelled), from where all cards lie.  Raises GameError where they
        are not sure, or no card is due.
        """
        position, trump, solver = self.deal.position, self.deal.trump, solver or Solver()
        if position is None or trump is None:
            raise GameError("nothing to claim before the play, or after it (expected the tricks left)")
        try:
            if not solver.can_force(position, trump, self.me, position.tricks, seconds=PROOF):
                raise GameError(f"not all of the {position.tricks} left are sure, whatever the others do")
            line = solver.best_line(position, trump, self.me, seconds=PROOF)
        except SearchStopped as stopped:
            raise GameError(f"not proved in {PROOF:g} s that all {position.tricks} left are sure") from stopped
        deal = self.deal
        for seat, card in line:
            deal = deal.after(Play(seat, card))
        return replace(self._at(deal), claims=(*self.claims, (self.match.number, len(line))))

    def hint(self, limits: Limits) -> AnyAdvice:
        """What the adviser would do in the person's place, by what the person has seen.

        Raises GameError in earnest, where the person is not to act, and where there is nothing to weigh; SearchStopped
        if the time is too short.
        """
        self._check_training("hint")
        if self.due is not Due.PERSON:
            raise GameError("no hint: the person is not to act")
        view = self.view
        if isinstance(view.turn, LookTurn):
            raise GameError("no hint needed: a look at the kitty costs nothing, so look")
        if isinstance(view.turn, PlayTurn):
            return advise_play(view, limits)
        return advise_before_play(view, limits)

    # How it is kept.

    def text(self) -> str:
        """The session in full, for `from_text`; it tells all hands, so it is no thing to show."""
        told = {
            "schema": SCHEMA,
            "rules": rules_text(self.rules),
            "levels": list(self.levels),
            "name": self.name,
            "seed": self.seed,
            "training": self.training,
            "earlier": list(self.earlier),
            "deal": str(File.of([self._record()])),
        }
        return json.dumps(told | ({"claims": self.claims} if self.claims else {}))

    @classmethod
    def from_text(cls, text: str) -> GameSession:
        """The session that `text` wrote down.  Raises LibraryError for what is none."""
        try:
            return cls._read(json.loads(text))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError, NineFiveTwoError) as error:
            told = error.__class__.__name__ if isinstance(error, (KeyError, RecursionError)) else str(error)
            raise LibraryError(f"no match as it was saved: {told} (expected {SCHEMA})") from error

    @classmethod
    def _read(cls, found: dict[str, Any]) -> GameSession:
        """Raises ValueError, TypeError, KeyError, or an error of ours, for what is no session."""
        if found["schema"] != SCHEMA:
            raise ValueError(f"schema {quoted(str(found['schema']))}")
        rules, (one, other), name, seed = parse_rules(found["rules"]), found["levels"], found["name"], found["seed"]
        training, earlier = found["training"], tuple(found["earlier"])
        if not isinstance(training, bool) or not isinstance(seed, int):
            raise ValueError(f"seed {seed!r}, training {training!r}")
        matches = [_only(each).match for each in (*earlier, found["deal"])]
        seat = Seat(matches[0].names.index(name))
        begun = cls.start(rules, (one, other), seat, seed, training, name)
        first = matches[0]
        if (first.rules, first.names, first.number) != (rules, begun.match.names, 1):
            raise ValueError("the first deal is of another match")
        for before, after in zip(matches, matches[1:], strict=False):
            if why := why_not_next(before, after):
                raise ValueError(f"deal {after.number} does not follow: {why}")
        if matches[-1].deal.viewer is not None:
            raise ValueError("not all hands are told")
        return replace(begun, earlier=earlier, match=matches[-1], claims=_claims(found.get("claims", []), matches))

    def records(self) -> str:
        """All deals as a `.n52` file; the one under way as far as it has come, and as the person sees it."""
        current = self._record() if self.deal.over else record_of(replace(self.match, deal=self.view), self._tags())
        finished = [record_of(_only(text).match, self._tags()) for text in self.earlier]
        return str(File.of([*finished, current]))

    def _record(self) -> Record:
        return record_of(self.match, self._tags())

    def _tags(self) -> dict[str, str]:
        how = "training" if self.training else "in earnest"
        return {"Event": f"match against the computer, {how}"}  # no seed: it would tell the cards

    def _at(self, deal: Deal) -> GameSession:
        return replace(self, match=replace(self.match, deal=deal, past=None))

    def _back(self) -> GameSession | None:
        """One action back, or all that a claim played out; None at the beginning."""
        if self.claims and self.claims[-1][0] == self.match.number:
            return self._unclaimed()
        if self.deal.past is not None:
            return self._at(self.deal.past)
        if not self.earlier:
            return None
        return replace(self, earlier=self.earlier[:-1], match=_only(self.earlier[-1]).match)

    def _unclaimed(self) -> GameSession:
        """Where the claim was made that ended this deal."""
        *before, (_, cards) = self.claims
        deal = self.deal
        for _ in range(cards):
            deal = deal.undo()
        return replace(self._at(deal), claims=tuple(before))

    def _check_training(self, what: str) -> None:
        if not self.training:
            raise GameError(f"no {what} in earnest (expected a match for training)")


def is_computer(name: str) -> bool:
    """Is this what a computer player is called?"""
    return name in {f"{level} {number}" for level in LEVELS for number in (1, 2)}


def _names(levels: tuple[str, str]) -> tuple[str, str]:
    """What the computers are called, clockwise from the person."""
    return f"{levels[0]} 1", f"{levels[1]} 2"


def _layout(seed: int, number: int) -> Layout:
    """The cards of a match's deal, counted from 1."""
    return next(islice(random_deals(seed), number - 1, None))


def _claims(found: list[list[int]], matches: list[Match]) -> tuple[tuple[int, int], ...]:
    """The claims that a text tells.  Raises ValueError, TypeError for what cannot be."""
    claims = [(number, cards) for number, cards in found]
    plays = {
        m.number: sum(isinstance(event, Play) for event in m.deal.events) for m in matches if m.deal and m.deal.over
    }
    numbers = [number for number, _ in claims]
    if numbers != sorted(set(numbers)) or not all(0 < cards <= plays.get(number, 0) for number, cards in claims):
        raise ValueError(f"claims {quoted(str(found))}")
    return tuple(claims)


def _only(text: str) -> Record:
    """The one record of a text.  Raises ValueError for none or more, RecordError."""
    records = read_file(text).records
    if len(records) != 1:
        raise ValueError(f"{len(records)} records (expected one)")
    return records[0]
