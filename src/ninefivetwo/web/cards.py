"""Cards on the page: a hand as a fan, the choices that a turn offers, and the picker of hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape

from nicegui import ui

from ninefivetwo.cards import RANKS, Card, Denomination, Hand, Seat, Suit
from ninefivetwo.game import (
    Action,
    Call,
    CallTurn,
    DealView,
    Discard,
    DiscardTurn,
    Give,
    GiveTurn,
    Look,
    LookTurn,
    Match,
    Play,
    PlayTurn,
)
from ninefivetwo.render.cards import WORDS, plural
from ninefivetwo.render.matches import format_event
from ninefivetwo.web.frame import button, text

SIGNS = "♠♥♦♣"
ORDER = (Suit.S, Suit.H, Suit.C, Suit.D)  # in a fan: black and red by turns
Chosen = Callable[[Action], object]


def face(card: Card) -> str:
    """The HTML of a card's face."""
    rank = RANKS[card.rank].replace("T", "10")
    return f'<span class="c">{rank}<span>{SIGNS[card.suit]}</span></span><span class="p">{SIGNS[card.suit]}</span>'


def spoken(card: Card) -> str:
    """A card as a screen reader says it: "ace of spades"."""
    ranks = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
    rank = RANKS[card.rank]
    return f"{ranks.get(rank, rank)} of {WORDS[Denomination(card.suit)].split()[-1]}"


def fanned(hand: Hand) -> list[Card]:
    """A hand's cards in the order in which they are drawn."""
    return [card for suit in ORDER for card in hand.only(suit)]


def show_card(card: Card) -> None:
    """Draw a card that cannot be pressed."""
    made = ui.html(face(card), sanitize=False).classes(f"card {card.suit.name}")
    made.props(f'role="img" aria-label="{spoken(card)}"')


def show_trump(trump: Denomination | None) -> None:
    """Draw trump as a sign in the middle of the table."""
    if trump is not None:
        sign = "NT" if trump is Denomination.N else SIGNS[trump]
        ui.html(sign, sanitize=False).classes("trumpsign")


def format_trump(trump: Denomination) -> str:
    """Trump in words: "♠ spades are trump"."""
    return WORDS[trump] + (" are trump" if trump is not Denomination.N else "")


def show_log(match: Match, view: DealView) -> None:
    """List what has happened before the play, as a seat has seen it."""
    said = [words for event in view.events if (words := format_event(match, event))]
    items = "".join(f"<li>{escape(words)}</li>" for words in said) or "<li>The cards are dealt.</li>"
    ui.html(items, sanitize=False, tag="ol").classes("log")


Drawn = dict[Card, tuple[ui.element, ui.html]]


def fan(
    hand: Hand,
    on_card: Callable[[Card], object] | None = None,
    *,
    legal: Hand | None = None,
    up: Hand = Hand(),  # noqa: B008 - a value
    hinted: Hand = Hand(),  # noqa: B008
    tags: Mapping[Card, str] | None = None,
) -> Drawn:
    """Draw a hand.  With `on_card`, its `legal` cards can be pressed; None: all.  `tags` stand above cards."""
    before: Card | None = None
    drawn: Drawn = {}
    with ui.element("div").classes("hand" + (" legal" if on_card and legal is not None else "")):
        for card in fanned(hand):
            gap = before is not None and before.suit is not card.suit
            before = card
            with ui.element("div").classes("slot" + " gap" * gap):
                made = ui.element("button" if on_card else "div").classes(f"card {card.suit.name}")
            made.props(f'aria-label="{spoken(card)}" data-card="{card}"')
            if on_card and (legal is None or card in legal):
                made.props('type="button"').on("click", lambda card=card: on_card(card))
            else:
                made.props('type="button" disabled' if on_card else 'role="img"')
            with made:
                drawn[card] = made, ui.html("", sanitize=False)
    dress(drawn, up, hinted, tags or {})
    return drawn


