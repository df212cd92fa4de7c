"""The table of solved positions, keyed by shape and by the owners of the ranks that mattered.

    slots  (open addressing)             chunks (7 entries each, newest first)
    +-----------------------------+      +------------------------------------------+
    | key: lengths, leader, trump | ---> | tops, cares  a filter: the four highest  | ---> older chunk
    | the lead that last decided  |      |              cards of each suit          |
    | first chunk, generation     |      | one, two     cards of seats 1 and 2      |
    +-----------------------------+      | ranks        the proof: places that must |
                                         |              agree                       |
                                         | low, high    bounds on the tricks        |
                                         +------------------------------------------+

What an entry promises: in every position of its shape, leader and kind (trumps or not) in which the places
of `ranks` have the owners that `one` and `two` give (seat 0 holds the rest), seat 0 takes at
least `low` and at most `high` of the tricks left, whatever the others do, and no fewer if he
plays well.  This is true of the position itself, so entries never go stale: one table serves
all seats, trumps and layouts.

The table never takes more memory than it was given.  When its chunks are used up the oldest is
taken over; when its slots are, everything is dropped.
"""
from libc.stdint cimport int8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset
from ninefivetwo_solver.cardset cimport LANE, LANE_BITS, LANES, RANKS, cards_t, close_up, hold

cdef extern from * nogil:
    """
    #include <stdlib.h>
    #define n52_prefetch(address) __builtin_prefetch(address)
    """
    void prefetch "n52_prefetch"(const void* address) noexcept
    void* aligned_alloc(size_t alignment, size_t size) noexcept

cdef enum:
    CHUNK = 7
    CHUNK_BYTES = 256
    FEWEST_SLOTS = 4096

cdef struct Slot:
    uint64_t key
    cards_t lead            # the lead that last decided a position of this shape, or 0
    uint32_t first          # its newest chunk; 0: none
    uint32_t generation     # the slot is empty unless this is the table's

cdef struct Chunk:          # four cache lines; most chunks that are looked at are done with after the first
    uint32_t used
    uint32_t older          # the next chunk of the shape; 0: none
    uint32_t tops[CHUNK]    # who holds the four highest cards of each suit (`top_owners`) ...
    uint32_t cares[CHUNK]   # ... and for which of them that matters
    cards_t one[CHUNK]
    cards_t two[CHUNK]
    cards_t ranks[CHUNK]
    int8_t low[CHUNK]
    int8_t high[CHUNK]
    uint32_t slot           # whose chunk this is

cdef struct Table:
    Slot* slots
    Chunk* chunks           # chunk 0 is never used
    uint32_t slot_mask      # of the slots now in use: few at first, so that they stay in the cache
    uint32_t slots_used
    uint32_t slot_limit     # of all there are
    uint32_t chunk_limit    # how many chunks fit, chunk 0 included
    uint32_t chunks_used    # highest chunk handed out since the last clearing
    uint32_t oldest         # the next chunk to take over when all are used
    uint32_t generation
    uint64_t entries

