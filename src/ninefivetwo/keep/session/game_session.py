"""A match of a person against computer players, as an immutable value, and its text form.

The cards of each deal depend only on the seed and the number of the deal; the computers' random numbers also depend on
the number of the event (`fair`). Repeating an undone action therefore leads to the computer's earlier reply.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import pairwise
from typing import Annotated

from msgspec import Meta

from ninefivetwo.cards import Card, Seat, by_seat
from ninefivetwo.codec import Document, decode, encode
from ninefivetwo.errors import GameError, LibraryError, NineFiveTwoError, quoted, raised_as
from ninefivetwo.game import Action, Deal, DealView, Match, Play, PlayTurn, UndealtMatch, YesNoTurn, why_not_next
from ninefivetwo.game.records import COMPUTERS_TAG, HEADER, File, Record, read_file, record_of
from ninefivetwo.game.rules import TRICKS, RuleSet, parse_rules, rules_text
from ninefivetwo.keep.session.computers import (
    LEVELS,
    TAKEN_AS,
    Computer,
    Computers,
    check_names,
    computer_names,
    computers_text,
    version_of,
)
from ninefivetwo.keep.session.fair import (
    dealt_by,
    dealt_layout,
    decision_seed,
    draw_cards,
    fingerprint,
    is_secret,
    salt_of,
    seat_drawn,
)
from ninefivetwo.think.advise import (
    AnyAdvice,
    Assumptions,
    FirstLook,
    Limits,
    MatchScore,
    Objective,
    Question,
    advise,
    advise_gradually,
)
from ninefivetwo.think.knowledge.proof import proved_line
from ninefivetwo.think.players import players_version
from ninefivetwo.think.playouts import Opponents


class Due(Enum):
    """The next step in a session: an action by the person or a computer, the next deal, or the end of the match."""

    PERSON = "person"
    COMPUTER = "computer"
    NEXT_DEAL = "next deal"
    OVER = "over"


@dataclass(frozen=True)
class GameSession:
    """A match of a person against two computers, up to its current position.

    `levels` are the computers' levels, clockwise from the person. `training` allows undo and hints. `earlier` has the
    records of the finished deals (`.n52` texts). `claims` has the deal number of each granted claim and the number of
    cards played out after the claim. `refused` has the deal number of each refused claim and the number of cards played
    before the claim. `others` has the computers' names, or None for default names. `version` is the version of the
    computer players in the current deal. `by_draw` is True if the players drew cards for the first dealer. `daily` is
    the date of the deal of the day (`2026-11-22`), empty for any other match. `played_on` is True if the match began at
    a position of another match.
    """

    rules: RuleSet
    levels: tuple[str, str]
    name: str
    seed: int
    training: bool
    earlier: tuple[str, ...]
    match: Match
    claims: tuple[tuple[int, int], ...] = ()
    by_draw: bool = False
    daily: str = ""
    played_on: bool = False
    refused: tuple[tuple[int, int], ...] = ()
    others: tuple[str, str] | None = None
    version: str = field(default_factory=players_version)

    @classmethod
    def start(
        cls,
        rules: RuleSet,
        levels: tuple[str, str],
        seat: Seat | None,
        seed: int,
        training: bool,
        name: str = "You",
        others: tuple[str, str] | None = None,
    ) -> GameSession:
        """Start a match and deal its first deal. `seat` is the person's seat; None draws cards for it.

        `others` has the computers' names, clockwise from the person, or None for default names. Raises GameError for an
        unknown level, and for empty, unprintable or equal names.
        """
        for level in levels:
            if level not in LEVELS:
                raise GameError(f"unknown level {quoted(level)} (expected one of {', '.join(LEVELS)})")
        name = name.strip()
        names = (name, *(others or computer_names(levels)))
        check_names(*names)
        sits = seat_drawn(draw_cards(seed)) if seat is None else seat
        match = UndealtMatch(rules, by_seat(names[(place - sits) % 3] for place in Seat)).dealt(dealt_by(seed, 1))
        return cls(rules, levels, name, seed, training, (), match, by_draw=seat is None, others=others)

    @classmethod
    def from_moment(cls, match: Match, levels: tuple[str, str], seed: int) -> GameSession:
        """Start a training match at a position of any match. The person takes the seat whose turn it is.

        `seed` seeds the computers' random numbers. Raises GameError if no choice is due or some hands are unknown.
        """
        turn = match.deal.turn
        if turn is None or match.deal.viewer is not None:
            raise GameError("nothing to play on (expected a deal in progress, with all hands known)")
        start = cls.start(match.rules, levels, turn.seat, seed, training=True)
        return replace(start, match=replace(match, names=start.match.names, past=None), played_on=True)

    @property
    def me(self) -> Seat:
        """The person's seat in the current deal."""
        return Seat(self.match.names.index(self.name))

    @property
    def drawn(self) -> dict[str, Card]:
        """The cards that the players drew for the first dealer; empty if the seat was chosen."""
        names = (self.name, *(self.others or computer_names(self.levels)))
        return dict(zip(names, draw_cards(self.seed), strict=True)) if self.by_draw else {}

    @property
    def deal(self) -> Deal:
        """The current deal with all cards."""
        return self.match.deal

    @property
    def view(self) -> DealView:
        """The person's view of the current deal."""
        return self.deal.seen_by(self.me)

    @property
    def due(self) -> Due:
        """The next step in the session."""
        turn = self.deal.turn
        if turn is not None:
            return Due.PERSON if turn.seat is self.me else Due.COMPUTER
        return Due.OVER if self.match.over else Due.NEXT_DEAL

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the current deal (`fair`), which is shown before anyone sees a card."""
        layout = dealt_layout(self.deal)
        assert layout is not None
        return fingerprint(salt_of(self.seed, self.match.number), layout)

    @property
    def salt(self) -> str | None:
        """The salt of the current deal (`fair`), or None until the deal is over."""
        return salt_of(self.seed, self.match.number) if self.deal.over else None

    @property
    def seed_told(self) -> int | None:
        """The seed of the match, or None while the seed would reveal hidden cards."""
        hidden = is_secret(self.seed) or self.daily != ""
        return None if hidden and self.due is not Due.OVER else self.seed

    @property
    def _match_score(self) -> MatchScore:
        return MatchScore(self.match.score, self.match.number)

    def act(self, action: Action) -> GameSession:
        """Return the session after the person's action. Raises GameError if the action is illegal or out of turn."""
        if self.due is not Due.PERSON:
            raise GameError(f"it is not your turn (expected: {self.due.value})")
        return self._at(self.deal.after(action))

    def computer_acts(self, computers: Computers) -> GameSession:
        """Return the session after one action of a computer. Raises GameError unless it is a computer's turn."""
        turn = self.deal.turn
        if turn is None or turn.seat is self.me:
            raise GameError(f"it is not a computer's turn (expected: {self.due.value})")
        level = self.levels[(turn.seat - self.me) % 3 - 1]
        seed = decision_seed(salt_of(self.seed, self.match.number), len(self.deal.events))
        return self._at(self.deal.after(computers.act(level, self.deal.seen_by(turn.seat), seed, self._match_score)))

    def next_deal(self) -> GameSession:
        """Return the session with the next deal. Raises GameError if the deal is not over or the match is over."""
        following = self.match.following()
        match = replace(following.dealt(dealt_by(self.seed, following.number)), past=None)
        return replace(self, earlier=self.finished, match=match, version=players_version())

    def undo(self) -> GameSession:
        """Return the session before the person's last decision (a claim is one decision), even in an earlier deal.

        Raises GameError if the match is not for training, or if there is no earlier decision.
        """
        self._check_training("undo")
        back = self._back()
        while back is not None and back.due is not Due.PERSON:
            back = back._back()
        if back is None:
            raise GameError("nothing to undo: no earlier decision of yours")
        return back

    def copy_at(self, events: int) -> GameSession:
        """Return a training match at the position before an event of the current deal. Events are counted from 0.

        Raises GameError if the event was not the person's action, or if the deal is in progress and the match is not
        for training.
        """
        if not self.training and not self.deal.over:
            raise GameError("no copy of a deal in earnest before it is over (expected its end)")
        back: GameSession | None = replace(self, training=True)
        while back is not None and back.match.number == self.match.number and len(back.deal.events) > events:
            back = back._back()
        if back is None or len(back.deal.events) != events or back.due is not Due.PERSON:
            raise GameError(f"no decision of yours before event {events} of this deal (expected one)")
        return back

    def claim(self) -> GameSession:
        """Claim all remaining tricks for the person.

        If the person's view proves the claim, the deal is played out. Otherwise, the claim is refused and recorded.
        Raises GameError unless it is the person's turn to play a card.
        """
        if self.due is not Due.PERSON or not isinstance(self.deal.turn, PlayTurn):
            raise GameError("nothing to claim: it is not your turn to play a card")
        line, deal = proved_line(self.view), self.deal
        if line is None:
            here = (self.match.number, len(deal.plays))
            return replace(self, refused=tuple(sorted({*self.refused, here})))
        own = iter(line)
        while (turn := deal.turn) is not None:
            assert isinstance(turn, PlayTurn)
            card = next(own) if turn.seat is self.me else min(turn.legal(), key=lambda card: (card.rank, card.suit))
            deal = deal.after(Play(turn.seat, card))
        cards = len(deal.plays) - len(self.deal.plays)
        return replace(self._at(deal), claims=(*self.claims, (self.match.number, cards)))

    def hint(self, limits: Limits) -> AnyAdvice:
        """Return advice on the person's choice, based on the person's view, with tricks as the objective.

        The advice includes the chance of winning the match. Raises GameError if the match is not for training, or if
        the person has no decision to make. Raises SearchStopped if the time is too short.
        """
        question = self._question(limits)
        turn = question.view.turn
        if isinstance(turn, YesNoTurn):
            raise GameError(f"no hint needed: {turn.asked.name} costs nothing, so {turn.asked.word}")
        return advise(question)

    def hints(self, report: Callable[[FirstLook | AnyAdvice], None], limits: Limits) -> FirstLook | AnyAdvice:
        """Report a quick hint, then better hints (`advise_gradually`). A yes or no gets only the quick hint."""
        return advise_gradually(self._question(limits), report)

    @property
    def finished(self) -> tuple[str, ...]:
        """The records of all finished deals (`.n52` texts)."""
        return (*self.earlier, str(File.of([self.record()]))) if self.deal.over else self.earlier

    def records(self) -> str:
        """Return all deals as an `.n52` text. A deal in progress has only the cards that the person has seen."""
        current = replace(self.match, deal=self.deal if self.deal.over else self.view)
        earlier = [tuple(i for i in only_record(text).items if str(i) != HEADER) for text in self.earlier]
        return str(File.of([*map(Record, earlier), record_of(current, self._tags)]))

    def record(self) -> Record:
        """Return the record of the current deal with all hands."""
        return record_of(self.match, self._tags)

    @property
    def opponents(self) -> Opponents:
        """The opponent models for the computers' known levels."""
        levels = enumerate(self.levels, 1)
        return Opponents.known({self.me.after(turn): TAKEN_AS[level] for turn, level in levels})

    @property
    def computers(self) -> dict[Seat, Computer]:
        """The computers in the current deal, by seat."""
        return {self.me.after(turn): Computer.of(level, self.version) for turn, level in enumerate(self.levels, 1)}

    @property
    def _tags(self) -> dict[str, str]:
        """The record's tags that do not describe play. The seed is left out because it would reveal later cards."""
        what = f"deal of the day {self.daily}" if self.daily else "match against the computer"
        number = self.match.number
        tags = {
            "Event": f"{what}, {'training' if self.training else 'in earnest'}",
            COMPUTERS_TAG: computers_text(self.computers),
            "Fingerprint": self.fingerprint,
        }
        if self.salt:
            tags["Salt"] = self.salt
        if claimed := dict(self.claims).get(number):
            tags["Claimed"] = str(claimed)
        if refused := [str(cards) for deal, cards in self.refused if deal == number]:
            tags["Refused"] = " ".join(refused)
        return tags

    def _at(self, deal: Deal) -> GameSession:
        return replace(self, match=replace(self.match, deal=deal, past=None))

    def _back(self) -> GameSession | None:
        """Return the session before the last action or claim. Returns None at the beginning."""
        if self.claims and self.claims[-1][0] == self.match.number:
            return self._unclaimed()
        if self.deal.past is not None:
            return self._at(self.deal.past)
        if not self.earlier:
            return None
        record, refused = only_record(self.earlier[-1]), tuple(r for r in self.refused if r[0] < self.match.number)
        back = replace(self, earlier=self.earlier[:-1], match=record.match, refused=refused)
        return replace(back, version=version_of(record))

    def _unclaimed(self) -> GameSession:
        *before, (_, cards) = self.claims
        deal = self.deal
        for _ in range(cards):
            deal = deal.undo()
        return replace(self._at(deal), claims=tuple(before))

    def _question(self, limits: Limits) -> Question:
        """Return the question about the person's choice. Raises GameError if hints are not available."""
        self._check_training("hint")
        if self.due is not Due.PERSON:
            raise GameError("no hint: it is not your turn")
        objective = Objective(match_score=self._match_score)
        return Question(self.view, limits, objective, Assumptions(opponents=self.opponents))

    def _check_training(self, what: str) -> None:
        if not self.training:
            raise GameError(f"no {what} in a match in earnest (expected a match for training)")