def dress(drawn: Drawn, up: Hand, hinted: Hand, tags: Mapping[Card, str]) -> None:
    """Show which cards are picked (`up`) and recommended (`hinted`), and the tags; no card is drawn again."""
    for card, (made, inside) in drawn.items():
        kinds = " ".join(kind for kind, cards in (("up", up), ("hinted", hinted)) if card in cards)
        made.classes(remove="up hinted", add=kinds)
        tag = f'<span class="tag">{escape(tags[card])}</span>' if card in tags else ""
        inside.set_content(face(card) + tag)


class Choices:
    """The choices of a turn, drawn with the hand; an action that is complete and legal is passed to `chosen`."""

    def __init__(self, view: DealView, names: Mapping[Seat, str], chosen: Chosen) -> None:
        self.view, self.turn, self.names, self._chosen = view, view.due_turn, names, chosen
        self.marked: dict[Card, Seat | None] = {}  # the cards to discard, or to give, with their receiver
        self.hinted, self._drawn = Hand(), Drawn()
        self._to = next((s for s in Seat if isinstance(self.turn, GiveTurn) and self.turn.owed[s]), None)
        self._draw()

    def hint(self, cards: Hand) -> None:
        """Mark the recommended cards."""
        self.hinted = cards
        self._dress()

    def _draw(self) -> None:
        match self.turn:
            case PlayTurn():
                self._drawn = fan(self.turn.held, self._play, legal=self.turn.legal())
            case DiscardTurn() | GiveTurn():
                self._head = ui.element("div").classes("row")
                self._drawn = fan(self.turn.held, self._mark)
                self._dress()
            case CallTurn():
                self._calling(self.turn)
            case LookTurn():
                with ui.element("div").classes("row"):
                    button("Look at the kitty", lambda: self._chosen(Look(self.turn.seat, True)), "main")
                    button("Do not look", lambda: self._chosen(Look(self.turn.seat, False)))
                fan(self.turn.held)

    def _play(self, card: Card) -> object:
        return self._chosen(Play(self.turn.seat, card))

    def _calling(self, turn: CallTurn) -> None:
        seen = self.view.kitty if isinstance(self.view.kitty, Hand) else Hand()
        with ui.element("div").classes("row"):
            text("Call trump:")
            for d in turn.denominations:
                key = d.name.lower()
                button(WORDS[d], lambda d=d: self._chosen(Call(turn.seat, d)), f"s{d.name}", key=key)
        fan(turn.held | seen, up=seen)

    def _dress(self) -> None:
        """Show the cards picked so far, and the buttons for them."""
        tags = {card: f"→ {self.names[seat]}" for card, seat in self.marked.items() if seat is not None}
        kitty = self.view.dealt_kitty if isinstance(self.turn, DiscardTurn) else None
        if isinstance(kitty, Hand):
            tags |= {card: "kitty" for card in kitty}
        dress(self._drawn, Hand.of(self.marked), self.hinted, tags)
        if not isinstance(self.turn, (DiscardTurn, GiveTurn)):
            return
        self._head.clear()
        with self._head:
            if isinstance(self.turn, GiveTurn):
                self._receivers(self.turn)
                self._button("give", self._gift(self.turn))
            else:
                self._button(
                    f"discard {plural(self.turn.number, 'card')}", Discard(self.turn.seat, Hand.of(self.marked))
                )

    def _button(self, words: str, action: Action) -> None:
        """The button that does the action, enabled once the action is legal."""
        refusal = self.turn.refusal(action)
        button(words.capitalize(), lambda: self._chosen(action), "main", key="enter", enabled=refusal is None)
        text(f"{len(self.marked)} chosen" + (f": {refusal}" if refusal and self.marked else ""), "soft")

    def _receivers(self, turn: GiveTurn) -> None:
        for seat in (seat for seat in Seat if turn.owed[seat]):
            number = sum(to is seat for to in self.marked.values())
            most = ("" if turn.must else "up to ") + str(turn.owed[seat])
            words = f"to {self.names[seat]}: {number} of {most}"
            button(words, lambda seat=seat: self._turn_to(seat), "on" if seat is self._to else "")

    def _gift(self, turn: GiveTurn) -> Give:
        return Give.of(turn.seat, {s: Hand.of(c for c, to in self.marked.items() if to is s) for s in Seat})

    def _turn_to(self, seat: Seat) -> None:
        self._to = seat
        self._dress()

    def _mark(self, card: Card) -> None:
        """Pick a card or put it back; if there are too many, the first one goes back."""
        if card in self.marked:
            del self.marked[card]
        else:
            most = self.turn.number if isinstance(self.turn, DiscardTurn) else self._owed()
            here = [other for other, to in self.marked.items() if to is self._to]
            if len(here) >= most:
                del self.marked[here[0]]
            self.marked[card] = self._to
        self._dress()

    def _owed(self) -> int:
        assert isinstance(self.turn, GiveTurn) and self._to is not None
        return self.turn.owed[self._to]


