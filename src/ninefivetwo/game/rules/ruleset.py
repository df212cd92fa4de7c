"""Rule sets as immutable values, and the named rule sets from published sources.

Each named rule set records its source, and the interpretation of each field that the source leaves open.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from ninefivetwo.cards import Seat, Suit, Trump
from ninefivetwo.checks import check_fields, checked
from ninefivetwo.errors import RulesError, quoted
from ninefivetwo.game.rules.fields import AGREED, KINDS, TRICKS, Contracts, DealPhase, KittyShow, Tie, TwoUp, Winner

#: A dealer has the right of `kitty_peek` after at most this number of tricks, with this contract, in the previous deal.
PEEK_TRICKS, PEEK_CONTRACT = 1, 5

#: All named rule sets by name, filled in below.
NAMED: dict[str, Named] = {}


class RuleSet(Struct, frozen=True, kw_only=True):
    """The rules of a game. `name` is the named rule set on which the rules are based. `KINDS` explains each field.

    Raises RulesError if the fields do not describe a playable game.
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
        check_fields(self, RulesError)
        if NAMED and self.name not in NAMED:
            raise RulesError(f"unknown rule set {quoted(self.name)} (expected the name of the set it is based on)")
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
            self._refuse(name, "not a valid order of events", f"each of {expected} once, then play")
        if order.index(DealPhase.DISCARD) < order.index(DealPhase.KITTY) - 1:
            self._refuse(name, "the dealer lacks cards in between", "kitty right after discard, or before it")

    def _check_kitty_rules(self) -> None:
        if self.kitty_peek and self._at(DealPhase.KITTY) < self._at(DealPhase.TRUMP):
            self._refuse("kitty_peek", "the kitty comes before the call", "kitty_peek=no with this order")
        if self.kitty_peek and self.contracts[Seat.LEFT] != PEEK_CONTRACT:
            self._refuse("kitty_peek", f"left's contract is not {PEEK_CONTRACT}", "kitty_peek=no with these contracts")

    def _check_ends(self) -> None:
        ends = ("target", "floor", "deals", "sweep", "over")
        if all(getattr(self, name) is None for name in ends):
            raise RulesError(f"rules {quoted(self.name)} never end a match (expected one of {', '.join(ends)})")
        if self.over is not None and self.over > TRICKS - min(self.contracts):
            self._refuse("over", "nobody can win that many tricks over the contract", "fewer")
        if self.winner is Winner.FURTHEST and (self.target is None or self.floor is None):
            self._refuse("winner", "there is only one end to be past", "both target and floor")

    def _refuse(self, name: str, fault: str, expected: str) -> None:
        value = KINDS[name].text(getattr(self, name))
        raise RulesError(f"invalid rules: {name}={value}: {fault} (expected {expected})")

    def changed(self, text: str) -> RuleSet:
        """Return a rule set with the changes in `text` (``field=value``). Raises RulesError if a change is invalid."""
        changes: dict[str, Any] = {}
        for word in text.split():
            name, sign, value = word.partition("=")
            name = name.lower()
            if name not in KINDS or not sign:
                raise RulesError(f"unknown field in rules: {quoted(word)} (expected one of {', '.join(KINDS)}, then =)")
            if name in changes:
                raise RulesError(f"field given twice: {name} in {quoted(text)} (expected each once)")
            try:
                changes[name] = KINDS[name].read(value.lower())
            except (ValueError, KeyError) as error:
                raise RulesError(f"invalid {name}: {quoted(value)} (expected {KINDS[name].expected})") from error
        return replace(self, **changes)

    def changes_from(self, other: RuleSet) -> str:
        """Return the changes that turn `other` into this rule set, as text for `changed`."""
        names = (name for name in self.__struct_fields__ if name in KINDS)
        differ = (name for name in names if getattr(self, name) != getattr(other, name))
        return " ".join(f"{name}={KINDS[name].text(getattr(self, name))}" for name in differ)

    def trumps(self) -> tuple[Trump, ...]:
        """Return the trumps that the dealer may call, including no-trump if the rules allow no-trump."""
        return tuple(Trump) if self.notrump else tuple(Trump(suit) for suit in Suit)


class Named(Struct, frozen=True):
    """A rule set with its short name, its source, and the interpretation of each field that the source leaves open."""

    rules: RuleSet
    short: str
    source: str
    readings: Mapping[str, str] = field(default_factory=dict)


_KITTY_FIRST = (DealPhase.KITTY, DealPhase.DISCARD, DealPhase.TRUMP, DealPhase.PLAY)
_SPLIT = (DealPhase.KITTY, DealPhase.DISCARD, DealPhase.GIVE, DealPhase.TRUMP, DealPhase.RETURN, DealPhase.PLAY)
_TRUMP_FIRST = (DealPhase.TRUMP, DealPhase.EXCHANGE, DealPhase.KITTY, DealPhase.DISCARD, DealPhase.PLAY)
_BLIND_DISCARD = (DealPhase.TRUMP, DealPhase.DISCARD, DealPhase.KITTY, DealPhase.PLAY)

