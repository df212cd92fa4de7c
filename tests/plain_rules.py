"""Slow twin of the engine's plain rules of play: from a view of a deal, rule by rule, with hands as lists of cards."""

from positions import pairs
from reference import following, winning

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit, Trump
from ninefivetwo.game import DealView, Play, PlayTurn
from ninefivetwo.think.heuristics import QUEEN


def card_to_play(view: DealView, turn: PlayTurn, deck: Hand = FULL_DECK) -> Card:
    """The card that the plain rules play, in a deal of the cards of a deck."""
    follows = following(pairs(turn.held), pairs(view.table))
    legal = [card for card in turn.held if pairs([card])[0] in follows]
    if len(legal) == 1:
        return legal[0]
    outlook = Outlook(view, turn.held, deck)
    return outlook.follow(legal) if view.table else outlook.lead()


class Outlook:
    """What the rules look at: the hand, the cards that others may hold, who has shown out, and which cards are high."""

    def __init__(self, view: DealView, hand: Hand, deck: Hand) -> None:
        self.view, self.hand, self.trump, self.seat = view, hand, view.called, view.viewer
        plays = [event for event in view.events if isinstance(event, Play)]
        discarded = view.discarded if isinstance(view.discarded, Hand) else Hand()
        self.out = deck - hand - Hand.of(play.card for play in plays) - discarded
        tricks = [plays[i : i + 3] for i in range(0, len(plays), 3)]
        self.shown_out = {(play.seat, t[0].card.suit) for t in tricks for play in t if play.card.suit != t[0].card.suit}
        self.others = [seat for seat in Seat if seat is not self.seat]

    def is_trump(self, card: Card) -> bool:
        return int(card.suit) == int(self.trump)

    def may_hold(self, seat: Seat, suit: Suit) -> bool:
        return (seat, suit) not in self.shown_out and any(card.suit == suit for card in self.out)

    def may_hold_trumps(self, seat: Seat) -> bool:
        return self.trump is not Trump.NO_TRUMP and self.may_hold(seat, Suit(self.trump))

    def may_ruff(self, seat: Seat, suit: Suit) -> bool:
        return (seat, suit) in self.shown_out and self.may_hold_trumps(seat)

    def trumps_are_out(self) -> bool:
        return any(self.may_hold_trumps(seat) for seat in self.others)

    def is_high(self, card: Card) -> bool:
        """Can nobody else hold a higher card of its suit?"""
        higher = [other for other in self.out if other.suit == card.suit and other.rank > card.rank]
        return not (higher and any(self.may_hold(seat, card.suit) for seat in self.others))

    def lead(self) -> Card:
        """Draw trumps, set up the long suit if nobody can ruff, cash high cards, else lead low."""
        trumps = [card for card in self.hand if self.is_trump(card)]
        out = [card for card in self.out if self.is_trump(card)]
        if trumps and self.trumps_are_out() and (self.seat is Seat.DEALER or len(trumps) > len(out)):
            if self.is_high(max(trumps)) or len(trumps) > 3:
                return self.top_or_low(trumps)
        suits = [[card for card in self.hand if card.suit is suit] for suit in Suit if int(suit) != int(self.trump)]
        side = [suit for suit in suits if suit]
        long = [suit for suit in side if len(suit) > 2 and self.number_out(suit)]
        if long and not self.trumps_are_out():
            return self.top_or_low(max(long, key=lambda suit: (len(suit) - self.number_out(suit), max(suit).rank)))
        high = [max(suit) for suit in side if self.is_high(max(suit))]
        if high:  # the more cards of a suit are still out, the less likely is a ruff
            return max(high, key=lambda card: (self.number_out([card]), card.rank))
        return min(side or [trumps], key=self.worst_to_lead)[-1]

    def number_out(self, suit: list[Card]) -> int:
        return len(self.out.only(suit[0].suit))

    def top_or_low(self, suit: list[Card]) -> Card:
        """The highest, if it is high or no card out comes between it and the next; else the lowest."""
        top, *rest = sorted(suit, reverse=True)
        if self.is_high(top) or (rest and not any(rest[0] < card < top for card in self.out.only(top.suit))):
            return top
        return min(suit)

    def worst_to_lead(self, suit: list[Card]) -> tuple[bool, bool, int, int]:
        """The least is led: what the dealer has to ruff, no queen or better, the longest, the lowest."""
        forces = self.seat is not Seat.DEALER and self.may_ruff(Seat.DEALER, suit[0].suit)
        return not forces, min(suit).rank >= QUEEN, -len(suit), min(suit).rank

    def follow(self, legal: list[Card]) -> Card:
        """Take the trick as cheaply as possible, in second hand only where that makes sense; else low."""
        takers = [card for card in legal if self.takes(card)]
        if len(self.view.table) == 1:
            takers = [card for card in takers if self.is_ruff(card) or self.taken_in_second_hand(card)]
        if takers:
            return min(takers, key=lambda card: card.rank)
        return self.low(legal)

    def taken_in_second_hand(self, card: Card) -> bool:
        """With any card if the last hand cannot take the trick, else with a high one while trumps are out."""
        if self.may_ruff(self.seat.next, card.suit):
            return False
        return not self.may_hold(self.seat.next, card.suit) or (self.trumps_are_out() and self.is_high(card))

    def takes(self, card: Card) -> bool:
        """Would it win the trick as it stands?"""
        trick = pairs([*self.view.table, card])
        return winning(trick, self.trump) == trick[-1]

    def is_ruff(self, card: Card) -> bool:
        return self.is_trump(card) and not self.is_trump(self.view.table[0])

    def low(self, legal: list[Card]) -> Card:
        """The least valuable card: no trump, no high card, no guarded card or guard, of the rest the lowest."""

        def value(card: Card) -> tuple[bool, bool, bool, int]:
            suit = self.hand.only(card.suit)
            higher = sum(other > max(suit) for other in self.out.only(card.suit))
            guarded = higher in (1, 2) and len(suit) == 1 + higher
            return self.is_trump(card), self.is_high(card), guarded, card.rank

        return min(legal, key=value)
