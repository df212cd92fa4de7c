"""Worlds: the complete deals that fit the known facts, counted exactly and drawn uniformly.

Each card can have reached its place in some *ways*. A way consists of the card's present place and its contribution to
the counters. A drawn world reports the places 0 to 4, not place 5. Each counter must reach a given total. A way can
also put its card into a pool from which the highest cards of each suit were returned.

    world    one way for each card, so that every counter reaches its total and in each suit
             - no card kept in the pool is above a card returned from it, and
             - as many cards were returned as given (if `balanced`);
             if `shown`, the last counter counts the cards marked `may_show` above a returned (1) or a given (2) card.

Only the counters link the suits. Therefore the ways of one suit are counted by dynamic programming, card by card from
the lowest up, for every state of its counters (the forward table). Sums over the counters join the four suits. A world
is drawn by walking backwards through these tables, taking each step with its exact probability in integer arithmetic.
Counts have 128 bits (wide.h). Real deals have counts below 10^30; counts above 128 bits raise OverflowError.

                        card 0      card 1             card 12
    forward table:   F0 -------> F1 -------> ... -----> F13        F[j][state]: number of ways for the j lowest
    a draw:             <-------    <-------     <-----            cards to end in a state
"""
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free, qsort, realloc

import numpy as np

from ninefivetwo_solver.arguments cimport in_range
from ninefivetwo_solver.arguments cimport NO_TRUMP
from ninefivetwo_solver.cardset cimport LANES, LANE_BITS, RANKS, assert_, count, every_card, high_index
from ninefivetwo_solver.dealer_choices cimport (
    MOST_DISCARDED, MOST_WAYS_TO_DISCARD, Discards, Worths, list_discards, log_call_chance, redraw
)
from ninefivetwo_solver.random cimport Random, random_for, random_word

cdef extern from "wide.h" nogil:
    ctypedef struct wide "n52_wide":
        pass
    wide wide_of "n52_wide_of"(uint64_t high, uint64_t low) noexcept
    uint64_t high_of "n52_wide_high"(wide a) noexcept
    uint64_t low_of "n52_wide_low"(wide a) noexcept
    wide add "n52_wide_add"(wide a, wide b) noexcept
    wide subtract "n52_wide_subtract"(wide a, wide b) noexcept
    wide multiply "n52_wide_multiply"(wide a, wide b) noexcept
    bint less "n52_wide_less"(wide a, wide b) noexcept
    bint is_zero "n52_wide_is_zero"(wide a) noexcept
    bint accumulate "n52_wide_accumulate"(wide* sum, wide a, wide b) noexcept

cdef enum:
    PLACES = 5          # number of places reported in a world
    COUNTERS = 5        # number of counters, each of which must reach a total
    AXES = 6            # number of axes of a suit's states: the counters, and the count of cards returned
    MOST_WAYS = 144     # dealt places (4) x present places (6) x given or not (2) x not pooled, kept or returned (3)
    MOST_TOTAL = 52
    MOST_STATES = 1 << 20   # maximum number of states of a lane or of the joined counters; deals need far fewer
    GIVEN_AXIS = 3      # the counter of the cards given
    SHOWN_AXIS = 4      # the counter of the cards shown
    RETURNED_AXIS = 5
    SEEN_RETURNED = 1   # phase bit of a state: a lower card of the suit was returned
    SEEN_GIVEN = 2      # phase bit of a state: a lower card of the suit was given
    PHASES = 4

ctypedef uint64_t counts_t      # six counts of at most 127, each in a byte: axis a starts at bit 8 a

cdef struct Way:
    int place
    counts_t adds               # amounts added to the counts; the count of cards shown is added separately
    int phase                   # the phase bits that the way sets
    bint kept
    bint may_show

cdef struct End:                # a possible end state of a lane
    int state
    int joined                  # the amount that the end adds to the state of the joined counters
    counts_t counts
    wide ways

cdef struct Lane:
    int cards                   # number of cards
    int card[RANKS]             # the index of each card's bit, lowest first
    int way_count[RANKS]
    int way[RANKS][MOST_WAYS]
    int step[MOST_WAYS][2]      # [way][card is shown]: amount added to the index of a state, apart from the phase bits
    counts_t limits             # maximum count on each axis
    int stride[AXES]
    int states                  # number of states; the index of a state is 4 (counts . strides) + phase
    counts_t* counts            # [states]
    wide* forward               # [cards + 1][states]
    End* ends                   # the possible end states, in descending order of ways
    int end_count

