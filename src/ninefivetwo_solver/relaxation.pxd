"""A relaxation: the same game, but after a trick won by an opponent the two choose which of them leads next.

The extra choice can only help them, so tricks that seat 0 is sure of in the relaxation are sure in the true game.  Mostly
it is sure of as many.  The relaxation is searched first because its answers depend on far fewer ranks: which opponent's
card beats the other's does not matter, only how each compares with the cards of seat 0.  Therefore

    runs            Opponents' cards with no card of seat 0 between them form a run.  Inside a run only the number of
                    cards of each opponent matters.  In every run the cards of seat 1 are put above those of seat 2,
                    so positions that differ in nothing else become one.

                        suit, high to low      2 1 0 2 1 2 0   ->   1 2 0 1 2 2 0

    relevant ranks  contain whole runs: a threshold inside a run is lowered to its end.  So they stay valid when runs
                    are sorted again because a card of seat 0 between two of them has gone.  A trick that an opponent
                    wins depends on the winning rank only if seat 0 followed with a card that could have won.
    leads           Of a suit that both opponents hold only the leads of seat 2 are tried.  Suppose seat 1 leads d,
                    and seat 2 plays c before seat 0 plays.  If instead seat 2 leads c and seat 1 follows with d,
                    the same three cards make the same trick, and seat 0 had to choose with less information.

The answer "yes" holds in the true game, with its relevant ranks.  The answer "no" says nothing about it.
"""
from ninefivetwo_solver.cardset cimport LANES, cards_t, count, highest, lane_mask, lane_of, lowest
from ninefivetwo_solver.position cimport EITHER, Position, Trick, length
from ninefivetwo_solver.relevant_ranks cimport card_of, group_of

cdef inline bint worth_relaxing(const Position* pos, int need) noexcept nogil:
    """Is "yes" likely enough in the relaxation to search it first?

    It is where little is needed and the opponents have no void, so that each can mostly reach the other's hand in the
    true game too.  The limits were found by experiment (benchmarks/JOURNAL.md).
    """
    cdef int lane
    if pos.relaxed or pos.leader == 0 or 5 * need > pos.tricks:
        return False
    for lane in range(LANES):
        if not length(pos.shape, 1, lane) or not length(pos.shape, 2, lane):
            return False
    return True

cdef inline void sort_run(Position* pos, cards_t run) noexcept nogil:
    """Give seat 1 the run's highest places, as many as it holds there, and seat 2 the others."""
    cdef int ones = count(pos.hand[1] & run)
    cdef cards_t top = run & ~((highest(run) << 1 >> ones) - 1)
    pos.hand[1] = (pos.hand[1] & ~run) | top
    pos.hand[2] = (pos.hand[2] & ~run) | (run & ~top)

cdef inline void relax(const Position* pos, Position* relaxed) noexcept nogil:
    """The position of the relaxation: its runs sorted, its leader free if it is an opponent."""
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
    """The same for the position after a trick of the relaxation.  Only the two runs around the place where the card of
    seat 0 was can have become one."""
    cdef cards_t card = card_of(trick, 0), theirs = after.hand[1] | after.hand[2], place
    cdef cards_t gone = (trick.card[0] | trick.card[1] | trick.card[2]) & lane_mask(lane_of(card))
    if after.leader:
        after.leader = EITHER
    place = card >> count(gone & (card - 1))            # where the card that was above it is now
    if place & theirs and place >> 1 & theirs:
        sort_run(after, group_of(place, theirs))

cdef inline cards_t whole_runs(cards_t ranks, const Position* pos) noexcept nogil:
    """The relevant ranks with their runs completed; in the true game unchanged.

    If the lowest place of a lane is an opponent's, the set is extended down to the end of its run: by one place, then
    as far again, four times.
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
    """The leads of seat 1 to try when either opponent may lead: those of suits that seat 2 lacks."""
    cdef cards_t lacking = 0
    cdef int lane
    for lane in range(LANES):
        if length(pos.shape, 2, lane) == 0:
            lacking |= lane_mask(lane)
    return pos.hand[1] & lacking
