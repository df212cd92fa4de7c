"""A relaxation: the same game, except that after a trick won by an opponent the two choose which of them leads next.

The extra choice can only help the opponents, so tricks guaranteed to seat 0 in the relaxation are guaranteed in the
true game. Usually the two guarantees are equal. The relaxation is searched first because its answers depend on far
fewer ranks: it matters only how each opponent's card compares with the cards of seat 0, not which of two opponents'
cards is higher. This has three consequences:

    runs            Opponents' cards with no card of seat 0 between them form a run. Inside a run only the number of
                    cards of each opponent matters. In every run the cards of seat 1 are moved above those of seat 2,
                    so positions that differ in nothing else become identical.

                        suit, high to low      2 1 0 2 1 2 0   ->   1 2 0 1 2 2 0

    relevant ranks  contain whole runs: a threshold inside a run is lowered to the end of the run. So relevant ranks
                    stay valid when two runs are merged and sorted again because the card of seat 0 between them was
                    played. A trick won by an opponent depends on the winning rank only if seat 0 followed with a card
                    that could have won.
    leads           In a suit that both opponents hold, only the leads of seat 2 are tried. Suppose seat 1 leads d and
                    seat 2 plays c before seat 0 plays. If instead seat 2 leads c and seat 1 follows with d, the same
                    three cards make the same trick, and seat 0 had to choose with less information.

The answer "yes" also holds in the true game, with its relevant ranks. The answer "no" proves nothing about the true
game.
"""
from ninefivetwo_solver.cardset cimport LANES, cards_t, count, highest, lane_mask, lane_of, lowest
from ninefivetwo_solver.position cimport EITHER, Position, Trick, length
from ninefivetwo_solver.relevant_ranks cimport card_of, group_of

cdef inline bint worth_relaxing(const Position* pos, int need) noexcept nogil:
    """Return True if the answer in the relaxation is likely enough to be "yes" to search it first.

    That is the case if seat 0 needs few tricks and the opponents have no voids, so that each can usually reach the
    other's hand in the true game too. The limits were found by experiment (benchmarks/JOURNAL.md).
    """
    cdef int lane
    if pos.relaxed or pos.leader == 0 or 5 * need > pos.tricks:
        return False
    for lane in range(LANES):
        if not length(pos.shape, 1, lane) or not length(pos.shape, 2, lane):
            return False
    return True

cdef inline void sort_run(Position* pos, cards_t run) noexcept nogil:
    """Give the cards of seat 1 in the run the highest places and the cards of seat 2 the others."""
    cdef int ones = count(pos.hand[1] & run)
    cdef cards_t top = run & ~((highest(run) << 1 >> ones) - 1)
    pos.hand[1] = (pos.hand[1] & ~run) | top
    pos.hand[2] = (pos.hand[2] & ~run) | (run & ~top)

cdef inline void relax(const Position* pos, Position* relaxed) noexcept nogil:
    """Compute the position of the relaxation: its runs are sorted, and its leader is free if it is an opponent."""
    cdef cards_t left = pos.hand[1] | pos.hand[2], run
    relaxed[0] = pos[0]
    relaxed.relaxed = True
    if pos.leader:
        relaxed.leader = EITHER
    while left:
        run = group_of(lowest(left), left)
        left ^= run
        sort_run(relaxed, run)

cdef inline void relax_after_trick(const Trick* trick, Position* after) noexcept nogil:
    """Turn the position after a trick of the relaxation into a position of the relaxation.

    Only the two runs around the former place of the card of seat 0 can have merged.
    """
    cdef cards_t card = card_of(trick, 0), theirs = after.hand[1] | after.hand[2], place
    cdef cards_t gone = (trick.card[0] | trick.card[1] | trick.card[2]) & lane_mask(lane_of(card))
    if after.leader:
        after.leader = EITHER
    place = card >> count(gone & (card - 1))            # the new place of the next higher card
    if place & theirs and place >> 1 & theirs:
        sort_run(after, group_of(place, theirs))

cdef inline cards_t whole_runs(cards_t ranks, const Position* pos) noexcept nogil:
    """Return the relevant ranks with their runs completed in the relaxation; in the true game return them unchanged.

    If the lowest place of a lane belongs to an opponent, the set is extended to the end of its run in four steps, by 1,
    2, 4 and 8 places.
    """
    cdef cards_t run, found
    if not pos.relaxed:
        return ranks
    run = pos.hand[1] | pos.hand[2]
    found = ranks & ~(ranks << 1) & run
    found |= run & (found >> 1)
    run &= run >> 1
    found |= run & (found >> 2)
    run &= run >> 2
    found |= run & (found >> 4)
    run &= run >> 4
    found |= run & (found >> 8)
    return ranks | found

cdef inline cards_t leads_of_seat_1(const Position* pos) noexcept nogil:
    """Return the leads of seat 1 to try when either opponent may lead: its cards in suits in which seat 2 is void."""
    cdef cards_t lacking = 0
    cdef int lane
    for lane in range(LANES):
        if length(pos.shape, 2, lane) == 0:
            lacking |= lane_mask(lane)
    return pos.hand[1] & lacking
