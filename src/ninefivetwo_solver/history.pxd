"""The history heuristic (Schaeffer 1989): cards like those that decided before are tried first.

Which suit to lead, or to discard from, depends above all on who is void in what.  So a *situation* is: the voids of the
three hands and whose turn it is; for a discard also the suit led, how many have played, and who is winning.  In each
situation every suit has a score.  It moves towards a limit when a card of the suit decides, and towards the opposite limit
when a card of the suit fails before one of another suit decides.  It is added to the scores of the fixed order (order.pxd).
"""
from libc.stdint cimport int16_t, uint64_t
from libc.string cimport memset
from ninefivetwo_solver.cardset cimport LANES, cards_t, lane_mask, lane_of
from ninefivetwo_solver.position cimport Position, Trick

cdef enum:
    SITUATION_BITS = 10     # of the hash of a situation; situations of the same hash share their scores
    LIMIT = 1024            # of a suit's score
    STEP = 3                # a score moves by 1/8 of its distance from the limit
    LEAD_SHIFT = 4          # 1/16 of it is added to a lead's score,
    SLUFF_SHIFT = 5         # 1/32 to that of a discard

cdef struct History:
    int16_t suits[1 << SITUATION_BITS][LANES]

cdef inline void forget(History* history) noexcept nogil:
    memset(history, 0, sizeof(History))

cdef inline uint64_t voids(uint64_t shape) noexcept nogil:
    """The lowest bit of each of the twelve lengths, set where the length is not 0."""
    shape |= shape >> 1
    shape |= shape >> 2
    return shape & <uint64_t>0x111111111111

cdef inline bint several_suits(cards_t cards) noexcept nogil:
    return cards & ~lane_mask(lane_of(cards)) != 0

cdef inline int16_t* suits_of(History* history, const Position* pos, const Trick* trick) noexcept nogil:
    """The scores of the four suits for the seat to move, which leads or cannot follow suit."""
    cdef uint64_t turn = 3 * trick.played + trick.seat, hash_
    if trick.played:
        turn = 16 * turn + 4 * lane_of(trick.card[0]) + trick.holder
    hash_ = (512 * voids(pos.shape) + 2 * turn + pos.relaxed) * <uint64_t>0x9E3779B97F4A7C15
    return history.suits[hash_ >> (64 - SITUATION_BITS)]

cdef inline int bonus(const int16_t* suits, int lane, int shift) noexcept nogil:
    """What is added to the score of the lane's cards.  suits: NULL for nothing."""
    return suits[lane] >> shift if suits != NULL else 0

cdef inline void learn(int16_t* suits, cards_t card, const cards_t* failed, int n) noexcept nogil:
    """The card decided after n others had failed.  suits: may be NULL."""
    cdef int lane = lane_of(card), other, i
    if suits == NULL:
        return
    suits[lane] += (LIMIT - suits[lane]) >> STEP
    for i in range(n):
        other = lane_of(failed[i])
        if other != lane:
            suits[other] -= (LIMIT + suits[other]) >> STEP