_NO_LEADER = "The source does not say who leads to the first trick."
_NOTRUMP = "The source does not say whether no-trump may be called."
_NO_PEEK = {"kitty_peek": "The source has no rule for looking at the kitty early."}
_NO_SHOW = "The source has no rule for showing cards of the kitty."
_WINNER = "The source does not say who wins if two players reach the end together."
_TIE = "The source does not say what happens in a tie."
_AGREED_TARGET = "The target in the source is 10 or 20, as agreed."
_SHARES = "When two players are down, each gets as many cards as they are down, so that the numbers add up."
_TWO_DOWN = {"two_down": f"{_SHARES} The source does not say; this is as in nine-two-five."}
_CATALAN_TWO_DOWN = {"two_down": f"{_SHARES} All are handed out before any are returned, as in the source's case (a)."}
_WIKIPEDIA_READINGS = {
    "two_up": "The source's example overlooks that the deal has passed on. Its rule in words counts: if two players are"
    " up, the higher contract of the new deal goes first.",
    "two_down": f"{_SHARES} The source does not say how the cards are divided.",
    "kitty_show": "Showing cards of the kitty is optional in the source. kitty_show=returned turns it on: cards higher"
    " than the card returned, as in catalan. The source says only that they are higher.",
    "kitty_peek": "Looking at the kitty early is optional in the source. kitty_peek=yes turns it on.",
    "winner": "The source does not say who wins if two players reach the target together. Here the higher score wins.",
    "tie": f"{_TIE} Here another deal is played, and the same rule applies after it.",
}
_CATALAN_READINGS = {"lead": _NO_LEADER, **_CATALAN_TWO_DOWN, **_NO_PEEK}
_CATALAN_TWO_UP = {
    "two_up": "If two players are up, the higher contract of the new deal goes first. The source does not say of which"
    " deal."
}

_WIKIPEDIA = RuleSet(name="wikipedia", target=20)
_CATALAN = RuleSet(name="catalan", notrump=False, kitty_show=KittyShow.RETURNED, target=10, tie=Tie.SHARE)

_ALL = (
    Named(
        _WIKIPEDIA,
        "wiki",
        'the English Wikipedia article "9-5-2", as copied in 2010',
        _WIKIPEDIA_READINGS | {"target": "The target in the source is +20, or as agreed."},
    ),
    Named(
        RuleSet(name="wikipedia-13", target=13),
        "wiki-13",
        'the English Wikipedia article "9-5-2", in an earlier copy',
        _WIKIPEDIA_READINGS | {"target": "The target in the source is +13, or as agreed."},
    ),
    Named(
        _CATALAN,
        "cat",
        'the Catalan rules sheet "9-5-2"',
        _CATALAN_READINGS | _CATALAN_TWO_UP | {"target": f"{_AGREED_TARGET} The rule set catalan-20 plays to 20."},
    ),
    Named(
        RuleSet(name="catalan-20", notrump=False, kitty_show=KittyShow.RETURNED, target=20, tie=Tie.SHARE),
        "cat-20",
        'the Catalan rules sheet "9-5-2", played to 20',
        _CATALAN_READINGS | _CATALAN_TWO_UP | {"target": f"{_AGREED_TARGET} The rule set catalan plays to 10."},
    ),
    Named(
        RuleSet(
            name="catalan-plus-minus",
            contracts=(9, 2, 5),
            notrump=False,
            first=_KITTY_FIRST,
            later=_SPLIT,
            target=15,
            floor=-15,
            winner=Winner.FURTHEST,
        ),
        "cat-pm",
        'the variant "9-5-2 +/-" of the Catalan rules sheet',
        _CATALAN_READINGS
        | {
            "two_up": "The source does not say who goes first in this variant if two players are up. It is as in the"
            " main game.",
            "two_down": f"{_SHARES} All are given before the call and returned after it.",
            "returns": "If two players gave cards to one player, that player holds both gifts when the returns begin,"
            " and serves the higher contract first. The source does not say.",
            "kitty_peek": "Looking at the kitty early does not arise: the dealer takes it before calling.",
            "kitty_show": "The source has the rule for showing cards of the kitty in its main game only."
            " kitty_show=returned turns it on: after the return, the dealer shows the giver higher cards of the kitty,"
            " which have been discarded.",
            "winner": "A player who reaches the negative mark counts like one who reaches the positive mark.",
            "tie": "A tie is impossible: the scores add up to 0, so if two players are level on one side, the third is"
            " further past the mark.",
        },
    ),
    Named(
        RuleSet(
            name="nine-five-two",
            must_give=False,
            two_up=TwoUp.MOST,
            kitty_show=KittyShow.RECEIVED,
            target=10,
        ),
        "952",
        'the page "Nine Five Two" of a collection of card game rules',
        {
            "notrump": _NOTRUMP,
            "must_give": "The source says may: a player may give any number of cards up to that.",
            "two_up": "The source does not say who goes first if two players are up by the same amount. Here it is the"
            " higher contract.",
            **_TWO_DOWN,
            "returns": "The source does not say what goes back for several cards of a suit, or whether the card given"
            " may go back. It is as in wikipedia.",
            **_NO_PEEK,
            "kitty_show": 'In the source, "higher than the one given" may mean the card received or the card returned;'
            " its example fits both. Here it is the card received.",
            "target": _AGREED_TARGET,
            "winner": f"{_WINNER} As in wikipedia, the higher score wins.",
            "tie": f"{_TIE} As in wikipedia, another deal is played.",
        },
    ),
    Named(
        RuleSet(
            name="nine-two-five",
            contracts=(9, 2, 5),
            lead=Seat.DEALER,
            later=_TRUMP_FIRST,
            target=15,
            floor=-15,
        ),
        "925",
        'the weblog article "9-2-5"',
        {
            "two_down": "The source says that all cards are handed out before any are returned, and \"you're never"
            ' going to be bled more than 2 cards as the dealer". So each player who is down gets as many cards as'
            " they are down.",
            "kitty_show": _NO_SHOW,
            **_NO_PEEK,
            "tie": "The source says to play another deal. The same rule applies after it.",
        },
    ),
    Named(
        RuleSet(
            name="sergeant-major",
            contracts=(8, 5, 3),
            notrump=False,
            first=_BLIND_DISCARD,
            later=(DealPhase.EXCHANGE, *_BLIND_DISCARD),
            sweep=12,
        ),
        "sm",
        'the page "Sergeant Major" of pagat.com (whist/sergeant)',
        {
            "must_give": "The source does not say whether players may keep out of an exchange.",
            "two_up": "The source does not say who goes first if two players are up.",
            **_TWO_DOWN,
            "tie": "A tie is impossible: two players cannot both win 12 tricks.",
        },
    ),
    Named(
        RuleSet(name="bga", notrump=False, must_give=False, deals=9, tie=Tie.SHARE),
        "bga",
        "the help page of Board Game Arena (ninefivetwo)",
        {
            "contracts": "The source also allows 8 / 5 / 3: contracts=8-5-3.",
            "notrump": _NOTRUMP,
            **_TWO_DOWN,
            "deals": "The source leaves the number of deals to agreement; here it is three rounds. A match may also end"
            " at a target, after 12 tricks in a deal, or five over the contract.",
            "winner": "The source does not say who wins. Here it is the highest score.",
            "tie": f"{_TIE} Here the win is shared.",
        },
    ),
)

