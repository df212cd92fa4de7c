"""Slow twins of `knowledge`: short deals, whose every history can be tried, and a plain count of worlds from
histories.
"""

from collections import Counter
from itertools import combinations
from random import Random

from ninefivetwo.cards import Card, Hand, Seat, Suit, shuffled
from ninefivetwo.errors import GameError
from ninefivetwo.game import Deal, Discard, Give, Place, check_previous_results
from ninefivetwo.game.events import CHOICES
from ninefivetwo.game.rules import NAMED, KittyShow, parse_rules
from ninefivetwo.think.knowledge.histories import ReturnPool

SIZE, KITTY = 3, 2  # cards of a hand and of the kitty in a short deal

#: Every named rule set, and house rules under which more can be hidden or shown.
TABLES = [
    *NAMED,
    "wikipedia kitty_peek=yes kitty_show=returned must_give=no",
    "sergeant-major kitty_show=received target=10",
    "wikipedia kitty_show=received",
    "catalan-plus-minus must_give=no",
    "catalan-plus-minus kitty_show=returned",
    "catalan-plus-minus kitty_show=received",
    "925 later=give-trump-return-kitty-discard-play kitty_show=received lead=right",
    "wikipedia later=kitty-exchange-trump-discard-play",
    "wikipedia contracts=5-2-9 later=kitty-give-return-discard-trump-play",  # the most ways for a card to go
    "wikipedia contracts=5-2-9 later=kitty-give-return-discard-trump-play kitty_show=returned",
    "wikipedia contracts=5-2-9 later=give-kitty-return-discard-trump-play kitty_show=received",
]


def carries(rules):
    """The results of a last deal after which a short deal's hands are large enough to exchange."""
    found = [None]
    for dealer in range(-SIZE, SIZE + 1):
        for left in range(-SIZE, SIZE + 1):
            previous_results = (dealer, left, -dealer - left)
            try:
                check_previous_results(rules, previous_results)
            except GameError:
                continue
            if abs(previous_results[2]) <= SIZE:
                found.append(previous_results)
    return found


