"""What benchmarks need of the engine.  For the fit of the lead order (benchmarks/fit_lead_order.py) positions that a
search answered, and the nodes that each lead costs there; for the speed of playouts (benchmarks/playout_speed.py) the
learned policy's features alone.

A position is three ints (cardset.pxd), the seat asked about first, trumps in the top lane.
"""
from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from engine_faces cimport open_search, position_of, set_trumps
from ninefivetwo_solver cimport search as core
from ninefivetwo_solver.cardset cimport LANES, LANE_BITS, cards_t, count, lane_mask, lane_of, lowest
from ninefivetwo_solver.history cimport forget
from ninefivetwo_solver.in_play cimport CHOICES, View, choices
from ninefivetwo_solver.network cimport rows_of_choices
from ninefivetwo_solver.order cimport (
    LEAD_FEATURES, LeadScore, LeadSuit, LeadView, add_card, add_suit, lead_kind, lead_weights, representatives,
    view_leads, view_suit,
)
from ninefivetwo_solver.policy_features cimport OF_CHOICE, OF_VIEW
from ninefivetwo_solver.position cimport Position, Trick, length, open_trick
from ninefivetwo_solver.table cimport (
    Chunk, Entry, chunk_at, chunk_lines, entries, high_of, low_of, ranks_of, table_clear,
    table_close,
)

FEATURES = LEAD_FEATURES


cdef list answered_by(const Entry* entry, uint64_t key, random):
    """The hands of a position that the entry answers for: who does not hold a relevant card is drawn."""
    cdef cards_t ranks = ranks_of(entry), left
    cdef int lane, seat
    hands = [0, 0, 0]
    for lane in range(LANES):
        left = ((<cards_t>1 << sum(length(key, seat, lane) for seat in range(3))) - 1) << (LANE_BITS * lane)
        hands[1] |= entry.one & ranks & left
        hands[2] |= entry.two & ranks & left
        hands[0] |= ranks & left & ~entry.one & ~entry.two
        owners = []
        for seat in range(3):
            owners += [seat] * (length(key, seat, lane) - count(<cards_t>hands[seat] & lane_mask(lane)))
        random.shuffle(owners)
        left &= ~ranks
        for owner in owners:
            hands[owner] |= lowest(left)
            left &= left - 1
    return hands


cdef class Lab:
    """A search with a table of its own."""
    cdef core.Search search

    def __cinit__(self, size_t memory=64 << 20):
        open_search(&self.search, core.EVERYTHING, memory)

    def __dealloc__(self):
        table_close(&self.search.table)

    cdef void clear(self):
        table_clear(&self.search.table)
        forget(&self.search.history)

    def met(self, hands, int leader, bint has_trumps, random, int number):
        """Solve a position and draw some entries of its table, each as a position that it answers for, whose low cards are
        dealt at random: (hands, leader, has_trumps, need, answer)."""
        cdef Position pos = position_of(hands, leader)
        cdef Trick trick
        cdef const Chunk* chunk
        cdef const Entry* entry
        cdef uint64_t key
        set_trumps(&self.search, has_trumps)
        self.clear()
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
            found = answered_by(entry, key, random)
            if low_of(entry) > 0:
                drawn.append((found, <int>(key >> core.KEY_LEADER & 3), has_trumps, low_of(entry), True))
            if high_of(entry) < sum(length(key, 0, lane) for lane in range(LANES)):
                drawn.append((found, <int>(key >> core.KEY_LEADER & 3), has_trumps, high_of(entry) + 1, False))
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
            self.clear()
            before = self.search.nodes
            answer = core.after_card(&self.search, &pos, &trick, card, need, &ranks)
            row = [features[i] for i in range(LEAD_FEATURES)]
            found.append((lead_kind(&view, suit.lane), row, answer == (leader == 0), self.search.nodes - before))
        return found


def choose_by_features(const uint8_t[:, ::1] views):
    """The choices of each view and the rows of their features, of which only the last of each choice is added up."""
    cdef int16_t of_view[OF_VIEW]
    cdef int16_t of_choices[CHOICES * OF_CHOICE]
    cdef cards_t cards[CHOICES]
    cdef int i, j, number
    cdef uint64_t sum = 0
    with nogil:
        for i in range(views.shape[0]):
            number = choices(<const View*>&views[i, 0], cards)
            rows_of_choices(<const View*>&views[i, 0], cards, number, of_view, of_choices)
            for j in range(number):
                sum += of_choices[j * OF_CHOICE + OF_CHOICE - 1]
    return sum
