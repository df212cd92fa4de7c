"""Tricks that can be counted without playing them.

Each bound answers "does this alone decide the question?" and, if so, gives its proof
(proof.pxd), cut down to the tricks that were asked for.  A bound that decides nothing leaves the proof alone.
"""
from ninefivetwo_solver.cardset cimport cards_t, from_card_up, high_index, highest, lane_mask, LANE_BITS, TRUMP_LANE
from ninefivetwo_solver.position cimport Position, length

cdef extern from *:
    """
    /* The number of leading ones of x, which must not be all ones. */
    #define n52_leading_ones(x) __builtin_clz(~(unsigned)(x))
    """
    int leading_ones "n52_leading_ones"(unsigned int x) noexcept nogil

cdef inline int imin(int a, int b) noexcept nogil:
    return a if a < b else b

cdef inline int imax(int a, int b) noexcept nogil:
    return a if a > b else b

cdef inline int cards_of(const Position* pos, int lane) noexcept nogil:
    """How many cards of the lane are in play."""
    return length(pos.shape, 0, lane) + length(pos.shape, 1, lane) + length(pos.shape, 2, lane)

cdef inline int tops(const Position* pos, int seat, int lane) noexcept nogil:
    """How many of the lane's highest cards, without a break, the seat holds."""
    cdef unsigned int held = <unsigned int>((pos.hand[seat] >> (LANE_BITS * lane)) & 0x1FFF)
    return leading_ones((held << LANE_BITS) << (LANE_BITS - cards_of(pos, lane)))

cdef inline cards_t top_places(const Position* pos, int lane, int depth) noexcept nogil:
    """The staircase of the lane's `depth` highest cards in play."""
    if depth == 0:
        return 0
    return from_card_up(<cards_t>1 << (LANE_BITS * lane + cards_of(pos, lane) - depth))

cdef inline bint cash_out(const Position* pos, bint has_trumps, int need, cards_t* proof) noexcept nogil:
    """Seat 0, on lead, plays off his winners: are they at least `need`?

    Trumps come first, as many rounds as he holds tops.  An opponent with trumps still left can ruff, so a side
    suit then counts only for as many rounds as that opponent must follow.  With q tops against a
    longer opponent's m cards the suit gives q tricks, or all its cards if q >= m, and
    rests on its top min(q, m) cards.
    """
    cdef int lane, q, m, ours, won = 0, wins, one, two
    cdef bint ruffs_one = False, ruffs_two = False
    cdef cards_t rests = 0
    for lane in range(TRUMP_LANE, -1, -1):
        ours = length(pos.shape, 0, lane)
        one = length(pos.shape, 1, lane)
        two = length(pos.shape, 2, lane)
        q = tops(pos, 0, lane)
        m = imax(one, two)
        wins = ours if q >= m else q
        if lane == TRUMP_LANE and has_trumps:
            ruffs_one = one > q
            ruffs_two = two > q
        else:
            if ruffs_one:
                wins = imin(wins, one)
            if ruffs_two:
                wins = imin(wins, two)
        wins = imin(wins, need - won)
        if wins:
            rests |= top_places(pos, lane, imin(wins, imin(q, m)))
            won += wins
            if won == need:
                proof[0] = rests
                return True
    return False

cdef inline bint sure_trumps(cards_t holder, cards_t enemy, int need, cards_t* proof) noexcept nogil:
    """Do the holder's trumps win him `need` tricks, whatever happens?

    Every trump is played in the end, and one of the enemy's can beat but one of his.  So in any run
    of trumps from the top the holder's less the enemy's is a number of tricks he is sure of.  `enemy` is
    everyone who plays against the holder; cards of a partner count for neither.
    """
    cdef cards_t trumps = lane_mask(TRUMP_LANE), card, left
    cdef int lead = 0
    left = (holder | enemy) & trumps
    while left:
        card = highest(left)
        left ^= card
        if holder & card:
            lead += 1
            if lead == need:
                proof[0] = from_card_up(card)
                return True
        else:
            lead -= 1
    return False

cdef inline bint stoppers(const Position* pos, int need, cards_t* proof) noexcept nogil:
    """At no-trump, an opponent on lead: does seat 0 take `need` tricks once he gets in?

    The opponents can run the suits in which seat 0 holds no top, for at most X rounds, X being the sum of
    the longer opponent's lengths there.  Of his n cards seat 0 keeps n - X, winners by preference, and as
    long as these include a top of every suit he stops, the next lead puts him in to cash them.
    """
    cdef int lane, q, m, run = 0, winners = 0, stopped = 0, spare
    cdef cards_t rests = 0
    for lane in range(4):
        q = tops(pos, 0, lane)
        m = imax(length(pos.shape, 1, lane), length(pos.shape, 2, lane))
        if q == 0:
            run += m
        else:
            stopped += 1
            winners += length(pos.shape, 0, lane) if q >= m else q
    spare = pos.tricks - run
    if winners < need or spare < need or spare < stopped:
        return False
    for lane in range(4):
        q = tops(pos, 0, lane)
        if q:
            m = imax(length(pos.shape, 1, lane), length(pos.shape, 2, lane))
            rests |= top_places(pos, lane, imin(q, m))
    proof[0] = rests
    return True