def only_record(text: str) -> Record:
    """Parse a text with exactly one record. Raises RecordError, or ValueError if the number of records is wrong."""
    records = read_file(text).records
    if len(records) != 1:
        raise ValueError(f"{len(records)} records (expected one)")
    return records[0]


#: A date such as `2026-11-22`, or an empty text.
DateText = Annotated[str, Meta(pattern="^(?:[0-9]{4}-[0-9]{2}-[0-9]{2})?$")]


class SessionObject(Document, frozen=True, omit_defaults=True, tag="ninefivetwo.session/1"):
    """A match of a person against two computers, as stored in a library.

    rules: the rule set
    levels: the computers' levels, clockwise from the person
    name: the person's name
    seed: the seed for the cards and the computers' choices
    training: whether undo and hints are allowed
    earlier: the records of the finished deals
    deal: the record of the current deal, with all hands
    claims: the number of each deal that a claim ended, and the number of cards played out; absent without claims
    by_draw: whether the players drew cards for the first dealer; absent if the seat was chosen
    daily: the date of a deal of the day; absent for any other match
    played_on: whether the match began at a position of another match; absent otherwise
    refused: the deal number of each refused claim, and the number of cards played before the claim; absent if none
    others: the computers' names; absent if the computers have default names
    """

    rules: str
    levels: tuple[str, str]
    name: str
    seed: int
    training: bool
    earlier: tuple[str, ...]
    deal: str
    claims: tuple[tuple[int, int], ...] = ()
    by_draw: bool = False
    daily: DateText = ""
    played_on: bool = False
    refused: tuple[tuple[int, int], ...] = ()
    others: tuple[str, str] | None = None