def short_deal(rules, previous_results, suits, random):
    """A deal of eleven cards, the top ones of so many suits; and the deck."""
    number = 3 * SIZE + KITTY
    lengths = [number // suits + (suit < number % suits) for suit in range(suits)]
    deck = [Card(Suit(suit), 12 - i) for suit in range(suits) for i in range(lengths[suit])]
    cards = shuffled(deck, random)
    hands = [Hand.of(cards[i * SIZE : (i + 1) * SIZE]) for i in range(3)]
    return Deal.of_hands(rules, tuple(hands), Hand.of(cards[3 * SIZE :]), previous_results), Hand.of(deck)


def random_histories(seed, number):
    """Views of short deals after random actions, under every table in turn, with their decks."""
    random, made = Random(seed), 0
    while made < number:
        rules = parse_rules(TABLES[made % len(TABLES)])
        possible = carries(rules)
        previous_results = possible[int(random.random() * len(possible))]
        deal, deck = short_deal(rules, previous_results, 1 + int(random.random() * 3), random)
        for _ in range(int(random.random() * 14)):
            if deal.over:
                break
            deal = deal.after(deal.turn.draw(random))
        yield deal.seen_by(Seat(int(random.random() * 3))), deck
        made += 1


def tried_histories(view, deck):
    """Every deal and every choice not seen, played and compared: where the cards are now, and in how many histories."""
    seat, found = view.viewer, Counter()
    choices = [event for event in view.events if isinstance(event, CHOICES)]

    def go(deal, seen, i):
        """seen: events that are known to look as they should; i: choices made."""
        events = deal.events
        if len(events) > len(view.events) or any(
            event.seen_by(seat) != view.events[at] for at, event in enumerate(events[seen:], seen)
        ):
            return
        if i == len(choices):
            if len(events) == len(view.events):
                assert deal.seen_by(seat) == view
                found[now(deal.hands, deal.kitty, deal.discarded)] += 1
            return
        turn = deal.turn
        if turn is not None and turn.kind is type(choices[i]) and turn.seat is choices[i].seat:
            for action in alike(turn, choices[i], seat):
                go(deal.after(action), len(events), i + 1)

    for deal in possible_deals(view, deck):
        go(deal, 0, 0)
    return found


def alike(turn, choice, seat):
    """The actions that look to a seat like the one it saw."""
    if isinstance(choice, (Give, Discard)):
        return [action for action in turn.actions() if action.seen_by(seat) == choice]
    return [] if turn.error(choice) else [choice]


def possible_deals(view, deck):
    own, (one, other) = view.dealt[view.viewer], (seat for seat in Seat if seat is not view.viewer)
    for first in combinations(deck - own, SIZE):
        rest = deck - own - Hand.of(first)
        for second in combinations(rest, SIZE):
            hands = {view.viewer: own, one: Hand.of(first), other: Hand.of(second)}
            kitty = rest - Hand.of(second)
            yield Deal.of_hands(view.rules, tuple(hands[s] for s in Seat), kitty, view.previous_results)


def now(hands, kitty, discarded):
    """A key for where the cards are: five card sets."""
    return (*(hand.cards for hand in hands), kitty.cards, discarded.cards)


#: Counts are one number with a digit of eight bits for each: the cards dealt to the three hands and the kitty,
#: discarded, given, shown, returned.  Where the cards are is one number too, with 64 bits for each of the five places.
COUNT, PLACE = 8, 64
DISCARDED, GIVEN, SHOWN, RETURNED = (1 << COUNT * digit for digit in range(4, 8))
ABOVE = sum(128 << COUNT * digit for digit in range(8))  # a bit above all that a digit can be


def counted_worlds(histories):
    """The worlds that histories leave open, card by card, with no clever table: where the cards are now, and how
    often.
    """
    total = sum(number << COUNT * place for place, number in enumerate(histories.dealt))
    total += histories.discarded * DISCARDED + histories.given * GIVEN + (histories.shown or 0) * SHOWN
    states = Counter({(0, 0): 1})
    for suit in Suit:
        before, states, of_suit = states, Counter(), counted_suit(histories, suit)
        for (counts, places), ways in before.items():
            for (more, where), more_ways in of_suit.items():
                if (total | ABOVE) - counts - more & ABOVE == ABOVE:  # no digit is too large
                    states[counts + more, places | where] += ways * more_ways
    return Counter({unpacked(places): ways for (counts, places), ways in states.items() if counts == total})


def unpacked(places):
    return tuple(places >> PLACE * place & (1 << PLACE) - 1 for place in range(5))


def counted_suit(histories, suit):
    """The same for one suit, from its lowest card up, for what is shown and returned depends on its lower cards."""
    states = Counter({(0, 0): 1})
    for rank in range(13):
        card = 1 << Card(suit, rank).index
        ways = [way_of(history, histories, card) for history, cards in histories.open.items() if cards & card]
        if not ways:
            continue
        before, states = states, Counter()
        for (counts, places), n in before.items():
            returned, gift = counts >= RETURNED, bool(counts & 255 * GIVEN)
            shown_above = returned if histories.show is KittyShow.RETURNED else gift
            for more, where, kept, may_show in ways:
                if not (kept and returned):
                    states[counts + more + SHOWN * (may_show and shown_above), places | where] += n
    found = Counter()
    for (counts, places), n in states.items():
        if not histories.answered or counts // RETURNED == counts // GIVEN % 256:
            found[counts % RETURNED, places] += n
    return found


def way_of(history, histories, card):
    """What a card's history adds to the counts and the places; was the card kept at the return, and may it be shown?"""
    returned = history.pool == ReturnPool.RETURNED
    discarded = bool(histories.discarded) and history.now == Place.DISCARDED
    more = (1 << COUNT * history.start) + DISCARDED * discarded + GIVEN * history.given + RETURNED * returned
    may_show = histories.shown is not None and history.start == Place.KITTY and not returned
    return more, card << PLACE * history.now if history.now < 5 else 0, history.pool == ReturnPool.KEPT, may_show
