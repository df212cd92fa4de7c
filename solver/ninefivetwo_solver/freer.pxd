"""The freer game: when the opponents have won a trick they choose which of them leads to the next.

That can only help them, so what seat 0 is sure of in the freer game he is sure of in the true one; and mostly it is as
much.  What makes the freer game worth a search of its own is how little it depends on: whether one opponent's card
beats the other's is of no matter, only how each stands to seat 0's.  So

    runs        the cards of both opponents between two of seat 0's are alike, but for who holds them.  In every
                run seat 1's are put above seat 2's; positions that differ in nothing else become one.

                    suit, high to low      2 1 0 2 1 2 0   ->   1 2 0 1 2 2 0

    proofs      name whole runs: a threshold inside one is lowered to its end.  Then it makes no difference that
                runs are sorted anew when a card of seat 0's goes from between two.  A trick that an opponent
                wins rests on his rank only if seat 0's card was one that could have won.
    leads       of a suit that both opponents hold only seat 2's need be tried.  Say seat 1 would lead d, and seat 2
                follow with c, before seat 0 plays.  Let seat 2 lead c instead and seat 1 follow with d: the same
                three cards, the same suit led, so the same trick, and seat 0 had to choose knowing less.

An answer "yes" is carried over to the true game with its proof.  An answer "no" says nothing of it.
"""
from ninefivetwo_solver.cardset cimport LANES, cards_t, count, highest, lane_mask, lane_of, lowest
from ninefivetwo_solver.position cimport EITHER, Position, Trick, length
from ninefivetwo_solver.proof cimport card_of, group_of

cdef inline bint worth_asking(const Position* pos, int need) noexcept nogil:
    """Is a "yes" of the freer game likely enough to ask for it first?

    It is where little is needed and the opponents, who have no more than one void between them, can reach each
    other anyway (found by trying: benchmarks/README.md).
    """
    cdef int lane, voids = 0
    if pos.free or pos.leader == 0 or 5 * need > pos.tricks:
        return False
    for lane in range(LANES):
        voids += (length(pos.shape, 1, lane) == 0) + (length(pos.shape, 2, lane) == 0)
    return voids <= 1

cdef inline void sort_run(Position* pos, cards_t run) noexcept nogil:
    """Give the run's highest places to seat 1, as many as he holds there, the others to seat 2."""
    cdef int ones = count(pos.hand[1] & run)
    cdef cards_t top = run & ~((highest(run) << 1 >> ones) - 1)
    pos.hand[1] = (pos.hand[1] & ~run) | top
    pos.hand[2] = (pos.hand[2] & ~run) | (run & ~top)

cdef inline void freed(const Position* pos, Position* free) noexcept nogil:
    """The position in the freer game."""
    cdef cards_t left = pos.hand[1] | pos.hand[2], run
    free[0] = pos[0]
    free.free = True
    if pos.leader:
        free.leader = EITHER
    while left:
        run = group_of(lowest(left), left)
        left ^= run
        sort_run(free, run)

cdef inline void settle(const Trick* trick, Position* after) noexcept nogil:
    """Make of the position after a trick one of the freer game: where seat 0's card went, two runs may have met."""
    cdef cards_t card = card_of(trick, 0), theirs = after.hand[1] | after.hand[2], place
    cdef cards_t gone = (trick.card[0] | trick.card[1] | trick.card[2]) & lane_mask(lane_of(card))
    if after.leader:
        after.leader = EITHER
    place = card >> count(gone & (card - 1))            # where the card above it has come to lie
    if place & theirs and place >> 1 & theirs:
        sort_run(after, group_of(place, theirs))

cdef inline cards_t rounded(cards_t proof, const Position* pos) noexcept nogil:
    """The proof with its runs made whole (in the true game: as it is).

    From a lowest place that is an opponent's it goes down as far as opponents' cards touch: by one place, then as far
    again, four times.
    """
    cdef cards_t run, found
    if not pos.free:
        return proof
    run = pos.hand[1] | pos.hand[2]
    found = proof & ~(proof << 1) & run
    found |= run & (found >> 1)
    run &= run >> 1
    found |= run & (found >> 2)
    run &= run >> 2
    found |= run & (found >> 4)
    run &= run >> 4
    found |= run & (found >> 8)
    return proof | found

cdef inline cards_t leads_of_one(const Position* pos) noexcept nogil:
    """What seat 1 might lead when either may: the suits that seat 2 lacks."""
    cdef cards_t lacking = 0
    cdef int lane
    for lane in range(LANES):
        if length(pos.shape, 2, lane) == 0:
            lacking |= lane_mask(lane)
    return pos.hand[1] & lacking
