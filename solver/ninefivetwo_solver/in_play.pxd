"""A deal in play, a seat's view of it, and the cards among which that seat chooses.

Cards are not dense here: throughout the deal a card's bit is its index (16 * suit + rank), and lanes are suits.

    Game    all cards, and what each seat knows about the other hands from the exchange
    View    what the seat to play sees, and nothing else; policies receive a view, never a game

Two cards of a hand are equivalent if no card between them is still out or on the table: the choice between them matters
only for the information it gives the other players. So the *choices* of a view are the legal cards, reduced to the
lowest of each class of touching cards.
"""
from libc.stdint cimport int8_t, uint8_t

from ninefivetwo_solver.arguments cimport NO_TRUMP
from ninefivetwo_solver.cardset cimport assert_, cards_t, from_card_up, lane_mask, lane_of, lowest

cdef enum:
    CHOICES = 17            # maximum number of cards to choose from

cdef struct Game:
    cards_t hand[3]         # excluding the cards on the table
    cards_t discarded       # cards discarded by seat 0, known to it alone
    cards_t table[2]        # cards of the trick in progress, in the order played; 0: none
    cards_t known[3][3]     # [i][j]: cards that seat i knows seat j to hold
    cards_t barred[3][3]    # [i][j]: the cards that seat j cannot hold, as seat i knows
    int8_t trump
    int8_t leader
    uint8_t void_[3]        # suits in which each seat has shown a void, one bit each
    int8_t won[3]
    int8_t contract[3]

cdef struct View:
    cards_t hand
    cards_t out             # cards that the seat has not seen
    cards_t discarded       # cards discarded by the seat itself
    cards_t table[2]
    cards_t known[2]        # cards known to be held by the next seat, and by the one after it
    cards_t barred[2]
    int8_t seat
    int8_t trump
    uint8_t void_[3]        # as in Game
    int8_t won[3]           # tricks, by seat
    int8_t contract[3]

cdef inline int after(int seat, int turns) noexcept nogil:
    """The seat that is `turns` places clockwise, 0 to 3."""
    seat += turns
    return seat - 3 if seat >= 3 else seat

cdef inline int on_table(const cards_t* table) noexcept nogil:
    return (table[0] != 0) + (table[1] != 0)

cdef inline cards_t trumps_of(int trump) noexcept nogil:
    return 0 if trump == NO_TRUMP else lane_mask(trump)

cdef inline cards_t above(cards_t card) noexcept nogil:
    """The cards of the same suit that are higher than a single card."""
    return from_card_up(card) ^ card

cdef inline bint shown_out(const View* view, int seat, int lane) noexcept nogil:
    return view.void_[seat] >> lane & 1

cdef inline bint beats(cards_t card, cards_t other, cards_t trumps) noexcept nogil:
    """Return True if `card` takes a trick in which `other` is the best card so far."""
    if lane_of(card) == lane_of(other):
        return card > other
    return card & trumps != 0

cdef inline cards_t best_on_table(const cards_t* table, cards_t trumps) noexcept nogil:
    return table[1] if table[1] and beats(table[1], table[0], trumps) else table[0]

cdef inline int seat_to_play(const Game* game) noexcept nogil:
    return after(game.leader, on_table(game.table))

cdef inline void see(const Game* game, View* view) noexcept nogil:
    """Fill in the view of the seat to play."""
    cdef int seat = seat_to_play(game), one = after(seat, 1), two = after(seat, 2), i
    view.hand = game.hand[seat]
    view.out = game.hand[one] | game.hand[two] | (game.discarded if seat else 0)
    view.discarded = 0 if seat else game.discarded
    view.known[0], view.known[1] = game.known[seat][one], game.known[seat][two]
    view.barred[0], view.barred[1] = game.barred[seat][one], game.barred[seat][two]
    view.table[0], view.table[1] = game.table[0], game.table[1]
    view.seat, view.trump = seat, game.trump
    for i in range(3):
        view.void_[i], view.won[i], view.contract[i] = game.void_[i], game.won[i], game.contract[i]

cdef inline cards_t legal_cards(cards_t hand, const cards_t* table) noexcept nogil:
    cdef cards_t following
    if not table[0]:
        return hand
    following = hand & lane_mask(lane_of(table[0]))
    return following if following else hand

cdef inline int choices(const View* view, cards_t* found) noexcept nogil:
    """Store the choices of a view, lowest bit first, and return their number."""
    cdef cards_t left = legal_cards(view.hand, view.table), others = view.out | view.table[0] | view.table[1], card
    cdef cards_t below, before = 0
    cdef int number = 0
    while left:
        card = lowest(left)
        left ^= card
        below = card - before       # the places from the previous card up to the one below this card
        if not before or lane_of(before) != lane_of(card) or below & others:
            found[number] = card
            number += 1
        before = card
    return number

cdef inline void play(Game* game, cards_t card) noexcept nogil:
    """Play a card for the seat to move; the third card of a trick ends the trick."""
    cdef int played = on_table(game.table), seat = after(game.leader, played), winner
    cdef cards_t trumps
    assert_(game.hand[seat] & card)
    game.hand[seat] ^= card
    if played and lane_of(card) != lane_of(game.table[0]):
        game.void_[seat] |= 1 << lane_of(game.table[0])
    if played < 2:
        game.table[played] = card
        return
    trumps = trumps_of(game.trump)
    if beats(card, best_on_table(game.table, trumps), trumps):
        winner = seat
    elif beats(game.table[1], game.table[0], trumps):
        winner = after(game.leader, 1)
    else:
        winner = game.leader
    game.won[winner] += 1
    game.leader = winner
    game.table[0] = game.table[1] = 0
