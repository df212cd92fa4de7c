"""What has happened in a deal, told to one of its players: exchange, call, kitty, discard, tricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.game import Call, Cards, Discard, Event, Give, Look, Peek, Return, Show, Take
from ninefivetwo.layout import Trick
from ninefivetwo.words.cards import WORDS, by_suit, plural


class Teller:
    """Tells events to the player `me`, as that seat saw them; others by their names."""

    def __init__(self, names: Mapping[Seat, str], me: Seat | None) -> None:
        self._names, self._me = names, me

    def before_play(self, events: Sequence[Event]) -> list[str]:
        """A sentence for each of these events that needs one; a gift and what came back for it are one.

        Cards of the play are told by `trick`.
        """
        back = [event for event in events if isinstance(event, Return)]
        told: list[str] = []
        for event in events:
            if isinstance(event, Give):
                told += self._gifts(event, back)
            elif isinstance(event, Return):
                if event in back:
                    told.append(self._returned(event))
            elif words := self._other(event):
                told.append(words)
        return told

    def trick(self, number: int, trick: Trick) -> str:
        """A trick, or its beginning: who led what, who played what, who won it."""
        cards = "".join(f", {self._name(seat)} {card}" for seat, card in trick.turns[1:])
        words = f"Trick {number}: {self._does(trick.lead, 'lead')} {trick.cards[0]}{cards}"
        return words if trick.winner is None else f"{words}; {self._does(trick.winner, 'win')} it"

    def _gifts(self, give: Give, back: list[Return]) -> list[str]:
        """A gift to each receiver, with what came back; that is then taken from the list."""
        told = []
        for to in (seat for seat in Seat if len(give.cards[seat])):
            returned = next((event for event in back if (event.seat, event.to) == (to, give.seat)), None)
            if returned is None:
                told.append(f"{self._does(give.seat, 'give')} {self._name(to)} {_cards(give.cards[to])}")
            else:
                back.remove(returned)
                told.append(self._exchange(give.seat, to, returned.cards, give.cards[to]))
        return [_sentence(words) for words in told or [f"{self._does(give.seat, 'give')} nothing"]]

    def _exchange(self, giver: Seat, receiver: Seat, taken: Cards, given: Cards) -> str:
        if isinstance(taken, Hand) and taken == given:
            comes = "it comes" if len(given) == 1 else "they come"
            return (
                f"{self._does(giver, 'give')} {self._name(receiver)} {_cards(given)}, and {comes} back: nothing higher"
            )
        if receiver is self._me:
            return f"{self._names[giver]} takes your {_cards(taken)} and gives you {_cards(given)}"
        return f"{self._does(giver, 'take')} {_cards(taken)} from {self._name(receiver)}, who gets {_cards(given)}"

    def _returned(self, event: Return) -> str:
        return _sentence(f"{self._does(event.seat, 'hand')} {_cards(event.cards)} back to {self._name(event.to)}")

    def _other(self, event: Event) -> str:
        match event:
            case Look(seat, looks):
                did = self._does(seat, "look") if looks else f"{self._name(seat)} did not look"
                words = f"{did} at the kitty"
            case Peek(_, Hand() as cards):
                words = f"the kitty: {_cards(cards)}"
            case Call(seat, denomination):
                words = f"{self._does(seat, 'call')} {WORDS[denomination]}"
            case Take(seat, cards):
                seen = f": {_cards(cards)}" if isinstance(cards, Hand) else ""
                words = f"{self._does(seat, 'take')} the kitty{seen}"
            case Show(seat, to, cards) if len(cards):
                words = f"{self._does(seat, 'show')} {self._name(to)} {_cards(cards)} of the kitty"
            case Discard(seat, cards):
                words = f"{self._does(seat, 'discard')} {_cards(cards)}"
            case _:
                return ""
        return _sentence(words)

    def _name(self, seat: Seat) -> str:
        return "you" if seat is self._me else self._names[seat]

    def _does(self, seat: Seat, verb: str) -> str:
        """Who does it: "you give", "Ann gives"."""
        return f"{self._name(seat)} {verb}" + ("" if seat is self._me else "s")


def _cards(cards: Cards) -> str:
    return by_suit(cards) if isinstance(cards, Hand) else plural(len(cards), "card")


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."
