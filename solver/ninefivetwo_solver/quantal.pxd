"""The quantal value: the tricks each seat wins when all three see all cards, play for themselves, and err a little.

At every turn the seat to move plays each class of touching cards with a probability proportional to
exp(own expected tricks after it / temperature): the agent quantal response equilibrium of the game with open cards
(McKelvey and Palfrey 1998).  Backward induction finds it, since each move is one player's and nothing is hidden.

At temperature 0 nobody errs and each seat maximises its own tricks: max^n (Luckhardt and Irani 1986).  Its values depend
much on what a seat does when several moves are equally good, so the tie rule is part of the question: the others take as
many tricks as they can from one seat, or leave it as many as they can.

The three values of a position sum to the tricks left.  A table holds the values of positions at the start of a trick.  The
key tells who owns each card in play, suit by suit, from the lowest card up:

    lane      ... owner owner owner        2 bits each: seat 0, 1 or 2
              3   owner owner owner        3 above the highest card, which encodes the length
    key       leader, trumps or not, lane 3 | lane 2 | lane 1 | lane 0     in two words, 28 bits a lane

The lanes of side suits are sorted by their codes, so positions that differ only in the names of suits have one key.
"""
from libc.math cimport exp
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from ninefivetwo_solver.cardset cimport LANE_BITS, cards_t, lowest
from ninefivetwo_solver.order cimport representatives, touching_run
from ninefivetwo_solver.position cimport (
    MOST_CARDS, Position, Trick, finish_trick, legal, length, next_seat, open_trick, play_card,
)

cdef enum:
    PROBES = 8              # how many entries are tried for a key
    FIRST_ENTRIES = 4096
    POLL_MASK = 0x3FF       # poll every so many positions, and one

cdef struct QuantalEntry:
    uint64_t one            # the key; 0: empty
    uint64_t two
    double value[2]         # of seats 0 and 1; seat 2 has the rest

cdef struct Quantal:
    double temperature      # in tricks; 0: max^n, with ties broken by the next two
    int about               # the seat whose tricks break ties; it breaks its own by those of the next seat
    bint spare              # leave that seat as many as possible, not as few
    cards_t trumps
    QuantalEntry* entries
    uint64_t capacity       # of the table, in entries; a power of two
    uint64_t most           # the largest capacity allowed, a power of two
    uint64_t used
    uint64_t positions      # searched
    bint stopped
    void (*poll)(Quantal*) noexcept nogil
    void* watch

cdef inline bint quantal_open(Quantal* quantal, size_t memory) noexcept nogil:
    """Allocate the table; False if that fails."""
    quantal.most = FIRST_ENTRIES
    while quantal.most <= memory // (2 * sizeof(QuantalEntry)):
        quantal.most *= 2
    quantal.capacity = FIRST_ENTRIES
    quantal.used = 0
    quantal.entries = <QuantalEntry*>calloc(quantal.capacity, sizeof(QuantalEntry))
    return quantal.entries != NULL

cdef inline void quantal_close(Quantal* quantal) noexcept nogil:
    free(quantal.entries)

cdef inline uint64_t spread(uint64_t lane) noexcept nogil:
    """Sixteen bits, each with a 0 inserted above it."""
    lane = (lane | (lane << 8)) & 0x00FF00FF
    lane = (lane | (lane << 4)) & 0x0F0F0F0F
    lane = (lane | (lane << 2)) & 0x33333333
    return (lane | (lane << 1)) & 0x55555555

cdef inline uint64_t lane_code(const Position* pos, int lane) noexcept nogil:
    cdef int shift = LANE_BITS * lane
    cdef uint64_t one = pos.hand[1] >> shift & 0x1FFF, two = pos.hand[2] >> shift & 0x1FFF
    cdef int cards = length(pos.shape, 0, lane) + length(pos.shape, 1, lane) + length(pos.shape, 2, lane)
    return spread(one) | spread(two) << 1 | <uint64_t>3 << (2 * cards)

cdef inline void order_two(uint64_t* one, uint64_t* two) noexcept nogil:
    cdef uint64_t larger
    if one[0] > two[0]:
        larger = one[0]
        one[0] = two[0]
        two[0] = larger

cdef inline void key_of(const Position* pos, bint has_trumps, uint64_t* one, uint64_t* two) noexcept nogil:
    cdef uint64_t code[4]
    cdef int lane
    for lane in range(4):
        code[lane] = lane_code(pos, lane)
    order_two(&code[0], &code[1])
    order_two(&code[1], &code[2])
    order_two(&code[0], &code[1])
    if not has_trumps:
        order_two(&code[2], &code[3])
        order_two(&code[1], &code[2])
        order_two(&code[0], &code[1])
    one[0] = code[0] | code[1] << 28
    two[0] = code[2] | code[3] << 28 | <uint64_t>pos.leader << 56 | <uint64_t>has_trumps << 58

cdef inline uint64_t home(uint64_t one, uint64_t two) noexcept nogil:
    one = (one ^ (two * <uint64_t>0x9E3779B97F4A7C15)) * <uint64_t>0xBF58476D1CE4E5B9
    return (one ^ (one >> 29)) * <uint64_t>0x94D049BB133111EB >> 24

