"""Thin faces on the engine's parts, for tests only: they show what `engine` has no reason to.

Positions are given dense (cardset.pxd): three ints, seat 0 the one asked about, trumps in the top lane.
"""
from libc.stdint cimport uint32_t, uint64_t
from ninefivetwo_solver cimport search as core
from ninefivetwo_solver.bounds cimport cash_out, stoppers, sure_trumps
from ninefivetwo_solver.cardset cimport cards_t, close_up, squeeze, stretch
from ninefivetwo_solver.faces cimport open_search, position_of, set_trumps
from ninefivetwo_solver.freer cimport freed, rounded
from ninefivetwo_solver.position cimport Position
from ninefivetwo_solver.table cimport (
    Slot, Table, table_clear, table_close, table_open, table_probe, table_slot, table_store,
)


cdef extern from *:
    """
    #ifdef NDEBUG
    #define n52_checked 0
    #else
    #define n52_checked 1
    #endif
    """
    bint n52_checked


def checked():
    """Is this the checked build (setup.py), in which the engine's assertions are on?"""
    return n52_checked


def prove(hands, int leader, bint has_trumps, int need, uint32_t switches=core.EVERYTHING, size_t memory=1 << 20,
          bint freer=False):
    """The search's answer and its proof, from an empty table; in the freer game if wanted."""
    cdef core.Search search
    cdef Position pos = position_of(hands, leader), free
    cdef cards_t proof
    cdef bint answer
    open_search(&search, switches, memory)
    set_trumps(&search, has_trumps)
    freed(&pos, &free)
    answer = core.tricks_from(&search, &free if freer else &pos, need, &proof)
    proof = rounded(proof, &free) if freer else proof
    table_close(&search.table)
    return answer, proof


def bound(str name, hands, int leader, bint has_trumps, int need):
    """The answer and proof of one bound, None if it does not decide."""
    cdef Position pos = position_of(hands, leader)
    cdef int deny = pos.tricks - need + 1
    cdef cards_t proof
    if name == "cash_out" and cash_out(&pos, has_trumps, need, &proof):
        return True, proof
    if name == "stoppers" and stoppers(&pos, has_trumps, need, &proof):
        return True, proof
    if name == "sure_trumps":
        if sure_trumps(pos.hand[0], pos.hand[1] | pos.hand[2], need, &proof):
            return True, proof
        if sure_trumps(pos.hand[1], pos.hand[0], deny, &proof) or sure_trumps(pos.hand[2], pos.hand[0], deny, &proof):
            return False, proof
    return None


def closed_up(cards_t cards):
    return close_up(cards)


def squeezed(cards_t cards, cards_t gone):
    return squeeze(cards, gone)


def stretched(cards_t cards, cards_t gone):
    return stretch(cards, gone)


cdef class Patterns:
    """The table alone."""
    cdef Table table

    def __cinit__(self, size_t memory):
        if not table_open(&self.table, memory):
            raise MemoryError

    def __dealloc__(self):
        table_close(&self.table)

    @property
    def entries(self):
        return self.table.entries

    def clear(self):
        table_clear(&self.table)

    def store(self, uint64_t key, cards_t one, cards_t two, cards_t ranks, int low, int high):
        table_store(&self.table, key, one, two, ranks, low, high)

    def probe(self, uint64_t key, cards_t one, cards_t two, int need):
        """1, -1 or 0 as `table_probe`, and the ranks it rests on."""
        cdef cards_t ranks = 0
        cdef Slot* slot = table_slot(&self.table, key)
        if slot == NULL:
            return 0, 0
        return table_probe(&self.table, slot, one, two, need, &ranks), ranks
