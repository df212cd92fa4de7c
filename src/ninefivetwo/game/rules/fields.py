"""The fields of a rule set, and functions that parse, format and explain the values of each field."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from typing import Any, TypeVar

from msgspec import Struct

from ninefivetwo.cards import Seat, by_seat
from ninefivetwo.errors import CardError

TRICKS = 16
Contracts = tuple[int, int, int]


class DealPhase(Enum):
    """A phase of a deal after dealing. A rule set lists the phases in order."""

    EXCHANGE = "exchange"  # gifts by the players who were up, then returns by the players who were down
    GIVE = "give"  # the first half of an exchange
    RETURN = "return"  # the second half of an exchange
    TRUMP = "trump"
    KITTY = "kitty"
    DISCARD = "discard"
    PLAY = "play"


class TwoUp(Enum):
    """The rule that decides who gives first if two players were up."""

    CONTRACT = "contract"
    MOST = "most"


class KittyShow(Enum):
    """The rule for showing kitty cards to a player who gave cards to the dealer."""

    NO = "no"
    RETURNED = "returned"
    RECEIVED = "received"


class Winner(Enum):
    """The rule that determines the winner at the end of a match."""

    HIGHEST = "highest"
    FURTHEST = "furthest"


class Tie(Enum):
    """The rule for a tie for first place at the end of a match."""

    PLAY_ON = "play-on"
    SHARE = "share"


class Kind(Struct, frozen=True):
    """Functions for a field's values: `read` parses (raising ValueError), `text` formats, `words` explains."""

    expected: str
    read: Callable[[str], Any]
    text: Callable[[Any], str]
    words: Callable[[Any], str]


def _contracts(text: str) -> Contracts:
    if not re.fullmatch(r"\d{1,2}-\d{1,2}-\d{1,2}", text, re.ASCII):
        raise ValueError
    return by_seat(map(int, text.split("-")))


def _seat(text: str) -> Seat:
    try:
        return Seat.parse(text)
    except CardError as error:
        raise ValueError from error


def _order(text: str) -> tuple[DealPhase, ...]:
    return tuple(DealPhase(word) for word in text.split("-"))


def _order_text(order: tuple[DealPhase, ...]) -> str:
    return "-".join(phase.value for phase in order)


def _number(least: int, most: int) -> Callable[[str], int | None]:
    def read(text: str) -> int | None:
        if text == "no":
            return None
        if not re.fullmatch(r"[+-]?\d{1,4}", text, re.ASCII) or not least <= int(text) <= most:
            raise ValueError
        return int(text)

    return read


Member = TypeVar("Member", bound=Enum)


def _one_of(values: type[Member], words: dict[Member, str]) -> Kind:
    return Kind(" or ".join(str(v.value) for v in values), values, lambda v: str(v.value), lambda v: words[v])


def _yes_or_no(yes: str, no: str) -> Kind:
    return Kind(
        "yes or no",
        {"yes": True, "no": False}.__getitem__,
        lambda value: "yes" if value else "no",
        lambda value: yes if value else no,
    )


def _limit(least: int, most: int, words: str) -> Kind:
    return Kind(
        f"no, or a number from {least} to {most}",
        _number(least, most),
        lambda value: "no" if value is None else str(value),
        lambda value: "does not end the match" if value is None else words.format(value),
    )


#: The phases as nouns.
PHASE_NAMES = {
    DealPhase.EXCHANGE: "exchange",
    DealPhase.GIVE: "cards given",
    DealPhase.RETURN: "cards returned",
    DealPhase.TRUMP: "call",
    DealPhase.KITTY: "kitty",
    DealPhase.DISCARD: "discard",
    DealPhase.PLAY: "play",
}


def _order_words(deals: str) -> Callable[[tuple[DealPhase, ...]], str]:
    return lambda order: f"{deals}: " + ", ".join(PHASE_NAMES[phase] for phase in order)


KINDS = {
    "contracts": Kind(
        "three numbers such as 9-5-2 for dealer, left and right",
        _contracts,
        lambda contracts: "-".join(map(str, contracts)),
        lambda contracts: "tricks to win: " + ", ".join(f"{s.word} {contracts[s]}" for s in Seat),
    ),
    "notrump": _yes_or_no("the dealer may call no-trump", "no-trump is not allowed"),
    "lead": Kind(
        "dealer, left or right", _seat, lambda seat: seat.word, lambda seat: f"{seat.word} leads to the first trick"
    ),
    "first": Kind(
        "an order such as trump-kitty-discard-play", _order, _order_text, _order_words("in the first deal of a match")
    ),
    "later": Kind(
        "an order such as exchange-trump-kitty-discard-play", _order, _order_text, _order_words("in later deals")
    ),
    "must_give": _yes_or_no(
        "a player who is up gives one card for each trick above the contract",
        "a player who is up may give up to one card for each trick above the contract",
    ),
    "two_up": _one_of(
        TwoUp,
        {
            TwoUp.CONTRACT: "if two players are up, the higher contract of the new deal goes first",
            TwoUp.MOST: "if two players are up, the one who is up more goes first",
        },
    ),
    "kitty_show": _one_of(
        KittyShow,
        {
            KittyShow.NO: "no cards of the kitty are shown",
            KittyShow.RETURNED: "a dealer who was down shows the giver the cards of the kitty that are higher than a"
            " card returned in the suit",
            KittyShow.RECEIVED: "a dealer who was down shows the giver the cards of the kitty that are higher than a"
            " card received in the suit",
        },
    ),
    "kitty_peek": _yes_or_no(
        "a dealer who won 0 or 1 tricks with a contract of 5 in the previous deal may look at the kitty before calling",
        "nobody looks at the kitty before the dealer takes it",
    ),
    "target": _limit(1, 1000, "the match ends when a player reaches +{}"),
    "floor": _limit(-1000, -1, "the match ends when a player reaches {}"),
    "deals": _limit(1, 1000, "the match ends after {} deals"),
    "sweep": _limit(1, TRICKS, "a player who wins {} tricks or more in one deal wins the match"),
    "over": _limit(1, TRICKS, "a player who wins {} tricks or more over their contract in one deal wins the match"),
    "winner": _one_of(
        Winner,
        {
            Winner.HIGHEST: "the highest score wins",
            Winner.FURTHEST: "of the players who reached either mark, the one furthest past it wins;"
            " if equal, the one above zero",
        },
    ),
    "tie": _one_of(
        Tie,
        {Tie.PLAY_ON: "in a tie, another deal is played", Tie.SHARE: "in a tie, the win is shared"},
    ),
}

#: Rules that are not fields because all sources agree on them.
AGREED = {
    "two_down": "if two players are down, all cards are given before any are returned",
    "returns": "for n cards of a suit the n highest go back, perhaps some of the cards given",
}
