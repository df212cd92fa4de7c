"""A match of a person against computer players, as a value: what the terminal and the page both play.

The cards of each deal follow from the seed and the deal's number, and the computers' random numbers from these and the
event's number (`fair`).  So what is taken back and played again is answered alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum

from ninefivetwo.cards import Card, Seat, by_seat
from ninefivetwo.errors import GameError, quoted
from ninefivetwo.game import Action, Deal, DealView, LookTurn, Match, Play, PlayTurn, UndealtMatch
from ninefivetwo.game.records import COMPUTERS_TAG, HEADER, File, Record, read_file, record_of
from ninefivetwo.game.rules import RuleSet
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
    """What a session waits for."""

    PERSON = "person"
    COMPUTER = "computer"
    NEXT_DEAL = "next deal"
    OVER = "over"


@dataclass(frozen=True)
class GameSession:
    """A match of a person against two computers, at one moment.

    `levels` are those of the computers, clockwise from the person.  `training` allows undo and hints.  `earlier` are
    the records of the finished deals (`.n52` texts); `match` is at the deal now played, whose cards are dealt.
    `claims` has, for each deal that ended by a claim, its number and how many cards were played out by the claim;
    `refused`, for each claim that was refused, the deal's number and after how many cards.  `others`: what the
    computers are called, if they have names of their own.  `version`: of the players in the deal now played.
    `by_draw`: the first dealer was drawn by cards, not chosen.  `daily`: it is the deal of the day of this date
    (`2026-11-22`); empty for any other match.  `played_on`: it began at a moment of another match.
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
        """A new match, its first cards dealt; `seat` is the person's in this first deal; None: by draw.

        others: what the computers are called, clockwise from the person; None: by their levels.  Raises GameError for
        an unknown level, and for names that are empty, not printable or the same.
        """
        for level in levels:
            if level not in LEVELS:
                raise GameError(f"no level: {quoted(level)} (expected one of {', '.join(LEVELS)})")
        name = name.strip()
        names = (name, *(others or computer_names(levels)))
        check_names(*names)
        sits = seat_drawn(draw_cards(seed)) if seat is None else seat
        match = UndealtMatch(rules, by_seat(names[(place - sits) % 3] for place in Seat)).dealt(dealt_by(seed, 1))
        return cls(rules, levels, name, seed, training, (), match, by_draw=seat is None, others=others)

    @classmethod
    def from_moment(cls, match: Match, levels: tuple[str, str], seed: int) -> GameSession:
        """A copy to learn from of a moment of any match: the person is whoever is to choose, the others are computers.

        seed: of the computers' random numbers.  Raises GameError where nobody is to choose, or not all hands are known.
        """
        turn = match.deal.turn
        if turn is None or match.deal.viewer is not None:
            raise GameError("nothing to play on (expected a deal under way, with all hands known)")
        start = cls.start(match.rules, levels, turn.seat, seed, training=True)
        return replace(start, match=replace(match, names=start.match.names, past=None), played_on=True)

    # The moment.

    @property
    def me(self) -> Seat:
        """The person's seat in the deal now played."""
        return Seat(self.match.names.index(self.name))

    @property
    def drawn(self) -> dict[str, Card]:
        """The cards drawn for the first deal, by player; none where the seat was chosen."""
        names = (self.name, *(self.others or computer_names(self.levels)))
        return dict(zip(names, draw_cards(self.seed), strict=True)) if self.by_draw else {}

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

    @property
    def fingerprint(self) -> str:
        """What is told of the cards of this deal before the first of them is seen (`fair`)."""
        layout = dealt_layout(self.deal)
        assert layout is not None
        return fingerprint(salt_of(self.seed, self.match.number), layout)

    @property
    def salt(self) -> str | None:
        """By which the fingerprint is checked, once the deal is over; None before."""
        return salt_of(self.seed, self.match.number) if self.deal.over else None

    @property
    def seed_told(self) -> int | None:
        """The seed, where the player gave it or the match is over; None while it would tell hidden cards."""
        hidden = is_secret(self.seed) or self.daily != ""
        return None if hidden and self.due is not Due.OVER else self.seed

    @property
    def _match_score(self) -> MatchScore:
        """The match before the deal now played."""
        return MatchScore(self.match.score, self.match.number)

    # The moves.

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
        seed = decision_seed(salt_of(self.seed, self.match.number), len(self.deal.events))
        return self._at(self.deal.after(computers.act(level, self.deal.seen_by(turn.seat), seed, self._match_score)))

    def next_deal(self) -> GameSession:
        """The next deal, its cards dealt.  Raises GameError before this one is over, and when the match is."""
        following = self.match.following()
        match = replace(following.dealt(dealt_by(self.seed, following.number)), past=None)
        earlier = (*self.earlier, str(File.of([self.record()])))
        return replace(self, earlier=earlier, match=match, version=players_version())

    def undo(self) -> GameSession:
        """Back to the person's last decision, in an earlier deal if need be; after a claim to where it was made.

        Raises GameError in earnest, and where there is none.
        """
        self._check_training("undo")
        back = self._back()
        while back is not None and back.due is not Due.PERSON:
            back = back._back()
        if back is None:
            raise GameError("nothing to undo: no decision of yours before")
        return back

    def copy_at(self, events: int) -> GameSession:
        """A copy to learn from, at the moment of this deal before the event of this number, counted from 0.

        Raises GameError where the person was not to act then, and in earnest before the deal is over, for a copy gives
        hints and takes cards back.
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
        """The person claims all tricks left.  If the person's own view proves them, the deal is played out; else the
        claim is refused, which says nothing about the hidden cards, and is noted.

        Raises GameError where the person has no card to play.
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
        """What the adviser would do in the person's place to win tricks, by what the person has seen.

        It tells the chance of winning the match, too.  Raises GameError in earnest, where the person is not to act, and
        where there is nothing to weigh; SearchStopped if the time is too short.
        """
        view = self._hinted
        if isinstance(view.turn, LookTurn):
            raise GameError("no hint needed: a look at the kitty costs nothing, so look")
        return advise(Question(view, limits, self._objective, self._assumptions))

    def hints(self, report: Callable[[FirstLook | AnyAdvice], None], limits: Limits) -> FirstLook | AnyAdvice:
        """The same told at once, and then as it grows (`advise_gradually`); of a look at the kitty the first look."""
        return advise_gradually(Question(self._hinted, limits, self._objective, self._assumptions), report)

    # Its records.

    @property
    def finished(self) -> tuple[str, ...]:
        """The records of the deals that have been played out (`.n52` texts)."""
        return (*self.earlier, str(File.of([self.record()]))) if self.deal.over else self.earlier

    def records(self) -> str:
        """All deals as a `.n52` file; the one under way as far as it has come, and as the person sees it."""
        current = replace(self.match, deal=self.deal if self.deal.over else self.view)
        earlier = [tuple(i for i in only_record(text).items if str(i) != HEADER) for text in self.earlier]
        return str(File.of([*map(Record, earlier), record_of(current, self._tags)]))

    def record(self) -> Record:
        """The record of the deal now played, all hands in it."""
        return record_of(self.match, self._tags)

    @property
    def opponents(self) -> Opponents:
        """How well the computers are known to play."""
        levels = enumerate(self.levels, 1)
        return Opponents.known({self.me.after(turn): TAKEN_AS[level] for turn, level in levels})

    @property
    def _assumptions(self) -> Assumptions:
        return Assumptions(opponents=self.opponents)

    @property
    def computers(self) -> dict[Seat, Computer]:
        """The computers of the deal now played, by seat."""
        return {self.me.after(turn): Computer.of(level, self.version) for turn, level in enumerate(self.levels, 1)}

    @property
    def _tags(self) -> dict[str, str]:
        """The tags of the record beside those of the game; no seed, for it would tell the cards to come."""
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
        """One action back, or all that a claim played out; None at the beginning."""
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
        """The moment before the claim that ended this deal."""
        *before, (_, cards) = self.claims
        deal = self.deal
        for _ in range(cards):
            deal = deal.undo()
        return replace(self._at(deal), claims=tuple(before))

    @property
    def _hinted(self) -> DealView:
        """What the person has seen, for a hint.  Raises GameError where there is none."""
        self._check_training("hint")
        if self.due is not Due.PERSON:
            raise GameError("no hint: the person is not to act")
        return self.view

    @property
    def _objective(self) -> Objective:
        """To win tricks, at the score of the match."""
        return Objective(match_score=self._match_score)

    def _check_training(self, what: str) -> None:
        if not self.training:
            raise GameError(f"no {what} in earnest (expected a match for training)")


def only_record(text: str) -> Record:
    """The only record of a text.  Raises ValueError where there is none or several, RecordError."""
    records = read_file(text).records
    if len(records) != 1:
        raise ValueError(f"{len(records)} records (expected one)")
    return records[0]
