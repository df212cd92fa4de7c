"""Import a saved game log from Board Game Arena. **Experimental**: tested only with made-up logs, not with real ones.

Only the outer structure of a log is documented: each element of ``data.logs[].data[]`` is a notification ``{type,
args}``. The names inside `args` differ between games, so plays are recognized by their content: a player, a suit and a
value, sixteen times for each of three players, with no card repeated. Trump is read from a notification that names it,
or inferred from the leader of each trick. A log is rejected if the trump of a deal cannot be determined.

The exchange and the kitty are not read. A record contains the hands at the start of play. The four unplayed cards are
recorded as both kitty and discard, which a comment in the record explains.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from ninefivetwo.cards import FULL_DECK, RANKS, Card, Hand, Seat, Trump, by_seat
from ninefivetwo.errors import GameError, RecordError, raised_as
from ninefivetwo.game import Call, Deal, Discard, Match, Play
from ninefivetwo.game.records.document import Comment
from ninefivetwo.game.records.records import File, Record, record_of
from ninefivetwo.game.rules import TRICKS, DealPhase, RuleSet
from ninefivetwo.layout import Layout, tricks_of

CARDS_PLAYED = 3 * TRICKS
BGA_NOTE = (
    " Experimental, from a log of Board Game Arena: the hands as they were when play began. The four cards that nobody"
    " played stand for the kitty and the discard; the exchange and the real kitty were not read. "
)
_SUITS = {"S": "S", "H": "H", "D": "D", "C": "C", "♠": "S", "♥": "H", "♦": "D", "♣": "C"} | {
    word + end: letter
    for word, letter in [("SPADE", "S"), ("HEART", "H"), ("DIAMOND", "D"), ("CLUB", "C")]
    for end in ("", "S")
}
_VALUES = {str(i): RANKS[i - 2] for i in range(2, 11)} | {"1": "A", "11": "J", "12": "Q", "13": "K", "14": "A"}
_VALUES |= {rank: rank for rank in RANKS} | {"JACK": "J", "QUEEN": "Q", "KING": "K", "ACE": "A"}


class Imported(Struct, frozen=True):
    """The records imported from a log, and notes on missing or ignored content of the log."""

    file: File
    notes: tuple[str, ...]


class _Shape(Struct, frozen=True):
    """The content of a notification that was recognized, with its position in the log."""

    place: int
    kind: str
    player: str | None
    name: str | None
    card: Card | None
    trump: Trump | None


def is_log(found: object) -> bool:
    """Whether a JSON value has the outer structure of a Board Game Arena log."""
    return isinstance(found, dict) and isinstance(found.get("data"), dict) and "logs" in found["data"]


def read_log(found: object, rules: RuleSet) -> Imported:
    """Import the deals of a log under a rule set in which the dealer takes the kitty before discarding.

    Raises RecordError if the discard precedes the kitty, no plays are found, or the plays do not fit a game of 9-5-2.
    """
    order = rules.first
    if order.index(DealPhase.DISCARD) < order.index(DealPhase.KITTY):
        raise RecordError(f"rules {rules.name}: the discard comes before the kitty (expected rules such as bga)")
    shapes = [_shape(place, note, args) for place, note, args in _notifications(found)]
    kind = _kind_of_plays(shapes)
    deals = _deals(shapes, kind)
    records, notes, first = [], [], None
    for number, (plays, before) in enumerate(deals, 1):
        if len(plays) < CARDS_PLAYED:
            notes.append(f"deal {number} stops after {len(plays)} cards and was left out: its hands are not known")
            continue
        seats = _seats(plays, rules)
        if first is not None and seats != _rotated(first, number - 1):
            raise RecordError(f"deal {number} in the log: the deal does not pass to the left")
        first = first or _rotated(seats, 1 - number)
        records.append(_record(number, plays, seats, before, rules))
    if not records:
        raise RecordError(f"no complete deal in the log (expected {CARDS_PLAYED} cards played)")
    others = Counter(shape.kind for shape in shapes if shape.kind != kind)
    notes.append("experimental: logs of Board Game Arena have been tried with made-up ones only; check the result")
    notes.append(f"plays read from notifications {kind!r}; exchange and kitty not read")
    if others:
        notes.append("passed over: " + ", ".join(f"{name} ({n})" for name, n in sorted(others.items())))
    return Imported(File.of(records), tuple(notes))


def _notifications(found: object) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Yield each notification of a log with its position, type and content, omitting duplicates."""
    match found:
        case {"data": {"logs": list(logs)}}:
            pass
        case _:
            raise RecordError("not a log: data.logs is not a list (expected a saved game log of Board Game Arena)")
    seen: set[str] = set()
    place = 0
    for packet in logs:
        notes = packet.get("data") if isinstance(packet, dict) else None
        for note in notes if isinstance(notes, list) else []:
            place += 1
            if not isinstance(note, dict) or not isinstance(note.get("args"), dict):
                continue
            uid = note.get("uid")
            if isinstance(uid, str) and uid in seen:
                continue
            seen |= {uid} if isinstance(uid, str) else set()
            yield place, str(note.get("type")), note["args"]


