"""Checks of the deals in play and views passed to the playouts; ValueError names the row and the fault."""
from libc.stdint cimport int8_t

from ninefivetwo_solver.arguments cimport NO_TRUMP
from ninefivetwo_solver.cardset cimport LANES, cards_t, count, every_card, lane_mask, lane_of
from ninefivetwo_solver.in_play cimport CHOICES, Game, View, on_table

cdef inline int refuse(int row, text) except -1:
    raise ValueError(f"row {row}: {text}")

cdef inline bint one_card(cards_t cards) noexcept:
    return count(cards) == 1

cdef inline int check_common(int row, int trump, const cards_t* table, const int8_t* won, const int8_t* contract
                             ) except -1:
    cdef int i
    if not 0 <= trump <= NO_TRUMP:
        refuse(row, f"trump {trump} (expected 0 to 4)")
    if (table[0] and not one_card(table[0])) or (table[1] and not (table[0] and one_card(table[1]))):
        refuse(row, "the table is not one card, then one card")
    for i in range(3):
        if not (0 <= won[i] <= CHOICES and 0 <= contract[i] <= CHOICES):
            refuse(row, f"seat {i} has won {won[i]} of {contract[i]} tricks (expected 0 to {CHOICES} of each)")
    return 0

cdef inline int check_game(int row, const Game* game, int more) except -1:
    """Check a deal in play, in which the dealer's hand may hold `more` extra cards."""
    cdef cards_t seen = game.discarded | game.table[0] | game.table[1]
    cdef int cards = count(game.discarded) + on_table(game.table), i
    cdef int length[3]
    if not 0 <= game.leader <= 2:
        refuse(row, f"leader {game.leader} (expected 0 to 2)")
    check_common(row, game.trump, game.table, game.won, game.contract)
    for i in range(3):
        seen |= game.hand[i]
        length[i] = count(game.hand[i])
        cards += length[i]
    if seen & ~every_card():
        refuse(row, "a hand has a bit that is no card")
    if count(seen) != cards:
        refuse(row, "a card is in two places (expected every card in one hand, on the table or discarded)")
    for i in range(on_table(game.table)):
        length[(game.leader + i) % 3] += 1
    length[0] -= more
    if length[0] != length[1] or length[0] != length[2]:
        refuse(row, f"hands of {length[0]}, {length[1]} and {length[2]} cards, those on the table included"
                    " (expected equal lengths)")
    if not 1 <= length[0] <= CHOICES:
        refuse(row, f"hands of {length[0]} cards (expected 1 to {CHOICES})")
    if game.table[1] and not game.table[1] & lane_mask(lane_of(game.table[0])):
        if game.hand[(game.leader + 1) % 3] & lane_mask(lane_of(game.table[0])):
            refuse(row, "the second card on the table does not follow suit (its player still holds the suit led)")
    return 0

cdef inline int check_seen(int row, const Game* game) except -1:
    """Check that the seats' knowledge is true and that nobody holds a card of a suit in which they showed a void."""
    cdef int i, j, suit
    for j in range(3):
        for suit in range(LANES):
            if game.void_[j] >> suit & 1 and game.hand[j] & lane_mask(suit):
                refuse(row, f"seat {j} has shown out of suit {suit} (expected no card of it in the hand)")
        for i in range(3):
            if i == j:
                continue
            if game.barred[i][j] & game.hand[j]:
                refuse(row, f"seat {i} knows that seat {j} does not hold a card that it holds")
            if game.known[i][j] & (game.hand[(j + 1) % 3] | game.hand[(j + 2) % 3] | game.discarded):
                refuse(row, f"seat {i} knows seat {j} to hold a card that is elsewhere")
    return 0

cdef inline int check_view(int row, const View* seen) except -1:
    cdef cards_t cards = seen.hand | seen.table[0] | seen.table[1]
    if not 0 <= seen.seat <= 2:
        refuse(row, f"seat {seen.seat} (expected 0 to 2)")
    check_common(row, seen.trump, seen.table, seen.won, seen.contract)
    if not 1 <= count(seen.hand) <= CHOICES:
        refuse(row, f"a hand of {count(seen.hand)} cards (expected 1 to {CHOICES})")
    if (cards | seen.out | seen.discarded) & ~every_card():
        refuse(row, "a bit that is no card")
    if count(cards) != count(seen.hand) + on_table(seen.table) or cards & (seen.out | seen.discarded):
        refuse(row, "a card of the hand or the table is in another place too")
    if seen.out & seen.discarded:
        refuse(row, "a card that the seat has discarded is out too")
    return 0
