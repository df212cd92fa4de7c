"""Worlds drawn from a view: the unseen cards are dealt at random to the places where each of them can be.

A card can be in a hand that has not shown out of its suit, subject to what the exchange revealed, or among the discards
unless the seat is the dealer. All such ways of dealing the cards are equally likely.

The cards are dealt one by one. The table `ways` has the number of ways to deal the cards from the i-th on, by the
number of free places in the next hand and among the discards. Each step is taken with its exact probability, up to
rounding (53 bits).
"""
from libc.stdint cimport uint8_t

from ninefivetwo_solver.cardset cimport cards_t, count, lane_of, lowest
from ninefivetwo_solver.in_play cimport CHOICES, View, after, on_table, shown_out
from ninefivetwo_solver.random cimport Random, random_unit

cdef enum:
    MOST_UNSEEN = 52
    MOST_DISCARDED = 4
    NEXT = 1                # the bit for the hand of the next seat
    OTHER = 2               # the bit for the hand of the seat after the next
    AWAY = 4                # the discards

cdef struct Unseen:
    int number
    cards_t card[MOST_UNSEEN]
    uint8_t places[MOST_UNSEEN]
    int free_next           # number of cards in the hand of the next seat
    int free_away
    double ways[MOST_UNSEEN + 1][CHOICES + 1][MOST_DISCARDED + 1]   # [card][free in next hand][free discards]

cdef inline int other_length(const View* view, int turns) noexcept nogil:
    """The number of another seat's cards, one fewer than this seat's if the other seat has played to the trick."""
    return count(view.hand) - (turns > 2 - on_table(view.table))

cdef inline int places_of(const View* view, cards_t card, bint discards) noexcept nogil:
    """Return the places where a card can be."""
    cdef int one = after(view.seat, 1), two = after(view.seat, 2), suit = lane_of(card), found = 0
    if card & view.known[0]:
        return NEXT
    if card & view.known[1]:
        return OTHER
    if not (shown_out(view, one, suit) or card & view.barred[0]):
        found |= NEXT
    if not (shown_out(view, two, suit) or card & view.barred[1]):
        found |= OTHER
    return found | AWAY if discards else found

cdef inline bint prepare(Unseen* unseen, const View* view) noexcept nogil:
    """Count the ways to deal the unseen cards; return False if there are none."""
    cdef cards_t left = view.out
    cdef int i, one, away, rest = 0
    cdef double ways
    unseen.number = count(view.out)
    unseen.free_next = other_length(view, 1)
    unseen.free_away = unseen.number - unseen.free_next - other_length(view, 2)
    if not 0 <= unseen.free_away <= MOST_DISCARDED:
        return False
    for i in range(unseen.number):
        unseen.card[i] = lowest(left)
        left ^= unseen.card[i]
        unseen.places[i] = places_of(view, unseen.card[i], unseen.free_away > 0)
    for one in range(unseen.free_next + 1):
        for away in range(unseen.free_away + 1):
            unseen.ways[unseen.number][one][away] = one == 0 and away == 0
    for i in range(unseen.number - 1, -1, -1):
        rest += 1           # number of cards from card i on
        for one in range(unseen.free_next + 1):
            for away in range(unseen.free_away + 1):
                ways = 0
                if unseen.places[i] & NEXT and one:
                    ways += unseen.ways[i + 1][one - 1][away]
                if unseen.places[i] & AWAY and away:
                    ways += unseen.ways[i + 1][one][away - 1]
                if unseen.places[i] & OTHER and one + away < rest:
                    ways += unseen.ways[i + 1][one][away]
                unseen.ways[i][one][away] = ways
    return unseen.ways[0][unseen.free_next][unseen.free_away] > 0

cdef inline void draw(const Unseen* unseen, Random* random, cards_t* hands, cards_t* discarded) noexcept nogil:
    """Deal the unseen cards to the next hand, the hand after it, and the discards."""
    cdef int i, one = unseen.free_next, away = unseen.free_away
    cdef double point, to_next, to_away, to_other
    hands[0] = hands[1] = discarded[0] = 0
    for i in range(unseen.number):
        to_next = unseen.ways[i + 1][one - 1][away] if unseen.places[i] & NEXT and one else 0
        to_away = unseen.ways[i + 1][one][away - 1] if unseen.places[i] & AWAY and away else 0
        to_other = unseen.ways[i + 1][one][away] if unseen.places[i] & OTHER else 0
        point = random_unit(random) * (to_next + to_away + to_other)
        if point < to_next or to_away + to_other == 0:
            hands[0] |= unseen.card[i]
            one -= 1
        elif to_away > 0 and (point < to_next + to_away or to_other == 0):
            discarded[0] |= unseen.card[i]
            away -= 1
        else:
            hands[1] |= unseen.card[i]