def _shape(place: int, kind: str, args: dict[str, Any]) -> _Shape:
    flat = dict(args)
    for value in args.values():
        if isinstance(value, dict):
            flat = {**value, **flat}
    player = flat.get("player_id")
    name = flat.get("player_name")
    return _Shape(
        place,
        kind,
        str(player) if isinstance(player, (int, str)) else None,
        name if isinstance(name, str) else None,
        _card(flat),
        _trump(flat),
    )


def _card(flat: dict[str, Any]) -> Card | None:
    """Return the card that a notification names, or None if the suit or the value is missing or ambiguous."""
    suits = {_SUITS.get(_plain(v)) for k, v in flat.items() if _is_about(k, "suit", "color", "colour")} - {None}
    values = {_VALUES.get(_plain(v)) for k, v in flat.items() if _is_about(k, "value", "rank")} - {None}
    if len(suits) != 1 or len(values) != 1:
        return None
    return Card.parse(f"{suits.pop()}{values.pop()}")


def _trump(flat: dict[str, Any]) -> Trump | None:
    found = {_read_trump(_plain(value)) for key, value in flat.items() if _is_about(key, "trump")} - {None}
    return found.pop() if len(found) == 1 else None


def _read_trump(text: str) -> Trump | None:
    if text in ("NO TRUMP", "NOTRUMP", "NO-TRUMP", "NT"):
        return Trump.NO_TRUMP
    return Trump.parse(_SUITS[text]) if text in _SUITS else None


def _is_about(key: str, *words: str) -> bool:
    return any(word in key.lower() for word in words) and "led" not in key.lower() and "current" not in key.lower()


def _plain(value: Any) -> str:
    return re.sub(r"<[^<>]*>", "", str(value)).strip().upper() if isinstance(value, (str, int)) else ""


def _kind_of_plays(shapes: list[_Shape]) -> str:
    """Return the type of notification that reports plays, recognized by its players, cards and frequency."""
    counts = Counter(shape.kind for shape in shapes if shape.player and shape.card)
    kinds = [kind for kind, n in counts.items() if n >= CARDS_PLAYED and len(_players(shapes, kind)) == len(Seat)]
    if len(kinds) != 1:
        why = f"several fit: {', '.join(sorted(kinds))}" if kinds else "none has a player, a suit by name and a value"
        raise RecordError(
            f"no plays found in the log: {why} (expected one type of notification, {CARDS_PLAYED} a deal)"
        )
    unread = [s.place for s in shapes if s.kind == kinds[0] and not (s.player and s.card)]
    if unread:
        raise RecordError(f"notification {unread[0]} ({kinds[0]}): no player, suit and value as in the others")
    return kinds[0]


def _players(shapes: list[_Shape], kind: str) -> set[str | None]:
    return {shape.player for shape in shapes if shape.kind == kind}


