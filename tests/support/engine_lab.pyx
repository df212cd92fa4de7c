"""What the fit of the lead order (benchmarks/fit_lead_order.py) needs of the engine: positions that occurred in a
search, and the nodes that each lead costs there.

A position is three ints (cardset.pxd), the seat asked about first, trumps in the top lane.
"""
from libc.stdint cimport int16_t, uint32_t, uint64_t
from engine_faces cimport open_search, position_of, set_trumps
from ninefivetwo_solver cimport search as core
from ninefivetwo_solver.cardset cimport LANES, cards_t, lane_of, lowest
from ninefivetwo_solver.order cimport (
    LEAD_FEATURES, LeadScore, LeadSuit, LeadView, add_card, add_suit, lead_kind, lead_weights, representatives,
    view_leads, view_suit,
)
from ninefivetwo_solver.position cimport Position, Trick, length, open_trick
from ninefivetwo_solver.table cimport Chunk, Entry, chunk_at, chunk_lines, entries, table_close

FEATURES = LEAD_FEATURES


cdef class Lab:
    """A search with a table of its own."""
    cdef core.Search search

    def __cinit__(self, size_t memory=64 << 20):
        open_search(&self.search, core.EVERYTHING, memory)

    def __dealloc__(self):
        table_close(&self.search.table)

    def met(self, hands, int leader, bint has_trumps, random, int number):
        """Solve a position and draw some of those in its table: (hands, leader, has_trumps, need, answer)."""
        cdef Position pos = position_of(hands, leader)
        cdef Trick trick
        cdef const Chunk* chunk
        cdef const Entry* entry
        cdef uint64_t key
        cdef cards_t all_
        cdef int lane, low, high, length_
        set_trumps(&self.search, has_trumps)
        core.clear(&self.search)
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
            if key >> core.KEY_RELAXED & 1:
                continue                    # a position of the relaxation
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
        """Each lead (one for a group of touching cards): its row of weights, its features, whether it wins for its
        player, and the nodes searched from an empty table."""
        cdef Position pos = position_of(hands, leader)
        cdef Trick trick
        cdef LeadView view
        cdef LeadSuit suit
        cdef LeadScore score
        cdef cards_t ranks, cards, card
        cdef int16_t features[LEAD_FEATURES]
        cdef uint64_t before
        cdef bint answer
        set_trumps(&self.search, has_trumps)
        open_trick(&pos, &trick)
        view_leads(&pos, has_trumps, &view)
        score.score = 0
        score.features = features
        cards = representatives(&trick, pos.hand[leader], pos.hand[leader])
        found = []
        while cards:
            card = lowest(cards)
            cards ^= card
            view_suit(&pos, &view, lane_of(card), &suit)
            score.weights = lead_weights[lead_kind(&view, suit.lane)]
            add_suit(&view, &suit, &score)
            add_card(&suit, card, &score)
            core.clear(&self.search)
            before = self.search.nodes
            answer = core.after_card(&self.search, &pos, &trick, card, need, &ranks)
            row = [features[i] for i in range(LEAD_FEATURES)]
            found.append((lead_kind(&view, suit.lane), row, answer == (leader == 0), self.search.nodes - before))
        return found
