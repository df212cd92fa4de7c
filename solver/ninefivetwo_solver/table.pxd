"""The transposition table (Greenblatt 1967): solved positions, by suit lengths and the owners of their relevant ranks.

    slots  (open addressing)             chunks (10 entries, then 20, 42, 84; newest first)
    +-----------------------------+      +------------------------------------------+
    | key: lengths, leader, trump | ---> | used, capacity, slot                     | ---> older chunk
    | leads that last decided     |      | one filter per entry: the owners of the  |
    | first chunk, generation     |      |   four highest cards of each suit, and   |
    +-----------------------------+      |   which of these are relevant            |
                                         | entries: the relevant ranks, their       |
                                         |   owners, bounds on the tricks           |
                                         +------------------------------------------+

An entry holds for every position of its shape, leader and kind (trumps or not, relaxed or not) in which the entry's
relevant ranks have the owners that the entry gives (seat 0 holds those that seats 1 and 2 do not hold). It promises
that in such a position the guarantee of seat 0 is at least `low` and at most `high` of the tricks left. This depends on
nothing else, so entries stay valid: one table serves all seats, trumps and layouts.

The table stays within its memory limit, except for a temporary copy of the slots when their number is doubled. Chunks
are allocated one after the other from a ring; when the ring is full the oldest chunks are dropped. When all slots are
in use the whole table is cleared.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset
from ninefivetwo_solver.cardset cimport (
    LANE, LANES, LANE_BITS, RANKS, assert_, cards_t, every_card, low_index, upward_closure,
)

cdef extern from "bits.h" nogil:
    void prefetch "n52_prefetch"(const void* address) noexcept

cdef extern from "scan.h" nogil:
    const uint32_t SCANNED "N52_SCANNED"    # number of filters scanned at once
    uint32_t fits "n52_fits"(const uint32_t* tops, const uint32_t* cares, uint32_t n, uint32_t held) noexcept
    uint32_t within "n52_within"(const uint32_t* tops, const uint32_t* cares, uint32_t n, uint32_t held,
                                 uint32_t least) noexcept

cdef enum:
    LINE_BYTES = 64         # size of a cache line; the sizes and places of chunks are measured in lines
    LEAST_LINES = 4         # size of a shape's first chunk; each new chunk is twice as large as the previous chunk
    MOST_LINES = 32         # maximum size of a chunk
    FEWEST_SLOTS = 4096
    LEAST_BYTES = 4096
    NEEDS = 8               # number of remembered leads; needs that are equal modulo NEEDS share a lead
    NO_LEAD = 15            # marks a missing lead; no card has this place

cdef struct Slot:
    uint64_t key
    uint8_t leads[NEEDS]    # for each need, the place of the lead that last decided this shape, or NO_LEAD
    uint32_t first          # line of the newest chunk; 0: none
    uint32_t generation     # the slot is empty unless this equals the table's generation

cdef struct Entry:
    # A place set in both words is irrelevant, as no card has two owners. Spare bits above lanes 0 and 1 hold a bound.
    cards_t one             # cards of seat 1, and the bound `low`
    cards_t two             # cards of seat 2, and the bound `high`

# A chunk is followed by the `tops` of all entries, then the `cares` of all entries, and then the entries themselves. A
# chunk has at least ten entries, so a scan that reads fifteen filters too many stays inside the chunk.
cdef struct Chunk:
    uint32_t used
    uint32_t capacity
    uint32_t older          # line of the shape's next older chunk; 0: none
    uint32_t slot           # index of the slot that the chunk belongs to

cdef struct Table:
    Slot* slots
    void* block             # the memory allocated for the ring
    unsigned char* ring     # inside `block`, aligned to a cache line; line 0 is unused because 0 means no chunk
    uint32_t slot_mask      # number of available slots minus one; small at first, so that the slots fit in the cache
    uint32_t slots_used
    uint32_t slot_limit     # number of slots
    uint32_t line_limit     # number of lines in the ring
    uint32_t free_line      # line of the next chunk
    uint32_t oldest         # line of the oldest chunk, once the ring has wrapped round
    uint32_t end            # end of the chunks from the previous pass over the ring; 0 if there are no older chunks
    uint32_t generation
    uint64_t entries

cdef inline size_t most_bytes() noexcept nogil:
    """The largest size of a table: half of what 32-bit numbers of lines and slots can address."""
    return <size_t>1 << 37

cdef inline Chunk* chunk_at(const Table* table, uint32_t line) noexcept nogil:
    return <Chunk*>(table.ring + <size_t>line * LINE_BYTES)

cdef inline uint32_t chunk_lines(const Chunk* chunk) noexcept nogil:
    """The number of lines that a chunk of this capacity takes."""
    cdef uint32_t lines = LEAST_LINES
    while capacity_of(lines) < chunk.capacity:
        lines *= 2
    return lines

cdef inline uint32_t capacity_of(uint32_t lines) noexcept nogil:
    return <uint32_t>((lines * LINE_BYTES - sizeof(Chunk)) // (2 * sizeof(uint32_t) + sizeof(Entry)))

# An entry's filter has the owners of the four highest cards of each suit (`top_owners`) and which of them are relevant.
cdef inline uint32_t* tops_of(const Chunk* chunk) noexcept nogil:
    return <uint32_t*>(chunk + 1)

cdef inline uint32_t* cares_of(const Chunk* chunk) noexcept nogil:
    return tops_of(chunk) + chunk.capacity

cdef inline Entry* entries(const Chunk* chunk) noexcept nogil:
    return <Entry*>(cares_of(chunk) + chunk.capacity)

cdef inline cards_t bound_bits(int tricks) noexcept nogil:
    """Return a bound in an entry's form: three bits above lane 0, the other bits above lane 1."""
    return <cards_t>(tricks & 7) << RANKS | <cards_t>(tricks >> 3) << (LANE_BITS + RANKS)