def _deals(shapes: list[_Shape], kind: str) -> list[tuple[list[_Shape], list[_Shape]]]:
    """Return, for each deal, the plays and the notifications before the plays that name a trump."""
    deals: list[tuple[list[_Shape], list[_Shape]]] = []
    named: list[_Shape] = []
    for shape in shapes:
        if shape.kind != kind:
            named += [shape] if shape.trump is not None else []
            continue
        if not deals or len(deals[-1][0]) == CARDS_PLAYED:
            deals.append(([], []))
        if not deals[-1][0]:
            deals[-1][1].extend(named)
            named = []
        if shape.card in [play.card for play in deals[-1][0]]:
            raise RecordError(f"notification {shape.place}: {shape.card} played twice in deal {len(deals)}")
        deals[-1][0].append(shape)
    return deals


def _seats(plays: list[_Shape], rules: RuleSet) -> tuple[str, str, str]:
    """Return the player at each seat, giving the first leader the seat that leads under the rules."""
    order = [play.player for play in plays[:3]]
    if len(set(order)) != 3 or Counter(play.player for play in plays) != dict.fromkeys(order, TRICKS):
        raise RecordError(f"notification {plays[0].place}: not {TRICKS} cards of each of three players in turn")
    return by_seat(str(order[(seat - rules.lead) % 3]) for seat in Seat)


def _rotated(seats: tuple[str, str, str], deals: int) -> tuple[str, str, str]:
    return by_seat(seats[(i + deals) % 3] for i in range(3))


def _record(
    number: int, plays: list[_Shape], seats: tuple[str, str, str], before: list[_Shape], rules: RuleSet
) -> Record:
    hands = [Hand.of(p.card for p in plays if p.card and p.player == player) for player in seats]
    out = FULL_DECK - hands[0] - hands[1] - hands[2]
    deal = Deal.start(rules, Layout(*by_seat(hands), out))
    trump = _trump_of(number, plays, seats, before, rules)
    while not deal.over:
        turn = deal.due_turn
        if turn.kind is Call:
            deal = deal.after(Call(turn.seat, trump))
        elif turn.kind is Discard:
            deal = deal.after(Discard(turn.seat, out))
        else:
            deal = _played(deal, plays[CARDS_PLAYED - sum(len(hand) for hand in deal.hands)], seats)
    names = [next((p.name for p in plays if p.player == player and p.name), player) for player in seats]
    match = Match(rules, by_seat(names), number=number, deal=deal)
    return Record((*record_of(match, {"Site": "Board Game Arena"}).items, Comment(BGA_NOTE)))


def _played(deal: Deal, shape: _Shape, seats: tuple[str, str, str]) -> Deal:
    with raised_as(RecordError, f"notification {shape.place}: ", GameError):
        if shape.card is None:
            raise GameError("missing card")
        return deal.after(Play(Seat(seats.index(str(shape.player))), shape.card))


def _trump_of(
    number: int, plays: list[_Shape], seats: tuple[str, str, str], before: list[_Shape], rules: RuleSet
) -> Trump:
    """Return the only trump that fits the leads, considering only the trumps named before the play, if any."""
    fits = [d for d in rules.trumps() if _leads_fit(plays, seats, d)]
    named = {shape.trump for shape in before}
    agreed = [d for d in fits if d in named] or (fits if not named else [])
    if len(agreed) == 1:
        return agreed[0]
    names = ", ".join(sorted(d.letter for d in named if d is not None)) or "none"
    can = ", ".join(d.letter for d in fits) or "none"
    raise RecordError(f"deal {number} in the log: trump unknown: the log names {names}, the leads allow {can}")


def _leads_fit(plays: list[_Shape], seats: tuple[str, str, str], trump: Trump) -> bool:
    cards = [play.card for play in plays if play.card]
    tricks = tricks_of(Seat(seats.index(str(plays[0].player))), cards, trump)
    return all(seats[trick.lead] == plays[3 * number].player for number, trick in enumerate(tricks))