cdef struct Tables:
    Way ways[MOST_WAYS]
    int way_count
    Lane lane[LANES]
    int total[COUNTERS]
    int joined_size             # number of states of the joined counters
    int joined_stride[COUNTERS]
    counts_t* joined_counts     # [joined_size]
    wide* joined                # [n][state]: number of ways in which the first n lanes reach a joined state
    bint overflow               # whether a count in `joined` overflowed
    bint balanced
    int shown                   # 0, SEEN_RETURNED or SEEN_GIVEN


cdef struct Step:               # a possible step of a draw
    wide upto                  # end of the step's range of random numbers, which starts at the previous step's `upto`
    int state                   # the preceding state of the lane
    int then                    # the way of a card; at the end of a lane, the amount added to the joined state

cdef struct Listed:             # the possible steps from each state that a draw has visited
    int* place                  # [nodes]: index of a node's first step; 0: not listed yet
    int lane[LANES]             # index of each lane's first node; the nodes of the joined states come first
    Step* steps
    int used
    int room


cdef inline uint64_t mask_for(uint64_t number) noexcept nogil:
    """Return a mask of all bits up to the highest bit of `number`."""
    return ~<uint64_t>0 >> (63 - high_index(number)) if number else 0


cdef inline wide random_below(Random* random, wide limit) noexcept nogil:
    """Return a uniform random number below `limit`, which must not be 0.

    The function draws as many random bits as the limit has, and draws again if the number is too large.
    """
    cdef wide last = subtract(limit, wide_of(0, 1)), found
    cdef uint64_t high_mask = mask_for(high_of(last)), low_mask = mask_for(low_of(last)), high
    assert_(not is_zero(limit))
    if is_zero(last):
        return last
    if high_mask:
        low_mask = ~<uint64_t>0
    while True:
        high = random_word(random) & high_mask if high_mask else 0
        found = wide_of(high, random_word(random) & low_mask)
        if less(found, limit):
            return found


cdef inline counts_t one(int axis) noexcept nogil:
    return <counts_t>1 << (8 * axis)


cdef inline int count_on(counts_t counts, int axis) noexcept nogil:
    return counts >> (8 * axis) & 127


cdef inline bint within(counts_t counts, counts_t limits) noexcept nogil:
    """Return True if no count is above its limit.

    One subtraction compares all bytes: a byte that borrows loses its spare top bit.
    """
    return ((limits | <counts_t>0x808080808080) - counts) & <counts_t>0x808080808080 == <counts_t>0x808080808080


cdef inline bint shows(const Tables* tables, const Way* way, int phase) noexcept nogil:
    return way.may_show and (phase & tables.shown) != 0


cdef inline counts_t adds(const Way* way, bint shown) noexcept nogil:
    return way.adds + (one(SHOWN_AXIS) if shown else 0)


cdef inline int state_after(const Tables* tables, const Lane* lane, int state, int number) noexcept nogil:
    """Return the state that follows when a card takes this way, or -1 if the way is impossible."""
    cdef const Way* way = &tables.ways[number]
    cdef int phase = state & PHASES - 1
    cdef bint shown = shows(tables, way, phase)
    if (way.kept and phase & SEEN_RETURNED) or not within(lane.counts[state] + adds(way, shown), lane.limits):
        return -1
    return state + lane.step[number][shown] - phase + (phase | way.phase)


cdef inline int state_before(const Tables* tables, const Lane* lane, int state, int number, int phase) noexcept nogil:
    """Return the state of this phase from which the way leads to `state`, or -1 if there is none. `phase`, combined
    with the way's phase bits, must give the phase of `state`.
    """
    cdef const Way* way = &tables.ways[number]
    cdef bint shown = shows(tables, way, phase)
    if (way.kept and phase & SEEN_RETURNED) or not within(adds(way, shown), lane.counts[state]):
        return -1
    return state - lane.step[number][shown] - (state & PHASES - 1) + phase