def session_text(session: GameSession) -> str:
    """Return the complete session as text. The text contains all hands, so it must not be shown."""
    as_they_are = {name: getattr(session, name) for name in SessionObject.__struct_fields__ if hasattr(session, name)}
    texts = {"rules": rules_text(session.rules), "deal": str(File.of([session.record()]))}
    return encode(SessionObject(**as_they_are | texts)).decode()


def session_of(text: str) -> GameSession:
    """Parse a session from the text of `session_text`. Raises LibraryError for any other text."""
    with raised_as(LibraryError, "invalid saved match: ", (ValueError, NineFiveTwoError)):
        return _session_of(decode(text, SessionObject))


def _session_of(value: SessionObject) -> GameSession:
    """Convert a decoded document to a session. Raises ValueError or NineFiveTwoError if the document is invalid."""
    rules = parse_rules(value.rules)
    records = [only_record(text) for text in (*value.earlier, value.deal)]
    matches = [record.match for record in records]
    first = matches[0]
    seat = None if value.by_draw else Seat(first.names.index(value.name))
    start = GameSession.start(rules, value.levels, seat, value.seed, value.training, value.name, value.others)
    later = first.number != 1 and not (value.daily or value.played_on)
    if later or (first.rules, first.names) != (rules, start.match.names):
        raise ValueError("the first deal is of another match")
    for before, after in pairwise(matches):
        if why := why_not_next(before, after):
            raise ValueError(f"deal {after.number} does not follow: {why}")
    if matches[-1].deal.viewer is not None:
        raise ValueError("not all hands are known")
    _check_claims(value.claims, matches)
    numbers = {match.number for match in matches}
    if not all(number in numbers and 0 <= cards < 3 * TRICKS for number, cards in value.refused):
        raise ValueError(f"invalid refused claims {quoted(str(list(value.refused)))}")
    return replace(
        start,
        earlier=value.earlier,
        match=matches[-1],
        claims=value.claims,
        refused=value.refused,
        version=version_of(records[-1]),
        daily=value.daily,
        played_on=value.played_on,
    )


def _check_claims(claims: tuple[tuple[int, int], ...], matches: list[Match]) -> None:
    """Raise ValueError if a claim in the session is impossible."""
    plays = {m.number: len(m.deal.plays) for m in matches if m.deal.over}
    numbers = [number for number, _ in claims]
    if numbers != sorted(set(numbers)) or not all(0 < cards <= plays.get(number, 0) for number, cards in claims):
        raise ValueError(f"invalid claims {quoted(str(list(claims)))}")
