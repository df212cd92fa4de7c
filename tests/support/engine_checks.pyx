"""The engine's parts as Python functions, for tests.

A position is three ints (cardset.pxd), the seat asked about first, trumps in the top lane.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from engine_faces cimport open_search, position_of, set_trumps
from ninefivetwo_solver cimport bounds, cardset, search as core
from ninefivetwo_solver.cardset cimport cards_t
from ninefivetwo_solver.first_guess cimport first_guess
from ninefivetwo_solver.in_play cimport CHOICES, View, choices
from ninefivetwo_solver.playout cimport Policy
from ninefivetwo_solver.policies cimport rollout_values
from ninefivetwo_solver.position cimport Position
from ninefivetwo_solver.random cimport Random, random_for
from ninefivetwo_solver.relaxation cimport relax, whole_runs
from ninefivetwo_solver.table cimport (
    Slot, Table, table_clear, table_close, table_open, table_probe, table_slot, table_store,
)
from ninefivetwo_solver.unseen cimport Unseen, draw, prepare


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


cdef class WarmSearch:
    """A search that keeps its table from one question to the next."""
    cdef core.Search search

    def __cinit__(self, uint32_t switches=core.EVERYTHING, size_t memory=1 << 20):
        open_search(&self.search, switches, memory)

    def __dealloc__(self):
        table_close(&self.search.table)

    def decide(self, hands, int leader, bint has_trumps, int need, bint relaxed=False):
        """The answer and its relevant ranks; of the relaxation if wanted."""
        cdef Position pos = position_of(hands, leader), relaxed_pos
        cdef cards_t ranks
        cdef bint answer
        set_trumps(&self.search, has_trumps)
        relax(&pos, &relaxed_pos)
        answer = core.tricks_from(&self.search, &relaxed_pos if relaxed else &pos, need, &ranks)
        return answer, whole_runs(ranks, &relaxed_pos) if relaxed else ranks


def decide(hands, int leader, bint has_trumps, int need, uint32_t switches=core.EVERYTHING, size_t memory=1 << 20,
           bint relaxed=False):
    """The same by a search with an empty table."""
    return WarmSearch(switches, memory).decide(hands, leader, has_trumps, need, relaxed)


def bound(str name, hands, int leader, bint has_trumps, int need):
    """The answer and relevant ranks of one bound, None if it does not decide."""
    cdef Position pos = position_of(hands, leader)
    cdef int deny = pos.tricks - need + 1
    cdef cards_t ranks
    if name == "quick_tricks" and bounds.quick_tricks(&pos, has_trumps, need, &ranks):
        return True, ranks
    if name == "later_tricks" and bounds.later_tricks(&pos, has_trumps, need, &ranks):
        return True, ranks
    if name == "guarded_trumps" and bounds.guarded_trumps(&pos, need, &ranks):
        return True, ranks
    if name == "joint_quick_tricks" and bounds.joint_quick_tricks(&pos, has_trumps, deny, &ranks):
        return False, ranks
    if name == "sure_trumps" and bounds.sure_trumps(&pos, need, &ranks):
        return True, ranks
    return None


def guess(hands, int leader, bint has_trumps):
    """The number of tricks that is asked about first."""
    cdef Position pos = position_of(hands, leader)
    return first_guess(&pos, has_trumps)


def drawn(view, uint64_t seed, int number):
    """Worlds drawn from a view (one row of `VIEW`): the next hand, the one after it, the discards; none if none fits."""
    cdef const uint8_t[::1] row = view.view("u1")
    cdef const View* seen = <const View*>&row[0]
    cdef Unseen unseen
    cdef Random random
    cdef cards_t hands[2]
    cdef cards_t discarded
    found = []
    if not prepare(&unseen, seen):
        return found
    for i in range(number):
        random = random_for(seed, i)
        draw(&unseen, &random, hands, &discarded)
        found.append((hands[0], hands[1], discarded))
    return found


def rollout_means(Policy policy, view, uint64_t seed):
    """What the choices of a view (one row of `VIEW`) are worth to a policy by rollouts."""
    cdef const uint8_t[::1] row = view.view("u1")
    cdef const View* seen = <const View*>&row[0]
    cdef cards_t cards[CHOICES]
    cdef double values[CHOICES]
    cdef Random random = random_for(seed, 0)
    cdef int number = choices(seen, cards), i
    rollout_values(&policy.rules, seen, cards, number, &random, values)
    return [values[i] for i in range(number)]


def upward_closure(cards_t cards):
    return cardset.upward_closure(cards)


def remove_rank(cards_t cards, cards_t gone):
    return cardset.remove_rank(cards, gone)


def insert_rank(cards_t cards, cards_t gone):
    return cardset.insert_rank(cards, gone)


cdef class Patterns:
    """The transposition table alone."""
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
        """1, -1 or 0 as `table_probe`, and the relevant ranks."""
        cdef cards_t ranks = 0
        cdef Slot* slot = table_slot(&self.table, key)
        if slot == NULL:
            return 0, 0
        return table_probe(&self.table, slot, one, two, need, &ranks), ranks