cdef void count_states(counts_t* counts, int stride, int axis, int most) noexcept nogil:
    """Fill in the counts of the states with 1 to `most` on an axis from the counts of the states with 0."""
    cdef int state
    for state in range(stride, stride * (most + 1)):
        counts[state] = counts[state - stride] + one(axis)


cdef void count_lane(const Tables* tables, Lane* lane) noexcept nogil:
    """Fill in the lane's forward table."""
    cdef int j, state, i, after, highest = 0
    cdef wide* before
    cdef wide* now
    lane.forward[0] = wide_of(0, 1)
    for j in range(lane.cards):
        before, now = lane.forward + j * lane.states, lane.forward + (j + 1) * lane.states
        for state in range(highest + 1):
            if not is_zero(before[state]):
                for i in range(lane.way_count[j]):
                    after = state_after(tables, lane, state, lane.way[j][i])
                    if after >= 0:
                        now[after] = add(now[after], before[state])
                        highest = max(highest, after)


cdef int ends_of(const Tables* tables, const Lane* lane, End* ends) noexcept nogil:
    """Return the number of possible end states of a lane, and list them in `ends` unless it is NULL."""
    cdef int state, counter, found = 0
    cdef const wide* last = lane.forward + lane.cards * lane.states
    cdef counts_t counts
    for state in range(lane.states):
        counts = lane.counts[state]
        if is_zero(last[state]):
            continue
        if tables.balanced and count_on(counts, GIVEN_AXIS) != count_on(counts, RETURNED_AXIS):
            continue
        if ends != NULL:
            ends[found].state, ends[found].ways, ends[found].joined = state, last[state], 0
            ends[found].counts = counts & ((<counts_t>1 << (8 * COUNTERS)) - 1)
            for counter in range(COUNTERS):
                ends[found].joined += count_on(counts, counter) * tables.joined_stride[counter]
        found += 1
    return found


cdef int compare_ends(const void* one_end, const void* other_end) noexcept nogil:
    """Compare ends for qsort: in descending order of ways, then by state."""
    cdef const End* one_ = <const End*>one_end
    cdef const End* other = <const End*>other_end
    if less(other.ways, one_.ways):
        return -1
    if less(one_.ways, other.ways):
        return 1
    return one_.state - other.state


cdef void join_lanes(Tables* tables) noexcept nogil:
    """Fill in the table of the joined counters, lane by lane."""
    cdef int n, joined, i, last = tables.joined_size - 1
    cdef const End* end
    cdef wide* below
    cdef wide* above
    tables.joined[0] = wide_of(0, 1)
    for n in range(LANES):
        below, above = tables.joined + n * tables.joined_size, tables.joined + (n + 1) * tables.joined_size
        for joined in range(tables.joined_size):
            if is_zero(below[joined]):
                continue
            for i in range(tables.lane[n].end_count):
                end = &tables.lane[n].ends[i]
                if n == LANES - 1 and joined + end.joined != last:
                    continue
                if within(tables.joined_counts[joined] + end.counts, tables.joined_counts[last]):
                    tables.overflow |= accumulate(&above[joined + end.joined], end.ways, below[joined])


cdef inline wide number_of_worlds(const Tables* tables) noexcept nogil:
    """Return the number of ways to the last joined state, in which every counter has its total."""
    return tables.joined[LANES * tables.joined_size + tables.joined_size - 1]


cdef int list_step(Listed* listed, wide upto, int state, int then) except -1 nogil:
    """Add a step to `listed`. Raises MemoryError."""
    cdef Step* more
    if listed.used >= listed.room:
        listed.room = max(2 * listed.room, 1024)
        more = <Step*>realloc(listed.steps, listed.room * sizeof(Step))
        if more == NULL:
            raise MemoryError
        listed.steps = more
    listed.steps[listed.used].upto = upto
    listed.steps[listed.used].state, listed.steps[listed.used].then = state, then
    listed.used += 1
    return 0