NAMED.update((named.rules.name, named) for named in _ALL)
_SHORT = {named.short: named.rules.name for named in _ALL}


@checked(RulesError)
def parse_rules(text: str) -> RuleSet:
    """Parse the name or short name of a rule set and any changed fields. Raises RulesError if the text is invalid.

    >>> parse_rules("925 contracts=8-3-5").contracts
    (8, 3, 5)
    """
    name, _, changes = " ".join(text.split()).partition(" ")
    known = NAMED.get(_SHORT.get(name.lower(), name.lower()))
    if known is None:
        if (parted := re.sub(r"\s*[,;]\s*(?=\w+=)", " ", text.strip())) != text.strip():
            raise RulesError(f"unknown rule set {quoted(text)} (expected {quoted(parted)}, a space before each field)")
        near = get_close_matches(name.lower(), NAMED, 1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise RulesError(f"unknown rule set {quoted(name)} (expected one of {', '.join(NAMED)}{hint})")
    return known.rules.changed(changes)


def rules_text(rules: RuleSet) -> str:
    """Return a rule set as text for `parse_rules`: the name of a named rule set, and any changed fields.

    >>> rules_text(parse_rules("wiki target=20 kitty_peek=yes"))
    'wikipedia kitty_peek=yes'
    """
    return f"{rules.name} {rules.changes_from(NAMED[rules.name].rules)}".rstrip()


class Line(Struct, frozen=True):
    """The explanation of one field of a rule set. `value` is None for a rule on which all sources agree.

    `reading` explains how a silent or ambiguous source was interpreted.
    """

    field: str
    value: str | None
    words: str
    reading: str | None


def plain_words(rules: RuleSet) -> list[Line]:
    """Explain every field of the rule set, followed by the rules on which all sources agree."""
    named = NAMED[rules.name]
    lines = []
    for name, kind in KINDS.items():
        value = getattr(rules, name)
        reading = named.readings.get(name)
        if value != getattr(named.rules, name):
            changed = f"{name} is changed from {kind.text(getattr(named.rules, name))}."
            reading = " ".join(filter(None, [changed, reading]))
        lines.append(Line(name, kind.text(value), kind.words(value), reading))
    return lines + [Line(name, None, words, named.readings.get(name)) for name, words in AGREED.items()]