cdef inline bint table_open(Table* table, size_t memory) noexcept nogil:
    """Reserve at most `memory` bytes; False if they cannot be had.  Pages are touched only as entries come."""
    cdef size_t slots = 64
    while slots * 2 * sizeof(Slot) <= memory // 4:
        slots *= 2
    memset(table, 0, sizeof(Table))
    table.chunk_limit = <uint32_t>((memory - slots * sizeof(Slot)) // sizeof(Chunk))
    if table.chunk_limit < 4:
        table.chunk_limit = 4
    table.slots = <Slot*>calloc(slots, sizeof(Slot))
    table.chunks = <Chunk*>aligned_alloc(CHUNK_BYTES, table.chunk_limit * sizeof(Chunk))
    table.slot_limit = <uint32_t>slots
    if table.slots == NULL or table.chunks == NULL:
        table_close(table)
        return False
    table_clear(table)
    return True

cdef inline void table_close(Table* table) noexcept nogil:
    free(table.slots)
    free(table.chunks)
    table.slots = NULL
    table.chunks = NULL

cdef inline void empty_slots(Table* table, uint32_t slots) noexcept nogil:
    """Make so many slots ready for use, all empty."""
    table.generation += 1
    if table.generation == 0:
        memset(table.slots, 0, table.slot_limit * sizeof(Slot))
        table.generation = 1
    table.slot_mask = slots - 1
    table.slots_used = 0

cdef inline void table_clear(Table* table) noexcept nogil:
    """Forget everything, in one step: slots of an earlier generation count as empty."""
    empty_slots(table, min(FEWEST_SLOTS, table.slot_limit))
    table.chunks_used = 0
    table.oldest = 1
    table.entries = 0

cdef inline uint32_t home_slot(const Table* table, uint64_t key) noexcept nogil:
    """Where the search for a key's slot begins."""
    return <uint32_t>((key * <uint64_t>0x9E3779B97F4A7C15) >> 32) & table.slot_mask

cdef inline void table_expect(const Table* table, uint64_t key) noexcept nogil:
    """Have the key's slot fetched: it will be asked for soon."""
    prefetch(&table.slots[home_slot(table, key)])

cdef inline uint32_t table_find(const Table* table, uint64_t key) noexcept nogil:
    """The index of the key's slot, or of the empty slot where it belongs."""
    cdef uint32_t at = home_slot(table, key)
    while table.slots[at].generation == table.generation and table.slots[at].key != key:
        at = (at + 1) & table.slot_mask
    return at

cdef inline Slot* table_slot(const Table* table, uint64_t key) noexcept nogil:
    """The key's slot, or NULL."""
    cdef Slot* slot = &table.slots[table_find(table, key)]
    return slot if slot.generation == table.generation else NULL

cdef inline uint32_t top_owners(uint64_t key, cards_t one, cards_t two) noexcept nogil:
    """The bits of the four highest places of each lane: of `one` in the lower half of the word, of `two` in the upper.

    Places that a lane shorter than four lacks give bits that are the same for all positions of the shape.
    """
    cdef uint32_t total = <uint32_t>((key + (key >> 16) + (key >> 32)) & 0xFFFF), tops = 0, shift
    cdef int lane
    for lane in range(LANES):
        shift = RANKS - (total >> (4 * lane) & 15)
        tops |= (<uint32_t>(one >> (LANE_BITS * lane) & LANE) << shift >> 9 & 15) << (4 * lane)
        tops |= (<uint32_t>(two >> (LANE_BITS * lane) & LANE) << shift >> 9 & 15) << (16 + 4 * lane)
    return tops

cdef inline int table_probe(const Table* table, const Slot* slot, cards_t one, cards_t two, int need,
                            cards_t* ranks) noexcept nogil:
    """1 if an entry proves `need` tricks, -1 if one refutes them (and its ranks), 0 if none decides."""
    cdef const Chunk* chunk
    cdef uint32_t at = slot.first, i, tops
    if at == 0:
        return 0
    tops = top_owners(slot.key, one, two)
    while at:
        chunk = &table.chunks[at]
        prefetch(&table.chunks[chunk.older])
        for i in range(chunk.used):
            if (chunk.tops[i] ^ tops) & chunk.cares[i]:
                continue
            if ((chunk.one[i] ^ one) | (chunk.two[i] ^ two)) & chunk.ranks[i]:
                continue
            if chunk.low[i] >= need:
                ranks[0] = chunk.ranks[i]
                return 1
            if chunk.high[i] < need:
                ranks[0] = chunk.ranks[i]
                return -1
        at = chunk.older
    return 0

cdef inline Chunk* fresh_chunk(Table* table, uint32_t slot) noexcept nogil:
    """A new chunk at the head of a slot's chain, the oldest of all taken over if there is no other."""
    cdef uint32_t at
    cdef uint32_t* link
    cdef Chunk* chunk
    if table.chunks_used + 1 < table.chunk_limit:
        table.chunks_used += 1
        at = table.chunks_used
        chunk = &table.chunks[at]
    else:
        at = table.oldest
        table.oldest = at + 1 if at + 1 < table.chunk_limit else 1
        chunk = &table.chunks[at]
        link = &table.slots[chunk.slot].first
        while link[0] != at:
            link = &table.chunks[link[0]].older
        link[0] = chunk.older
        table.entries -= chunk.used
    chunk.used = 0
    chunk.slot = slot
    chunk.older = table.slots[slot].first
    table.slots[slot].first = at
    return chunk

cdef inline bint more_slots(Table* table) noexcept nogil:
    """Double the slots in use; False if there are no more."""
    cdef uint32_t slots = table.slot_mask + 1, i, at, chunk, used = 0
    cdef Slot* kept
    if 2 * slots > table.slot_limit:
        return False
    kept = <Slot*>malloc(table.slots_used * sizeof(Slot))
    if kept == NULL:
        return False
    for i in range(slots):
        if table.slots[i].generation == table.generation:
            kept[used] = table.slots[i]
            used += 1
    empty_slots(table, 2 * slots)
    for i in range(used):
        at = table_find(table, kept[i].key)
        table.slots[at] = kept[i]
        table.slots[at].generation = table.generation
        chunk = kept[i].first
        while chunk:
            table.chunks[chunk].slot = at
            chunk = table.chunks[chunk].older
    table.slots_used = used
    free(kept)
    return True

cdef inline uint32_t table_claim(Table* table, uint64_t key) noexcept nogil:
    """The index of the key's slot, made if there is none yet."""
    cdef uint32_t at = table_find(table, key)
    if table.slots[at].generation != table.generation:
        if table.slots_used > table.slot_mask // 2:
            if not more_slots(table):
                table_clear(table)
            at = table_find(table, key)
        table.slots_used += 1
        table.slots[at].key = key
        table.slots[at].lead = 0
        table.slots[at].first = 0
        table.slots[at].generation = table.generation
    return at

cdef inline void table_suggest(Table* table, uint64_t key, cards_t lead) noexcept nogil:
    """Note the lead that decided a position of this shape."""
    table.slots[table_claim(table, key)].lead = lead

cdef inline void table_store(Table* table, uint64_t key, cards_t one, cards_t two, cards_t ranks, int low,
                             int high) noexcept nogil:
    """Keep a result.  It is merged with an entry of the same pattern, or takes the place of one it contains."""
    hold(ranks == close_up(ranks) and low <= high)
    cdef uint32_t slot = table_claim(table, key), at = table.slots[slot].first, i
    cdef uint32_t tops = top_owners(key, one, two), cares = top_owners(key, ranks, ranks)
    cdef Chunk* chunk
    while at:
        chunk = &table.chunks[at]
        for i in range(chunk.used):
            if (chunk.tops[i] ^ tops) & cares or cares & ~chunk.cares[i]:
                continue
            if ((chunk.one[i] ^ one) | (chunk.two[i] ^ two)) & ranks or ranks & ~chunk.ranks[i]:
                continue
            if ranks == chunk.ranks[i]:
                chunk.low[i] = max(low, chunk.low[i])
                chunk.high[i] = min(high, chunk.high[i])
                hold(chunk.low[i] <= chunk.high[i])
                return
            if low >= chunk.low[i] and high <= chunk.high[i]:
                fill_entry(chunk, i, tops, cares, one, two, ranks, low, high)
                return
        at = chunk.older
    at = table.slots[slot].first
    if at == 0 or table.chunks[at].used == CHUNK:
        chunk = fresh_chunk(table, slot)
    else:
        chunk = &table.chunks[at]
    fill_entry(chunk, chunk.used, tops, cares, one, two, ranks, low, high)
    chunk.used += 1
    table.entries += 1

cdef inline void fill_entry(Chunk* chunk, uint32_t i, uint32_t tops, uint32_t cares, cards_t one, cards_t two,
                            cards_t ranks, int low, int high) noexcept nogil:
    chunk.tops[i] = tops
    chunk.cares[i] = cares
    chunk.one[i] = one
    chunk.two[i] = two
    chunk.ranks[i] = ranks
    chunk.low[i] = low
    chunk.high[i] = high