cdef int list_ends(const Tables* tables, int n, int joined, Listed* listed) except -1 nogil:
    """List the possible end states of a lane, given the joined state that includes the lane. Raises MemoryError."""
    cdef int i
    cdef wide upto = wide_of(0, 0), weight
    cdef const End* end
    cdef const wide* below = tables.joined + n * tables.joined_size
    for i in range(tables.lane[n].end_count):
        end = &tables.lane[n].ends[i]
        if within(end.counts, tables.joined_counts[joined]):
            weight = multiply(end.ways, below[joined - end.joined])
            if not is_zero(weight):
                upto = add(upto, weight)
                list_step(listed, upto, end.state, end.joined)
    return 0


cdef int list_ways(const Tables* tables, const Lane* lane, int j, int state, Listed* listed) except -1 nogil:
    """List the ways by which a card can lead to a state, with the preceding states. Raises MemoryError."""
    cdef int i, way, sets, more, before, phase = state & PHASES - 1
    cdef wide upto = wide_of(0, 0)
    cdef const wide* table = lane.forward + j * lane.states
    for i in range(lane.way_count[j]):
        way = lane.way[j][i]
        sets = tables.ways[way].phase
        if sets & ~phase:
            continue
        more = 0                # a subset of the way's phase bits that were already set; the loop tries all subsets
        while True:
            before = state_before(tables, lane, state, way, phase & ~sets | more)
            if before >= 0 and not is_zero(table[before]):
                upto = add(upto, table[before])
                list_step(listed, upto, before, way)
            if more == sets:
                break
            more = more - sets & sets
    return 0


cdef inline const Step* drawn_step(const Listed* listed, int place, wide total, Random* random) noexcept nogil:
    """Draw one of the steps listed from `place` on, with its exact probability."""
    cdef const Step* step = listed.steps + place
    cdef wide at = random_below(random, total)
    while not less(at, step.upto):
        step += 1
    return step


cdef int draw_world(const Tables* tables, Listed* listed, Random* random, uint64_t* world) except -1 nogil:
    """Draw each lane's end state from the joined table, then the lane's cards from the last to the first.

    Raises MemoryError.
    """
    cdef int n, j, node, state, joined = tables.joined_size - 1
    cdef const Lane* lane
    cdef const Step* step
    for n in range(LANES - 1, -1, -1):
        lane = &tables.lane[n]
        node = n * tables.joined_size + joined
        if not listed.place[node]:
            listed.place[node] = listed.used
            list_ends(tables, n, joined, listed)
        step = drawn_step(listed, listed.place[node], tables.joined[node + tables.joined_size], random)
        state, joined = step.state, joined - step.then
        for j in range(lane.cards - 1, -1, -1):
            node = listed.lane[n] + j * lane.states + state
            if not listed.place[node]:
                listed.place[node] = listed.used
                list_ways(tables, lane, j, state, listed)
            step = drawn_step(listed, listed.place[node], lane.forward[(j + 1) * lane.states + state], random)
            state = step.state
            if tables.ways[step.then].place < PLACES:
                world[tables.ways[step.then].place] |= <uint64_t>1 << lane.card[j]
    return 0


