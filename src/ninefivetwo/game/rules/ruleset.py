"""A rule set is a value: every way in which tables differ is one of its fields, so a house rule is a changed field."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from ninefivetwo.cards import Denomination, Seat, Suit
from ninefivetwo.errors import RulesError, quoted
from ninefivetwo.game.rules.fields import (
    KINDS,
    TRICKS,
    Contracts,
    DealPhase,
    KittyShow,
    Tie,
    TwoUp,
    Winner,
)

#: The tricks at most that give the right of `kitty_peek`, and the contract that was missed with them.
PEEK_TRICKS, PEEK_CONTRACT = 1, 5


@dataclass(frozen=True, kw_only=True)
class RuleSet:
    """The rules of one table; `name` is that of the named set it is made from.  `KINDS` says what each field means.

    Raises RulesError for fields that make no game.
    """

    name: str
    contracts: Contracts = (9, 5, 2)  # dealer, left, right
    notrump: bool = True
    lead: Seat = Seat.LEFT
    first: tuple[DealPhase, ...] = (DealPhase.TRUMP, DealPhase.KITTY, DealPhase.DISCARD, DealPhase.PLAY)
    later: tuple[DealPhase, ...] = (
        DealPhase.EXCHANGE,
        DealPhase.TRUMP,
        DealPhase.KITTY,
        DealPhase.DISCARD,
        DealPhase.PLAY,
    )
    must_give: bool = True
    two_up: TwoUp = TwoUp.CONTRACT
    kitty_show: KittyShow = KittyShow.NO
    kitty_peek: bool = False
    target: int | None = None  # points
    floor: int | None = None  # points, below 0
    deals: int | None = None
    sweep: int | None = None  # tricks
    over: int | None = None  # tricks
    winner: Winner = Winner.HIGHEST
    tie: Tie = Tie.PLAY_ON

    def __post_init__(self) -> None:
        if sum(self.contracts) != TRICKS:
            self._refuse("contracts", f"its sum is {sum(self.contracts)}", f"contracts that sum to {TRICKS} tricks")
        self._check_order("first", [DealPhase.TRUMP, DealPhase.KITTY, DealPhase.DISCARD])
        exchange = [DealPhase.EXCHANGE] if DealPhase.EXCHANGE in self.later else [DealPhase.GIVE, DealPhase.RETURN]
        self._check_order("later", [*exchange, DealPhase.TRUMP, DealPhase.KITTY, DealPhase.DISCARD])
        if DealPhase.GIVE in self.later:
            if self._at(DealPhase.GIVE) > self._at(DealPhase.RETURN):
                self._refuse("later", "return before give", "give before return")
            if self._at(DealPhase.GIVE) < self._at(DealPhase.DISCARD) < self._at(DealPhase.RETURN):
                self._refuse("later", "a card given could be discarded before the return", "discard before give")
        self._check_kitty_rules()
        self._check_ends()

    def _at(self, phase: DealPhase) -> int:
        return self.later.index(phase)

    def _check_order(self, name: str, phases: list[DealPhase]) -> None:
        order: tuple[DealPhase, ...] = getattr(self, name)
        if (
            sorted(p.value for p in order) != sorted(p.value for p in [*phases, DealPhase.PLAY])
            or order[-1] != DealPhase.PLAY
        ):
            expected = ", ".join(phase.value for phase in phases)
            self._refuse(name, "not an order of a deal", f"each of {expected} once, then play")
        if order.index(DealPhase.DISCARD) < order.index(DealPhase.KITTY) - 1:
            self._refuse(name, "the dealer is short of cards in between", "kitty right after discard, or before it")

    def _check_kitty_rules(self) -> None:
        if self.kitty_peek and self._at(DealPhase.KITTY) < self._at(DealPhase.TRUMP):
            self._refuse("kitty_peek", "the kitty comes before the call", "kitty_peek=no with this order")
        if self.kitty_peek and self.contracts[Seat.LEFT] != PEEK_CONTRACT:
            self._refuse("kitty_peek", f"left's contract is not {PEEK_CONTRACT}", "kitty_peek=no with these contracts")

    def _check_ends(self) -> None:
        ends = ("target", "floor", "deals", "sweep", "over")
        if all(getattr(self, name) is None for name in ends):
            raise RulesError(f"a match without end: rules {quoted(self.name)} (expected one of {', '.join(ends)})")
        if self.over is not None and self.over > TRICKS - min(self.contracts):
            self._refuse("over", "nobody can win so many over his contract", "fewer")
        if self.winner is Winner.FURTHEST and (self.target is None or self.floor is None):
            self._refuse("winner", "there are not two ends to be past", "both target and floor")

    def _refuse(self, name: str, fault: str, expected: str) -> None:
        value = KINDS[name].text(getattr(self, name))
        raise RulesError(f"rules that make no game: {name}={value}: {fault} (expected {expected})")

    def changed(self, text: str) -> RuleSet:
        """The rule set with fields changed, ``field=value`` parted by spaces.  Raises RulesError."""
        changes: dict[str, Any] = {}
        for word in text.split():
            name, sign, value = word.partition("=")
            name = name.lower()
            if name not in KINDS or not sign:
                raise RulesError(f"no field of a rule set: {quoted(word)} (expected one of {', '.join(KINDS)}, then =)")
            if name in changes:
                raise RulesError(f"field twice: {name} in {quoted(text)} (expected each once)")
            try:
                changes[name] = KINDS[name].read(value.lower())
            except (ValueError, KeyError) as error:
                raise RulesError(f"no value of {name}: {quoted(value)} (expected {KINDS[name].expected})") from error
        return replace(self, **changes)

    def changes_from(self, other: RuleSet) -> str:
        """The fields that differ from another rule set's, as `changed` reads them."""
        names = (f.name for f in fields(self) if f.name in KINDS)
        differ = (name for name in names if getattr(self, name) != getattr(other, name))
        return " ".join(f"{name}={KINDS[name].text(getattr(self, name))}" for name in differ)

    def denominations(self) -> tuple[Denomination, ...]:
        """What the dealer may call."""
        return tuple(Denomination) if self.notrump else tuple(Denomination(suit) for suit in Suit)
