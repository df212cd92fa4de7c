"""Faces for whoever fits the lead order (benchmarks/fit_lead_order.py): positions that a search really met, and
what each lead there costs.

Positions are given dense (cardset.pxd): three ints, seat 0 the one asked about, trumps in the top lane.
"""
from libc.stdint cimport int16_t, uint32_t, uint64_t
from ninefivetwo_solver cimport search as core
from ninefivetwo_solver.cardset cimport LANES, cards_t
from ninefivetwo_solver.faces cimport open_search, position_of, set_trumps
from ninefivetwo_solver.order cimport LEAD_FEATURES, LeadView, lead_features, lead_kind, representatives, view_leads
from ninefivetwo_solver.position cimport Position, Trick, length, open_trick
from ninefivetwo_solver.table cimport Chunk, Entry, chunk_at, chunk_lines, entries, table_clear, table_close

FEATURES = LEAD_FEATURES


cdef class Lab:
    """A search of its own, opened up."""
    cdef core.Search search

    def __cinit__(self, size_t memory=64 << 20):
        open_search(&self.search, core.EVERYTHING, memory)

    def __dealloc__(self):
        table_close(&self.search.table)

    def met(self, hands, int leader, bint has_trumps, random, int number):
        """Solve a position and draw from those its search met: (hands, leader, has_trumps, need, answer)."""
        cdef Position pos = position_of(hands, leader)
        cdef Trick trick
        cdef const Chunk* chunk
        cdef const Entry* entry
        cdef uint64_t key
        cdef cards_t all_
        cdef int lane, low, high, length_
        set_trumps(&self.search, has_trumps)
        table_clear(&self.search.table)
        open_trick(&pos, &trick)
        core.value(&self.search, &pos, &trick, pos.tricks, pos.tricks // 3)
        drawn = []
        lines = []
        line = 1
        while line < self.search.table.free_line:
            lines.append(line)
            line += chunk_lines(chunk_at(&self.search.table, line))
        for line in random.choices(lines, k=number) if lines else ():
            chunk = chunk_at(&self.search.table, line)
            entry = &entries(chunk)[<uint32_t>random.randrange(chunk.used)]
            key = self.search.table.slots[chunk.slot].key
            if key >> core.KEY_FREE & 1:
                continue                    # not a position of the true game
            all_ = 0
            tricks = 0
            for lane in range(LANES):
                length_ = length(key, 0, lane) + length(key, 1, lane) + length(key, 2, lane)
                tricks += length(key, 0, lane)
                all_ |= ((<cards_t>1 << length_) - 1) << (16 * lane)
            low, high = entry.low, entry.high
            found = [all_ & ~entry.one & ~entry.two, entry.one, entry.two]
            if low > 0:
                drawn.append((found, <int>(key >> core.KEY_LEADER & 3), has_trumps, low, True))
            if high < tricks:
                drawn.append((found, <int>(key >> core.KEY_LEADER & 3), has_trumps, high + 1, False))
        return drawn

    def leads(self, hands, int leader, bint has_trumps, int need):
        """Each lead (one of a touching group) with its kind of weights, its features, whether it decides for its
        player, and the nodes of finding out from an empty table."""
        cdef Position pos = position_of(hands, leader)
        cdef Trick trick
        cdef LeadView view
        cdef cards_t proof, cards, card
        cdef int16_t features[LEAD_FEATURES]
        cdef uint64_t before
        cdef bint answer
        set_trumps(&self.search, has_trumps)
        open_trick(&pos, &trick)
        view_leads(&pos, has_trumps, &view)
        cards = representatives(&trick, pos.hand[leader], pos.hand[leader])
        found = []
        while cards:
            card = cards & (0 - cards)
            cards ^= card
            lead_features(&pos, &view, card, features)
            table_clear(&self.search.table)
            before = self.search.nodes
            answer = core.after_card(&self.search, &pos, &trick, card, need, &proof)
            row = [features[i] for i in range(LEAD_FEATURES)]
            found.append((lead_kind(&view, card), row, answer == (leader == 0), self.search.nodes - before))
        return found