cdef class Worlds:
    """The set of worlds that the given ways and totals allow.

    `ways` has tuples (cards, place, first, kitty, discarded, given, returned, kept, may_show): a card set, a place, and
    a flag for each property of the cards. `totals` has the totals of first, kitty, discarded, given and shown, each 0
    to 52. `shown` is 0, 1 or 2, as described at the top of this module. Raises ValueError if an argument is invalid,
    MemoryError, and OverflowError if there are 2^128 worlds or more.
    """
    cdef Tables tables

    def __cinit__(self, ways, totals, bint balanced, int shown):
        cdef int i, n
        cdef Way* way
        in_range("number of ways", len(ways), MOST_WAYS)
        in_range("shown", shown, SEEN_GIVEN)
        if len(totals) != COUNTERS:
            raise ValueError(f"{len(totals)} totals (expected {COUNTERS})")
        self.tables.balanced, self.tables.shown, self.tables.way_count = balanced, shown, len(ways)
        for i, (cards, place, first, kitty, discarded, given, returned, kept, may_show) in enumerate(ways):
            if <uint64_t>cards & ~every_card():
                raise ValueError(f"way {i} has cards {cards:#x} (expected only bits of {every_card():#x}, the 52 cards)")
            in_range("place", place, PLACES)
            way = &self.tables.ways[i]
            way.place, way.kept, way.may_show = place, kept, may_show
            for n, step in enumerate((first, kitty, discarded, given, 0, returned)):
                way.adds += one(n) if step else 0
            way.phase = (SEEN_RETURNED if returned else 0) | (SEEN_GIVEN if given else 0)
        for i in range(COUNTERS):
            in_range("total", totals[i], MOST_TOTAL)
            self.tables.total[i] = totals[i]
        self.set_up_counters()
        for n in range(LANES):
            self.set_up_lane(&self.tables.lane[n], n, [cards_of[0] >> (LANE_BITS * n) & 0x1FFF for cards_of in ways])
        with nogil:
            join_lanes(&self.tables)
        if self.tables.overflow:
            raise OverflowError("worlds beyond 128 bits")

    def __dealloc__(self):
        cdef int n
        for n in range(LANES):
            free(self.tables.lane[n].counts)
            free(self.tables.lane[n].forward)
            free(self.tables.lane[n].ends)
        free(self.tables.joined_counts)
        free(self.tables.joined)

    cdef void set_up_counters(self) except *:
        cdef int counter, size = 1
        for counter in range(COUNTERS):
            self.tables.joined_stride[counter] = size
            size = at_most_states(<int64_t>size * (self.tables.total[counter] + 1))
        self.tables.joined_size = size
        self.tables.joined_counts = <counts_t*>zeroed(size, sizeof(counts_t))
        self.tables.joined = <wide*>zeroed((LANES + 1) * size, sizeof(wide))
        for counter in range(COUNTERS):
            count_states(self.tables.joined_counts, self.tables.joined_stride[counter], counter, self.tables.total[counter])

    cdef void set_up_lane(self, Lane* lane, int n, masks) except *:
        """Set up a lane's cards, their ways and the lane's states, and count the ways."""
        cdef int rank, i, axis, state, most, stride = PHASES
        for rank in range(RANKS):
            found = [i for i, mask in enumerate(masks) if mask >> rank & 1]
            if found:
                lane.card[lane.cards], lane.way_count[lane.cards] = LANE_BITS * n + rank, len(found)
                for i, way in enumerate(found):
                    lane.way[lane.cards][i] = way
                lane.cards += 1
        for axis in range(AXES):
            most = min(self.most(lane, axis), self.tables.total[GIVEN_AXIS if axis == RETURNED_AXIS else axis])
            lane.limits += one(axis) * <counts_t>most
            lane.stride[axis] = stride
            stride = at_most_states(<int64_t>stride * (most + 1))
        lane.states = stride
        lane.counts = <counts_t*>zeroed(stride, sizeof(counts_t))
        for axis in range(AXES):
            count_states(lane.counts, lane.stride[axis], axis, count_on(lane.limits, axis))
        for i in range(self.tables.way_count):
            for axis in range(AXES):
                lane.step[i][0] += count_on(self.tables.ways[i].adds, axis) * lane.stride[axis]
            lane.step[i][1] = lane.step[i][0] + lane.stride[SHOWN_AXIS]
        lane.forward = <wide*>zeroed((lane.cards + 1) * stride, sizeof(wide))
        with nogil:
            count_lane(&self.tables, lane)
            lane.end_count = ends_of(&self.tables, lane, NULL)
        lane.ends = <End*>zeroed(lane.end_count + 1, sizeof(End))
        ends_of(&self.tables, lane, lane.ends)
        qsort(lane.ends, lane.end_count, sizeof(End), compare_ends)

    cdef int most(self, const Lane* lane, int axis) noexcept:
        """Return the number of a lane's cards that can add to an axis."""
        cdef int j, i, found = 0
        cdef const Way* way
        for j in range(lane.cards):
            for i in range(lane.way_count[j]):
                way = &self.tables.ways[lane.way[j][i]]
                if way.may_show if axis == SHOWN_AXIS else count_on(way.adds, axis):
                    found += 1
                    break
        return found

    def count(self):
        cdef wide found = number_of_worlds(&self.tables)
        cdef object high = high_of(found), low = low_of(found)
        return high << 64 | low

    def draw(self, Py_ssize_t number, uint64_t seed, uint64_t first=0):
        """Return `number` worlds drawn independently and uniformly, the same on every machine for the same seed.

        A world is a row of five card sets, one for each place. `first` is the number of the first world. A world's
        random numbers depend only on the seed and the world's number. Raises ValueError if there is no world.
        """
        cdef Random random
        cdef Listed listed
        cdef Py_ssize_t i
        cdef int n, nodes = LANES * self.tables.joined_size
        if number < 0:
            raise ValueError(f"{number} worlds (expected 0 or more)")
        if is_zero(number_of_worlds(&self.tables)):
            raise ValueError("no world to draw")
        try:
            found = np.zeros((number, PLACES), dtype=np.uint64)
        except ValueError as error:  # NumPy rejects an array that is too large
            raise MemoryError(f"{number} worlds") from error
        cdef uint64_t[:, ::1] worlds = found
        for n in range(LANES):
            listed.lane[n] = nodes
            nodes += self.tables.lane[n].cards * self.tables.lane[n].states
        listed.steps, listed.used, listed.room = NULL, 1, 0
        listed.place = <int*>zeroed(nodes, sizeof(int))
        try:
            with nogil:
                for i in range(number):
                    random = random_for(seed, first + i)
                    draw_world(&self.tables, &listed, &random, &worlds[i, 0])
        finally:
            free(listed.place)
            free(listed.steps)
        return found

    def listing(self, most):
        """Return all different worlds, each as a tuple of five card sets and the number of ways that lead to the world.

        Returns None if there are more than `most` worlds, or too many partial worlds that cannot be completed. The
        method lists the possible places of each suit's cards and combines them suit by suit, starting from the last
        suit.
        """
        cdef int n
        patterns = []
        for n in range(LANES):
            found = self.patterns(n, most)
            if found is None:
                return None
            patterns.append(found)
        worlds = [((0,) * PLACES, {self.tables.joined_size - 1: 1})]
        for n in range(LANES - 1, -1, -1):
            extended = []
            for world, left in worlds:
                for cards, ends in patterns[n]:
                    rest = self.left_over(n, left, ends)
                    if rest:
                        extended.append((tuple(map(int.__or__, world, cards)), rest))
                if len(extended) > most:
                    return None
            worlds = extended
        return [(*world, left[0]) for world, left in worlds]

    def patterns(self, int n, most):
        """Return the possible combinations of places of a lane's cards, with the number of ways to each end state."""
        cdef Lane* lane = &self.tables.lane[n]
        cdef int j, i, number, after
        found = [((0,) * PLACES, {0: 1})]
        for j in range(lane.cards):
            extended = []
            for world, states in found:
                by_place = {}
                for state, ways in states.items():
                    for i in range(lane.way_count[j]):
                        number = lane.way[j][i]
                        after = state_after(&self.tables, lane, state, number)
                        if after >= 0:
                            ends = by_place.setdefault(self.tables.ways[number].place, {})
                            ends[after] = ends.get(after, 0) + ways
                for place, ends in by_place.items():
                    cards = [0] * PLACES
                    if place < PLACES:
                        cards[place] = <uint64_t>1 << lane.card[j]
                    extended.append((tuple(map(int.__or__, world, cards)), ends))
            if len(extended) > 16 * most + 10000:
                return None
            found = extended
        return found

    def left_over(self, int n, left, ends):
        """Return the joined states that the lower lanes must reach, with the number of ways to each joined state."""
        cdef Lane* lane = &self.tables.lane[n]
        cdef int i, state, joined
        rest = {}
        for i in range(lane.end_count):
            state = lane.ends[i].state
            if state not in ends:
                continue
            for joined_, ways in left.items():
                joined = joined_
                if within(lane.ends[i].counts, self.tables.joined_counts[joined]):
                    joined -= lane.ends[i].joined
                    if not is_zero(self.tables.joined[n * self.tables.joined_size + joined]):
                        rest[joined] = rest.get(joined, 0) + ways * ends[state]
        return rest


