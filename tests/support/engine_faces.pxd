"""What engine_checks.pyx and engine_lab.pyx share: dense positions from Python, and a search that is never stopped.

A position is three ints (cardset.pxd), the seat asked about first, trumps in the top lane.
"""
from libc.stdint cimport uint32_t, uint64_t
from ninefivetwo_solver.cardset cimport LANES, TRUMP_LANE, count, lane_mask
from ninefivetwo_solver.position cimport Position
from ninefivetwo_solver.search cimport Search
from ninefivetwo_solver.table cimport table_open

cdef inline void never_stop(Search* search) noexcept nogil:
    pass

cdef inline int open_search(Search* search, uint32_t switches, size_t memory) except -1:
    """Prepare a search with an empty table.  Raises MemoryError."""
    if not table_open(&search.table, memory):
        raise MemoryError(f"no {memory} bytes for the table")
    search.switches = switches
    search.nodes = 0
    search.stopped = False
    search.poll = never_stop
    return 0

cdef inline void set_trumps(Search* search, bint has_trumps) noexcept nogil:
    search.trumps = lane_mask(TRUMP_LANE) if has_trumps else 0

cdef inline Position position_of(hands, int leader) except *:
    cdef Position pos
    cdef int seat, lane
    pos.shape = 0
    for seat in range(3):
        pos.hand[seat] = hands[seat]
        for lane in range(LANES):
            pos.shape |= <uint64_t>count(pos.hand[seat] & lane_mask(lane)) << (16 * seat + 4 * lane)
    pos.leader = leader
    pos.relaxed = False
    pos.tricks = count(pos.hand[0])
    return pos
