"""Tricks that can be counted without playing them.

Each bound answers "does this alone decide the question?" and, if so, gives its proof
(proof.pxd): the cards it counts, cut down (by all but the stoppers) to the tricks that were asked for.  A
bound that decides nothing leaves the proof alone.
"""
from ninefivetwo_solver.cardset cimport LANE, LANES, LANE_BITS, TRUMP_LANE, cards_t, from_card_up, highest, lane_mask
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
    cdef unsigned int held = <unsigned int>((pos.hand[seat] >> (LANE_BITS * lane)) & LANE)
    return leading_ones((held << LANE_BITS) << (LANE_BITS - cards_of(pos, lane)))

cdef inline cards_t top_places(const Position* pos, int lane, int depth) noexcept nogil:
    """The staircase of the lane's `depth` highest cards in play."""
    if depth == 0:
        return 0
    return from_card_up(<cards_t>1 << (LANE_BITS * lane + cards_of(pos, lane) - depth))

cdef inline int longer(const Position* pos, int lane) noexcept nogil:
    """The cards of the lane that the opponent with more of them holds."""
    return imax(length(pos.shape, 1, lane), length(pos.shape, 2, lane))

cdef inline int winners(const Position* pos, int lane) noexcept nogil:
    """The tricks seat 0 takes by playing off a suit that nobody ruffs: q tops against the longer opponent's m cards
    give q, or all his cards if q >= m."""
    cdef int q = tops(pos, 0, lane)
    return length(pos.shape, 0, lane) if q >= longer(pos, lane) else q

cdef inline bint cash_out(const Position* pos, bint has_trumps, int need, cards_t* proof) noexcept nogil:
    """Seat 0, on lead, plays off his winners: are they at least `need`?

    Trumps come first, as many rounds as he holds tops.  An opponent with trumps still left can ruff, so a side
    suit then counts only for as many rounds as that opponent must follow.  A suit's winners rest on its
    top min(q, m) cards, q being his tops and m the longer opponent's cards.
    """
    cdef int lane, q, won = 0, wins, one, two
    cdef bint ruffs_one = False, ruffs_two = False
    cdef cards_t rests = 0
    for lane in range(TRUMP_LANE, -1, -1):
        one = length(pos.shape, 1, lane)
        two = length(pos.shape, 2, lane)
        q = tops(pos, 0, lane)
        wins = winners(pos, lane)
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
            rests |= top_places(pos, lane, imin(wins, imin(q, longer(pos, lane))))
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

cdef inline bint stoppers(const Position* pos, bint has_trumps, int need, cards_t* proof) noexcept nogil:
    """An opponent leads: does seat 0 take `need` tricks, of the winners he can cash once he gets in?"""
    if has_trumps and cards_of(pos, TRUMP_LANE):
        return trump_stoppers(pos, need, proof)
    return plain_stoppers(pos, need, proof)

cdef inline bint plain_stoppers(const Position* pos, int need, cards_t* proof) noexcept nogil:
    """Without trumps in play.

    The opponents can run the suits in which seat 0 holds no top, for at most X rounds, X being the sum of
    the longer opponent's lengths there.  Of his n cards seat 0 keeps n - X, winners by preference, and as
    long as these include a top of every suit he stops, the next lead puts him in to cash them.
    """
    cdef int lane, q, run = 0, won = 0, stopped = 0, spare
    cdef cards_t rests = 0
    for lane in range(LANES):
        q = tops(pos, 0, lane)
        if q == 0:
            run += longer(pos, lane)
        else:
            stopped += longer(pos, lane) > 0       # a suit they do not hold they cannot lead
            won += winners(pos, lane)
            rests |= top_places(pos, lane, imin(q, longer(pos, lane)))
    spare = pos.tricks - run
    if won < need or spare < need or spare < stopped:
        return False
    proof[0] = rests
    return True

cdef inline bint trump_stoppers(const Position* pos, int need, cards_t* proof) noexcept nogil:
    """With trumps in play, of which seat 0 holds more tops than the longer opponent has trumps.

    He never has to throw a winner: where he cannot follow he ruffs with a top, is in, and can still draw the
    others' trumps and cash.  Until then each ruff of theirs costs him one winner at most, and they have no more
    ruffs than trumps.
    """
    cdef int lane, q = tops(pos, 0, TRUMP_LANE), m = longer(pos, TRUMP_LANE)
    cdef int theirs = length(pos.shape, 1, TRUMP_LANE) + length(pos.shape, 2, TRUMP_LANE)
    cdef int won = length(pos.shape, 0, TRUMP_LANE) - theirs
    cdef cards_t rests
    if q <= m:
        return False
    rests = top_places(pos, TRUMP_LANE, m + 1 if m else 0)
    for lane in range(TRUMP_LANE):
        won += winners(pos, lane)
        rests |= top_places(pos, lane, imin(tops(pos, 0, lane), longer(pos, lane)))
    if won < need:
        return False
    proof[0] = rests
    return True