cdef Worths worths_of(const double[:, ::1] tables, const double[::1] lengths) except *:
    """Return the worth tables: one row each for the main suit, a side suit, and the correction by main-suit length.

    An optional fourth row has the worth of high cards.
    """
    cdef Worths found
    if not (3 <= tables.shape[0] <= 4 and tables.shape[1] == lengths.shape[0] == 1 << RANKS):
        raise ValueError(f"tables of {tables.shape[0]} by {tables.shape[1]} (expected 3 or 4 by {1 << RANKS})")
    found.main, found.side, found.by_length, found.lengths = &tables[0, 0], &tables[1, 0], &tables[2, 0], &lengths[0]
    found.high_cards = &tables[3, 0] if tables.shape[0] == 4 else NULL
    return found


def log_call_chances(
    const uint64_t[:] held, int called, const double[:, :, ::1] tables, const double[::1] lengths, denominations
):
    """Return, for each hand, the logarithm of the probability that its dealer calls `called`.

    `tables` has the worth tables for each denomination, as in `draw_discards`. `denominations` has the denominations
    that may be called, including `called`.
    """
    cdef Worths by_trump[NO_TRUMP + 1]
    cdef Py_ssize_t i
    cdef int trump
    in_range("called", called, NO_TRUMP)
    if called not in denominations or tables.shape[0] != NO_TRUMP + 1:
        raise ValueError(f"{called} called, of {tables.shape[0]} tables (expected one of {denominations}, and 5)")
    for trump in range(NO_TRUMP + 1):
        by_trump[trump] = worths_of(tables[trump], lengths)
        if trump not in denominations:
            by_trump[trump].main = NULL
    found = np.zeros(held.shape[0])
    cdef double[::1] logs = found
    with nogil:
        for i in range(held.shape[0]):
            logs[i] = log_call_chance(by_trump, held[i], called)
    return found