cdef inline int bound_of(cards_t word) noexcept nogil:
    return <int>(word >> RANKS & 7) | <int>(word >> (LANE_BITS + RANKS) & 7) << 3

cdef inline int low_of(const Entry* entry) noexcept nogil:
    return bound_of(entry.one)

cdef inline int high_of(const Entry* entry) noexcept nogil:
    return bound_of(entry.two)

cdef inline cards_t ranks_of(const Entry* entry) noexcept nogil:
    """The relevant ranks of an entry."""
    return ~(entry.one & entry.two) & every_card()

cdef inline bint same_owners(const Entry* entry, cards_t one, cards_t two, cards_t ranks) noexcept nogil:
    """Return True if the places of `ranks`, which are relevant to the entry, have the owners that the entry gives."""
    return not ((entry.one ^ one) | (entry.two ^ two)) & ranks

cdef inline void write_entry(Entry* entry, cards_t one, cards_t two, cards_t ranks, int low, int high) noexcept nogil:
    cdef cards_t others = every_card() & ~ranks
    entry.one = (one & ranks) | others | bound_bits(low)
    entry.two = (two & ranks) | others | bound_bits(high)

cdef inline bint table_open(Table* table, size_t memory) noexcept nogil:
    """Allocate `memory` bytes, at least LEAST_BYTES; return False if the allocation fails.

    Pages are touched only when entries are stored.
    """
    cdef size_t slots = 64
    memory = min(max(memory, <size_t>LEAST_BYTES), most_bytes())
    while slots * 2 * sizeof(Slot) <= memory // 4:
        slots *= 2
    memset(table, 0, sizeof(Table))
    table.line_limit = <uint32_t>((memory - slots * sizeof(Slot)) // LINE_BYTES)
    table.slots = <Slot*>calloc(slots, sizeof(Slot))
    table.block = malloc(<size_t>table.line_limit * LINE_BYTES + LINE_BYTES)
    table.ring = <unsigned char*>(<uintptr_t>table.block // LINE_BYTES * LINE_BYTES + LINE_BYTES)
    table.slot_limit = <uint32_t>slots
    if table.slots == NULL or table.block == NULL:
        table_close(table)
        return False
    table_clear(table)
    return True

cdef inline void table_close(Table* table) noexcept nogil:
    free(table.slots)
    free(table.block)
    table.slots = NULL
    table.block = NULL

cdef inline void empty_slots(Table* table, uint32_t slots) noexcept nogil:
    """Take `slots` slots into use, all empty."""
    table.generation += 1
    if table.generation == 0:
        memset(table.slots, 0, table.slot_limit * sizeof(Slot))
        table.generation = 1
    table.slot_mask = slots - 1
    table.slots_used = 0

cdef inline void table_clear(Table* table) noexcept nogil:
    """Drop all entries in one step: slots of an earlier generation count as empty."""
    empty_slots(table, min(<uint32_t>FEWEST_SLOTS, table.slot_limit))
    table.free_line = 1
    table.oldest = 1
    table.end = 0
    table.entries = 0

cdef inline size_t table_bytes(const Table* table) noexcept nogil:
    """The number of bytes of the table in use."""
    return (<size_t>table.slot_mask + 1) * sizeof(Slot) + <size_t>max(table.free_line, table.end) * LINE_BYTES

cdef inline uint32_t home_slot(const Table* table, uint64_t key) noexcept nogil:
    """Return the index where probing for a key's slot begins.

    The higher a bit of the product, the more bits of the key it depends on. Bits from 32 up alone would not depend on
    the leader and the kind.
    """
    cdef uint64_t product = key * <uint64_t>0x9E3779B97F4A7C15
    return <uint32_t>(product >> 32 ^ product >> 47) & table.slot_mask

cdef inline void table_expect(const Table* table, uint64_t key) noexcept nogil:
    """Prefetch the key's slot."""
    prefetch(&table.slots[home_slot(table, key)])

cdef inline uint32_t table_find(const Table* table, uint64_t key) noexcept nogil:
    """Return the index of the key's slot, or of the empty slot where it belongs."""
    cdef uint32_t at = home_slot(table, key)
    while table.slots[at].generation == table.generation and table.slots[at].key != key:
        at = (at + 1) & table.slot_mask
    return at

cdef inline Slot* table_slot(const Table* table, uint64_t key) noexcept nogil:
    """Return the key's slot, or NULL."""
    cdef Slot* slot = &table.slots[table_find(table, key)]
    return slot if slot.generation == table.generation else NULL

cdef inline uint32_t top_owners(uint64_t key, cards_t one, cards_t two) noexcept nogil:
    """Return the bits of each lane's four highest places: `one` in the lower half of the word, `two` in the upper half.

    In a lane of fewer than four cards the missing places give bits that are equal in all positions of the shape.
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
    """Return 1 if an entry proves `need` tricks, -1 if one refutes them, and 0 if none decides.

    `ranks` receives the relevant ranks of the entry.
    """
    cdef const Chunk* chunk
    cdef const Entry* entry
    cdef uint32_t line = slot.first, i, found, tops
    if line == 0:
        return 0
    tops = top_owners(slot.key, one, two)
    while line:
        chunk = chunk_at(table, line)
        prefetch(chunk_at(table, chunk.older))
        i = 0
        while i < chunk.used:
            found = fits(tops_of(chunk) + i, cares_of(chunk) + i, chunk.used - i, tops)
            while found:
                entry = &entries(chunk)[i + low_index(found)]
                found &= found - 1
                if same_owners(entry, one, two, ranks_of(entry)) and (low_of(entry) >= need or high_of(entry) < need):
                    ranks[0] = ranks_of(entry)
                    return 1 if low_of(entry) >= need else -1
            i += SCANNED
        line = chunk.older
    return 0

cdef inline void drop_oldest(Table* table) noexcept nogil:
    """Unlink the oldest chunk from its slot's chain and advance to the next chunk."""
    cdef Chunk* chunk = chunk_at(table, table.oldest)
    cdef uint32_t* link = &table.slots[chunk.slot].first
    while link[0] != table.oldest:
        link = &chunk_at(table, link[0]).older
    link[0] = chunk.older
    table.entries -= chunk.used
    table.oldest += chunk_lines(chunk)
    if table.oldest >= table.end:               # no chunk of the previous pass over the ring is left
        table.oldest = 1
        table.end = 0

cdef inline Chunk* fresh_chunk(Table* table, uint32_t slot) noexcept nogil:
    """Allocate a chunk at the head of a slot's chain, dropping the oldest chunks if there is no room."""
    cdef uint32_t first = table.slots[slot].first, lines = LEAST_LINES, line
    cdef Chunk* chunk
    if first:
        lines = min(2 * chunk_lines(chunk_at(table, first)), <uint32_t>MOST_LINES)
    while 8 * lines > table.line_limit and lines > LEAST_LINES:
        lines //= 2                             # a small ring needs small chunks
    if table.free_line + lines > table.line_limit:
        while table.end:
            drop_oldest(table)
        table.end = table.free_line
        table.free_line = 1
    while table.end and table.oldest < table.free_line + lines:
        drop_oldest(table)
    line = table.free_line
    table.free_line += lines
    chunk = chunk_at(table, line)
    chunk.used = 0
    chunk.capacity = capacity_of(lines)
    chunk.slot = slot
    chunk.older = table.slots[slot].first
    table.slots[slot].first = line
    return chunk

cdef inline bint more_slots(Table* table) noexcept nogil:
    """Double the number of slots in use; return False if there are not enough."""
    cdef uint32_t slots = table.slot_mask + 1, i, at, line, used = 0
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
        line = kept[i].first
        while line:
            chunk_at(table, line).slot = at
            line = chunk_at(table, line).older
    table.slots_used = used
    free(kept)
    return True

cdef inline uint32_t table_claim(Table* table, uint64_t key) noexcept nogil:
    """Return the index of the key's slot, after taking it into use if it is new."""
    cdef uint32_t at = table_find(table, key)
    if table.slots[at].generation != table.generation:
        if table.slots_used > table.slot_mask // 2:
            if not more_slots(table):
                table_clear(table)
            at = table_find(table, key)
        table.slots_used += 1
        table.slots[at].key = key
        memset(table.slots[at].leads, NO_LEAD, NEEDS)
        table.slots[at].first = 0
        table.slots[at].generation = table.generation
    return at

cdef inline void table_suggest(Table* table, uint64_t key, int need, cards_t lead) noexcept nogil:
    """Remember the lead that decided this need in a position of this shape."""
    table.slots[table_claim(table, key)].leads[need % NEEDS] = <uint8_t>low_index(lead)

cdef inline cards_t suggested_lead(const Slot* slot, int need) noexcept nogil:
    """Return the remembered lead, or a place where no card can be if there is none."""
    return <cards_t>1 << slot.leads[need % NEEDS]

cdef inline bint merged(Chunk* chunk, uint32_t tops, uint32_t cares, const Entry* new) noexcept nogil:
    """Return True if an entry of the chunk absorbs the new one.

    An entry with the same ranks and owners is tightened to both entries' bounds. An entry that the new one implies is
    replaced.
    """
    cdef uint32_t i = 0, at, found
    cdef cards_t ranks = ranks_of(new)
    cdef Entry* entry
    while i < chunk.used:
        found = within(tops_of(chunk) + i, cares_of(chunk) + i, chunk.used - i, tops, cares)
        while found:
            at = i + low_index(found)
            found &= found - 1
            entry = &entries(chunk)[at]
            if same_owners(entry, new.one, new.two, ranks):     # these ranks are relevant in both entries
                if ranks == ranks_of(entry):
                    write_entry(entry, new.one, new.two, ranks, max(low_of(new), low_of(entry)),
                                min(high_of(new), high_of(entry)))
                    assert_(low_of(entry) <= high_of(entry))
                    return True
                if low_of(new) >= low_of(entry) and high_of(new) <= high_of(entry):
                    tops_of(chunk)[at] = tops
                    cares_of(chunk)[at] = cares
                    entry[0] = new[0]
                    return True
        i += SCANNED
    return False

cdef inline void table_store(Table* table, uint64_t key, cards_t one, cards_t two, cards_t ranks, int low,
                             int high) noexcept nogil:
    """Store bounds, as a new entry if no entry of the shape's newest chunk absorbs them.

    Searching the older chunks as well would cost more than it saves.
    """
    assert_(ranks == upward_closure(ranks) and low <= high)
    cdef uint32_t slot = table_claim(table, key), line = table.slots[slot].first, i
    cdef uint32_t tops = top_owners(key, one, two), cares = top_owners(key, ranks, ranks)
    cdef Chunk* chunk = chunk_at(table, line)
    cdef Entry new
    write_entry(&new, one, two, ranks, low, high)
    if line and merged(chunk, tops, cares, &new):
        return
    if line == 0 or chunk.used == chunk.capacity:
        chunk = fresh_chunk(table, slot)
    i = chunk.used
    chunk.used += 1
    tops_of(chunk)[i] = tops
    cares_of(chunk)[i] = cares
    entries(chunk)[i] = new
    table.entries += 1
