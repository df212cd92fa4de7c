"""From a match and its deal to the items of a record."""

from __future__ import annotations

from collections.abc import Mapping

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.errors import RecordError
from ninefivetwo.game import Call, Cards, Deal, Discard, Event, Give, Look, Match, Play, Show, Unseen
from ninefivetwo.game.records.document import Cell, Item, Items, Tag
from ninefivetwo.game.records.parsed import KNOWN_TAGS
from ninefivetwo.game.rules import rules_text


def items_of(match: Match, tags: Mapping[str, str]) -> Items:
    """The items of the match's deal as it stands, or of a seat's view of it; `tags`, Event or Date, go first."""
    deal = match.deal
    if taken := [name for name in tags if name.capitalize() in KNOWN_TAGS]:
        raise RecordError(f"a tag of the game itself: {taken[0]} (expected such as Event or Date)")
    values = dict(tags)
    if match.number > 1 or deal.previous_results is None:  # a later deal of which the number is not known has none
        values["Board"] = str(match.number)
    values["Rules"] = rules_text(match.rules)
    values |= {s.word.capitalize(): name for s, name in zip(Seat, match.names, strict=True) if name != s.word}
    values["Score"] = " ".join(f"{seat.letter}:{match.score[seat]}" for seat in Seat)
    if deal.previous_results is not None:
        values["Carry"] = " ".join(
            f"{s.letter}:{deal.previous_results[s]:+}" if deal.previous_results[s] else f"{s.letter}:0" for s in Seat
        )
    if deal.viewer is not None:
        values["Viewer"] = deal.viewer.letter
    values["Deal"] = _deal_text(deal)
    values |= _event_tags(deal)
    items: list[Item] = [Tag(name, value) for name, value in values.items()]
    items += _play(deal)
    if deal.over:
        items.append(Tag("Result", " ".join(f"{seat.letter}:{deal.won[seat]}" for seat in Seat)))
    return tuple(items)


def _deal_text(deal: Deal) -> str:
    hands = " ".join(str(hand) if isinstance(hand, Hand) else "?" for hand in deal.dealt)
    return f"D:{hands} K:{deal.dealt_kitty if isinstance(deal.dealt_kitty, Hand) else '?'}"


def _event_tags(deal: Deal) -> dict[str, str]:
    """The tags of what has happened before the play, in the order of the notation."""
    result = {}
    if exchange := _exchange(deal):
        result["Exchange"] = exchange
    for event in deal.events:
        match event:
            case Look(_, looks) if looks or not _has(deal, Call):
                result["Looked"] = "yes" if looks else "no"
            case Call(_, denomination):
                result["Trump"] = denomination.name
            case Show(_, to, cards) if deal.viewer not in (None, Seat.DEALER) and len(cards):
                part = f"D>{to.letter} {' '.join(_words(cards))}"
                result["Shown"] = "; ".join(filter(None, [result.get("Shown"), part]))
            case Discard(_, cards):
                result["Discard"] = " ".join(_words(cards))
            case _:
                pass
    return result


def _has(deal: Deal, kind: type[Event]) -> bool:
    return any(isinstance(event, kind) for event in deal.events)


def _exchange(deal: Deal) -> str:
    """The exchange, giver by giver; a declined gift is written only where nothing later shows it."""
    parts = []
    for i, give in enumerate(deal.events):
        if not isinstance(give, Give):
            continue
        pairs = [receiver for receiver in Seat if len(give.cards[receiver])]
        parts += [_pair(deal, give, receiver) for receiver in pairs]
        if not pairs and not any(map(_is_written, deal.events[i + 1 :])):
            down = next(seat for seat in Seat if deal.previous_results and deal.previous_results[seat] < 0)
            parts.append(f"{give.seat.letter}>{down.letter} -")
    return "; ".join(parts)


def _is_written(event: Event) -> bool:
    """Does a record show that an event has been, so that what came before it has been too?"""
    if isinstance(event, Give):
        return any(len(cards) for cards in event.cards)
    return isinstance(event, (Call, Discard, Play)) or (isinstance(event, Look) and event.looks)


def _pair(deal: Deal, give: Give, receiver: Seat) -> str:
    given, back = _words(give.cards[receiver]), _words(deal.handed_back(receiver, give.seat))
    words = [f"{one}/{other}" for one, other in zip(given, back, strict=True)] if back else given
    return f"{give.seat.letter}>{receiver.letter} {' '.join(words)}"


def _words(cards: Cards) -> list[str]:
    """Cards suit by suit, high to low, so that gifts and returns of a suit stand side by side."""
    return ["?"] * len(cards) if isinstance(cards, Unseen) else [str(card) for card in cards]


def _play(deal: Deal) -> list[Item]:
    """The play section: a row a trick, a column a seat, the first leader's first."""
    tricks = deal.tricks
    if not tricks:
        return []
    first = tricks[0].lead
    items: list[Item] = [Tag("Play", first.letter)]
    for trick in tricks:
        row = dict(trick.turns)
        columns = [first.after(turn) for turn in range(len(Seat))]
        items += [Cell(row.get(seat), fresh=turn == 0) for turn, seat in enumerate(columns)]
    return items