def cards_of(action: Action) -> Hand:
    """The cards of a play, a discard or a gift; none for other actions."""
    match action:
        case Play():
            return Hand.of([action.card])
        case Discard(cards=Hand() as cards):
            return cards
        case Give():
            return Hand.of(card for cards in action.cards if isinstance(cards, Hand) for card in cards)
    return Hand()


class Picker:
    """All 52 cards to be put into hands.  A card is in one hand at most, and no hand holds more than its limit."""

    def __init__(self, places: Sequence[tuple[str, int]], changed: Callable[[list[Hand]], object]) -> None:
        self._places, self._changed = places, changed
        self.where: dict[Card, int] = {}
        self._to = 0
        with ui.element("div").classes("picker"):
            self._tabs = ui.element("div")
            self._cards = {card: self._card(card) for suit in ORDER for card in self._row(suit)}
        self._draw_tabs()

    @property
    def hands(self) -> list[Hand]:
        return [Hand.of(card for card, at in self.where.items() if at == i) for i in range(len(self._places))]

    def put(self, hands: Sequence[Hand]) -> None:
        """Put these cards into the hands."""
        self.where = {card: i for i, hand in enumerate(hands) for card in hand}
        for card in self._cards:
            self._dress(card)
        self._draw_tabs()

    def _row(self, suit: Suit) -> Iterator[Card]:
        with ui.element("div"):
            yield from (Card(suit, rank) for rank in reversed(range(13)))

    def _card(self, card: Card) -> tuple[ui.element, ui.html]:
        made = ui.element("button").classes(f"pk {card.suit.name}")
        made.props(f'type="button" aria-label="{spoken(card)}" data-pick="{card}"').on(
            "click", lambda: self._press(card)
        )
        with made:
            ui.html(RANKS[card.rank].replace("T", "10") + SIGNS[card.suit], sanitize=False, tag="span")
            return made, ui.html("", sanitize=False, tag="small")

    def _dress(self, card: Card) -> None:
        """Show which hand a card is in.  Only this card is drawn again, so that no press is lost."""
        made, where = self._cards[card]
        at = self.where.get(card)
        made.classes(remove=" ".join(f"at{i}" for i in range(len(self._places))), add="" if at is None else f"at{at}")
        where.set_content("" if at is None else self._places[at][0][0].upper())

    def _draw_tabs(self) -> None:
        self._tabs.clear()
        with self._tabs:
            for i, ((name, most), hand) in enumerate(zip(self._places, self.hands, strict=True)):
                kind = "on" if i == self._to else ""
                button(f"{name} {len(hand)}/{most}", lambda i=i: self._turn_to(i), kind)

    def _turn_to(self, place: int) -> None:
        self._to = place
        self._draw_tabs()

    def _press(self, card: Card) -> None:
        if self.where.get(card) == self._to:
            del self.where[card]
        elif len(self.hands[self._to]) < self._places[self._to][1]:
            self.where[card] = self._to
        self._dress(card)
        self._draw_tabs()
        self._changed(self.hands)