cdef inline QuantalEntry* entry_of(Quantal* quantal, uint64_t one, uint64_t two) noexcept nogil:
    """The entry of a key: its own, else an empty one, else one to replace."""
    cdef uint64_t at = home(one, two)
    cdef QuantalEntry* entry
    cdef int i
    for i in range(PROBES):
        entry = &quantal.entries[(at + i) & (quantal.capacity - 1)]
        if (entry.one == one and entry.two == two) or entry.one == 0:
            return entry
    return &quantal.entries[(at + (two & (PROBES - 1))) & (quantal.capacity - 1)]

cdef inline bint grow(Quantal* quantal) noexcept nogil:
    """Double the table; False if that fails, and then it is left as it is."""
    cdef QuantalEntry* old = quantal.entries
    cdef QuantalEntry* larger = <QuantalEntry*>calloc(2 * quantal.capacity, sizeof(QuantalEntry))
    cdef uint64_t i, capacity = quantal.capacity
    if larger == NULL:
        quantal.most = quantal.capacity
        return False
    quantal.entries = larger
    quantal.capacity = 2 * capacity
    quantal.used = 0
    for i in range(capacity):
        if old[i].one:
            entry_of(quantal, old[i].one, old[i].two)[0] = old[i]
            quantal.used += 1
    free(old)
    return True

cdef inline void store(Quantal* quantal, uint64_t one, uint64_t two, const double* value) noexcept nogil:
    cdef QuantalEntry* entry
    if 2 * quantal.used >= quantal.capacity and quantal.capacity < quantal.most:
        grow(quantal)
    entry = entry_of(quantal, one, two)
    quantal.used += entry.one == 0
    entry.one = one
    entry.two = two
    entry.value[0] = value[0]
    entry.value[1] = value[1]

cdef inline void mix(double temperature, int seat, int number, double (*values)[3], double* value) noexcept nogil:
    """The expected values, each move weighted by what the seat to move gets from it."""
    cdef double best = values[0][seat], weight, sum_ = 0
    cdef int i
    value[0] = value[1] = value[2] = 0
    for i in range(1, number):
        best = max(best, values[i][seat])
    for i in range(number):
        weight = exp((values[i][seat] - best) / temperature)
        sum_ += weight
        value[0] += weight * values[i][0]
        value[1] += weight * values[i][1]
        value[2] += weight * values[i][2]
    value[0] /= sum_
    value[1] /= sum_
    value[2] /= sum_

cdef inline bint better(const Quantal* quantal, int seat, const double* one, const double* other) noexcept nogil:
    """Does the seat to move prefer one outcome to another, at temperature 0?"""
    cdef int rival = quantal.about
    if one[seat] != other[seat]:
        return one[seat] > other[seat]
    if seat == rival:
        rival = next_seat(seat)
        return one[rival] < other[rival]
    return one[rival] > other[rival] if quantal.spare else one[rival] < other[rival]

cdef inline void pick(const Quantal* quantal, int seat, int number, double (*values)[3], double* value) noexcept nogil:
    """The values of the move that the seat to move prefers."""
    cdef int i, best = 0
    for i in range(1, number):
        if better(quantal, seat, values[i], values[best]):
            best = i
    value[0] = values[best][0]
    value[1] = values[best][1]
    value[2] = values[best][2]

cdef inline void value_after(Quantal* quantal, const Position* pos, const Trick* trick, cards_t card,
                             double* value) noexcept nogil:
    """The values once a card is played, the trick in progress included."""
    cdef Trick after = trick[0]
    cdef Position later
    play_card(&after, card, quantal.trumps)
    if after.played < 3:
        value_in_trick(quantal, pos, &after, value)
        return
    if pos.tricks > 1:
        finish_trick(pos, &after, &later)
        value_of(quantal, &later, value)
    else:
        value[0] = value[1] = value[2] = 0
    value[after.holder] += 1

cdef inline void value_in_trick(Quantal* quantal, const Position* pos, const Trick* trick,
                                double* value) noexcept nogil:
    """The values with a trick in progress."""
    cdef double values[MOST_CARDS][3]
    cdef int number = 0
    cdef cards_t left = representatives(trick, legal(pos, trick), touching_run(trick, pos.hand[trick.seat]))
    if left & (left - 1) == 0:
        value_after(quantal, pos, trick, left, value)
        return
    while left and not quantal.stopped:
        value_after(quantal, pos, trick, lowest(left), values[number])
        number += 1
        left &= left - 1
    if quantal.stopped:
        value[0] = value[1] = value[2] = 0
        return
    if quantal.temperature > 0:
        mix(quantal.temperature, trick.seat, number, values, value)
    else:
        pick(quantal, trick.seat, number, values, value)

cdef inline void value_of(Quantal* quantal, const Position* pos, double* value) noexcept nogil:
    """The values at the start of a trick.  Once the search is stopped they mean nothing and are not stored."""
    cdef uint64_t one = 0, two = 0
    cdef QuantalEntry* entry
    cdef Trick trick
    cdef bint has_trumps = (pos.hand[0] | pos.hand[1] | pos.hand[2]) & quantal.trumps != 0
    quantal.positions += 1
    if quantal.positions & POLL_MASK == 0:
        quantal.poll(quantal)
    if pos.tricks > 1:
        key_of(pos, has_trumps, &one, &two)
        entry = entry_of(quantal, one, two)
        if entry.one == one and entry.two == two:
            value[0] = entry.value[0]
            value[1] = entry.value[1]
            value[2] = pos.tricks - value[0] - value[1]
            return
    open_trick(pos, &trick)
    value_in_trick(quantal, pos, &trick, value)
    if pos.tricks > 1 and not quantal.stopped:
        store(quantal, one, two, value)