def draw_discards(
    const uint64_t[:] held, const uint64_t[:] movable, const uint64_t[:] discarded, int trump,
    const double[:, ::1] tables, const double[::1] lengths, const int64_t[:, ::1] ways, double slip, uint64_t seed,
    uint64_t first
):
    """Return a newly drawn discard for each dealer, and the mean probability of the discards from which it was drawn.

    `held` has all cards from which the dealer discarded. `movable` has the cards that may have been either discarded or
    kept; their number among the discards stays the same. All other discarded cards stay discarded. `tables` has worths
    in tricks divided by the model's scale: one row for the main suit, one for a side suit, one for the correction by
    main-suit length, and optionally a fourth for the high cards of any suit. Each row of `ways` has possible numbers of
    cards to discard from the four suits. `first` is the number of the first row. A row's random numbers depend only on
    the seed and the row's number.
    """
    cdef Worths worths = worths_of(tables, lengths)
    cdef Discards model
    cdef Random random
    cdef Py_ssize_t i
    cdef uint64_t must
    in_range("trump", trump, NO_TRUMP)
    in_range("number of ways", ways.shape[0], MOST_WAYS_TO_DISCARD)
    if not held.shape[0] == movable.shape[0] == discarded.shape[0]:
        raise ValueError("hands, movable cards and discards (expected as many of each)")
    if ways.shape[1] != LANES or not 0 <= slip <= 1:
        raise ValueError(f"slip {slip}, ways of {ways.shape[1]} suits (expected 0 to 1, and {LANES})")
    for i in range(ways.shape[0]):
        for n in range(LANES):
            in_range("cards of a suit", ways[i, n], MOST_DISCARDED)
    drawn, mean = np.array(discarded, dtype=np.uint64), np.zeros(held.shape[0])
    cdef uint64_t[::1] cards = drawn
    cdef double[::1] chances = mean
    with nogil:
        for i in range(held.shape[0]):
            must = cards[i] & ~movable[i]
            random = random_for(seed, first + i)
            list_discards(&worths, trump, held[i], ways, movable[i], must, &model)
            chances[i] = redraw(&model, ways.shape[0], slip, held[i], movable[i], must, &cards[i], &random)
    return drawn, mean


cdef int at_most_states(int64_t states) except -1:
    """Return the number of states. Raises ValueError if the number exceeds MOST_STATES."""
    if states > MOST_STATES:
        raise ValueError(f"{states} states of the totals (expected at most {MOST_STATES})")
    return <int>states


cdef void* zeroed(size_t number, size_t size) except NULL:
    """Allocate `number` items of `size` bytes, all zero. Raises MemoryError."""
    cdef void* found = calloc(number, size)
    if found == NULL:
        raise MemoryError("worlds")
    return found
