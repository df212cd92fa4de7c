"""max^n: the tricks of three seats that see all cards and each maximise their own tricks.

The outcome is found by backward induction (Luckhardt and Irani 1986). The outcome depends strongly on the choice among
equally good moves, so the tie-breaking rule is an argument: the other two seats leave one seat as few or as many tricks
as possible.

A table holds the outcomes of positions at the start of a trick. The key lists the owner of each card in play, suit by
suit, from the lowest card up:

    lane      ... owner owner owner        2 bits each: seat 0, 1 or 2
              3   owner owner owner        3 above the highest card, which encodes the length
    key       leader, trumps or not, lane 3 | lane 2 | lane 1 | lane 0     in two words, 28 bits a lane

The lanes of side suits are sorted by their codes, so positions that differ only by a permutation of suits share one
key.
"""
from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free

from ninefivetwo_solver.cardset cimport LANE_BITS, cards_t, lowest
from ninefivetwo_solver.order cimport representatives, touching_run
from ninefivetwo_solver.position cimport (
    Position, Trick, finish_trick, legal, length, next_seat, open_trick, play_card,
)

cdef enum:
    ENTRIES = 1 << 17       # number of table entries (3 MiB); few endings of nine tricks fill the table
    PROBES = 8              # maximum number of entries tried for a key
    POLL_MASK = 0x3FF       # poll once every POLL_MASK + 1 positions

cdef struct Outcome:
    signed char tricks[3]   # tricks won, by seat

cdef struct Entry:
    uint64_t one            # first word of the key; 0: the entry is empty
    uint64_t two
    Outcome outcome

cdef struct MaxN:
    int about               # the seat whose tricks break ties of other seats; the next seat's tricks break its own ties
    bint spare              # whether ties are broken in favour of `about` instead of against it
    cards_t trumps
    Entry* entries
    uint64_t positions      # number of positions searched
    bint stopped
    void (*poll)(MaxN*) noexcept nogil
    void* watch

cdef inline bint max_n_open(MaxN* max_n) noexcept nogil:
    """Allocate the table; return False if the allocation fails."""
    max_n.entries = <Entry*>calloc(ENTRIES, sizeof(Entry))
    return max_n.entries != NULL

cdef inline void max_n_close(MaxN* max_n) noexcept nogil:
    free(max_n.entries)

cdef inline uint64_t spread(uint64_t lane) noexcept nogil:
    """Return sixteen bits spread out, with a 0 inserted above each bit."""
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

cdef inline Entry* entry_of(MaxN* max_n, uint64_t one, uint64_t two) noexcept nogil:
    """Return the entry of a key: the entry that has the key, else an empty entry, else an entry to replace."""
    cdef uint64_t at = home(one, two)
    cdef Entry* entry
    cdef int i
    for i in range(PROBES):
        entry = &max_n.entries[(at + i) & (ENTRIES - 1)]
        if (entry.one == one and entry.two == two) or entry.one == 0:
            return entry
    return &max_n.entries[(at + (two & (PROBES - 1))) & (ENTRIES - 1)]

cdef inline bint better(const MaxN* max_n, int seat, const Outcome* one, const Outcome* other) noexcept nogil:
    """Return True if the seat to move prefers `one` to `other`."""
    cdef int rival = next_seat(seat) if seat == max_n.about else max_n.about
    cdef bint spare = max_n.spare and seat != max_n.about
    if one.tricks[seat] != other.tricks[seat]:
        return one.tricks[seat] > other.tricks[seat]
    return one.tricks[rival] > other.tricks[rival] if spare else one.tricks[rival] < other.tricks[rival]

cdef inline Outcome outcome_after(MaxN* max_n, const Position* pos, const Trick* trick, cards_t card) noexcept nogil:
    """Return the outcome after a card is played, including the trick in progress."""
    cdef Trick after = trick[0]
    cdef Position later
    cdef Outcome outcome
    play_card(&after, card, max_n.trumps)
    if after.played < 3:
        return outcome_in_trick(max_n, pos, &after)
    if pos.tricks > 1:
        finish_trick(pos, &after, &later)
        outcome = outcome_of(max_n, &later)
    else:
        outcome.tricks[0] = outcome.tricks[1] = outcome.tricks[2] = 0
    outcome.tricks[after.holder] += 1
    return outcome

cdef inline Outcome outcome_in_trick(MaxN* max_n, const Position* pos, const Trick* trick) noexcept nogil:
    """Return the outcome of a position with a trick in progress."""
    cdef cards_t left = representatives(trick, legal(pos, trick), touching_run(trick, pos.hand[trick.seat]))
    cdef Outcome best = outcome_after(max_n, pos, trick, lowest(left)), found
    left &= left - 1
    while left and not max_n.stopped:
        found = outcome_after(max_n, pos, trick, lowest(left))
        if better(max_n, trick.seat, &found, &best):
            best = found
        left &= left - 1
    return best

cdef inline Outcome outcome_of(MaxN* max_n, const Position* pos) noexcept nogil:
    """Return the outcome at the start of a trick; it is meaningless, and not stored, if the search was stopped."""
    cdef uint64_t one = 0, two = 0
    cdef Entry* entry
    cdef Trick trick
    cdef Outcome outcome
    max_n.positions += 1
    if max_n.positions & POLL_MASK == 0:
        max_n.poll(max_n)
    key_of(pos, (pos.hand[0] | pos.hand[1] | pos.hand[2]) & max_n.trumps != 0, &one, &two)
    entry = entry_of(max_n, one, two)
    if entry.one == one and entry.two == two:
        return entry.outcome
    open_trick(pos, &trick)
    outcome = outcome_in_trick(max_n, pos, &trick)
    if not max_n.stopped:
        entry = entry_of(max_n, one, two)
        entry.one, entry.two, entry.outcome = one, two, outcome
    return outcome
