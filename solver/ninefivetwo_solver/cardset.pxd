"""Sets of cards as 64-bit words, and the few operations the search makes on them.

    bit   63      48 47      32 31      16 15       0
          lane 3     lane 2     lane 1     lane 0
          trumps     a suit     a suit     a suit          (no-trump: four plain suits)

    a lane:   . . .  A K Q J T 9 8 7 6 5 4 3 2
              15 13 12                        0

Three spare bits above each lane's thirteen cards keep carries and shifts from
reaching the next suit.

Inside the search a position is *dense*: the cards still in play stand at the bottom of
their lanes without gaps, so that two cards touch exactly when their bits do and
a lane's highest bit is the highest card left.  When a trick is over its cards are taken out
and what stood above them slides down (`squeeze`); a set of the later position is
carried back the other way (`stretch`).

A *staircase* is a set that holds, with a card, every place above it in its lane: it is
how a proof says which ranks it rests on (see proof.pxd).
"""
from libc.stdint cimport uint64_t

ctypedef uint64_t cards_t

cdef extern from "<assert.h>" nogil:
    void hold "assert"(bint promise) noexcept   # in the checked build a broken promise ends the program

cdef extern from *:
    """
    #define n52_count(x) __builtin_popcountll(x)
    #define n52_low_index(x) __builtin_ctzll(x)
    #define n52_high_index(x) (63 - __builtin_clzll(x))
    """
    int count "n52_count"(cards_t cards) noexcept nogil          # how many cards
    int low_index "n52_low_index"(cards_t cards) noexcept nogil  # of the lowest bit; cards must not be empty
    int high_index "n52_high_index"(cards_t cards) noexcept nogil

cdef enum:
    LANES = 4
    LANE_BITS = 16
    RANKS = 13
    TRUMP_LANE = 3

cdef enum:
    LANE = 0x1FFF                           # the cards of lane 0

cdef inline cards_t every_card() noexcept nogil:
    return <cards_t>0x1FFF1FFF1FFF1FFF

cdef inline cards_t lane_bottoms() noexcept nogil:
    """The lowest place of each lane."""
    return <cards_t>0x0001000100010001

cdef inline cards_t lane_mask(int lane) noexcept nogil:
    """The thirteen places of one lane."""
    return <cards_t>LANE << (LANE_BITS * lane)

cdef inline int lane_of(cards_t card) noexcept nogil:
    """The lane of a single card (of a set: of its lowest card)."""
    return low_index(card) >> 4

cdef inline int place_in_lane(cards_t card) noexcept nogil:
    """0 for a lane's lowest place; of a dense position's card, how many cards of its suit are lower."""
    return low_index(card) & 15

cdef inline cards_t lowest(cards_t cards) noexcept nogil:
    return cards & (0 - cards)

cdef inline cards_t highest(cards_t cards) noexcept nogil:
    return <cards_t>1 << high_index(cards)

cdef inline cards_t from_card_up(cards_t card) noexcept nogil:
    """The staircase down to a single card: its place and those above it in its lane."""
    return (0 - card) & lane_mask(lane_of(card))

cdef inline cards_t close_up(cards_t cards) noexcept nogil:
    """The smallest staircase that holds these cards.

    In each lane v | (0x8000 - v) has every bit from v's lowest upwards; 0x8000 lies above
    the lane, so no lane borrows from the next.
    """
    return (cards | (<cards_t>0x8000800080008000 - cards)) & every_card()

cdef inline cards_t squeeze(cards_t cards, cards_t gone) noexcept nogil:
    """The set after the single card `gone` left play: higher places of its lane slide down one."""
    cdef cards_t above = from_card_up(gone)
    return (cards & ~above) | ((cards & (above ^ gone)) >> 1)

cdef inline cards_t stretch(cards_t cards, cards_t gone) noexcept nogil:
    """The set as it stood before `gone` left play; the place of `gone` itself stays empty."""
    cdef cards_t above = from_card_up(gone)
    return (cards & ~above) | ((cards & above) << 1)
