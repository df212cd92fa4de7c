"""The failed cards of a seat's turn, and the relevant ranks of their joint failure (relevant_ranks.pxd)."""
from ninefivetwo_solver.cardset cimport assert_, cards_t, every_card, lane_mask, lane_of
from ninefivetwo_solver.position cimport MOST_CARDS
from ninefivetwo_solver.relevant_ranks cimport group_of, rank_decided, widening

cdef struct Failures:       # the cards that failed in one turn of a seat
    cards_t hand
    cards_t run             # the hand with its groups of touching cards (`touching_run`)
    cards_t covered         # cards that also fail, as proved by the failure of a card whose rank did not matter
    int n
    cards_t card[MOST_CARDS]
    cards_t ranks[MOST_CARDS]

cdef inline void begin_failures(Failures* failures, cards_t hand, cards_t run) noexcept nogil:
    failures.hand = hand
    failures.run = run
    failures.covered = 0
    failures.n = 0

cdef inline bint fails_too(const Failures* failures, cards_t card) noexcept nogil:
    """Return True if failed cards prove that this card and all touching cards fail."""
    return card & failures.covered and not group_of(card, failures.run) & failures.hand & ~failures.covered

cdef inline void add_failure(Failures* failures, cards_t card, cards_t ranks, bint skip) noexcept nogil:
    assert_(failures.n < MOST_CARDS)
    failures.card[failures.n] = card
    failures.ranks[failures.n] = ranks
    failures.n += 1
    if skip and not card & ranks:
        failures.covered |= lane_mask(lane_of(card)) & ~ranks

cdef inline cards_t failure_ranks(const Failures* failures, int order) noexcept nogil:
    """Return the relevant ranks for the failure of all cards of the seat that plays in this order (0 to 2)."""
    cdef cards_t union_ = 0, mark = rank_decided(order), ranks
    cdef int i
    for i in range(failures.n):
        ranks = failures.ranks[i]
        union_ |= ranks | widening(failures.card[i], ranks & every_card(), failures.run, failures.hand,
                                   failures.covered, (ranks & mark) != 0)
    return union_
