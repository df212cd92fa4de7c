"""The history heuristic (Schaeffer 1989): suits that decided similar situations before are tried first.

The best suit to lead or discard depends mainly on who is void in which suit. A *situation* therefore consists of the
voids of the three hands and the seat to move; for a discard, also of the suit led, the number of cards played and the
seat that is winning the trick. In each situation every suit has a score. The score moves towards a limit when a card of
the suit decides, and towards the opposite limit when a card of the suit fails before a card of another suit decides. It
is added to the scores of the fixed order (order.pxd).
"""
from libc.stdint cimport int16_t, uint64_t
from libc.string cimport memset
from ninefivetwo_solver.cardset cimport LANES, cards_t, lane_mask, lane_of
from ninefivetwo_solver.position cimport Position, Trick

cdef enum:
    SITUATION_BITS = 10     # bits in the hash of a situation; situations with equal hashes share scores
    LIMIT = 1024            # maximum score of a suit
    STEP = 3                # each update moves a score by 1/8 of its distance from the limit
    LEAD_SHIFT = 4          # 1/16 of a suit's score is added to the score of a lead
    SLUFF_SHIFT = 5         # 1/32 of a suit's score is added to the score of a discard

cdef struct History:
    int16_t suits[1 << SITUATION_BITS][LANES]

cdef inline void forget(History* history) noexcept nogil:
    memset(history, 0, sizeof(History))

cdef inline uint64_t voids(uint64_t shape) noexcept nogil:
    """Return the lowest bit of each of the twelve suit lengths, set if the length is not 0."""
    shape |= shape >> 1
    shape |= shape >> 2
    return shape & <uint64_t>0x111111111111

cdef inline bint several_suits(cards_t cards) noexcept nogil:
    return cards & ~lane_mask(lane_of(cards)) != 0

cdef inline int16_t* suits_of(History* history, const Position* pos, const Trick* trick) noexcept nogil:
    """Return the scores of the four suits for the seat to move, which is on lead or cannot follow suit."""
    cdef uint64_t turn = 3 * trick.played + trick.seat, hash_
    if trick.played:
        turn = 16 * turn + 4 * lane_of(trick.card[0]) + trick.holder
    hash_ = (512 * voids(pos.shape) + 2 * turn + pos.relaxed) * <uint64_t>0x9E3779B97F4A7C15
    return history.suits[hash_ >> (64 - SITUATION_BITS)]

cdef inline int bonus(const int16_t* suits, int lane, int shift) noexcept nogil:
    """Return the amount added to the score of the lane's cards; 0 if `suits` is NULL."""
    return suits[lane] >> shift if suits != NULL else 0

cdef inline void learn(int16_t* suits, cards_t card, const cards_t* failed, int n) noexcept nogil:
    """Update the scores, unless `suits` is NULL, after `card` decided and n other cards had failed."""
    cdef int lane = lane_of(card), other, i
    if suits == NULL:
        return
    suits[lane] += (LIMIT - suits[lane]) >> STEP
    for i in range(n):
        other = lane_of(failed[i])
        if other != lane:
            suits[other] -= (LIMIT + suits[other]) >> STEP
